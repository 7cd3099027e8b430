import { describe, expect, test } from 'vitest';
import { loadAttention } from '../../web/api/load.ts';
import { Exploration } from '../../web/elements/exploration.ts';
import { PRESETS } from '../../web/elements/settings.ts';
import { TABLES, type TableName, tableOf } from '../../web/elements/tables.ts';
import { traceOf } from '../../web/elements/trace.ts';
import { lastResult, read } from './support/sums.ts';

const attention = await loadAttention();

/** Seeded, so that a failure can be had again. */
function randomNumbers(seed: number) {
  const numbers = attention.random(seed);
  const next = () => numbers.rand(1, 1).data[0]!;
  const below = (n: number) => Math.floor(next() * n);
  return { next, below, one: <T>(list: readonly T[]) => list[below(list.length)]! };
}

const WORDS = ['Your', 'journey', 'starts', 'with', 'one', 'step', '👋', '我', 'שלום', '<b>', 'sea', 'and'];

function randomState(seed: number): { exploration: Exploration; decimals: number } {
  const { next, below, one } = randomNumbers(seed);
  const exploration = new Exploration(attention);
  exploration.setText(Array.from({ length: 1 + below(14) }, () => one(WORDS)).join(' '));
  exploration.choosePreset(one(PRESETS).name);
  exploration.set({ seed: below(1000), causal: below(2) === 0, dropout: one([0, 0, 0.1, 0.5]) });
  if (exploration.settings.projection !== 'none')
    exploration.set({ heads: 1 + below(3), headWidth: 1 + below(12) });
  if (below(2) === 0) exploration.toggleKey(below(exploration.tokens.length));
  for (let edits = below(4); edits > 0; edits--) {
    const place = {
      table: 'inputs',
      head: 0,
      row: below(exploration.tokens.length),
      column: below(3),
    } as const;
    exploration.edit(place, Math.fround((next() - 0.5) * 10 ** below(4)));
  }
  return { exploration, decimals: 2 + below(5) };
}

test('in 200 random states, for every kind of cell, the shown terms and the rounding add up to the shown cell', () => {
  const kinds = new Map<TableName, number>();
  for (let seed = 1; seed <= 200; seed++) {
    const { exploration, decimals } = randomState(seed);
    const figure = exploration.figure;
    if (!figure) throw new Error(exploration.failure?.cause);
    const { below } = randomNumbers(seed + 1000);
    for (const table of Object.keys(TABLES) as TableName[]) {
      const head = below(figure.heads.length);
      const matrix = tableOf(figure, table, head);
      if (!matrix) continue;
      const { row, column } = TABLES[table];
      const choice = {
        ...exploration.choice,
        table,
        head,
        [row]: below(matrix.rows),
        [column]: below(matrix.cols),
      };
      const trace = traceOf(figure, choice, decimals)!;
      const result = lastResult(trace);
      if (result === undefined) continue;
      expect(result, `${table}, seed ${seed}`).toBe(read(trace.text, decimals));
      kinds.set(table, (kinds.get(table) ?? 0) + 1);
    }
  }
  for (const table of ['queries', 'keys', 'values', 'scores', 'weights', 'context', 'output'] as const)
    expect(kinds.get(table), table).toBeGreaterThan(20);
});

describe('the worked example', () => {
  const at = (table: TableName, preset = 'plain') => {
    const exploration = new Exploration(attention);
    exploration.choosePreset(preset as 'plain');
    return traceOf(exploration.figure!, { ...exploration.choice, table }, 4)!;
  };

  test('ω₂₃ is a sum of three products', () => {
    const [sum] = at('scores').lines;
    expect(sum).toMatchObject({
      kind: 'sum',
      terms: [{ units: 3135 }, { units: 7395 }, { units: 4224 }],
      rounding: 0,
      result: 14754,
    });
  });

  test('rounded terms that miss the cell get a rounding term', () => {
    const [share] = at('weights', 'scaled').lines;
    expect(share).toMatchObject({ kind: 'share', total: { rounding: -1 } });
  });

  test('the output’s trace has the bias as a term', () => {
    expect(at('output', 'heads').lines[0]).toMatchObject({ kind: 'sum', bias: 1934 });
  });

  test('of a long sum the six largest terms are shown, and the others together', () => {
    const exploration = new Exploration(attention);
    exploration.setText(Array.from({ length: 64 }, (_, i) => `word${i}`).join(' '));
    const trace = traceOf(exploration.figure!, { ...exploration.choice, table: 'context' }, 4)!;
    expect(trace.lines[0]).toMatchObject({ kind: 'sum', others: { count: 58 } });
  });

  test('large scores have their row’s maximum subtracted', () => {
    const exploration = new Exploration(attention);
    exploration.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, 9);
    const [share] = traceOf(exploration.figure!, { ...exploration.choice, table: 'weights' }, 4)!.lines;
    expect(share).toMatchObject({ kind: 'share', maximum: expect.any(Number) });
  });
});
