import { html, nothing, type TemplateResult } from 'lit';
import type { Token } from '../tokenizers/token.ts';
import type { Window, Windows } from '../tokenizers/windows.ts';
import { count } from './counts.ts';
import type { ShownWindow } from './state.ts';
import { tokenName } from './token-name.ts';

/** Windows listed at a time. */
export const PAGE = 10;

/** Of a longer window the first and the last pairs are drawn. */
const MOST_PAIRS = 16;
const FIRST_PAIRS = 10;
const LAST_PAIRS = 3;

/** Windows of a text, a page of them at a time. */
export interface WindowList {
  readonly all: Windows<Token>;
  readonly windows: ShownWindow;
  /** Whether the figure attends within the one that is shown; else none is. */
  readonly on: boolean;
  /** From 0. */
  readonly page: number;
  readonly choose: (shown: number) => void;
  readonly turnTo: (page: number) => void;
}

export function pageCount({ count: windows }: Windows<unknown>): number {
  return Math.max(1, Math.ceil(windows / PAGE));
}

/** The windows, each with its inputs and beneath every input its target. */
export function windowList(list: WindowList): TemplateResult {
  const first = list.page * PAGE;
  const numbers = Array.from({ length: Math.min(PAGE, list.all.count - first) }, (_, i) => first + i);
  return html`<ol class="windows" start=${first + 1}>
      ${numbers.map((number) => oneWindow(list, number))}
    </ol>
    ${pageCount(list.all) > 1 ? pager(list) : nothing}`;
}

function oneWindow({ all, windows, on, choose }: WindowList, number: number): TemplateResult {
  const window = all.at(number);
  const { start, inputs } = window;
  const shared = number === 0 ? 0 : Math.max(0, windows.length - windows.stride);
  return html`<li>
    <div class="which">
      <button aria-pressed=${on && windows.shown === number ? 'true' : 'false'} @click=${() => choose(number)}>
        window ${count(number + 1)}
      </button>
      <small>tokens ${count(start + 1)} to ${count(start + inputs.length)}</small>
    </div>
    ${pairs(window, shared)}
  </li>`;
}

/** @param shared so many of the first inputs are in the window before too */
function pairs({ inputs, targets }: Window<Token>, shared: number): TemplateResult {
  const all = inputs.length <= MOST_PAIRS;
  const pair = (index: number) => html`<li class="pair ${index < shared ? 'shared' : ''}">
    <span class="input">${tokenName(inputs[index]?.text)}</span>
    <span class="target"><span class="unseen">then </span>${tokenName(targets[index]?.text)}</span>
  </li>`;
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => pair(from + i));
  return html`<ul class="pairs" aria-label="inputs, beneath each its target">
    ${
      all
        ? range(0, inputs.length)
        : html`${range(0, FIRST_PAIRS)}
            <li class="more">… ${count(inputs.length - FIRST_PAIRS - LAST_PAIRS)} more …</li>
            ${range(inputs.length - LAST_PAIRS, inputs.length)}`
    }
  </ul>`;
}

function pager({ all, page, turnTo }: WindowList): TemplateResult {
  const last = pageCount(all) - 1;
  const step = (to: number, name: string, text: string) =>
    html`<button aria-label=${name} ?disabled=${to < 0 || to > last || to === page} @click=${() => turnTo(to)}>${text}</button>`;
  return html`<div class="pager" role="group" aria-label="Pages of windows">
    ${step(0, 'First page', '«')} ${step(page - 1, 'Page before', '‹')}
    <span>windows ${count(page * PAGE + 1)} to ${count(Math.min(all.count, (page + 1) * PAGE))} of ${count(all.count)}</span>
    ${step(page + 1, 'Next page', '›')} ${step(last, 'Last page', '»')}
  </div>`;
}
