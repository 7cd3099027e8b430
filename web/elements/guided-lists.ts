import { html } from 'lit';
import type { Attention, Matrix } from '../api/index.ts';
import { numberFormat } from './cell-text.ts';
import { signedClass } from './colour.ts';
import { INPUT_WIDTH } from './embedding.ts';
import type { Exploration } from './exploration.ts';
import { computeFigure, type Figure } from './figure.ts';
import { type Journey, wordAt } from './guided-tables.ts';
import { largestMagnitude } from './matrix-table.ts';
import { drawProjections } from './projections.ts';
import { presetNamed } from './settings.ts';
import type { SmallCell, SmallRow, SmallTable } from './small-table.ts';
import { cellOf, type TableName, tableOf } from './tables.ts';
import { indices } from './wrong-variants.ts';

/** Longer lists are cut. */
const LONGEST = 4;

export function contextTable(journey: Journey): SmallTable {
  const { figure, head, query } = journey;
  return listTable('in context, whole', journey, [
    { name: wordAt(journey, query), table: 'context', matrix: figure.heads[head]!.context, row: query },
  ]);
}

/** x: the word's numbers. */
export function inputTable(journey: Journey): SmallTable {
  const { figure, query } = journey;
  return listTable('its numbers', journey, [
    { name: wordAt(journey, query), table: 'inputs', matrix: figure.inputs, row: query },
  ]);
}

/** What the word asks, is found by, and gives: with the figure's own tables, or random ones where it has none. */
export function rolesTable(
  journey: Journey,
  exploration: Exploration,
  attention: Attention,
  random: boolean,
): SmallTable {
  const { query } = journey;
  const { seed } = exploration.settings;
  const figure = random ? withRandomTables(journey.figure, attention, seed) : journey.figure;
  const head = random ? 0 : journey.head;
  const roles = [
    ['asks (query)', 'queries'],
    ['is found by (key)', 'keys'],
    ['gives (value)', 'values'],
  ] as const;
  const caption = figure.projections
    ? random
      ? `with three random tables, seed ${seed}`
      : 'through its three tables'
    : 'without tables: all the same';
  return listTable(
    caption,
    { ...journey, figure, head },
    roles.map(([name, table]) => ({ name, table, matrix: tableOf(figure, table, head)!, row: query })),
  );
}

function withRandomTables(figure: Figure, attention: Attention, seed: number): Figure {
  const settings = { ...presetNamed('scaled').settings, seed };
  const projections = drawProjections(attention, settings, INPUT_WIDTH);
  return computeFigure(attention, { ...figure, projections, settings });
}

interface List {
  readonly name: unknown;
  readonly table: TableName;
  readonly matrix: Matrix;
  readonly row: number;
}

/** Lists of numbers, one a row. */
function listTable(
  caption: unknown,
  { figure, query, decimals }: Journey,
  lists: readonly List[],
): SmallTable {
  const columns = indices(Math.min(LONGEST, Math.max(...lists.map(({ matrix }) => matrix.cols))));
  const more = Math.max(...lists.map(({ matrix }) => matrix.cols)) - columns.length;
  return {
    caption: html`${wordAt({ figure } as Journey, query)}, ${caption}${more > 0 ? `; ${more} more numbers not shown` : ''}`,
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
