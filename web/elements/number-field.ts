import { css, html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ExplorationView } from './exploration-view.ts';
import { parseNumber, refusalOf, shortestFloat32 } from './number-format.ts';
import { type Cell, cellOf, tableOf } from './tables.ts';

/** What is being typed, with the number that the cell has because of it. */
interface Typing {
  readonly name: string;
  readonly gesture: string;
  readonly text: string;
  readonly value: number;
  readonly valid: boolean;
  readonly changed: boolean;
}

let gestures = 0;

/**
 * The chosen cell of X or of a projection as a field of its own, with a sign button: phones' number pads have no minus,
 * and a finger cannot drag a number without scrolling the page.
 */
export class NumberField implements ReactiveController {
  readonly #view: ExplorationView;
  #typing: Typing | undefined;
  #refusal: { readonly name: string; readonly text: string } | undefined;

  constructor(view: ExplorationView) {
    this.#view = view;
    view.addController(this);
  }

  hostDisconnected(): void {
    this.#typing = undefined;
  }

  /** The text stays as it is typed, until the field is left or the number changes by other means. */
  field(cell: Cell): TemplateResult {
    const { exploration } = this.#view;
    const name = nameOf(cell);
    const value = this.#valueOf(cell);
    const typing = this.#typing?.name === name && this.#typing.value === value ? this.#typing : undefined;
    const set = (changed: number) => {
      this.#refusal = undefined;
      exploration.edit(cell, Math.fround(Number(changed.toFixed(6))), `step ${name}`);
    };
    return html`<span class="number-field">
      <label
        >set to
        <input
          class="field"
          type="text"
          inputmode="decimal"
          autocomplete="off"
          aria-invalid=${typing && !typing.valid ? 'true' : 'false'}
          .value=${live(typing?.text ?? shortestFloat32(value))}
          @input=${(event: Event) => this.#type(cell, (event.target as HTMLInputElement).value)}
          @keydown=${(event: KeyboardEvent) => this.#onKey(cell, event)}
          @blur=${() => this.#commit(cell)}
      /></label>
      <button aria-label="Change the sign" @click=${() => set(-value)}>±</button>
      <button aria-label="Less by 0.1" @click=${() => set(value - 0.1)}>−</button>
      <button aria-label="More by 0.1" @click=${() => set(value + 0.1)}>+</button>
      ${
        exploration.isEdited(cell)
          ? html`<button @click=${() => exploration.unedit(cell)}>as it was</button>`
          : nothing
      }
      <span class="refusal">${this.#refusal?.name === name ? this.#refusal.text : nothing}</span>
    </span>`;
  }

  #type(cell: Cell, text: string): void {
    const name = nameOf(cell);
    const before = this.#typing?.name === name ? this.#typing : undefined;
    const gesture = before?.gesture ?? `field ${++gestures}`;
    const typed = parseNumber(text);
    const value = typed ?? this.#valueOf(cell);
    const changes = value !== this.#valueOf(cell);
    this.#refusal = undefined;
    this.#typing = {
      name,
      gesture,
      text,
      value,
      valid: typed !== undefined,
      changed: changes || before?.changed === true,
    };
    if (changes) this.#view.exploration.edit(cell, value, gesture);
    this.#view.requestUpdate();
  }

  #onKey(cell: Cell, event: KeyboardEvent): void {
    if (event.key === 'Enter') this.#commit(cell);
    else if (event.key === 'Escape') this.#takeBack();
    else return;
    event.preventDefault();
  }

  /** What is no number leaves the cell as it was before, and says why. */
  #commit(cell: Cell): void {
    const typing = this.#typing;
    if (typing?.name !== nameOf(cell) || typing.valid) this.#typing = undefined;
    else {
      this.#takeBack();
      const text = `${refusalOf(typing.text)}. It is ${shortestFloat32(this.#valueOf(cell))}, as before.`;
      this.#refusal = { name: typing.name, text };
    }
    this.#view.requestUpdate();
  }

  #takeBack(): void {
    const typing = this.#typing;
    this.#typing = undefined;
    if (typing?.changed) this.#view.exploration.undo();
    this.#view.requestUpdate();
  }

  #valueOf(cell: Cell): number {
    const { figure } = this.#view.exploration;
    const matrix = figure && tableOf(figure, cell.table, cell.head);
    return matrix ? cellOf(matrix, cell.row, cell.column) : 0;
  }
}

const nameOf = ({ table, head, row, column }: Cell) => `${table} ${head} ${row} ${column}`;

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
  .number-field .refusal {
    color: var(--_error);
    overflow-wrap: anywhere;
  }
  .number-field button {
    min-width: 32px;
  }
`;
