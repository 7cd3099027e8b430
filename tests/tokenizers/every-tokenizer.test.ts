import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadTokenizer } from '../../web/tokenizers/index.ts';
import type { Tokenizer } from '../../web/tokenizers/token.ts';
import { texts } from './support/texts.ts';

const names: readonly Tokenizer['name'][] = ['words', 'characters', 'gpt2'];

describe.each(names)('%s', async (name) => {
  const { tokenize, name: given } = await loadTokenizer(name);
  const spans = (text: string) => tokenize(text).map((token) => token.span);
  const sayings = (text: string) => tokenize(text).map((token) => token.text);

  test('goes by its name', () => {
    expect(given).toBe(name);
  });

  test('the spans of any text join back to it', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        expect(spans(text).join('')).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('start and end say where in the text a span is', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        let end = 0;
        for (const token of tokenize(text)) {
          expect(token.start).toBe(end);
          expect(text.slice(token.start, token.end)).toBe(token.span);
          end = token.end;
        }
        expect(end).toBe(text.length);
      }),
    );
  });

  test('the bytes of the tokens join to the text in UTF-8', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        const bytes = tokenize(text).flatMap((token) => [...token.bytes]);
        expect(bytes).toEqual([...new TextEncoder().encode(text)]);
      }),
    );
  });

  test('no token is without text, and none says U+FFFD unless the reader typed it', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        for (const saying of sayings(text)) {
          expect(saying).not.toBe('');
          if (!text.includes('\ufffd')) expect(saying).not.toContain('\ufffd');
        }
      }),
      { numRuns: 500 },
    );
  });

  test('no text, no tokens', () => {
    expect(tokenize('')).toEqual([]);
  });

  test('a NUL is a token between its neighbours and cuts nothing off', () => {
    expect(sayings('a\0b')).toEqual(['a', '\0', 'b']);
  });

  test('a lone surrogate keeps its place and leaves the letter after it alone', () => {
    expect(sayings('a\ud83db')).toEqual(['a', '\ud83d', 'b']);
    expect(spans('a\ud83db')).toEqual(['a', '\ud83d', 'b']);
  });

  test('white space of every kind and length is kept', () => {
    const text = '  \ttwo\r\n\r\n words\u00a0 \u2003 \n';
    expect(spans(text).join('')).toBe(text);
  });
});

test('each name gets its own tokenizer', async () => {
  const sayings = async (name: Tokenizer['name']) =>
    (await loadTokenizer(name)).tokenize('go on').map((token) => token.text);
  expect(await sayings('words')).toEqual(['go', 'on']);
  expect(await sayings('characters')).toEqual(['g', 'o', ' ', 'o', 'n']);
  expect(await sayings('gpt2')).toEqual(['go', ' on']);
});

test('an unknown tokenizer is refused by name', async () => {
  await expect(loadTokenizer('letters' as 'words')).rejects.toThrow(RangeError);
  await expect(loadTokenizer('letters' as 'words')).rejects.toThrow('"letters"');
});
