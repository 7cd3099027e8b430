import type { Matrix } from '../api/index.ts';
import type { Figure } from './figure.ts';
import { RowsOnDemand } from './rows-on-demand.ts';

/** The tables of the page; the names are those of the mathematics. */
export type TableName =
  | 'inputs'
  | 'keyInputs'
  | 'queryProjection'
  | 'keyProjection'
  | 'valueProjection'
  | 'outputProjection'
  | 'queries'
  | 'keys'
  | 'values'
  | 'scores'
  | 'weights'
  | 'context'
  | 'output';

/**
 * What a table's rows or columns count. A component is a column of one head; a feature is a column of what a projection
 * is applied to, and so a row of the projection.
 */
export type Axis = 'query' | 'key' | 'component' | 'feature';

/** The one state that every view draws from: which cell is looked at. Each table reads its own two axes of it. */
export interface Choice extends Readonly<Record<Axis, number>> {
  readonly table: TableName;
  readonly head: number;
}

/** Part of one head's table: one cell, a whole row (no `column`) or a whole column (no `row`). */
export interface Place {
  readonly table: TableName;
  readonly head: number;
  readonly row?: number | undefined;
  readonly column?: number | undefined;
}

export interface Cell extends Place {
  readonly row: number;
  readonly column: number;
}

export interface TableShape {
  /** As it is written: ω, α, W^Q. */
  readonly symbol: string;
  /** A capital of the symbol raised: the Q of W^Q. */
  readonly raised?: string;
  readonly name: string;
  readonly row: Axis;
  readonly column: Axis;
}

export const TABLES: Readonly<Record<TableName, TableShape>> = {
  inputs: { symbol: 'X', name: 'inputs', row: 'query', column: 'feature' },
  keyInputs: { symbol: 'X′', name: 'inputs of the keys', row: 'key', column: 'feature' },
  queryProjection: {
    symbol: 'W',
    raised: 'Q',
    name: 'query projection',
    row: 'feature',
    column: 'component',
  },
  keyProjection: { symbol: 'W', raised: 'K', name: 'key projection', row: 'feature', column: 'component' },
  valueProjection: {
    symbol: 'W',
    raised: 'V',
    name: 'value projection',
    row: 'feature',
    column: 'component',
  },
  outputProjection: {
    symbol: 'W',
    raised: 'O',
    name: 'output projection',
    row: 'feature',
    column: 'component',
  },
  queries: { symbol: 'Q', name: 'queries', row: 'query', column: 'component' },
  keys: { symbol: 'K', name: 'keys', row: 'key', column: 'component' },
  values: { symbol: 'V', name: 'values', row: 'key', column: 'component' },
  scores: { symbol: 'ω', name: 'scores', row: 'query', column: 'key' },
  weights: { symbol: 'α', name: 'weights', row: 'query', column: 'key' },
  context: { symbol: 'z', name: 'context', row: 'query', column: 'component' },
  output: { symbol: 'y', name: 'output', row: 'query', column: 'component' },
};

const PROJECTED = {
  queryProjection: 'query',
  keyProjection: 'key',
  valueProjection: 'value',
} as const;

/** What a table's rows are of: queries come from the one text, keys and values from the other where there is another. */
export function inputsOfTable(
  figure: Pick<Figure, 'inputs' | 'keyInputs'>,
  table: TableName,
): 'inputs' | 'keyInputs' {
  return figure.inputs !== figure.keyInputs && TABLES[table].row === 'key' ? 'keyInputs' : 'inputs';
}

/** One head's numbers of a table; undefined where the figure has no such table. */
export function tableOf(figure: Figure, table: TableName, head: number): Matrix | undefined {
  switch (table) {
    case 'inputs':
      return figure.inputs;
    case 'keyInputs':
      return figure.keyInputs === figure.inputs ? undefined : figure.keyInputs;
    case 'outputProjection':
      return figure.projections?.output;
    case 'output':
      return figure.output;
    case 'queryProjection':
    case 'keyProjection':
    case 'valueProjection': {
      const whole = figure.projections?.[PROJECTED[table]];
      return whole && headColumns(whole, head, headCount(figure));
    }
    default:
      return figure.heads[head]?.[table];
  }
}

/** Also of a figure that could not be computed, which has no heads of its own. */
function headCount({ heads, projections, inputs, width }: Figure): number {
  return heads.length || (projections?.query.cols ?? inputs.cols) / width;
}

/** The columns of one head. */
export function headColumns(matrix: Matrix, head: number, heads: number): Matrix {
  if (heads === 1) return matrix;
  const cols = matrix.cols / heads;
  const data = new Float32Array(matrix.rows * cols);
  for (let r = 0; r < matrix.rows; r++) {
    const start = r * matrix.cols + head * cols;
    data.set(matrix.data.subarray(start, start + cols), r * cols);
  }
  return { rows: matrix.rows, cols, data };
}

export function cellOf(matrix: Matrix, row: number, column: number): number {
  if (matrix instanceof RowsOnDemand) return matrix.row(row)[column] ?? Number.NaN;
  return matrix.data[row * matrix.cols + column] ?? Number.NaN;
}

/** The cell of a table that a choice points at, whichever table it has chosen. */
export function placeIn(table: TableName, choice: Choice): Cell {
  const { row, column } = TABLES[table];
  return { table, head: choice.head, row: choice[row], column: choice[column] };
}

/** The choice of a cell; the axes that its table does not have stay as they were. */
export function chosenAt(place: Place, before: Choice): Choice {
  const { row, column } = TABLES[place.table];
  return {
    ...before,
    table: place.table,
    head: place.head,
    ...(place.row === undefined ? {} : { [row]: place.row }),
    ...(place.column === undefined ? {} : { [column]: place.column }),
  };
}

/** A choice whose indices are all within the figure, so that every table has a chosen cell. */
export function clampChoice(choice: Choice, figure: Figure): Choice {
  const within = (index: number, size: number) => Math.max(0, Math.min(index, size - 1));
  const head = within(choice.head, headCount(figure));
  const table = tableOf(figure, choice.table, head) ? choice.table : 'scores';
  const { row, column } = TABLES[table];
  const shape = tableOf(figure, table, head);
  const sizes = {
    query: figure.tokens.length,
    key: figure.keyTokens.length,
    component: figure.width,
    feature: figure.inputs.cols,
  };
  if (shape) Object.assign(sizes, { [row]: shape.rows, [column]: shape.cols });
  return {
    table,
    head,
    query: within(choice.query, sizes.query),
    key: within(choice.key, sizes.key),
    component: within(choice.component, sizes.component),
    feature: within(choice.feature, sizes.feature),
  };
}
