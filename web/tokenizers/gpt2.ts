import { shareOut, textOfBytes } from './bytes.ts';
import { cutsAt, HAN } from './cuts.ts';
import { byteString, END_OF_TEXT, isAscii, type Vocabulary, vocabulary } from './gpt2-vocabulary.ts';
import { merge, PairQueue } from './merge.ts';
import { TextToken, type Token, type Tokenizer } from './token.ts';

export interface Gpt2Options {
  /** Whether `<|endoftext|>` in the text is the token 50256, and not the seven its letters make. Default false. */
  readonly endOfText?: boolean;
}

/** GPT-2's tokens: byte pairs within words, ids as everyone else's. */
export interface Gpt2Tokenizer extends Tokenizer {
  readonly name: 'gpt2';
  /** Tokens with ids. White space before a word is part of its token (" step"). */
  tokenize(text: string, options?: Gpt2Options): Gpt2Token[];
  /** Their ids alone. A lone surrogate, which UTF-8 has not, is encoded as U+FFFD is. */
  encode(text: string, options?: Gpt2Options): number[];
  /**
   * The text of tokens; bytes that make no character are written `⟨F0 9F⟩`. RangeError for what is no token's id:
   * anything but whole numbers from 0 to 50256.
   */
  decode(ids: Iterable<number>): string;
  /** The bytes of tokens, one after the other. RangeError as in `decode`. */
  bytesOf(ids: Iterable<number>): Uint8Array;
}

export interface Gpt2Token extends Token {
  readonly id: number;
}

/**
 * Importing this module brings in GPT-2's table, larger than the rest of the page: that is for when a reader chooses it.
 *
 * @param queue counts the comparisons that merging takes, for whoever wants to know
 */
export function gpt2(queue = new PairQueue()): Gpt2Tokenizer {
  const known = vocabulary();

  const idsOf = ({ text, isEndOfText }: Piece): number[] => {
    if (isEndOfText) return [END_OF_TEXT.id];
    const bytes = byteString(text);
    const whole = known.idOf(bytes);
    if (whole !== undefined) return [whole];
    return merge(
      Array.from(bytes, (byte) => known.idOf(byte)!),
      known.merged,
      queue,
    );
  };

  const bytesOf = (ids: Iterable<number>): Uint8Array => {
    const bytes = Array.from(ids, known.byteStringOf).join('');
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
  };

  function* read(text: string, options?: Gpt2Options): Generator<BytePairToken> {
    for (const piece of pieces(text, options)) {
      const ids = idsOf(piece);
      let start = piece.start;
      for (const [i, { text, span }] of textsOf(piece.text, ids, known).entries()) {
        yield new BytePairToken(text, span, start, ids[i]!, bytesOf);
        start += span.length;
      }
    }
  }

  return {
    name: 'gpt2',
    tokenize: (text, options) => [...read(text, options)],
    read,
    cuts: CUTS,
    encode(text, options) {
      const ids: number[] = [];
      for (const piece of pieces(text, options)) for (const id of idsOf(piece)) ids.push(id);
      return ids;
    },
    decode: (ids) => textOfBytes(bytesOf(ids)),
    bytesOf,
  };
}

class BytePairToken extends TextToken implements Gpt2Token {
  readonly id: number;
  readonly #bytesOf: (ids: number[]) => Uint8Array;

  constructor(text: string, span: string, start: number, id: number, bytesOf: (ids: number[]) => Uint8Array) {
    super(text, span, start);
    this.id = id;
    this.#bytesOf = bytesOf;
  }

  override get bytes(): Uint8Array {
    return this.#bytesOf([this.id]);
  }

  override movedBy(offset: number): BytePairToken {
    return new BytePairToken(this.text, this.span, this.start + offset, this.id, this.#bytesOf);
  }
}

/** The text and span of each of a piece's tokens. */
function textsOf(piece: string, ids: readonly number[], known: Vocabulary): { text: string; span: string }[] {
  if (ids.length === 1) return [{ text: piece, span: piece }];
  const tokens = ids.map(known.byteStringOf);
  if (isAscii(piece)) return tokens.map((text) => ({ text, span: text }));
  return shareOut(
    piece,
    tokens.map((bytes) => bytes.length),
  );
}

/** What no token reaches across the ends of. */
interface Piece {
  readonly text: string;
  readonly start: number;
  readonly isEndOfText: boolean;
}

/**
 * English endings after an apostrophe; letters, digits or other signs, each with the space before them; the rest of the
 * white space. `\p{White_Space}` is what `\s` means where GPT-2 was made; JavaScript's `\s` is a little different. What
 * is a letter is up to the browser's Unicode: ids can differ from others' for characters added in the last few years.
 */
const PIECE =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/**
 * Before the last white space that something follows: a piece starts there, and what comes before is one piece whether
 * it ends with the text or not. And between a mark and a Chinese character.
 */
const CUTS = cutsAt(
  `(?<=[^])(?=\\p{White_Space}\\P{White_Space})|(?<=[^\\p{White_Space}\\p{L}\\p{N}'])${HAN}`,
);

function* pieces(text: string, { endOfText = false }: Gpt2Options = {}): Generator<Piece> {
  let start = 0;
  for (const [i, part] of (endOfText ? text.split(END_OF_TEXT.text) : [text]).entries()) {
    if (i > 0) {
      yield { text: END_OF_TEXT.text, start, isEndOfText: true };
      start += END_OF_TEXT.text.length;
    }
    for (const [piece] of part.matchAll(PIECE)) {
      yield { text: piece, start, isEndOfText: false };
      start += piece.length;
    }
  }
}
