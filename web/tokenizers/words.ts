import { segments } from './segments.ts';
import { TextToken, type Token } from './token.ts';

/**
 * Words by Unicode's segmentation, punctuation and symbols as tokens of their own. Spans join back to the text exactly:
 * white space, and what has no shape at all, belongs to the token before it, at the start to the first. A text of
 * nothing else is one token.
 *
 * @example words('one step') // texts 'one', 'step' with spans 'one ', 'step'
 */
export function words(text: string): Token[] {
  const tokens: Token[] = [];
  let word = { text: '', start: 0, isMark: false };
  let gap = '';
  const finish = (end: number) =>
    tokens.push(new TextToken(word.text, text.slice(word.start, end), word.start));

  for (const { segment, index } of segments(text, 'word')) {
    if (GAP.test(segment)) {
      gap += segment;
      continue;
    }
    const isMark = MARK.test(segment);
    if (isMark && word.isMark && gap === '') {
      // "--" and "<!--" are one mark to a reader, though the segmentation cuts them into single characters.
      word.text += segment;
    } else {
      if (word.text !== '') finish(index);
      word = { text: segment, start: word.text === '' ? 0 : index, isMark };
    }
    gap = '';
  }
  word.text ||= gap;
  if (text !== '') finish(text.length);
  return tokens;
}

const GAP = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/u;
const MARK = /^(?!\p{Extended_Pictographic})[\p{P}\p{S}][\p{P}\p{S}\p{M}\p{Cf}]*$/u;
