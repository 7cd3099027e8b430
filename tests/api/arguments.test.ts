import { describe, expect, test } from 'vitest';
import { loadAttention, type Matrix, matrix } from '../../dist/attention-wasm.js';
import { expectSame, thrown } from './support/expect.ts';
import { Random } from './support/problems.ts';

// Embind turns what does not fit into 0 or wraps it (NaN → 0, 2^31 → −2^31, "abc" → 0); so everything is checked before.

// biome-ignore lint/suspicious/noExplicitAny: most of what is passed here is what the types forbid
const { attend, selfAttention, crossAttention, random } = (await loadAttention()) as any;

const zeros = (rows: number, cols: number): Matrix => ({ rows, cols, data: new Float32Array(rows * cols) });
const q = zeros(5, 16);
const k = zeros(3, 16);
const v = zeros(3, 8);
const w = zeros(16, 4);
const projections = { query: w, key: w, value: w };

type Case = [message: string | RegExp, call: () => unknown];

const withOptions = (options: unknown) => () => attend(q, k, v, options);
const withDropout = (dropout: unknown) => withOptions({ dropout });
const withProjections = (change: object) => () => selfAttention(q, { ...projections, ...change });

const typeErrors: Case[] = [
  ['queries must be a matrix { rows, cols, data }, not undefined', () => attend()],
  ['keys must be a matrix { rows, cols, data }, not null', () => attend(q, null, v)],
  ['values must be a matrix { rows, cols, data }, not an array', () => attend(q, k, [[1]])],
  [
    'queries.data must be a Float32Array, not Float64Array',
    () => attend({ ...q, data: new Float64Array(80) }, k, v),
  ],
  [
    'queries.data must be a Float32Array, not an array',
    () => attend({ ...q, data: Array(80).fill(0) }, k, v),
  ],
  [
    'queries.data must be a Float32Array, not object',
    () => attend({ ...q, data: { length: 80, [Symbol.toStringTag]: 'Float32Array' } }, k, v),
  ],
  ['queries.rows must be a number, not string', () => attend({ ...q, rows: '5' }, k, v)],
  ['keys.cols must be a number, not bigint', () => attend(q, { ...k, cols: 16n }, v)],
  ['options must be an object, not number', withOptions(5)],
  ['options must be an object, not null', withOptions(null)],
  [
    /^options has no 'head'; there are heads, keyHeads, scale, causal, mask, keyPadding, dropout, want$/,
    withOptions({ head: 2 }),
  ],
  ['heads must be a number, not string', withOptions({ heads: 'abc' })],
  ['keyHeads must be a number, not boolean', withOptions({ keyHeads: true })],
  ['scale must be a number, not string', withOptions({ scale: '1' })],
  ['causal must be a boolean', withOptions({ causal: 1 })],
  ["causal has no 'by'; there are offset", withOptions({ causal: { by: 1 } })],
  [
    "causal must be a boolean, 'top-left', 'bottom-right' or { offset }, not null",
    withOptions({ causal: null }),
  ],
  ['causal.offset must be a number, not undefined', withOptions({ causal: {} })],
  ['mask must be a Uint8Array, not an array', withOptions({ mask: Array(15).fill(1) })],
  ['mask must be a Uint8Array, not Float32Array', withOptions({ mask: new Float32Array(15) })],
  ['keyPadding must be a Uint8Array, not Int8Array', withOptions({ keyPadding: new Int8Array(3) })],
  ['dropout must be an object, not number', withDropout(0.1)],
  ["dropout has no 'p'; there are rate, seed, keep", withDropout({ rate: 0.1, seed: 1, p: 0.1 })],
  ['dropout.rate must be a number, not undefined', withDropout({ seed: 1 })],
  ['dropout has neither seed nor keep', withDropout({ rate: 0.1 })],
  ['dropout has both seed and keep', withDropout({ rate: 0.1, seed: 1, keep: new Uint8Array(15) })],
  ['dropout.seed must be a number, not bigint', withDropout({ rate: 0.1, seed: 1n })],
  ['dropout.keep must be a Uint8Array, not an array', withDropout({ rate: 0.1, keep: [1] })],
  ['dropout.firstQuery must be a number, not string', withDropout({ rate: 0.1, seed: 1, firstQuery: '1' })],
  [
    "dropout.firstQuery is for a seed; dropout.keep is this call's own",
    withDropout({ rate: 0.1, keep: new Uint8Array(15), firstQuery: 0 }),
  ],
  [
    "dropout.firstHead is for a seed; dropout.keep is this call's own",
    withDropout({ rate: 0.1, keep: new Uint8Array(15), firstHead: 0 }),
  ],
  ['want must be an array, not string', withOptions({ want: 'weights' })],
  ['want must hold strings, not number', withOptions({ want: [1] })],
  ['inputs must be a matrix { rows, cols, data }, not undefined', () => selfAttention()],
  ['projections must be an object, not undefined', () => selfAttention(q)],
  ['projections must be an object, not null', () => crossAttention(q, k, null)],
  ["projections has no 'out'; there are query, key, value, output, queryBias", withProjections({ out: w })],
  [
    'projections.key must be a matrix { rows, cols, data }, not undefined',
    withProjections({ key: undefined }),
  ],
  [
    'projections.queryBias must be a Float32Array, not an array',
    withProjections({ queryBias: [0, 0, 0, 0] }),
  ],
  [
    'projections.outputBias is given without projections.output',
    withProjections({ outputBias: new Float32Array(4) }),
  ],
  ['seed must be a number, not string', () => random('123')],
  ['rows must be a number, not undefined', () => random(1).rand()],
  ['outputs must be a number, not string', () => random(1).linear(2, '2')],
  ['bias must be a boolean, not number', () => random(1).linear(2, 2, 0)],
  ['rows must be an array of arrays of numbers', () => matrix('12' as never)],
  ['row 1 must be an array of numbers', () => matrix([[1], 2] as never)],
  ['row 0, column 1 must be a number, not string', () => matrix([[1, '2']] as never)],
];

const rangeErrors: Case[] = [
  ['keys has 12 columns; queries has 16', () => attend(q, zeros(3, 12), v)],
  ['values has 4 rows; keys has 3', () => attend(q, k, zeros(4, 8))],
  ['keys has 16 columns; queries has 16, 8 a head: 8 for 1 key head', withOptions({ heads: 2, keyHeads: 1 })],
  [
    'queries.data has 79 numbers; 5 rows × 16 columns make 80',
    () => attend({ ...q, data: new Float32Array(79) }, k, v),
  ],
  ['queries.rows is NaN', () => attend({ ...q, rows: Number.NaN }, k, v)],
  ['queries.rows is -1', () => attend({ ...q, rows: -1 }, k, v)],
  ['queries.cols is 1.5', () => attend({ ...q, cols: 1.5 }, k, v)],
  ['queries.rows is 2147483648', () => attend({ rows: 2 ** 31, cols: 0, data: new Float32Array() }, k, v)],
  ['heads is 0', withOptions({ heads: 0 })],
  ['heads is -2147483648', withOptions({ heads: -(2 ** 31) })],
  ['heads is 4294967297', withOptions({ heads: 2 ** 32 + 1 })],
  ['heads is NaN', withOptions({ heads: Number.NaN })],
  ['heads is 1.5', withOptions({ heads: 1.5 })],
  ['keyHeads is 0', withOptions({ keyHeads: 0 })],
  ['keyHeads is 4; heads is 2', withOptions({ heads: 2, keyHeads: 4 })],
  ['queries has 16 columns, which do not divide into 3 heads', withOptions({ heads: 3 })],
  ['values has 8 columns, which do not divide into 16 key heads', withOptions({ heads: 16 })],
  ['scale is NaN', withOptions({ scale: Number.NaN })],
  ['scale is Infinity', withOptions({ scale: Number.POSITIVE_INFINITY })],
  ['scale is 1e+39', withOptions({ scale: 1e39 })],
  ["causal is 'lower'", withOptions({ causal: 'lower' })],
  [/5 queries and 3 keys.*'top-left'.*'bottom-right'/s, withOptions({ causal: true })],
  ['causal.offset is NaN', withOptions({ causal: { offset: Number.NaN } })],
  ['causal.offset is 0.5', withOptions({ causal: { offset: 0.5 } })],
  ['mask has 14 entries; 5 queries × 3 keys make 15', withOptions({ mask: new Uint8Array(14) })],
  ['mask[13] is 2', withOptions({ mask: Uint8Array.of(0, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 2, 1) })],
  ['mask[1] is 255', withOptions({ mask: Uint8Array.of(0, 255, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 1, 2, 1) })],
  ['keyPadding has 5 entries; 3 keys make 3', withOptions({ keyPadding: new Uint8Array(5) })],
  ['keyPadding[2] is 3', withOptions({ keyPadding: Uint8Array.of(1, 1, 3) })],
  ['dropout.rate is NaN', withDropout({ rate: Number.NaN, seed: 1 })],
  ['dropout.rate is -0.1', withDropout({ rate: -0.1, seed: 1 })],
  ['dropout.rate is 1.5', withDropout({ rate: 1.5, seed: 1 })],
  ['dropout.seed is NaN', withDropout({ rate: 0.1, seed: Number.NaN })],
  ['dropout.seed is 9007199254740992', withDropout({ rate: 0.1, seed: 2 ** 53 })],
  [
    'dropout.keep has 14 entries; 1 head × 5 queries × 3 keys make 15',
    withDropout({ rate: 0.1, keep: new Uint8Array(14) }),
  ],
  ['dropout.firstQuery is -1', withDropout({ rate: 0.1, seed: 1, firstQuery: -1 })],
  ['dropout.firstHead is -1', withDropout({ rate: 0.1, seed: 1, firstHead: -1 })],
  ['dropout.firstQuery is 0.5', withDropout({ rate: 0.1, seed: 1, firstQuery: 0.5 })],
  [
    'dropout.firstQuery is 2147483643; it must be a whole number from 0 to 2147483642',
    withDropout({ rate: 0.1, seed: 1, firstQuery: 2147483643 }),
  ],
  ['dropout.keep[0] is 9', withDropout({ rate: 0.1, keep: new Uint8Array(15).fill(9) })],
  ["want has no 'attention'; there are scores, weights, kept", withOptions({ want: ['attention'] })],
  ['projections.query is 4 × 16; inputs is 5 × 16', withProjections({ query: zeros(4, 16) })],
  [
    'projections.key is 4 × 4; keyInputs is 3 × 8',
    () => crossAttention(q, zeros(3, 8), { ...projections, key: zeros(4, 4) }),
  ],
  ['projections.key has 6 columns; projections.query has 4', withProjections({ key: zeros(16, 6) })],
  [
    'projections.valueBias has 5 entries; projections.value has 4 columns',
    withProjections({ valueBias: new Float32Array(5) }),
  ],
  ['projections.output is 3 × 2; the context is 5 × 4', withProjections({ output: zeros(3, 2) })],
  [
    'projections.query has 4 columns, which do not divide into 3 heads',
    () => selfAttention(q, projections, { heads: 3 }),
  ],
  ['inputs has 16 columns, which do not divide into 3 heads', () => selfAttention(q, null, { heads: 3 })],
  ['keyHeads is 1; heads is 2', () => selfAttention(q, null, { heads: 2, keyHeads: 1 })],
  ['seed is NaN', () => random(Number.NaN)],
  ['seed is 1e+300', () => random(1e300)],
  ['rows is -1', () => random(1).rand(-1, 2)],
  ['cols is 4294967296', () => random(1).rand(1, 2 ** 32)],
  ['inputs is Infinity', () => random(1).linear(Number.POSITIVE_INFINITY, 2)],
  ['row 1 has 1 number; row 0 has 2', () => matrix([[1, 2], [3]])],
  ['row 0, column 0 is 1e+39', () => matrix([[1e39]])],
  [
    /asks for \d+ bytes of memory, more than the 2147483648 there are/,
    () => attend(zeros(2 ** 16, 0), zeros(2 ** 15, 0), zeros(2 ** 15, 0), { want: ['weights'] }),
  ],
  [/asks for 4611686\d+ bytes of memory/, () => random(1).rand(2 ** 30, 2 ** 30)],
];

describe('a wrong type is a TypeError', () => {
  test.each(typeErrors)('%s', (message, call) => {
    const error = thrown(call);
    expect(error).toBeInstanceOf(TypeError);
    if (typeof message === 'string') expect(error.message).toContain(message);
    else expect(error.message).toMatch(message);
  });
});

describe('a wrong shape or value is a RangeError', () => {
  test.each(rangeErrors)('%s', (message, call) => {
    const error = thrown(call);
    expect(error).toBeInstanceOf(RangeError);
    if (typeof message === 'string') expect(error.message).toContain(message);
    else expect(error.message).toMatch(message);
  });
});

describe('what is accepted', () => {
  const source = new Random(1);
  const [queries, keys, values] = [source.normal(5, 16), source.normal(3, 16), source.normal(3, 8)];
  const expected = attend(queries, keys, values).context;

  test('an absent option may be said to be undefined', () => {
    const options = {
      heads: undefined,
      keyHeads: undefined,
      scale: undefined,
      causal: undefined,
      mask: undefined,
    };
    const more = { keyPadding: undefined, dropout: undefined, want: undefined };
    expectSame(attend(queries, keys, values, { ...options, ...more }).context, expected);
    expectSame(attend(queries, keys, values, undefined).context, expected);
  });

  test('numbers may start anywhere in a buffer, a shared one too', () => {
    for (const Buffer of [ArrayBuffer, globalThis.SharedArrayBuffer ?? ArrayBuffer]) {
      const inside = ({ rows, cols, data }: Matrix, offset: number) => {
        const view = new Float32Array(new Buffer(4 * data.length + 64), offset, data.length);
        view.set(data);
        return { rows, cols, data: view };
      };
      expectSame(attend(inside(queries, 4), inside(keys, 12), inside(values, 60)).context, expected);
    }
  });

  test('masks may start anywhere in a buffer', () => {
    const mask = Uint8Array.of(1, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1, 1, 0, 1, 0);
    const masked = attend(queries, keys, values, { mask }).context;
    for (let offset = 1; offset < 4; offset++) {
      const moved = new Uint8Array(32).fill(7);
      moved.set(mask, offset);
      const view = moved.subarray(offset, offset + 15);
      expectSame(attend(queries, keys, values, { mask: view }).context, masked);
    }
  });

  test('offsets of any size hide everything or nothing', () => {
    const causal = (offset: number) => attend(queries, keys, values, { causal: { offset } }).context;
    for (const offset of [3, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER]) expectSame(causal(offset), expected);
    for (const offset of [-5, -(2 ** 31), -(2 ** 32), Number.MIN_SAFE_INTEGER]) {
      expect(causal(offset).data.every((x: number) => x === 0)).toBe(true);
    }
  });

  test('numbers that were transferred away are told as missing', () => {
    const gone = { rows: 1, cols: 2, data: Float32Array.of(1, 2) };
    structuredClone(gone.data, { transfer: [gone.data.buffer] });
    expect(thrown(() => attend(gone, gone, gone)).message).toBe(
      'queries.data has 0 numbers; 1 row × 2 columns make 2',
    );
  });

  test('functions need no this', () => {
    const alone = attend;
    expectSame(alone(queries, keys, values).context, expected);
  });

  test('the module works on after errors of every kind', () => {
    for (const [, call] of [...typeErrors, ...rangeErrors]) thrown(call);
    expectSame(attend(queries, keys, values).context, expected);
  });
});

describe('matrix', () => {
  test('rounds to float32 and lets NaN and infinities pass', () => {
    const { rows, cols, data } = matrix([
      [0.1, Number.NaN],
      [Number.NEGATIVE_INFINITY, -0],
    ]);
    expect([rows, cols, ...data]).toEqual([2, 2, Math.fround(0.1), Number.NaN, Number.NEGATIVE_INFINITY, -0]);
  });

  test('of no rows is 0 × 0', () => {
    expect(matrix([])).toEqual(zeros(0, 0));
    expect(matrix([[], []])).toEqual(zeros(2, 0));
  });
});
