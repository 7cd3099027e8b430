import { html, nothing, type TemplateResult } from 'lit';
import { mathml } from 'lit/html.js';
import { CellEditing, refusalStyles } from './cell-editing.ts';
import { numberFormat } from './cell-text.ts';
import { changeBar, changeBarStyles } from './change-bar.ts';
import { ExplorationView } from './exploration-view.ts';
import { type Figure, isCross } from './figure.ts';
import { formula, productFormula, sameAsInputs, symbol } from './formula.ts';
import { type MatrixTableOptions, matrixTable } from './matrix-table.ts';
import { cellColours, matrixStyles } from './styles/cells.ts';
import { projectionStyles } from './styles/projections.ts';
import { theme } from './styles/theme.ts';
import { inputsOfTable, type Place, type TableName, tableOf } from './tables.ts';
import { traceOf } from './trace.ts';
import { inputsCaption } from './wording.ts';

const PROJECTED = [
  { result: 'queries', projection: 'queryProjection' },
  { result: 'keys', projection: 'keyProjection' },
  { result: 'values', projection: 'valueProjection' },
] as const;

/**
 * Where Q, K and V come from: X at the left, the projections above, their products where they cross. K and V are of X′ where
 * another text has the keys.
 */
export class AttentionProjections extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    matrixStyles,
    changeBarStyles,
    refusalStyles,
    projectionStyles,
  ];

  readonly #editing = new CellEditing(this);

  protected override render(): unknown {
    const figure = this.exploration.figure;
    if (!figure || figure.tokens.length === 0) return nothing;
    const { shown, decimals } = this.exploration;
    const sources = traceOf(figure, shown, decimals)?.sources ?? [];
    const bar = html`${changeBar(this)}${this.#editing.refusal()}`;
    if (!figure.projections && !isCross(figure))
      return html`${bar}<div class="figure lanes">${this.#inputs(figure, 'inputs', sources)}</div>`;
    if (!figure.projections)
      return html`${bar}${this.#origins(figure)}
        <div class="figure lanes two-texts">
          ${this.#inputs(figure, 'inputs', sources)}
          ${figure.keyTokens.length > 0 ? this.#inputs(figure, 'keyInputs', sources) : nothing}
        </div>`;
    return html`${bar}${this.#origins(figure)}<div class="figure lanes ${isCross(figure) ? 'two-texts' : ''}">
      ${PROJECTED.map(({ result, projection }) => this.#group(figure, sources, result, projection))}
    </div>`;
  }

  /** What X and X′ are, where their captions have no room for it. */
  #origins(figure: Figure): TemplateResult {
    const { exploration } = this;
    return html`<p class="origins">
      ${formula(symbol('inputs'))}: ${inputsCaption(exploration)}.
      ${
        isCross(figure)
          ? html`${formula(symbol('keyInputs'))}, of the other text:
            ${figure.keyTokens.length > 0 ? inputsCaption(exploration, figure.keyTokens) : 'no words yet'}.`
          : nothing
      }
    </p>`;
  }

  /** X or X′; without projections it is Q, K and V too. */
  #inputs(
    figure: Figure,
    table: 'inputs' | 'keyInputs',
    sources: readonly Place[],
    beside = '',
  ): TemplateResult {
    const { rows, cols } = figure[table];
    const alone = !figure.projections && !isCross(figure);
    return this.#matrix(figure, table, sources, {
      caption: html`${formula(figure.projections ? symbol(table) : allThatIs(figure, table))}
        <small>${alone ? `${inputsCaption(this.exploration)}, ` : nothing}${rows}×${cols}</small>`,
      showRows: true,
      editing: this.#editing,
      copy: beside,
    });
  }

  #group(
    figure: Figure,
    sources: readonly Place[],
    result: TableName,
    projection: TableName,
  ): TemplateResult {
    const rows = figure.inputs.cols;
    const inputs = inputsOfTable(figure, result);
    const empty = figure[inputs].rows === 0;
    return html`<div class="group">
      <div class="right-factor">
        ${this.#matrix(figure, projection, sources, {
          caption: html`${formula(symbol(projection))} <small>${rows}×${figure.width}</small>`,
          editing: this.#editing,
        })}
      </div>
      ${empty ? nothing : this.#product(figure, sources, result, projection)}
    </div>`;
  }

  /** X or X′ at the left, and its product with the projection. */
  #product(
    figure: Figure,
    sources: readonly Place[],
    result: TableName,
    projection: TableName,
  ): TemplateResult {
    const inputs = inputsOfTable(figure, result);
    return html`<div class="left-factor">${this.#inputs(figure, inputs, sources, result)}</div>
      <div class="product">
        ${this.#matrix(figure, result, sources, {
          caption: formula(productFormula(result, inputs, symbol(projection))),
          factors: 'left and above',
        })}
      </div>`;
  }

  #matrix(
    figure: Figure,
    table: TableName,
    sources: readonly Place[],
    options: Pick<MatrixTableOptions, 'caption' | 'showRows' | 'factors' | 'editing' | 'copy'>,
  ): TemplateResult {
    const write = numberFormat(figure, table, this.exploration.decimals);
    const partner = PROJECTED.find((p) => p.result === table || p.projection === table);
    const widest = (partner ? [partner.result, partner.projection] : [table]).flatMap((name) =>
      Array.from(
        tableOf(figure, name, this.exploration.shown.head)?.data ?? [],
        (value) => write(value).length,
      ),
    );
    return matrixTable(this, {
      table,
      head: this.exploration.shown.head,
      sources,
      showColumns: true,
      classes: `chars-${Math.min(13, Math.max(4, ...widest))}`,
      ...options,
    });
  }
}

/** Without projections: Q = K = V = X, or of two texts Q = X and K = V = X′. */
function allThatIs(figure: Figure, table: 'inputs' | 'keyInputs'): TemplateResult {
  const equals = mathml`<mo>=</mo>`;
  if (!isCross(figure))
    return mathml`<mi>Q</mi>${equals}<mi>K</mi>${equals}${sameAsInputs('values', 'inputs')}`;
  return table === 'inputs'
    ? sameAsInputs('queries', 'inputs')
    : mathml`<mi>K</mi>${equals}${sameAsInputs('values', 'keyInputs')}`;
}
