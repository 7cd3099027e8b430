import type { Attention, Matrix } from '../api/index.ts';
import { cellOf } from './tables.ts';

/**
 * Attention as it is often got wrong, to be shown beside the right result and nowhere else: nothing here is part of the
 * figure. The right results come from `attend`; so do the wrong ones that are `attend` with a wrong argument.
 */

/** Whether a query may see a key. */
export type Sees = (query: number, key: number) => boolean;

/** softmax of scale·ω down each column instead of along each row. What is hidden is 0 in either. */
export function softmaxDownColumns(scores: Matrix, scale: number, sees: Sees): Matrix {
  const { rows, cols } = scores;
  const weights = new Float32Array(rows * cols);
  for (let key = 0; key < cols; key++) {
    const queries = indices(rows).filter((query) => sees(query, key));
    const shares = softmax(queries.map((query) => scale * cellOf(scores, query, key)));
    queries.forEach((query, i) => {
      weights[query * cols + key] = shares[i]!;
    });
  }
  return { rows, cols, data: weights };
}

/** Weights with what is hidden set to 0 only now: the rows do not sum to 1 any more. */
export function maskWeights(weights: Matrix, sees: Sees): Matrix {
  const { cols } = weights;
  return {
    ...weights,
    data: weights.data.map((weight, i) => (sees(Math.floor(i / cols), i % cols) ? weight : 0)),
  };
}

/** Dropped weights are 0, and the kept ones stay as they are instead of being divided by 1 − rate. */
export function dropWithoutRescaling(weights: Matrix, kept: Uint8Array): Matrix {
  return { ...weights, data: weights.data.map((weight, i) => (kept[i] === 1 ? weight : 0)) };
}

/** The mean of the heads' contexts, instead of the contexts side by side. */
export function averageHeads(contexts: readonly Matrix[]): Matrix {
  const first = contexts[0]!;
  return {
    ...first,
    data: first.data.map((_, i) => contexts.reduce((sum, { data }) => sum + data[i]!, 0) / contexts.length),
  };
}

export function sideBySide(contexts: readonly Matrix[]): Matrix {
  const { rows, cols } = contexts[0]!;
  const data = indices(rows).flatMap((row) =>
    contexts.flatMap((context) => [...context.data.subarray(row * cols, (row + 1) * cols)]),
  );
  return { rows, cols: cols * contexts.length, data: Float32Array.from(data) };
}

export function rowSum(matrix: Matrix, row: number): number {
  return matrix.data
    .subarray(row * matrix.cols, (row + 1) * matrix.cols)
    .reduce((sum, value) => sum + value, 0);
}

/**
 * The largest share of a row, averaged over the rows, where `words` words have made-up queries and keys of `width`
 * numbers with mean 0 and variance 1: near 1 where softmax gives all to one word, 1/words where to all alike.
 */
export function largestShare(attention: Attention, words: number, width: number, seed: number) {
  const random = attention.random(seed);
  const draw = (): Matrix => {
    const uniform = random.rand(words, width);
    return { ...uniform, data: uniform.data.map((value) => (value - 0.5) * Math.sqrt(12)) };
  };
  const [queries, keys] = [draw(), draw()];
  return (scale: number): number => {
    const { weights } = attention.attend(queries, keys, keys, { scale, want: ['weights'] });
    const { data } = weights[0]!;
    const largest = indices(words).map((row) => Math.max(...data.subarray(row * words, (row + 1) * words)));
    return largest.reduce((sum, share) => sum + share, 0) / words;
  };
}

function softmax(values: readonly number[]): number[] {
  const maximum = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - maximum));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

export const indices = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
