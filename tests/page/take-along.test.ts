import axe from 'axe-core';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AttentionExplorer } from '../../web/elements/index.ts';
import { Address, addresses } from '../../web/elements/take-along/address.ts';
import { escapeXml } from '../../web/elements/take-along/svg.ts';
import { deep, openExplorer, select, settled, until, visible } from './support/explorer.ts';
import { anyText } from './support/saved.ts';

// What would be downloaded, in place of the download.
const saved: { name: string; blob: Blob }[] = [];

beforeEach(() => {
  saved.length = 0;
  const blobs = new Map<string, Blob>();
  const create = URL.createObjectURL.bind(URL);
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = create(blob);
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, blob: blobs.get(this.href)! });
  });
});
afterEach(() => vi.restoreAllMocks());

/** The explorer, with its section there and drawn. */
async function openSection(): Promise<{ explorer: AttentionExplorer; section: HTMLElement }> {
  const explorer = await openExplorer();
  const section = deep(explorer, 'attention-take-along')[0]!;
  section.scrollIntoView();
  await until(() => deep(section, 'h2').length > 0);
  await settled();
  return { explorer, section };
}

const way = (section: Element, name: string) => deep(section, `[data-way="${name}"]`)[0]!;
const button = (section: Element, name: string, label: string) =>
  [...way(section, name).querySelectorAll('button')].find((one) => one.textContent!.trim() === label)!;
const said = (section: Element, name: string) => way(section, name).querySelector('.said')?.textContent ?? '';

async function press(section: Element, name: string, label: string): Promise<void> {
  await userEvent.click(page.elementLocator(button(section, name, label)));
  await until(() => !/^(\d+% done)?$/.test(said(section, name)) || saved.length > 0);
  await settled();
}

async function savedText(): Promise<string> {
  await until(() => saved.length > 0);
  return saved.at(-1)!.blob.text();
}

async function dropFile(section: Element, text: string, name = 'attention.json'): Promise<void> {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const target = way(section, 'json');
  target.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
  target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  await until(() => said(section, 'json') !== '');
  await settled();
}

test('CSV is of the chosen cell’s table and head, or of the table that is asked for', async () => {
  const { explorer, section } = await openSection();
  explorer.exploration.choosePreset('heads');
  explorer.exploration.chooseCell({ table: 'weights', head: 1, row: 2, column: 1 });
  await settled();
  await press(section, 'csv', 'Save CSV');
  expect(saved.at(-1)!.name).toBe('attention-weights-head-2.csv');
  const lines = (await savedText()).split('\r\n');
  expect(lines[0]).toBe('query / key,Your,journey,starts,with,one,step');
  const weights = explorer.exploration.figure!.heads[1]!.weights;
  expect(
    lines[3]!
      .split(',')
      .slice(1)
      .map((cell) => Math.fround(Number(cell))),
  ).toEqual([...weights.data.slice(12, 18)]);
  expect(said(section, 'csv')).toBe('Saved as attention-weights-head-2.csv.');
  await select(way(section, 'csv'), 'select', 'output');
  await press(section, 'csv', 'Save CSV');
  await until(() => saved.at(-1)!.name === 'attention-output.csv');
});

test('a table too large for CSV is refused, with the limit and what to do', async () => {
  const { explorer, section } = await openSection();
  explorer.exploration.setText('word '.repeat(1100));
  explorer.exploration.choose({ table: 'weights' });
  await settled();
  section.scrollIntoView();
  await press(section, 'csv', 'Save CSV');
  expect(said(section, 'csv')).toMatch(
    /^1,210,000 cells \(1100 × 1100\) are too many for a table; up to 1,048,576 are possible\. Choose a narrower table/,
  );
  expect(saved).toEqual([]);
});

test('JSON that was saved brings back text, settings, edits, hidden keys, decimals and the chosen cell', async () => {
  const { explorer, section } = await openSection();
  const { exploration } = explorer;
  exploration.setText('my 👋 \ud83d own\0 text');
  exploration.choosePreset('heads');
  exploration.edit({ table: 'inputs', head: 0, row: 0, column: 1 }, -2.5);
  exploration.edit({ table: 'keyProjection', head: 1, row: 0, column: 0 }, Math.fround(0.1));
  exploration.toggleKey(2);
  exploration.setDecimals(6);
  exploration.chooseCell({ table: 'weights', head: 1, row: 3, column: 1 });
  await settled();
  await press(section, 'json', 'Save JSON');
  const { state, choice } = exploration;
  const file = await savedText();
  exploration.reset();
  exploration.setText('something else');
  exploration.choosePreset('plain');
  exploration.setDecimals(2);
  exploration.choose({ table: 'scores', query: 0, key: 0 });
  await dropFile(section, file);
  expect(said(section, 'json')).toBe('Opened attention.json.');
  expect(exploration.state).toEqual(state);
  expect(exploration.choice).toEqual(choice);
  expect(exploration.decimals).toBe(6);
});

test.each([
  ['{"schema":', /^The file is no JSON/],
  ['{"schema":"something else"}', /^schema is “something else”/],
])('a file that is none of these changes nothing, and is refused in words: %s', async (file, message) => {
  const { explorer, section } = await openSection();
  const { state } = explorer.exploration;
  await dropFile(section, file);
  expect(said(section, 'json')).toMatch(message);
  expect(explorer.exploration.state).toBe(state);
});

test('the SVG is well-formed, and has the numbers of the shown weights as text', async () => {
  const { explorer, section } = await openSection();
  explorer.exploration.setText('<b>1<2&');
  await settled();
  await press(section, 'picture', 'Save SVG');
  expect(saved.at(-1)!.name).toBe('attention-weights.svg');
  const drawing = new DOMParser().parseFromString(await savedText(), 'image/svg+xml');
  expect(drawing.querySelector('parsererror')).toBeNull();
  const texts = [...drawing.querySelectorAll('text')].map((text) => text.textContent);
  expect(texts.filter((text) => text === '<').length).toBeGreaterThan(1);
  expect(texts).toContain(explorer.exploration.figure!.heads[0]!.weights.data[0]!.toFixed(4));
  expect(drawing.querySelectorAll('image, script, style, a, b')).toHaveLength(0);
});

test('text in an SVG is well-formed XML, whatever it holds', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const xml = `<t a="${escapeXml(text)}">${escapeXml(text)}</t>`;
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      expect(parsed.querySelector('parsererror')).toBeNull();
      expect(parsed.documentElement.childElementCount).toBe(0);
    }),
  );
});

test('the PNG has two pixels to one of the SVG, and its colours', async () => {
  const { section } = await openSection();
  await select(way(section, 'picture'), 'label:nth-of-type(2) select', 'dark');
  await press(section, 'picture', 'Save PNG');
  await until(() => saved.length > 0);
  const picture = await createImageBitmap(saved.at(-1)!.blob);
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(picture, 0, 0);
  expect([...context.getImageData(2, 2, 1, 1).data]).toEqual([0x16, 0x18, 0x1d, 255]);
  await press(section, 'picture', 'Save SVG');
  await until(() => saved.length > 1);
  const width = Number(/ width="(\d+)"/.exec(await savedText())![1]);
  expect(picture.width).toBe(2 * width);
});

test('of a long text the picture has a square of colour for each weight', async () => {
  const { explorer, section } = await openSection();
  explorer.exploration.setText(Array.from({ length: 200 }, (_, i) => `w${i}`).join(' '));
  explorer.exploration.set({ causal: true });
  await settled();
  section.scrollIntoView();
  await press(section, 'picture', 'Save SVG');
  const drawing = new DOMParser().parseFromString(await savedText(), 'image/svg+xml');
  const href = drawing.querySelector('image')!.getAttribute('href')!;
  const picture = await createImageBitmap(await (await fetch(href)).blob());
  expect([picture.width, picture.height]).toEqual([200, 200]);
  const canvas = new OffscreenCanvas(200, 200);
  const context = canvas.getContext('2d')!;
  context.drawImage(picture, 0, 0);
  // The first query sees the first key only; nothing after it.
  expect([...context.getImageData(0, 0, 1, 1).data]).toEqual([0x22, 0x30, 0x8a, 255]);
  expect([...context.getImageData(150, 3, 1, 1).data]).toEqual([0xfb, 0xfc, 0xfe, 255]);
});

test('a script is written while it is unfolded, follows what is shown, and can be saved and copied', async () => {
  const { explorer, section } = await openSection();
  const code = () => way(section, 'numpy').querySelector('code')?.textContent ?? '';
  expect(code()).toBe('');
  await userEvent.click(page.elementLocator(way(section, 'numpy').querySelector('summary')!));
  await until(() => code() !== '');
  expect(code()).toContain('tokens = ["Your", "journey", "starts", "with", "one", "step"]');
  explorer.exploration.setText('other words');
  await until(() => code().includes('tokens = ["other", "words"]'));
  await press(section, 'numpy', 'Save');
  expect(saved.at(-1)!.name).toBe('attention_numpy.py');
  expect(await savedText()).toBe(code());
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press(section, 'numpy', 'Copy');
  expect(write).toHaveBeenCalledWith(code());
  expect(said(section, 'numpy')).toMatch(/^Copied: \d+ lines\.$/);
});

test('an element within somebody else’s page offers no link, and leaves the address alone', async () => {
  const before = location.href;
  const { explorer, section } = await openSection();
  explorer.exploration.setText('typed');
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(way(section, 'link')).toBeUndefined();
  expect(location.href).toBe(before);
});

test('a link can be copied, or stands there to be copied by hand', async () => {
  const { explorer, section } = await openSection();
  const address = new Address();
  addresses.set(explorer.exploration, address);
  explorer.exploration.setText('my words');
  await settled();
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press(section, 'link', 'Copy link');
  expect(write).toHaveBeenCalledWith(
    `${location.href.split('#')[0]}#v=1&text=my+words&cell=scores,0,1,1,0,0`,
  );
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await press(section, 'link', 'Copy link');
  await until(() => deep(section, 'textarea').length > 0);
  expect(deep<HTMLTextAreaElement>(section, 'textarea')[0]!.value).toContain('#v=1&text=my+words');
  address.refusal = 'It is too long.';
  await settled();
  expect(button(section, 'link', 'Copy link').disabled).toBe(true);
  expect(way(section, 'link').textContent).toContain('It is too long.');
});

test('the section has no accessibility violations, unfolded and with a refusal', async () => {
  const { explorer, section } = await openSection();
  addresses.set(explorer.exploration, new Address());
  for (const summary of deep(section, 'summary')) summary.click();
  await dropFile(section, 'nonsense');
  await until(() => visible(section, 'pre').length === 2);
  const { violations } = await axe.run(explorer, { resultTypes: ['violations'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
