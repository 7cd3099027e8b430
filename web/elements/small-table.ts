import { html, nothing, type TemplateResult } from 'lit';

export interface SmallCell {
  readonly text: unknown;
  /** Its colour, or `hidden`. */
  readonly style?: string;
}

export interface SmallRow {
  readonly name: unknown;
  readonly cells: readonly SmallCell[];
  readonly style?: string;
}

export interface SmallTable {
  readonly caption: unknown;
  /** Said in words and by the table's edge. */
  readonly verdict?: 'right' | 'wrong';
  readonly corner?: unknown;
  readonly columns: readonly unknown[];
  /** Whether the columns' names are words that may wrap, not tokens. */
  readonly wordy?: boolean;
  readonly rows: readonly SmallRow[];
  /** Rows under a line. */
  readonly totals?: readonly SmallRow[];
}

/** A table to read, whose cells are not part of the figure: nothing of it can be chosen. */
export function smallTable({
  caption,
  verdict,
  corner,
  columns,
  wordy = false,
  rows,
  totals = [],
}: SmallTable): TemplateResult {
  return html`<div class="small ${verdict ?? ''}">
    <table>
      <caption>
        ${verdict ? html`<b class="verdict">${verdict === 'wrong' ? '✗ wrong' : '✓ right'}</b> ` : nothing}${caption}
      </caption>
      <thead>
        <tr>
          ${corner ? html`<th scope="col" class="corner">${corner}</th>` : html`<td class="corner"></td>`}
          ${columns.map((column) => html`<th scope="col" class=${wordy ? 'words' : ''}>${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(row)}
      </tbody>
      ${
        totals.length > 0
          ? html`<tfoot>
              ${totals.map(row)}
            </tfoot>`
          : nothing
      }
    </table>
  </div>`;
}

function row({ name, cells, style = '' }: SmallRow): TemplateResult {
  return html`<tr class=${style}>
    <th scope="row">${name}</th>
    ${cells.map((cell) => html`<td class=${cell.style ?? ''}>${cell.text}</td>`)}
  </tr>`;
}

/** So many places around one of them: texts of any length fit a small table. */
export function windowAround(place: number, count: number, size = 6): number[] {
  const start = Math.max(0, Math.min(place - Math.floor(size / 2), count - size));
  return Array.from({ length: Math.min(size, count) }, (_, i) => start + i);
}
