import { counted } from './check.ts';
import type { Matrix } from './types.ts';

/**
 * A matrix from nested arrays, each number rounded to float32.
 *
 * @throws TypeError where `rows` is no array of arrays of numbers
 * @throws RangeError where rows differ in length, or a finite number is beyond the range of float32. NaN and infinities
 *   pass through.
 * @example matrix([[1, 0], [0, 1]])
 */
export function matrix(rows: readonly (readonly number[])[]): Matrix {
  if (!Array.isArray(rows)) throw new TypeError('rows must be an array of arrays of numbers');
  const cols = Array.isArray(rows[0]) ? rows[0].length : 0;
  const data = new Float32Array(rows.length * cols);
  for (let r = 0; r < rows.length; r++) {
    const row: unknown = rows[r];
    if (!Array.isArray(row)) throw new TypeError(`row ${r} must be an array of numbers`);
    if (row.length !== cols)
      throw new RangeError(`row ${r} has ${counted(row.length, 'number')}; row 0 has ${cols}`);
    for (let c = 0; c < cols; c++) data[r * cols + c] = entry(row[c], r, c);
  }
  return { rows: rows.length, cols, data };
}

function entry(value: unknown, r: number, c: number): number {
  if (typeof value !== 'number')
    throw new TypeError(`row ${r}, column ${c} must be a number, not ${typeof value}`);
  const rounded = Math.fround(value);
  if (Number.isFinite(value) && !Number.isFinite(rounded)) {
    throw new RangeError(`row ${r}, column ${c} is ${value}, beyond the range of float32 (±3.4028235e38)`);
  }
  return rounded;
}
