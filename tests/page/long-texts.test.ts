import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { STEPS, weightPalette } from '../../web/elements/colour.ts';
import type { AttentionExplorer } from '../../web/elements/index.ts';
import { RowsOnDemand } from '../../web/elements/rows-on-demand.ts';
import {
  cell,
  deep,
  openExplorer,
  settled,
  shownTable,
  traceText,
  type,
  until,
  visible,
} from './support/explorer.ts';

const textOf = (tokens: number, salt = 0) =>
  Array.from({ length: tokens }, (_, i) => `w${((i + salt) * 7919) % 1009}`).join(' ');

const heatMap = (explorer: Element) => visible(explorer, 'attention-heatmap')[0]!;
const canvasOf = (explorer: Element) => deep<HTMLCanvasElement>(heatMap(explorer), 'canvas')[0]!;

/** What the picture shows now is all of what is to be shown. */
async function painted(explorer: AttentionExplorer): Promise<void> {
  await until(() => {
    const canvas =
      deep<HTMLCanvasElement>(explorer, 'attention-heatmap canvas')[0] ?? deep(explorer, 'canvas')[0];
    return canvas instanceof HTMLCanvasElement && canvas.width > 0 && isPainted(canvas);
  });
  await settled();
}

function isPainted(canvas: HTMLCanvasElement): boolean {
  const { width, height } = canvas;
  if (width * height === 0) return false;
  const last = canvas.getContext('2d')!.getImageData(0, height - 1, width, 1).data;
  return last.some((_, i) => i % 4 === 3 && last[i] === 255);
}

async function openLong(tokens: number): Promise<AttentionExplorer> {
  const explorer = await openExplorer();
  await type(explorer, textOf(tokens));
  await painted(explorer);
  return explorer;
}

/** α of the whole text at once, by one call of the API that knows nothing of rows or blocks. */
function wholeWeights(explorer: AttentionExplorer): Float32Array {
  const { attention, inputs, settings } = explorer.exploration;
  return attention!.attend(inputs, inputs, inputs, {
    scale: 1,
    causal: settings.causal,
    want: ['weights'],
  }).weights[0]!.data;
}

test('the picture of 512 tokens has the colour of the weight at every pixel', async () => {
  const n = 512;
  const explorer = await openLong(n);
  explorer.exploration.set({ causal: true });
  await painted(explorer);
  const weights = wholeWeights(explorer);
  const canvas = canvasOf(explorer);
  const { width, height } = canvas;
  const pixels = new Uint32Array(canvas.getContext('2d')!.getImageData(0, 0, width, height).data.buffer);
  const palette = [...new Uint32Array(weightPalette('light').buffer)];
  for (let query = 3; query < n; query += 17) {
    for (let key = 1; key < n; key += 13) {
      const [x, y] = [key, query].map((i, side) => Math.floor(((i + 0.5) * (side ? height : width)) / n));
      const step = palette.indexOf(pixels[y! * width + x!]!);
      // With fewer pixels than weights a pixel has the largest of its few.
      const around = [-1, 0, 1].flatMap((r) => [-1, 0, 1].map((c) => [query + r, key + c] as const));
      const steps = around.map(([q, k]) =>
        k > q ? -1 : Math.round(Math.sqrt(weights[q * n + k] ?? 0) * STEPS),
      );
      expect(steps, `pixel of query ${query}, key ${key}`).toContain(step);
    }
  }
});

for (const n of [512, 2048, 4096]) {
  test(`${n} tokens draw, with every number about the chosen cell, and no table of all of them is made`, async () => {
    const all = vi.spyOn(RowsOnDemand.prototype, 'data', 'get');
    onTestFinished(() => all.mockRestore());
    const explorer = await openLong(n);
    explorer.exploration.choose({ table: 'weights', query: n - 5, key: n - 3 });
    await settled();
    const { attention, inputs, tokens } = explorer.exploration;
    expect(tokens.length).toBe(n);
    const row = { rows: 1, cols: 3, data: inputs.data.slice((n - 5) * 3, (n - 4) * 3) };
    const weights = attention!.attend(row, inputs, inputs, { scale: 1, want: ['weights'] }).weights[0]!.data;
    const chosen = cell(explorer, 'weights', n - 5, n - 3).textContent!.trim();
    expect(chosen).toBe(weights[n - 3]! < 0.0001 ? '<0.0001' : weights[n - 3]!.toFixed(4));
    const shown = shownTable(visible(explorer, 'attention-weight-window')[0]!, 'weights');
    expect(shown.length).toBeGreaterThanOrEqual(3);
    expect(traceText(explorer)).toContain('others');
    expect(all).not.toHaveBeenCalled();
  });
}

test('of many changes the last is what is painted in the end', async () => {
  const explorer = await openLong(3000);
  const done = () => until(() => deep(heatMap(explorer), '.progress')[0]!.hasAttribute('hidden'));
  const picture = () => canvasOf(explorer).toDataURL();
  const paint = async (salt: number) => {
    explorer.exploration.setText(textOf(3000, salt));
    await settled();
    await done();
    return picture();
  };
  const [last, another] = [await paint(6), await paint(5)];
  expect(another).not.toBe(last);
  for (let salt = 1; salt <= 6; salt++) {
    explorer.exploration.setText(textOf(3000, salt));
    await new Promise(requestAnimationFrame);
  }
  await settled();
  await done();
  expect(picture()).toBe(last);
});

test('keys are pressed and choices made while 4096 tokens are being painted', async () => {
  const explorer = await openLong(4096);
  explorer.exploration.setText(textOf(4096, 3));
  await new Promise(requestAnimationFrame);
  const box = deep<HTMLTextAreaElement>(explorer, 'textarea')[0]!;
  box.focus();
  await userEvent.keyboard('{End}x');
  expect(explorer.exploration.state.text.includes('x')).toBe(true);
  explorer.exploration.choose({ table: 'weights', query: 7, key: 9 });
  await settled();
  expect(cell(explorer, 'weights', 7, 9)).toBeTruthy();
  await until(() => deep(heatMap(explorer), '.progress')[0]!.hasAttribute('hidden'));
});

test('arrow keys on the picture choose the next cell, Page Down leaps, and the numbers follow', async () => {
  const explorer = await openLong(512);
  explorer.exploration.choose({ table: 'weights', query: 10, key: 20 });
  await settled();
  canvasOf(explorer).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  expect(explorer.exploration.choice).toMatchObject({ table: 'weights', query: 11, key: 21 });
  await userEvent.keyboard('{PageDown}');
  await settled();
  const { query, key } = explorer.exploration.choice;
  expect(query).toBeGreaterThan(15);
  expect(cell(visible(explorer, 'attention-weight-window')[0]!, 'weights', query, key)).toBeTruthy();
});

test('a click on the picture chooses that cell in every view', async () => {
  const explorer = await openLong(256);
  const canvas = canvasOf(explorer);
  const { width, height } = canvas.getBoundingClientRect();
  await userEvent.click(page.elementLocator(canvas), { position: { x: width * 0.5, y: height * 0.25 } });
  await settled();
  const { table, query, key } = explorer.exploration.choice;
  expect(table).toBe('weights');
  expect(Math.abs(query - 64)).toBeLessThanOrEqual(1);
  expect(Math.abs(key - 128)).toBeLessThanOrEqual(1);
  expect(visible(explorer, '[data-table="weights"].chosen').length).toBeGreaterThan(0);
});

test('another theme paints the picture in its own colours', async () => {
  const explorer = await openLong(128);
  const pixel = () => [...canvasOf(explorer).getContext('2d')!.getImageData(2, 2, 1, 1).data];
  const light = pixel();
  document.documentElement.style.colorScheme = 'dark';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  await until(() => String(pixel()) !== String(light));
  const palette = [...new Uint32Array(weightPalette('dark').buffer)];
  expect(palette).toContain(new Uint32Array(Uint8ClampedArray.from(pixel()).buffer)[0]);
});

test('a hidden key is hatched in the picture, unlike any weight', async () => {
  const explorer = await openLong(128);
  explorer.exploration.toggleKey(64);
  await painted(explorer);
  const canvas = canvasOf(explorer);
  const { width, height } = canvas;
  const x = Math.floor((64.5 * width) / 128);
  const column = new Uint32Array(canvas.getContext('2d')!.getImageData(x, 0, 1, height).data.buffer);
  const palette = new Set(new Uint32Array(weightPalette('light').buffer));
  expect([...column].some((pixel) => palette.has(pixel))).toBe(false);
  expect(new Set(column).size).toBe(2);
});

test('the largest weights of a query can be listed first', async () => {
  const explorer = await openLong(512);
  explorer.exploration.choose({ table: 'weights', query: 100, key: 0 });
  await settled();
  const ledger = visible(explorer, 'attention-ledger')[0]!;
  const box = deep<HTMLInputElement>(ledger, 'input.largest-first')[0]!;
  await userEvent.click(page.elementLocator(box));
  await settled();
  const listed = visible(ledger, 'td[data-table="weights"]').map(({ dataset }) => Number(dataset.column));
  const { attention, inputs } = explorer.exploration;
  const weights = attention!
    .attend(inputs, inputs, inputs, { scale: 1, want: ['weights'] })
    .weights[0]!.data.slice(100 * 512, 101 * 512);
  const sorted = listed.map((key) => weights[key]!);
  expect(sorted).toEqual([...sorted].sort((a, b) => b - a));
  expect(sorted[0]).toBe(Math.max(...weights));
  expect(Math.min(...sorted)).toBeGreaterThanOrEqual([...weights].sort((a, b) => b - a)[listed.length]!);
});

test.each(['light', 'dark'])('axe finds nothing at 200 tokens, %s', async (theme) => {
  document.documentElement.style.colorScheme = theme;
  document.body.style.background = theme === 'dark' ? '#16181d' : '#fffefb';
  onTestFinished(() => {
    document.documentElement.removeAttribute('style');
    document.body.removeAttribute('style');
  });
  const explorer = await openLong(200);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { violations } = await axe.run(visible(explorer, '.main.long')[0]!, { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`)).toEqual(
    [],
  );
});
