import { html, nothing, type TemplateResult } from 'lit';
import type { Token } from '../tokenizers/token.ts';
import { tokenName } from './token-name.ts';

/** So many of the tokens are named along a side; the picture is never much larger than this many lines of text. */
const NAMED = 24;

/**
 * Names of some tokens along one side of the heat map, and of the one looked at, which covers others. Where each stands
 * is in `data-at`, as a share of the side.
 */
export function axisLabels(axis: 'query' | 'key', tokens: readonly Token[], shown: number): TemplateResult {
  const count = Math.min(NAMED, tokens.length);
  const indices = Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * tokens.length) / count));
  const label = (index: number, here: boolean) =>
    html`<span class=${here ? 'here' : nothing} data-at=${((index + 0.5) / tokens.length).toFixed(5)}
      >${tokenName(tokens[index]?.text)}</span
    >`;
  return html`<div class="labels ${axis}" aria-hidden="true">
    ${indices.map((index) => label(index, false))} ${label(shown, true)}
  </div>`;
}
