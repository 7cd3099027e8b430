import { html, nothing, type TemplateResult } from 'lit';
import { numberFormat } from './cell-text.ts';
import { signedClass, weightClass } from './colour.ts';
import { ExplorationView } from './exploration-view.ts';
import { eye, eyeStyles } from './eye.ts';
import { type Figure, hiddenBy, isCross, isLong, seenKeys } from './figure.ts';
import { formula, symbol } from './formula.ts';
import { gate, gateStyles } from './gate.ts';
import { headControls, headStyles } from './heads.ts';
import { weightLegend } from './legend.ts';
import { covers, largestMagnitude, outline } from './matrix-table.ts';
import { cellColours } from './styles/cells.ts';
import { ledgerStyles } from './styles/ledger.ts';
import { legendStyles } from './styles/legend.ts';
import { theme } from './styles/theme.ts';
import { type Cell, type Choice, cellOf, type Place, placeIn, type TableName, tableOf } from './tables.ts';
import { tokenName } from './token-name.ts';
import { traceOf } from './trace.ts';

/** One query at a time, as a ledger: one line a key, z below its column like a total. For narrow places. */
export class AttentionLedger extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    legendStyles,
    headStyles,
    eyeStyles,
    gateStyles,
    ledgerStyles,
  ];

  static override properties = {
    ...ExplorationView.properties,
    bare: { type: Boolean },
    largestFirst: { state: true },
  };
  /** Without the controls, which stand elsewhere. */
  declare bare: boolean;
  /** Of a long text: the keys with the largest weights, instead of those about the chosen one. */
  declare protected largestFirst: boolean | undefined;

  protected override render(): unknown {
    const figure = this.exploration?.figure;
    if (!figure?.heads.length || figure.tokens.length === 0 || figure.keyTokens.length === 0) return nothing;
    const { shown, decimals, tokens, keyTokens } = this.exploration;
    const sources = traceOf(figure, shown, decimals)?.sources ?? [];
    const valueWidth = figure.heads[shown.head]?.values.cols ?? 0;
    const query = tokenName(tokens[shown.query]?.text);
    const cells = (table: TableName, row: number) => this.#cells(figure, table, row, sources);
    const long = isLong(figure);
    const window = !long
      ? [...keyTokens.keys()]
      : this.largestFirst
        ? largestOf(figure, shown)
        : around(keyTokens.length, shown.key);
    const wide = valueWidth * (decimals + 2) > 19;
    return html`${this.bare ? nothing : html`<div class="settings">${headControls(this.exploration)} ${gate(this.exploration, figure)}</div>`}
      ${
        long
          ? html`<label class="order"
              ><input
                type="checkbox"
                class="largest-first"
                @change=${(event: Event) => {
                  this.largestFirst = (event.target as HTMLInputElement).checked;
                }}
              />largest weights first</label
            >`
          : nothing
      }
      <table
        role="grid"
        aria-readonly="true"
        class=${wide ? 'wide-values' : ''}
        @click=${this.onCellClick}
        @focusin=${this.onCellFocus}
        @keydown=${this.onCellKey}
        @pointerover=${this.onCellOver}
        @pointerout=${this.onCellOut}
      >
        <caption>
          ${query} asks; every word ${isCross(figure) ? 'of the other text' : ''} answers
          ${window.length < keyTokens.length ? this.#part(window, keyTokens.length) : nothing}
        </caption>
        <tbody class="query">
          <tr>
            <th scope="row">${formula(symbol('queries'))} of ${query}</th>
            <td class="run" colspan=${2 + valueWidth}><div>${this.#run(figure, 'queries', shown.query, sources)}</div></td>
          </tr>
        </tbody>
        <tbody>
          <tr class="names">
            <th scope="col">key</th>
            <th scope="col">${formula(symbol('scores'))}<span class="unseen"> scores</span></th>
            <th scope="col">${formula(symbol('weights'))}<span class="unseen"> weights</span></th>
            <th scope="col" colspan=${valueWidth}>${formula(symbol('values'))}<span class="unseen"> values</span></th>
          </tr>
          ${window.map(
            (key) => html`<tr class=${key === shown.key ? 'shown' : ''}>
              <th scope="row" class="token" data-key=${key}>${tokenName(keyTokens[key]?.text)}${eye(this.exploration, key)}</th>
              ${this.#cell(figure, { table: 'scores', head: shown.head, row: shown.query, column: key }, sources)}
              ${this.#cell(figure, { table: 'weights', head: shown.head, row: shown.query, column: key }, sources)}
              ${cells('values', key)}
            </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">sum</th>
            <td colspan="2" class="total">
              ${formula(symbol('context'))}
            </td>
            ${cells('context', shown.query)}
          </tr>
        </tfoot>
      </table>
      ${weightLegend(seenKeys(figure, shown.query).length)}
      <p class="reading">A row of all the weights asks, a column answers. Here: ${query}’s row, turned upright.</p>`;
  }

  /** Which keys are listed, where not all are. */
  #part(window: readonly number[], keys: number): TemplateResult {
    return this.largestFirst
      ? html`(shown: the ${window.length} largest of ${keys} weights)`
      : html`(shown: ${window[0]! + 1} to ${window.at(-1)! + 1} of ${keys})`;
  }

  #cells(figure: Figure, table: TableName, row: number, sources: readonly Place[]): TemplateResult[] {
    const { head } = this.exploration.shown;
    const columns = tableOf(figure, table, head)?.cols ?? 0;
    return Array.from({ length: columns }, (_, column) =>
      this.#cell(figure, { table, head, row, column }, sources),
    );
  }

  #cell(figure: Figure, place: Cell, sources: readonly Place[], tag: 'td' | 'button' = 'td'): TemplateResult {
    const { shown, decimals, lit } = this.exploration;
    const matrix = tableOf(figure, place.table, place.head)!;
    const value = cellOf(matrix, place.row, place.column);
    const here = covers(placeIn(place.table, shown), place);
    const chosen = here && shown.table === place.table;
    // A hidden weight has no number; its score has one that is not used.
    const ofPair = place.table === 'weights' || place.table === 'scores';
    const unseen = ofPair && hiddenBy(figure, place.row, place.column) !== undefined;
    const hidden = unseen && place.table === 'weights';
    const classes = [
      unseen
        ? 'hidden'
        : place.table === 'weights'
          ? weightClass(value)
          : signedClass(value, largestMagnitude(matrix)),
      chosen ? 'chosen' : '',
      // A row of scores or weights stands upright here.
      outline(place, sources, matrix.rows, matrix.cols, ofPair),
      lit.some((l) => covers(l, place)) ? 'lit' : '',
    ]
      .filter(Boolean)
      .join(' ');
    const text = hidden
      ? html`<span class="unseen">hidden</span>`
      : numberFormat(figure, place.table, decimals)(value);
    if (tag === 'button')
      return html`<button
        class=${classes}
        data-table=${place.table}
        data-head=${place.head}
        data-row=${place.row}
        data-column=${place.column}
        tabindex=${here ? '0' : '-1'}
        aria-pressed=${chosen ? 'true' : 'false'}
      >${text}</button>`;
    return html`<td
      class=${classes}
      data-table=${place.table}
      data-head=${place.head}
      data-row=${place.row}
      data-column=${place.column}
      tabindex=${here ? '0' : '-1'}
      aria-selected=${chosen ? 'true' : 'false'}
    >${text}</td>`;
  }

  #run(figure: Figure, table: TableName, row: number, sources: readonly Place[]): TemplateResult[] {
    const { head } = this.exploration.shown;
    const columns = tableOf(figure, table, head)?.cols ?? 0;
    return Array.from({ length: columns }, (_, column) =>
      this.#cell(figure, { table, head, row, column }, sources, 'button'),
    );
  }
}

/** Keys about the chosen one: of a long text no more lines than can be looked through. */
function around(keys: number, key: number): number[] {
  const from = Math.max(0, Math.min(key - Math.floor(LINES / 2), keys - LINES));
  return Array.from({ length: Math.min(LINES, keys) }, (_, i) => from + i);
}

/** The keys that a query gives most to, the largest first. */
function largestOf(figure: Figure, { head, query }: Choice): number[] {
  const weights = tableOf(figure, 'weights', head)!;
  const row = Float32Array.from({ length: weights.cols }, (_, key) => cellOf(weights, query, key));
  return [...row.keys()].sort((a, b) => row[b]! - row[a]!).slice(0, LINES);
}

const LINES = 24;
