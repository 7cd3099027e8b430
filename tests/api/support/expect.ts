import { expect } from 'vitest';
import type { Attended, Matrix } from '../../../dist/attention-wasm.js';
import type { Problem } from './problems.ts';
import type { Reference } from './reference.ts';

/** Each number within `tolerance` of what it should be. */
export function expectWithin(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
): void {
  expectEach(actual, expected, () => tolerance);
}

/** A matrix as nested arrays, each number within `tolerance`. */
export function expectMatrix(actual: Matrix | undefined, expected: number[][], tolerance: number): void {
  expect(actual).toBeDefined();
  expect([actual!.rows, actual!.cols]).toEqual([expected.length, expected[0]?.length ?? 0]);
  expectWithin(actual!.data, expected.flat(), tolerance);
}

function expectEach(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: (expected: number) => number,
): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < actual.length; i++) {
    const off = Math.abs(actual[i]! - expected[i]!);
    // Said this way round, NaN fails.
    if (!(off <= tolerance(expected[i]!))) {
      expect.fail(`entry ${i} is ${actual[i]}; it should be ${expected[i]}, and is off by ${off}`);
    }
  }
}

/** The accuracy that is promised: (1e-5 + 1e-5·|x|) · max(1, |scale|·max Σ|q·k| / 8). */
export function expectAccurate(
  actual: Partial<Attended<'scores' | 'weights'>>,
  exact: Reference,
  { plan }: Problem,
): void {
  const conditioning = Math.max(1, (Math.abs(plan.scale) * exact.magnitude) / 8);
  const promised = (x: number) => (1e-5 + 1e-5 * Math.abs(x)) * conditioning;
  if (actual.context) expectEach(actual.context.data, exact.context, promised);
  for (const [h, head] of (actual.scores ?? []).entries()) expectEach(head.data, exact.scores[h]!, promised);
  for (const [h, head] of (actual.weights ?? []).entries())
    expectEach(head.data, exact.weights[h]!, promised);
}

/** The same bits, −0 and 0 told apart. */
export function expectSame(actual: Matrix, expected: Matrix): void {
  expect([actual.rows, actual.cols]).toEqual([expected.rows, expected.cols]);
  for (let i = 0; i < expected.data.length; i++) {
    if (!Object.is(actual.data[i], expected.data[i])) {
      expect.fail(`entry ${i} is ${actual.data[i]}; it should be exactly ${expected.data[i]}`);
    }
  }
}

/** What a call throws. */
export function thrown(body: () => unknown): Error {
  try {
    body();
  } catch (error) {
    return error as Error;
  }
  return expect.fail('nothing was thrown');
}
