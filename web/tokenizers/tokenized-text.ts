import { changeBetween } from './change.ts';
import type { TextToken, Token, Tokenizer } from './token.ts';

/** A stretch of a text between two cuts, with its tokens; their places are counted from its start. */
interface Block {
  readonly length: number;
  readonly tokens: readonly TextToken[];
}

/** A text's tokens, kept by blocks, so that after a change only the blocks that it touches are read again. */
export class TokenizedText {
  readonly tokenizer: Tokenizer;
  /** As far as it was read. */
  readonly text: string;
  readonly blocks: readonly Block[];
  /** Where each block starts: in the text, and among the tokens; and where the last one ends. */
  readonly starts: Float64Array;
  readonly #firsts: Float64Array;

  constructor(tokenizer: Tokenizer, text: string, blocks: readonly Block[]) {
    this.tokenizer = tokenizer;
    this.text = text;
    this.blocks = blocks;
    this.starts = new Float64Array(blocks.length + 1);
    this.#firsts = new Float64Array(blocks.length + 1);
    for (const [i, { length, tokens }] of blocks.entries()) {
      this.starts[i + 1] = this.starts[i]! + length;
      this.#firsts[i + 1] = this.#firsts[i]! + tokens.length;
    }
  }

  /** How many tokens there are. */
  get length(): number {
    return this.#firsts.at(-1)!;
  }

  /** Some of the tokens, as an array's `slice` has them. */
  slice(start = 0, to = this.length): Token[] {
    const tokens: Token[] = [];
    const from = start < 0 ? Math.max(0, this.length + start) : start;
    for (let block = holder(this.#firsts, from); block < this.blocks.length; block++) {
      const first = this.#firsts[block]!;
      if (first >= to) break;
      const here = this.blocks[block]!.tokens.slice(Math.max(0, from - first), to - first);
      for (const token of here) tokens.push(token.movedBy(this.starts[block]!));
    }
    return tokens;
  }
}

/** The stretch, of those that these places bound, that holds a place. */
export function holder(bounds: Float64Array, place: number): number {
  let [low, high] = [0, bounds.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (bounds[middle]! <= place) low = middle;
    else high = middle;
  }
  return low;
}

/** So many code units or more make a block: few enough to be read at every keystroke. */
const BLOCK = 512;

/** After so many tokens a reading can pause. */
const BETWEEN_PAUSES = 256;

/**
 * The reading of a text, with pauses. What an earlier text has in common with it, before and after what was changed, is
 * taken over.
 */
export class Reading {
  readonly tokenizer: Tokenizer;
  readonly text: string;
  readonly #read: Block[];
  readonly #rest: readonly Block[];
  /** What is read anew. */
  readonly #first: number;
  readonly #end: number;
  readonly #steps: Iterator<void>;
  /** Where the block that is being read starts, and what was read of it. */
  #at: number;
  #part: TextToken[] = [];
  #count = 0;
  #done = false;

  constructor(tokenizer: Tokenizer, text: string, earlier?: TokenizedText) {
    this.tokenizer = tokenizer;
    this.text = text;
    const kept = earlier?.tokenizer === tokenizer ? inCommon(earlier, text) : { before: [], after: [] };
    this.#read = kept.before;
    this.#rest = kept.after;
    this.#first = lengthOf(kept.before);
    this.#end = text.length - lengthOf(kept.after);
    this.#at = this.#first;
    this.#count = kept.before.reduce((sum, { tokens }) => sum + tokens.length, 0);
    this.#steps = this.#readBlocks();
  }

  get done(): boolean {
    return this.#done;
  }

  /** How many tokens were read so far. */
  get count(): number {
    return this.#count + this.#part.length;
  }

  /** How much is read of what has to be, from 0 to 1. */
  get fraction(): number {
    const read = this.#at + (this.#part.at(-1)?.end ?? 0) - this.#first;
    return this.#done ? 1 : read / (this.#end - this.#first);
  }

  /** Reads on to the end, or until it is asked to pause. */
  readOn(pause: () => boolean = () => false): void {
    while (!this.#done) {
      this.#done = this.#steps.next().done === true;
      if (pause()) return;
    }
  }

  /** What was read so far: the tokens of the whole text, up to some place. */
  soFar(): TokenizedText {
    if (this.#done) return new TokenizedText(this.tokenizer, this.text, this.#read);
    const part = { length: this.#part.at(-1)?.end ?? 0, tokens: this.#part.slice() };
    return new TokenizedText(this.tokenizer, this.text.slice(0, this.#at + part.length), [
      ...this.#read,
      part,
    ]);
  }

  /** What was read so far up to a cut, for the reading of another text to start from. */
  upToCut(): TokenizedText {
    return new TokenizedText(this.tokenizer, this.text.slice(0, lengthOf(this.#read)), this.#read.slice());
  }

  *#readBlocks(): Generator<void> {
    const { tokenizer, text } = this;
    while (this.#at < this.#end) {
      const end = Math.min(this.#end, tokenizer.cuts.next(text, this.#at + BLOCK));
      for (const token of tokenizer.read(copied(text.slice(this.#at, end))))
        if (this.#part.push(token) % BETWEEN_PAUSES === 0) yield;
      this.#read.push({ length: end - this.#at, tokens: this.#part });
      this.#at = end;
      this.#count += this.#part.length;
      this.#part = [];
      yield;
    }
    for (const block of this.#rest) {
      this.#read.push(block);
      this.#count += block.tokens.length;
    }
  }
}

/** A slice refers to all that it was cut from: blocks would hold on to the text of every keystroke. */
function copied(slice: string): string {
  return ` ${slice}`.slice(1);
}

/** The blocks of an earlier text that are the same in another, before and after what differs, each side up to a cut. */
function inCommon(earlier: TokenizedText, text: string): { before: Block[]; after: Block[] } {
  const { blocks, starts, tokenizer } = earlier;
  const { start, end } = changeBetween(earlier.text, text);
  const moved = text.length - earlier.text.length;
  // One more block than was touched, so that typing at the edge of small ones makes them larger ones.
  let first = Math.max(0, holder(starts, start) - 1);
  while (first > 0 && !tokenizer.cuts.at(text, starts[first]!)) first--;
  let rest = holder(starts, end) + 1;
  // Cuts are told by the characters beside them: the change must be a few off.
  const stands = (place: number) => place >= end + NEAR && tokenizer.cuts.at(text, place + moved);
  while (rest < blocks.length && !stands(starts[rest]!)) rest++;
  return { before: blocks.slice(0, first), after: blocks.slice(rest) };
}

/** No cut depends on characters further from it, in code units. */
const NEAR = 4;

function lengthOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { length }) => sum + length, 0);
}
