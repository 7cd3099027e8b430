import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../web/tokenizers/bytes.ts';
import { gpt2 } from '../../web/tokenizers/gpt2.ts';
import { vocabulary } from '../../web/tokenizers/gpt2-vocabulary.ts';
import { merge, PairQueue } from '../../web/tokenizers/merge.ts';
import reference from './reference-ids.json';
import { texts } from './support/texts.ts';

const { encode, decode, tokenize, bytesOf } = gpt2();
const sayings = (text: string) => tokenize(text).map((token) => token.text);

describe('ids', () => {
  test.each([
    ['emoji between words', 'hello 👋 world 🌍', [31373, 50169, 233, 995, 12520, 234, 235]],
    ['typographic quotes', '“wrote jack a letter”', [447, 250, 42910, 14509, 257, 3850, 447, 251]],
    ['two spaces at the start', '  Hello World.', [220, 18435, 2159, 13]],
    ['line feeds in a row', 'hello\n\n\nworld', [31373, 628, 198, 6894]],
    ['a carriage return', 'a\r\nb', [64, 201, 198, 65]],
    ['a contraction', "I'll", [40, 1183]],
    ['a contraction in capitals', "I'LL", [40, 6, 3069]],
    ['a typographic apostrophe', 'don’t', [9099, 447, 247, 83]],
    ['an accented letter', 'café', [66, 1878, 2634]],
    ['a combining accent', 'cafe\u0301', [66, 8635, 136, 223]],
    ['a no-break space', 'a\u00a0b', [64, 1849, 65]],
    ['a control character that is white space', 'a \u0085b', [64, 220, 126, 227, 65]],
    ['a byte order mark, which is none', ' \ufeffa', [27332, 119, 123, 64]],
    ['a family', '👨‍👩‍👧', [41840, 101, 447, 235, 41840, 102, 447, 235, 41840, 100]],
    ['an operator', 'x != y', [87, 14512, 331]],
  ])('%s', (_, text, ids) => {
    expect(encode(text)).toEqual(ids);
    expect(tokenize(text).map((token) => token.id)).toEqual(ids);
    expect(decode(ids)).toBe(text);
  });

  // Made with OpenAI's tiktoken 1.0.22, encoding "gpt2"; what is of no script in particular is random.
  test('are the reference implementation’s, in many scripts', () => {
    expect(reference.length).toBeGreaterThan(100);
    for (const { text, ids } of reference) expect({ text, ids: encode(text) }).toEqual({ text, ids });
  });

  test('of every token that is whole characters decode to a text that encodes to it', () => {
    const wrong: number[] = [];
    let whole = 0;
    for (let id = 0; id < 50256; id++) {
      const text = decode([id]);
      if (utf8(text).length !== bytesOf([id]).length) continue;
      whole++;
      const ids = encode(text);
      if (ids.length !== 1 || ids[0] !== id) wrong.push(id);
    }
    expect(wrong).toEqual([]);
    expect(whole).toBe(50256 - 344); // 344 tokens are bytes that make no character by themselves
  });

  test('of every token come out of merging its bytes, so that a word which is a token need not be merged', () => {
    const { idOf, merged, byteStringOf } = vocabulary();
    const wrong: number[] = [];
    for (let id = 0; id < 50256; id++) {
      const bytes = Array.from(byteStringOf(id), (byte) => idOf(byte)!);
      const ids = merge(bytes, merged);
      if (ids.length !== 1 || ids[0] !== id) wrong.push(id);
    }
    expect(wrong).toEqual([]);
  });

  test('of any text give its bytes back', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        expect([...bytesOf(encode(text))]).toEqual([...utf8(text)]);
      }),
      { numRuns: 1000 },
    );
  });

  test('of any text that UTF-8 can hold give it back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decode(encode(text))).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });

  test('are the same with the tokens and without', () => {
    fc.assert(
      fc.property(texts(), fc.boolean(), (text, endOfText) => {
        expect(tokenize(text, { endOfText }).map((token) => token.id)).toEqual(encode(text, { endOfText }));
      }),
    );
  });
});

describe('a character that tokens share', () => {
  test('is shown as bytes in each of them', () => {
    expect(sayings('hello 👋')).toEqual(['hello', ' ⟨F0 9F 91⟩', '⟨8B⟩']);
    expect(sayings('“no”')).toEqual(['⟨E2 80⟩', '⟨9C⟩', 'no', '⟨E2 80⟩', '⟨9D⟩']);
  });

  test('is in the span of the first of them', () => {
    expect(tokenize('hello 👋!').map(({ span, start, end }) => ({ span, start, end }))).toEqual([
      { span: 'hello', start: 0, end: 5 },
      { span: ' 👋', start: 5, end: 8 },
      { span: '', start: 8, end: 8 },
      { span: '!', start: 8, end: 9 },
    ]);
  });

  test('shows the bytes the token holds, wherever its characters are cut', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        // Letters typed as ⟨⟩ would be taken for bytes here.
        fc.pre(!/[⟨⟩]/.test(text) && !/\p{Cs}/u.test(text));
        for (const token of tokenize(text)) {
          const bytes = token.text.split(/(⟨[0-9A-F ]+⟩)/).flatMap((part) =>
            part.startsWith('⟨')
              ? part
                  .slice(1, -1)
                  .split(' ')
                  .map((hex) => Number.parseInt(hex, 16))
              : [...utf8(part)],
          );
          expect(bytes).toEqual([...token.bytes]);
        }
      }),
    );
  });

  test('is whole again when all its tokens are decoded, and bytes when only some are', () => {
    expect(decode([50169, 233])).toBe(' 👋');
    expect(decode([50169])).toBe(' ⟨F0 9F 91⟩');
    expect(decode([233, 31373, 50169])).toBe('⟨8B⟩hello ⟨F0 9F 91⟩');
  });
});

test('a lone surrogate is encoded as U+FFFD, while its span and text keep it', () => {
  expect(encode('a\ud83db')).toEqual(encode('a\ufffdb'));
  expect(tokenize('a\ud83db')[1]).toMatchObject({ text: '\ud83d', span: '\ud83d', id: 4210 });
});

test('a byte order mark is a character like any other', () => {
  expect(decode(encode('\ufeffa'))).toBe('\ufeffa');
});

describe('<|endoftext|>', () => {
  const typed = [27, 91, 437, 1659, 5239, 91, 29];

  test('when typed is the tokens of its letters', () => {
    expect(encode('<|endoftext|>')).toEqual(typed);
    expect(encode('<|endoftext|>', { endOfText: false })).toEqual(typed);
  });

  test('where it is asked for is one token', () => {
    expect(encode('a<|endoftext|>b<|endoftext|>', { endOfText: true })).toEqual([64, 50256, 65, 50256]);
    expect(tokenize('a<|endoftext|>b', { endOfText: true })).toMatchObject([
      { text: 'a', id: 64, start: 0 },
      { text: '<|endoftext|>', span: '<|endoftext|>', id: 50256, start: 1, end: 14 },
      { text: 'b', id: 65, start: 14 },
    ]);
  });

  test('ends the white space before it, as the end of a text does', () => {
    const alone = encode('a  ');
    expect(encode('a  <|endoftext|>b', { endOfText: true })).toEqual([...alone, 50256, 65]);
  });

  test('decodes to what is typed', () => {
    expect(decode([64, 50256])).toBe('a<|endoftext|>');
  });
});

describe('decoding what is no token', () => {
  test.each([50257, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32])('%s is a RangeError', (id) => {
    expect(() => decode([64, id])).toThrow(RangeError);
    expect(() => decode([64, id])).toThrow(
      `${id} is no token of GPT-2: ids are whole numbers from 0 to 50256`,
    );
    expect(() => bytesOf([id])).toThrow(RangeError);
  });

  test('text is a TypeError', () => {
    expect(() => decode(['64'] as unknown as number[])).toThrow(TypeError);
  });

  test('leaves the tokenizer working', () => {
    expect(() => decode([50257])).toThrow();
    expect(decode(encode('still here'))).toBe('still here');
  });
});

describe('a long run of one character', () => {
  const cost = (text: string) => {
    const queue = new PairQueue();
    const count = gpt2(queue).encode(text).length;
    return { count, comparisons: queue.comparisons };
  };

  test('has as many tokens as the reference makes of it', () => {
    expect(encode('a'.repeat(100_000))).toEqual(new Array(25_000).fill(24794));
    expect(encode('我'.repeat(14_000)).length).toBe(28_000);
  });

  test.each(['a', '我', '-', '👋', 'qu'])(
    'of %s costs at most six times as much when four times as long',
    (run) => {
      const less = cost(run.repeat(5_000));
      const more = cost(run.repeat(20_000));
      expect(less.comparisons).toBeGreaterThan(5_000);
      expect(more.comparisons / less.comparisons).toBeLessThanOrEqual(6);
    },
  );
});
