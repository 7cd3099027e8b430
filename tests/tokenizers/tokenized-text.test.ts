import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '../../web/tokenizers/index.ts';
import type { Token, Tokenizer } from '../../web/tokenizers/token.ts';
import { Reading, type TokenizedText } from '../../web/tokenizers/tokenized-text.ts';
import { texts } from './support/texts.ts';

const names: readonly Tokenizer['name'][] = ['words', 'characters', 'gpt2'];

const plain = (tokens: readonly Token[]) =>
  tokens.map(({ text, span, start, end, id }) => ({ text, span, start, end, id }));

/** Texts of many blocks, with what trips tokenizers in between; every kind of break between lines and words. */
const longTexts = () =>
  fc
    .array(
      fc.oneof(
        { weight: 2, arbitrary: texts() },
        fc.constantFrom(
          'So shaken as we are, so wan with care, ',
          'word '.repeat(150),
          'line\r\n\r\n'.repeat(80),
          'x\n'.repeat(300),
          ' '.repeat(600),
          "it's can't 'tis we'll--".repeat(30),
          '我喜欢人工智能。它企图了解智能的实质，'.repeat(40),
          'สวัสดีชาวโลก '.repeat(60),
          '👨‍👩‍👧🇩🇪🇫🇷'.repeat(60),
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

interface Edit {
  readonly from: number;
  readonly removed: number;
  readonly inserted: string;
}
const edits = (): fc.Arbitrary<Edit> =>
  fc.record({
    from: fc.nat(4000),
    removed: fc.oneof(fc.nat(3), fc.nat(2000)),
    inserted: fc.oneof(
      fc.constantFrom('', 'x', ' ', '\n', "'", '\u0301', '\u200d', '。'),
      texts(),
      longTexts(),
    ),
  });
const edited = (text: string, { from, removed, inserted }: Edit) =>
  text.slice(0, from) + inserted + text.slice(from + removed);

describe.each(names)('%s', async (name) => {
  const tokenizer = await loadTokenizer(name);
  const readWhole = (text: string, earlier?: TokenizedText) => {
    const reading = new Reading(tokenizer, text, earlier);
    reading.readOn();
    return reading.soFar();
  };

  test('cut wherever it says it can be, a text has the tokens of the whole', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        const whole = tokenizer.tokenize(text).map((token) => token.text);
        for (let place = 1; place < text.length; place++) {
          if (!tokenizer.cuts.at(text, place)) continue;
          const parts = [text.slice(0, place), text.slice(place)].flatMap((part) => tokenizer.tokenize(part));
          expect(parts.map((token) => token.text)).toEqual(whole);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('the next cut is the first place that is one', () => {
    fc.assert(
      fc.property(texts(), fc.nat(30), (text, from) => {
        fc.pre(from <= text.length);
        let place = Math.max(1, from);
        while (place < text.length && !tokenizer.cuts.at(text, place)) place++;
        expect(tokenizer.cuts.next(text, from)).toBe(Math.min(place, text.length));
      }),
      { numRuns: 500 },
    );
  });

  test('read by blocks, a text has the tokens of the whole', () => {
    fc.assert(
      fc.property(longTexts(), (text) => {
        expect(plain(readWhole(text).slice())).toEqual(plain(tokenizer.tokenize(text)));
      }),
      { numRuns: 200 },
    );
  });

  test('after any changes, one after the other, the tokens are those of the text as it stands', () => {
    fc.assert(
      fc.property(longTexts(), fc.array(edits(), { minLength: 1, maxLength: 5 }), (text, changes) => {
        let now = text;
        let tokens = readWhole(text);
        for (const change of changes) {
          now = edited(now, change);
          tokens = readWhole(now, tokens);
          expect(tokens.text).toBe(now);
          expect(plain(tokens.slice())).toEqual(plain(tokenizer.tokenize(now)));
        }
      }),
      { numRuns: 200 },
    );
  });

  test('a change while a text is still being read starts from what was read of it', () => {
    fc.assert(
      fc.property(longTexts(), fc.nat(20), edits(), (text, pauses, change) => {
        const first = new Reading(tokenizer, text);
        let left = pauses;
        first.readOn(() => left-- <= 0);
        const now = edited(text, change);
        expect(plain(readWhole(now, first.upToCut()).slice())).toEqual(plain(tokenizer.tokenize(now)));
      }),
      { numRuns: 100 },
    );
  });

  test('what was read at a pause is the first tokens of the text', () => {
    const text =
      'So shaken as we are, so wan with care, \r\n\r\n find 👨‍👩‍👧 we a time\n'.repeat(200) +
      'x'.repeat(3000);
    const whole = plain(tokenizer.tokenize(text));
    const reading = new Reading(tokenizer, text);
    let pauses = 0;
    for (let before = -1; !reading.done; before = reading.fraction) {
      expect(reading.fraction).toBeGreaterThanOrEqual(before);
      reading.readOn(() => true);
      const soFar = reading.soFar();
      expect(plain(soFar.slice())).toEqual(whole.slice(0, soFar.length));
      pauses++;
    }
    expect(pauses).toBeGreaterThan(10);
    expect(reading.fraction).toBe(1);
    expect(reading.soFar().length).toBe(whole.length);
  });

  test('some of the tokens are those of the whole list at those places', () => {
    const tokens = readWhole('So shaken as we are, so wan with care\n'.repeat(100));
    const all = plain(tokens.slice());
    fc.assert(
      fc.property(fc.nat(all.length + 5), fc.nat(all.length + 5), (from, to) => {
        expect(plain(tokens.slice(from, to))).toEqual(all.slice(from, to));
      }),
    );
  });

  test('a letter typed into a long text is the reading of a few blocks, wherever it is typed', () => {
    const text = 'So shaken as we are, so wan with care, find we a time\n'.repeat(4000);
    const tokens = readWhole(text);
    for (const at of [0, 5, 100_000, text.length]) {
      let read = 0;
      const counting: Tokenizer = Object.assign(Object.create(tokenizer), {
        read: (part: string) => {
          read += part.length;
          return tokenizer.read(part);
        },
      });
      Object.defineProperty(tokens, 'tokenizer', { value: counting });
      const reading = new Reading(counting, `${text.slice(0, at)}x${text.slice(at)}`, tokens);
      reading.readOn();
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(3000);
    }
  });
});
