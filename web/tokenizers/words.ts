import { cutsAt, HAN, STANDS_ALONE } from './cuts.ts';
import { segments } from './segments.ts';
import { TextToken, type Tokenizer } from './token.ts';

/**
 * Words by Unicode's segmentation, punctuation and symbols as tokens of their own. Spans join back to the text exactly:
 * white space, and what has no shape at all, belongs to the token before it, at the start to the first. A text of
 * nothing else is one token.
 *
 * @example words.tokenize('one step') // texts 'one', 'step' with spans 'one ', 'step'
 */
export const words: Tokenizer = {
  name: 'words',
  tokenize: (text) => [...read(text)],
  read,
  cuts: cutsAt(
    `(?<=\\n)(?=[^\\p{White_Space}\\p{Default_Ignorable_Code_Point}])|(?<= )${STANDS_ALONE}|(?<=[。！？、，；])${HAN}`,
    // The white space that a text starts with belongs to its first word, so no cut is before that.
    (text, place) => {
      const first = text.search(NO_GAP);
      return first >= 0 && first < place;
    },
  ),
};

function* read(text: string): Generator<TextToken> {
  let word = { text: '', start: 0, isMark: false };
  let gap = '';
  const finished = (end: number) => new TextToken(word.text, text.slice(word.start, end), word.start);

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
      if (word.text !== '') yield finished(index);
      word = { text: segment, start: word.text === '' ? 0 : index, isMark };
    }
    gap = '';
  }
  word.text ||= gap;
  if (text !== '') yield finished(text.length);
}

const GAP = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]+$/u;
const NO_GAP = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;
const MARK = /^(?!\p{Extended_Pictographic})[\p{P}\p{S}][\p{P}\p{S}\p{M}\p{Cf}]*$/u;
