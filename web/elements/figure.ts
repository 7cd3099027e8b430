import type { Attention, Matrix, Projections } from '../api/index.ts';
import type { Token } from '../tokenizers/token.ts';
import { type AttendCall, AttendedRows } from './attended-rows.ts';
import { RowsOnDemand } from './rows-on-demand.ts';
import type { Settings } from './settings.ts';
import { headColumns } from './tables.ts';

/** One head's matrices: L query tokens, S key tokens, d columns of queries and keys, d_v of values. */
export interface HeadFigure {
  readonly queries: Matrix;
  readonly keys: Matrix;
  readonly values: Matrix;
  /** Before scale and mask. */
  readonly scores: Matrix;
  /** After mask and dropout. */
  readonly weights: Matrix;
  readonly context: Matrix;
  /** L·S, 1 where dropout kept the weight. */
  readonly kept: Uint8Array;
  /** One query's part of `kept`. */
  keptOf(query: number): Uint8Array;
}

/** Every number of one attention computation. Of a long text scores, weights and context are computed when looked at. */
export interface Figure {
  /** They ask: a row each. */
  readonly tokens: readonly Token[];
  /** They answer: a column each. The same as `tokens` unless another text has the keys. */
  readonly keyTokens: readonly Token[];
  /** X, of the queries' tokens. */
  readonly inputs: Matrix;
  /** X′, of the keys' tokens; the same object as `inputs` unless another text has the keys. */
  readonly keyInputs: Matrix;
  /** The tokens' own vectors, where their places' were added to make X and X′; undefined where they are X and X′. */
  readonly vectors: Matrix | undefined;
  readonly keyVectors: Matrix | undefined;
  readonly projections: Projections | null;
  readonly heads: readonly HeadFigure[];
  /** L × d_model; there where projections have an output, and the text is not long. */
  readonly output: Matrix | undefined;
  /** What `attend` is given, for those who compute it in parts; undefined where nothing could be computed. */
  readonly call: AttendCall | undefined;
  /** d, the columns of one head. */
  readonly width: number;
  readonly scale: number;
  readonly causal: boolean;
  readonly hiddenKeys: ReadonlySet<number>;
  /** Dropout's rate. */
  readonly dropout: number;
}

export interface FigureInputs {
  readonly tokens: readonly Token[];
  readonly keyTokens: readonly Token[];
  readonly inputs: Matrix;
  readonly keyInputs: Matrix;
  readonly vectors: Matrix | undefined;
  readonly keyVectors: Matrix | undefined;
  readonly projections: Projections | null;
  readonly settings: Settings;
  readonly hiddenKeys: ReadonlySet<number>;
}

/** Up to so many pairs of a query and a key every number is computed at once. */
export const ALL_AT_ONCE = 64 * 64;

export function isLong({ tokens, keyTokens }: Pick<Figure, 'tokens' | 'keyTokens'>): boolean {
  return tokens.length * keyTokens.length > ALL_AT_ONCE;
}

/** Whether the keys have a text of their own: cross-attention. */
export function isCross({ inputs, keyInputs }: Pick<Figure, 'inputs' | 'keyInputs'>): boolean {
  return inputs !== keyInputs;
}

/**
 * Computes attention: every number at once, or of a long text row by row when they are looked at.
 *
 * @throws RangeError where an input that some query sees is not finite, or heads do not divide the columns
 */
export function computeFigure(attention: Attention, given: FigureInputs): Figure {
  return isLong(given) ? figureOnDemand(attention, given) : wholeFigure(attention, given);
}

function wholeFigure(attention: Attention, given: FigureInputs): Figure {
  const { inputs, keyInputs, projections } = given;
  const { heads } = given.settings;
  const options = { ...optionsOf(given), want: ['scores', 'weights', 'kept'] as const };
  const attended = !isCross(given)
    ? attention.selfAttention(inputs, projections, options)
    : projections
      ? attention.crossAttention(inputs, keyInputs, projections, options)
      : {
          ...attention.attend(inputs, keyInputs, keyInputs, options),
          ...{ queries: inputs, keys: keyInputs, values: keyInputs },
        };
  const { queries, keys, values, scores, weights, context, kept } = attended;
  const [L, S] = [queries.rows, keys.rows];
  const columns = (matrix: Matrix, head: number) => headColumns(matrix, head, heads);
  return {
    ...givenFigure(given),
    heads: Array.from({ length: heads }, (_, head) => {
      const keptHere = kept.subarray(head * L * S, (head + 1) * L * S);
      return {
        queries: columns(queries, head),
        keys: columns(keys, head),
        values: columns(values, head),
        scores: scores[head] as Matrix,
        weights: weights[head] as Matrix,
        context: columns(context, head),
        kept: keptHere,
        keptOf: (query) => keptHere.subarray(query * S, (query + 1) * S),
      };
    }),
    output: 'output' in attended ? attended.output : undefined,
    call: { queries, keys, values, options: optionsOf(given) },
  };
}

function figureOnDemand(attention: Attention, given: FigureInputs): Figure {
  const { heads } = given.settings;
  const options = optionsOf(given);
  const [queries, keys, values] = project(attention, given);
  const call = { queries, keys, values, options };
  const attended = new AttendedRows(attention, call);
  const [L, S] = [queries.rows, keys.rows];
  const columns = (matrix: Matrix, head: number) => headColumns(matrix, head, heads);
  const figures = Array.from({ length: heads }, (_, head): HeadFigure => {
    const here = {
      queries: columns(queries, head),
      keys: columns(keys, head),
      values: columns(values, head),
    };
    // By Cauchy and Schwarz; and a context is a mean of values.
    const scoreBound = longestRow(here.queries) * longestRow(here.keys);
    const weightBound = given.settings.dropout < 1 ? 1 / (1 - given.settings.dropout) : 1;
    const valueBound = largest(here.values) * weightBound;
    return {
      ...here,
      scores: new RowsOnDemand(L, S, scoreBound, (query) => attended.at(query).scores[head]!),
      weights: new RowsOnDemand(L, S, weightBound, (query) => attended.at(query).weights[head]!),
      context: new RowsOnDemand(
        L,
        here.values.cols,
        valueBound,
        (query) => attended.at(query).context[head]!,
      ),
      get kept() {
        const all = new Uint8Array(L * S);
        for (let query = 0; query < L; query++) all.set(attended.at(query).kept[head]!, query * S);
        return all;
      },
      keptOf: (query) => attended.at(query).kept[head]!,
    };
  });
  // What is far from overflowing has no fault to be found in any row; anything else is looked through now.
  const safe = figures.every(({ scores, context }) => bound(scores) < 1e30 && bound(context) < 1e30);
  if (!safe) attention.attend(queries, keys, values, options);
  return { ...givenFigure(given), heads: figures, call };
}

/** Q, K and V without attending: with no keys the queries are projected only, with no queries keys and values. */
function project(
  attention: Attention,
  { inputs, keyInputs, projections, settings: { heads } }: FigureInputs,
): [Matrix, Matrix, Matrix] {
  if (!projections) return [inputs, keyInputs, keyInputs];
  const none = { rows: 0, cols: inputs.cols, data: new Float32Array(0) };
  const { queries } = attention.crossAttention(inputs, none, projections, { heads });
  const { keys, values } = attention.crossAttention(none, keyInputs, projections, { heads });
  return [queries, keys, values];
}

function optionsOf(given: FigureInputs): AttendCall['options'] {
  const { keyTokens, settings, hiddenKeys } = given;
  const { scale, causal } = givenFigure(given);
  return {
    heads: settings.heads,
    scale,
    ...(causal ? { causal: 'top-left' as const } : {}),
    ...(hiddenKeys.size > 0
      ? { keyPadding: Uint8Array.from(keyTokens, (_, key) => (hiddenKeys.has(key) ? 0 : 1)) }
      : {}),
    ...(settings.dropout > 0 ? { dropout: { rate: settings.dropout, seed: settings.seed } } : {}),
  };
}

/** What is given, with no head computed: there where the computation failed, so that it can be mended. */
export function givenFigure(given: FigureInputs): Figure {
  const { tokens, keyTokens, inputs, keyInputs, projections, settings, hiddenKeys } = given;
  const width = (projections?.query.cols ?? inputs.cols) / settings.heads;
  return {
    tokens,
    keyTokens,
    inputs,
    keyInputs,
    vectors: given.vectors,
    keyVectors: given.keyVectors,
    projections,
    heads: [],
    output: undefined,
    call: undefined,
    width,
    scale: settings.scale === 'root' ? 1 / Math.sqrt(width) : 1,
    // The words of another text come neither before nor after.
    causal: settings.causal && !isCross(given),
    hiddenKeys,
    dropout: settings.dropout,
  };
}

/** Whether every key is hidden from a query: then its weights and its context are 0. */
export function seesNothing(
  figure: Pick<Figure, 'causal' | 'hiddenKeys' | 'keyTokens'>,
  query: number,
): boolean {
  return figure.keyTokens.every((_, key) => hiddenBy(figure, query, key) !== undefined);
}

/** The keys that a query sees. */
export function seenKeys(
  figure: Pick<Figure, 'causal' | 'hiddenKeys' | 'keyTokens'>,
  query: number,
): number[] {
  return [...figure.keyTokens.keys()].filter((key) => hiddenBy(figure, query, key) === undefined);
}

/** Why a query may not see a key; undefined where it may. */
export function hiddenBy(
  figure: Pick<Figure, 'causal' | 'hiddenKeys'>,
  query: number,
  key: number,
): 'causal' | 'eye' | undefined {
  if (figure.causal && key > query) return 'causal';
  return figure.hiddenKeys.has(key) ? 'eye' : undefined;
}

const bound = (matrix: Matrix) => (matrix instanceof RowsOnDemand ? matrix.bound : largest(matrix));

function largest({ data }: Matrix): number {
  return data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** The largest Euclidean length of a row. */
function longestRow({ rows, cols, data }: Matrix): number {
  let longest = 0;
  for (let row = 0; row < rows; row++)
    longest = Math.max(longest, Math.hypot(...data.subarray(row * cols, (row + 1) * cols)));
  return longest;
}
