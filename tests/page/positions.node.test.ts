import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAttention } from '../../web/api/load.ts';
import { numberFormat } from '../../web/elements/cell-text.ts';
import { Exploration } from '../../web/elements/exploration.ts';
import { formatUnits } from '../../web/elements/number-format.ts';
import { positionVector } from '../../web/elements/positions.ts';
import { cellOf } from '../../web/elements/tables.ts';
import { traceOf } from '../../web/elements/trace.ts';

const attention = await loadAttention();

const withPositions = (text: string) => {
  const exploration = new Exploration(attention);
  exploration.setText(text);
  exploration.set({ positions: true });
  return exploration;
};

const place = fc.integer({ min: 0, max: 5000 });

describe('the vector of a place, as in Vaswani et al. (2017), section 3.5', () => {
  test('the first are those that can be written down', () => {
    expect(positionVector(0, 5)).toEqual([0, 1, 0, 1, 0]);
    // 10000^(2/4) is 100.
    expect(positionVector(3, 4)).toEqual([Math.sin(3), Math.cos(3), Math.sin(0.03), Math.cos(0.03)]);
  });

  test('a place so much further on is the same turn of every pair of columns, wherever it starts', () => {
    fc.assert(
      fc.property(place, place, fc.integer({ min: 1, max: 16 }), (from, further, pairs) => {
        const [before, after] = [positionVector(from, 2 * pairs), positionVector(from + further, 2 * pairs)];
        for (let i = 0; i < pairs; i++) {
          const turn = further / 10000 ** (i / pairs);
          const [sine, cosine] = [before[2 * i]!, before[2 * i + 1]!];
          // Angles reach 10⁴, whose sines are exact to 10⁴ · 2⁻⁵³.
          expect(after[2 * i]).toBeCloseTo(sine * Math.cos(turn) + cosine * Math.sin(turn), 10);
          expect(after[2 * i + 1]).toBeCloseTo(cosine * Math.cos(turn) - sine * Math.sin(turn), 10);
        }
      }),
    );
  });
});

describe('position vectors added', () => {
  test('X is each token’s vector and its place’s, added', () => {
    const exploration = withPositions('a b a c');
    const own = new Exploration(attention);
    own.setText('a b a c');
    for (let row = 0; row < 4; row++)
      // Both were rounded to float32, which of numbers below 2 keeps 7 decimals.
      for (const [column, added] of [
        Math.sin(row),
        Math.cos(row),
        Math.sin(row / 10000 ** (2 / 3)),
      ].entries())
        expect(cellOf(exploration.inputs, row, column)).toBeCloseTo(
          cellOf(own.inputs, row, column) + added,
          6,
        );
  });

  test('the same word at two places has two inputs; without them it has one', () => {
    const rowsOf = ({ inputs: { data } }: Exploration) => [
      [...data.subarray(0, 3)],
      [...data.subarray(6, 9)],
    ];
    const exploration = withPositions('a b a');
    const [first, third] = rowsOf(exploration);
    expect(first).not.toEqual(third);
    exploration.set({ positions: false });
    expect(rowsOf(exploration)[0]).toEqual(rowsOf(exploration)[1]);
  });

  test('places are counted from the start of the window', () => {
    const exploration = withPositions('a b a b a b a b');
    exploration.setWindows({ length: 4, stride: 2, shown: 0 });
    const first = [...exploration.inputs.data];
    exploration.setWindows({ length: 4, stride: 2, shown: 1 });
    expect([...exploration.inputs.data]).toEqual(first);
  });

  test('in a text of keys they are counted from its own start', () => {
    const exploration = withPositions('a b c');
    exploration.setKeyText('c b a');
    const { keyInputs, keyVectors } = exploration.figure!;
    for (let row = 0; row < 3; row++)
      expect(cellOf(keyInputs, row, 1)).toBeCloseTo(cellOf(keyVectors!, row, 1) + Math.cos(row), 6);
  });

  test('a number typed into X stands there, whatever the place adds, and is taken back to what was', () => {
    // Of numbers with more than six decimals the sum with the place's, which is up to 1, keeps 16 digits.
    const value = fc.integer({ min: -1e9, max: 1e9 }).map((millionths) => Math.fround(millionths / 1e6));
    const cell = fc.record({ row: fc.nat(5), column: fc.nat(2) });
    fc.assert(
      fc.property(cell, value, ({ row, column }, typed) => {
        const exploration = withPositions('a b a c a b');
        const at = { table: 'inputs', head: 0, row, column } as const;
        const before = [...exploration.inputs.data];
        exploration.edit(at, typed);
        expect(cellOf(exploration.figure!.inputs, row, column)).toBe(Math.fround(typed));
        exploration.unedit(at);
        expect([...exploration.inputs.data]).toEqual(before);
      }),
    );
  });

  test('it goes to the word: elsewhere the word has the same vector, and its place’s added', () => {
    const exploration = withPositions('a b a');
    exploration.edit({ table: 'inputs', head: 0, row: 2, column: 1 }, 5);
    expect(cellOf(exploration.inputs, 0, 1)).toBeCloseTo(5 - Math.cos(2) + Math.cos(0), 5);
  });

  test('the trace of an input is a sum of two shown numbers that comes to the shown cell', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(2), fc.integer({ min: 2, max: 6 }), (query, feature, decimals) => {
        const exploration = withPositions('Your journey starts with one step');
        const figure = exploration.figure!;
        const choice = { ...exploration.choice, table: 'inputs', query, feature } as const;
        const { lines, text } = traceOf(figure, choice, decimals)!;
        const [sum, fact] = lines;
        if (sum?.kind !== 'sum') throw new Error('no sum');
        expect(fact).toEqual({ kind: 'fact', fact: 'placed' });
        const [own, added] = sum.terms.map(({ value }) => value);
        expect(own).toBe(cellOf(figure.vectors!, query, feature));
        expect(added).toBe(positionVector(query, 3)[feature]);
        expect(sum.terms[0]!.units + sum.terms[1]!.units + sum.rounding).toBe(sum.result);
        expect(formatUnits(sum.result, decimals).replace('-', '−')).toBe(text);
      }),
    );
  });

  test('X is a result then, at fixed decimals, and so are Q, K and V where they are X', () => {
    const exploration = withPositions('Your journey');
    for (const table of ['inputs', 'queries', 'keys', 'values'] as const)
      expect(numberFormat(exploration.figure!, table, 4)(1.15)).toBe('1.1500');
    exploration.set({ positions: false });
    expect(numberFormat(exploration.figure!, 'inputs', 4)(1.15)).toBe('1.15');
  });
});
