import type { Core } from './core.ts';
import { crossAttention } from './self-attention.ts';
import type { Matrix } from './types.ts';

/**
 * Whether an instance computes attention correctly: engines have passed every test for SIMD and yet computed wrong
 * numbers with it. The answer is known from plain arithmetic in double precision.
 */
export function knowsAnswer(core: Core): boolean {
  // A few of everything: more than one vector and a remainder, in every direction.
  const x = wave(7, 13, 1);
  const y = wave(11, 13, 2);
  const projections = { query: wave(13, 9, 3), key: wave(13, 9, 4), value: wave(13, 6, 5) };
  const queries = product(x, projections.query);
  const keys = product(y, projections.key);
  const values = product(y, projections.value);
  const weights = softmax(product(queries, transposed(keys)), 1 / 3);
  const context = product(weights, values);
  try {
    const alone = crossAttention(core, x, y, projections);
    const asked = crossAttention(core, x, y, projections, { want: ['weights'] });
    return (
      agree(alone.queries, queries) &&
      agree(alone.context, context) &&
      agree(asked.context, context) &&
      agree(asked.weights[0]!, weights)
    );
  } catch {
    return false;
  }
}

interface Exact extends Pick<Matrix, 'rows' | 'cols'> {
  readonly data: ArrayLike<number>;
}

function filled(rows: number, cols: number, entry: (row: number, col: number) => number): Exact {
  return {
    rows,
    cols,
    data: Array.from({ length: rows * cols }, (_, i) => entry(Math.floor(i / cols), i % cols)),
  };
}

function wave(rows: number, cols: number, phase: number): Matrix {
  return {
    rows,
    cols,
    data: Float32Array.from({ length: rows * cols }, (_, i) => Math.sin(phase + 1.7 * i)),
  };
}

function product(a: Exact, b: Exact): Exact {
  return filled(a.rows, b.cols, (r, c) => {
    let sum = 0;
    for (let k = 0; k < a.cols; k++) sum += a.data[r * a.cols + k]! * b.data[k * b.cols + c]!;
    return sum;
  });
}

function transposed({ rows, cols, data }: Exact): Exact {
  return filled(cols, rows, (r, c) => data[c * cols + r]!);
}

function softmax({ rows, cols, data }: Exact, scale: number): Exact {
  const exp = (r: number, c: number) => Math.exp(scale * data[r * cols + c]!);
  return filled(rows, cols, (r, c) => {
    let sum = 0;
    for (let j = 0; j < cols; j++) sum += exp(r, j);
    return exp(r, c) / sum;
  });
}

function agree(actual: Matrix, expected: Exact): boolean {
  // Sums of a dozen products near 1 in float32; the scores they make are below 20.
  return actual.data.every((x, i) => Math.abs(x - expected.data[i]!) < 1e-4);
}
