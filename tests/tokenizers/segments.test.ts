import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Granularity, segments } from '../../web/tokenizers/segments.ts';
import { texts } from './support/texts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each<Granularity>(['word', 'grapheme'])('%s', (granularity) => {
  const whole = (text: string) =>
    Array.from(new Intl.Segmenter('en', { granularity }).segment(text), ({ segment, index }) => ({
      segment,
      index,
    }));

  test('cut a chunk at a time, the segments are those of the whole text', () => {
    fc.assert(
      fc.property(texts(), fc.integer({ min: 1, max: 20 }), (text, chunk) => {
        expect([...segments(text, granularity, chunk)]).toEqual(whole(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('a word on the edge of a chunk stays whole', () => {
    const text = "it can't be, they're can'\u{10330} “quoted” 3.14 e\u0301e\u0301 👨‍👩‍👧🇩🇪🇫🇷\r\n".repeat(60);
    expect([...segments(text, granularity)]).toEqual(whole(text));
  });

  test('Chinese longer than a chunk, without one mark in it, is cut as the whole is', () => {
    const text = '人工智能是计算机科学的一个分支它企图了解智能的实质并生产出一种新的智能机器'.repeat(60);
    expect([...segments(text, granularity)]).toEqual(whole(text));
  });

  test('Thai is cut as the whole is, though its dictionary weighs whole phrases', () => {
    const thai = [
      'สวัสดี',
      'ชาว',
      'โลก',
      'ประเทศ',
      'ไทย',
      'ภาษา',
      'มาก',
      'ตา',
      'กลม',
      'ตาก',
      'ลม',
      'การ',
      'เรียน',
      'รู้',
      'คน',
      'งาน',
    ];
    const text = Array.from({ length: 3000 }, (_, i) => thai[(i * i + (i >> 4)) % thai.length]).join('');
    expect([...segments(text, granularity, 100)]).toEqual(whole(text));
  });

  test('a chunk never ends within a surrogate pair', () => {
    const text = "can'\u{10330}".repeat(3);
    for (let chunk = 1; chunk <= text.length; chunk++)
      expect([...segments(text, granularity, chunk)]).toEqual(whole(text));
  });

  // What Intl.Segmenter is given in all: each segment that it returns costs a copy of the text it was given.
  const given = (text: string) => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment');
    let count = 0;
    for (const _ of segments(text, granularity)) count++;
    const lengths = segment.mock.calls.map(([text]) => text.length);
    vi.restoreAllMocks();
    return { count, total: lengths.reduce((sum, length) => sum + length, 0), most: Math.max(...lengths) };
  };

  test('a long text is never segmented as a whole, and hardly any of it twice', () => {
    const text = 'So shaken as we are, so wan with care, '.repeat(3000);
    const { most, total } = given(text);
    expect(most).toBeLessThan(1000);
    expect(total).toBeLessThan(2 * text.length);
  });

  test('a segment longer than any chunk is looked at a bounded number of times', () => {
    const text = `a${'\u0301'.repeat(100_000)}`;
    const { count, total } = given(text);
    expect(count).toBe(1);
    expect(total).toBeLessThan(4 * text.length);
  });
});

test('the language of the browser makes no difference', () => {
  const asked: unknown[] = [];
  const intl: { Segmenter: typeof Intl.Segmenter } = Intl;
  const Original = intl.Segmenter;
  intl.Segmenter = class extends Original {
    constructor(locales?: Intl.LocalesArgument, options?: Intl.SegmenterOptions) {
      super(locales, options);
      asked.push(locales);
    }
  };
  try {
    expect([...segments('a b', 'word')]).toHaveLength(3);
  } finally {
    intl.Segmenter = Original;
  }
  expect(asked).toEqual(['en']);
});
