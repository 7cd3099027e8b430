import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleText } from '../../web/tokenizers/token.ts';
import { texts } from './support/texts.ts';

test.each([
  ['letters', 'journey', 'journey'],
  ['markup', '<b>&amp;', '<b>&amp;'],
  ['a space', ' step', '␣step'],
  ['a NUL', 'a\0b', 'a␀b'],
  ['a line break', '\r\n', '␍␊'],
  ['a tab', '\t', '␉'],
  ['delete', '\x7f', '␡'],
  ['a lone surrogate', 'a\ud83db', 'a\\ud83db'],
  ['a no-break space', '\u00a0', '\\u00a0'],
  ['a control character past ASCII', '\u0085', '\\u0085'],
  ['a joiner by itself', '\u200d', '\\u200d'],
  ['a tag by itself', '\u{e0001}', '\\u{e0001}'],
  ['a joiner in a family', '👨‍👩‍👧', '👨‍👩‍👧'],
  ['an accent by itself', '\u0301', '◌\u0301'],
  ['an accent on its letter', 'e\u0301', 'e\u0301'],
  ['bytes', '⟨E2 80⟩', '⟨E2 80⟩'],
  ['a space before bytes', ' ⟨F0 9F 91⟩', '␣⟨F0 9F 91⟩'],
  ['a joiner before bytes', '\u200d⟨F0⟩', '\\u200d⟨F0⟩'],
])('%s', (_, text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

test('whatever the text, something can be seen of it and nothing breaks a line or is drawn as U+FFFD', () => {
  fc.assert(
    fc.property(texts(), (text) => {
      // Bytes are written with spaces between them, which is notation and not white space of the text.
      fc.pre(text !== '' && !text.includes('⟨'));
      const visible = visibleText(text);
      expect(visible).toMatch(/[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
      expect(visible).not.toMatch(/[\p{White_Space}\p{Cc}\p{Cs}]/u);
    }),
    { numRuns: 500 },
  );
});
