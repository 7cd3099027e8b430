import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cell, deep, openExplorer, settled, traceText, visible } from './support/explorer.ts';

const focused = () => {
  let element: Element | null = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element as HTMLElement;
};
const chosen = (explorer: Element) =>
  visible(explorer, '[data-table].chosen').map(
    ({ dataset }) => `${dataset.table} ${dataset.row} ${dataset.column}`,
  )[0];

test('something is chosen from the start: what journey asks of starts', async () => {
  const explorer = await openExplorer();
  expect(chosen(explorer)).toBe('scores 1 2');
  expect(traceText(explorer)).toMatch(/0\.55×0\.57\s?\+0\.87×0\.85\s?\+0\.66×0\.64/);
  expect(traceText(explorer)).toMatch(/0\.3135\s?\+0\.7395\s?\+0\.4224\s?=1\.4754/);
});

test('a click chooses a cell and shows its sum', async () => {
  const explorer = await openExplorer();
  await userEvent.click(page.elementLocator(cell(explorer, 'context', 1, 0)));
  await settled();
  expect(chosen(explorer)).toBe('context 1 0');
  expect(traceText(explorer)).toMatch(/0\.1385×0\.43/);
  expect(traceText(explorer)).toContain('=0.4419');
});

test('pointing previews, leaving restores', async () => {
  const explorer = await openExplorer();
  const hover = (type: string) =>
    cell(explorer, 'weights', 4, 4).dispatchEvent(
      new PointerEvent(type, { bubbles: true, composed: true, pointerType: 'mouse' }),
    );
  hover('pointerover');
  await settled();
  expect(chosen(explorer)).toBe('weights 4 4');
  hover('pointerout');
  await settled();
  expect(chosen(explorer)).toBe('scores 1 2');
});

test('arrows walk, Enter goes into the sources, Backspace comes back', async () => {
  const explorer = await openExplorer();
  cell(explorer, 'weights', 1, 2).focus();
  await settled();
  expect(chosen(explorer)).toBe('weights 1 2');
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await settled();
  expect(chosen(explorer)).toBe('weights 2 3');
  expect(focused().dataset).toMatchObject({ table: 'weights', row: '2', column: '3' });
  await userEvent.keyboard('{Enter}');
  await settled();
  expect(chosen(explorer)).toBe('scores 2 3');
  expect(focused().dataset.table).toBe('scores');
  await userEvent.keyboard('{Enter}');
  await settled();
  expect(chosen(explorer)).toBe('queries 2 0');
  await userEvent.keyboard('{Backspace}{Backspace}');
  await settled();
  expect(chosen(explorer)).toBe('weights 2 3');
});

test('arrows follow Kᵀ as it lies on its side', async () => {
  const explorer = await openExplorer();
  cell(explorer, 'keys', 2, 0).focus();
  await settled();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await settled();
  expect(chosen(explorer)).toBe('keys 3 1');
});

test('each table is one stop of the Tab key', async () => {
  const explorer = await openExplorer();
  for (const grid of visible(explorer, 'table[role="grid"]'))
    expect(grid.querySelectorAll('td[tabindex="0"]').length).toBe(1);
});

test('sources are outlined: the whole row of Q and the whole column of Kᵀ', async () => {
  const explorer = await openExplorer();
  const outlined = visible(explorer, 'attention-strip')[0]!.shadowRoot!.querySelectorAll<HTMLElement>(
    '.strip .source',
  );
  expect([...outlined].map(({ dataset: d }) => `${d.table} ${d.row} ${d.column}`).sort()).toEqual([
    ...[0, 1, 2].map((c) => `keys 2 ${c}`),
    ...[0, 1, 2].map((c) => `queries 1 ${c}`),
  ]);
});

test('pointing at a term lights both of its factors', async () => {
  const explorer = await openExplorer();
  const term = visible(explorer, '.term')[1]!;
  term.dispatchEvent(new PointerEvent('pointerenter'));
  await settled();
  const lit = visible(explorer, 'attention-strip')[0]!.shadowRoot!.querySelectorAll<HTMLElement>(
    '.strip .lit',
  );
  expect([...lit].map(({ dataset: d }) => `${d.table} ${d.row} ${d.column}`)).toEqual([
    'keys 2 1',
    'queries 1 1',
  ]);
});

test('a row’s name chooses a query, a column’s name a key', async () => {
  const explorer = await openExplorer();
  const grid = visible(explorer, 'table[data-grid="weights"]')[0]!;
  grid.querySelector<HTMLElement>('th[data-key="4"]')!.click();
  visible(explorer, 'table[data-grid="queries"]')[0]!
    .querySelector<HTMLElement>('th[data-query="3"]')!
    .click();
  await settled();
  expect(chosen(explorer)).toBe('scores 3 4');
});

test('a weight that stands beside V chooses its cell of α', async () => {
  const explorer = await openExplorer();
  const standing = visible(explorer, 'td.standing');
  await userEvent.click(page.elementLocator(standing[4]!));
  await settled();
  expect(chosen(explorer)).toBe('weights 1 4');
  expect(visible(explorer, 'td.standing .chosen').map((weight) => weight.textContent)).toEqual(['0.1082']);
});

test('the number above a word chooses its weight, the word itself a query', async () => {
  const explorer = await openExplorer();
  await userEvent.click(page.elementLocator(visible(explorer, '.tokens .share')[4]!));
  await settled();
  expect(chosen(explorer)).toBe('weights 1 4');
  await userEvent.click(page.elementLocator(visible(explorer, '.tokens button bdi')[4]!));
  await settled();
  expect(chosen(explorer)).toBe('weights 4 4');
});

test('a legend’s even share is that of the keys that the chosen query sees', async () => {
  const explorer = await openExplorer();
  explorer.exploration.set({ causal: true });
  await settled();
  const even = () => visible(explorer, '.legend .even').map((tick) => tick.textContent);
  expect(even()).toEqual(['1/2']);
  explorer.exploration.choose({ query: 4 });
  await settled();
  expect(even()).toEqual(['1/5']);
  explorer.exploration.toggleKey(0);
  await settled();
  expect(even()).toEqual(['1/4']);
  expect(visible(explorer, '.hint')[0]!.textContent).toMatch(/an even share,\s+1\/4/);
});

test('under a causal mask the scores that are not used are hatched, and keep their numbers', async () => {
  const explorer = await openExplorer();
  explorer.exploration.set({ causal: true });
  await settled();
  const hatched = visible(explorer, 'td[data-table="scores"].hidden');
  expect(hatched.length).toBe(15);
  for (const score of hatched) {
    expect(Number(score.dataset.column)).toBeGreaterThan(Number(score.dataset.row));
    expect(score.textContent).toMatch(/^\d\.\d{4}$/);
  }
});

test('at 390 pixels one query is a ledger, and nothing scrolls sideways', async () => {
  const explorer = await openExplorer(358);
  expect(visible(explorer, '.strip')).toEqual([]);
  const ledger = visible(explorer, 'attention-ledger')[0]!.shadowRoot!;
  const row = [...ledger.querySelectorAll('tr.shown > *')].map((c) => c.textContent!.trim());
  expect(row).toEqual(['starts', '1.4754', '0.2333', '0.57', '0.85', '0.64']);
  const total = [...ledger.querySelectorAll('tfoot td[data-table]')].map((c) => c.textContent!.trim());
  expect(total).toEqual(['0.4419', '0.6515', '0.5683']);
  for (const element of deep(explorer, '*')) {
    if (element.checkVisibility()) expect(element.getBoundingClientRect().right).toBeLessThanOrEqual(358 + 8);
  }
});

test('tapping a word makes it the query of the ledger', async () => {
  const explorer = await openExplorer(358);
  await userEvent.click(page.elementLocator(visible(explorer, '.tokens button bdi')[0]!));
  await settled();
  expect(visible(explorer, 'attention-ledger')[0]!.shadowRoot!.querySelector('caption')!.textContent).toMatch(
    /^\s*Your/,
  );
});
