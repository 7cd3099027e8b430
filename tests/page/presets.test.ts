import { describe, expect, test } from 'vitest';
import { formatNumber, formatWeight } from '../../web/elements/number-format.ts';
import type { PresetName } from '../../web/elements/settings.ts';
import golden from '../golden/chapter3.json';
import { deep, openExplorer, select, shownTable, visible } from './support/explorer.ts';

// Every figure of the write-up as the page shows it: the recorded numbers, rounded to the four decimals of its tables.

const shown = (rows: number[][]) => rows.map((row) => row.map((value) => formatNumber(value, 4)));
const shownWeights = (rows: number[][]) =>
  rows.map((row, query) =>
    row.map((value, key) => (value === 0 && key > query ? 'hidden' : formatWeight(value, 4))),
  );

async function openPreset(preset: PresetName) {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', preset);
  return explorer;
}

test('the page opens with the plain example: its scores, weights and contexts', async () => {
  const explorer = await openExplorer();
  expect(shownTable(explorer, 'scores')).toEqual(shown(golden.simple.scores));
  expect(shownTable(explorer, 'weights')).toEqual(shownWeights(golden.simple.weights));
  expect(shownTable(explorer, 'context')).toEqual(shown(golden.simple.context));
  expect(shownTable(explorer, 'weights')[1]).toEqual([
    '0.1385',
    '0.2379',
    '0.2333',
    '0.1240',
    '0.1082',
    '0.1581',
  ]);
  expect(shownTable(explorer, 'context')[1]).toEqual(['0.4419', '0.6515', '0.5683']);
});

test('in the plain example Q, K and V are X, as it was typed', async () => {
  const explorer = await openExplorer();
  const typed = golden.x.map((row) => row.map((value) => value.toFixed(2)));
  for (const table of ['inputs', 'queries', 'values'] as const)
    expect(shownTable(explorer, table)).toEqual(typed);
  expect(shownTable(explorer, 'keys')).toEqual(typed[0]!.map((_, c) => typed.map((row) => row[c])));
});

test('with trainable weights, unscaled, the second context is 0.3157, 0.8430', async () => {
  const explorer = await openPreset('unscaled');
  const { Q, scores } = golden.v1_seed123_rand;
  expect(shownTable(explorer, 'queries')).toEqual(shown(Q));
  expect(shownTable(explorer, 'scores')).toEqual(shown(scores));
  expect(shownTable(explorer, 'context')[1]).toEqual(['0.3157', '0.8430']);
});

test('with trainable weights, scaled by 1/√d', async () => {
  const explorer = await openPreset('scaled');
  const { Wq, K, V, weights, context } = golden.v1_seed123_rand;
  expect(shownTable(explorer, 'queryProjection')).toEqual(shown(Wq));
  expect(shownTable(explorer, 'keys')).toEqual(shown(K[0]!.map((_, c) => K.map((row) => row[c]!))));
  expect(shownTable(explorer, 'values')).toEqual(shown(V));
  expect(shownTable(explorer, 'weights')).toEqual(shownWeights(weights));
  expect(shownTable(explorer, 'context')).toEqual(shown(context));
});

test('causal: what lies ahead is a hatched blank, the rest is the recorded figure', async () => {
  const explorer = await openPreset('causal');
  const { weights, context } = golden.linear_seed123_causal1;
  expect(shownTable(explorer, 'weights')).toEqual(shownWeights(weights));
  expect(shownTable(explorer, 'context')).toEqual(shown(context));
});

describe('two heads', () => {
  test.each([0, 1])('head %i has its own weights', async (head) => {
    const explorer = await openPreset('heads');
    visible<HTMLButtonElement>(explorer, '.heads button')[head]!.click();
    await explorer.updateComplete;
    await expect
      .poll(() => shownTable(explorer, 'weights'))
      .toEqual(shownWeights(golden.mha_split_seed123.head_weights[head]!));
  });

  test('their contexts go through the output projection', async () => {
    const explorer = await openPreset('heads');
    expect(shownTable(explorer, 'output')).toEqual(shown(golden.mha_split_seed123.out));
  });
});

test('the weights have a legend from 0 to 1, and the page says which way they read', async () => {
  const explorer = await openExplorer();
  const legend = visible(explorer, '.legend').find((l) => l.getAttribute('aria-label')!.includes('weights'))!;
  const labels = [...legend.querySelectorAll('text')].map((text) => text.textContent);
  expect(labels[0]).toBe('0');
  expect(labels).toContain('1');
  expect(labels.at(-1)).toBe('1/6');
  expect(visible(explorer, '.reading')[0]!.textContent).toBe('A row asks, a column answers; read across.');
});

test('rows are headed by queries and columns by keys', async () => {
  const explorer = await openExplorer();
  const words = ['Your', 'journey', 'starts', 'with', 'one', 'step'];
  for (const table of ['scores', 'weights']) {
    const grid = visible(explorer, `table[data-grid="${table}"]`)[0]!;
    const heads = (scope: string) =>
      [...grid.querySelectorAll(`th[scope="${scope}"]`)].map((th) => th.textContent);
    expect(heads('row')).toEqual(words);
    expect(heads('col')).toEqual(words);
  }
});

test('formulas are MathML', async () => {
  const explorer = await openExplorer();
  for (const math of deep(explorer, 'math'))
    expect(math.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  for (const index of deep(explorer, 'msub'))
    expect(index.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  expect(deep(explorer, 'math').length).toBeGreaterThan(10);
});
