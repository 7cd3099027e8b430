import axe from 'axe-core';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TableName } from '../../web/elements/tables.ts';
import {
  cell,
  deep,
  openExplorer,
  select,
  settled,
  shownTable,
  traceText,
  visible,
} from './support/explorer.ts';

const TEXT = 'Your journey starts with one step';
const OTHER = 'eine weite Reise';
const LONG = 'the quick brown fox jumps over a lazy dog and then it sleeps all day long under one old tree';

async function openWith(text: string, keyText: string | undefined, width?: number) {
  const explorer = await openExplorer(width);
  explorer.exploration.setText(text);
  explorer.exploration.setKeyText(keyText);
  await settled();
  return explorer;
}

const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
const grid = (explorer: Element, table: TableName) =>
  visible<HTMLTableElement>(explorer, `table[data-grid="${table}"]`)[0]!;
const rowNames = (explorer: Element, table: TableName) =>
  [...grid(explorer, table).tBodies[0]!.rows].map((row) => plain(row.querySelector('th')!.textContent));
const columnNames = (explorer: Element, table: TableName) =>
  [...grid(explorer, table).tHead!.rows[0]!.querySelectorAll('th:not(.corner, .lead)')].map((name) =>
    plain(name.textContent),
  );
const caption = (explorer: Element, table: TableName) =>
  plain(grid(explorer, table).closest('.named')!.querySelector('.name')!.textContent);
const section = (explorer: Element, name: string) => visible(explorer, name)[0]!.shadowRoot!;

/** What the views say, without their style sheets. */
const said = (explorer: Element) =>
  deep(explorer, '*')
    .filter((element) => element.shadowRoot)
    .flatMap((element) => [...element.shadowRoot!.children].filter((child) => child.localName !== 'style'))
    .map((child) => child.textContent)
    .join(' ');

test('rows are the words of the text, columns those of the other', async () => {
  const explorer = await openWith(TEXT, OTHER);
  const [queries, keys] = [TEXT.split(' '), OTHER.split(' ')];
  expect(rowNames(explorer, 'queries')).toEqual(queries);
  expect(columnNames(explorer, 'keys')).toEqual(keys);
  expect(rowNames(explorer, 'values')).toEqual(keys);
  for (const table of ['scores', 'weights'] as const) {
    expect(rowNames(explorer, table), table).toEqual(queries);
    expect(columnNames(explorer, table), table).toEqual(keys);
  }
  expect(rowNames(explorer, 'context')).toEqual(queries);
  expect(caption(explorer, 'weights')).toBe('α weights 6×3, each row sums to 1');
  expect(caption(explorer, 'values')).toBe('V=X′ values 3×3, one row per key');
  expect(visible(explorer, '.legend .even')[0]!.textContent).toBe('1/3');
  expect(traceText(explorer)).toContain('what journey asks matches what Reise offers');
});

test('of enough columns the shapes of the product are printed', async () => {
  const explorer = await openWith('Your journey', TEXT);
  expect(caption(explorer, 'scores')).toBe('ω=Q·KT scores, 2×3 · 3×6');
});

test('there is one sentence on what cross-attention is, and only where there are two texts', async () => {
  const explorer = await openWith(TEXT, undefined);
  expect(said(explorer)).not.toContain('Cross-attention');
  explorer.exploration.setKeyText(OTHER);
  await settled();
  expect(said(explorer).match(/Cross-attention/g)?.length).toBe(1);
});

test.each([
  ['one word asks', 'Los', TEXT],
  ['one word answers', TEXT, 'Los'],
  ['one word each', 'Los', 'Go'],
  ['many ask few', LONG, OTHER],
  ['few ask many', OTHER, LONG],
  ['many ask many', LONG, LONG.slice(10)],
])(
  '%s: every table has a row a query and a column a key, and no number is missing',
  async (_, text, other) => {
    const explorer = await openWith(text, other);
    for (const preset of ['plain', 'scaled', 'heads']) {
      await select(explorer, 'select.preset', preset);
      const { tokens, keyTokens } = explorer.exploration;
      for (const table of ['scores', 'weights'] as const) {
        const body = grid(explorer, table).tBodies[0]!;
        expect(body.rows.length).toBe(tokens.length);
        for (const row of body.rows) expect(row.querySelectorAll('td').length).toBe(keyTokens.length);
      }
      expect(said(explorer)).not.toMatch(/NaN|∞|Infinity|undefined|null/);
    }
  },
);

test.each([
  ['no word answers', TEXT, '', 'The other text has no words yet'],
  ['no word asks', '', OTHER, 'Type a word'],
  ['no words at all', '', '', 'Type a word'],
])('%s: it says what to type, and shows no −Infinity', async (_, text, other, sentence) => {
  const explorer = await openWith(TEXT, OTHER);
  for (const preset of ['plain', 'heads']) {
    explorer.exploration.setText(TEXT);
    await settled();
    await select(explorer, 'select.preset', preset);
    explorer.exploration.setText(text);
    explorer.exploration.setKeyText(other);
    await settled();
    expect(plain(said(explorer))).toContain(sentence);
    expect(said(explorer)).not.toMatch(/NaN|∞|Infinity|undefined|null/);
  }
  explorer.exploration.setText(TEXT);
  explorer.exploration.setKeyText(OTHER);
  await settled();
  expect(rowNames(explorer, 'queries')).toEqual(TEXT.split(' '));
});

test('a causal mask is set aside, and it says why', async () => {
  const explorer = await openWith(TEXT, OTHER);
  explorer.exploration.set({ causal: true });
  await settled();
  expect(visible(explorer, 'td[data-table].hidden')).toEqual([]);
  expect(plain(visible(explorer, '.gate')[0]!.textContent)).toContain(
    'words of another text come neither before nor after',
  );
});

test('the eye on a column hides that word of the other text from every query', async () => {
  const explorer = await openWith(TEXT, OTHER);
  const eye = visible(explorer, 'button.eye')[2]!;
  expect(eye.getAttribute('aria-label')).toBe('Hide the key Reise from every query');
  await userEvent.click(page.elementLocator(eye));
  await settled();
  const strip = visible(explorer, 'attention-strip')[0]!;
  const hidden = visible(strip, 'td[data-table="weights"].hidden');
  expect(hidden.map(({ dataset }) => dataset.column)).toEqual(Array(6).fill('2'));
  expect(visible(explorer, '.legend .even')[0]!.textContent).toBe('1/2');
});

test('without projections X is Q, and X′ is K and V', async () => {
  const explorer = await openWith(TEXT, OTHER);
  expect(caption(explorer, 'inputs')).toBe('Q=X 6×3');
  expect(caption(explorer, 'keyInputs')).toBe('K=V=X′ 3×3');
  expect(rowNames(explorer, 'keyInputs')).toEqual(OTHER.split(' '));
});

test('with projections Q is made of X, K and V of X′', async () => {
  const explorer = await openWith(TEXT, OTHER);
  await select(explorer, 'select.preset', 'scaled');
  const captions = [...section(explorer, 'attention-projections').querySelectorAll('.product .name')];
  expect(captions.map((name) => plain(name.textContent))).toEqual(['Q=X·WQ', 'K=X′·WK', 'V=X′·WV']);
  // Side by side, X and X′ are each drawn once.
  expect(visible(explorer, 'table[data-grid="inputs"]').length).toBe(1);
  expect(visible(explorer, 'table[data-grid="keyInputs"]').length).toBe(1);
});

test('a number typed into X′ changes K, V and what follows, and is taken back', async () => {
  const explorer = await openWith(TEXT, OTHER);
  const before = shownTable(explorer, 'weights');
  cell(explorer, 'keyInputs', 2, 1).focus();
  await userEvent.keyboard('2{Enter}');
  await settled();
  expect(shownTable(explorer, 'keyInputs')[2]![1]).toBe('2.00');
  expect(shownTable(explorer, 'values')[2]![1]).toBe('2.00');
  expect(shownTable(explorer, 'weights')).not.toEqual(before);
  explorer.exploration.undo();
  await settled();
  expect(shownTable(explorer, 'weights')).toEqual(before);
});

test('where X′ has too large a number, it is outlined there, and the error names its word', async () => {
  const explorer = await openWith(TEXT, OTHER);
  for (const column of [0, 1, 2])
    explorer.exploration.edit({ table: 'keyInputs', head: 0, row: 2, column }, 3e38);
  await settled();
  expect(visible(explorer, '[role="alert"]')[0]!.textContent).toContain('key “Reise”');
  const outlined = visible(explorer, 'td.wrong').map(({ dataset }) => `${dataset.table} ${dataset.row}`);
  expect(outlined).toEqual(Array(3).fill('keyInputs 2'));
});

test('Enter goes from a key into X′, Backspace comes back', async () => {
  const explorer = await openWith(TEXT, OTHER);
  await select(explorer, 'select.preset', 'scaled');
  cell(explorer, 'keys', 2, 1).focus();
  await settled();
  expect(traceText(explorer)).toContain('what Reise can be found by');
  await userEvent.keyboard('{Enter}');
  await settled();
  expect(explorer.exploration.choice).toMatchObject({ table: 'keyInputs', key: 2 });
  expect(traceText(explorer)).toContain('the vector of Reise, a word of the other text');
  await userEvent.keyboard('{Backspace}');
  await settled();
  expect(explorer.exploration.choice).toMatchObject({ table: 'keys', key: 2, component: 1 });
});

test('the sources of a key are outlined in X′ and W^K', async () => {
  const explorer = await openWith(TEXT, OTHER);
  await select(explorer, 'select.preset', 'scaled');
  explorer.exploration.chooseCell({ table: 'keys', head: 0, row: 2, column: 1 });
  await settled();
  const outlined = visible(section(explorer, 'attention-projections') as unknown as Element, 'td.source');
  expect(
    new Set(outlined.map(({ dataset: d }) => `${d.table} ${d.table === 'keyInputs' ? d.row : d.column}`)),
  ).toEqual(new Set(['keyInputs 2', 'keyProjection 1']));
});

test('the guided read compares the word with the words of the other text, never with itself', async () => {
  const explorer = await openWith('Reise', 'Reise und Ziel');
  const read = section(explorer, 'attention-guided-read');
  const step = (number: number) => read.querySelector(`[data-step="${number}"]`)!;
  expect(plain(step(3).textContent)).toContain('Every word of the other text is compared with Reise.');
  const guesses = [...step(3).querySelectorAll('button')];
  expect(guesses.map((guess) => plain(guess.textContent))).toEqual(['Reise', 'und', 'Ziel']);
  for (const guess of guesses) {
    guess.click();
    await settled();
    expect(plain(step(3).querySelector('[role="status"]')!.textContent)).not.toMatch(/itself/);
  }
  const names = (number: number) =>
    [...step(number).querySelectorAll('tbody th')].map((name) => plain(name.textContent));
  expect(names(4)).toEqual(['Reise', 'und', 'Ziel']);
  explorer.exploration.choose({ key: 2 });
  await settled();
  expect(plain(step(6).querySelector('caption')!.textContent)).toMatch(/^Reise asks, Ziel answers/);
});

test('the last step works out a number of what the word asks, which is the table’s', async () => {
  const explorer = await openWith(TEXT, OTHER);
  await select(explorer, 'select.preset', 'scaled');
  const tables = section(explorer, 'attention-guided-read').querySelectorAll('[data-step="6"] table');
  const rows = [...(tables[1] as HTMLTableElement).rows].map((row) =>
    [...row.cells].map((c) => plain(c.textContent)),
  );
  const products = rows.slice(1, 4).map((row) => Number(row[3]));
  const [total] = rows.slice(-1).map((row) => row[3]);
  expect(total).toBe(shownTable(explorer, 'queries')[1]![0]);
  const rounding = rows.length > 5 ? Number(rows[4]![3]!.replace('−', '-')) : 0;
  expect(products.reduce((sum, product) => sum + product, rounding)).toBeCloseTo(Number(total), 6);
});

test('what goes wrong shows rows of the one text and columns of the other, with padding for a mask', async () => {
  const explorer = await openWith(TEXT, OTHER);
  const wrong = section(explorer, 'attention-what-goes-wrong');
  const mistake = (name: string) => wrong.querySelector(`[data-mistake="${name}"]`);
  const table = mistake('wrong-axis')!.querySelector<HTMLTableElement>('table')!;
  expect([...table.tHead!.rows[0]!.querySelectorAll('th')].map((name) => plain(name.textContent))).toEqual([
    ...OTHER.split(' '),
    'sum',
  ]);
  expect([...table.tBodies[0]!.rows].map((row) => plain(row.cells[0]!.textContent))).toEqual(TEXT.split(' '));
  expect(plain(mistake('late-mask')!.querySelector('.note')!.textContent)).toContain('as padding is');
  explorer.exploration.setKeyText('Reise');
  await settled();
  expect(mistake('late-mask')).toBe(null);
  expect(plain(wrong.querySelector('.lead')!.textContent)).toContain('Five mistakes');
});

test('where the numbers come from names the words of both texts', async () => {
  const explorer = await openWith('Your journey', 'Reise step');
  const cells = [...section(explorer, 'attention-where-numbers-come-from').querySelectorAll('td')];
  expect(plain(cells[0]!.textContent)).toBe('Your, journey, step');
  expect(plain(cells[2]!.textContent)).toBe('Reise');
});

test('at 390 pixels the ledger lists the words of the other text', async () => {
  const explorer = await openWith(OTHER, TEXT, 358);
  const ledger = section(explorer, 'attention-ledger');
  expect([...ledger.querySelectorAll('th.token')].map((name) => plain(name.textContent))).toEqual(
    TEXT.split(' '),
  );
  expect(plain(ledger.querySelector('caption')!.textContent)).toBe(
    'weite asks; every word of the other text answers',
  );
});

test('neither text makes a page scroll sideways', async () => {
  onTestFinished(() => page.viewport(1280, 900));
  for (const width of [320, 390, 700, 1280]) {
    await page.viewport(width, 800);
    const explorer = await openExplorer();
    for (const [text, other] of [
      [LONG, OTHER],
      [OTHER, LONG],
      [LONG, LONG],
    ] as const) {
      explorer.exploration.setText(text);
      explorer.exploration.setKeyText(other);
      for (const preset of ['plain', 'heads'] as const) {
        explorer.exploration.choosePreset(preset);
        await settled();
        const { scrollWidth, clientWidth } = document.scrollingElement!;
        expect(scrollWidth, `${text} / ${other} at ${width}`).toBeLessThanOrEqual(clientWidth);
      }
    }
    explorer.remove();
  }
});

for (const theme of ['light', 'dark'])
  test.each([
    [1280, 'plain'],
    [1280, 'heads'],
    [358, 'scaled'],
  ] as const)(`axe finds nothing with a second text, ${theme}, at %i pixels: %s`, async (width, preset) => {
    document.documentElement.style.colorScheme = theme;
    document.body.style.background = theme === 'dark' ? '#16181d' : '#fffefb';
    onTestFinished(() => {
      document.documentElement.removeAttribute('style');
      document.body.removeAttribute('style');
    });
    const explorer = await openWith(TEXT, OTHER, width === 1280 ? undefined : width);
    explorer.exploration.choosePreset(preset);
    explorer.exploration.toggleKey(1);
    await settled();
    // What is not laid out yet has a guessed height, from which it hangs over what follows.
    for (const view of deep(explorer, '*'))
      if (getComputedStyle(view).contentVisibility === 'auto') view.style.contentVisibility = 'visible';
    await new Promise((resolve) => setTimeout(resolve, 200));
    const { violations } = await axe.run(explorer, { resultTypes: ['violations'] });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual(
      [],
    );
  });
