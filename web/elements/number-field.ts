import { css, html, nothing, type TemplateResult } from 'lit';
import type { Exploration } from './exploration.ts';
import { parseNumber, shortestFloat32 } from './number-format.ts';
import { type Cell, cellOf, tableOf } from './tables.ts';

/**
 * The chosen cell of X or of a projection as a field of its own, with a sign button: phones' number pads have no minus,
 * and a finger cannot drag a number without scrolling the page.
 */
export function numberField(exploration: Exploration, cell: Cell): TemplateResult {
  const matrix = exploration.figure && tableOf(exploration.figure, cell.table, cell.head);
  const value = matrix ? cellOf(matrix, cell.row, cell.column) : 0;
  const gesture = `field ${cell.table} ${cell.head} ${cell.row} ${cell.column}`;
  const set = (changed: number) => exploration.edit(cell, Math.fround(Number(changed.toFixed(6))), gesture);
  const onInput = (event: Event) => {
    const field = event.target as HTMLInputElement;
    const typed = parseNumber(field.value);
    field.setAttribute('aria-invalid', String(typed === undefined));
    if (typed !== undefined) exploration.edit(cell, typed, gesture);
  };
  return html`<span class="number-field">
    <label
      >set to
      <input
        class="field"
        type="text"
        inputmode="decimal"
        autocomplete="off"
        .value=${shortestFloat32(value)}
        @input=${onInput}
    /></label>
    <button aria-label="Change the sign" @click=${() => set(-value)}>±</button>
    <button aria-label="Less by 0.1" @click=${() => set(value - 0.1)}>−</button>
    <button aria-label="More by 0.1" @click=${() => set(value + 0.1)}>+</button>
    ${
      exploration.isEdited(cell)
        ? html`<button @click=${() => exploration.unedit(cell)}>as it was</button>`
        : nothing
    }
  </span>`;
}

export const numberFieldStyles = css`
  .number-field {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
  }
  .number-field input {
    width: 96px;
  }
  .number-field input[aria-invalid='true'] {
    border-color: var(--_error);
  }
  .number-field button {
    min-width: 32px;
  }
`;
