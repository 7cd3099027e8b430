import axe from 'axe-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { loadAttention } from '../../web/api/index.ts';
import { AttentionEmbed } from '../../web/elements/attention-embed.ts';
import type { EmbeddedExplorer } from '../../web/elements/embed/embedded-explorer.ts';
import { defineElements } from '../../web/elements/embed/module.ts';
import { embedTag } from '../../web/elements/embed/tag.ts';
import { Exploration } from '../../web/elements/exploration.ts';
import { hiddenBy } from '../../web/elements/figure.ts';
import { formatWeight } from '../../web/elements/number-format.ts';
import { deep, settled } from './support/explorer.ts';

// The tag of what is on screen, put into a page, shows what was on screen.

async function exploration(change: (it: Exploration) => unknown = () => {}): Promise<Exploration> {
  const made = new Exploration(await loadAttention());
  await change(made);
  return made;
}

function place(markup: string): HTMLElement {
  defineElements();
  const frame = document.createElement('main');
  frame.innerHTML = markup;
  document.body.append(frame);
  frame.scrollIntoView();
  onTestFinished(() => frame.remove());
  return frame.firstElementChild as HTMLElement;
}

/** Weights as they are shown: of the head shown, row by row. */
function expected({ figure, choice, decimals }: Exploration): string[][] {
  const { tokens, keyTokens, heads } = figure!;
  const { data } = heads[choice.head]!.weights;
  return tokens.map((_, query) =>
    keyTokens.map((_, key) =>
      hiddenBy(figure!, query, key)
        ? 'hidden'
        : formatWeight(data[query * keyTokens.length + key]!, decimals),
    ),
  );
}

const rowsOf = (table: HTMLTableElement | undefined) =>
  [...(table?.tBodies[0]?.rows ?? [])].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent!.trim()),
  );

const STATES: [what: string, change: (it: Exploration) => unknown][] = [
  ['the worked example', () => {}],
  ['a text with marks of HTML', (it) => it.setText('a<b "c" & \'d\' &amp; -->')],
  ['a text whose white space counts', (it) => it.setText('  two\n\nlines\t')],
  ['characters', (it) => Promise.all([it.setText('ab c'), it.chooseTokenizer('characters')])],
  ['another text for the keys', (it) => it.setKeyText('un "pas" ici')],
  ['two causal heads, the second shown', (it) => [it.choosePreset('heads'), it.choose({ head: 1 })]],
  ['three heads without projections', (it) => [it.set({ heads: 3 }), it.choose({ head: 2 })]],
  ['a preset with another number of heads', (it) => [it.choosePreset('causal'), it.set({ heads: 3 })]],
  ['another seed and scale', (it) => [it.choosePreset('scaled'), it.set({ seed: 7, scale: 'one' })]],
  ['a preset made causal, and one made not', (it) => [it.choosePreset('causal'), it.set({ causal: false })]],
  ['fewer decimals', (it) => it.setDecimals(2)],
  ['a hidden key', (it) => it.toggleKey(2)],
  ['dropout', (it) => it.set({ dropout: 0.5 })],
  ['places added', (it) => it.set({ positions: true })],
  ['an edited vector', (it) => it.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, -0.3)],
  ['windows', (it) => it.setWindows({ length: 3, stride: 2, shown: 1 })],
];

describe.each(STATES)('%s', (_, change) => {
  test('as a table', async () => {
    const shown = await exploration(change);
    const element = place(await embedTag(shown, 'weights'));
    element.setAttribute('view', 'table');
    await vi.waitFor(() =>
      expect(rowsOf(element.shadowRoot!.querySelector('table') ?? undefined)).toEqual(expected(shown)),
    );
  });

  test.each(['all', 'figure'] as const)('as an explorer: %s', async (what) => {
    const shown = await exploration(change);
    const element = place(await embedTag(shown, what)) as EmbeddedExplorer;
    await vi.waitFor(() => expect(deep(element, 'attention-sentence').length).toBe(1));
    expect(element.exploration.state).toEqual(shown.state);
    expect(element.exploration.decimals).toBe(shown.decimals);
    expect(element.exploration.choice.head).toBe(shown.choice.head);
    expect(expected(element.exploration)).toEqual(expected(shown));
  });
});

test('tags say no more than they must', async () => {
  const tag = async (what: 'all' | 'weights', change?: (it: Exploration) => unknown) =>
    embedTag(await exploration(change), what);
  expect(await tag('weights')).toBe(
    '<attention-weights>Your journey starts with one step</attention-weights>',
  );
  expect(await tag('all', (it) => [it.choosePreset('heads'), it.setText('a cat')])).toBe(
    '<attention-explorer preset="heads">a cat</attention-explorer>',
  );
  expect(await tag('all', (it) => [it.setText('a cat sat'), it.toggleKey(1)])).toBe(
    '<attention-explorer state="v=1&amp;text=a+cat+sat&amp;hide=1">a cat sat</attention-explorer>',
  );
});

test('a text that HTML cannot hold goes along in state', async () => {
  const shown = await exploration((it) => it.setText('a\0b\ud83dc'));
  const element = place(await embedTag(shown, 'all')) as EmbeddedExplorer;
  await vi.waitFor(() => expect(element.exploration.state.text).toBe('a\0b\ud83dc'));
});

test('more weights than a tag holds are refused, with what to do', async () => {
  const shown = await exploration((it) => [it.setText('word '.repeat(65)), it.toggleKey(0)]);
  await expect(embedTag(shown, 'weights')).rejects.toThrow(/65 × 65 .* up to 64 × 64 .* whole tool/);
});

describe('the section', () => {
  async function openSection(change?: (it: Exploration) => unknown): Promise<AttentionEmbed> {
    if (!customElements.get('attention-embed')) customElements.define('attention-embed', AttentionEmbed);
    const element = document.createElement('attention-embed') as AttentionEmbed;
    element.exploration = await exploration(change);
    document.body.append(element);
    onTestFinished(() => element.remove());
    await vi.waitFor(() => expect(tagOf(element)).not.toBe(''));
    return element;
  }
  const tagOf = (element: AttentionEmbed) => element.shadowRoot!.querySelector('pre')?.textContent ?? '';

  test('follows what is on screen and what is chosen', async () => {
    const element = await openSection();
    element.exploration.setText('a cat');
    await vi.waitFor(() =>
      expect(tagOf(element)).toBe(
        '<script src="attention-explorer.classic.js" defer></script>\n<attention-weights>a cat</attention-weights>',
      ),
    );
    await userEvent.selectOptions(element.shadowRoot!.querySelector('.what')!, 'all');
    await vi.waitFor(() => expect(tagOf(element)).toContain('<attention-explorer>a cat'));
  });

  test('axe finds nothing', async () => {
    const { violations } = await axe.run(await openSection(), { resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
  });

  test('copies it', async () => {
    const element = await openSection();
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(element.shadowRoot!.querySelector('.copy')!);
    await vi.waitFor(() => expect(element.shadowRoot!.querySelector('.said')!.textContent).toBe('Copied.'));
    expect(written).toHaveBeenCalledWith(tagOf(element));
  });

  test('names the file of GPT-2’s tokens where it is needed', async () => {
    const links = (element: AttentionEmbed) =>
      [...element.shadowRoot!.querySelectorAll('a')].map((link) => link.getAttribute('href'));
    expect(links(await openSection())).toEqual(['./embed/attention-explorer.classic.js', './embed/']);
    expect(links(await openSection((it) => it.chooseTokenizer('gpt2')))).toContain(
      './embed/attention-explorer-gpt2.js',
    );
  });

  test('is the page’s: an embedded explorer has none', async () => {
    const element = place('<attention-explorer></attention-explorer>');
    await vi.waitFor(() => expect(deep(element, 'attention-take-along').length).toBe(1));
    await settled();
    expect(deep(element, 'attention-embed')).toEqual([]);
  });
});
