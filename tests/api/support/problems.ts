import fc from 'fast-check';
import {
  type AttendOptions,
  type Causal,
  type Matrix,
  matrix,
  type Want,
} from '../../../dist/attention-wasm.js';
import { type Plan, philoxKeeps } from './reference.ts';

/** Arguments of `attend`, and the same said to the reference. */
export interface Problem {
  queries: Matrix;
  keys: Matrix;
  values: Matrix;
  options: AttendOptions<Want>;
  plan: Plan;
}

// 0, 1, odd, and on both sides of 4, 8 and 16: every remainder that a vectorised kernel can leave.
const size = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 13 }) },
  fc.integer({ min: 14, max: 37 }),
);

interface Recipe {
  L: number;
  S: number;
  d: number;
  dv: number;
  heads: number;
  keyHeads: number;
  scale: number | undefined;
  causal: Causal | undefined;
  mask: number | undefined;
  keyPadding: number | undefined;
  dropout: { rate: number; seed: number } | { rate: number; keep: number } | undefined;
  seed: number;
}

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const share = fc.constantFrom(0.1, 0.5, 0.9);
const rate = fc.constantFrom(0, 0.1, 0.5, 0.9, 1);

const recipe: fc.Arbitrary<Recipe> = fc
  .record({
    L: size,
    S: size,
    d: size,
    dv: size,
    heads: fc.integer({ min: 1, max: 4 }),
    keyHeads: fc.integer({ min: 1, max: 4 }),
    scale: optional(fc.constantFrom(1, 0, -0.5, 3)),
    causal: optional(
      fc.oneof(
        fc.constantFrom<Causal>(false, 'top-left', 'bottom-right'),
        fc.record({ offset: fc.integer({ min: -40, max: 40 }) }),
      ),
    ),
    mask: optional(share),
    keyPadding: optional(share),
    dropout: optional(
      fc.oneof(fc.record({ rate, seed: fc.maxSafeInteger() }), fc.record({ rate, keep: share })),
    ),
    seed: fc.integer(),
  })
  .map((recipe) => ({ ...recipe, keyHeads: Math.min(recipe.keyHeads, recipe.heads) }));

/** Problems of every kind, with unit-normal numbers. `change` narrows what they are made from. */
export function problems(change: (recipe: Recipe) => Partial<Recipe> = () => ({})): fc.Arbitrary<Problem> {
  return recipe.map((recipe) => cook({ ...recipe, ...change(recipe) }));
}

function cook({ L, S, d, dv, heads, keyHeads, scale, causal, dropout, seed, ...hidden }: Recipe): Problem {
  const random = new Random(seed);
  const options: AttendOptions<Want> = { heads, keyHeads, scale, causal };
  const mask = hidden.mask === undefined ? undefined : random.bits(L * S, hidden.mask);
  const keyPadding = hidden.keyPadding === undefined ? undefined : random.bits(S, hidden.keyPadding);
  if (mask) options.mask = mask;
  if (keyPadding) options.keyPadding = keyPadding;
  let keeps: Plan['keeps'] = () => true;
  if (dropout && 'seed' in dropout) {
    options.dropout = dropout;
    keeps = (h, i, j) => philoxKeeps(dropout.seed, dropout.rate, h, i, j);
  } else if (dropout) {
    const keep = random.bits(heads * L * S, dropout.keep);
    options.dropout = { rate: dropout.rate, keep };
    keeps = (h, i, j) => dropout.rate < 1 && keep[(h * L + i) * S + j] === 1;
  }
  return {
    queries: random.normal(L, heads * d),
    keys: random.normal(S, keyHeads * d),
    values: random.normal(S, keyHeads * dv),
    options,
    plan: {
      heads,
      keyHeads,
      scale: scale ?? (d === 0 ? 1 : 1 / Math.sqrt(d)),
      sees: (i, j) => inOrder(causal, i, j, L, S) && mask?.[i * S + j] !== 0 && keyPadding?.[j] !== 0,
      rate: dropout?.rate ?? 0,
      keeps,
    },
  };
}

function inOrder(causal: Causal | undefined, i: number, j: number, L: number, S: number): boolean {
  if (causal === undefined || causal === false) return true;
  if (causal === true || causal === 'top-left') return j <= i;
  return j <= i + (causal === 'bottom-right' ? S - L : causal.offset);
}

/** Numbers that a seed determines (mulberry32), for matrices too large to shrink entry by entry. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Box and Muller's. */
  normal(rows: number, cols: number): Matrix {
    const draw = () => Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
    return { rows, cols, data: Float32Array.from({ length: rows * cols }, draw) };
  }

  bits(length: number, share: number): Uint8Array {
    return Uint8Array.from({ length }, () => (this.uniform() < share ? 1 : 0));
  }
}

/** A copy, to be changed. */
export function copyOf({ rows, cols, data }: Matrix): Matrix {
  return { rows, cols, data: data.slice() };
}

/** [[1, 0], [0, 1]] */
export const identity = matrix([
  [1, 0],
  [0, 1],
]);
