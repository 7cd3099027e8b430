import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  deep,
  openExplorer,
  settled,
  shownTable,
  textBox,
  traceText,
  type,
  until,
  visible,
} from './support/explorer.ts';

const tokens = (explorer: Element) => deep(explorer, '.tokens bdi').map((bdi) => bdi.textContent);
const rowNames = (explorer: Element) =>
  [...visible(explorer, 'table[data-grid="weights"]')[0]!.querySelectorAll('th[scope="row"] bdi')].map(
    (bdi) => bdi.textContent,
  );

test('an emoji, a line break and a word in Chinese are tokens at once', async () => {
  const explorer = await openExplorer();
  await type(explorer, 'my 👋\n喜欢');
  expect(tokens(explorer)).toEqual(['my', '👋', '喜欢']);
  expect(rowNames(explorer)).toEqual(['my', '👋', '喜欢']);
  expect(
    shownTable(explorer, 'weights')
      .flat()
      .every((weight) => /^0\.\d{4}$/.test(weight)),
  ).toBe(true);
});

test('an emptied text keeps the frame and loses nothing', async () => {
  const explorer = await openExplorer();
  const before = shownTable(explorer, 'weights');
  await type(explorer, '');
  expect(visible(explorer, '.empty')[0]!.textContent).toMatch(/Type a word, or\s+bring the example back/);
  expect(textBox(explorer)).toBeTruthy();
  await type(explorer, 'Your journey starts with one step');
  expect(shownTable(explorer, 'weights')).toEqual(before);
  expect(traceText(explorer)).toContain('1.4754');
});

test('the example can be brought back', async () => {
  const explorer = await openExplorer();
  await type(explorer, '');
  explorer.exploration.choose({ table: 'context', query: 0, component: 2 });
  await settled();
  await userEvent.click(page.elementLocator(visible(explorer, '.empty button')[0]!));
  await settled();
  expect(explorer.exploration.shown).toMatchObject({ table: 'scores', query: 1, key: 2 });
  expect(traceText(explorer)).toContain('1.4754');
  const sentence = visible(explorer, 'attention-sentence')[0]!;
  expect(sentence.shadowRoot!.activeElement).toBe(textBox(explorer));
  expect(textBox(explorer).value).toBe('Your journey starts with one step');
  expect(shownTable(explorer, 'weights')[1]).toContain('0.2379');
});

test('what looks like HTML is text, and makes no elements', async () => {
  const explorer = await openExplorer();
  await type(explorer, 'entrar<!--#exec --> x<script>alert(1)</script>');
  expect(tokens(explorer).join('')).toBe('entrar<!--#exec-->x<script>alert(1)</script>');
  expect(deep(explorer, 'script, iframe, img')).toEqual([]);
});

test('right-to-left words are isolated and stand in the text’s order', async () => {
  const explorer = await openExplorer();
  await type(explorer, 'שלום , 3');
  expect(tokens(explorer)).toEqual(['שלום', ',', '3']);
  expect(rowNames(explorer)).toEqual(['שלום', ',', '3']);
});

test('NUL and half a surrogate pair are shown, and swallow nothing', async () => {
  const explorer = await openExplorer();
  explorer.exploration.setText('a\0b');
  await settled();
  expect(tokens(explorer)).toEqual(['a', '␀', 'b']);
  explorer.exploration.setText('a \ud83db');
  await settled();
  expect(tokens(explorer).join('')).toBe('a\\ud83db');
});

test('the same word has the same vector wherever it stands, and its own from any other', async () => {
  const explorer = await openExplorer();
  await type(explorer, 'rose is a rose is a rose');
  const rows = shownTable(explorer, 'inputs');
  expect(rows[3]).toEqual(rows[0]);
  expect(rows[6]).toEqual(rows[0]);
  expect(new Set(rows.map(String)).size).toBe(3);
});

test('made-up vectors are said to be made up', async () => {
  const explorer = await openExplorer();
  const caption = () =>
    visible(explorer, 'attention-projections')[0]!.shadowRoot!.querySelector('.name')!.textContent;
  expect(caption()).toContain('picked by hand');
  await type(explorer, 'other words');
  expect(caption()).toContain('made-up vectors, seed 123: arithmetic real, meaning none');
});

test('120 tokens are drawn as a picture with the chosen query’s ledger', async () => {
  const explorer = await openExplorer();
  await type(explorer, 'the quick brown fox jumps over a lazy dog and '.repeat(12));
  await until(() => deep(explorer, 'canvas').length > 0);
  expect(visible(explorer, 'attention-ledger').length).toBe(1);
});

test('beside the text it says whose vectors these are, and that made-up ones mean nothing', async () => {
  const explorer = await openExplorer();
  const hint = () => visible(explorer, '.hint')[0]!.textContent!.replace(/\s+/g, ' ');
  expect(hint()).toContain('X: vectors picked by hand.');
  await type(explorer, 'quite another journey');
  expect(hint()).toContain(
    'X: vectors picked by hand, and made-up vectors, seed 123: arithmetic real, meaning none.',
  );
  await type(explorer, 'quite another');
  expect(hint()).toContain('X: made-up vectors, seed 123: arithmetic real, meaning none.');
});
