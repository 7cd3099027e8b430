import { html, nothing, type TemplateResult } from 'lit';
import { numberFormat } from './cell-text.ts';
import { signedClass, weightClass } from './colour.ts';
import { ExplorationView } from './exploration-view.ts';
import { eye, eyeStyles } from './eye.ts';
import { type Figure, hiddenBy, isCross, seenKeys } from './figure.ts';
import { formula, symbol } from './formula.ts';
import { gate, gateStyles } from './gate.ts';
import { headControls, headStyles } from './heads.ts';
import { weightLegend } from './legend.ts';
import { covers, largestMagnitude, outline } from './matrix-table.ts';
import { cellColours } from './styles/cells.ts';
import { ledgerStyles } from './styles/ledger.ts';
import { legendStyles } from './styles/legend.ts';
import { theme } from './styles/theme.ts';
import { type Cell, cellOf, type Place, placeIn, type TableName, tableOf } from './tables.ts';
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

  static override properties = { ...ExplorationView.properties, bare: { type: Boolean } };
  /** Without the controls, which stand elsewhere. */
  declare bare: boolean;

  protected override render(): unknown {
    const figure = this.exploration?.figure;
    if (!figure?.heads.length || figure.tokens.length === 0 || figure.keyTokens.length === 0) return nothing;
    const { shown, decimals, tokens, keyTokens } = this.exploration;
    const sources = traceOf(figure, shown, decimals)?.sources ?? [];
    const valueWidth = figure.heads[shown.head]?.values.cols ?? 0;
    const query = tokenName(tokens[shown.query]?.text);
    const cells = (table: TableName, row: number) => this.#cells(figure, table, row, sources);
    const window = around(keyTokens, shown.key);
    const wide = valueWidth * (decimals + 2) > 19;
    return html`${this.bare ? nothing : html`<div class="settings">${headControls(this.exploration)} ${gate(this.exploration, figure)}</div>`}
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
          ${window.length < keyTokens.length ? html`(shown: ${window[0]![1] + 1} to ${window.at(-1)![1] + 1} of ${keyTokens.length})` : nothing}
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
            ([token, key]) => html`<tr class=${key === shown.key ? 'shown' : ''}>
              <th scope="row" class="token" data-key=${key}>${tokenName(token.text)}${eye(this.exploration, key)}</th>
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

/** The tokens about the chosen key, with their places: no more lines than can be looked through. */
function around<T>(tokens: readonly T[], key: number): [T, number][] {
  const from = Math.max(0, Math.min(key - LINES / 2, tokens.length - LINES));
  return tokens.slice(from, from + LINES).map((token, i) => [token, from + i]);
}

const LINES = 64;
