import { onTestFinished } from 'vitest';
import type { AttentionWeights } from '../../../web/elements/attention-weights.ts';
import { defineElements } from '../../../web/elements/embed/module.ts';
import { until } from './explorer.ts';

/** What a page's HTML makes of it, in the document and drawn; taken away after the test. */
export async function openWeights(markup: string, width = 680): Promise<AttentionWeights> {
  defineElements();
  const frame = document.createElement('main');
  frame.style.width = `${width}px`;
  frame.innerHTML = markup;
  document.body.append(frame);
  onTestFinished(() => frame.remove());
  const element = frame.querySelector<AttentionWeights>('attention-weights')!;
  frame.scrollIntoView();
  await drawn(element);
  return element;
}

/** It has its table, or says why there is none. */
export async function drawn(element: AttentionWeights): Promise<void> {
  await until(() => element.shadowRoot!.querySelector('table, .failure') !== null);
  await redrawn(element);
}

export async function redrawn(element: AttentionWeights): Promise<void> {
  for (let i = 0; i < 2; i++) {
    await new Promise(requestAnimationFrame);
    await element.updateComplete;
  }
}

/** What is shown, row by row. */
export function shown(element: AttentionWeights): string[][] {
  return [...element.shadowRoot!.querySelectorAll<HTMLTableRowElement>('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent!.trim()),
  );
}

export function headers(element: AttentionWeights): { queries: string[]; keys: string[] } {
  const texts = (selector: string) =>
    [...element.shadowRoot!.querySelectorAll(selector)].map((header) => header.textContent!.trim());
  return { queries: texts('tbody th'), keys: texts('thead th:not(.corner)') };
}

export function cellAt(element: AttentionWeights, query: number, key: number): HTMLElement {
  return element.shadowRoot!.querySelector(`td[data-query="${query}"][data-key="${key}"]`)!;
}

export function failure(element: AttentionWeights): string {
  return element.shadowRoot!.querySelector('[part="error"]')?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}
