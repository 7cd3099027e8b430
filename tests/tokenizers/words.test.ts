import fc from 'fast-check';
import { expect, test } from 'vitest';
import { words } from '../../web/tokenizers/words.ts';
import { texts } from './support/texts.ts';

const sayings = (text: string) => words.tokenize(text).map((token) => token.text);
const spans = (text: string) => words.tokenize(text).map((token) => token.span);

test('a sentence is its words', () => {
  expect(sayings('Your journey starts with one step')).toEqual([
    'Your',
    'journey',
    'starts',
    'with',
    'one',
    'step',
  ]);
});

test('letters with accents and umlauts are parts of words', () => {
  expect(sayings('fußball ça va')).toEqual(['fußball', 'ça', 'va']);
  expect(sayings('cafe\u0301 noir')).toEqual(['cafe\u0301', 'noir']);
});

test('Chinese without spaces is cut into its words', () => {
  expect(sayings('我喜欢人工智能')).toEqual(['我', '喜欢', '人工', '智能']);
});

test('Thai without spaces is cut into its words', () => {
  expect(sayings('สวัสดีชาวโลก')).toEqual(['สวัสดี', 'ชาว', 'โลก']);
});

test('right-to-left words come in the order of the text', () => {
  expect(sayings('שלום , 3')).toEqual(['שלום', ',', '3']);
});

test('an apostrophe or a decimal point does not end a word', () => {
  expect(sayings("don't pay 3.14")).toEqual(["don't", 'pay', '3.14']);
  expect(sayings('don’t')).toEqual(['don’t']);
});

test('marks that touch are one token, marks with white space between are two', () => {
  expect(sayings('hello--world')).toEqual(['hello', '--', 'world']);
  expect(sayings('- -')).toEqual(['-', '-']);
  expect(sayings('entrar<!--#exec')).toEqual(['entrar', '<!--#', 'exec']);
});

test('an underscore within a word is part of it', () => {
  expect(sayings('snake_case _private')).toEqual(['snake_case', '_private']);
});

test('emoji that touch are tokens of their own', () => {
  expect(sayings('👨‍👩‍👧👋')).toEqual(['👨‍👩‍👧', '👋']);
});

test('white space belongs to the word before it, at the start to the first', () => {
  expect(spans('  one\r\n two\t')).toEqual(['  one\r\n ', 'two\t']);
  expect(sayings('  one\r\n two\t')).toEqual(['one', 'two']);
});

test('characters without a shape belong to the word before them too', () => {
  expect(sayings('one \u200b\ufeff two')).toEqual(['one', 'two']);
  expect(spans('one \u200b\ufeff two')).toEqual(['one \u200b\ufeff ', 'two']);
});

test('nothing but white space is one token', () => {
  expect(words.tokenize(' \n ')).toMatchObject([{ text: ' \n ', span: ' \n ', start: 0, end: 3 }]);
});

test('the same word has the same text wherever it stands', () => {
  const word = fc.constantFrom('one', 'été', '我', '👋', '7');
  const space = fc.constantFrom(' ', '\n', '  ', '\t');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, space), { minLength: 1 }), (pairs) => {
      expect(sayings(pairs.flat().join(''))).toEqual(pairs.map(([word]) => word));
    }),
  );
});

test('a word holds its text once, with nothing but white space or shapeless characters around it', () => {
  fc.assert(
    fc.property(texts(), (text) => {
      for (const token of words.tokenize(text)) {
        const around = token.span.replace(token.text, '');
        expect(around.length).toBe(token.span.length - token.text.length);
        expect(around).toMatch(/^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u);
      }
    }),
  );
});
