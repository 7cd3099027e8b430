import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import {
  type AttentionPool,
  createAttentionPool,
  loadAttention,
  type Matrix,
  type PooledOptions,
  type Projections,
  type Want,
} from '../../dist/attention-wasm.js';
import { expectSame, thrown } from './support/expect.ts';
import { copyOf, problems, Random } from './support/problems.ts';

const attention = await loadAttention();
const workers = await createAttentionPool({ workers: 3 });
const inPlace = await createAttentionPool({ workers: 0 });
afterAll(() => {
  workers.close();
  inPlace.close();
});

const pools = [
  ['workers', workers],
  ['in place', inPlace],
] as const;

/** Everything in it is the same, bit for bit. */
function expectSameResults(actual: object, expected: object): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, value] of Object.entries(expected)) {
    const other = (actual as Record<string, unknown>)[name];
    if (Array.isArray(value))
      for (const [h, head] of value.entries()) expectSame((other as Matrix[])[h]!, head);
    else if (value instanceof Uint8Array) expect(other).toEqual(value);
    else expectSame(other as Matrix, value as Matrix);
  }
}

async function rejection(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => expect.fail('nothing was rejected'),
    (error) => error,
  );
}

// Sizes on both sides of what is divided: several blocks of queries, and the last one short.
const large = fc.constantFrom(1, 5, 127, 128, 129, 300, 517);
const large2 = fc.constantFrom(1, 9, 64, 250, 400);

test('a number of workers that no machine has is an error before any starts', async () => {
  await expect(createAttentionPool({ workers: 1e9 })).rejects.toThrow(
    new RangeError('workers is 1000000000; it must be a whole number from 0 to 256'),
  );
});

test('the workers are there', () => {
  expect(workers.workers).toBe(3);
  expect(inPlace.workers).toBe(0);
});

describe.each(pools)('a pool (%s)', (_, pool) => {
  test('attends as attend does, bit for bit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .tuple(large, large2, fc.integer({ min: 1, max: 40 }))
          .chain(([L, S, d]) => problems(() => ({ L, S, d }))),
        fc.subarray(['scores', 'weights', 'kept'] as Want[]),
        async ({ queries, keys, values, options }, want) => {
          const all = { ...options, want };
          expectSameResults(
            await pool.attend(queries, keys, values, all),
            attention.attend(queries, keys, values, all),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  const random = new Random(3);
  const projections: Projections = {
    query: random.normal(24, 32),
    key: random.normal(24, 16),
    value: random.normal(24, 20),
    output: random.normal(40, 24),
    queryBias: random.normal(1, 32).data,
    outputBias: random.normal(1, 24).data,
  };

  test('projects and attends as self-attention and cross-attention do, bit for bit', async () => {
    const [x, y] = [random.normal(389, 24), random.normal(261, 24)];
    const options = { heads: 4, keyHeads: 2, causal: 'bottom-right', want: ['weights'] } as const;
    expectSameResults(
      await pool.selfAttention(x, projections, options),
      attention.selfAttention(x, projections, options),
    );
    expectSameResults(
      await pool.crossAttention(x, y, projections, options),
      attention.crossAttention(x, y, projections, options),
    );
    const own = { heads: 3, causal: true, scale: 0.3 } as const;
    expectSameResults(await pool.selfAttention(x, null, own), attention.selfAttention(x, null, own));
  });

  test('does small calls, and empty ones', async () => {
    const [q, k] = [random.normal(2, 4), random.normal(0, 4)];
    for (const [queries, keys] of [
      [q, q],
      [q, k],
      [k, q],
    ] as const) {
      expectSameResults(await pool.attend(queries, keys, keys), attention.attend(queries, keys, keys));
    }
  });

  test('does several calls at once', async () => {
    const calls = [200, 300, 400].map((n) => random.normal(n, 48));
    const results = await Promise.all(calls.map((x) => pool.attend(x, x, x, { heads: 2 })));
    for (const [i, x] of calls.entries()) {
      expectSameResults(results[i]!, attention.attend(x, x, x, { heads: 2 }));
    }
  });

  test('has its own copy of everything from the moment of the call', async () => {
    const x = random.normal(300, 24);
    const mask = random.bits(300 * 300, 0.5);
    const weights = { ...projections, query: copyOf(projections.query), output: copyOf(projections.output!) };
    const options = {
      heads: 4,
      keyHeads: 2,
      mask,
      dropout: { rate: 0.5, keep: random.bits(4 * 300 * 300, 0.5) },
    };
    const expected = attention.selfAttention(x, weights, options);
    const call = pool.selfAttention(x, weights, options);
    for (const array of [x.data, mask, weights.query.data, weights.output.data, options.dropout.keep])
      array.fill(0);
    expectSameResults(await call, expected);
  });

  test('rejects what attention throws, with the same words', async () => {
    const x = random.normal(300, 24);
    const bad = (row: number, column: number, value = Number.NaN) => {
      const changed = copyOf(x);
      changed.data[row * 24 + column] = value;
      return changed;
    };
    const { attend, selfAttention } = attention;
    const two = { heads: 2 };
    const huge = { ...x, data: x.data.map((value) => value * 1e30) };
    const cases: [call: (from: { attend: typeof attend; selfAttention: typeof selfAttention }) => unknown][] =
      [
        [(from) => from.attend(bad(299, 20), bad(3, 13), x, two)],
        [(from) => from.attend(x, bad(3, 13), bad(2, 1), two)],
        [(from) => from.attend(x, x, bad(250, 14, Number.POSITIVE_INFINITY), two)],
        [(from) => from.attend(huge, huge, x, two)],
        [(from) => from.attend(x, random.normal(4, 12), x)],
        [(from) => from.attend(x, x, x, { causal: true, mask: new Uint8Array(3) })],
        [(from) => from.selfAttention(bad(290, 3), projections, { heads: 4, keyHeads: 2 })],
        [
          (from) =>
            from.selfAttention(
              x,
              { ...projections, outputBias: new Float32Array(24).fill(Number.NaN) },
              { heads: 4, keyHeads: 2 },
            ),
        ],
        [(from) => from.selfAttention(bad(1, 1), null)],
      ];
    for (const [call] of cases) {
      const expected = thrown(() => call(attention));
      const actual = await rejection(call(pool as never) as Promise<unknown>);
      expect([actual.name, actual.message]).toEqual([expected.name, expected.message]);
    }
    expectSameResults(await pool.attend(x, x, x), attend(x, x, x));
  });

  test('tells how far it is', async () => {
    const x = random.normal(600, 24);
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    await pool.selfAttention(x, projections, { heads: 4, keyHeads: 2, onProgress });
    expect(shares.length).toBeGreaterThan(3);
    expect(shares.every((share, i) => share > (shares[i - 1] ?? 0))).toBe(true);
    expect(shares.at(-1)).toBe(1);
    shares.length = 0;
    await pool.attend(random.normal(1, 4), random.normal(1, 4), random.normal(1, 4), { onProgress });
    expect(shares).toEqual([1]);
  });

  test('ends a call when its signal aborts, and goes on with others', async () => {
    const x = random.normal(4096, 64);
    const reason = new Error('the reader typed on');
    const abort = new AbortController();
    let pieces = 0;
    const onProgress = () => {
      if (++pieces === 2) abort.abort(reason);
    };
    expect(await rejection(pool.attend(x, x, x, { signal: abort.signal, onProgress }))).toBe(reason);
    expect(pieces).toBe(2);
    const y = random.normal(300, 24);
    expectSameResults(await pool.attend(y, y, y), attention.attend(y, y, y));
    expect(pieces).toBe(2);
    expect(await rejection(pool.attend(y, y, y, { signal: abort.signal }))).toBe(reason);
  });

  test('passes on what a listener of its progress throws', async () => {
    const x = random.normal(300, 24);
    const error = new Error('in the listener');
    const onProgress = () => {
      throw error;
    };
    expect(await rejection(pool.attend(x, x, x, { onProgress }))).toBe(error);
    expectSameResults(await pool.attend(x, x, x), attention.attend(x, x, x));
  });
});

describe('closing', () => {
  test.each([2, 0])('ends the calls of %i workers and refuses others', async (count) => {
    const pool = await createAttentionPool({ workers: count });
    const x = new Random(4).normal(2048, 64);
    const running = rejection(pool.attend(x, x, x));
    pool.close();
    pool.close();
    expect((await running).message).toBe('the pool is closed');
    expect((await rejection(pool.attend(x, x, x))).message).toBe('the pool is closed');
  });
});

describe('wrong arguments', () => {
  const create = createAttentionPool as (options: unknown) => Promise<AttentionPool>;
  const x = new Random(5).normal(2, 2);
  const attendWith = (options: unknown) => () => workers.attend(x, x, x, options as PooledOptions);

  test.each<[string, ErrorConstructor, () => Promise<unknown>]>([
    ["options has no 'threads'; there are workers", TypeError, () => create({ threads: 2 })],
    ['options must be an object, not number', TypeError, () => create(2)],
    ['workers must be a number, not string', TypeError, () => create({ workers: '2' })],
    ['workers is -1', RangeError, () => create({ workers: -1 })],
    ['workers is NaN', RangeError, () => create({ workers: Number.NaN })],
    ['signal must be an AbortSignal, not object', TypeError, attendWith({ signal: new AbortController() })],
    ['onProgress must be a function, not boolean', TypeError, attendWith({ onProgress: true })],
    [
      "options has no 'progress'; there are heads, keyHeads, scale, causal, mask, keyPadding, dropout, want, signal, onProgress",
      TypeError,
      attendWith({ progress: true }),
    ],
    [
      'queries must be a matrix { rows, cols, data }, not undefined',
      TypeError,
      () => (workers.attend as () => Promise<unknown>)(),
    ],
  ])('%s', async (message, type, call) => {
    const error = await rejection(call());
    expect(error).toBeInstanceOf(type);
    expect(error.message).toContain(message);
  });
});
