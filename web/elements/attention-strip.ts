import { html, isServer, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { weightClass } from './colour.ts';
import { ExplorationView, isPointedAt } from './exploration-view.ts';
import { eye, eyeStyles } from './eye.ts';
import { type Figure, hiddenBy, isCross, seenKeys, seesNothing } from './figure.ts';
import { formula, productFormula, sameAsInputs, symbol, transposed } from './formula.ts';
import { gate, gateStyles } from './gate.ts';
import { headControls, headStyles } from './heads.ts';
import { signedLegend, weightLegend } from './legend.ts';
import { largestMagnitude, type MatrixTableOptions, matrixTable } from './matrix-table.ts';
import { standUp, turn } from './motion.ts';
import { formatWeight } from './number-format.ts';
import { FEW_KEYS, hasAllNumbers, squareSize, stripFit } from './strip-fit.ts';
import { cellColours, matrixStyles } from './styles/cells.ts';
import { legendStyles } from './styles/legend.ts';
import { stripStyles } from './styles/strip.ts';
import { theme } from './styles/theme.ts';
import {
  type Cell,
  type Choice,
  cellOf,
  inputsOfTable,
  type Place,
  type TableName,
  tableOf,
} from './tables.ts';
import { tokenName } from './token-name.ts';
import { traceOf } from './trace.ts';

/** One line per word, through Q, ω, α and z; K on its side above ω, V above z. */
export class AttentionStrip extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    matrixStyles,
    legendStyles,
    headStyles,
    eyeStyles,
    gateStyles,
    stripStyles,
  ];

  #movedFor: Pick<Choice, 'table' | 'query'> | undefined;
  #turned = false;
  /** Known from the observer: asking for it while drawing would lay the page out twice. */
  #width = 0;
  readonly #resized = isServer
    ? undefined
    : new ResizeObserver(([entry]) => {
        this.#width = entry!.contentRect.width;
        this.requestUpdate();
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
    const figure = this.exploration?.figure;
    if (!figure?.heads.length || figure.tokens.length === 0) return nothing;
    if (figure.keyTokens.length === 0) return noKeys();
    const { shown, decimals } = this.exploration;
    const sources = traceOf(figure, shown, decimals)?.sources ?? [];
    const dense = !hasAllNumbers(figure);
    const fit = stripFit(figure, shown.head, decimals);
    // Where the strip does not fit, the style sheet shows the ledger in its place.
    // A script knows the width and draws one of them; the server, which does not, both.
    if (!isServer && this.#width === 0) this.#width = this.clientWidth;
    const fits = isServer || this.#width >= fit.from;
    return html`${isCross(figure) ? aboutTwoTexts() : nothing}<div class="fit ${fit.classes} ${dense ? 'many' : ''}">${
      fits
        ? html`<div class="strip lanes ${dense ? 'dense' : ''} ${figure.keyTokens.length < FEW_KEYS ? 'few-keys' : ''} ${figure.keyTokens.length < 4 ? 'fewest-keys' : ''}">
      ${this.#scores(figure, sources, dense, fit.chars)} ${this.#context(figure, sources, dense, fit.chars)}
    </div>`
        : nothing
    }
      ${fits && !dense && !isServer ? nothing : html`<attention-ledger .exploration=${this.exploration} .bare=${fits && dense}></attention-ledger>`}</div>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const figure = this.exploration.figure;
    if (!figure?.heads.length || figure.keyTokens.length === 0) return;
    const fit = stripFit(figure, this.exploration.shown.head, this.exploration.decimals);
    // Through the object model, not as an attribute: a strict policy forbids inline styles in the HTML.
    this.style.setProperty('--square', `${squareSize(fit, figure.keyTokens.length, this.#width)}px`);
    this.#move();
  }

  /** K turns onto its side the first time a reader looks into scores; α's row stands up for each new query. */
  #move(): void {
    const { table, query } = this.exploration.choice;
    const before = this.#movedFor;
    this.#movedFor = { table, query };
    if (!before) return;
    if (before.query !== query) standUp(this.renderRoot.querySelectorAll('.standing span'));
    if (
      !this.#turned &&
      (table === 'scores' || table === 'keys') &&
      (before.table !== table || before.query !== query)
    ) {
      this.#turned = true;
      turn(this.renderRoot.querySelector('.scores-block .right-factor'));
    }
  }

  #scores(figure: Figure, sources: readonly Place[], dense: boolean, chars: Chars): TemplateResult {
    const { shown, decimals } = this.exploration;
    const [L, S] = [figure.tokens.length, figure.keyTokens.length];
    const scores = tableOf(figure, 'scores', shown.head);
    return html`<div class="block scores-block">
      <div class="aside">
        ${headControls(this.exploration)}
        ${signedLegend(scores ? largestMagnitude(scores) : 0, decimals)}
      </div>
      <div class="right-factor">
        ${this.#matrix('keys', sources, dense, {
          caption: html`${formula(transposed('keys'))} <small>K on its side: one column per key →</small>`,
          sideways: true,
          showColumns: true,
          classes: chars.scores,
        })}
      </div>
      <div class="left-factor">
        ${this.#matrix('queries', sources, dense, {
          caption: html`${formula(figure.projections ? symbol('queries') : sameAsInputs('queries', 'inputs'))}
            <small>queries</small>`,
          showRows: true,
          showColumns: true,
          corner: 'query ↓',
          classes: chars.queries,
        })}
      </div>
      <div class="product">
        ${this.#matrix('scores', sources, dense, {
          caption: html`${formula(productFormula('scores', 'queries', transposed('keys')))} <small>scores, ${L}×${figure.width} · ${figure.width}×${S}</small>`,
          factors: 'left and above',
          classes: chars.scores,
        })}
      </div>
    </div>`;
  }

  #context(figure: Figure, sources: readonly Place[], dense: boolean, chars: Chars): TemplateResult {
    const { shown } = this.exploration;
    const [L, S] = [figure.tokens.length, figure.keyTokens.length];
    const valueWidth = figure.heads[shown.head]?.values.cols ?? 0;
    return html`<div class="block context-block">
      <div class="aside">
        ${weightLegend(seenKeys(figure, shown.query).length)}
        <p class="reading">A row asks, a column answers; read across.</p>
      </div>
      ${dense ? nothing : html`<div class="right-factor">${this.#values(figure, sources, dense, chars)}</div>`}
      ${gate(this.exploration, figure)}
      <div class="left-factor">
        ${this.#matrix('weights', sources, dense, {
          caption: html`${formula(symbol('weights'))} <small>weights ${L}×${S}, ${rowSums(figure)}</small>`,
          showRows: true,
          showColumns: true,
          factors: 'left',
          underColumn: (key) => (dense && key !== shown.key ? nothing : eye(this.exploration, key)),
          classes: chars.weights,
        })}
      </div>
      <div class="product">
        ${this.#matrix('context', sources, dense, {
          caption: html`${formula(productFormula('context', 'weights', symbol('values')))}
            ${valueWidth > 1 ? html`<small>context</small>` : nothing}`,
          factors: 'left and above',
          classes: chars.context,
          showColumns: true,
        })}
      </div>
    </div>`;
  }

  /** V, with the chosen row of α stood up beside it: one weight a row. */
  #values(figure: Figure, sources: readonly Place[], dense: boolean, chars: Chars): TemplateResult {
    const { shown, decimals, tokens, keyTokens } = this.exploration;
    const weights = tableOf(figure, 'weights', shown.head);
    const query = tokens[shown.query];
    const columns = figure.heads[shown.head]?.values.cols ?? 0;
    return this.#matrix('values', sources, dense, {
      caption: html`${formula(figure.projections ? symbol('values') : sameAsInputs('values', inputsOfTable(figure, 'values')))} <small>values ${keyTokens.length}×${columns}, one row per key</small>`,
      showRows: true,
      showColumns: true,
      classes: `with-weights ${chars.context}`,
      lead: {
        header: html`${formula(symbol('weights'))} of ${tokenName(query?.text)}`,
        cell: (key) => {
          const weight = weights ? cellOf(weights, shown.query, key) : 0;
          const place: Cell = { table: 'weights', head: shown.head, row: shown.query, column: key };
          const hidden = hiddenBy(figure, shown.query, key) !== undefined;
          const chosen = shown.table === 'weights' && shown.key === key ? 'chosen' : '';
          // For the pointer; the keyboard and screen readers have the same number in α.
          return html`<td
            class="standing"
            @click=${() => this.exploration.chooseCell(place)}
            @pointerover=${(event: PointerEvent) => this.#previewStanding(event, place)}
          ><span class="${hidden ? 'hidden' : weightClass(weight)} ${chosen}">${hidden ? nothing : formatWeight(weight, decimals)}</span> ${
            hidden ? html`<i class="nothing" aria-hidden="true">×</i><span class="unseen">hidden</span>` : '×'
          }</td>`;
        },
      },
    });
  }

  #previewStanding(event: PointerEvent, place: Cell): void {
    // The choice's row stands there, whatever is pointed at.
    if (isPointedAt(event)) this.exploration.previewCell(place);
  }

  #matrix(
    table: TableName,
    sources: readonly Place[],
    dense: boolean,
    options: Omit<MatrixTableOptions, 'table' | 'head' | 'sources' | 'dense'>,
  ): TemplateResult {
    return matrixTable(this, { table, head: this.exploration.shown.head, sources, dense, ...options });
  }
}

/** What cross-attention is, for those who meet it here. */
function aboutTwoTexts(): TemplateResult {
  return html`<p class="two-texts">
    <b>Cross-attention:</b> queries come from your text, keys and values from the other one. A translator works so: each word
    of the translation looks through the words of the original.
  </p>`;
}

/** There is another text, and it is empty. */
function noKeys(): TemplateResult {
  return html`<p class="two-texts">
    <b>The other text has no words yet.</b> Keys and values come from it, so there is nothing to attend to: type a word into
    it, or take it away.
  </p>`;
}

/** What is true of the rows of α. */
function rowSums(figure: Figure): string {
  const blind = figure.tokens.filter((_, query) => seesNothing(figure, query)).length;
  if (blind > 0 && blind === figure.tokens.length) return 'every key is hidden: all are 0';
  if (figure.dropout > 0) return 'after dropout';
  return blind > 0 ? 'a row sums to 1, or sees no key' : 'each row sums to 1';
}

type Chars = ReturnType<typeof stripFit>['chars'];
