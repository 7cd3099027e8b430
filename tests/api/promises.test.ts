import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAttention, type Matrix, type Want } from '../../dist/attention-wasm.js';
import { expectAccurate, expectSame, thrown } from './support/expect.ts';
import { copyOf, type Problem, problems } from './support/problems.ts';
import { at, reference } from './support/reference.ts';

// What the mathematics promises, each promise against random problems. With 150 problems a promise there are well over a
// thousand; a failure prints the seed that repeats it.
const runs = { numRuns: 150 };

const { attend } = await loadAttention();

const all: readonly Want[] = ['scores', 'weights', 'kept'];
const badNumbers = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);

function run<W extends Want = never>({ queries, keys, values, options }: Problem, want: readonly W[] = []) {
  return attend(queries, keys, values, { ...options, want });
}

function seesNothing({ keys, plan }: Problem, query: number): boolean {
  for (let j = 0; j < keys.rows; j++) if (plan.sees(query, j)) return false;
  return true;
}

function isSeen({ queries, plan }: Problem, key: number): boolean {
  for (let i = 0; i < queries.rows; i++) if (plan.sees(i, key)) return true;
  return false;
}

function rowOf({ cols, data }: Matrix, row: number): number[] {
  return [...data.subarray(row * cols, (row + 1) * cols)];
}

describe('visibility', () => {
  test('a query that sees no key has weights of 0 and a context of 0', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        const { context, weights } = run(problem, ['weights']);
        for (let i = 0; i < problem.queries.rows; i++) {
          if (!seesNothing(problem, i)) continue;
          expect(rowOf(context, i).every((x) => x === 0)).toBe(true);
          for (const head of weights) expect(rowOf(head, i).every((x) => x === 0)).toBe(true);
        }
      }),
      runs,
    );
  });

  test('what no query sees changes nothing, NaN and infinities included', () => {
    fc.assert(
      fc.property(problems(), badNumbers, (problem, bad) => {
        const poisoned = {
          ...problem,
          queries: copyOf(problem.queries),
          keys: copyOf(problem.keys),
          values: copyOf(problem.values),
        };
        const poison = ({ cols, data }: Matrix, row: number) => data.fill(bad, row * cols, (row + 1) * cols);
        for (let i = 0; i < problem.queries.rows; i++) {
          if (seesNothing(problem, i)) poison(poisoned.queries, i);
        }
        for (let j = 0; j < problem.keys.rows; j++) {
          if (isSeen(problem, j)) continue;
          poison(poisoned.keys, j);
          poison(poisoned.values, j);
        }
        expectSame(run(poisoned).context, run(problem).context);
        const [clean, dirty] = [run(problem, ['weights']), run(poisoned, ['weights'])];
        expectSame(dirty.context, clean.context);
        for (const [h, head] of dirty.weights.entries()) expectSame(head, clean.weights[h]!);
      }),
      runs,
    );
  });

  test('one NaN or infinity that is seen is a RangeError that names it', () => {
    fc.assert(
      fc.property(
        problems(),
        badNumbers,
        fc.nat(),
        fc.constantFrom(false, true),
        (problem, bad, pick, want) => {
          const seen: [name: 'queries' | 'keys' | 'values', index: number][] = [];
          for (const name of ['queries', 'keys', 'values'] as const) {
            for (let index = 0; index < problem[name].data.length; index++) {
              const row = Math.floor(index / problem[name].cols);
              if (name === 'queries' ? !seesNothing(problem, row) : isSeen(problem, row))
                seen.push([name, index]);
            }
          }
          fc.pre(seen.length > 0);
          const [name, index] = seen[pick % seen.length]!;
          const poisoned = { ...problem, [name]: copyOf(problem[name]) };
          poisoned[name].data[index] = bad;
          const error = thrown(() => run(poisoned, want ? all : []));
          expect(error).toBeInstanceOf(RangeError);
          const { cols } = problem[name];
          expect(error.message).toContain(
            `${name} row ${Math.floor(index / cols)}, column ${index % cols} is ${bad}`,
          );
        },
      ),
      runs,
    );
  });

  test('causal: true is for as many queries as keys; elsewhere the error names both alignments', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        const { queries, keys, values, options } = problem;
        const causal = () => attend(queries, keys, values, { ...options, causal: true });
        if (queries.rows === keys.rows) {
          expectSame(
            causal().context,
            run({ ...problem, options: { ...options, causal: 'top-left' } }).context,
          );
          expectSame(
            causal().context,
            run({ ...problem, options: { ...options, causal: 'bottom-right' } }).context,
          );
        } else {
          const error = thrown(causal);
          expect(error).toBeInstanceOf(RangeError);
          expect(error.message).toMatch(/'top-left'.*'bottom-right'/s);
        }
      }),
      runs,
    );
  });

  test('causal order, mask and key padding intersect', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        const { queries, keys, plan } = problem;
        const mask = Uint8Array.from({ length: queries.rows * keys.rows }, (_, pair) =>
          plan.sees(Math.floor(pair / keys.rows), pair % keys.rows) ? 1 : 0,
        );
        const { causal: _causal, keyPadding: _keyPadding, ...others } = problem.options;
        const masked = run({ ...problem, options: { ...others, mask } }, ['weights']);
        const { context, weights } = run(problem, ['weights']);
        const exact = reference(queries, keys, problem.values, plan);
        expectAccurate(masked, exact, problem);
        expectAccurate({ context, weights }, exact, problem);
        for (const [h, head] of weights.entries()) {
          const zeros = (matrix: Matrix) => Array.from(matrix.data, (x) => x === 0);
          expect(zeros(head)).toEqual(zeros(masked.weights[h]!));
        }
      }),
      runs,
    );
  });
});

describe('weights', () => {
  test('are exactly 0 where hidden, and sum to 1 where a query sees a key', () => {
    fc.assert(
      fc.property(
        problems(() => ({ dropout: undefined })),
        (problem) => {
          const { queries, keys, plan } = problem;
          for (const head of run(problem, ['weights']).weights) {
            for (let i = 0; i < queries.rows; i++) {
              for (let j = 0; j < keys.rows; j++) if (!plan.sees(i, j)) expect(at(head, i, j)).toBe(0);
              const sum = rowOf(head, i).reduce((a, b) => a + b, 0);
              // 1e-6 is a rounding of each of some forty weights.
              if (!seesNothing(problem, i)) expect(Math.abs(sum - 1)).toBeLessThanOrEqual(1e-6);
            }
          }
        },
      ),
      runs,
    );
  });

  test('are finite for finite scores of any size', () => {
    fc.assert(
      fc.property(problems(), fc.integer({ min: 0, max: 17 }), (problem, exponent) => {
        const grow = (matrix: Matrix) => ({ ...matrix, data: matrix.data.map((x) => x * 10 ** exponent) });
        const grown = { ...problem, queries: grow(problem.queries), keys: grow(problem.keys) };
        const { context, weights } = run(grown, ['weights']);
        expect(run(grown).context.data.every(Number.isFinite)).toBe(true);
        expect(context.data.every(Number.isFinite)).toBe(true);
        const most = problem.plan.rate < 1 ? 1.000001 / (1 - problem.plan.rate) : 0;
        for (const head of weights) expect(head.data.every((x) => x >= 0 && x <= most)).toBe(true);
      }),
      runs,
    );
  });

  test('are those of each head alone, never an average', () => {
    fc.assert(
      fc.property(
        problems(() => ({ dropout: undefined })),
        (problem) => {
          const { queries, keys, values, options, plan } = problem;
          const { context, scores, weights } = run(problem, ['scores', 'weights']);
          expect([scores.length, weights.length]).toEqual([plan.heads, plan.heads]);
          for (let h = 0; h < plan.heads; h++) {
            const keyHead = Math.floor((h * plan.keyHeads) / plan.heads);
            const alone = {
              ...problem,
              queries: columns(queries, h, plan.heads),
              keys: columns(keys, keyHead, plan.keyHeads),
              values: columns(values, keyHead, plan.keyHeads),
              options: { ...options, heads: 1, keyHeads: 1 },
              plan: { ...plan, heads: 1, keyHeads: 1 },
            };
            const exact = reference(alone.queries, alone.keys, alone.values, alone.plan);
            expectAccurate(
              { context: columns(context, h, plan.heads), scores: [scores[h]!], weights: [weights[h]!] },
              exact,
              alone,
            );
          }
        },
      ),
      runs,
    );
  });

  test('are divided by 1 − rate where dropout keeps them, and 0 where it does not', () => {
    fc.assert(
      fc.property(
        problems(({ dropout, seed }) => ({ dropout: dropout ?? { rate: 0.5, seed } })),
        (problem) => {
          const { queries, keys, values, plan } = problem;
          const dropped = run(problem, ['weights', 'kept']);
          const { dropout: _dropout, ...others } = problem.options;
          const plain = run({ ...problem, options: others }, ['weights', 'kept']);
          const pairs = queries.rows * keys.rows;
          expect(dropped.kept.length).toBe(plan.heads * pairs);
          expect(plain.kept.every((x) => x === 1)).toBe(true);
          for (let index = 0; index < plan.heads * pairs; index++) {
            const [h, pair] = [Math.floor(index / pairs), index % pairs];
            const kept = plan.keeps(h, Math.floor(pair / keys.rows), pair % keys.rows);
            if (plan.rate < 1) expect(dropped.kept[index]).toBe(kept ? 1 : 0);
            const expected = kept ? plain.weights[h]!.data[pair]! / (1 - plan.rate) : 0;
            // Two roundings to float32, of rate and of the weight, at rates up to 0.9.
            expect(Math.abs(dropped.weights[h]!.data[pair]! - expected)).toBeLessThanOrEqual(1e-6 * expected);
          }
          expectAccurate(dropped, reference(queries, keys, values, plan), problem);
        },
      ),
      runs,
    );
  });
});

describe('results', () => {
  test('agree with double precision for every shape and option', () => {
    fc.assert(
      fc.property(problems(), (problem) => {
        const { queries, keys, values, plan } = problem;
        const exact = reference(queries, keys, values, plan);
        expectAccurate(run(problem), exact, problem);
        expectAccurate(run(problem, ['scores', 'weights']), exact, problem);
      }),
      { numRuns: 300 },
    );
  });

  test('have the context that nobody asking for more would get', () => {
    fc.assert(
      fc.property(problems(), fc.subarray([...all]), (problem, want) => {
        const { queries, keys, values, plan } = problem;
        const exact = reference(queries, keys, values, plan);
        const { context } = run(problem, want);
        const alone = run(problem).context;
        expect([context.rows, context.cols]).toEqual([alone.rows, alone.cols]);
        expectAccurate({ context }, { ...exact, context: [...alone.data] }, problem);
      }),
      runs,
    );
  });

  test('have exactly what was wanted', () => {
    fc.assert(
      fc.property(problems(), fc.subarray([...all]), (problem, want) => {
        expect(Object.keys(run(problem, want)).sort()).toEqual(['context', ...want].sort());
      }),
      runs,
    );
  });

  test('are empty without queries, and zeros without keys', () => {
    fc.assert(
      fc.property(
        problems(({ L, S, seed }) => (seed % 2 === 0 ? { L: 0, S } : { L, S: 0 })),
        (problem) => {
          const { context, scores, weights, kept } = run(problem, all);
          const { heads, keyHeads } = problem.plan;
          expect([context.rows, context.cols]).toEqual([
            problem.queries.rows,
            (problem.values.cols / keyHeads) * heads,
          ]);
          expect(context.data.every((x) => x === 0)).toBe(true);
          expect(run(problem).context).toEqual(context);
          expect(kept.length).toBe(0);
          for (const head of [...scores, ...weights]) {
            expect([head.rows, head.cols]).toEqual([problem.queries.rows, problem.keys.rows]);
          }
        },
      ),
      runs,
    );
  });

  test('stay as they are whatever comes after, and arguments too', () => {
    const kept: { result: ReturnType<typeof run>; copy: Matrix }[] = [];
    fc.assert(
      fc.property(problems(), (problem) => {
        const before = structuredClone([problem.queries, problem.keys, problem.values, problem.options]);
        const result = run(problem, all);
        expect([problem.queries, problem.keys, problem.values, problem.options]).toEqual(before);
        kept.push({ result, copy: copyOf(result.context) });
      }),
      runs,
    );
    // Large enough for linear memory to grow, which detaches whatever looked into it.
    const large = { rows: 1024, cols: 1024, data: new Float32Array(2 ** 20) };
    attend({ rows: 1, cols: 1024, data: new Float32Array(1024) }, large, large);
    for (const { result, copy } of kept) expectSame(result.context, copy);
  });
});

/** The columns of one head. */
function columns(matrix: Matrix, head: number, heads: number): Matrix {
  const cols = matrix.cols / heads;
  const data = new Float32Array(matrix.rows * cols);
  for (let r = 0; r < matrix.rows; r++) {
    for (let c = 0; c < cols; c++) data[r * cols + c] = at(matrix, r, head * cols + c);
  }
  return { rows: matrix.rows, cols, data };
}
