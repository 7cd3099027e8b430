import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { deep, openExplorer, select } from './support/explorer.ts';

async function violations(root: Element) {
  // What is not laid out yet has a guessed height, from which it hangs over what follows.
  for (const view of deep(root, '*'))
    if (getComputedStyle(view).contentVisibility === 'auto') view.style.contentVisibility = 'visible';
  const { violations: found } = await axe.run(root, { resultTypes: ['violations'] });
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  );
}

for (const theme of ['light', 'dark']) {
  for (const [place, width] of [
    ['wide', undefined],
    ['narrow', 358],
  ] as const) {
    test.each(['plain', 'heads'])(`axe finds nothing, ${theme} and ${place}: %s`, async (preset) => {
      document.documentElement.style.colorScheme = theme;
      document.body.style.background = theme === 'dark' ? '#16181d' : '#fffefb';
      onTestFinished(() => document.documentElement.removeAttribute('style'));
      const explorer = await openExplorer(width);
      await select(explorer, 'select.preset', preset);
      // A colour in mid-change is nobody's contrast.
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(await violations(explorer)).toEqual([]);
    });
  }
}
