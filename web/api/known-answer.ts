import { attend } from './attend.ts';
import type { Core } from './core.ts';
import type { Matrix } from './types.ts';

// A few of everything: more than one vector and a remainder, in every direction.
const shape = { queries: 7, keys: 11, width: 9, valueWidth: 6 };

/**
 * Whether an instance computes attention correctly: engines have passed every test for SIMD and yet computed wrong
 * numbers with it. The answer is known from plain arithmetic in double precision.
 */
export function knowsAnswer(core: Core): boolean {
  const queries = wave(shape.queries, shape.width, 1);
  const keys = wave(shape.keys, shape.width, 2);
  const values = wave(shape.keys, shape.valueWidth, 3);
  const expected = attention(queries, keys, values);
  try {
    const alone = attend(core, queries, keys, values);
    const { context, weights } = attend(core, queries, keys, values, { want: ['weights'] });
    return (
      agree(alone.context.data, expected.context) &&
      agree(context.data, expected.context) &&
      agree(weights[0]!.data, expected.weights)
    );
  } catch {
    return false;
  }
}

function wave(rows: number, cols: number, phase: number): Matrix {
  return {
    rows,
    cols,
    data: Float32Array.from({ length: rows * cols }, (_, i) => Math.sin(phase + 1.7 * i)),
  };
}

function agree(actual: Float32Array, expected: readonly number[]): boolean {
  // What float32 makes of sums this short is within 1e-6.
  return expected.every((x, i) => Math.abs(actual[i]! - x) < 1e-5);
}

/** softmax(Q·Kᵀ/√d)·V, and the softmax. */
function attention(queries: Matrix, keys: Matrix, values: Matrix): { context: number[]; weights: number[] } {
  const context: number[] = [];
  const weights: number[] = [];
  for (let i = 0; i < queries.rows; i++) {
    const exps = Array.from({ length: keys.rows }, (_, j) => {
      let score = 0;
      for (let c = 0; c < keys.cols; c++) {
        score += queries.data[i * keys.cols + c]! * keys.data[j * keys.cols + c]!;
      }
      return Math.exp(score / Math.sqrt(keys.cols));
    });
    const sum = exps.reduce((a, b) => a + b, 0);
    weights.push(...exps.map((x) => x / sum));
    for (let c = 0; c < values.cols; c++) {
      context.push(exps.reduce((z, x, j) => z + (x / sum) * values.data[j * values.cols + c]!, 0));
    }
  }
  return { context, weights };
}
