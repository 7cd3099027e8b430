import { html, nothing, type TemplateResult } from 'lit';
import type { Matrix } from '../api/index.ts';
import type { CellEditing } from './cell-editing.ts';
import { numberFormat } from './cell-text.ts';
import { signedClass, weightClass } from './colour.ts';
import type { ExplorationView } from './exploration-view.ts';
import { type Figure, hiddenBy } from './figure.ts';
import { RowsOnDemand } from './rows-on-demand.ts';
import {
  type Axis,
  type Cell,
  cellOf,
  type Place,
  placeIn,
  TABLES,
  type TableName,
  tableOf,
} from './tables.ts';
import { tokenName } from './token-name.ts';

export interface MatrixTableOptions {
  readonly table: TableName;
  readonly head: number;
  readonly caption: unknown;
  /** Drawn on its side, as Kᵀ: rows of the table run downwards. */
  readonly sideways?: boolean;
  /** Row headers are always there for screen readers; here they are drawn too. */
  readonly showRows?: boolean;
  readonly showColumns?: boolean;
  /** Whole rows and columns that the chosen cell is made of. */
  readonly sources: readonly Place[];
  /** Where the factors stand, for the hairlines that lead to the chosen cell: at the left, and above. */
  readonly factors?: 'left' | 'left and above';
  /** Colour without numbers, but for the chosen row and column. */
  readonly dense?: boolean;
  /** A cell of the header row of its own, under the column's name. */
  readonly underColumn?: (column: number) => unknown;
  /** A column between the row headers and the cells. */
  readonly lead?: { readonly header: unknown; readonly cell: (row: number) => TemplateResult };
  /** Classes of the table, such as its cells' width. */
  readonly classes?: string;
  /** Given where the numbers can be changed. */
  readonly editing?: CellEditing;
  /** Tells several drawings of one table apart. */
  readonly copy?: string;
  /** Of a table too large to be drawn: its rows and columns that are. */
  readonly part?: { readonly rows: Range; readonly columns: Range };
  /** What stands in the corner, above the row headers. */
  readonly corner?: unknown;
}

/** Indices from `first` on. */
export interface Range {
  readonly first: number;
  readonly count: number;
}

/**
 * One matrix as a table with header cells. Cells carry their place as data attributes; colours, outlines and the lanes
 * that lead from the sources to the chosen cell are classes.
 */
export function matrixTable(view: ExplorationView, options: MatrixTableOptions): TemplateResult {
  const { table, head, sideways = false, editing, copy = '' } = options;
  const figure = view.exploration.figure as Figure;
  const matrix = tableOf(figure, table, head);
  if (!matrix) return html``;
  const rows = indices(options.part?.rows ?? { first: 0, count: matrix.rows });
  const columns = indices(options.part?.columns ?? { first: 0, count: matrix.cols });
  const [down, across] = sideways ? [columns, rows] : [rows, columns];
  const draw = cellDrawer(view, figure, options);
  const { row: rowAxis, column: columnAxis } = TABLES[table];
  const [downAxis, acrossAxis] = sideways ? [columnAxis, rowAxis] : [rowAxis, columnAxis];
  // The formula stands above the table, since a grid may own nothing but rows and a caption of plain text.
  return html`<div class="named ${options.showRows ? '' : 'no-rows'}"><div class="name"><span>${options.caption}</span></div><table
    role="grid"
    aria-readonly=${editing ? 'false' : 'true'}
    data-copy=${copy}
    class="matrix ${table} ${editing ? 'editable' : ''} ${options.showRows ? '' : 'no-rows'} ${options.showColumns ? '' : 'no-columns'} ${options.classes ?? ''}"
    data-grid=${table}
    data-of-head=${head}
    ?data-sideways=${sideways}
    @click=${view.onCellClick}
    @pointerover=${view.onCellOver}
    @pointerout=${view.onCellOut}
    @focusin=${view.onCellFocus}
    @keydown=${(event: KeyboardEvent) => editing?.onKey(event) || view.onCellKey(event)}
    @dblclick=${editing?.onDoubleClick}
    @pointerdown=${editing?.onPointerDown}
    @pointermove=${editing?.onPointerMove}
    @pointerup=${editing?.onPointerUp}
    @pointercancel=${editing?.onPointerUp}
  >
    <caption class="unseen">${spokenName(table, sideways)}</caption>
    <thead>
      <tr>
        ${options.corner ? html`<th scope="col" class="corner">${options.corner}</th>` : html`<td class="corner"></td>`}
        ${options.lead ? html`<th scope="col" class="lead">${options.lead.header}</th>` : nothing}
        ${across.map((index) => header(view, acrossAxis, index, 'col'))}
      </tr>
      ${
        options.underColumn
          ? html`<tr class="under">
              <td class="corner"></td>
              ${across.map((index) => html`<td>${options.underColumn!(index)}</td>`)}
            </tr>`
          : nothing
      }
    </thead>
    <tbody>
      ${down.map(
        (r) => html`<tr class=${rowClass(view, downAxis, r, options)}>
          ${header(view, downAxis, r, 'row')} ${options.lead?.cell(r) ?? nothing}
          ${across.map((c) => (sideways ? draw(c, r) : draw(r, c)))}
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}

function indices({ first, count }: Range): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

function rowClass(view: ExplorationView, axis: Axis, row: number, { dense }: MatrixTableOptions): string {
  const { shown, choice } = view.exploration;
  return `${shown[axis] === row ? 'shown' : ''} ${dense && choice[axis] === row ? 'tall' : ''}`;
}

/** What a screen reader says of a table before its cells. */
function spokenName(table: TableName, sideways: boolean): string {
  const { name, row, column } = TABLES[table];
  const [down, across] = sideways ? [column, row] : [row, column];
  return `${name}${sideways ? ', on their side' : ''}: one row a ${down}, one column a ${across}`;
}

/** The name of a row or column: a token, or the number of a component. */
function header(view: ExplorationView, axis: string, index: number, scope: 'row' | 'col'): TemplateResult {
  const { exploration } = view;
  const { tokens, keyTokens } = exploration;
  const token = axis === 'query' ? tokens[index] : axis === 'key' ? keyTokens[index] : undefined;
  const shown = exploration.shown[axis as 'query'] === index ? 'shown' : '';
  if (!token) return html`<th scope=${scope} class=${shown}><span>${index + 1}</span></th>`;
  const name = tokenName(token.text);
  return axis === 'query'
    ? html`<th scope=${scope} class="token ${shown}" data-query=${index}>${name}</th>`
    : html`<th scope=${scope} class="token ${shown}" data-key=${index}>${name}</th>`;
}

function cellDrawer(view: ExplorationView, figure: Figure, options: MatrixTableOptions) {
  const { table, head, sources, dense } = options;
  const matrix = tableOf(figure, table, head)!;
  const { shown, decimals, lit } = view.exploration;
  const extent = table === 'weights' ? 1 : largestMagnitude(matrix);
  const here = placeIn(table, shown);
  // Pointing at a cell must not move it, so the wide column and the tall row stay with the choice.
  const framed = placeIn(table, view.exploration.choice);
  const isChosenTable = shown.table === table && shown.head === head;
  // Narrow tables keep their numbers: only tokens × tokens has too many.
  const coloursOnly = dense && (table === 'scores' || table === 'weights' || options.sideways);
  const numberOf = numberFormat(figure, table, decimals);
  return (row: number, column: number): TemplateResult => {
    const value = cellOf(matrix, row, column);
    const colour = table === 'weights' ? weightClass(value) : signedClass(value, extent);
    const isHere = here.row === row && here.column === column && shown.head === head;
    const named = framed.row === row || (framed.column === column && !options.sideways);
    const why = table === 'weights' || table === 'scores' ? hiddenBy(figure, row, column) : undefined;
    if (coloursOnly && !named && !isHere) return colourCell(why ? 'hidden' : colour);
    const place: Cell = { table, head, row, column };
    const classes = [
      why ? 'hidden' : colour,
      isHere && isChosenTable ? 'chosen' : '',
      dense && (options.sideways ? framed.row === row : framed.column === column) ? 'in-column' : '',
      outline(place, sources, matrix.rows, matrix.cols, options.sideways ?? false),
      isChosenTable && options.factors ? lane(place, here, options.factors === 'left and above') : '',
      options.editing && view.exploration.isEdited(place) ? 'edited' : '',
      options.editing && view.exploration.failure && Math.abs(value) === largestGiven(figure) ? 'wrong' : '',
      lit.some((l) => covers(l, place)) ? 'lit' : '',
    ];
    const text = coloursOnly && !named ? '' : numberOf(value);
    return html`<td
      class=${classes.filter(Boolean).join(' ')}
      data-table=${table}
      data-head=${head}
      data-row=${row}
      data-column=${column}
      tabindex=${isHere ? '0' : '-1'}
      aria-selected=${isHere && isChosenTable ? 'true' : 'false'}
    >${why && table === 'weights' ? html`<span class="unseen">hidden</span>` : (options.editing?.field(place, options.copy ?? '') ?? text)}</td>`;
  };
}

/** One of thousands: no more than a colour; its place is its position in the table. */
function colourCell(style: string): TemplateResult {
  return html`<td class=${style} tabindex="-1"></td>`;
}

/** The largest of all numbers that can be changed: where a computation failed, that is the one to mend. */
function largestGiven({ inputs, keyInputs, projections }: Figure): number {
  const { query, key, value, output } = projections ?? {};
  return Math.max(
    ...[inputs, keyInputs, query, key, value, output].map((m) => (m ? largestMagnitude(m) : 0)),
  );
}

export function covers(place: Place, cell: Cell): boolean {
  return (
    place.table === cell.table &&
    place.head === cell.head &&
    (place.row ?? cell.row) === cell.row &&
    (place.column ?? cell.column) === cell.column
  );
}

/** Classes for the sides of a source's outline that run along this cell: one outline around a whole row or column. */
export function outline(
  cell: Cell,
  sources: readonly Place[],
  rows: number,
  columns: number,
  sideways: boolean,
): string {
  const source = sources.find((place) => covers(place, cell));
  if (!source) return '';
  const within = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < rows && column < columns && covers(source, { ...cell, row, column });
  const { row, column } = cell;
  const sides = [
    within(row - 1, column) ? '' : sideways ? 'left' : 'top',
    within(row + 1, column) ? '' : sideways ? 'right' : 'bottom',
    within(row, column - 1) ? '' : sideways ? 'top' : 'left',
    within(row, column + 1) ? '' : sideways ? 'bottom' : 'right',
  ];
  return `source ${sides.filter(Boolean).join(' ')}`;
}

/** The hairlines from the left factor's row and the right factor's column to the chosen cell. */
function lane(cell: Cell, chosen: Cell, above: boolean): string {
  const across = cell.row === chosen.row && cell.column <= chosen.column;
  const down = above && cell.column === chosen.column && cell.row <= chosen.row;
  return [
    across && cell.column < chosen.column ? 'lane-across' : '',
    down && cell.row < chosen.row ? 'lane-down' : '',
    across && cell.column === 0 ? 'lane-from-left' : '',
    down && cell.row === 0 ? 'lane-from-top' : '',
  ].join(' ');
}

/** The end of a signed table's colour scale. Asked for every cell, so kept for as long as the numbers are. */
export function largestMagnitude(matrix: Matrix): number {
  if (matrix instanceof RowsOnDemand) return matrix.bound;
  const { data } = matrix;
  let largest = extents.get(data);
  if (largest === undefined) {
    largest = data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    extents.set(data, largest);
  }
  return largest;
}

const extents = new WeakMap<Float32Array, number>();
