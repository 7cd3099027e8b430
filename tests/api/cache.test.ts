import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AttendOptions, loadAttention, type Matrix, type Want } from '../../dist/attention-wasm.js';
import { expectSame, thrown } from './support/expect.ts';
import { loadWithMemory } from './support/memory.ts';
import { Random } from './support/problems.ts';

const attention = await loadAttention();
const { attend, cache } = attention;

/** The matrix with the rows of another below its own. */
function below(upper: Matrix, lower: Matrix): Matrix {
  const data = new Float32Array(upper.data.length + lower.data.length);
  data.set(upper.data);
  data.set(lower.data, upper.data.length);
  return { rows: upper.rows + lower.rows, cols: upper.cols, data };
}

function first({ cols, data }: Matrix, rows: number): Matrix {
  return { rows, cols, data: data.slice(0, rows * cols) };
}

const shapes = fc.record({
  keyHeads: fc.integer({ min: 1, max: 3 }),
  perKeyHead: fc.integer({ min: 1, max: 3 }),
  width: fc.integer({ min: 0, max: 9 }),
  valueWidth: fc.integer({ min: 0, max: 9 }),
});
const steps = fc.array(
  fc.oneof(
    fc.record({ append: fc.nat({ max: 20 }) }),
    fc.record({ truncate: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({
      queries: fc.nat({ max: 5 }),
      causal: fc.constantFrom(undefined, true, false, 'top-left' as const),
    }),
  ),
  { maxLength: 20 },
);

describe('a cache', () => {
  test('attends to all that was appended and not truncated, as attend does, bit for bit', () => {
    fc.assert(
      fc.property(shapes, steps, fc.integer(), ({ keyHeads, perKeyHead, width, valueWidth }, steps, seed) => {
        const random = new Random(seed);
        const heads = keyHeads * perKeyHead;
        const held = cache({ keyHeads, width, valueWidth });
        let keys = random.normal(0, keyHeads * width);
        let values = random.normal(0, keyHeads * valueWidth);
        for (const step of steps) {
          if ('append' in step) {
            const [k, v] = [random.normal(step.append, keys.cols), random.normal(step.append, values.cols)];
            held.append(k, v);
            [keys, values] = [below(keys, k), below(values, v)];
          } else if ('truncate' in step) {
            const length = Math.floor(step.truncate * keys.rows);
            held.truncate(length);
            [keys, values] = [first(keys, length), first(values, length)];
          } else {
            const queries = random.normal(step.queries, heads * width);
            const want = ['scores', 'weights'] as const;
            const causal = step.causal === undefined || step.causal === true ? 'bottom-right' : step.causal;
            const options: AttendOptions<(typeof want)[number]> = { heads, want };
            if (step.causal !== undefined) options.causal = step.causal;
            const actual = held.attend(queries, options);
            const expected = attend(queries, keys, values, { heads, keyHeads, causal, want });
            expectSame(actual.context, expected.context);
            for (let h = 0; h < heads; h++) {
              expectSame(actual.weights[h]!, expected.weights[h]!);
              expectSame(actual.scores[h]!, expected.scores[h]!);
            }
            expectSame(
              held.attend(queries, { heads, causal }).context,
              attend(queries, keys, values, { heads, keyHeads, causal }).context,
            );
          }
          expect(held.length).toBe(keys.rows);
        }
        held.close();
      }),
      { numRuns: 100 },
    );
  });

  test('takes as many heads as it has key heads, unless told otherwise', () => {
    const random = new Random(1);
    const [q, k, v] = [random.normal(2, 6), random.normal(4, 6), random.normal(4, 8)];
    const held = cache({ keyHeads: 2, width: 3, valueWidth: 4 });
    held.append(k, v);
    expectSame(held.attend(q).context, attend(q, k, v, { heads: 2, causal: 'bottom-right' }).context);
    held.close();
  });

  test('keeps its own copy of what was appended', () => {
    const random = new Random(2);
    const [q, k, v] = [random.normal(1, 3), random.normal(4, 3), random.normal(4, 3)];
    const held = cache({ width: 3 });
    held.append(k, v);
    const before = held.attend(q).context;
    k.data.fill(7);
    v.data.fill(7);
    expectSame(held.attend(q).context, before);
    held.close();
  });

  test('names what is not finite among what it holds', () => {
    const held = cache({ width: 1 });
    held.append(
      { rows: 2, cols: 1, data: Float32Array.of(1, Number.NaN) },
      { rows: 2, cols: 1, data: Float32Array.of(1, 1) },
    );
    const query = { rows: 1, cols: 1, data: Float32Array.of(1) };
    expect(thrown(() => held.attend(query)).message).toContain('keys row 1, column 0 is NaN');
    expect(held.attend(query, { keyPadding: Uint8Array.of(1, 0) }).context.data).toEqual(Float32Array.of(1));
    held.truncate(1);
    expect(held.attend(query).context.data).toEqual(Float32Array.of(1));
    held.close();
  });

  test('is an error to use after it was closed, and no error to close again', () => {
    const held = cache({ width: 2 });
    const rows: Matrix = { rows: 1, cols: 2, data: Float32Array.of(1, 2) };
    held.append(rows, rows);
    held.close();
    held.close();
    expect(held.length).toBe(0);
    for (const use of [() => held.append(rows, rows), () => held.truncate(0), () => held.attend(rows)]) {
      expect(thrown(use).message).toBe('the cache is closed');
    }
  });

  test('gives its memory back', async () => {
    // A module of its own, so that no other test has made its memory large before.
    const api: typeof import('../../dist/attention-wasm.js') = await import(
      // @ts-expect-error the same file under another name
      '../../dist/attention-wasm.js?cache'
    );
    const { attention, memoryBytes } = await loadWithMemory(api);
    const rows: Matrix = { rows: 64, cols: 64, data: new Float32Array(64 * 64) };
    const fill = () => {
      const held = attention.cache({ width: 64 });
      for (let i = 0; i < 20; i++) held.append(rows, rows);
      held.close();
    };
    fill();
    const before = memoryBytes();
    for (let i = 0; i < 200; i++) fill();
    expect(memoryBytes()).toBe(before);
  });
});

describe('wrong arguments of a cache', () => {
  // biome-ignore lint/suspicious/noExplicitAny: what the types forbid
  const wrong = cache as any;
  const zeros = (rows: number, cols: number): Matrix => ({ rows, cols, data: new Float32Array(rows * cols) });
  const held = cache({ keyHeads: 2, width: 3, valueWidth: 4 });
  held.append(zeros(5, 6), zeros(5, 8));
  const q = zeros(1, 6);
  // biome-ignore lint/suspicious/noExplicitAny: what the types forbid
  const attendWith = (options: any) => () => held.attend<Want>(q, options);

  test.each<[string, ErrorConstructor, () => unknown]>([
    ['shape must be an object, not undefined', TypeError, () => wrong()],
    [
      "shape has no 'heads'; there are keyHeads, width, valueWidth",
      TypeError,
      () => wrong({ heads: 2, width: 3 }),
    ],
    ['shape.width must be a number, not undefined', TypeError, () => wrong({})],
    ['shape.width is -1', RangeError, () => wrong({ width: -1 })],
    ['shape.keyHeads is 0', RangeError, () => wrong({ keyHeads: 0, width: 1 })],
    ['keys has 5 columns; the cache has 6', RangeError, () => held.append(zeros(1, 5), zeros(1, 8))],
    ['values has 6 columns; the cache has 8', RangeError, () => held.append(zeros(1, 6), zeros(1, 6))],
    ['values has 2 rows; keys has 1', RangeError, () => held.append(zeros(1, 6), zeros(2, 8))],
    [
      'keys must be a matrix { rows, cols, data }, not null',
      TypeError,
      () => held.append(null as never, zeros(2, 8)),
    ],
    ['length is 6; the cache holds 5', RangeError, () => held.truncate(6)],
    ['length is NaN', RangeError, () => held.truncate(Number.NaN)],
    ['keyHeads is 1; the cache has 2', RangeError, attendWith({ keyHeads: 1 })],
    ['heads must be a number, not null', TypeError, attendWith({ heads: null })],
    [
      'the cache has 6 columns; queries has 6, 2 a head: 4 for 2 key heads',
      RangeError,
      attendWith({ heads: 3 }),
    ],
    ['keyPadding has 4 entries; 5 keys make 5', RangeError, attendWith({ keyPadding: new Uint8Array(4) })],
  ])('%s', (message, type, call) => {
    const error = thrown(call);
    expect(error).toBeInstanceOf(type);
    expect(error.message).toContain(message);
    expect(held.length).toBe(5);
  });
});
