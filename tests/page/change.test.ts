import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cell, openExplorer, select, settled, shownTable, traceText, visible } from './support/explorer.ts';

const button = (explorer: Element, text: string) =>
  visible<HTMLButtonElement>(explorer, 'button').find((b) => b.textContent!.trim() === text)!;
const click = async (element: Element) => {
  await userEvent.click(page.elementLocator(element));
  await settled();
};

describe('a number of X', () => {
  test('is typed, and everything downstream follows', async () => {
    const explorer = await openExplorer();
    cell(explorer, 'inputs', 1, 0).focus();
    await userEvent.keyboard('2');
    await settled();
    expect(shownTable(explorer, 'queries')[1]).toEqual(['2.00', '0.87', '0.66']);
    await userEvent.keyboard('.5{Enter}');
    await settled();
    expect(shownTable(explorer, 'inputs')[1]).toEqual(['2.50', '0.87', '0.66']);
    // 2.5² + 0.87² + 0.66²
    expect(shownTable(explorer, 'scores')[1]![1]).toBe('7.4425');
    expect(explorer.exploration.choice).toMatchObject({ table: 'inputs', query: 1, feature: 0 });
  });

  test('is left as it was by Escape', async () => {
    const explorer = await openExplorer();
    cell(explorer, 'inputs', 1, 0).focus();
    await userEvent.keyboard('7{Escape}');
    await settled();
    expect(shownTable(explorer, 'inputs')[1]![0]).toBe('0.55');
  });

  test('that is no number is marked, and changes nothing', async () => {
    const explorer = await openExplorer();
    cell(explorer, 'inputs', 1, 0).focus();
    await userEvent.keyboard('-x');
    await settled();
    expect(visible(explorer, 'input.edit')[0]!.getAttribute('aria-invalid')).toBe('true');
    expect(shownTable(explorer, 'queries')[1]![0]).toBe('0.55');
  });

  test('is dragged sideways, a hundredth a pixel, in one step of undo', async () => {
    const explorer = await openExplorer();
    const start = cell(explorer, 'inputs', 0, 1);
    const grid = start.closest('table')!;
    const { left, top } = start.getBoundingClientRect();
    const point = (kind: string, x: number) =>
      start.dispatchEvent(
        new PointerEvent(kind, {
          bubbles: true,
          composed: true,
          pointerType: 'mouse',
          pointerId: 1,
          button: 0,
          clientX: left + x,
          clientY: top + 10,
        }),
      );
    grid.setPointerCapture = () => {};
    point('pointerdown', 10);
    for (const x of [20, 30, 35]) point('pointermove', x);
    point('pointerup', 35);
    await settled();
    expect(shownTable(explorer, 'inputs')[0]).toEqual(['0.43', '0.40', '0.89']);
    await click(button(explorer, 'undo'));
    expect(shownTable(explorer, 'inputs')[0]).toEqual(['0.43', '0.15', '0.89']);
  });

  test('belongs to the word: wherever the word stands it changes', async () => {
    const explorer = await openExplorer();
    explorer.exploration.setText('sea and sea');
    explorer.exploration.edit({ table: 'inputs', head: 0, row: 0, column: 0 }, 3);
    await settled();
    const rows = shownTable(explorer, 'inputs');
    expect(rows[2]).toEqual(rows[0]);
    expect(rows[2]![0]).toBe('3.00');
    explorer.exploration.setText('the sea');
    await settled();
    expect(shownTable(explorer, 'inputs')[1]![0]).toBe('3.00');
  });
});

test('an entry of a projection is changed, undone by Ctrl+Z, redone and reset', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', 'scaled');
  const first = () => shownTable(explorer, 'queryProjection')[0]![0];
  const query = () => shownTable(explorer, 'queries')[1]![0];
  const before = query();
  cell(explorer, 'queryProjection', 0, 0).focus();
  await userEvent.keyboard('1{Enter}');
  await settled();
  expect(first()).toBe('1.00');
  expect(query()).not.toBe(before);
  await userEvent.keyboard('{Control>}z{/Control}');
  await settled();
  expect([first(), query()]).toEqual(['0.2961', before]);
  await click(button(explorer, 'redo'));
  expect(first()).toBe('1.00');
  await click(button(explorer, 'reset changes'));
  expect(first()).toBe('0.2961');
});

test('without a keyboard: the trace has a field, a sign and the way back', async () => {
  const explorer = await openExplorer(358);
  await click(cell(explorer, 'inputs', 1, 0));
  const field = () => visible<HTMLInputElement>(explorer, '.number-field input')[0]!;
  expect(field().inputMode).toBe('decimal');
  await userEvent.fill(page.elementLocator(field()), '0.8');
  await click(button(explorer, '±'));
  expect(shownTable(explorer, 'inputs')[1]![0]).toBe('−0.80');
  await click(button(explorer, 'as it was'));
  expect(shownTable(explorer, 'inputs')[1]![0]).toBe('0.55');
});

test('the eye on a column hides that key from every query', async () => {
  const explorer = await openExplorer();
  await click(visible(explorer, '.eye')[2]!);
  const weights = shownTable(explorer, 'weights');
  expect(weights.map((row) => row[2])).toEqual(Array(6).fill('hidden'));
  for (const row of weights) {
    const sum = row.filter((w) => w !== 'hidden').reduce((total, w) => total + Number(w), 0);
    // Five shown weights, each rounded to 4 decimals.
    expect(Math.abs(sum - 1)).toBeLessThanOrEqual(0.00025);
  }
  expect(traceText(explorer)).toContain('hidden from every query');
  await click(visible(explorer, '.eye')[2]!);
  expect(shownTable(explorer, 'weights')[1]![2]).toBe('0.2333');
});

test('a query that sees no key has no bars and no even share, and no row is said to sum to 1 that does not', async () => {
  const explorer = await openExplorer();
  const caption = () =>
    visible(explorer, '.name').find((name) => name.textContent!.includes('weights'))!.textContent;
  const hint = () => visible(explorer, '.hint')[0]!.textContent!.replace(/\s+/g, ' ').trim();
  expect(caption()).toContain('each row sums to 1');
  for (let key = 0; key < 6; key++) explorer.exploration.toggleKey(key);
  await settled();
  expect(visible(explorer, '.tokens .bar, .tokens .even')).toEqual([]);
  expect(hint()).toBe('journey takes nothing from any word: every key is hidden from it.');
  expect(caption()).toContain('every key is hidden: all are 0');
  explorer.exploration.reset();
  explorer.exploration.set({ causal: true });
  explorer.exploration.toggleKey(0);
  await settled();
  expect(caption()).toContain('a row sums to 1, or sees no key');
  expect(hint()).toContain('an even share');
  explorer.exploration.choose({ query: 0 });
  await settled();
  expect(hint()).toBe('Your takes nothing from any word: every key is hidden from it.');
});

test('all keys hidden: weights and context are nothing, never NaN', async () => {
  const explorer = await openExplorer();
  for (let key = 0; key < 6; key++) explorer.exploration.toggleKey(key);
  await settled();
  expect(new Set(shownTable(explorer, 'weights').flat())).toEqual(new Set(['hidden']));
  expect(new Set(shownTable(explorer, 'context').flat())).toEqual(new Set(['0.0000']));
});

test('the seed redraws made-up vectors and projections, not the hand-picked ones', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', 'scaled');
  const before = shownTable(explorer, 'keyProjection');
  const seed = visible<HTMLInputElement>(explorer, 'input.seed')[0]!;
  await userEvent.fill(page.elementLocator(seed), '789');
  await userEvent.keyboard('{Tab}');
  await settled();
  expect(explorer.exploration.settings.seed).toBe(789);
  expect(shownTable(explorer, 'keyProjection')).not.toEqual(before);
  expect(shownTable(explorer, 'inputs')[1]).toEqual(['0.55', '0.87', '0.66']);
});

test('what is no seed is refused in words, and the seed stays', async () => {
  const explorer = await openExplorer();
  const seed = visible<HTMLInputElement>(explorer, 'input.seed')[0]!;
  const refusal = () =>
    visible(explorer, 'attention-projections')[0]!.shadowRoot!.querySelector('.seed-refusal')!.textContent!;
  for (const typed of ['-1', '1.5', '4294967296', '']) {
    await userEvent.fill(page.elementLocator(seed), typed);
    await userEvent.keyboard('{Tab}');
    await settled();
    expect(refusal()).toContain('a seed is a whole number from 0 to 4294967295. It is 123, as before.');
    expect(seed.value).toBe('123');
  }
  await userEvent.fill(page.elementLocator(seed), '4294967295');
  await userEvent.keyboard('{Tab}');
  await settled();
  expect(refusal()).toBe('');
  expect(explorer.exploration.settings.seed).toBe(4294967295);
});

test('scale, causal, dropout and heads act where they stand', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', 'unscaled');
  await select(explorer, 'select.scale', 'root');
  expect(shownTable(explorer, 'context')[1]).toEqual(['0.3061', '0.8210']);
  await click(visible(explorer, 'input.causal')[0]!);
  expect(shownTable(explorer, 'weights')[0]).toEqual(['1.0000', ...Array(5).fill('hidden')]);
  await select(explorer, 'select.dropout', '0.5');
  const kept = shownTable(explorer, 'weights')
    .flat()
    .filter((w) => w !== 'hidden' && w !== '0.0000');
  expect(kept.length).toBeLessThan(21);
  await select(explorer, 'select.head-count', '2');
  expect(visible(explorer, '.tabs button').length).toBe(2);
});

test('a number too large to compute with is an error that can be taken back, and the text is kept', async () => {
  const explorer = await openExplorer();
  explorer.exploration.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, 3e38);
  await settled();
  expect(visible(explorer, '[role="alert"]')[0]!.textContent).toContain('query “journey” and key “journey”');
  expect(visible(explorer, 'td.wrong').map((td) => td.dataset.row)).toEqual(['1']);
  expect(visible<HTMLTextAreaElement>(explorer, 'textarea')[0]!.value).toBe(
    'Your journey starts with one step',
  );
  await click(button(explorer, 'undo'));
  expect(shownTable(explorer, 'weights')[1]![1]).toBe('0.2379');
});

test('while nothing can be computed there are no bars, no shares and nothing said of them', async () => {
  const explorer = await openExplorer();
  cell(explorer, 'inputs', 1, 0).focus();
  await userEvent.keyboard('{Enter}{Control>}a{/Control}3e38{Enter}');
  await settled();
  expect(visible(explorer, '[role="alert"]').length).toBe(1);
  expect(visible(explorer, '.tokens button').length).toBe(6);
  expect(visible(explorer, '.share, .bar, .even, .hint')).toEqual([]);
});
