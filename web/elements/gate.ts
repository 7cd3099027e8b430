import { css, html, nothing, type TemplateResult } from 'lit';
import type { Exploration } from './exploration.ts';
import { type Figure, isCross } from './figure.ts';
import { formatNumber } from './number-format.ts';

/** What happens between scores and weights: scale, mask, softmax, dropout, each with its control. */
export function gate(exploration: Exploration, figure: Figure): TemplateResult {
  const { settings, decimals } = exploration;
  const rate = settings.dropout;
  return html`<div class="gate" role="group" aria-label="From scores to weights">
    <label class="step"
      ><span>scale</span
      ><select
        class="scale"
        .value=${settings.scale}
        @change=${(event: Event) => exploration.set({ scale: chosen(event) as 'one' | 'root' })}
      >
        <option value="one" ?selected=${settings.scale === 'one'}>× 1</option>
        <option value="root" ?selected=${settings.scale === 'root'}>
          × 1/√${figure.width}
        </option>
      </select></label
    >
    ${
      settings.scale === 'root'
        ? html`<span class="note">= ${formatNumber(figure.scale, decimals)}</span>`
        : nothing
    }
    <span class="step"><span>mask</span><b>${maskName(figure)}</b></span>
    ${
      settings.causal && isCross(figure)
        ? html`<span class="note">not causal: words of another text come neither before nor after</span>`
        : nothing
    }
    <span class="step"><span>softmax</span><b aria-hidden="true">→</b></span>
    <label class="step"
      ><span>dropout</span
      ><select
        class="dropout"
        .value=${String(rate)}
        @change=${(event: Event) => exploration.set({ dropout: Number(chosen(event)) })}
      >
        ${[0, 0.1, 0.2, 0.5].map(
          (option) =>
            html`<option value=${option} ?selected=${option === rate}>${option === 0 ? 'none' : option}</option>`,
        )}
      </select></label
    >
  </div>`;
}

function maskName(figure: Figure): string {
  const parts = [
    figure.causal ? 'causal' : '',
    figure.hiddenKeys.size > 0 ? `${figure.hiddenKeys.size} hidden` : '',
  ];
  return parts.filter(Boolean).join(', ') || 'none';
}

const chosen = (event: Event) => (event.target as HTMLSelectElement).value;

export const gateStyles = css`
  .gate {
    grid-area: gate;
    display: flex;
    flex-flow: var(--gate-direction, row) wrap;
    justify-content: var(--gate-justify, flex-start);
    gap: 4px 14px;
    padding: 4px 8px;
    align-self: stretch;
    color: var(--_soft);
    font-size: 11.5px;
  }
  .gate .step {
    display: flex;
    flex-direction: var(--gate-direction, row);
    align-items: baseline;
    gap: 0 6px;
  }
  .gate b {
    font-weight: 600;
    color: var(--_ink);
  }
  .gate select {
    min-height: 24px;
    padding: 0 2px;
    color: var(--_ink);
    font-size: 12px;
    max-width: 76px;
  }
`;
