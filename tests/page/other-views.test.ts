import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { STEPS, weightPalette } from '../../web/elements/colour.ts';
import type { AttentionExplorer } from '../../web/elements/index.ts';
import { cellOf } from '../../web/elements/tables.ts';
import { cell, deep, openExplorer, select, settled, type, until, visible } from './support/explorer.ts';

async function openSection(): Promise<{ explorer: AttentionExplorer; section: HTMLElement }> {
  const explorer = await openExplorer();
  return { explorer, section: await sectionOf(explorer) };
}

async function sectionOf(explorer: AttentionExplorer): Promise<HTMLElement> {
  const section = deep(explorer, 'attention-other-views')[0]!;
  section.scrollIntoView();
  await until(() => deep(section, 'h2').length > 0);
  await settled();
  return section;
}

const arcs = (section: Element) => deep(section, 'attention-arcs')[0]!;
const said = (section: Element) =>
  deep(arcs(section), '.reading')[0]!.textContent!.replace(/\s+/g, ' ').trim();
const thumbs = (section: Element) =>
  deep<HTMLButtonElement>(deep(section, 'attention-thumbnails')[0]!, 'button.thumb');

async function slide(section: Element, threshold: number): Promise<void> {
  const slider = deep<HTMLInputElement>(arcs(section), 'input[type="range"]')[0]!;
  slider.value = String(Math.round(Math.sqrt(threshold) * Number(slider.max)));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  await settled();
}

test('lines are drawn for the weights above the even share, and as many as there are', async () => {
  const { explorer, section } = await openSection();
  const { data } = explorer.exploration.figure!.heads[0]!.weights;
  const above = [...data].filter((weight) => weight > 1 / 6).length;
  expect(said(section)).toContain(`${above} lines of 36 pairs`);
  await slide(section, 0.21);
  const few = [...data].filter((weight) => weight > 0.21).length;
  expect(few).toBeLessThan(above);
  expect(said(section)).toMatch(new RegExp(`\\b${few} lines? of 36 pairs`));
  await slide(section, 0);
  expect(said(section)).toContain('36 lines of 36 pairs');
});

test('under causal order the even share is that of the keys that each query sees', async () => {
  const { explorer, section } = await openSection();
  explorer.exploration.set({ causal: true });
  await settled();
  const weights = explorer.exploration.figure!.heads[0]!.weights;
  let above = 0;
  for (let query = 0; query < 6; query++)
    for (let key = 0; key <= query; key++)
      if (cellOf(weights, query, key) > (1 + 1e-5) / (query + 1)) above++;
  expect(said(section)).toContain(`${above} lines of 36 pairs`);
});

test('a word at either side chooses its query or key everywhere; arrow keys walk on from it', async () => {
  const { explorer, section } = await openSection();
  const query = deep(arcs(section), '.side.query button')[4]!;
  const key = deep(arcs(section), '.side.key button')[0]!;
  await userEvent.click(page.elementLocator(query));
  await userEvent.click(page.elementLocator(key));
  await settled();
  expect(explorer.exploration.choice).toMatchObject({ query: 4, key: 0 });
  expect(said(section)).toContain('one takes 0.1526 from Your');
  await userEvent.keyboard('{ArrowDown}');
  expect(explorer.exploration.choice).toMatchObject({ query: 4, key: 1 });
});

test('what is chosen in the figure is what the lines and the grid mark', async () => {
  const { explorer, section } = await openSection();
  await userEvent.click(page.elementLocator(cell(explorer, 'weights', 5, 4)));
  await settled();
  expect(said(section)).toContain('step takes 0.0988 from one');
  const grid = deep(section, 'attention-weights-grid')[0]!;
  const chosen = deep(grid, 'td.chosen')[0]!;
  expect([chosen.dataset.row, chosen.dataset.column]).toEqual(['5', '4']);
});

test('table and colours are two densities of the same weights', async () => {
  const { section } = await openSection();
  const grid = deep(section, 'attention-weights-grid')[0]!;
  const numbers = () => deep(grid, 'tbody td').filter((one) => /\d/.test(one.textContent!)).length;
  const [colours, table] = deep<HTMLButtonElement>(grid, '.choices button');
  expect(colours!.getAttribute('aria-pressed')).toBe('true');
  expect(numbers()).toBe(11);
  await userEvent.click(page.elementLocator(table!));
  await settled();
  expect(numbers()).toBe(36);
});

test('each head has its small picture, and a click opens that head everywhere', async () => {
  const { explorer, section } = await openSection();
  await select(explorer, 'select.preset', 'heads');
  await settled();
  expect(thumbs(section).length).toBe(2);
  await userEvent.click(page.elementLocator(thumbs(section)[1]!));
  await settled();
  expect(explorer.exploration.choice.head).toBe(1);
  expect(thumbs(section).map((one) => one.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  const palette = [...new Uint32Array(weightPalette('light').buffer)];
  for (const [head, thumb] of thumbs(section).entries()) {
    const canvas = thumb.querySelector('canvas')!;
    const at = (query: number, key: number) => {
      const [x, y] = [((key + 0.5) * canvas.width) / 6, ((query + 0.5) * canvas.height) / 6];
      const { data } = canvas.getContext('2d')!.getImageData(Math.floor(x), Math.floor(y), 1, 1);
      return palette.indexOf(new Uint32Array(data.buffer)[0]!);
    };
    const { weights } = explorer.exploration.figure!.heads[head]!;
    for (let query = 0; query < 6; query++)
      for (let key = 0; key <= query; key++)
        expect(at(query, key)).toBe(Math.round(Math.sqrt(cellOf(weights, query, key)) * STEPS));
    expect(at(0, 5)).toBe(-1);
  }
});

test('of a long text the lines about the choice are drawn, and every head’s picture', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', 'heads');
  await type(explorer, Array.from({ length: 1500 }, (_, i) => `w${(i * 7919) % 1009}`).join(' '));
  const section = await sectionOf(explorer);
  explorer.exploration.choose({ table: 'weights', query: 900, key: 700 });
  await settled();
  const words = deep(arcs(section), '.side.query button');
  expect(words.length).toBeLessThanOrEqual(64);
  const pressed = words.find((one) => one.getAttribute('aria-pressed') === 'true')!;
  expect(pressed.textContent!.trim()).toBe(explorer.exploration.tokens[900]!.text);
  deep(section, 'attention-thumbnails')[0]!.scrollIntoView();
  const lastPixel = (canvas: HTMLCanvasElement) =>
    canvas.getContext('2d')!.getImageData(0, canvas.height - 1, 1, 1).data[3];
  await until(() => thumbs(section).every((thumb) => lastPixel(thumb.querySelector('canvas')!) === 255));
  expect(thumbs(section).length).toBe(2);
});

test.each(['light', 'dark'])('axe finds nothing in the section, %s', async (theme) => {
  document.documentElement.style.colorScheme = theme;
  document.body.style.background = theme === 'dark' ? '#16181d' : '#fffefb';
  onTestFinished(() => {
    document.documentElement.removeAttribute('style');
    document.body.removeAttribute('style');
  });
  const { section } = await openSection();
  section.style.contentVisibility = 'visible';
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { violations } = await axe.run(section, { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`)).toEqual(
    [],
  );
  expect(visible(section, 'h3').length).toBe(3);
});
