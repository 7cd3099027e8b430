import { describe, expect, test } from 'vitest';
import { type AttendOptions, loadAttention, type Matrix, matrix } from '../../dist/attention-wasm.js';
import golden from '../golden/chapter3.json' with { type: 'json' };
import { expectAccurate, expectMatrix, expectSame, expectWithin, thrown } from './support/expect.ts';
import { identity, Random } from './support/problems.ts';
import { reference } from './support/reference.ts';

// What went wrong for people elsewhere, as the smallest input that shows it. The comments say where it was reported.

const { attend, selfAttention } = await loadAttention();

const values = matrix([
  [1, 2],
  [3, 4],
]);
const weightsOnly = { want: ['weights'] } as const;
/** float32 rounding of numbers up to ten or so. */
const rounding = 2e-6;

/** Keys whose scores against the query [1] are these numbers. */
const keysFor = (...scores: number[]) => matrix(scores.map((score) => [score]));
const one = matrix([[1]]);
const column = (...numbers: number[]) => matrix(numbers.map((x) => [x]));
const zeros = (rows: number, cols: number): Matrix => ({ rows, cols, data: new Float32Array(rows * cols) });
const unitMatrix = (n: number) =>
  matrix(Array.from({ length: n }, (_, r) => Array.from({ length: n }, (_, c) => (r === c ? 1 : 0))));

describe('hidden keys', () => {
  // pytorch#103963: NaN. pytorch#110213, onnxruntime#28904: the mean of the values.
  test('a query that a mask hides everything from gets zeros, not NaN and not the mean', () => {
    const mask = new Uint8Array([1, 1, 0, 0]);
    const { context, weights } = attend(identity, identity, values, { mask, ...weightsOnly });
    expectMatrix(
      context,
      [
        [1.660477, 2.660477],
        [0, 0],
      ],
      rounding,
    );
    expect([...weights[0]!.data.subarray(2)]).toEqual([0, 0]);
    expect([...attend(identity, identity, values, { mask }).context.data.subarray(2)]).toEqual([0, 0]);
  });

  // pytorch#108108
  test('bottom-right order with more queries than keys leaves the first queries nothing', () => {
    const queries = matrix(Array.from({ length: 5 }, () => [1, 0]));
    const { context } = attend(queries, identity, column(10, 20), { causal: 'bottom-right' });
    expectMatrix(context, [[0], [0], [0], [10], [13.302385]], 1e-5);
  });

  // pytorch#103082
  test('one query after eight keys sees all of them from the bottom right, and one from the top left', () => {
    const eight = column(1, 2, 3, 4, 5, 6, 7, 8);
    const step = (causal: 'bottom-right' | 'top-left') =>
      attend(zeros(1, 1), zeros(8, 1), eight, { causal }).context;
    expectMatrix(step('bottom-right'), [[4.5]], rounding);
    expectMatrix(step('top-left'), [[1]], 0);
  });

  // LLMs-from-scratch#1061
  test('in a mask 1 keeps and 0 hides', () => {
    const upper = new Uint8Array([0, 1, 1, 0, 0, 1, 0, 0, 0]);
    const lower = upper.map((x) => 1 - x);
    const weights = (mask: Uint8Array) =>
      attend(zeros(3, 2), zeros(3, 2), unitMatrix(3), { mask, ...weightsOnly }).weights[0];
    expectMatrix(
      weights(upper),
      [
        [0, 1 / 2, 1 / 2],
        [0, 0, 1],
        [0, 0, 0],
      ],
      1e-7,
    );
    expectMatrix(
      weights(lower),
      [
        [1, 0, 0],
        [1 / 2, 1 / 2, 0],
        [1 / 3, 1 / 3, 1 / 3],
      ],
      1e-7,
    );
  });

  // mlverse/torch#1205
  test('key padding is a mask whose padded columns are 0', () => {
    const random = new Random(6);
    const [q, k, v] = [random.normal(4, 5), random.normal(3, 5), random.normal(3, 2)];
    const padded = attend(q, k, v, { keyPadding: new Uint8Array([1, 1, 0]), ...weightsOnly });
    const masked = attend(q, k, v, {
      mask: new Uint8Array([1, 1, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0]),
      ...weightsOnly,
    });
    expectSame(padded.context, masked.context);
    expectSame(padded.weights[0]!, masked.weights[0]!);
    for (let i = 0; i < 4; i++) expect(padded.weights[0]!.data[3 * i + 2]).toBe(0);
  });

  // pytorch#101967
  test.each(['keys', 'values'] as const)('NaN in %s under the mask does not leak', (where) => {
    const clean = matrix([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
    const dirty = matrix([
      [0, 1, 2, 3],
      [Number.NaN, 5, 6, 7],
    ]);
    const mask = new Uint8Array([1, 0, 1, 0]);
    for (const want of [[], ['weights']] as const) {
      const { context } = attend(
        clean,
        where === 'keys' ? dirty : clean,
        where === 'values' ? dirty : clean,
        { mask, want },
      );
      expectMatrix(
        context,
        [
          [0, 1, 2, 3],
          [0, 1, 2, 3],
        ],
        0,
      );
    }
  });
});

describe('heads', () => {
  // pytorch#34537
  test('weights are given for each head, not averaged', () => {
    const keys = matrix([
      [0, Math.log(9)],
      [Math.log(3), 0],
    ]);
    const { weights } = attend(matrix([[1, 1]]), keys, keys, { heads: 2, scale: 1, ...weightsOnly });
    expectMatrix(weights[0], [[0.25, 0.75]], rounding);
    expectMatrix(weights[1], [[0.9, 0.1]], rounding);
  });

  // vit-pytorch#65
  test('the default scale goes by the width of a head, not of the model', () => {
    const keys = matrix([Array(8).fill(1), Array(8).fill(0)]);
    const { weights } = attend(matrix([Array(8).fill(1)]), keys, keys, { heads: 2, ...weightsOnly });
    for (const head of weights) expectMatrix(head, [[0.880797, 0.119203]], rounding);
  });

  // llms-from-scratch-rs#30
  test('the softmax goes over keys', () => {
    const x = matrix(golden.x);
    const { weights, context } = attend(x, x, x, { scale: 1, ...weightsOnly });
    const second = ({ cols, data }: Matrix) => data.subarray(cols, 2 * cols);
    // Figures printed to four decimals.
    expectWithin(second(weights[0]!), [0.1385, 0.2379, 0.2333, 0.124, 0.1082, 0.1581], 5.1e-5);
    expectWithin(second(context), [0.4419, 0.6515, 0.5683], 5.1e-5);
  });

  // nanoGPT#416, nanoGPT#629
  test('a projection stored d_out × d_in is an error that names both shapes', () => {
    const stored = zeros(2, 3);
    const error = thrown(() => selfAttention(zeros(6, 3), { query: stored, key: stored, value: stored }));
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toContain('projections.query is 2 × 3; inputs is 6 × 3');
  });
});

describe('dropout', () => {
  const rateOf = (rate: number, seed: number): AttendOptions<'weights'> => ({
    dropout: { rate, seed },
    ...weightsOnly,
  });

  // pytorch#42929
  test('a row need not sum to 1 with it, and does without', () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 40; seed++)
      seen.add(attend(one, one, one, rateOf(0.2, seed)).weights[0]!.data[0]!);
    // 1 / (1 − 0.2), where 0.2 is a float32.
    expectWithin([...seen].sort(), [0, 1.25], 1e-6);
    expect(attend(one, one, one, weightsOnly).weights[0]!.data[0]).toBe(1);
  });

  // LLMs-from-scratch#431
  test('survivors are divided by 1 − rate, not by rate', () => {
    const { weights } = attend(one, one, one, {
      dropout: { rate: 0.1, keep: new Uint8Array([1]) },
      ...weightsOnly,
    });
    expectMatrix(weights[0], [[1.1111111]], 1e-6);
  });

  // pytorch#124464
  test('acts only when asked for', () => {
    const random = new Random(11);
    const [q, k, v] = [random.normal(9, 8), random.normal(9, 8), random.normal(9, 8)];
    const first = attend(q, k, v).context;
    expectSame(attend(q, k, v).context, first);
    expectSame(attend(q, k, v, { dropout: { rate: 0, seed: 1 } }).context, first);
    expect([...attend(q, k, v, { dropout: { rate: 0.5, seed: 1 } }).context.data]).not.toEqual([
      ...first.data,
    ]);
  });

  // pytorch#1833
  test('survivors are divided by 1 − rate however near rate is to 1', () => {
    for (const rate of [0.99, 0.999, 0.9999, 0.999999, 0.9999999, 1 - 2 ** -40]) {
      const { weights } = attend(one, one, one, {
        dropout: { rate, keep: new Uint8Array([1]) },
        want: ['weights'],
      });
      // A float32 holds it within 6e-8 of its size.
      expect(weights[0]!.data[0]! * (1 - rate)).toBeCloseTo(1, 6);
    }
  });

  test('of rate 1 gives zeros, and rates outside [0, 1] are errors', () => {
    const { context, weights } = attend(identity, identity, values, rateOf(1, 3));
    expect([...context.data, ...weights[0]!.data]).toEqual(Array(8).fill(0));
    for (const rate of [-0.1, 1.1, 10, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(thrown(() => attend(identity, identity, values, rateOf(rate, 3)))).toBeInstanceOf(RangeError);
    }
  });
});

describe('shapes', () => {
  // pytorch#141218
  test('no queries give an empty context, and no keys give zeros', () => {
    expect(attend(zeros(0, 4), zeros(3, 4), zeros(3, 2)).context).toEqual(zeros(0, 2));
    expect(attend(zeros(3, 4), zeros(0, 4), zeros(0, 2)).context).toEqual(zeros(3, 2));
    expect(attend(matrix([]), zeros(3, 4), zeros(3, 2)).context).toEqual(zeros(0, 2));
    expect(attend(zeros(3, 4), matrix([]), zeros(0, 2)).context).toEqual(zeros(3, 2));
    expect(attend(matrix([]), matrix([]), matrix([])).context).toEqual(zeros(0, 0));
  });

  // SageAttention#377
  test('no lane beyond the last row or column counts', () => {
    const random = new Random(16);
    for (const L of [1, 3, 5, 7, 9, 13]) {
      for (const S of [1, 3, 5, 7, 9, 13]) {
        for (const d of [1, 3, 5, 7]) {
          const [queries, keys, values] = [random.normal(L, d), random.normal(S, d), random.normal(S, d)];
          const always = () => true;
          const plan = {
            heads: 1,
            keyHeads: 1,
            scale: 1 / Math.sqrt(d),
            sees: always,
            rate: 0,
            keeps: always,
          };
          const exact = reference(queries, keys, values, plan);
          const problem = { queries, keys, values, options: {}, plan };
          expectAccurate(attend(queries, keys, values), exact, problem);
          expectAccurate(attend(queries, keys, values, { want: ['scores', 'weights'] }), exact, problem);
        }
      }
    }
  });
});

describe('large numbers', () => {
  // machinelearning#3648
  test('large scores do not overflow', () => {
    const weights = (...scores: number[]) => {
      const keys = keysFor(...scores);
      const result = attend(one, keys, keys, { scale: 1, ...weightsOnly });
      expectSame(attend(one, keys, keys, { scale: 1 }).context, result.context);
      return [...result.weights[0]!.data];
    };
    const [first, second, third] = weights(90, 2, -2);
    expect(first).toBe(1);
    expect(second).toBeGreaterThanOrEqual(0);
    expect(second).toBeLessThanOrEqual(1e-37);
    expect(third).toBeGreaterThanOrEqual(0);
    expect(third).toBeLessThanOrEqual(1e-37);
    expect(weights(1000, 1000, -1000)).toEqual([0.5, 0.5, 0]);
  });

  // pytorch#6864, jax#21495
  test('an infinite query is an error, never a plausible row', () => {
    for (const want of [[], ['weights']] as const) {
      const queries = matrix([
        [1, 0],
        [0, Number.POSITIVE_INFINITY],
      ]);
      const error = thrown(() => attend(queries, identity, values, { want }));
      expect(error).toBeInstanceOf(RangeError);
      expect(error.message).toContain('queries row 1, column 1 is Infinity');
    }
  });

  test('a score of −∞ is an error and no hidden key, where mask and padding hide others', () => {
    const visible = Uint8Array.of(0, 1, 1);
    const keys = matrix([[1], [Number.NEGATIVE_INFINITY], [1]]);
    for (const want of [[], ['weights']] as const) {
      const error = thrown(() =>
        attend(one, keys, zeros(3, 1), { mask: visible, keyPadding: visible, want }),
      );
      expect(error).toBeInstanceOf(RangeError);
      expect(error.message).toContain('keys row 1, column 0 is -Infinity');
    }
  });

  test('a score beyond float32 is an error that names the query and the key', () => {
    const error = thrown(() => attend(matrix([[1], [1e30]]), matrix([[1], [0], [1e30]]), zeros(3, 1)));
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toContain('query 1 and key 2 is Infinity');
  });
});
