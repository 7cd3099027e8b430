import { html, nothing, type TemplateResult } from 'lit';
import type { Token, Tokenizer } from '../tokenizers/token.ts';

const hex = (code: number, digits: number) => code.toString(16).toUpperCase().padStart(digits, '0');

/** A token's number in its vocabulary, or its characters' code points; and its bytes. */
export function tokenDetails(token: Token, tokenizer: Tokenizer['name']): TemplateResult {
  const points = tokenizer === 'characters' ? codePoints(token.text) : undefined;
  return html`<span class="details"
    >${token.id !== undefined ? html`<span class="id">${token.id}</span>` : nothing}${
      points ? html`<span class="points">${points}</span>` : nothing
    }<span class="bytes">${[...token.bytes].map((byte) => hex(byte, 2)).join(' ')}</span></span
  >`;
}

/** @example codePoints('é') // 'U+00E9' */
function codePoints(text: string): string {
  return Array.from(text, (character) => `U+${hex(character.codePointAt(0)!, 4)}`).join(' ');
}

/** What the details are, in words. */
export function detailsHint(tokenizer: Tokenizer['name']): string {
  if (tokenizer === 'gpt2')
    return 'Below each token: its number in GPT-2’s vocabulary, and its bytes in UTF-8. ⟨F0 9F⟩ are bytes of a character that is cut.';
  if (tokenizer === 'characters')
    return 'Below each token: its code points in Unicode, and its bytes in UTF-8.';
  return 'Below each token: its bytes in UTF-8, with the white space after it. Words have no numbers: they are no fixed vocabulary.';
}
