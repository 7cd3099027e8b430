import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareOut, textOfBytes, utf8 } from '../../web/tokenizers/bytes.ts';

test('bytes of whole characters are their text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(textOfBytes(utf8(text))).toBe(text);
    }),
  );
});

test.each<[string, number[], string]>([
  ['the start of a character', [0x61, 0xe2, 0x80], 'a⟨E2 80⟩'],
  ['the end of a character', [0x80, 0x94, 0x61], '⟨80 94⟩a'],
  ['a letter in a character', [0xf0, 0x9f, 0x61, 0x91, 0x8b], '⟨F0 9F⟩a⟨91 8B⟩'],
  ['an overlong form', [0xc0, 0x80], '⟨C0 80⟩'],
  ['half of a surrogate pair', [0xed, 0xa0, 0xbd], '⟨ED A0 BD⟩'],
  ['a code point past the last', [0xf4, 0x90, 0x80, 0x80], '⟨F4 90 80 80⟩'],
  ['bytes that UTF-8 never has', [0xff, 0x05], '⟨FF⟩\u0005'],
  ['one of four bytes after a stray one', [0xc3, 0xf0, 0x9f, 0x91, 0x8b], '⟨C3⟩👋'],
  ['a whole character among them', [0x8b, 0xc3, 0xa9, 0xc3], '⟨8B⟩é⟨C3⟩'],
])('%s is written as bytes', (_, bytes, text) => {
  expect(textOfBytes(Uint8Array.from(bytes))).toBe(text);
});

test('a character is shared out where the bytes run out', () => {
  expect(shareOut('👋', [3, 1])).toEqual([
    { span: '👋', text: '⟨F0 9F 91⟩' },
    { span: '', text: '⟨8B⟩' },
  ]);
  expect(shareOut('é—a', [1, 2, 3])).toEqual([
    { span: 'é', text: '⟨C3⟩' },
    { span: '—', text: '⟨A9 E2⟩' },
    { span: 'a', text: '⟨80 94⟩a' },
  ]);
  expect(shareOut('👋', [1, 1, 1, 1]).map((token) => token.text)).toEqual(['⟨F0⟩', '⟨9F⟩', '⟨91⟩', '⟨8B⟩']);
});
