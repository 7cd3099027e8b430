import type { Figure } from './figure.ts';
import { type Cell, type Choice, cellOf, placeIn, tableOf } from './tables.ts';
import { traceOf } from './trace.ts';

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * The cell that a key leads to within its table; undefined where the key is none that walks. At an edge it stays.
 *
 * @param sideways the table lies on its side, as Kᵀ does
 */
export function stepInTable(figure: Figure, cell: Cell, key: string, sideways: boolean): Cell | undefined {
  const matrix = tableOf(figure, cell.table, cell.head);
  if (!matrix) return undefined;
  const to = (row: number, column: number): Cell => ({
    ...cell,
    row: Math.max(0, Math.min(row, matrix.rows - 1)),
    column: Math.max(0, Math.min(column, matrix.cols - 1)),
  });
  const step = STEPS[key];
  if (step) {
    const [down, right] = sideways ? [step[1], step[0]] : step;
    return to(cell.row + down, cell.column + right);
  }
  if (key === 'Home') return sideways ? to(0, cell.column) : to(cell.row, 0);
  if (key === 'End') return sideways ? to(matrix.rows - 1, cell.column) : to(cell.row, matrix.cols - 1);
  return undefined;
}

/** The leaps that Page Up and Page Down make, and arrows with Shift: so many cross a table. */
const LEAPS = 16;

/** As `stepInTable`, with leaps besides; with Ctrl, Home and End go to the table's corners. For tables of thousands. */
export function leapInTable(
  figure: Figure,
  cell: Cell,
  { key, shiftKey, ctrlKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey'>,
): Cell | undefined {
  const matrix = tableOf(figure, cell.table, cell.head);
  if (!matrix) return undefined;
  const [lastRow, lastColumn] = [Math.max(0, matrix.rows - 1), Math.max(0, matrix.cols - 1)];
  if (ctrlKey) {
    if (key === 'Home') return { ...cell, row: 0, column: 0 };
    return key === 'End' ? { ...cell, row: lastRow, column: lastColumn } : undefined;
  }
  const [down, right] = (shiftKey ? STEPS[key] : PAGES[key]) ?? [0, 0];
  if (down === 0 && right === 0) return stepInTable(figure, cell, key, false);
  const by = (count: number) => Math.max(1, Math.round(count / LEAPS));
  return {
    ...cell,
    row: Math.max(0, Math.min(lastRow, cell.row + down * by(matrix.rows))),
    column: Math.max(0, Math.min(lastColumn, cell.column + right * by(matrix.cols))),
  };
}

const PAGES: typeof STEPS = { PageUp: [-1, 0], PageDown: [1, 0] };

/** The source cell that Enter goes to: the left factor's (0) or the right factor's (1) in the largest term. */
export function sourceOf(figure: Figure, choice: Choice, side: 0 | 1): Cell | undefined {
  const trace = traceOf(figure, choice, 4);
  const source = trace?.sources[Math.min(side, trace.sources.length - 1)];
  if (!source) return undefined;
  const { row, column } = placeIn(source.table, choice);
  if (trace.place.table === 'context') {
    const key = heaviestKey(figure, choice);
    return { ...source, row: source.row ?? key, column: source.column ?? key };
  }
  return { ...source, row: source.row ?? row, column: source.column ?? column };
}

/** A context is mostly made of the value with the largest weight. */
function heaviestKey(figure: Figure, choice: Choice): number {
  const weights = tableOf(figure, 'weights', choice.head)!;
  let heaviest = 0;
  for (let key = 1; key < weights.cols; key++) {
    if (cellOf(weights, choice.query, key) > cellOf(weights, choice.query, heaviest)) heaviest = key;
  }
  return heaviest;
}
