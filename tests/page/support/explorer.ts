import { onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type AttentionExplorer, defineElements } from '../../../web/elements/index.ts';
import type { TableName } from '../../../web/elements/tables.ts';

/** An explorer in the document, with its first figure drawn; taken away after the test. */
export async function openExplorer(width?: number): Promise<AttentionExplorer> {
  defineElements();
  const frame = document.createElement('main');
  if (width !== undefined) frame.style.width = `${width}px`;
  const explorer = document.createElement('attention-explorer') as HTMLElement as AttentionExplorer;
  const aside = document.createElement('p');
  aside.textContent = 'The pointer rests here.';
  frame.append(aside, explorer);
  document.body.append(frame);
  await userEvent.hover(page.elementLocator(aside));
  onTestFinished(() => frame.remove());
  await until(() => deep(explorer, 'attention-trace').length > 0);
  await settled();
  return explorer;
}

/** Everything of this kind in the element's tree of shadow roots, in document order. */
export function deep<E extends Element = HTMLElement>(root: Element | ShadowRoot, selector: string): E[] {
  const found: E[] = [];
  const within = root instanceof Element ? (root.shadowRoot ?? root) : root;
  for (const element of within.querySelectorAll<E>('*')) {
    if (element.matches(selector)) found.push(element);
    if (element.shadowRoot) found.push(...deep<E>(element.shadowRoot, selector));
  }
  return found;
}

export function visible<E extends Element = HTMLElement>(root: Element, selector: string): E[] {
  return deep<E>(root, selector).filter((element) => element.checkVisibility());
}

/** A table's numbers as they are shown, row by row; the first visible table of that name. */
export function shownTable(root: Element, table: TableName): string[][] {
  const grid = visible<HTMLTableElement>(root, `table[data-grid="${table}"]`)[0];
  if (!grid) throw new Error(`no ${table} is shown`);
  return [...grid.tBodies[0]!.rows].map((row) =>
    [...row.querySelectorAll('td[data-table]')].map((cell) => cell.textContent!.trim()),
  );
}

export function cell(root: Element, table: TableName, row: number, column: number): HTMLElement {
  const found = visible(root, `[data-table="${table}"][data-row="${row}"][data-column="${column}"]`)[0];
  if (!found) throw new Error(`no cell (${row}, ${column}) of ${table} is shown`);
  return found;
}

/** The text of the trace, as one line of single spaces. */
export function traceText(root: Element): string {
  return (visible(root, 'attention-trace')[0]?.shadowRoot?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

export function textBox(root: Element): HTMLTextAreaElement {
  return deep<HTMLTextAreaElement>(root, 'textarea')[0]!;
}

/** Sets the text box's text the way typing or pasting does. */
export async function type(root: Element, text: string): Promise<void> {
  const box = textBox(root);
  box.value = text;
  box.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  await settled();
}

/** Chooses an option the way a reader does. */
export async function select(root: Element, selector: string, value: string): Promise<void> {
  const control = visible<HTMLSelectElement>(root, selector)[0]!;
  control.value = value;
  control.dispatchEvent(new Event('change', { bubbles: true }));
  await settled();
}

/** All views have redrawn. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise(requestAnimationFrame);
  // What is out of sight is redrawn when there is time.
  await new Promise((resolve) => requestIdleCallback(resolve));
  await new Promise((resolve) => setTimeout(resolve));
}

export async function until(condition: () => boolean): Promise<void> {
  const start = performance.now();
  while (!condition()) {
    if (performance.now() - start > 10_000) throw new Error('waited 10 s in vain');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
