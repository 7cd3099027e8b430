import { cutsAt, HAN, STANDS_ALONE } from './cuts.ts';
import { segments } from './segments.ts';
import { TextToken, type Tokenizer } from './token.ts';

/**
 * Characters as readers count them, by Unicode's grapheme clusters: a letter with its accents is one, a family emoji is
 * one, a carriage return with its line feed is one. White space is tokens like any other.
 *
 * @example characters.tokenize('été') // texts 'é', 't', 'é', however the accents are encoded
 */
export const characters: Tokenizer = {
  name: 'characters',
  tokenize: (text) => [...read(text)],
  read,
  cuts: cutsAt(`(?<=\\n)|(?<=[ -~])(?:(?=[ -~])|${STANDS_ALONE})|(?<=\\p{Script=Han})${HAN}`),
};

function* read(text: string): Generator<TextToken> {
  for (const { segment, index } of segments(text, 'grapheme')) yield new TextToken(segment, segment, index);
}
