import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slidingWindows, type WindowOptions } from '../../web/tokenizers/windows.ts';

const letters = (text: string, options: WindowOptions) =>
  Array.from(
    slidingWindows([...text], options),
    ({ inputs, targets }) => `${inputs.join('')}→${targets.join('')}`,
  );

test('targets are the inputs shifted by one', () => {
  expect(letters('abcde', { length: 4, stride: 1 })).toEqual(['abcd→bcde']);
  expect(letters('abcde', { length: 2, stride: 1 })).toEqual(['ab→bc', 'bc→cd', 'cd→de']);
});

test('windows a length apart do not overlap', () => {
  expect(letters('abcdefg', { length: 3, stride: 3 })).toEqual(['abc→bcd', 'def→efg']);
});

test('a stride above the length skips the tokens between', () => {
  expect(letters('abcdefghi', { length: 2, stride: 4 })).toEqual(['ab→bc', 'ef→fg']);
});

test('a window of one token asks for the next one', () => {
  expect(letters('abc', { length: 1, stride: 1 })).toEqual(['a→b', 'b→c']);
});

describe('a text too short', () => {
  test('for a window and the token after it has no windows, and all of it is left', () => {
    for (const text of ['', 'a', 'abc', 'abcd']) {
      const windows = slidingWindows([...text], { length: 4, stride: 1 });
      expect([...windows]).toEqual([]);
      expect(windows).toMatchObject({ count: 0, left: text.length });
    }
  });

  test('for another window leaves tokens over', () => {
    expect(slidingWindows([...'abcdefg'], { length: 3, stride: 3 }).left).toBe(0);
    expect(slidingWindows([...'abcdefghi'], { length: 3, stride: 3 }).left).toBe(2);
  });
});

test('windows are those of the usual loader: range(0, n − length, stride)', () => {
  const options = fc.record({
    length: fc.integer({ min: 1, max: 12 }),
    stride: fc.integer({ min: 1, max: 15 }),
  });
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 60 }), options, (tokens, { length, stride }) => {
      const expected = [];
      for (let i = 0; i < tokens.length - length; i += stride) {
        expected.push({
          start: i,
          inputs: tokens.slice(i, i + length),
          targets: tokens.slice(i + 1, i + length + 1),
        });
      }
      const windows = slidingWindows(tokens, { length, stride });
      expect([...windows]).toEqual(expected);
      expect(windows.count).toBe(expected.length);
      expect(expected.map((_, k) => windows.at(k))).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

test('up to a stride of the length, every token but those left over is in a window', () => {
  const sizes = fc
    .integer({ min: 1, max: 12 })
    .chain((length) =>
      fc.record({ length: fc.constant(length), stride: fc.integer({ min: 1, max: length }) }),
    );
  fc.assert(
    fc.property(fc.nat(80), sizes, (count, options) => {
      const tokens = Array.from({ length: count }, (_, i) => i);
      const windows = slidingWindows(tokens, options);
      const seen = new Set([...windows].flatMap(({ inputs, targets }) => [...inputs, ...targets]));
      expect([...seen].sort((a, b) => a - b)).toEqual(tokens.slice(0, count - windows.left));
    }),
  );
});

test('a window is cut out only when it is looked at', () => {
  const tokens = new Array<number>(1_000_000).fill(0);
  const windows = slidingWindows(tokens, { length: 1024, stride: 1 });
  expect(windows.count).toBe(998_976);
  expect(windows.at(998_975).start).toBe(998_975);
});

describe('refuses', () => {
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s as a length or a stride', (size) => {
    expect(() => slidingWindows([1, 2, 3], { length: size, stride: 1 })).toThrow(RangeError);
    expect(() => slidingWindows([1, 2, 3], { length: size, stride: 1 })).toThrow(
      `length is a whole number of tokens, at least 1; it is ${size}`,
    );
    expect(() => slidingWindows([1, 2, 3], { length: 1, stride: size })).toThrow(RangeError);
    expect(() => slidingWindows([1, 2, 3], { length: 1, stride: size })).toThrow('stride is');
  });

  test('text as a length', () => {
    expect(() => slidingWindows([1], { length: '1' as unknown as number, stride: 1 })).toThrow(TypeError);
  });

  test('a window that is not there', () => {
    const windows = slidingWindows([1, 2, 3], { length: 1, stride: 1 });
    expect(windows.count).toBe(2);
    for (const k of [-1, 2, 0.5]) expect(() => windows.at(k)).toThrow(RangeError);
    expect(() => windows.at(2)).toThrow('There is no window 2: they are 0 to 1');
    expect(() => slidingWindows([], { length: 1, stride: 1 }).at(0)).toThrow('there are none');
  });
});
