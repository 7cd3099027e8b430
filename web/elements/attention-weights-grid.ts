import { css, html, nothing } from 'lit';
import { ExplorationView } from './exploration-view.ts';
import { isLong } from './figure.ts';
import { formula, symbol } from './formula.ts';
import { weightLegend } from './legend.ts';
import { matrixTable } from './matrix-table.ts';
import { cellColours, matrixStyles } from './styles/cells.ts';
import { legendStyles } from './styles/legend.ts';
import { theme } from './styles/theme.ts';
import { traceOf } from './trace.ts';

type Density = 'numbers' | 'colours';

/** One head's weights, with all numbers or as plain colours: two densities of one picture. */
export class AttentionWeightsGrid extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    matrixStyles,
    legendStyles,
    css`
      :host {
        display: block;
      }
      .choices {
        display: flex;
        gap: 2px;
        margin-block-end: 8px;
      }
      .choices [aria-pressed='true'] {
        background: var(--_ink);
        color: var(--_paper);
        border-color: var(--_ink);
      }
      .frame {
        max-width: 100%;
        max-height: 80vh;
        overflow: auto;
        padding: 4px;
        margin-block-end: 8px;
      }
      .dense {
        --square: 24px;
      }
      .dense.many {
        --square: 13px;
      }
      p {
        margin: 0 0 8px;
        max-width: 44em;
        font: 16px/1.5 var(--_serif);
      }
    `,
  ];

  #density: Density = 'colours';

  protected override render(): unknown {
    const { exploration } = this;
    const { figure, shown, decimals } = exploration;
    if (!figure?.heads.length || figure.keyTokens.length === 0) return nothing;
    const [L, S] = [figure.tokens.length, figure.keyTokens.length];
    if (isLong(figure))
      return html`<p>
        ${L} × ${S} numbers are too many to be read at once. The figure above shows both: all of them as colours, and the
        numbers around the chosen one.
      </p>`;
    const dense = this.#density === 'colours';
    const button = (density: Density, text: string) => html`<button
      aria-pressed=${this.#density === density ? 'true' : 'false'}
      @click=${() => {
        this.#density = density;
        this.requestUpdate();
      }}
    >
      ${text}
    </button>`;
    return html`<div class="choices" role="group" aria-label="Density">${button('colours', 'heat map')} ${button('numbers', 'table')}</div>
      <div class="frame ${dense ? 'dense' : ''} ${Math.max(L, S) > 24 ? 'many' : ''}">
        ${matrixTable(this, {
          table: 'weights',
          head: shown.head,
          caption: html`${formula(symbol('weights'))} <small>${L}×${S}${dense ? ', numbers in the chosen row and column' : ''}</small>`,
          showRows: true,
          showColumns: true,
          corner: 'query ↓ key →',
          copy: 'other view',
          dense,
          sources: traceOf(figure, shown, decimals)?.sources ?? [],
          classes: `chars-${decimals + 3}`,
        })}
      </div>
      ${weightLegend(S)}`;
  }
}
