import type { Tokenizer } from '../tokenizers/token.ts';
import { Reading, type TokenizedText } from '../tokenizers/tokenized-text.ts';
import { MOST_CHARACTERS, MOST_TOKENS } from './sequence.ts';

/** Longer than this nobody waits for a text to be read; the rest is read bit by bit, while the page stays alive. */
const AT_ONCE_MS = 30;
const BIT_MS = 10;
/** What is shown first is worth this wait, so that it is what will be shown in the end too. */
const FIRST_SHOWN_MS = 100;

/** Reads a text as it is typed: what a change leaves as it was is not read again. */
export class TextReader {
  readonly #tell: (done: boolean) => void;
  #reading: Reading | undefined;
  #tokens: TokenizedText | undefined;
  /** Of the text that was last read to its end. */
  #whole: TokenizedText | undefined;

  /** @param tell is called when another part of a long text has been read, and when all of it has */
  constructor(tell: (done: boolean) => void) {
    this.#tell = tell;
  }

  /** How much of what has to be read is read, from 0 to 1. */
  get fraction(): number {
    return this.#reading?.fraction ?? 1;
  }

  /** The text's tokens; the first ones of a long text that is still being read; none of one that is too long to be. */
  tokensOf(text: string, tokenizer: Tokenizer): TokenizedText {
    const known = this.#reading;
    if (this.#tokens && known?.text === text && known.tokenizer === tokenizer) return this.#tokens;
    const read = text.length > MOST_CHARACTERS ? '' : text;
    const reading = new Reading(tokenizer, read, this.#nearest(tokenizer));
    const start = performance.now();
    reading.readOn(() => {
      const time = performance.now() - start;
      return time > FIRST_SHOWN_MS || (time > AT_ONCE_MS && reading.count > MOST_TOKENS);
    });
    if (!reading.done) setTimeout(() => this.#readOn(reading));
    this.#reading = reading;
    return this.#take(reading);
  }

  /** What was read before; of two texts the one of which more was. */
  #nearest(tokenizer: Tokenizer): TokenizedText | undefined {
    const unfinished = this.#reading?.done === false ? this.#reading.upToCut() : undefined;
    const [longest] = [unfinished, this.#whole]
      .filter((tokens) => tokens?.tokenizer === tokenizer)
      .sort((a, b) => b!.text.length - a!.text.length);
    return longest;
  }

  #readOn(reading: Reading): void {
    if (this.#reading !== reading) return;
    const start = performance.now();
    reading.readOn(() => performance.now() - start > BIT_MS);
    if (reading.done) this.#take(reading);
    else setTimeout(() => this.#readOn(reading));
    this.#tell(reading.done);
  }

  #take(reading: Reading): TokenizedText {
    this.#tokens = reading.soFar();
    if (reading.done) this.#whole = this.#tokens;
    return this.#tokens;
  }
}
