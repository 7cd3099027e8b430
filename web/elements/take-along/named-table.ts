import type { Matrix } from '../../api/index.ts';
import type { Token } from '../../tokenizers/token.ts';
import { visibleText } from '../../tokenizers/token.ts';
import type { Figure } from '../figure.ts';
import { type Axis, TABLES, type TableName, tableOf } from '../tables.ts';
import { Refusal } from './refusal.ts';

/** One table of the figure with the names of its rows and columns, as it leaves the page. */
export interface NamedTable {
  readonly table: TableName;
  readonly head: number;
  readonly matrix: Matrix;
  readonly row: Axis;
  readonly column: Axis;
  rowName(index: number): string;
  columnName(index: number): string;
}

/** Tables that are one of each head. */
const OF_HEADS: readonly TableName[] = [
  'queryProjection',
  'keyProjection',
  'valueProjection',
  'queries',
  'keys',
  'values',
  'scores',
  'weights',
  'context',
];

/** The tables that there are now. */
export function tablesOf(figure: Figure, head: number): TableName[] {
  return (Object.keys(TABLES) as TableName[]).filter((table) => tableOf(figure, table, head));
}

/** @example titleOf(figure, 'weights', 1) // 'weights α, head 2' */
export function titleOf(figure: Pick<Figure, 'heads'>, table: TableName, head: number): string {
  const { name, symbol, raised } = TABLES[table];
  const of = figure.heads.length > 1 && OF_HEADS.includes(table) ? `, head ${head + 1}` : '';
  return `${name} ${symbol}${raised ? (SUPERSCRIPTS[raised] ?? raised) : ''}${of}`;
}

/** @example fileName(figure, 'weights', 1, 'csv') // 'attention-weights-head-2.csv' */
export function fileName(
  { heads }: Pick<Figure, 'heads'>,
  table: TableName,
  head: number,
  kind: string,
): string {
  const name = table.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return `attention-${name}${heads.length > 1 && OF_HEADS.includes(table) ? `-head-${head + 1}` : ''}.${kind}`;
}

const SUPERSCRIPTS: Readonly<Record<string, string>> = { Q: 'ᵠ', K: 'ᴷ', V: 'ⱽ', O: 'ᴼ' };

export function namedTable(figure: Figure, table: TableName, head: number): NamedTable {
  const matrix = tableOf(figure, table, head);
  if (!matrix) throw new Refusal(`There is no table of ${TABLES[table].name} now.`);
  const { row, column } = TABLES[table];
  const naming = (axis: Axis): ((index: number) => string) => {
    const tokens: readonly Token[] | undefined = { query: figure.tokens, key: figure.keyTokens }[
      axis as string
    ];
    return tokens ? (index) => visibleText(tokens[index]?.text ?? '') : (index) => `${axis} ${index + 1}`;
  };
  return { table, head, matrix, row, column, rowName: naming(row), columnName: naming(column) };
}
