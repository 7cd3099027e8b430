import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import golden from '../golden/chapter3.json';
import { cell, openExplorer, select, settled, type, visible } from './support/explorer.ts';

const section = (explorer: Element) => visible(explorer, 'attention-guided-read')[0]!.shadowRoot!;
const step = (explorer: Element, number: number) =>
  section(explorer).querySelector<HTMLElement>(`[data-step="${number}"]`)!;
const rows = (table: HTMLTableElement) =>
  [...table.rows]
    .slice(1)
    .map((row) => [...row.cells].map((c) => c.textContent!.replace(/\s+/g, ' ').trim()));
const tableIn = (explorer: Element, number: number, index = 0) =>
  rows(step(explorer, number).querySelectorAll('table')[index]!);
const answer = (explorer: Element) =>
  step(explorer, 3).querySelector('[role="status"]')!.textContent!.replace(/\s+/g, ' ').trim();
const guesses = (explorer: Element) => [...step(explorer, 3).querySelectorAll('button')];

test('six steps follow journey with the figure’s own numbers', async () => {
  const explorer = await openExplorer();
  expect(section(explorer).querySelectorAll('[data-step]').length).toBe(6);
  expect(tableIn(explorer, 1)).toEqual([['journey', '0.55', '0.87', '0.66']]);
  expect(tableIn(explorer, 2)).toEqual([
    ['1', '0.55', '× 0.57', '0.3135'],
    ['2', '0.87', '× 0.85', '0.7395'],
    ['3', '0.66', '× 0.64', '0.4224'],
    ['total', '', '', '1.4754'],
  ]);
  const scores = golden.simple.scores[1]!;
  const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
  const words = ['Your', 'journey', 'starts', 'with', 'one', 'step'];
  expect(tableIn(explorer, 3)).toEqual(words.map((word, i) => [word, scores[i]!.toFixed(4)]));
  const shares = tableIn(explorer, 4);
  words.forEach((word, i) => {
    const power = Math.exp(scores[i]!);
    expect(shares[i]).toEqual([word, scores[i]!.toFixed(4), power.toFixed(4), (power / total).toFixed(4)]);
  });
  expect(shares.at(-1)!.at(-1)).toBe('1.0000');
  expect(tableIn(explorer, 5).at(-1)).toEqual(['blend', '', '', '0.4419']);
  expect(tableIn(explorer, 5, 1)).toEqual([['journey', '0.4419', '0.6515', '0.5683']]);
  expect(tableIn(explorer, 6).map((row) => row.slice(1))).toEqual(
    Array.from({ length: 3 }, () => ['0.55', '0.87', '0.66']),
  );
});

test('the sums that are shown add up, with a rounding line where they would not', async () => {
  const explorer = await openExplorer();
  const { exploration } = explorer;
  for (const text of [
    'Your journey starts with one step',
    'the sea and the sky and the sea over there again',
  ]) {
    await type(explorer, text);
    for (let query = 0; query < exploration.tokens.length; query++) {
      exploration.choose({ query, key: 0, component: query % 3 });
      await settled();
      for (const [number, column] of [
        [2, 3],
        [4, 2],
        [4, 3],
        [5, 3],
      ] as const) {
        const lines = tableIn(explorer, number).map((row) => row[column]!.replace('−', '-'));
        const units = lines.map((line) =>
          line === '' ? 0 : line.startsWith('<') ? 0 : Math.round(Number(line) * 1e4),
        );
        expect(units.slice(0, -1).reduce((sum, unit) => sum + unit, 0)).toBe(units.at(-1));
      }
    }
  }
});

test('the scores are told only once one has guessed, and the guess is answered in words', async () => {
  const explorer = await openExplorer();
  const details = step(explorer, 3).querySelector('details')!;
  expect(details.open).toBe(false);
  expect(answer(explorer)).toBe('');
  await userEvent.click(page.elementLocator(guesses(explorer)[3]!));
  await settled();
  expect(details.open).toBe(true);
  expect(answer(explorer)).toBe('Not this one: with scores 0.8434, but journey itself scores 1.4950.');
  await userEvent.click(page.elementLocator(guesses(explorer)[2]!));
  await settled();
  expect(answer(explorer)).toBe('Second: starts scores 1.4754, but journey itself scores 1.4950.');
});

test('one can guess with the keyboard alone', async () => {
  const explorer = await openExplorer();
  guesses(explorer)[0]!.focus();
  await userEvent.keyboard('{Tab}{Enter}');
  await settled();
  expect(guesses(explorer).map((b) => b.getAttribute('aria-pressed'))).toEqual([
    'false',
    'true',
    'false',
    'false',
    'false',
    'false',
  ]);
  expect(answer(explorer)).toBe(
    'Yes: journey has the largest score, 1.4950. Nothing keeps a word from matching itself best.',
  );
});

test('another word chosen above is followed, with a new guess; pointing at one changes nothing', async () => {
  const explorer = await openExplorer();
  guesses(explorer)[0]!.click();
  cell(explorer, 'weights', 4, 4).dispatchEvent(
    new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType: 'mouse' }),
  );
  await settled();
  expect(tableIn(explorer, 1)[0]![0]).toBe('journey');
  expect(answer(explorer)).not.toBe('');
  cell(explorer, 'weights', 4, 4).click();
  await settled();
  expect(tableIn(explorer, 1)).toEqual([['one', '0.77', '0.25', '0.10']]);
  expect(answer(explorer)).toBe('');
  expect(step(explorer, 3).querySelector('details')!.open).toBe(false);
});

test('causal: only words that may be seen can be guessed', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', 'causal');
  expect(guesses(explorer).map((b) => b.textContent!.trim())).toEqual(['Your', 'journey']);
  expect(step(explorer, 4).textContent).toContain('Hidden words take no part.');
});

for (const theme of ['light', 'dark']) {
  test(`axe finds nothing where the scores are told, ${theme}`, async () => {
    document.documentElement.style.colorScheme = theme;
    document.body.style.background = theme === 'dark' ? '#16181d' : '#fffefb';
    onTestFinished(() => document.documentElement.removeAttribute('style'));
    const explorer = await openExplorer(358);
    guesses(explorer)[3]!.click();
    await settled();
    const { violations } = await axe.run(visible(explorer, 'attention-guided-read')[0]!, {
      resultTypes: ['violations'],
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual([]);
  });
}

test.each([288, 358, 640])('nothing is wider than %i pixels', async (width) => {
  const explorer = await openExplorer(width);
  await type(
    explorer,
    'Donaudampfschifffahrtsgesellschaft 我想知道 שלום עולם and a longer text with many more words',
  );
  for (const name of ['guided-read', 'what-goes-wrong', 'where-numbers-come-from']) {
    const view = visible(explorer, `attention-${name}`)[0]!;
    const { right } = view.getBoundingClientRect();
    for (const element of view.shadowRoot!.querySelectorAll('*'))
      if (element.checkVisibility() && !element.closest('.unseen, math'))
        expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(right + 1);
  }
});
