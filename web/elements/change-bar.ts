import { css, html, type TemplateResult } from 'lit';
import type { Exploration } from './exploration.ts';

/** What stands beside X and W: how to change them, their seed, and the way back. */
export function changeBar(exploration: Exploration): TemplateResult {
  const { settings, canUndo, canRedo, edited } = exploration;
  return html`<div class="change" role="group" aria-label="Change">
    <label
      >seed
      <input
        class="field seed"
        type="number"
        min="0"
        max="4294967295"
        step="1"
        .value=${String(settings.seed)}
        @change=${(event: Event) => setSeed(exploration, event.target as HTMLInputElement)}
    /></label>
    <button ?disabled=${!canUndo} @click=${() => exploration.undo()}>undo</button>
    <button ?disabled=${!canRedo} @click=${() => exploration.redo()}>redo</button>
    <button class="reset" ?disabled=${!edited} @click=${() => exploration.reset()}>reset changes</button>
    <span class="how">Change any number below: type into it, or drag it sideways.</span>
  </div>`;
}

function setSeed(exploration: Exploration, field: HTMLInputElement): void {
  const seed = field.valueAsNumber;
  if (Number.isSafeInteger(seed) && seed >= 0) exploration.set({ seed });
  else field.value = String(exploration.settings.seed);
}

export const changeBarStyles = css`
  .change {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-block-end: 14px;
  }
  .change label {
    color: var(--_soft);
  }
  .change .seed {
    width: 92px;
    color: var(--_ink);
  }
  .change button:disabled {
    color: var(--_soft);
    border-style: dashed;
    cursor: default;
  }
  .change .how {
    margin-inline-start: 8px;
    color: var(--_soft);
  }
`;
