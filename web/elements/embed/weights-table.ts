import { html, type TemplateResult } from 'lit';
import type { Matrix } from '../../api/types.ts';
import { weightClass } from '../colour.ts';
import { formatWeight } from '../number-format.ts';
import { tokenName } from '../token-name.ts';

/** A row and a column. */
export interface Pair {
  readonly query: number;
  readonly key: number;
}

/** Some of the rows and columns, from one up to another. */
export interface Window {
  readonly firstQuery: number;
  readonly firstKey: number;
  readonly queries: number;
  readonly keys: number;
}

export interface WeightsTable {
  readonly weights: Matrix;
  readonly queries: readonly string[];
  readonly keys: readonly string[];
  readonly decimals: number;
  /** Whether every cell has its number, or those of the chosen row and column. */
  readonly numbers: boolean;
  /** Whether the columns' names stand on their side. */
  readonly turned: boolean;
  readonly chosen: Pair | undefined;
  readonly window: Window;
  readonly onClick: (event: Event) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onPoint: (event: Event) => void;
  readonly onLeave: () => void;
}

/** One head's weights as a grid: a row a query, a column a key. */
export function weightsTable(table: WeightsTable): TemplateResult {
  const { weights, queries, keys, numbers, turned, chosen, window } = table;
  const { firstQuery, firstKey } = window;
  const rows = Array.from({ length: window.queries }, (_, i) => firstQuery + i);
  const columns = Array.from({ length: window.keys }, (_, i) => firstKey + i);
  const tight = keys.length > 6 ? 'tight' : '';
  return html`<table
    part="table"
    role="grid"
    aria-readonly="true"
    aria-rowcount=${weights.rows + 1}
    aria-colcount=${weights.cols + 1}
    class="${numbers ? 'numbers' : 'colours'} ${turned || !numbers ? 'turned' : ''} ${tight}"
    @click=${table.onClick}
    @keydown=${table.onKey}
    @pointerover=${table.onPoint}
    @focusin=${table.onPoint}
    @pointerleave=${table.onLeave}
    @focusout=${table.onLeave}
  >
    <caption class="unseen">Attention weights: one row a query, one column a key</caption>
    <thead>
      <tr aria-rowindex="1">
        <th scope="col" class="corner" aria-colindex="1">keys →</th>
        ${columns.map(
          (key) =>
            html`<th scope="col" part="header" class=${chosen?.key === key ? 'shown' : ''} aria-colindex=${key + 2} data-key=${key}>${tokenName(keys[key])}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (query) => html`<tr class=${chosen?.query === query ? 'shown' : ''} aria-rowindex=${query + 2}>
          <th scope="row" part="header" class=${chosen?.query === query ? 'shown' : ''} aria-colindex="1" data-query=${query}>${tokenName(queries[query])}</th>
          ${columns.map((key) => cell(table, query, key))}
        </tr>`,
      )}
    </tbody>
  </table>`;
}

function cell(
  { weights, decimals, chosen, window }: WeightsTable,
  query: number,
  key: number,
): TemplateResult {
  const weight = weights.data[query * weights.cols + key]!;
  const hidden = Number.isNaN(weight);
  const isChosen = chosen?.query === query && chosen.key === key;
  // Before anything is chosen Tab leads to the first cell.
  const isStop = chosen ? isChosen : query === window.firstQuery && key === window.firstKey;
  const classes = [
    hidden ? 'hidden' : weightClass(weight),
    isChosen ? 'chosen' : '',
    chosen?.key === key ? 'in-column' : '',
  ];
  return html`<td
    part=${isChosen ? 'cell chosen' : 'cell'}
    class=${classes.filter(Boolean).join(' ')}
    data-query=${query}
    data-key=${key}
    aria-colindex=${key + 2}
    tabindex=${isStop ? '0' : '-1'}
    aria-selected=${isChosen ? 'true' : 'false'}
  >${hidden ? html`<span class="unseen">hidden</span>` : formatWeight(weight, decimals)}</td>`;
}

/** The row and column of what an event comes from, where it is part of the table; a header names one of them. */
export function pairAt(event: Event): Partial<Pair> | undefined {
  const place = (event.target as Element).closest<HTMLElement>('[data-query], [data-key]');
  if (!place) return undefined;
  const { query, key } = place.dataset;
  return {
    ...(query === undefined ? {} : { query: Number(query) }),
    ...(key === undefined ? {} : { key: Number(key) }),
  };
}

/** Where a key of the keyboard leads to. */
export function step(from: Pair, pressed: string, { rows, cols }: Matrix, whole: boolean): Pair | undefined {
  const { query, key } = from;
  const at = (q: number, k: number): Pair => ({
    query: Math.max(0, Math.min(rows - 1, q)),
    key: Math.max(0, Math.min(cols - 1, k)),
  });
  switch (pressed) {
    case 'ArrowUp':
      return at(query - 1, key);
    case 'ArrowDown':
      return at(query + 1, key);
    case 'ArrowLeft':
      return at(query, key - 1);
    case 'ArrowRight':
      return at(query, key + 1);
    case 'PageUp':
      return at(query - 8, key);
    case 'PageDown':
      return at(query + 8, key);
    case 'Home':
      return at(whole ? 0 : query, 0);
    case 'End':
      return at(whole ? rows - 1 : query, cols - 1);
    case 'Enter':
    case ' ':
      return from;
    default:
      return undefined;
  }
}
