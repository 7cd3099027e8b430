import { LitElement, type PropertyValues } from 'lit';
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

  #watched: Exploration | undefined;
  readonly #redraw = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watch(this.exploration);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watch(undefined);
  }

  /** Without an exploration what the server drew is left as it is. */
  protected override shouldUpdate(_changed: PropertyValues): boolean {
    return this.exploration !== undefined;
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
    if (event.pointerType === 'touch') return;
    const cell = cellAt(event);
    if (cell) this.exploration.previewCell(cell);
  };

  readonly onCellOut = (event: PointerEvent): void => {
    const to = event.relatedTarget;
    const stays =
      to instanceof Element && to.closest('table') === event.currentTarget && to.closest('[data-table]');
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
    const { table, head } = this.exploration.shown;
    const cells = this.renderRoot.querySelectorAll<HTMLElement>(
      `[tabindex="0"][data-table="${table}"][data-head="${head}"]`,
    );
    for (const cell of cells) {
      if (!cell.checkVisibility()) continue;
      this.exploration.focusWanted = false;
      cell.focus({ preventScroll: false });
      return;
    }
  }
}

/** The cell that an event happened on. */
export function cellAt(event: Event): Cell | undefined {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-table]') : null;
  if (!cell) return undefined;
  const { table, head, row, column } = cell.dataset;
  return { table: table as TableName, head: Number(head), row: Number(row), column: Number(column) };
}
