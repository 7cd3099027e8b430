import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { cell, deep, openExplorer, settled, type, visible } from './support/explorer.ts';

const ADDRESS = `https://example.org/${'a'.repeat(200)}?q=${'x'.repeat(120)}`;
const TEXTS = {
  'a long word': `${'x'.repeat(300)} y`,
  'an address': `see ${ADDRESS} there`,
  'many long words': Array.from({ length: 10 }, (_, i) => 'abcdefghij'[i]!.repeat(120)).join(' '),
};

for (const [name, text] of Object.entries(TEXTS))
  test.each([320, 390, 700, 1280])(
    `${name} never makes a page of %i pixels scroll sideways`,
    async (width) => {
      await page.viewport(width, 800);
      onTestFinished(() => page.viewport(1280, 900));
      const explorer = await openExplorer();
      const { scrollingElement } = document;
      const fits = () =>
        expect(scrollingElement!.scrollWidth).toBeLessThanOrEqual(scrollingElement!.clientWidth);
      for (const view of deep(
        explorer,
        'attention-guided-read, attention-what-goes-wrong, attention-where-numbers-come-from',
      ))
        view.style.contentVisibility = 'visible';
      await type(explorer, text);
      for (const view of deep(
        explorer,
        'attention-guided-read, attention-what-goes-wrong, attention-where-numbers-come-from',
      ))
        view.style.contentVisibility = 'visible';
      await settled();
      fits();
      visible(explorer, '.guesses button')[0]?.click();
      cell(explorer, 'inputs', 0, 0).click();
      await settled();
      fits();
      explorer.exploration.edit({ table: 'inputs', head: 0, row: 0, column: 0 }, 3e38);
      await settled();
      expect(visible(explorer, '[role="alert"]').length).toBe(1);
      fits();
    },
  );

test('a word that is cut off has all of it as its title', async () => {
  const explorer = await openExplorer();
  await type(explorer, TEXTS['a long word']);
  const cut = visible(explorer, 'th bdi, button bdi').filter((bdi) => bdi.textContent!.length > 20);
  expect(cut.length).toBeGreaterThan(3);
  for (const bdi of cut) expect(bdi.title).toBe('x'.repeat(300));
});
