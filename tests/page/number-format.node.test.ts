import { describe, expect, test } from 'vitest';
import { formatInput, formatNumber, formatWeight, parseNumber } from '../../web/elements/number-format.ts';

describe('numbers', () => {
  test.each([
    [0.23789, 4, '0.2379'],
    [-0.5, 4, '−0.5000'],
    [-0.00001, 4, '0.0000'],
    [-0, 2, '0.00'],
    [1.005, 2, '1.00'],
    [123456.789, 2, '123456.79'],
    [Number.NaN, 4, 'NaN'],
    [Number.NEGATIVE_INFINITY, 4, '−∞'],
    [3e38, 4, '3.000e+38'],
  ])('%d at %i decimals is %s', (value, decimals, text) => expect(formatNumber(value, decimals)).toBe(text));

  test('a weight that is not quite nothing is no bare zero', () => {
    expect(formatWeight(0.00004, 4)).toBe('<0.0001');
    expect(formatWeight(0, 4)).toBe('0.0000');
  });

  test.each([
    [0.55, 4, '0.55'],
    [0.1, 4, '0.10'],
    [-2, 4, '−2.00'],
    [0.29611194, 4, '0.2961'],
    [0.125, 2, '0.13'],
  ])('an input %d at %i decimals is %s', (value, decimals, text) =>
    expect(formatInput(Math.fround(value), decimals)).toBe(text),
  );
});

describe('what is typed', () => {
  test.each([
    ['0.5', 0.5],
    ['−0,25', -0.25],
    [' -3 ', -3],
    ['.5', 0.5],
    ['1e2', 100],
  ])('%s is %d', (text, value) => expect(parseNumber(text)).toBe(value));

  test.each(['', 'abc', '1..2', '1e99', '-', '0x10'])('%s is no number', (text) =>
    expect(parseNumber(text)).toBeUndefined(),
  );
});
