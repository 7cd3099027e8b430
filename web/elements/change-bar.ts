import { css, html, nothing, type TemplateResult } from 'lit';
import type { ExplorationView } from './exploration-view.ts';

/** PyTorch takes more, but of a seed only the low 32 bits matter. */
const LARGEST_SEED = 2 ** 32 - 1;

/** Why what was typed was refused, by the view that has the field; it holds for as long as the seed is the same. */
const refusals = new WeakMap<ExplorationView, { readonly seed: number; readonly text: string }>();

/** What stands beside X and W: how to change them, their seed, and the way back. */
export function changeBar(view: ExplorationView): TemplateResult {
  const { exploration } = view;
  const { settings, canUndo, canRedo, edited } = exploration;
  const refusal = refusals.get(view);
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
        @change=${(event: Event) => setSeed(view, event.target as HTMLInputElement)}
    /></label>
    <button ?disabled=${!canUndo} @click=${() => exploration.undo()}>undo</button>
    <button ?disabled=${!canRedo} @click=${() => exploration.redo()}>redo</button>
    <button class="reset" ?disabled=${!edited} @click=${() => exploration.reset()}>reset changes</button>
    <span class="how">Change any number below: type into it, or drag it sideways.</span>
    <span class="seed-refusal" role="status">${refusal?.seed === settings.seed ? refusal.text : nothing}</span>
  </div>`;
}

/** What is no seed leaves the seed as it was before, and says why. */
function setSeed(view: ExplorationView, field: HTMLInputElement): void {
  const { exploration } = view;
  const seed = field.valueAsNumber;
  refusals.delete(view);
  if (Number.isInteger(seed) && seed >= 0 && seed <= LARGEST_SEED) exploration.set({ seed });
  else {
    const before = exploration.settings.seed;
    // What is no number at all the browser does not tell.
    const typed = field.value === '' ? 'That' : `“${field.value}”`;
    const text = `${typed} is no seed: a seed is a whole number from 0 to ${LARGEST_SEED}. It is ${before}, as before.`;
    refusals.set(view, { seed: before, text });
    field.value = String(before);
    view.requestUpdate();
  }
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
  .change .seed-refusal {
    flex-basis: 100%;
    color: var(--_error);
    overflow-wrap: anywhere;
  }
  .change .seed-refusal:empty {
    position: absolute;
  }
  .change .how {
    margin-inline-start: 8px;
    color: var(--_soft);
  }
`;
