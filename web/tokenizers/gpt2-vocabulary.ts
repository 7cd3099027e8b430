import table from 'gpt-tokenizer/bpeRanks/r50k_base';
import { utf8 } from './bytes.ts';

/** What separated the documents GPT-2 was trained on: its last token, and the only one no text is encoded to unasked. */
export const END_OF_TEXT = { text: '<|endoftext|>', id: 50256 } as const;

/** GPT-2's tokens. In a byte string each character stands for one byte: '\xe2\x80\x94' for "—". */
export interface Vocabulary {
  /** The token of these bytes, if there is one. */
  idOf(byteString: string): number | undefined;
  /** The token that two make together, if they make one. Lower ids were learnt earlier and merge first. */
  merged(left: number, right: number): number | undefined;
  /** A token's bytes, as a byte string. RangeError for what is no token's id. */
  byteStringOf(id: number): string;
}

let unpacked: Vocabulary | undefined;

/** Unpacks the table, once: a text for each token, or a list of bytes where it is no whole number of characters. */
export function vocabulary(): Vocabulary {
  unpacked ??= unpack();
  return unpacked;
}

function unpack(): Vocabulary {
  const tokens = table.map((token) => (typeof token === 'string' ? byteString(token) : fromBytes(token)));
  const ids = new Map(tokens.map((token, id) => [token, id]));
  tokens[END_OF_TEXT.id] = END_OF_TEXT.text;
  return {
    idOf: (bytes) => ids.get(bytes),
    merged: (left, right) => ids.get(tokens[left]! + tokens[right]!),
    byteStringOf(id) {
      if (typeof id !== 'number') throw new TypeError(`A token's id is a number; this is a ${typeof id}`);
      const token = tokens[id];
      if (token === undefined) {
        throw new RangeError(`${id} is no token of GPT-2: ids are whole numbers from 0 to ${END_OF_TEXT.id}`);
      }
      return token;
    },
  };
}

/** A text's UTF-8 as a byte string. */
export function byteString(text: string): string {
  return isAscii(text) ? text : fromBytes(utf8(text));
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

const ASCII = /^[\0-\x7f]*$/;

function fromBytes(bytes: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]!);
  return text;
}
