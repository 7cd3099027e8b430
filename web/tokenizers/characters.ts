import { segments } from './segments.ts';
import { TextToken, type Token } from './token.ts';

/**
 * Characters as readers count them, by Unicode's grapheme clusters: a letter with its accents is one, a family emoji is
 * one, a carriage return with its line feed is one. White space is tokens like any other.
 *
 * @example characters('été') // texts 'é', 't', 'é', however the accents are encoded
 */
export function characters(text: string): Token[] {
  return Array.from(
    segments(text, 'grapheme'),
    ({ segment, index }) => new TextToken(segment, segment, index),
  );
}
