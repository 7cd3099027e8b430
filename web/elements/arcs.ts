import { STEPS } from './colour.ts';
import { type Figure, seenKeys } from './figure.ts';
import { windowAround } from './small-table.ts';
import { type Choice, cellOf, tableOf } from './tables.ts';

/** Tokens on a side; of more those around the choice. */
export const MOST_ON_A_SIDE = 64;

/** What lines are drawn from; where none of it has changed, the lines have not either. */
export interface ArcsInput {
  readonly figure: Figure;
  readonly head: number;
  /** Indices of the tokens at the left, and at the right. */
  readonly queries: readonly number[];
  readonly keys: readonly number[];
  /** Only weights above it are drawn; undefined: above each query's even share. */
  readonly threshold: number | undefined;
}

/** A weight as a line from a query at the left to a key at the right. */
export interface Arc {
  readonly query: number;
  readonly key: number;
  readonly weight: number;
}

/** The tokens that are drawn on either side. */
export function sidesOf(figure: Figure, { query, key }: Choice): Pick<ArcsInput, 'queries' | 'keys'> {
  return {
    queries: windowAround(query, figure.tokens.length, MOST_ON_A_SIDE),
    keys: windowAround(key, figure.keyTokens.length, MOST_ON_A_SIDE),
  };
}

/** All lines above the threshold, from the lightest to the heaviest. */
export function arcsOf({ figure, head, queries, keys, threshold }: ArcsInput): Arc[] {
  const weights = tableOf(figure, 'weights', head);
  if (!weights) return [];
  return queries
    .flatMap((query) => {
      const above = threshold ?? aboveEven(figure, query);
      return keys
        .map((key) => ({ query, key, weight: cellOf(weights, query, key) }))
        .filter(({ weight }) => weight > above);
    })
    .sort((a, b) => a.weight - b.weight);
}

/** What a query gives each key that it sees when it prefers none, and a little more than rounding makes of it. */
function aboveEven(figure: Figure, query: number): number {
  return (1 + 1e-5) / Math.max(1, seenKeys(figure, query).length);
}

/** Lines are never paler than that of this step: paper on paper would not be seen. */
export const PALEST = 12;

/** Which step of the scale a line is drawn in: its colour and its width. */
export function arcStep(weight: number): number {
  return Math.max(PALEST, Math.round(Math.sqrt(Math.min(1, weight)) * STEPS));
}

/** In CSS pixels. */
export function arcWidth(step: number): number {
  return 1 + 11 * (step / STEPS) ** 2;
}

/** A curve that leaves and arrives level; x runs from 0 to 100. */
export function arcPath(from: number, to: number): string {
  return `M0 ${from}C50 ${from} 50 ${to} 100 ${to}`;
}

/** The height of such a curve at a share of the way across. */
export function arcHeight(from: number, to: number, across: number): number {
  // x(t) = 1.5t(1 − t) + t³ grows with t, so halving finds t; then y is a smooth step from one end to the other.
  let [low, high] = [0, 1];
  for (let halving = 0; halving < 20; halving++) {
    const t = (low + high) / 2;
    if (1.5 * t * (1 - t) + t ** 3 < across) low = t;
    else high = t;
  }
  return from + (to - from) * (3 * low ** 2 - 2 * low ** 3);
}
