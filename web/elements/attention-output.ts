import { html, nothing } from 'lit';
import { CellEditing, refusalStyles } from './cell-editing.ts';
import { ExplorationView } from './exploration-view.ts';
import { formula, symbol } from './formula.ts';
import { matrixTable } from './matrix-table.ts';
import { cellColours, matrixStyles } from './styles/cells.ts';
import { projectionStyles } from './styles/projections.ts';
import { theme } from './styles/theme.ts';
import { traceOf } from './trace.ts';

/** The heads' contexts side by side, W^O above, the output where they cross. Only where there is an output projection. */
export class AttentionOutput extends ExplorationView {
  static override styles = [theme, cellColours, matrixStyles, refusalStyles, projectionStyles];

  readonly #editing = new CellEditing(this);

  protected override render(): unknown {
    const figure = this.exploration.figure;
    if (!figure?.output || !figure.projections?.output || figure.tokens.length === 0) return nothing;
    const { shown, decimals } = this.exploration;
    const sources = traceOf(figure, shown, decimals)?.sources ?? [];
    const { rows, cols } = figure.projections.output;
    const bias = figure.projections.outputBias;
    const cells = { showColumns: true, sources, classes: `chars-${decimals + 3}` };
    return html`${this.#editing.refusal()}<div class="figure lanes">
      <div class="group">
        <div class="right-factor">
          ${matrixTable(this, {
            ...cells,
            table: 'outputProjection',
            editing: this.#editing,
            head: shown.head,
            caption: html`${formula(symbol('outputProjection'))} <small>${rows}×${cols}</small>`,
          })}
        </div>
        <div class="left-factor side-by-side">
          ${figure.heads.map((_, head) =>
            matrixTable(this, {
              ...cells,
              table: 'context',
              head,
              showRows: head === 0,
              caption: html`${formula(symbol('context'))} <small>head ${head + 1}</small>`,
            }),
          )}
        </div>
        <div class="product">
          ${matrixTable(this, {
            ...cells,
            table: 'output',
            factors: 'left and above',
            head: shown.head,
            caption: html`${formula(symbol('output'))} <small>output${bias ? ', with its bias' : ''}</small>`,
          })}
        </div>
      </div>
    </div>`;
  }
}
