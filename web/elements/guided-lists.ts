import { html } from 'lit';
import type { Attention, Matrix } from '../api/index.ts';
import { numberFormat } from './cell-text.ts';
import { signedClass } from './colour.ts';
import { INPUT_WIDTH } from './embedding.ts';
import { computeFigure, isCross } from './figure.ts';
import { formula, symbol } from './formula.ts';
import { type Journey, keyAt, totals, wordAt } from './guided-tables.ts';
import { largestMagnitude } from './matrix-table.ts';
import { formatUnits } from './number-format.ts';
import { drawProjections } from './projections.ts';
import { presetNamed } from './settings.ts';
import type { SmallCell, SmallRow, SmallTable } from './small-table.ts';
import { productTerms, sumOf } from './sums.ts';
import { cellOf, type TableName, tableOf } from './tables.ts';
import { indices } from './wrong-variants.ts';

/** Longer lists are cut. */
const LONGEST = 4;

export function contextTable(journey: Journey): SmallTable {
  const { figure, head, query } = journey;
  return listTable(html`${wordAt(journey, query)}, in context, whole`, journey, [
    { name: wordAt(journey, query), table: 'context', matrix: figure.heads[head]!.context, row: query },
  ]);
}

/** x: the word's numbers. */
export function inputTable(journey: Journey): SmallTable {
  const { figure, query } = journey;
  return listTable(html`${wordAt(journey, query)}, its numbers`, journey, [
    { name: wordAt(journey, query), table: 'inputs', matrix: figure.inputs, row: query },
  ]);
}

/**
 * What the word asks, and what it, or the chosen word of the other text, is found by and gives. `journey` is through a figure
 * with tables or without.
 */
export function rolesTable(journey: Journey, tables: string): SmallTable {
  const { figure, head, query, key } = journey;
  const cross = isCross(figure);
  const answers = cross ? key : query;
  const who = cross
    ? html`${wordAt(journey, query)} asks, ${keyAt(journey, key)} answers`
    : wordAt(journey, query);
  const roles = [
    ['asks (query)', 'queries', query],
    ['is found by (key)', 'keys', answers],
    ['gives (value)', 'values', answers],
  ] as const;
  return listTable(
    html`${who}, ${tables}`,
    journey,
    roles.map(([name, table, row]) => ({ name, table, matrix: tableOf(figure, table, head)!, row })),
  );
}

/** One number of what the word asks: its list times a column of W^Q, place by place. */
export function queryTable(journey: Journey): SmallTable {
  const { figure, head, query, component, decimals } = journey;
  const queries = tableOf(figure, 'queries', head)!;
  const column = Math.min(component, queries.cols - 1);
  const sum = sumOf(
    productTerms(figure, figure.inputs.cols, (feature) => [
      { table: 'inputs', head, row: query, column: feature },
      { table: 'queryProjection', head, row: feature, column },
    ]),
    cellOf(queries, query, column),
    decimals,
  );
  const write = (table: TableName) => numberFormat(figure, table, decimals);
  return {
    caption: html`Number ${column + 1} of what ${wordAt(journey, query)} asks, place by place`,
    corner: 'place',
    columns: [
      html`${wordAt(journey, query)}`,
      html`× column ${column + 1} of ${formula(symbol('queryProjection'))}`,
      'product',
    ],
    wordy: true,
    rows: sum.terms.map((term) => ({
      name: term.index + 1,
      cells: [
        { text: write('inputs')(term.factors[0]!.value) },
        { text: html`× ${write('queryProjection')(term.factors[1]!.value)}` },
        { text: formatUnits(term.units, decimals) },
      ],
    })),
    totals: totals(sum, decimals, 'total', 2),
  };
}

/** The same journey through random tables, for a figure that has none. */
export function withRandomTables(journey: Journey, attention: Attention, seed: number): Journey {
  const settings = { ...presetNamed('scaled').settings, seed };
  const projections = drawProjections(attention, settings, INPUT_WIDTH);
  return {
    ...journey,
    head: 0,
    figure: computeFigure(attention, { ...journey.figure, projections, settings }),
  };
}

interface List {
  readonly name: unknown;
  readonly table: TableName;
  readonly matrix: Matrix;
  readonly row: number;
}

/** Lists of numbers, one a row. */
function listTable(caption: unknown, { figure, decimals }: Journey, lists: readonly List[]): SmallTable {
  const columns = indices(Math.min(LONGEST, Math.max(...lists.map(({ matrix }) => matrix.cols))));
  const more = Math.max(...lists.map(({ matrix }) => matrix.cols)) - columns.length;
  return {
    caption: html`${caption}${more > 0 ? `; ${more} more numbers not shown` : ''}`,
    columns: columns.map((column) => column + 1),
    rows: lists.map(({ name, table, matrix, row }): SmallRow => {
      const extent = largestMagnitude(matrix);
      return {
        name,
        style: typeof name === 'string' ? 'words' : '',
        cells: columns
          .filter((column) => column < matrix.cols)
          .map((column): SmallCell => {
            const value = cellOf(matrix, row, column);
            return {
              text: numberFormat(figure, table, decimals)(value),
              style: signedClass(value, extent),
            };
          }),
      };
    }),
  };
}
