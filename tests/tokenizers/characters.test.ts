import { expect, test } from 'vitest';
import { characters } from '../../web/tokenizers/characters.ts';

const sayings = (text: string) => characters.tokenize(text).map((token) => token.text);

test('a letter with combining marks is one character', () => {
  expect(sayings('e\u0301te\u0301')).toEqual(['e\u0301', 't', 'e\u0301']);
  expect(sayings('é')).toEqual(['é']);
});

test('a family, a flag and a skin tone are one character each', () => {
  expect(sayings('👨‍👩‍👧🇩🇪🇫🇷👋🏽')).toEqual(['👨‍👩‍👧', '🇩🇪', '🇫🇷', '👋🏽']);
});

test('a carriage return and its line feed are one character', () => {
  expect(sayings('a\r\n\nb')).toEqual(['a', '\r\n', '\n', 'b']);
});

test('white space is characters like any other', () => {
  expect(sayings('a  b')).toEqual(['a', ' ', ' ', 'b']);
});

test('Chinese and Hangul are a character a syllable', () => {
  expect(sayings('我喜한\u1100\u1161')).toEqual(['我', '喜', '한', '\u1100\u1161']);
});
