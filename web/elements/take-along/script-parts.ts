import type { Matrix } from '../../api/index.ts';
import { visibleText } from '../../tokenizers/token.ts';
import type { Exploration } from '../exploration.ts';
import { type Figure, isCross, isLong } from '../figure.ts';
import { shortestFloat32 } from '../number-format.ts';
import { within } from './limits.ts';
import { Refusal } from './refusal.ts';

/** What a script computes with: the numbers as they are given to the computation here, as Python writes them. */
export interface ScriptParts {
  readonly decimals: number;
  readonly heads: number;
  /** Lists of strings; no `keyTokens` where the same tokens ask and answer. */
  readonly tokens: string;
  readonly keyTokens: string | undefined;
  readonly inputs: PythonMatrix;
  readonly keyInputs: PythonMatrix | undefined;
  readonly projections: Readonly<Record<'query' | 'key' | 'value', PythonMatrix>> | undefined;
  readonly output: { readonly weight: PythonMatrix; readonly bias: string } | undefined;
  readonly scale: string;
  readonly causal: boolean;
  /** Keys that no query sees. */
  readonly hidden: readonly number[];
  /** A hidden key may have numbers beyond float32, which would turn a weight of 0 into NaN. */
  readonly overflows: boolean;
  /** `kept` has a list for each head, of a string of 0 and 1 for each query. */
  readonly dropout: { readonly rate: number; readonly kept: string } | undefined;
  /** The only query that is printed, where all were too many to read. */
  readonly only: number | undefined;
  /** What was set, in words. */
  readonly about: readonly string[];
}

export interface PythonMatrix {
  readonly rows: number;
  readonly cols: number;
  /** A list of lists. */
  readonly text: string;
}

/**
 * The parts of a script for what is shown.
 *
 * @throws Refusal where there is nothing to compute, or more than a script can hold
 */
export function scriptParts(exploration: Exploration): ScriptParts {
  const { figure, settings, decimals, choice } = exploration;
  if (!figure?.call || figure.tokens.length === 0)
    throw new Refusal('There are no results to write a script for.');
  checkSize(figure, settings.heads);
  const { projections, keyTokens, dropout } = figure;
  const cross = isCross(figure);
  const { query, key, value, output: weight, outputBias } = projections ?? {};
  return {
    decimals,
    heads: settings.heads,
    tokens: names(figure.tokens),
    keyTokens: cross ? names(keyTokens) : undefined,
    inputs: matrix(figure.inputs),
    keyInputs: cross ? matrix(figure.keyInputs) : undefined,
    projections:
      query && key && value ? { query: matrix(query), key: matrix(key), value: matrix(value) } : undefined,
    output: weight && outputBias ? { weight: matrix(weight), bias: list(outputBias) } : undefined,
    scale: python(figure.scale),
    causal: figure.causal,
    hidden: [...figure.hiddenKeys].filter((hidden) => hidden < keyTokens.length).sort((a, b) => a - b),
    overflows: figure.heads.some(({ values }) => !values.data.every(Number.isFinite)),
    dropout: dropout > 0 ? { rate: dropout, kept: keptBy(figure) } : undefined,
    only: isLong(figure) ? choice.query : undefined,
    about: about(exploration, figure),
  };
}

/** Before any of it is written. */
function checkSize(figure: Figure, heads: number): void {
  const { inputs, keyInputs, projections, tokens, keyTokens } = figure;
  const { query, key, value, output } = projections ?? {};
  const given = new Set([inputs, keyInputs, query, key, value, output]);
  const numbers = [...given].reduce((sum, part) => sum + (part ? part.rows * part.cols : 0), 0);
  const smaller = 'Look at a window of the text.';
  within('scriptNumbers', numbers, 'numbers are too many for a script', smaller);
  const weights = figure.dropout > 0 ? heads * tokens.length * keyTokens.length : 0;
  within(
    'scriptKept',
    weights,
    'weights to be kept or dropped are too many for a script',
    `Turn dropout off. Or: ${smaller}`,
  );
}

function about({ state, settings }: Exploration, figure: Figure): string[] {
  const split = { words: 'words', characters: 'characters', gpt2: 'GPT-2’s tokens' }[state.tokenizer];
  const { tokens, keyTokens, hiddenKeys, dropout } = figure;
  return [
    `${tokens.length} queries, ${keyTokens.length} keys (${split})`,
    isCross(figure) ? 'the keys are of another text' : '',
    settings.heads > 1 ? `${settings.heads} heads` : '',
    figure.causal ? 'causal' : '',
    hiddenKeys.size > 0 ? `${hiddenKeys.size} hidden` : '',
    settings.positions ? 'X with the vectors of places added' : '',
    dropout > 0 ? `dropout of ${dropout}` : '',
    `seed ${settings.seed}`,
  ].filter(Boolean);
}

/** JSON's strings are Python's too. Names are as they are drawn: without control characters and halves of pairs. */
const names = (tokens: readonly { readonly text: string }[]) =>
  `[${tokens.map(({ text }) => JSON.stringify(visibleText(text))).join(', ')}]`;

function matrix({ rows, cols, data }: Matrix): PythonMatrix {
  const lines = Array.from(
    { length: rows },
    (_, r) => `    ${list(data.subarray(r * cols, (r + 1) * cols))},\n`,
  );
  return { rows, cols, text: `[\n${lines.join('')}]` };
}

const list = (numbers: Float32Array) => `[${Array.from(numbers, python).join(', ')}]`;

/** The fewest digits that read back as the same float32, with a point or an exponent: no whole number. */
function python(value: number): string {
  const digits = Object.is(value, -0) ? '-0' : shortestFloat32(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

function keptBy({ heads, tokens }: Figure): string {
  const lines = (head: Figure['heads'][number]) =>
    tokens.map((_, query) => `    "${head.keptOf(query).join('')}",\n`).join('');
  return `[\n${heads.map((head) => `  [\n${lines(head)}  ],\n`).join('')}]`;
}
