import { utf8, WRITTEN_BYTES } from './bytes.ts';
import type { Cuts } from './cuts.ts';

/** One token of a text. Whatever the tokenizer, the spans of a text's tokens, joined, are the text. */
export interface Token {
  /**
   * What the token is: two tokens with the same text are the same word. Bytes of a character that tokens share are
   * written `⟨F0 9F⟩`; where a token has an `id`, that tells even these apart from the same letters typed.
   */
  readonly text: string;
  /**
   * The stretch of the text it stands for, white space included. A character that several tokens share is in the span
   * of the first; the others' spans are empty.
   */
  readonly span: string;
  /** Where the span starts and ends in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Its number in the tokenizer's vocabulary, where there is one. */
  readonly id?: number;
  /** Its bytes; those of a text's tokens, joined, are the text in UTF-8. Made when they are asked for. */
  readonly bytes: Uint8Array;
}

export interface Tokenizer {
  readonly name: 'words' | 'characters' | 'gpt2';
  tokenize(text: string): Token[];
  /** The same tokens one after the other: what is long can be read with pauses. */
  read(text: string): Iterable<TextToken>;
  /** Where a text can be cut: after a change only what is between two cuts is read again. */
  readonly cuts: Cuts;
}

/** A token of whole characters. */
export class TextToken implements Token {
  readonly text: string;
  readonly span: string;
  readonly start: number;
  readonly end: number;

  constructor(text: string, span: string, start: number) {
    this.text = text;
    this.span = span;
    this.start = start;
    this.end = start + span.length;
  }

  get bytes(): Uint8Array {
    return utf8(this.span);
  }

  /** The same token so many code units further on. */
  movedBy(offset: number): TextToken {
    return new TextToken(this.text, this.span, this.start + offset);
  }
}

/**
 * A token's text as it can be drawn. White space and control characters get their pictures (`␣`, `␊`, `␀`), a lone half
 * of a surrogate pair and other blanks their code (`\ud83d`, `\u00a0`), and so do characters without a shape of their
 * own where nothing else is there (`\u200d`). A combining mark with nothing to combine with gets a dotted circle.
 */
export function visibleText(text: string): string {
  let visible = COMBINING.test(text) ? '◌' : '';
  let end = 0;
  // The spaces in ⟨F0 9F⟩ are notation and not white space of the text.
  for (const { 0: bytes, index } of text.matchAll(WRITTEN_BYTES)) {
    visible += visibleCharacters(text.slice(end, index)) + bytes;
    end = index + bytes.length;
  }
  return visible + visibleCharacters(text.slice(end));
}

function visibleCharacters(text: string): string {
  const hidden = SHAPELESS.test(text) ? /./su : BLANK;
  return Array.from(text, (character) => (hidden.test(character) ? picture(character) : character)).join('');
}

const BLANK = /[\p{White_Space}\p{Cc}\p{Cs}]/u;
const SHAPELESS = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u;
const COMBINING = /^(?!\p{Default_Ignorable_Code_Point})\p{M}/u;

function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code === 0x20) return '␣';
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  const hex = code.toString(16);
  return code > 0xffff ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
