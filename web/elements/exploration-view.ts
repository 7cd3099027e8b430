import { isServer, LitElement, type PropertyValues } from 'lit';
import type { Exploration } from './exploration.ts';
import type { Cell, TableName } from './tables.ts';
import { sourceOf, stepInTable } from './walk.ts';

/**
 * A view of the shared exploration: redraws when it changes, and turns what a reader does to a cell into moves of the
 * choice. Cells are found by their data attributes, so that one listener on each table is enough.
 */
export abstract class ExplorationView extends LitElement {
  static override properties = { exploration: { attribute: false } };
  declare exploration: Exploration;

  /** What the server drew of it stands below the fold, so that the first drawing can wait. */
  drawnBelow = false;

  /** The view in which a reader last moved by keyboard: it keeps the focus for as long as it draws what is chosen. */
  static #walkedIn: ExplorationView | undefined;

  #watched: Exploration | undefined;
  #inSight = true;
  readonly #sight = isServer
    ? undefined
    : new IntersectionObserver((entries) => (this.#inSight = entries.at(-1)!.isIntersecting), {
        rootMargin: '25%',
      });
  readonly #redraw = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#sight?.observe(this);
    this.#watch(this.exploration);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#sight?.disconnect();
    this.#watch(undefined);
  }

  /** What nobody looks at is redrawn after what somebody does: typing waits for no table below the fold. */
  protected override async scheduleUpdate(): Promise<void> {
    const busy = this.shadowRoot?.activeElement || this.exploration?.focusWanted;
    const canWait = this.hasUpdated ? !this.#inSight : this.drawnBelow;
    if (canWait && !busy) await idle();
    await super.scheduleUpdate();
  }

  /**
   * Without an exploration what the server drew is left as it is. What was taken out of the page while its drawing waited
   * is not drawn: the figure may have become one that it is not for.
   */
  protected override shouldUpdate(_changed: PropertyValues): boolean {
    return this.exploration !== undefined && (isServer || this.isConnected);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('exploration') && this.isConnected) this.#watch(this.exploration);
  }

  protected override updated(_changed: PropertyValues): void {
    this.#takeFocus();
  }

  readonly onCellClick = (event: Event): void => {
    const cell = cellAt(event);
    if (cell) this.exploration.chooseCell(cell);
    else this.#chooseHeader(event);
  };

  readonly onCellOver = (event: PointerEvent): void => {
    if (!isPointedAt(event)) return;
    const cell = cellAt(event);
    if (cell) this.exploration.previewCell(cell);
  };

  readonly onCellOut = (event: PointerEvent): void => {
    const to = event.relatedTarget;
    const stays =
      to instanceof Element && to.closest('table') === event.currentTarget && to.closest('tbody td');
    if (!stays) this.exploration.preview(undefined);
  };

  /** Tab brings the choice to the table it lands on. */
  readonly onCellFocus = (event: FocusEvent): void => {
    const cell = cellAt(event);
    if (cell && this.exploration.choice.table !== cell.table) this.exploration.chooseCell(cell);
  };

  /** Arrows walk, Enter goes into the sources (with Shift: the right factor's), Backspace comes back. */
  readonly onCellKey = (event: KeyboardEvent): void => {
    const cell = cellAt(event);
    const figure = this.exploration.figure;
    if (
      !cell ||
      !figure ||
      event.target instanceof HTMLInputElement ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey
    )
      return;
    const sideways = (event.currentTarget as Element).hasAttribute('data-sideways');
    const next = stepInTable(figure, cell, event.key, sideways);
    if (next) this.exploration.chooseCell(next);
    else if (event.key === 'Enter') {
      const source = sourceOf(figure, this.exploration.choice, event.shiftKey ? 1 : 0);
      if (source) this.exploration.goInto(source);
    } else if (event.key === 'Backspace') this.exploration.goBack();
    else return;
    this.exploration.focusWanted = true;
    ExplorationView.#walkedIn = this;
    event.preventDefault();
  };

  #chooseHeader(event: Event): void {
    const header = (event.target as Element).closest<HTMLElement>('[data-query], [data-key]');
    if (!header || (event.target as Element).closest('button')) return;
    const { query, key } = header.dataset;
    if (query !== undefined) this.exploration.choose({ query: Number(query) });
    if (key !== undefined) this.exploration.choose({ key: Number(key) });
  }

  #watch(exploration: Exploration | undefined): void {
    if (this.#watched === exploration) return;
    this.#watched?.removeEventListener('change', this.#redraw);
    this.#watched = exploration;
    exploration?.addEventListener('change', this.#redraw);
  }

  /** The first drawing replaces what the server drew, which is the same picture without its listeners. */
  protected override update(changed: PropertyValues): void {
    if (!this.hasUpdated && this.shadowRoot?.firstChild) {
      this.shadowRoot.replaceChildren();
      this.renderOptions.renderBefore = null;
    }
    super.update(changed);
  }

  /** After a keyboard move the chosen cell has the focus, in whichever view draws it. */
  #takeFocus(): void {
    if (!this.exploration?.focusWanted) return;
    const walked = ExplorationView.#walkedIn;
    const elsewhere = walked?.isConnected && walked.exploration === this.exploration && walked !== this;
    if (elsewhere && walked.#cells().some((cell) => cell.checkVisibility())) return;
    for (const cell of this.#cells()) {
      if (!cell.checkVisibility()) continue;
      this.exploration.focusWanted = false;
      cell.focus({ preventScroll: false });
      return;
    }
  }

  /** Drawings of the chosen cell: those that Tab comes to. */
  #cells(): HTMLElement[] {
    const { table, head } = this.exploration.shown;
    return [
      ...this.renderRoot.querySelectorAll<HTMLElement>(
        `[tabindex="0"][data-table="${table}"][data-head="${head}"]`,
      ),
    ];
  }
}

let pointer: { readonly x: number; readonly y: number } | undefined;
if (!isServer)
  window.addEventListener('pointermove', ({ clientX, clientY }) => (pointer = { x: clientX, y: clientY }), {
    capture: true,
    passive: true,
  });

/** Whether a reader moved the pointer there; where the page moved under a pointer that rests, nothing is meant by it. */
export function isPointedAt(event: PointerEvent): boolean {
  return event.pointerType !== 'touch' && (event.clientX !== pointer?.x || event.clientY !== pointer.y);
}

function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 200 });
    else setTimeout(resolve, 50);
  });
}

/** The cell that an event happened on: by its data, or by its position in a table of colours. */
export function cellAt(event: Event): Cell | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const named = event.target.closest<HTMLElement>('[data-table]');
  if (named) {
    const { table, head, row, column } = named.dataset;
    return { table: table as TableName, head: Number(head), row: Number(row), column: Number(column) };
  }
  const cell = event.target.closest<HTMLTableCellElement>('tbody td');
  const grid = cell?.closest<HTMLElement>('[data-grid]');
  const line = cell?.parentElement as HTMLTableRowElement | null | undefined;
  if (!cell || !grid || !line || cell.classList.contains('standing')) return undefined;
  const [down, across] = [line.sectionRowIndex, cell.cellIndex - 1];
  const [row, column] = grid.hasAttribute('data-sideways') ? [across, down] : [down, across];
  return { table: grid.dataset.grid as TableName, head: Number(grid.dataset.ofHead), row, column };
}
