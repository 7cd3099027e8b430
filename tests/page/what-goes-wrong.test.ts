import { expect, test } from 'vitest';
import golden from '../golden/chapter3.json';
import { deep, openExplorer, select, settled, shownTable, type, visible } from './support/explorer.ts';

// Each wrong result is checked against arithmetic written here once more, from the recorded inputs.

const X = golden.x;
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, v, i) => sum + v * b[i]!, 0);
const scores = X.map((q) => X.map((k) => dot(q, k)));
const sum = (values: readonly number[]) => values.reduce((total, v) => total + v, 0);
const shares = (values: readonly number[]) => {
  const powers = values.map(Math.exp);
  return powers.map((power) => power / sum(powers));
};
const transposed = (rows: readonly (readonly number[])[]) =>
  rows[0]!.map((_, c) => rows.map((row) => row[c]!));
const shown = (rows: readonly (readonly number[])[]) => rows.map((row) => row.map((v) => v.toFixed(2)));
const withSums = (rows: readonly (readonly number[])[]) => shown(rows.map((row) => [...row, sum(row)]));

/** The tables of one mistake as they are shown: wrong, right, and any other. */
function tablesOf(explorer: Element, mistake: string) {
  const card = visible(explorer, `[data-mistake="${mistake}"]`)[0]!;
  const read = (selector: string) => {
    const table = card.querySelector<HTMLTableElement>(`${selector} table`);
    return table
      ? [...table.tBodies[0]!.rows].map((row) =>
          [...row.cells].slice(1).map((cell) => cell.textContent!.replace('hidden', '').trim()),
        )
      : [];
  };
  return { card, wrong: read('.wrong'), right: read('.right'), wide: read('.small:not(.wrong):not(.right)') };
}

test('there are six, each with a wrong and a right result that say so in words', async () => {
  const explorer = await openExplorer();
  const cards = visible(explorer, '[data-mistake]');
  expect(cards.length).toBe(6);
  for (const card of cards) {
    expect(card.textContent).toContain('✗ wrong');
    expect(card.textContent).toContain('✓ right');
    for (const table of card.querySelectorAll('table')) {
      expect(table.caption!.textContent!.trim()).not.toBe('');
      for (const row of table.tBodies[0]!.rows) expect(row.cells[0]!.scope).toBe('row');
    }
  }
});

test('without scaling: softmax of the bare scores beside that of scores over √3, and vectors where it matters', async () => {
  const explorer = await openExplorer();
  const { wrong, right, wide } = tablesOf(explorer, 'no-scaling');
  expect(wrong).toEqual(shown(scores.map(shares)));
  expect(right).toEqual(shown(scores.map((row) => shares(row.map((s) => s / Math.sqrt(3))))));
  const [narrowest, widest] = [wide[0]!, wide.at(-1)!];
  expect(Number(widest[0])).toBeGreaterThan(0.95);
  expect(Math.abs(Number(widest[1]) - Number(narrowest[1]))).toBeLessThan(0.15);
});

test('scaled by the model’s width: the more heads, the nearer to an even share', async () => {
  const explorer = await openExplorer();
  const { wide } = tablesOf(explorer, 'model-width');
  const [wrong, right] = transposed(wide.map((row) => row.map(Number)));
  expect(wrong![0]).toBe(right![0]);
  for (let i = 1; i < wrong!.length; i++) expect(wrong![i]).toBeLessThan(wrong![i - 1]!);
  expect(wrong!.at(-1)! - 1 / 6).toBeLessThan(0.05);
  expect(new Set(right).size).toBe(1);
});

test('scaled by the model’s width, with two heads: the reader’s own weights', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', 'heads');
  const { wrong, right } = tablesOf(explorer, 'model-width');
  const { scores: ofHead, weights } = explorer.exploration.figure!.heads[0]!;
  const row = (r: number) => [...ofHead.data.subarray(r * 6, r * 6 + r + 1)];
  for (let r = 0; r < 6; r++) {
    const blanks = Array.from({ length: 5 - r }, () => '');
    expect(wrong[r]).toEqual([...shown([shares(row(r).map((s) => s / Math.sqrt(2)))])[0]!, ...blanks]);
    expect(right[r]).toEqual([...shown([[...weights.data.subarray(r * 6, r * 6 + r + 1)]])[0]!, ...blanks]);
  }
});

test('softmax down the columns: columns sum to 1, rows do not', async () => {
  const explorer = await openExplorer();
  const { wrong, right } = tablesOf(explorer, 'wrong-axis');
  expect(wrong).toEqual(withSums(transposed(transposed(scores).map(shares))));
  expect(right).toEqual(withSums(scores.map(shares)));
  expect(right.every((row) => row.at(-1) === '1.00')).toBe(true);
  expect(wrong.some((row) => row.at(-1) === '1.30')).toBe(true);
});

test('the mask after the softmax: rows sum to less than 1', async () => {
  const explorer = await openExplorer();
  const { wrong, right } = tablesOf(explorer, 'late-mask');
  const seen = (row: readonly number[], query: number) => row.slice(0, query + 1);
  const padded = (rows: readonly (readonly number[])[]) =>
    rows.map((row) => [
      ...shown([row])[0]!,
      ...Array.from({ length: 6 - row.length }, () => ''),
      sum(row).toFixed(2),
    ]);
  expect(wrong).toEqual(padded(scores.map((row, query) => seen(shares(row), query))));
  expect(right).toEqual(padded(scores.map((row, query) => shares(seen(row, query)))));
});

test('dropout that does not rescale gives each kept weight half of what it should', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.dropout', '0.5');
  const { wrong, right } = tablesOf(explorer, 'plain-dropout');
  const { kept } = explorer.exploration.figure!.heads[0]!;
  const plain = scores.map(shares);
  const dropped = (by: number) =>
    plain.map((row, q) => {
      const weights = row.map((weight, k) => (kept[q * 6 + k] === 1 ? weight / by : 0));
      return [...weights.map((weight) => (weight === 0 ? '0' : weight.toFixed(2))), sum(weights).toFixed(2)];
    });
  expect(wrong).toEqual(dropped(1));
  expect(right).toEqual(dropped(0.5));
});

test('averaged heads: the mean of what stands side by side', async () => {
  const explorer = await openExplorer();
  await select(explorer, 'select.preset', 'heads');
  const { wrong, right } = tablesOf(explorer, 'averaged-heads');
  const [one, two] = explorer.exploration.figure!.heads.map(({ context }) => [...context.data]);
  expect(right.flat().map((text) => text.replace('−', '-'))).toEqual(
    one!
      .flatMap((value, i) => [value.toFixed(2), two![i]!.toFixed(2)])
      .map((text) => text.replace('-0.00', '0.00')),
  );
  expect(wrong.flat().map((text) => text.replace('−', '-'))).toEqual(
    one!.map((value, i) => ((value + two![i]!) / 2).toFixed(2)),
  );
});

test('they follow the text, and many words are cut to six around the chosen one', async () => {
  const explorer = await openExplorer();
  await type(explorer, 'one two three four five six seven eight nine ten');
  const { wrong, card } = tablesOf(explorer, 'wrong-axis');
  expect(wrong.length).toBe(6);
  expect([...card.querySelectorAll('.wrong tbody th')].map((th) => th.textContent!.trim())[0]).toBe('one');
  const section = visible(explorer, 'attention-what-goes-wrong')[0]!.shadowRoot!;
  expect(section.textContent).toMatch(/words 1 to 6 of 10; sums are over all of them/);
});

test('a text without words, one word, and a hidden word leave the section standing or away', async () => {
  const explorer = await openExplorer();
  await type(explorer, '');
  expect(visible(explorer, '[data-mistake]')).toEqual([]);
  await type(explorer, 'alone');
  expect(tablesOf(explorer, 'wrong-axis').wrong).toEqual([['1.00', '1.00']]);
  await type(explorer, 'a b');
  explorer.exploration.toggleKey(0);
  await settled();
  expect(tablesOf(explorer, 'late-mask').wrong.map((row) => row[0])).toEqual(['', '']);
});

test('no wrong number is a cell of the figure: nothing of them can be chosen, and state and figure stay as they are', async () => {
  const explorer = await openExplorer();
  const { exploration } = explorer;
  const [state, figure, weights] = [exploration.state, exploration.figure, shownTable(explorer, 'weights')];
  const section = visible(explorer, 'attention-what-goes-wrong')[0]!;
  expect(deep(section, '[data-table], [data-query], [data-key], table[role="grid"]')).toEqual([]);
  for (const cell of deep(section, 'td, th')) cell.click();
  await settled();
  expect(exploration.state).toBe(state);
  expect(exploration.figure).toBe(figure);
  expect(exploration.choice).toMatchObject({ table: 'scores', query: 1, key: 2 });
  expect(shownTable(explorer, 'weights')).toEqual(weights);
});
