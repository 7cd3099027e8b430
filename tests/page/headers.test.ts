import { expect, test } from 'vitest';
import { deep, openExplorer, settled, type, visible } from './support/explorer.ts';

const names = (explorer: Element) =>
  visible(explorer, ':is([data-grid="keys"], [data-grid="weights"]) thead th bdi');

test.each([
  'a b c d e f g h i',
  'journeying through many wonderful landscapes we p q y j',
  `${'x'.repeat(99)} b c d e f g h y`,
])('turned names of columns stand within their headers, clear of the numbers: %s', async (text) => {
  const explorer = await openExplorer(1240);
  await type(explorer, text);
  expect(names(explorer).length).toBeGreaterThanOrEqual(18);
  for (const name of names(explorer)) {
    const box = name.getBoundingClientRect();
    const header = name.closest('th')!.getBoundingClientRect();
    const body = name.closest('table')!.tBodies[0]!.getBoundingClientRect();
    expect(box.top).toBeGreaterThanOrEqual(header.top);
    expect(box.bottom).toBeLessThanOrEqual(body.top - 4);
    expect(box.left).toBeGreaterThanOrEqual(header.left - 1);
    expect(box.right).toBeLessThanOrEqual(header.right + 1);
  }
});

test.each(['👨‍👩‍👧', '🇫🇷', '👍🏽'])('%s stays one emoji over a turned column', async (emoji) => {
  const explorer = await openExplorer(1240);
  await type(explorer, `a b c d e ${emoji} g h i`);
  const shown = names(explorer).filter((name) => name.textContent === emoji);
  expect(shown.length).toBe(2);
  for (const name of shown) expect(name.getBoundingClientRect().height).toBeLessThan(20);
});

test.each([1, 10009, 123456789, 1e15])('labels of the signed scale never overlap: %d', async (value) => {
  const explorer = await openExplorer();
  explorer.exploration.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, value);
  await settled();
  const labels = deep<SVGTextElement>(
    visible(explorer, 'attention-strip')[0]!,
    '.scores-block .legend text',
  ).map((label) => label.getBoundingClientRect());
  expect(labels.length).toBe(3);
  for (const [i, label] of labels.slice(1).entries())
    expect(label.left).toBeGreaterThan(labels[i]!.right + 4);
});
