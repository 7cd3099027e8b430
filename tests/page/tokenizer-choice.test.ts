import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AttentionTextOptions } from '../../web/elements/attention-text-options.ts';
import { deep, openExplorer, select, settled, textBox, type, until, visible } from './support/explorer.ts';

const tokens = (explorer: Element) => deep(explorer, '.tokens bdi').map((bdi) => bdi.textContent);
const all = (explorer: Element, selector: string) => deep(explorer, selector).map((e) => e.textContent);

async function openMore(width?: number) {
  const explorer = await openExplorer(width);
  await userEvent.click(page.elementLocator(visible(explorer, 'button.more')[0]!));
  await until(() => visible(explorer, '.tokenizer').length > 0);
  await settled();
  return explorer;
}

async function choose(explorer: Awaited<ReturnType<typeof openExplorer>>, name: string) {
  await select(explorer, '.tokenizer', name);
  await until(() => explorer.exploration.state.tokenizer === name);
  await settled();
}

async function check(explorer: Element, name: string) {
  await userEvent.click(page.elementLocator(visible(explorer, `input.${name}`)[0]!));
  await settled();
}

test('the rarer controls are behind “more…”, which says whether they are open', async () => {
  const explorer = await openExplorer();
  const more = visible(explorer, 'button.more')[0]!;
  expect(more.getAttribute('aria-expanded')).toBe('false');
  expect(visible(explorer, '.tokenizer')).toEqual([]);
  await userEvent.click(page.elementLocator(more));
  await until(() => visible(explorer, '.tokenizer').length > 0);
  expect(more.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(page.elementLocator(more));
  await settled();
  expect(visible(explorer, '.tokenizer')).toEqual([]);
});

test('a sentence can be split into characters, and back into words', async () => {
  const explorer = await openMore();
  await type(explorer, 'go on');
  await choose(explorer, 'characters');
  expect(tokens(explorer)).toEqual(['g', 'o', '␣', 'o', 'n']);
  await choose(explorer, 'words');
  expect(tokens(explorer)).toEqual(['go', 'on']);
});

test('a family is ten tokens of GPT-2, parts of characters shown as bytes', async () => {
  const explorer = await openMore();
  await choose(explorer, 'gpt2');
  await type(explorer, '👨‍👩‍👧');
  await check(explorer, 'details');
  expect(all(explorer, '.details .id').map(Number)).toEqual([
    41840, 101, 447, 235, 41840, 102, 447, 235, 41840, 100,
  ]);
  expect(tokens(explorer).join('')).not.toContain('\ufffd');
  expect(tokens(explorer)[0]).toBe('⟨F0 9F 91⟩');
  const bytes = all(explorer, '.details .bytes')
    .join(' ')
    .split(' ')
    .map((hex) => Number.parseInt(hex, 16));
  expect(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))).toBe('👨‍👩‍👧');
});

test.each([
  ['hello 👋 world 🌍', [31373, 50169, 233, 995, 12520, 234, 235]],
  ['  Hello World.', [220, 18435, 2159, 13]],
  ["I'LL", [40, 6, 3069]],
  ['cafe\u0301', [66, 8635, 136, 223]],
  ['<|endoftext|>', [27, 91, 437, 1659, 5239, 91, 29]],
  ['x != y', [87, 14512, 331]],
])('%s has GPT-2’s ids below its tokens', async (text, ids) => {
  const explorer = await openMore();
  await choose(explorer, 'gpt2');
  await check(explorer, 'details');
  await type(explorer, text);
  expect(all(explorer, '.details .id').map(Number)).toEqual(ids);
});

test('a NUL and half a surrogate pair keep their neighbours, whatever the tokens', async () => {
  const explorer = await openMore();
  for (const name of ['words', 'characters', 'gpt2']) {
    await choose(explorer, name);
    explorer.exploration.setText('a\0b');
    await settled();
    expect(tokens(explorer)).toEqual(['a', '␀', 'b']);
    explorer.exploration.setText('a\ud83db');
    await settled();
    expect(tokens(explorer).join('')).toBe('a\\ud83db');
  }
});

test('words and characters have their bytes, characters their code points', async () => {
  const explorer = await openMore();
  await type(explorer, 'é 👋');
  await check(explorer, 'details');
  expect(all(explorer, '.details .bytes')).toEqual(['C3 A9 20', 'F0 9F 91 8B']);
  expect(all(explorer, '.details .id')).toEqual([]);
  await choose(explorer, 'characters');
  expect(all(explorer, '.details .points')).toEqual(['U+00E9', 'U+0020', 'U+1F44B']);
  await check(explorer, 'details');
  expect(all(explorer, 'span.details')).toEqual([]);
});

test('a table that cannot be fetched is said so, and nothing is lost', async () => {
  const explorer = await openMore();
  const options = deep<AttentionTextOptions>(explorer, 'attention-text-options')[0]!;
  let fail = (_: Error) => {};
  options.load = () => new Promise((_, reject) => (fail = reject));
  const said = () => options.shadowRoot!.querySelector('[role="status"]')!.textContent!.trim();
  await select(explorer, '.tokenizer', 'gpt2');
  expect(said()).toContain('213 KB');
  expect(tokens(explorer)).toHaveLength(6);
  fail(new TypeError('no network'));
  await settled();
  expect(said()).toContain('could not be fetched: no network');
  expect(said()).toContain('choose it again');
  expect(tokens(explorer)).toHaveLength(6);
  expect(textBox(explorer).value).toBe('Your journey starts with one step');
  expect(visible<HTMLSelectElement>(explorer, '.tokenizer')[0]!.value).toBe('words');
});

test('whoever changes their mind while the table is fetched keeps what they chose last', async () => {
  const explorer = await openMore();
  const options = deep<AttentionTextOptions>(explorer, 'attention-text-options')[0]!;
  let arrive = () => {};
  options.load = (name) =>
    name === 'gpt2' ? new Promise<void>((resolve) => (arrive = resolve)) : Promise.resolve();
  await select(explorer, '.tokenizer', 'gpt2');
  await choose(explorer, 'characters');
  arrive();
  await settled();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(explorer.exploration.state.tokenizer).toBe('characters');
});

test('a second text has the keys: its tokens have the weights, and leave with it', async () => {
  const explorer = await openMore();
  await check(explorer, 'second');
  const box = deep<HTMLTextAreaElement>(explorer, 'textarea')[1]!;
  expect(deep(explorer, 'label[for="keys-text"]')).toHaveLength(1);
  box.value = 'un voyage commence';
  box.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await settled();
  const lists = deep(explorer, 'ul.tokens').map((list) =>
    [...list.querySelectorAll('bdi')].map((b) => b.textContent),
  );
  expect(lists).toEqual([
    ['Your', 'journey', 'starts', 'with', 'one', 'step'],
    ['un', 'voyage', 'commence'],
  ]);
  const shares = deep(explorer, 'ul.tokens').map((list) => list.querySelectorAll('.share').length);
  expect(shares).toEqual([0, 3]);
  const buttons = deep(explorer, 'ul.tokens').map((list) => [...list.querySelectorAll('button')]);
  buttons[0]![4]!.click();
  buttons[1]![2]!.click();
  await settled();
  expect(explorer.exploration.choice).toMatchObject({ query: 4, key: 2 });
  await check(explorer, 'second');
  expect(explorer.exploration.state.keyText).toBeUndefined();
  await check(explorer, 'second');
  expect(explorer.exploration.state.keyText).toBe('un voyage commence');
});

test('a window at a time shows a part of the tokens', async () => {
  const explorer = await openMore();
  await check(explorer, 'windows');
  expect(explorer.exploration.state.windows).toEqual({ length: 4, stride: 4, shown: 0 });
  expect(tokens(explorer)).toEqual(['Your', 'journey', 'starts', 'with']);
  await check(explorer, 'windows');
  expect(tokens(explorer)).toHaveLength(6);
});

test.each(['light', 'dark'])('axe finds nothing in what is behind “more…”, %s', async (theme) => {
  document.documentElement.style.colorScheme = theme;
  document.body.style.background = theme === 'dark' ? '#16181d' : '#fffefb';
  try {
    const explorer = await openMore(358);
    await check(explorer, 'details');
    await check(explorer, 'second');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { violations } = await axe.run(deep(explorer, 'attention-sentence')[0]!, {
      resultTypes: ['violations'],
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`)).toEqual([]);
  } finally {
    document.documentElement.removeAttribute('style');
  }
});

test.each([358, 1184])('nothing is wider than a page of %i', async (width) => {
  const explorer = await openMore(width);
  await check(explorer, 'details');
  await check(explorer, 'second');
  const sentence = deep(explorer, 'attention-sentence')[0]!;
  expect(sentence.scrollWidth).toBeLessThanOrEqual(sentence.clientWidth);
});

test('of 4096 tokens a stretch about the chosen one is drawn, and the others can be gone to', async () => {
  const explorer = await openExplorer();
  await type(explorer, Array.from({ length: 4096 }, (_, i) => `w${i}`).join(' '));
  const names = () => tokens(explorer);
  expect(names().length).toBeLessThan(300);
  expect(names()[0]).toBe('w0');
  visible(explorer, '.jump.later')[0]!.click();
  await settled();
  expect(names()[0]).toBe('w240');
  explorer.exploration.choose({ query: 4000 });
  await settled();
  expect(names()).toContain('w4000');
  const most = deep(explorer, 'ul.tokens button.u8');
  expect(most.length).toBeLessThan(300);
  const pressed = deep(explorer, 'ul.tokens [aria-pressed="true"]');
  expect(pressed.map((button) => button.textContent!.trim())).toEqual(['w4000']);
});
