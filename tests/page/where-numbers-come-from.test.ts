import { expect, test } from 'vitest';
import { openExplorer, select, settled, type, visible } from './support/explorer.ts';

/** What stands beside an origin, by the order of the two tables. */
function beside(explorer: Element, table: 'X' | 'W', origin: RegExp): string {
  const section = visible(explorer, 'attention-where-numbers-come-from')[0]!.shadowRoot!;
  const rows = [...section.querySelectorAll('table')[table === 'X' ? 0 : 1]!.tBodies[0]!.rows];
  const row = rows.find(({ cells }) => origin.test(cells[0]!.textContent!))!;
  return row.cells[1]!.textContent!.replace(/\s+/g, ' ').trim();
}

test('the example’s words are picked by hand, others made up, and typed numbers are the reader’s', async () => {
  const explorer = await openExplorer();
  expect(beside(explorer, 'X', /by hand/)).toBe('Your, journey, starts, with, one, step');
  expect(beside(explorer, 'X', /made up/)).toBe('none');
  await type(explorer, 'Your cat starts with your cat');
  expect(beside(explorer, 'X', /by hand/)).toBe('Your, starts, with');
  expect(beside(explorer, 'X', /made up/)).toBe('cat, your');
  explorer.exploration.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, 0.5);
  await settled();
  expect(beside(explorer, 'X', /made up/)).toBe('your');
  expect(beside(explorer, 'X', /typed/)).toBe('cat');
  expect(beside(explorer, 'X', /trained/)).toBe('none yet');
});

test('the tables are left out, or drawn at random, or changed by the reader', async () => {
  const explorer = await openExplorer();
  expect(beside(explorer, 'W', /left out/)).toBe('yes');
  await select(explorer, 'select.preset', 'scaled');
  expect(beside(explorer, 'W', /left out/)).toBe('no');
  expect(beside(explorer, 'W', /0 to 1/)).toBe('all three');
  await select(explorer, 'select.preset', 'heads');
  expect(beside(explorer, 'W', /0 to 1/)).toBe('none');
  expect(beside(explorer, 'W', /within/)).toBe('all four');
  explorer.exploration.edit({ table: 'queryProjection', head: 0, row: 0, column: 0 }, 0.5);
  await settled();
  expect(beside(explorer, 'W', /typed/)).toBe('1 number');
});

test('it says what is not true of random numbers, and which seed they come from', async () => {
  const explorer = await openExplorer();
  explorer.exploration.set({ seed: 42 });
  await settled();
  const text = visible(explorer, 'attention-where-numbers-come-from')[0]!.shadowRoot!.textContent!.replace(
    /\s+/g,
    ' ',
  );
  expect(text).toContain('the arithmetic is real and the meaning is none');
  expect(text).toContain('torch.manual_seed(42)');
});
