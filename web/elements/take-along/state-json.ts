import type { Matrix } from '../../api/index.ts';
import type { Token } from '../../tokenizers/token.ts';
import type { Exploration } from '../exploration.ts';
import { type Figure, type HeadFigure, isCross } from '../figure.ts';
import { object, oneOf, whole } from './checked.ts';
import { numberCell } from './csv.ts';
import { counted, LIMITS } from './limits.ts';
import { Refusal } from './refusal.ts';
import { rowOf } from './rows.ts';
import { plainState, readSaved, type Saved, savedOf } from './saved-state.ts';

/** Names the format; a file without it is not one of ours. */
const SCHEMA = 'attention-wasm/exploration';
const VERSION = 1;

/** How many numbers a file of everything would have. */
export function numberCount({
  tokens,
  keyTokens,
  heads,
  inputs,
  keyInputs,
  projections,
  output,
  dropout,
}: Figure): number {
  const size = (matrix: Matrix | undefined) => (matrix ? matrix.rows * matrix.cols : 0);
  const { query, key, value, output: mixing } = projections ?? {};
  const given = [...new Set([inputs, keyInputs, query, key, value, mixing, output])];
  const pairs = tokens.length * keyTokens.length * (dropout > 0 ? 3 : 2);
  const ofHeads = heads.map(({ queries, keys, values, context }) =>
    [queries, keys, values, context].reduce((sum, matrix) => sum + size(matrix), pairs),
  );
  return [...given.map(size), ...ofHeads].reduce((sum, part) => sum + part, 0);
}

/**
 * The state, and the numbers of what is shown: all of them up to the limit, of more those of the chosen query. Numbers
 * are the fewest digits that read back as the same float32; one line is one row.
 */
export function writeJson(exploration: Exploration): string {
  const { figure, choice, decimals } = exploration;
  const { state } = savedOf(exploration);
  return [
    '{',
    `"schema": ${JSON.stringify(SCHEMA)},`,
    `"version": ${VERSION},`,
    `"state": ${jsonOf(plainState(state))},`,
    `"choice": ${JSON.stringify(choice)},`,
    `"decimals": ${decimals}${figure ? ',' : ''}`,
    ...(figure ? [`"numbers": ${numbersOf(figure, choice.query)}`] : []),
    '}\n',
  ].join('\n');
}

/**
 * What a file of `writeJson` says. Its numbers are not read: they follow from the state.
 *
 * @throws Refusal where it is something else, damaged or out of bounds
 */
export function readJson(written: string): Saved {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch (error) {
    throw new Refusal(`The file is no JSON: ${error instanceof Error ? error.message : error}.`);
  }
  const { schema, version, state, choice, decimals } = object('The file', value);
  oneOf('schema', schema, [SCHEMA]);
  whole('version', version, VERSION, VERSION);
  return readSaved({ state, choice, decimals });
}

/** @throws Refusal before it is read, where it is too large */
export async function openJson(file: Blob): Promise<Saved> {
  if (file.size > LIMITS.openedFile)
    throw new Refusal(
      `The file has ${counted(file.size)} bytes; up to ${counted(LIMITS.openedFile)} are opened.`,
    );
  return readJson(await file.text());
}

function numbersOf(figure: Figure, query: number): string {
  const all = numberCount(figure) <= LIMITS.jsonNumbers;
  const { projections, output, scale, causal } = figure;
  const parts: Record<string, string | undefined> = {
    of: all ? '"everything"' : JSON.stringify(`query ${query}, counted from 0`),
    tokens: tokensOf(figure.tokens),
    keyTokens: isCross(figure) ? tokensOf(figure.keyTokens) : undefined,
    scale: String(scale),
    causal: String(causal),
    inputs: matrixOf(figure.inputs),
    keyInputs: isCross(figure) ? matrixOf(figure.keyInputs) : undefined,
    ...(projections
      ? {
          queryProjection: matrixOf(projections.query),
          keyProjection: matrixOf(projections.key),
          valueProjection: matrixOf(projections.value),
          outputProjection: projections.output && matrixOf(projections.output),
          outputBias: projections.outputBias && rowText(projections.outputBias),
        }
      : {}),
    heads: `[\n${figure.heads.map((head) => headOf(head, figure, all ? undefined : query)).join(',\n')}\n]`,
    output: output && (all ? matrixOf(output) : rowText(rowOf(output, query))),
  };
  return objectOf(parts);
}

function headOf(head: HeadFigure, { tokens, dropout }: Figure, only: number | undefined): string {
  const { queries, keys, values, scores, weights, context } = head;
  const kept = (query: number) => JSON.stringify(head.keptOf(query).join(''));
  if (only !== undefined)
    return objectOf({
      query: rowText(rowOf(queries, only)),
      scores: rowText(rowOf(scores, only)),
      weights: rowText(rowOf(weights, only)),
      kept: dropout > 0 ? kept(only) : undefined,
      context: rowText(rowOf(context, only)),
    });
  return objectOf({
    queries: matrixOf(queries),
    keys: matrixOf(keys),
    values: matrixOf(values),
    scores: matrixOf(scores),
    weights: matrixOf(weights),
    kept: dropout > 0 ? `[\n${tokens.map((_, query) => kept(query)).join(',\n')}\n]` : undefined,
    context: matrixOf(context),
  });
}

/** As JSON.stringify, which would turn −0 into 0. */
function jsonOf(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (Array.isArray(value)) return `[${value.map(jsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}:${jsonOf(part)}`)
    .join(',')}}`;
}

function objectOf(parts: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(parts).flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}: ${text}`],
  );
  return `{\n${lines.join(',\n')}\n}`;
}

const tokensOf = (tokens: readonly Token[]) =>
  `[\n${tokens.map(({ text, span, start, end, id }) => JSON.stringify({ text, span, start, end, id })).join(',\n')}\n]`;

function matrixOf(matrix: Matrix): string {
  return `[\n${Array.from({ length: matrix.rows }, (_, row) => rowText(rowOf(matrix, row))).join(',\n')}\n]`;
}

/** JSON has no NaN and no infinities: a score that nobody sees may be one, and is written as text. */
const rowText = (numbers: Float32Array) =>
  `[${Array.from(numbers, (value) => (Number.isFinite(value) ? numberCell(value) : `"${value}"`)).join(',')}]`;
