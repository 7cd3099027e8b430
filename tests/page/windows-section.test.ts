import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AttentionExplorer } from '../../web/elements/index.ts';
import {
  deep,
  openExplorer,
  settled,
  shownTable,
  traceText,
  type,
  until,
  visible,
} from './support/explorer.ts';

async function openSection(): Promise<{ explorer: AttentionExplorer; section: HTMLElement }> {
  const explorer = await openExplorer();
  const section = deep(explorer, 'attention-windows')[0]!;
  section.scrollIntoView();
  await until(() => deep(section, 'h2').length > 0);
  await settled();
  return { explorer, section };
}

const words = (section: Element, selector: string) =>
  deep(section, selector).map((one) => one.textContent!.replace(/\s+/g, ' ').trim());

/** The listed windows: inputs, and beneath each its target. */
const listed = (section: Element) =>
  deep(section, 'ol.windows > li').map((one) => ({
    inputs: words(one, '.input'),
    targets: words(one, '.target').map((text) => text.replace(/^then /, '')),
  }));

const field = (section: Element, name: string) =>
  deep<HTMLInputElement>(section, `input[name="${name}"]`)[0]!;

async function fill(section: Element, name: string, text: string): Promise<void> {
  await userEvent.fill(page.elementLocator(field(section, name)), text);
  await settled();
}

async function click(element: Element): Promise<void> {
  await userEvent.click(page.elementLocator(element));
  await settled();
}

const stateText = (section: Element) => words(section, '.state').join(' ');

test('each window has its inputs, and beneath each the token that comes next', async () => {
  const { section } = await openSection();
  expect(listed(section)).toEqual([
    { inputs: ['Your', 'journey', 'starts', 'with'], targets: ['journey', 'starts', 'with', 'one'] },
    { inputs: ['journey', 'starts', 'with', 'one'], targets: ['starts', 'with', 'one', 'step'] },
  ]);
  await fill(section, 'length', '2');
  await fill(section, 'stride', '2');
  expect(listed(section)).toEqual([
    { inputs: ['Your', 'journey'], targets: ['journey', 'starts'] },
    { inputs: ['starts', 'with'], targets: ['with', 'one'] },
  ]);
  expect(words(section, 'p').join(' ')).toContain('The last token, step, is left over');
});

test('until windows are asked for the figure attends within the whole text, then within the chosen window', async () => {
  const { explorer, section } = await openSection();
  expect(shownTable(explorer, 'weights').length).toBe(6);
  await click(deep(section, '.which button')[1]!);
  expect(explorer.exploration.tokens.map(({ text }) => text)).toEqual(['journey', 'starts', 'with', 'one']);
  const { attention, inputs } = explorer.exploration;
  const own = attention!.attend(inputs, inputs, inputs, { scale: 1, want: ['weights'] }).weights[0]!;
  expect(shownTable(explorer, 'weights').flat()).toEqual([...own.data].map((weight) => weight.toFixed(4)));
  expect(stateText(section)).toContain('attends within window 2 of 2');
  await click(deep(section, 'input.within')[0]!);
  expect(explorer.exploration.tokens.length).toBe(6);
});

test('what is no length or stride is refused in words, and stays as it was typed', async () => {
  const { explorer, section } = await openSection();
  for (const wrong of ['0', '-3', '2.5', 'many', '']) {
    await fill(section, 'length', wrong);
    expect(field(section, 'length').value).toBe(wrong);
    expect(field(section, 'length').getAttribute('aria-invalid')).toBe('true');
    expect(words(section, '[role="alert"], .refusal').join(' ')).toMatch(/length/);
    expect(listed(section).length).toBe(2);
  }
  await fill(section, 'length', '99999');
  expect(words(section, '[role="alert"], .refusal').join(' ')).toContain('4,096');
  expect(explorer.exploration.state.windows).toBeUndefined();
  await fill(section, 'length', '3');
  expect(field(section, 'length').getAttribute('aria-invalid')).toBe('false');
  expect(listed(section)[0]!.inputs.length).toBe(3);
});

test('a text with fewer tokens than a window needs says so, and is looked at whole', async () => {
  const { explorer, section } = await openSection();
  await fill(section, 'length', '6');
  expect(stateText(section)).toContain('This text has 6 tokens. A window of 6 needs 7');
  await click(deep(section, 'input.within')[0]!);
  expect(explorer.exploration.tokens.length).toBe(6);
});

test('a text of more than 4096 tokens is looked at a window at a time, and why is said', async () => {
  const { explorer, section } = await openSection();
  await type(explorer, 'one two three four five '.repeat(1000));
  await until(() => explorer.exploration.textTokens.length === 5000);
  await settled();
  expect(explorer.exploration.tokens.length).toBe(1024);
  expect(stateText(section)).toContain('This text has 5,000 tokens. Above 4,096');
  expect(deep<HTMLInputElement>(section, 'input.within')[0]!.disabled).toBe(true);
  expect(words(section, 'p').join(' ')).toContain('The last 903 tokens');
  await click(deep(section, '.which button')[3]!);
  expect(explorer.exploration.sequence.start).toBe(3072);
});

test('with places added a token’s vector and its place’s are X, and the trace says both', async () => {
  const { explorer, section } = await openSection();
  await click(deep(section, 'input.positions')[0]!);
  const { inputs } = explorer.exploration;
  // journey, at place 1: sin(1), cos(1), sin(1/10000^(2/3)).
  const expected = [0.55 + Math.sin(1), 0.87 + Math.cos(1), 0.66 + Math.sin(1 / 10000 ** (2 / 3))];
  for (const [column, value] of expected.entries()) expect(inputs.data[3 + column]).toBeCloseTo(value, 6);
  explorer.exploration.choose({ table: 'inputs', query: 1, feature: 0 });
  await settled();
  expect(traceText(explorer)).toMatch(/0\.5500.*0\.8415.*1\.3915/);
  await click(deep(section, 'input.positions')[0]!);
  expect(explorer.exploration.inputs.data[3]).toBeCloseTo(0.55, 6);
});

test('a word that stands twice has one vector, and with places two rows of X', async () => {
  const { explorer, section } = await openSection();
  await type(explorer, 'a rose is a rose');
  const row = (index: number) => [...explorer.exploration.inputs.data.slice(index * 3, index * 3 + 3)];
  expect(row(1)).toEqual(row(4));
  await click(deep(section, 'input.positions')[0]!);
  expect(row(1)).not.toEqual(row(4));
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
  expect(visible(section, 'h2').length).toBe(1);
});
