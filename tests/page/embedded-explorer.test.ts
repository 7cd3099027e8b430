import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { EmbeddedExplorer } from '../../web/elements/embed/embedded-explorer.ts';
import { defineElements } from '../../web/elements/embed/module.ts';
import { cell, deep, select, settled, shownTable, textBox, type, visible } from './support/explorer.ts';

// `<attention-explorer>` as somebody writes it into their own page.

/** What HTML makes of it, in the document; taken away after the test. */
async function open(markup: string): Promise<EmbeddedExplorer> {
  defineElements();
  const frame = document.createElement('main');
  frame.innerHTML = markup;
  document.body.append(frame);
  frame.scrollIntoView();
  onTestFinished(() => frame.remove());
  const explorer = frame.querySelector('attention-explorer') as HTMLElement as EmbeddedExplorer;
  await vi.waitFor(() => expect(deep(explorer, 'attention-sentence, [role="alert"]')).not.toEqual([]));
  await settled();
  return explorer;
}

const words = (explorer: Element) =>
  deep(explorer, 'attention-tokens')[0]!.shadowRoot!.textContent!.replace(/\s+/g, ' ').trim();
const alertOf = (explorer: Element) =>
  explorer.shadowRoot!.querySelector('[part="error"]')?.textContent?.replace(/\s+/g, ' ').trim();
const heard = (explorer: Element, name: string) => {
  const details: Record<string, unknown>[] = [];
  explorer.addEventListener(name, (event) => details.push((event as CustomEvent).detail));
  return details;
};

describe('what is shown at first', () => {
  test('the words inside, as they read in a page, whatever the HTML’s line breaks', async () => {
    const explorer = await open(
      '<attention-explorer>\n  Your journey\n  starts <b>with</b> one step\n</attention-explorer>',
    );
    expect(textBox(explorer).value).toBe('Your journey starts with one step');
    expect(shownTable(explorer, 'weights')[1]).toEqual([
      '0.1385',
      '0.2379',
      '0.2333',
      '0.1240',
      '0.1082',
      '0.1581',
    ]);
  });

  test('the worked example where nothing is written', async () => {
    const explorer = await open('<attention-explorer></attention-explorer>');
    expect(textBox(explorer).value).toBe('Your journey starts with one step');
  });

  test('attributes: text before what is inside, settings over a preset, decimals', async () => {
    const explorer = await open(
      '<attention-explorer text="one step" preset="causal" heads="2" head="1" seed="7" scale="1" precision="2">else</attention-explorer>',
    );
    expect(textBox(explorer).value).toBe('one step');
    const { settings, decimals, choice } = explorer.exploration;
    expect(settings).toMatchObject({ projection: 'linear', causal: true, heads: 2, scale: 'one', seed: 7 });
    expect(choice.head).toBe(1);
    expect(decimals).toBe(2);
    expect(shownTable(explorer, 'weights')[0]![0]).toBe('1.00');
  });

  test('causal="false" says no, where a preset says yes', async () => {
    const explorer = await open(
      '<attention-explorer preset="causal" causal="false">one step</attention-explorer>',
    );
    expect(explorer.exploration.settings.causal).toBe(false);
  });

  test('key-text gives the keys their own words; tokenizer splits otherwise', async () => {
    const explorer = await open(
      '<attention-explorer tokenizer="characters" key-text="xyz">ab</attention-explorer>',
    );
    expect(explorer.exploration.tokens.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(shownTable(explorer, 'weights').map((row) => row.length)).toEqual([3, 3]);
  });

  test('state brings back all that a link of the page does', async () => {
    const explorer = await open(
      '<attention-explorer state="v=1&amp;text=one step&amp;hide=0&amp;decimals=3"></attention-explorer>',
    );
    expect(textBox(explorer).value).toBe('one step');
    expect([...explorer.exploration.state.hiddenKeys]).toEqual([0]);
    expect(shownTable(explorer, 'weights')[1]).toEqual(['hidden', '1.000']);
  });

  test('there is nothing to be undone', async () => {
    const explorer = await open('<attention-explorer preset="heads" text="one step"></attention-explorer>');
    expect(explorer.exploration.canUndo).toBe(false);
  });

  test('view="figure" has no sections to read', async () => {
    const sections = 'attention-projections, attention-what-goes-wrong, attention-take-along';
    const whole = await open('<attention-explorer></attention-explorer>');
    expect(deep(whole, sections).length).toBe(3);
    const figure = await open('<attention-explorer view="figure"></attention-explorer>');
    expect(deep(figure, sections)).toEqual([]);
    expect(visible(figure, 'attention-strip, attention-trace').length).toBe(2);
  });

  test('theme decides the colours, whatever the system prefers', async () => {
    const background = async (theme: string) =>
      getComputedStyle(await open(`<attention-explorer theme="${theme}"></attention-explorer>`))
        .backgroundColor;
    expect(await background('light')).toBe('rgb(255, 254, 251)');
    expect(await background('dark')).toBe('rgb(22, 24, 29)');
  });

  test('a caption stands below', async () => {
    const explorer = await open(
      '<attention-explorer>one step<span slot="caption">Two words.</span></attention-explorer>',
    );
    const caption = explorer.querySelector<HTMLElement>('[slot="caption"]')!;
    expect(textBox(explorer).value).toBe('one step');
    expect(caption.getBoundingClientRect().top).toBeGreaterThan(
      deep(explorer, 'attention-trace')[0]!.getBoundingClientRect().bottom,
    );
  });
});

test.each([
  ['tokenizer="gpt3"', 'There is no tokenizer “gpt3”. Choose one of: words, characters, gpt2.'],
  ['preset="hard"', 'There is no preset “hard”. Choose one of: plain, unscaled, scaled, causal, heads.'],
  ['heads="2"', 'heads is 2, and without projections heads share the 3 columns of X. Give 1 or 3,'],
  ['heads="many"', 'heads is “many”. Expected is a whole number from 1 to 4.'],
  ['head="1"', 'head is “1”. Here it can only be 0.'],
  ['scale="0.3"', 'scale is “0.3”. An explorer shows 1 or "root" for 1/√d;'],
  ['decimals="9"', 'decimals is “9”. Expected is a whole number from 2 to 6.'],
  ['view="table"', 'There is no view “table”. Choose all or figure, or leave it out.'],
  ['state="v=2"', 'state cannot be read. It is written in version 2; this page reads 1.'],
])('%s is refused in words, and what is written inside stays', async (attribute, message) => {
  const explorer = await open(`<attention-explorer ${attribute}>one step</attention-explorer>`);
  expect(alertOf(explorer)).toContain(message);
  expect(explorer.shadowRoot!.querySelector('.fallback')!.checkVisibility()).toBe(true);
  // Mended, it is drawn.
  explorer.removeAttribute(attribute.split('=')[0]!);
  await vi.waitFor(() => expect(alertOf(explorer)).toBeUndefined());
});

describe('changed by the page', () => {
  test('attributes, properties and the text inside change what they say and nothing else', async () => {
    const explorer = await open('<attention-explorer>one step</attention-explorer>');
    explorer.exploration.toggleKey(0);
    explorer.setAttribute('preset', 'scaled');
    explorer.decimals = 3;
    await vi.waitFor(() => expect(explorer.exploration.decimals).toBe(3));
    expect(explorer.exploration.settings).toMatchObject({ projection: 'uniform', scale: 'root' });
    expect([...explorer.exploration.state.hiddenKeys]).toEqual([0]);
    explorer.append(' further');
    await vi.waitFor(() => expect(textBox(explorer).value).toBe('one step further'));
    explorer.text = 'my own';
    await vi.waitFor(() => expect(textBox(explorer).value).toBe('my own'));
    explorer.append(' than that');
    await settled();
    expect(textBox(explorer).value).toBe('my own');
  });

  test('what the page changes is no event', async () => {
    const explorer = await open('<attention-explorer>one step</attention-explorer>');
    const [edits, choices] = [heard(explorer, 'attention-edit'), heard(explorer, 'attention-choose')];
    explorer.setAttribute('preset', 'heads');
    explorer.setAttribute('head', '1');
    await vi.waitFor(() => expect(explorer.exploration.choice.head).toBe(1));
    await settled();
    expect([...edits, ...choices]).toEqual([]);
  });
});

describe('changed by a reader', () => {
  test('a chosen number is told with its table, place and value', async () => {
    const explorer = await open('<attention-explorer view="figure"></attention-explorer>');
    const choices = heard(explorer, 'attention-choose');
    await userEvent.click(cell(explorer, 'weights', 1, 1));
    await vi.waitFor(() => expect(choices.length).toBe(1));
    expect(choices[0]).toMatchObject({ table: 'weights', head: 0, row: 1, column: 1 });
    expect(choices[0]!.value).toBeCloseTo(0.2379, 4);
  });

  test('an edit is told with all settings, and the properties follow', async () => {
    const explorer = await open('<attention-explorer>one step</attention-explorer>');
    const edits = heard(explorer, 'attention-edit');
    await type(explorer, 'one more step');
    await vi.waitFor(() => expect(edits.at(-1)).toMatchObject({ text: 'one more step', preset: 'plain' }));
    await select(explorer, '.preset', 'heads');
    await vi.waitFor(() => expect(edits.at(-1)).toMatchObject({ preset: 'heads', heads: 2, causal: true }));
    expect(explorer.text).toBe('one more step');
    expect(explorer.heads).toBe(2);
    expect(explorer.hasAttribute('heads')).toBe(false);
    // A frame that sets what is there already changes nothing.
    explorer.text = 'one more step';
    await settled();
    expect(edits.length).toBe(2);
  });

  test('the address and its history stay as they are', async () => {
    const before = [location.href, history.length, history.state];
    const explorer = await open('<attention-explorer>one step</attention-explorer>');
    await type(explorer, 'one more step');
    await userEvent.click(cell(explorer, 'weights', 1, 1));
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect([location.href, history.length, history.state]).toEqual(before);
  });
});

test('several on one page each have their own', async () => {
  const frame = await open(
    '<attention-explorer text="one step"></attention-explorer><attention-explorer text="two steps more"></attention-explorer>',
  );
  const other = frame.nextElementSibling as HTMLElement as EmbeddedExplorer;
  other.scrollIntoView();
  await vi.waitFor(() => expect(deep(other, 'attention-sentence')).not.toEqual([]));
  await type(frame, 'changed');
  expect(words(frame)).toContain('changed');
  expect(textBox(other).value).toBe('two steps more');
});

test('out of sight it computes nothing, and what is written inside is there', async () => {
  defineElements();
  const frame = document.createElement('main');
  frame.innerHTML = '<p></p><attention-explorer text="later">words inside</attention-explorer>';
  frame.querySelector('p')!.style.height = '5000px';
  document.body.append(frame);
  scrollTo(0, 0);
  onTestFinished(() => frame.remove());
  const explorer = frame.querySelector('attention-explorer') as HTMLElement as EmbeddedExplorer;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(explorer.exploration.ready).toBe(false);
  expect(explorer.shadowRoot!.querySelector('.fallback')!.checkVisibility()).toBe(true);
  explorer.scrollIntoView();
  await vi.waitFor(() => expect(textBox(explorer).value).toBe('later'));
});

test('moved, it keeps what a reader did, and has one figure', async () => {
  // FlexLayout#520
  const explorer = await open('<section></section><attention-explorer>one step</attention-explorer>');
  await type(explorer, 'one more step');
  explorer.parentElement!.querySelector('section')!.append(explorer);
  await settled();
  expect(textBox(explorer).value).toBe('one more step');
  expect(visible(explorer, 'attention-strip').length).toBe(1);
  const edits = heard(explorer, 'attention-edit');
  await type(explorer, 'again');
  await vi.waitFor(() => expect(edits.length).toBe(1));
});

test('a page’s hostile style sheet changes neither its type nor its colours', async () => {
  const style = document.createElement('style');
  style.textContent =
    '* { color: red !important; font: 40px fantasy !important; letter-spacing: 1em !important; visibility: hidden !important } :root { --row: 99 }';
  const explorer = await open('<attention-explorer theme="light">one step</attention-explorer>');
  const look = () => {
    const { color, font, letterSpacing, visibility } = getComputedStyle(cell(explorer, 'weights', 1, 1));
    return { color, font, letterSpacing, visibility, width: explorer.offsetWidth };
  };
  const before = look();
  document.head.append(style);
  onTestFinished(() => style.remove());
  expect(look()).toEqual(before);
});
