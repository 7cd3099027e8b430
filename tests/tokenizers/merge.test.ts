import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merge, PairQueue } from '../../web/tokenizers/merge.ts';

/** Byte pair encoding as the paper has it: of all pairs the one learnt first, merged wherever it stands, over and over. */
function textbook(
  ids: readonly number[],
  merged: (left: number, right: number) => number | undefined,
): number[] {
  let tokens = [...ids];
  for (;;) {
    const made = tokens.slice(1).map((right, i) => merged(tokens[i]!, right) ?? Number.POSITIVE_INFINITY);
    const first = Math.min(...made);
    if (first === Number.POSITIVE_INFINITY) return tokens;
    const shorter: number[] = [];
    for (let i = 0; i < tokens.length; i++) {
      if (made[i] === first) {
        shorter.push(first);
        i++;
      } else shorter.push(tokens[i]!);
    }
    tokens = shorter;
  }
}

const LETTERS = 3;

/** Tables as training makes them: each merge joins two of the tokens there are by then. */
function tables(): fc.Arbitrary<Map<string, number>> {
  return fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 25 }).map((picks) => {
    const table = new Map<string, number>();
    for (const [a, b] of picks) {
      const known = LETTERS + table.size;
      const pair = `${a % known} ${b % known}`;
      if (!table.has(pair)) table.set(pair, known);
    }
    return table;
  });
}

test('merges what the textbook way merges, whatever the table', () => {
  const ids = fc.array(fc.nat(LETTERS - 1), { maxLength: 40 });
  fc.assert(
    fc.property(tables(), ids, (table, ids) => {
      const merged = (left: number, right: number) => table.get(`${left} ${right}`);
      expect(merge(ids, merged)).toEqual(textbook(ids, merged));
    }),
    { numRuns: 3000 },
  );
});

test('of equal pairs that overlap the leftmost is merged', () => {
  expect(merge([0, 0, 0], (left, right) => (left === 0 && right === 0 ? 1 : undefined))).toEqual([1, 0]);
});

test('the ids it is given are left as they were', () => {
  const ids = [0, 0, 1];
  merge(ids, () => undefined);
  merge(ids, (left, right) => (left === 0 && right === 0 ? 2 : undefined));
  expect(ids).toEqual([0, 0, 1]);
});

describe('the work it takes', () => {
  // Every letter ends up in pairs of pairs of pairs: 0 0 → 1, 1 1 → 2, and so on.
  const doubling = (left: number, right: number) => (left === right && left < 12 ? left + 1 : undefined);
  const workFor = (length: number) => {
    const queue = new PairQueue();
    let lookups = 0;
    const tokens = merge(
      new Array<number>(length).fill(0),
      (left, right) => {
        lookups++;
        return doubling(left, right);
      },
      queue,
    );
    return { tokens: tokens.length, lookups, comparisons: queue.comparisons };
  };

  test('looks a pair up less than three times a letter', () => {
    const { tokens, lookups } = workFor(1 << 16);
    expect(tokens).toBe(16);
    expect(lookups).toBeLessThan(3 * (1 << 16));
  });

  test('four times the letters take at most six times the comparisons', () => {
    const [less, more] = [workFor(1 << 14), workFor(1 << 16)];
    expect(less.comparisons).toBeGreaterThan(1 << 14);
    expect(more.comparisons / less.comparisons).toBeLessThanOrEqual(6);
  });
});

test('the queue gives pairs back lowest id first, then leftmost', () => {
  const pairs = fc.array(fc.record({ id: fc.nat(50_256), place: fc.nat(2 ** 32 - 1) }));
  fc.assert(
    fc.property(pairs, (pairs) => {
      const queue = new PairQueue();
      for (const { id, place } of pairs) queue.push(id, place);
      const given = pairs.map(() => queue.pop());
      expect(given).toEqual(pairs.toSorted((a, b) => a.id - b.id || a.place - b.place));
      expect(queue.pop()).toBeUndefined();
    }),
  );
});
