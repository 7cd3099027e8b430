import { css, html, isServer, nothing, type TemplateResult } from 'lit';
import { numberFormat } from './cell-text.ts';
import { ExplorationView } from './exploration-view.ts';
import { followed } from './following-window.ts';
import { formula, symbol } from './formula.ts';
import { signedLegend } from './legend.ts';
import { largestMagnitude, matrixTable, type Range } from './matrix-table.ts';
import { cellColours, matrixStyles } from './styles/cells.ts';
import { legendStyles } from './styles/legend.ts';
import { theme } from './styles/theme.ts';
import { cellOf, TABLES, tableOf } from './tables.ts';
import { traceOf } from './trace.ts';

/** Rows and columns at most, and columns at least. */
const MOST = 9;
const LEAST = 3;

/** As the style sheet has them. */
const LABEL = { wide: 84, narrow: 64 };
const NARROW = 480;
const cellWidth = (chars: number) => Math.max(54, Math.ceil(chars * 7.6 + 7));

type Shown = 'scores' | 'weights';

/** A few rows and columns of the scores or the weights of a long text: those about the chosen cell, every one a number. */
export class AttentionWeightWindow extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    matrixStyles,
    legendStyles,
    css`
      :host {
        display: block;
        container-type: inline-size;
        --label: 84px;
      }
      .kinds {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 6px;
        margin-block-end: 6px;
      }
      .kinds [aria-pressed='true'] {
        background: var(--_ink);
        color: var(--_paper);
        border-color: var(--_ink);
      }
      .where {
        margin-inline-start: 6px;
        color: var(--_soft);
      }
      .name > span {
        inset-inline-start: 0;
      }
      .legend {
        margin-block-start: 6px;
      }
      @container (max-width: 480px) {
        :host {
          --label: 64px;
        }
        table.matrix {
          --label: 64px;
        }
      }
    `,
  ];

  static override properties = { ...ExplorationView.properties, width: { state: true } };
  declare protected width: number | undefined;

  #table: Shown = 'weights';
  #row = 0;
  #column = 0;
  readonly #resized = isServer
    ? undefined
    : new ResizeObserver(([entry]) => {
        this.width = entry!.contentRect.width;
      });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized?.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized?.disconnect();
  }

  protected override render(): unknown {
    const { exploration } = this;
    const { figure, shown, decimals } = exploration;
    if (shown.table === 'scores' || shown.table === 'weights') this.#table = shown.table;
    const table = this.#table;
    const matrix = figure && tableOf(figure, table, shown.head);
    if (!figure || !matrix) return nothing;
    const width = this.width ?? this.clientWidth;
    const count = Math.min(MOST, matrix.rows);
    this.#row = followed(this.#row, shown.query, count, matrix.rows);
    const rows = { first: this.#row, count };
    const write = numberFormat(figure, table, decimals);
    const chars = Math.max(
      decimals + 3,
      ...cells(rows, { first: shown.key, count: 1 }).map(([r, c]) => write(cellOf(matrix, r, c)).length),
    );
    const label = width <= NARROW ? LABEL.narrow : LABEL.wide;
    const fitting = Math.floor((width - label) / cellWidth(chars));
    const across = Math.min(matrix.cols, Math.max(LEAST, Math.min(MOST, fitting)));
    this.#column = followed(this.#column, shown.key, across, matrix.cols);
    const columns = { first: this.#column, count: across };
    return html`<div class="kinds" role="group" aria-label="Numbers shown">
        ${this.#kind('weights')} ${this.#kind('scores')}
        <span class="where">queries ${span(rows)} of ${matrix.rows}, keys ${span(columns)} of ${matrix.cols}</span>
      </div>
      ${matrixTable(this, {
        table,
        head: shown.head,
        caption: html`${formula(symbol(table))} <small>${TABLES[table].name} about the chosen cell: a row asks, a column answers</small>`,
        showRows: true,
        showColumns: true,
        corner: 'query ↓',
        sources: traceOf(figure, shown, decimals)?.sources ?? [],
        classes: `chars-${Math.min(13, chars)}`,
        part: { rows, columns },
      })}
      ${table === 'scores' ? signedLegend(largestMagnitude(matrix), decimals) : nothing}`;
  }

  #kind(table: Shown): TemplateResult {
    return html`<button
      aria-pressed=${this.#table === table ? 'true' : 'false'}
      @click=${() => this.exploration.choose({ table })}
    >
      ${TABLES[table].name}
    </button>`;
  }
}

function cells(rows: Range, columns: Range): [row: number, column: number][] {
  return Array.from({ length: rows.count * columns.count }, (_, i) => [
    rows.first + Math.floor(i / columns.count),
    columns.first + (i % columns.count),
  ]);
}

const span = ({ first, count }: Range) => `${first + 1}–${first + count}`;
