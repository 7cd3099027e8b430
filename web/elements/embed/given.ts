import type { Attention, Matrix, Projections } from '../../api/index.ts';
import { TextToken } from '../../tokenizers/token.ts';
import { words } from '../../tokenizers/words.ts';
import { INPUT_WIDTH, originOf, wordVector } from '../embedding.ts';
import { drawProjections } from '../projections.ts';
import { PRESETS, type Settings } from '../settings.ts';
import { GivenError, sentence } from './given-error.ts';
import { isMatrix, kindOf, readCount, readJson, readMatrix, readTokens, readWeights } from './read.ts';

/** Everything that decides the numbers, as it was given: JSON text or values, undefined where nothing was. */
export interface Given {
  readonly text?: string | undefined;
  /** What is written inside the element: the text where nothing else gives tokens. */
  readonly written?: string | undefined;
  readonly tokens?: unknown;
  readonly keyTokens?: unknown;
  readonly weights?: unknown;
  readonly vectors?: unknown;
  readonly keyVectors?: unknown;
  readonly queryProjection?: unknown;
  readonly keyProjection?: unknown;
  readonly valueProjection?: unknown;
  readonly preset?: unknown;
  readonly heads?: unknown;
  readonly causal?: boolean | undefined;
  readonly scale?: unknown;
  readonly seed?: unknown;
}

/** What is drawn. */
export interface Weights {
  /** L × S each; NaN where a pair is hidden. */
  readonly layers: readonly (readonly Matrix[])[];
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  /** Whether each row is a share of one. */
  readonly shares: boolean;
  /** Whose numbers these are, where nobody gave them. */
  readonly note: string | undefined;
}

const CAMEL: Readonly<Record<string, keyof Given>> = {
  attention: 'weights',
  attn: 'weights',
  left_text: 'tokens',
  right_text: 'keyTokens',
  key_tokens: 'keyTokens',
};

const DATA: ReadonlySet<string> = new Set<keyof Given>([
  'text',
  'tokens',
  'keyTokens',
  'weights',
  'vectors',
  'keyVectors',
  'queryProjection',
  'keyProjection',
  'valueProjection',
]);

/**
 * The data of a file or of a script inside the element: an object with the names of the properties, with those that
 * CircuitsVis and BertViz use (`attention`, `attn`, `left_text`, `right_text`), or weights alone.
 */
export function givenByData(name: string, json: unknown): Given {
  const value = readJson(name, json);
  if (Array.isArray(value) || isMatrix(value)) return { weights: value };
  if (typeof value !== 'object' || value === null)
    throw new GivenError(
      `${name} is ${kindOf(value)}.`,
      'Expected is an object, such as {"tokens": ["a", "b"], "weights": [[1, 0], [0.5, 0.5]]}.',
    );
  const given: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    const known = CAMEL[key] ?? key;
    if (DATA.has(known)) given[known] = entry;
  }
  // BertViz's views: the weights with their tokens, one level further in.
  const inner = Array.isArray(given.weights) ? given.weights[0] : (given.weights as { all?: unknown })?.all;
  if (typeof inner === 'object' && inner !== null && 'attn' in inner) return givenByData(name, inner);
  if (Object.keys(given).length === 0)
    throw new GivenError(
      `${name} has none of the names that are read: its names are ${Object.keys(value).join(', ') || 'none'}.`,
      `Expected are weights or vectors, and tokens.`,
    );
  return given;
}

/** Whether these numbers have to be computed: weights given are drawn as they are. */
export function mustCompute(given: Given): boolean {
  return given.weights === undefined || given.weights === null;
}

/** Weights that were computed elsewhere. */
export function givenWeights(given: Given): Weights {
  const layers = readWeights('weights', given.weights)!;
  const { rows, cols } = layers[0]![0]!;
  const { queries, keys } = names(given, rows, cols);
  const hide = (matrix: Matrix) => (given.causal ? hideLater(matrix) : matrix);
  const drawn = layers.map((heads) => heads.map(hide));
  return { layers: drawn, queries, keys, shares: drawn.flat().every(rowsSumToOne), note: undefined };
}

/**
 * Attention computed here.
 *
 * @throws GivenError where what was given does not make a computation
 */
export function computedWeights(attention: Attention, given: Given): Weights {
  const settings = settingsOf(given);
  const seed = readCount('seed', given.seed, { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? settings.seed;
  const vectors = readMatrix('vectors', given.vectors);
  const keyVectors = readMatrix('keyVectors', given.keyVectors);
  if (keyVectors && !vectors)
    throw new GivenError(
      'keyVectors are given, and vectors are not.',
      'Give the queries’ vectors as vectors.',
    );
  const { queries, keys } = vectors
    ? names(given, vectors.rows, (keyVectors ?? vectors).rows)
    : namesOfText(given);
  const made = (tokens: readonly string[]): Matrix => ({
    rows: tokens.length,
    cols: INPUT_WIDTH,
    data: Float32Array.from(tokens.flatMap((token) => wordVector(token, seed))),
  });
  const inputs = vectors ?? made(queries);
  const keyInputs = keyVectors ?? vectors ?? made(keys);
  const ownProjections = projectionsOf(given);
  const heads = readCount('heads', given.heads, { least: 1, most: 1024 }) ?? settings.heads;
  // Drawn, each head has columns of its own.
  const projections = ownProjections ?? drawProjections(attention, { ...settings, heads, seed }, inputs.cols);
  const options = {
    heads,
    scale: scaleOf(
      given.scale,
      ownProjections || settings.scale === 'root',
      (projections?.query.cols ?? inputs.cols) / heads,
    ),
    causal: (given.causal ?? settings.causal) ? ('bottom-right' as const) : false,
    want: ['weights'] as const,
  };
  try {
    const { weights } = projections
      ? attention.crossAttention(inputs, keyInputs, projections, options)
      : attention.attend(inputs, keyInputs, keyInputs, options);
    const shown = options.causal ? weights.map(hideLater) : weights;
    return {
      layers: [shown],
      queries,
      keys,
      shares: true,
      note: vectors ? undefined : noteOn(queries, seed),
    };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    throw new GivenError(
      sentence(inWordsOfTheElement(error.message)),
      'Give vectors and projections whose numbers of columns and rows fit.',
    );
  }
}

/** The API's names of what it was given, as the element calls them. */
function inWordsOfTheElement(message: string): string {
  return message
    .replace(/projections\.(query|key|value)\b/gi, '$1Projection')
    .replace(/\b(queryInputs|inputs|queries)\b/g, 'vectors')
    .replace(/\b(keyInputs|keys)\b/g, 'keyVectors');
}

function settingsOf({ preset }: Given): Settings {
  const found = PRESETS.find(({ name }) => name === (preset ?? 'plain'));
  if (found) return found.settings;
  throw new GivenError(
    `There is no preset “${preset}”.`,
    `Choose one of: ${PRESETS.map(({ name }) => name).join(', ')}.`,
  );
}

function scaleOf(scale: unknown, byRoot: unknown, width: number): number {
  const root = 1 / Math.sqrt(width);
  if (scale === undefined || scale === null || scale === '') return byRoot ? root : 1;
  if (scale === 'root') return root;
  const value = Number(scale);
  if (Number.isFinite(value)) return value;
  throw new GivenError(`scale is “${scale}”.`, 'Expected is a number, or "root" for 1/√d.');
}

function projectionsOf(given: Given): Projections | undefined {
  const query = readMatrix('queryProjection', given.queryProjection);
  const key = readMatrix('keyProjection', given.keyProjection);
  const value = readMatrix('valueProjection', given.valueProjection);
  if (!query && !key && !value) return undefined;
  if (!query || !key)
    throw new GivenError(
      `${query ? 'keyProjection' : 'queryProjection'} is missing.`,
      'Queries and keys are projected both or neither.',
    );
  // No weight depends on the values.
  return { query, key, value: value ?? key };
}

/** The tokens' names; where none are given, or the words inside the element are not as many, their places from 1. */
function names(given: Given, L: number, S: number): { queries: string[]; keys: string[] } {
  const explicit =
    readTokens('tokens', given.tokens) ?? (given.text !== undefined ? textsOf(given.text) : undefined);
  const inner = explicit ? [] : textsOf(given.written ?? '');
  const places = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
  const queries = explicit ?? (inner.length === L ? inner : places(L));
  const keys =
    readTokens('keyTokens', given.keyTokens) ??
    (S === L ? queries : explicit?.length === S ? explicit : places(S));
  checkCount('tokens', queries.length, L, 'rows, one a query');
  checkCount('keyTokens', keys.length, S, 'columns, one a key');
  return { queries, keys };
}

function checkCount(name: string, count: number, expected: number, what: string): void {
  if (count === expected) return;
  throw new GivenError(
    `${name} are ${count}; the numbers have ${expected} ${what}.`,
    'Give a token for each, or none.',
  );
}

function namesOfText(given: Given): { queries: string[]; keys: string[] } {
  const queries = readTokens('tokens', given.tokens) ?? textsOf(given.text ?? given.written ?? '');
  if (queries.length === 0)
    throw new GivenError(
      'There is no text.',
      'Write words inside the element, or give text, tokens, vectors or weights.',
    );
  return { queries, keys: readTokens('keyTokens', given.keyTokens) ?? queries };
}

function textsOf(text: string): string[] {
  return words.tokenize(text.trim()).map((token) => token.text);
}

function noteOn(tokens: readonly string[], seed: number): string {
  const handPicked = tokens.every((text) => originOf(new TextToken(text, text, 0)) === 'hand-picked');
  return handPicked
    ? 'The words’ vectors were picked by hand, for teaching.'
    : `Made-up vectors, seed ${seed}: the arithmetic is real, the meaning is none.`;
}

/** A copy in which each query sees no key after it (the last query sees every key); a weight that is none of 0 stays. */
function hideLater(matrix: Matrix): Matrix {
  const { rows, cols } = matrix;
  const data = matrix.data.slice();
  for (let q = 0; q < rows; q++)
    for (let k = Math.max(0, q + cols - rows + 1); k < cols; k++)
      if (data[q * cols + k] === 0) data[q * cols + k] = Number.NaN;
  return { rows, cols, data };
}

/** To the precision that somebody writes weights down with. */
function rowsSumToOne({ rows, cols, data }: Matrix): boolean {
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    let seen = false;
    for (let c = 0; c < cols; c++) {
      const weight = data[r * cols + c]!;
      if (Number.isNaN(weight)) continue;
      sum += weight;
      seen = true;
    }
    if (seen && Math.abs(sum - 1) > 0.02) return false;
  }
  return true;
}
