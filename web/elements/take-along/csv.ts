import { shortestFloat32 } from '../number-format.ts';
import { LIMITS, within } from './limits.ts';
import type { NamedTable } from './named-table.ts';
import { eachRow } from './rows.ts';

/**
 * A table as CSV (RFC 4180), in pieces: a line of names, then a line for each row, which begins with its name. Numbers
 * have all digits of a float32 and a point.
 *
 * @param mark whether it begins with a byte order mark, by which Excel knows UTF-8
 * @throws Refusal where there are too many cells
 */
export async function tableCsv(
  { matrix, row, column, rowName, columnName }: NamedTable,
  mark = false,
  onProgress?: (share: number) => void,
): Promise<string[]> {
  const { rows, cols } = matrix;
  within(
    'csvCells',
    rows * cols,
    `cells (${rows} × ${cols}) are too many for a table`,
    `Choose a narrower table, or look at a window of the text: ${Math.sqrt(LIMITS.csvCells)} tokens fit.`,
  );
  const names = Array.from({ length: cols }, (_, index) => textCell(columnName(index)));
  const lines = [(mark ? '\ufeff' : '') + csvLine([textCell(`${row} / ${column}`), ...names])];
  await eachRow(
    matrix,
    (numbers, index) => lines.push(csvLine([textCell(rowName(index)), ...Array.from(numbers, numberCell)])),
    onProgress,
  );
  return lines;
}

const csvLine = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

/** Spreadsheets take text that begins so for a formula, and run it. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** Text in quotes where it has to be, and with an apostrophe before it where it would be taken for a formula. */
export function textCell(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replace(/"/g, '""')}"` : guarded;
}

/** A number is never guarded: −1 stays one. What is no number is text, and is not taken for a formula either. */
export function numberCell(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '−∞' : '∞';
  return Object.is(value, -0) ? '-0' : shortestFloat32(value);
}
