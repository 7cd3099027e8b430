import { css, html, nothing, type TemplateResult } from 'lit';
import { INPUT_WIDTH } from './embedding.ts';
import type { Exploration } from './exploration.ts';

/** How many heads there are, and which of them is shown. */
export function headControls(exploration: Exploration): TemplateResult {
  const { settings, shown } = exploration;
  // Without projections the heads share X's columns, so their number must divide them.
  const choices = [1, 2, 3, 4].filter((h) => settings.projection !== 'none' || INPUT_WIDTH % h === 0);
  return html`<div class="heads">
    <label
      >heads
      <select class="head-count" @change=${(event: Event) => setHeads(exploration, event.target as HTMLSelectElement)}>
        ${choices.map((h) => html`<option value=${h} ?selected=${h === settings.heads}>${h}</option>`)}
      </select></label
    >
    ${
      settings.heads > 1
        ? html`<div class="tabs" role="group" aria-label="Head shown">
            ${Array.from(
              { length: settings.heads },
              (_, head) =>
                html`<button
                  aria-pressed=${shown.head === head ? 'true' : 'false'}
                  aria-label=${`Head ${head + 1}`}
                  @click=${() => exploration.choose({ head })}
                >
                  ${head + 1}
                </button>`,
            )}
          </div>`
        : nothing
    }
  </div>`;
}

function setHeads(exploration: Exploration, control: HTMLSelectElement): void {
  exploration.set({ heads: Number(control.value) });
}

export const headStyles = css`
  .heads {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    margin-block-end: 10px;
    color: var(--_soft);
  }
  .heads select {
    min-height: 24px;
    padding: 0 2px;
    color: var(--_ink);
  }
  .tabs {
    display: flex;
    gap: 2px;
  }
  .tabs button {
    min-width: 26px;
    min-height: 26px;
    padding: 0 6px;
    color: var(--_ink);
  }
  .tabs [aria-pressed='true'] {
    background: var(--_ink);
    color: var(--_paper);
    border-color: var(--_ink);
  }
`;
