import { css, html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { cellAt, type ExplorationView } from './exploration-view.ts';
import { parseNumber, refusalOf, shortestFloat32 } from './number-format.ts';
import { type Cell, cellOf, tableOf } from './tables.ts';

/** What one pixel of dragging, or one press of an arrow key in the field, changes a number by. */
const STEP = 0.01;
/** Fewer pixels are a click. */
const DRAG_FROM = 4;

let gestures = 0;

/**
 * Editing numbers in their cells: typing, or dragging sideways. Each change goes to the exploration at once, so that
 * everything downstream follows; one gesture is one step of undo.
 */
export class CellEditing implements ReactiveController {
  readonly #view: ExplorationView;
  #open:
    | { cell: Cell; copy: string; text: string; valid: boolean; gesture: string; changed: boolean }
    | undefined;
  #drag: { cell: Cell; from: number; start: number; gesture: string; moved: boolean } | undefined;
  #focusField = false;
  #refusal: string | undefined;

  constructor(view: ExplorationView) {
    this.#view = view;
    view.addController(this);
  }

  /** A field just opened takes the focus. */
  hostUpdated(): void {
    if (!this.#focusField) return;
    this.#focusField = false;
    const field = this.#view.renderRoot.querySelector<HTMLInputElement>('input.edit');
    field?.focus();
  }

  /** The field of a cell that is being edited; undefined for any other. */
  field(cell: Cell, copy: string): TemplateResult | undefined {
    const open = this.#open;
    if (!open || open.copy !== copy || !sameCell(open.cell, cell)) return undefined;
    return html`<input
      class="edit"
      inputmode="decimal"
      autocomplete="off"
      aria-label="Number"
      aria-invalid=${open.valid ? 'false' : 'true'}
      .value=${open.text}
      @input=${this.#onInput}
      @keydown=${this.#onFieldKey}
      @blur=${this.#commit}
    />`;
  }

  /** Why the last text was refused; always drawn, so that it is read out when it changes. */
  refusal(): TemplateResult {
    return html`<p class="refusal" role="status" aria-live="polite">${this.#refusal ?? nothing}</p>`;
  }

  /** Typing a number into a chosen cell starts to edit it. True where the key was meant for that. */
  onKey(event: KeyboardEvent): boolean {
    if (event.target instanceof HTMLInputElement) return true;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const typed = /^[0-9.,\-\u2212]$/.test(event.key);
    if (!typed && event.key !== 'Enter' && event.key !== 'F2') return false;
    const cell = cellAt(event);
    if (!cell) return false;
    this.#begin(cell, copyOf(event), typed ? event.key : this.#textOf(cell));
    event.preventDefault();
    return true;
  }

  onDoubleClick = (event: Event): void => {
    const cell = cellAt(event);
    if (cell) this.#begin(cell, copyOf(event), this.#textOf(cell));
  };

  onPointerDown = (event: PointerEvent): void => {
    const cell = cellAt(event);
    // A finger scrolls; it has the field and the ± button of the trace.
    if (
      !cell ||
      event.pointerType === 'touch' ||
      event.button !== 0 ||
      event.target instanceof HTMLInputElement
    )
      return;
    this.#drag = {
      cell,
      from: event.clientX,
      start: this.#valueOf(cell),
      gesture: `drag ${++gestures}`,
      moved: false,
    };
  };

  onPointerMove = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (!drag) return;
    const pixels = event.clientX - drag.from;
    if (!drag.moved) {
      if (Math.abs(pixels) < DRAG_FROM) return;
      drag.moved = true;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.#view.exploration.chooseCell(drag.cell);
    }
    const value = drag.start + Math.round(pixels) * STEP * (event.shiftKey ? 10 : 1);
    this.#view.exploration.edit(drag.cell, Math.fround(Number(value.toFixed(6))), drag.gesture);
  };

  onPointerUp = (): void => {
    this.#drag = undefined;
  };

  #begin(cell: Cell, copy: string, text: string): void {
    this.#commit();
    this.#refusal = undefined;
    this.#view.exploration.chooseCell(cell);
    this.#open = { cell, copy, text, valid: true, gesture: `typing ${++gestures}`, changed: false };
    this.#focusField = true;
    this.#apply(text);
  }

  readonly #onInput = (event: Event): void => {
    this.#apply((event.target as HTMLInputElement).value);
  };

  #apply(text: string): void {
    const open = this.#open;
    if (!open) return;
    const value = parseNumber(text);
    open.text = text;
    open.valid = value !== undefined;
    if (value !== undefined && value !== this.#valueOf(open.cell)) {
      open.changed = true;
      this.#view.exploration.edit(open.cell, value, open.gesture);
    }
    this.#view.requestUpdate();
  }

  readonly #onFieldKey = (event: KeyboardEvent): void => {
    const open = this.#open;
    event.stopPropagation();
    if (!open) return;
    if (event.key === 'Enter' || event.key === 'Escape') {
      if (event.key === 'Escape') this.#takeBack();
      else this.#commit();
      this.#view.exploration.focusWanted = true;
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const step = (event.key === 'ArrowUp' ? STEP : -STEP) * (event.shiftKey ? 10 : 1);
      this.#apply(String(Number(((parseNumber(open.text) ?? this.#valueOf(open.cell)) + step).toFixed(6))));
    } else return;
    event.preventDefault();
  };

  /** What is no number leaves the cell as it was before, and says why. */
  readonly #commit = (): void => {
    const open = this.#open;
    if (!open) return;
    if (open.valid) this.#open = undefined;
    else {
      this.#takeBack();
      this.#refusal = `${refusalOf(open.text)}. The cell is ${this.#textOf(open.cell)}, as before.`;
    }
    this.#view.requestUpdate();
  };

  #takeBack(): void {
    const changed = this.#open?.changed;
    this.#open = undefined;
    if (changed) this.#view.exploration.undo();
    this.#view.requestUpdate();
  }

  #valueOf(cell: Cell): number {
    const { figure } = this.#view.exploration;
    const matrix = figure && tableOf(figure, cell.table, cell.head);
    return matrix ? cellOf(matrix, cell.row, cell.column) : 0;
  }

  #textOf(cell: Cell): string {
    return shortestFloat32(this.#valueOf(cell));
  }
}

/** Which of several drawings of the same table the reader is at. */
function copyOf(event: Event): string {
  return (event.target as Element).closest('table')?.dataset.copy ?? '';
}

function sameCell(a: Cell, b: Cell): boolean {
  return a.table === b.table && a.head === b.head && a.row === b.row && a.column === b.column;
}

export const refusalStyles = css`
  .refusal {
    min-height: 20px;
    margin: 0;
    color: var(--_error);
    overflow-wrap: anywhere;
  }
`;
