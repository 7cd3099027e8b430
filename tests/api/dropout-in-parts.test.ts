import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createAttentionPool, loadAttention, type Matrix } from '../../dist/attention-wasm.js';
import { expectWithin } from './support/expect.ts';
import { type Problem, problems } from './support/problems.ts';
import { philoxKeeps } from './support/reference.ts';

// Dropout from a seed is addressed by head, query and key of a whole. Who computes some of its queries says where they
// begin, and drops what the whole call drops.

const attention = await loadAttention();
const pool = await createAttentionPool({ workers: 2 });
afterAll(() => pool.close());

const want = ['weights', 'kept'] as const;

/** Some of a matrix's rows, in memory of their own. */
function rows({ cols, data }: Matrix, start: number, end: number): Matrix {
  return { rows: end - start, cols, data: data.slice(start * cols, end * cols) };
}

/** The same for a block of rows of each head. */
function bits(kept: Uint8Array, { heads, queries, keys }: Sizes, start: number, end: number): Uint8Array {
  const parts = Array.from({ length: heads }, (_, h) =>
    kept.subarray((h * queries + start) * keys, (h * queries + end) * keys),
  );
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

interface Sizes {
  readonly heads: number;
  readonly queries: number;
  readonly keys: number;
}

function sizesOf({ queries, keys, plan }: Problem): Sizes {
  return { heads: plan.heads, queries: queries.rows, keys: keys.rows };
}

/** No mask or causal order: those are addressed in the call, whatever it is a part of. */
const unmasked = problems(({ L, seed }) => ({
  L: L + 1,
  causal: undefined,
  mask: undefined,
  dropout: { rate: 0.5, seed },
}));

test('a call on some queries drops what the call on all of them drops there', () => {
  fc.assert(
    fc.property(unmasked, fc.nat(), fc.nat(), (problem, a, b) => {
      const { queries, keys, values, options } = problem;
      const start = a % queries.rows;
      const end = start + (b % (queries.rows - start)) + 1;
      const dropout = { rate: 0.5, seed: options.dropout!.seed!, firstQuery: start };
      const whole = attention.attend(queries, keys, values, { ...options, want });
      const some = attention.attend(rows(queries, start, end), keys, values, { ...options, dropout, want });
      expect(some.kept).toEqual(bits(whole.kept, sizesOf(problem), start, end));
      // Numbers are those of promise 10: how many queries there are decides in which order they are added up.
      expectWithin(some.context.data, [...rows(whole.context, start, end).data], 1e-4);
      for (const [h, head] of some.weights.entries())
        expectWithin(head.data, [...rows(whole.weights[h]!, start, end).data], 1e-4);
    }),
    { numRuns: 200 },
  );
});

test('a call on some heads drops what the call on all of them drops there', () => {
  fc.assert(
    fc.property(unmasked, fc.nat(), fc.nat(), (problem, a, b) => {
      const { queries, keys, values, plan, options } = problem;
      const { heads, keyHeads } = plan;
      const head = a % heads;
      const firstQuery = b % 1000;
      const columns = (matrix: Matrix, index: number, count: number): Matrix => {
        const width = matrix.cols / count;
        const data = Float32Array.from(
          { length: matrix.rows * width },
          (_, i) => matrix.data[Math.floor(i / width) * matrix.cols + index * width + (i % width)]!,
        );
        return { rows: matrix.rows, cols: width, data };
      };
      const keyHead = Math.floor((head * keyHeads) / heads);
      const dropout = { rate: 0.5, seed: options.dropout!.seed!, firstQuery };
      const whole = attention.attend(queries, keys, values, { ...options, dropout, want });
      const one = attention.attend(
        columns(queries, head, heads),
        columns(keys, keyHead, keyHeads),
        columns(values, keyHead, keyHeads),
        { ...options, heads: 1, keyHeads: 1, dropout: { ...dropout, firstHead: head }, want },
      );
      const pairs = queries.rows * keys.rows;
      expect(one.kept).toEqual(whole.kept.slice(head * pairs, (head + 1) * pairs));
      expectWithin(one.weights[0]!.data, [...whole.weights[head]!.data], 1e-4);
    }),
    { numRuns: 200 },
  );
});

test('the parts of a pooled call stand where its own first query and head stand', async () => {
  const [queryCount, keyCount, width, seed] = [700, 600, 4, 5];
  const [firstQuery, firstHead] = [1_000_000, 3];
  const x = (count: number): Matrix => ({ rows: count, cols: width, data: new Float32Array(count * width) });
  const options = { heads: 2, dropout: { rate: 0.3, seed, firstQuery, firstHead }, want } as const;
  const [queries, keys] = [x(queryCount), x(keyCount)];
  const { kept } = await pool.attend(queries, keys, keys, options);
  expect(kept).toEqual(attention.attend(queries, keys, keys, options).kept);
  for (const [head, i, j] of [
    [0, 0, 0],
    [0, 699, 599],
    [1, 130, 7],
    [1, 699, 0],
  ] as const) {
    const keeps = philoxKeeps(seed, 0.3, firstHead + head, firstQuery + i, j);
    expect(kept[(head * queryCount + i) * keyCount + j]).toBe(keeps ? 1 : 0);
  }
});

test('a cache decodes with the dropout of the whole text', () => {
  const x: Matrix = { rows: 9, cols: 4, data: new Float32Array(36) };
  const dropout = { rate: 0.5, seed: 3 };
  const whole = attention.attend(x, x, x, { causal: true, dropout, want });
  const cache = attention.cache({ width: 4 });
  for (let i = 0; i < x.rows; i++) {
    const row = rows(x, i, i + 1);
    cache.append(row, row);
    const { kept } = cache.attend(row, { dropout: { ...dropout, firstQuery: i }, want });
    expect(kept).toEqual(whole.kept.slice(i * 9, i * 9 + i + 1));
  }
  cache.close();
});
