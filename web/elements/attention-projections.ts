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
    if (!figure.projections)
      return html`${bar}<div class="figure lanes">${this.#plainInputs(figure, sources)}</div>`;
    return html`${bar}<div class="figure lanes ${isCross(figure) ? 'two-texts' : ''}">
      ${PROJECTED.map(({ result, projection }) => this.#group(figure, sources, result, projection))}
    </div>`;
  }

  /** Without projections: Q = K = V = X, or Q = X and K = V = X′. */
  #plainInputs(figure: Figure, sources: readonly Place[]): TemplateResult {
    if (!isCross(figure))
      return this.#inputs(
        figure,
        'inputs',
        sources,
        mathml`<mi>Q</mi><mo>=</mo><mi>K</mi><mo>=</mo><mi>V</mi><mo>=</mo><mi>X</mi>`,
      );
    return html`${this.#inputs(figure, 'inputs', sources, sameAsInputs('queries', 'inputs'))}
    ${this.#inputs(figure, 'keyInputs', sources, mathml`<mi>K</mi><mo>=</mo>${sameAsInputs('values', 'keyInputs')}`)}`;
  }

  /** X, or X′. */
  #inputs(
    figure: Figure,
    table: 'inputs' | 'keyInputs',
    sources: readonly Place[],
    name = symbol(table),
    beside = '',
  ): TemplateResult {
    const { rows, cols } = figure[table];
    const tokens = table === 'inputs' ? figure.tokens : figure.keyTokens;
    if (rows === 0)
      return html`<div class="named"><div class="name"><span>${formula(name)} <small>no words yet</small></span></div></div>`;
    return this.#matrix(figure, table, sources, {
      caption: html`${formula(name)} <small>${inputsCaption(this.exploration, tokens)}, ${rows}×${cols}</small>`,
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
    return html`<div class="group">
      <div class="right-factor">
        ${this.#matrix(figure, projection, sources, {
          caption: html`${formula(symbol(projection))} <small>${rows}×${figure.width}</small>`,
          editing: this.#editing,
        })}
      </div>
      <div class="left-factor">${this.#inputs(figure, inputs, sources, undefined, result)}</div>
      <div class="product">
        ${this.#matrix(figure, result, sources, {
          caption: formula(productFormula(result, inputs, symbol(projection))),
          factors: 'left and above',
        })}
      </div>
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
