import { html, nothing, type TemplateResult } from 'lit';
import { visibleText } from '../tokenizers/token.ts';

/** A shorter one is nowhere cut off. */
const SHORT = 6;

/** A token's text as it is shown in tables and sentences; where it is cut off or broken, its title says all of it. */
export function tokenName(text = '', classes?: string): TemplateResult {
  const name = visibleText(text);
  const all = [classes, ...emojiClasses(name)].filter(Boolean).join(' ');
  return html`<bdi class=${all || nothing} title=${name.length > SHORT ? name : nothing}>${name}</bdi>`;
}

/** For where names are turned on their side: whether one is an emoji, or has some in it. */
function emojiClasses(name: string): string[] {
  if (!/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(name)) return [];
  return [...graphemes.segment(name)].length === 1 ? ['one', 'emoji'] : ['emoji'];
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
