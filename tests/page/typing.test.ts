import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cell, openExplorer, select, settled, shownTable, visible } from './support/explorer.ts';

const field = (explorer: Element) => visible<HTMLInputElement>(explorer, '.number-field input')[0]!;
const first = (explorer: Element) => shownTable(explorer, 'inputs')[0]![0];
/** What is said of a refused number, in the element of that name. */
const refusal = (explorer: Element, view: string) =>
  visible(explorer, view)[0]!.shadowRoot!.querySelector('.refusal')!;

async function openField(table: 'inputs' | 'queryProjection' = 'inputs'): Promise<Element> {
  const explorer = await openExplorer();
  if (table === 'queryProjection') await select(explorer, 'select.preset', 'scaled');
  explorer.exploration.chooseCell({ table, head: 0, row: 0, column: 0 });
  await settled();
  field(explorer).focus();
  field(explorer).select();
  return explorer;
}

async function typeSlowly(text: string): Promise<void> {
  for (const character of text) {
    await userEvent.keyboard(character);
    await settled();
  }
}

test.each([
  ['-0.5', -0.5],
  ['1e10', 1e10],
  ['1e21', Math.fround(1e21)],
  ['3,250', 3.25],
  ['\u22120.70', Math.fround(-0.7)],
])('the text of the trace’s field stays as it is typed: %s', async (text, value) => {
  for (const table of ['inputs', 'queryProjection'] as const) {
    const explorer = await openField(table);
    await typeSlowly(text);
    expect(field(explorer).value).toBe(text);
    const { figure } = (explorer as Awaited<ReturnType<typeof openExplorer>>).exploration;
    const matrix = table === 'inputs' ? figure!.inputs : figure!.projections!.query;
    expect(matrix.data[0]).toBe(value);
    field(explorer).blur();
    await settled();
    expect(Math.fround(Number(field(explorer).value))).toBe(value);
    explorer.remove();
  }
});

test('the trace’s field follows a number that is changed elsewhere while it has the focus', async () => {
  const explorer = await openField();
  await typeSlowly('2.50');
  (explorer as Awaited<ReturnType<typeof openExplorer>>).exploration.undo();
  await settled();
  expect(field(explorer).value).toBe('0.43');
});

const REFUSED: [string, string][] = [
  ['1e39', 'too large'],
  ['9'.repeat(50), 'too large'],
  ['0x10', 'not one number'],
  ['1 2', 'not one number'],
  ['2..5', 'not one number'],
  ['-', 'not one number'],
  ['', 'Nothing was typed'],
];

test.each(REFUSED)('%s in a cell is refused in words, and the cell is as before', async (text, why) => {
  const explorer = await openExplorer();
  await userEvent.click(page.elementLocator(cell(explorer, 'inputs', 0, 0)));
  await userEvent.keyboard('{Enter}{Control>}a{/Control}{Delete}');
  if (text) await userEvent.keyboard(text);
  await userEvent.keyboard('{Enter}');
  await settled();
  expect(first(explorer)).toBe('0.43');
  const said = refusal(explorer, 'attention-projections');
  expect(said.textContent).toContain(why);
  expect(said.textContent).toContain('0.43');
  expect(said.closest('[aria-live]')).not.toBeNull();
  expect(visible(explorer, 'input.edit')).toEqual([]);
  await userEvent.keyboard('1{Enter}');
  await settled();
  expect(first(explorer)).toBe('1.00');
  expect(said.textContent).toBe('');
});

test.each(REFUSED)(
  '%s in the trace’s field is refused in words, and the cell is as before',
  async (text, why) => {
    const explorer = await openField();
    await userEvent.keyboard('{Delete}');
    await typeSlowly(text);
    expect(field(explorer).getAttribute('aria-invalid')).toBe('true');
    await userEvent.keyboard('{Tab}');
    await settled();
    expect(first(explorer)).toBe('0.43');
    expect(field(explorer).value).toBe('0.43');
    const said = refusal(explorer, 'attention-trace');
    expect(said.textContent).toContain(why);
    expect(said.closest('[aria-live]')).not.toBeNull();
  },
);

test('the field that is typed into stays while the pointer rests on another cell', async () => {
  const explorer = await openField();
  await typeSlowly('1e');
  cell(explorer, 'weights', 4, 4).dispatchEvent(
    new PointerEvent('pointerover', { bubbles: true, composed: true, pointerType: 'mouse' }),
  );
  await typeSlowly('21');
  expect(field(explorer).value).toBe('1e21');
});

test('a cell that is left while its text is no number is as before', async () => {
  const explorer = await openExplorer();
  cell(explorer, 'inputs', 0, 0).focus();
  await userEvent.keyboard('7x');
  await userEvent.click(page.elementLocator(cell(explorer, 'inputs', 2, 2)));
  await settled();
  expect(first(explorer)).toBe('0.43');
  expect(refusal(explorer, 'attention-projections').textContent).toContain('7x');
});
