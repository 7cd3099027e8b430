import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Matrix } from '../../web/api/index.ts';
import { loadAttention } from '../../web/api/load.ts';
import { Exploration } from '../../web/elements/exploration.ts';
import { failureOf } from '../../web/elements/failure.ts';
import type { Figure } from '../../web/elements/figure.ts';
import { PRESETS } from '../../web/elements/settings.ts';
import {
  type Cell,
  chosenAt,
  headColumns,
  TABLES,
  type TableName,
  tableOf,
} from '../../web/elements/tables.ts';
import { traceOf } from '../../web/elements/trace.ts';
import { sourceOf } from '../../web/elements/walk.ts';
import { lastResult, read } from './support/sums.ts';

const attention = await loadAttention();

const WORDS = [
  'Your',
  'journey',
  'starts',
  'with',
  'one',
  'step',
  'Deine',
  'Reise',
  '👋',
  '我',
  'שלום',
  '<b>',
];

const text = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((words) => words.join(' '));

/** Two texts and everything that decides the figure of them. */
const pair = fc.record({
  text: text(20),
  keyText: text(20),
  preset: fc.constantFrom(...PRESETS),
  heads: fc.integer({ min: 1, max: 3 }),
  headWidth: fc.integer({ min: 1, max: 5 }),
  dropout: fc.constantFrom(0, 0, 0.5),
  seed: fc.nat(1000),
  hidden: fc.array(fc.nat(19), { maxLength: 3 }),
  edits: fc.array(
    fc.record({
      table: fc.constantFrom('inputs' as const, 'keyInputs' as const),
      row: fc.nat(19),
      column: fc.nat(2),
      value: fc.float({ min: -3, max: 3, noNaN: true }),
    }),
    { maxLength: 3 },
  ),
});

type Pair = typeof pair extends fc.Arbitrary<infer T> ? T : never;

function explorationOf({ text, keyText, preset, heads, headWidth, dropout, seed, hidden, edits }: Pair) {
  const exploration = new Exploration(attention);
  exploration.setText(text);
  exploration.setKeyText(keyText);
  exploration.choosePreset(preset.name);
  exploration.set({ dropout, seed });
  // Without projections the heads share X's three columns.
  if (exploration.settings.projection !== 'none') exploration.set({ heads, headWidth });
  else if (heads !== 2) exploration.set({ heads });
  for (const key of new Set(hidden.map((key) => key % exploration.keyTokens.length)))
    exploration.toggleKey(key);
  for (const { row, ...edit } of edits) {
    const tokens = edit.table === 'inputs' ? exploration.tokens : exploration.keyTokens;
    exploration.edit({ ...edit, head: 0, row: row % tokens.length }, edit.value);
  }
  const { figure } = exploration;
  if (!figure?.heads.length) throw new Error(exploration.failure?.cause);
  return { exploration, figure };
}

test('for any two texts every number is what attend and crossAttention give', () => {
  fc.assert(
    fc.property(pair, (given) => {
      const { exploration, figure } = explorationOf(given);
      const { settings, state } = exploration;
      const options = {
        heads: settings.heads,
        scale: settings.scale === 'root' ? 1 / Math.sqrt(figure.width) : 1,
        keyPadding: Uint8Array.from(figure.keyTokens, (_, key) => (state.hiddenKeys.has(key) ? 0 : 1)),
        ...(settings.dropout > 0 ? { dropout: { rate: settings.dropout, seed: settings.seed } } : {}),
        want: ['scores', 'weights'] as const,
      };
      const { inputs, keyInputs, projections } = figure;
      const expected = projections
        ? attention.crossAttention(inputs, keyInputs, projections, options)
        : {
            ...attention.attend(inputs, keyInputs, keyInputs, options),
            ...{ queries: inputs, keys: keyInputs, values: keyInputs, output: undefined },
          };
      figure.heads.forEach((head, h) => {
        const columns = (matrix: Matrix) => headColumns(matrix, h, settings.heads);
        expect(head.scores).toEqual(expected.scores[h]);
        expect(head.weights).toEqual(expected.weights[h]);
        for (const table of ['queries', 'keys', 'values', 'context'] as const)
          expect(head[table], table).toEqual(columns(expected[table]));
      });
      expect(figure.output).toEqual(expected.output);
    }),
    { numRuns: 100 },
  );
});

/** All cells of a figure's tables, or of a large one's some. */
function cellsOf(figure: Figure, table: TableName, head: number, step: number): Cell[] {
  const matrix = tableOf(figure, table, head);
  if (!matrix) return [];
  const cells: Cell[] = [];
  for (let i = step % 3; i < matrix.data.length; i += 1 + Math.floor(matrix.data.length / 12))
    cells.push({ table, head, row: Math.floor(i / matrix.cols), column: i % matrix.cols });
  return cells;
}

test('for any two texts, in every table, the shown terms and the rounding add up to the shown cell', () => {
  const seen = new Set<TableName>();
  fc.assert(
    fc.property(pair, fc.integer({ min: 2, max: 6 }), fc.nat(2), (given, decimals, step) => {
      const { exploration, figure } = explorationOf(given);
      for (const table of Object.keys(TABLES) as TableName[])
        for (const place of cellsOf(figure, table, figure.heads.length - 1, step)) {
          const trace = traceOf(figure, chosenAt(place, exploration.choice), decimals)!;
          const result = lastResult(trace);
          if (result === undefined) continue;
          seen.add(table);
          expect(result, table).toBe(read(trace.text, decimals));
        }
    }),
    { numRuns: 100 },
  );
  expect([...seen].sort()).toEqual(['context', 'keys', 'output', 'queries', 'scores', 'values', 'weights']);
});

test('for any two texts keys and values come from X′, queries from X, and Enter goes there', () => {
  fc.assert(
    fc.property(pair, fc.nat(19), (given, index) => {
      const { exploration, figure } = explorationOf(given);
      for (const [table, inputs] of [
        ['queries', 'inputs'],
        ['keys', 'keyInputs'],
        ['values', 'keyInputs'],
      ] as const) {
        const row = index % figure[inputs].rows;
        const choice = chosenAt({ table, head: 0, row, column: 0 }, exploration.choice);
        expect(traceOf(figure, choice, 4)!.sources[0]).toMatchObject({ table: inputs, row });
        const source = sourceOf(figure, choice, 0)!;
        expect(source).toMatchObject({ table: inputs, row });
        exploration.chooseCell({ table, head: 0, row, column: 0 });
        exploration.goInto(source);
        expect(exploration.choice.table).toBe(inputs);
        exploration.goBack();
        expect(exploration.choice).toMatchObject({ table, [TABLES[table].row]: row });
      }
    }),
    { numRuns: 50 },
  );
});

test('an edit of X′ is undone alone, and reaches the same word in X', () => {
  const exploration = new Exploration(attention);
  exploration.setKeyText('one two step');
  const place = { table: 'keyInputs', head: 0, row: 2, column: 1 } as const;
  exploration.edit(place, 0.5);
  expect(exploration.isEdited(place)).toBe(true);
  expect(exploration.figure!.keyInputs.data[7]).toBe(0.5);
  expect(exploration.figure!.inputs.data[5 * 3 + 1]).toBe(0.5);
  exploration.undo();
  expect(exploration.figure!.keyInputs.data[7]).toBe(Math.fround(0.8));
  expect(exploration.state.keyText).toBe('one two step');
});

test('an error names the words of the text that it is about', () => {
  const exploration = new Exploration(attention);
  exploration.setText('Your journey');
  exploration.setKeyText('meine weite Reise');
  const causeOf = (message: string) =>
    failureOf(new RangeError(message), exploration.tokens, exploration.keyTokens).cause;
  expect(causeOf('keyInputs row 2, column 0 is NaN')).toBe('KeyInputs row “Reise”, column 0 is NaN');
  expect(causeOf('queryInputs row 1, column 0 is NaN')).toBe('QueryInputs row “journey”, column 0 is NaN');
  expect(causeOf('keys row 0, column 1 is Infinity')).toBe('Keys row “meine”, column 1 is Infinity');
  expect(causeOf('projections.key row 1, column 0 is NaN')).toContain('row 1');
  exploration.edit({ table: 'keyInputs', head: 0, row: 2, column: 0 }, 3e38);
  exploration.edit({ table: 'inputs', head: 0, row: 0, column: 0 }, 3e38);
  expect(exploration.failure?.cause).toContain('query “Your” and key “Reise”');
});
