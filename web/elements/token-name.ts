import { html, nothing, type TemplateResult } from 'lit';
import { visibleText } from '../tokenizers/token.ts';

/** A shorter one is nowhere cut off. */
const SHORT = 6;

/** A token's text as it is shown in tables and sentences; where it is cut off or broken, its title says all of it. */
export function tokenName(text = '', classes?: string): TemplateResult {
  const name = visibleText(text);
  return html`<bdi class=${classes ?? nothing} title=${name.length > SHORT ? name : nothing}>${name}</bdi>`;
}
