import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript, so that it runs before anything is installed
import { pythonWith } from '../../scripts/setup.mjs';
import { loadAttention } from '../../web/api/load.ts';
import { numberFormat } from '../../web/elements/cell-text.ts';
import { Exploration } from '../../web/elements/exploration.ts';
import { hiddenBy } from '../../web/elements/figure.ts';
import { cellOf, type TableName, tableOf } from '../../web/elements/tables.ts';
import { numpyScript } from '../../web/elements/take-along/numpy-script.ts';
import { pytorchScript } from '../../web/elements/take-along/pytorch-script.ts';
import { scriptParts } from '../../web/elements/take-along/script-parts.ts';
import { runPython, syntaxErrors } from './support/python.ts';
import { anySettings } from './support/saved.ts';

const attention = await loadAttention();
const python: string | undefined = pythonWith();
const numpy: string | undefined = pythonWith('numpy');
const torch: string | undefined = pythonWith('torch');

const WORDS = [
  'Your',
  'journey',
  'starts',
  'with',
  '👋',
  '我',
  'שלום',
  '"<b>\\',
  '#',
  '\ud83d',
  "'''",
  '\\u0041',
];
const anyWords = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((words) => words.join(' '));
const anyNumber = fc.oneof(
  fc.integer({ min: -300, max: 300 }).map((n) => n / 100),
  fc.float({ min: -4, max: 4, noNaN: true }),
);

/** Whatever can be set, with numbers of a size that people look at. */
const anyExploration = fc
  .record({
    text: anyWords,
    keyText: fc.option(fc.oneof(anyWords, fc.constant('')), { nil: undefined, freq: 3 }),
    settings: anySettings,
    tokenizer: fc.constantFrom('words' as const, 'characters' as const, 'gpt2' as const),
    hidden: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 4 }),
    edits: fc.array(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 2 }), anyNumber), { maxLength: 3 }),
    entries: fc.array(
      fc.tuple(
        fc.constantFrom('queryProjection', 'keyProjection', 'valueProjection', 'outputProjection'),
        anyNumber,
      ),
      { maxLength: 3 },
    ),
    decimals: fc.integer({ min: 2, max: 6 }),
  })
  .map(({ text, keyText, settings, tokenizer, hidden, edits, entries, decimals }) => async () => {
    const exploration = new Exploration(attention);
    await exploration.restore({
      ...exploration.state,
      ...{ text, keyText, settings, tokenizer },
      hiddenKeys: new Set(hidden),
      projectionEdits: new Map(entries.map(([table, value]) => [`${table}:0:0`, value])),
    });
    for (const [row, column, value] of edits)
      if (row < exploration.tokens.length) exploration.edit({ table: 'inputs', head: 0, row, column }, value);
    exploration.setDecimals(decimals);
    return exploration;
  });

/** The figures of a printed script: a table for each title, each line's last numbers, without the names. */
function printedTables(printed: string): { title: string; rows: string[][] }[] {
  return printed
    .trim()
    .split('\n\n')
    .map((block) => {
      const [title = '', , ...lines] = block.split('\n');
      return { title, rows: lines.map((line) => line.split(/ {2,}/)) };
    });
}

const TITLES: readonly [TableName, string][] = [
  ['queries', 'queries Q'],
  ['keys', 'keys K'],
  ['values', 'values V'],
  ['scores', 'scores ω'],
  ['weights', 'weights α'],
  ['context', 'context z'],
  ['output', 'output y'],
];

interface Compared {
  readonly equal: number;
  /** Another last decimal, where the number lies close to halfway. */
  readonly tied: number;
  readonly wrong: readonly string[];
}

/** Compares what was printed with what the page shows, figure by figure. */
function compare(exploration: Exploration, printed: string): Compared {
  const figure = exploration.figure!;
  const { decimals } = exploration;
  const { heads, projection } = exploration.settings;
  const tables = new Map(printedTables(printed).map(({ title, rows }) => [title, rows]));
  let [equal, tied] = [0, 0];
  const wrong: string[] = [];
  for (let head = 0; head < heads; head++) {
    for (const [table, name] of TITLES) {
      const matrix = tableOf(figure, table, head);
      if (!matrix || (projection === 'none' && ['queries', 'keys', 'values'].includes(table))) continue;
      const title = heads > 1 && table !== 'output' ? `${name}, head ${head + 1}` : name;
      const format = numberFormat(figure, table, decimals);
      const rows = tables.get(title) ?? [];
      if (rows.length !== matrix.rows) wrong.push(`${title}: ${rows.length} rows for ${matrix.rows}`);
      for (let row = 0; row < matrix.rows; row++) {
        const cells = rows[row]?.slice(matrix.cols > 0 ? -matrix.cols : Number.POSITIVE_INFINITY) ?? [];
        for (let column = 0; column < matrix.cols; column++) {
          const value = cellOf(matrix, row, column);
          const hidden = table === 'weights' && hiddenBy(figure, row, column);
          const [here, there] = [hidden ? '·' : format(value), cells[column] ?? 'nothing'];
          if (here === there) equal++;
          else if (isTied(value, there, decimals)) tied++;
          else wrong.push(`${title} (${row}, ${column}): ${here} (${value}) is printed as ${there}`);
        }
      }
    }
  }
  return { equal, tied, wrong };
}

/**
 * Whether another text is another rounding of what is nearly the same number. A float32 has 24 binary digits, 6e-8 of its
 * magnitude; a sum of a dozen products of numbers up to 10, and the exponential of it, are off by a few dozen of these.
 */
function isTied(value: number, text: string, decimals: number): boolean {
  const read = text.startsWith('<') ? 0 : Number(text.replace('−', '-'));
  const slack = 3e-6 * Math.max(1, Math.abs(value));
  return Math.abs(read - value) <= 0.5 * 10 ** -decimals + slack;
}

async function hundred(seed: number): Promise<Exploration[]> {
  const all = await Promise.all(fc.sample(anyExploration, { numRuns: 100, seed }).map((make) => make()));
  return all.filter(({ figure }) => figure?.call);
}

/** Runs the scripts of random states, and compares every figure; gives the share with another last decimal. */
async function shareTied(python: string, write: typeof numpyScript, seed: number): Promise<number> {
  const explorations = await hundred(seed);
  expect(explorations.length).toBeGreaterThan(95);
  const scripts = explorations.map((exploration) => write(scriptParts(exploration)));
  let [equal, tied] = [0, 0];
  for (const [i, { printed, error }] of runPython(python, scripts).entries()) {
    expect(error, scripts[i]).toBeNull();
    const compared = compare(explorations[i]!, printed);
    expect(compared.wrong, scripts[i]).toEqual([]);
    equal += compared.equal;
    tied += compared.tied;
  }
  console.log(`${equal} figures equal, ${tied} with another last decimal`);
  return tied / (equal + tied);
}

describe.skipIf(!numpy)('the same in NumPy', () => {
  test('100 random states print the page’s figures', async () => {
    // With 6 decimals the last one is at float32's limit.
    expect(await shareTied(numpy!, numpyScript, 1)).toBeLessThan(0.005);
  });

  test('the worked example prints its figures', () => {
    const [ran] = runPython(numpy!, [numpyScript(scriptParts(new Exploration(attention)))]);
    expect(ran!.error).toBeNull();
    expect(ran!.printed).toContain(`scores ω
           Your  journey  starts    with     one    step
   Your  0.9995   0.9544  0.9422  0.4753  0.4576  0.6310
journey  0.9544   1.4950  1.4754  0.8434  0.7070  1.0865`);
    expect(ran!.printed).toContain('0.4419  0.6515  0.5683');
  });

  test('large numbers, tiny weights and negative zero print as on the page', () => {
    const exploration = new Exploration(attention);
    exploration.setText('a b c');
    // Products and sums of these are exact in float32.
    const X = [
      [4096, 0, -8],
      [2 ** 40, 0.5, 0],
      [-1, -0, 2 ** -14],
    ];
    for (const [row, entries] of X.entries())
      for (const [column, value] of entries.entries())
        exploration.edit({ table: 'inputs', head: 0, row, column }, value);
    exploration.setDecimals(6);
    const [ran] = runPython(numpy!, [numpyScript(scriptParts(exploration))]);
    expect(ran!.error).toBeNull();
    expect(ran!.printed).toContain('1.209e+24');
    expect(compare(exploration, ran!.printed)).toMatchObject({ tied: 0, wrong: [] });
    exploration.edit({ table: 'inputs', head: 0, row: 0, column: 0 }, 3);
    exploration.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, -3);
    const [small] = runPython(numpy!, [numpyScript(scriptParts(exploration))]);
    expect(small!.printed).toContain('<0.000001');
    expect(compare(exploration, small!.printed)).toMatchObject({ tied: 0, wrong: [] });
  });

  test('what a hidden key holds is not read, however large', () => {
    const exploration = new Exploration(attention);
    exploration.choosePreset('unscaled');
    for (const column of [0, 1, 2]) exploration.edit({ table: 'inputs', head: 0, row: 5, column }, 3e38);
    exploration.set({ causal: true });
    exploration.toggleKey(5);
    expect(exploration.failure).toBeDefined();
    expect(() => scriptParts(exploration)).toThrow('There are no results');
    exploration.reset();
    exploration.setText('Your step');
    exploration.setKeyText('Your journey step');
    exploration.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, 1);
    for (const column of [0, 1, 2]) exploration.edit({ table: 'keyInputs', head: 0, row: 1, column }, 3e38);
    exploration.toggleKey(1);
    expect(exploration.failure?.cause).toBeUndefined();
    const [ran] = runPython(numpy!, [numpyScript(scriptParts(exploration))]);
    expect(ran!.error).toBeNull();
    expect(
      compare(exploration, ran!.printed).wrong.filter((line) => !/scores|keys|values/.test(line)),
    ).toEqual([]);
  });

  test('of a long text the chosen query’s row is printed', async () => {
    const exploration = new Exploration(attention);
    exploration.setText(Array.from({ length: 300 }, (_, i) => `w${i % 90}`).join(' '));
    exploration.set({
      projection: 'linear',
      heads: 2,
      output: true,
      causal: true,
      dropout: 0.2,
      positions: true,
    });
    exploration.choose({ query: 250, head: 1 });
    const [ran] = runPython(numpy!, [numpyScript(scriptParts(exploration))]);
    expect(ran!.error).toBeNull();
    const { rows } = printedTables(ran!.printed).find(
      ({ title }) => title === 'scores ω and weights α of w70, head 2',
    )!;
    const { scores, weights } = exploration.figure!.heads[1]!;
    const numberOf = numberFormat(exploration.figure!, 'weights', 4);
    expect(rows.length).toBe(300);
    let different = 0;
    for (const [key, row] of rows.entries()) {
      const weight = key > 250 ? '·' : numberOf(cellOf(weights, 250, key));
      const score = cellOf(scores, 250, key);
      if (row.at(-1) !== weight || row.at(-2) !== numberFormat(exploration.figure!, 'scores', 4)(score))
        different++;
    }
    expect(different).toBeLessThanOrEqual(2);
  });
});

describe.skipIf(!torch)('the same in PyTorch, run', () => {
  test('100 random states print the page’s figures', async () => {
    expect(await shareTied(torch!, pytorchScript, 2)).toBeLessThan(0.005);
  });
});

describe.skipIf(!python)('the same in PyTorch', () => {
  test('has the statements of the NumPy script, and Python’s syntax', async () => {
    const explorations = await hundred(3);
    const scripts = explorations.map((exploration) => pytorchScript(scriptParts(exploration)));
    expect(syntaxErrors(python!, scripts)).toEqual([]);
    expect(syntaxErrors(python!, ['def'])).toHaveLength(1);
    for (const [i, script] of scripts.entries()) {
      const numpyLines = numpyScript(scriptParts(explorations[i]!)).split('\n');
      const from = (lines: string[]) =>
        lines.slice(lines.indexOf('def number(x, is_weight=False):')).join('\n');
      expect(from(script.split('\n'))).toBe(from(numpyLines));
    }
  });
});

test('a script that would be too large is refused before it is written', () => {
  const exploration = new Exploration(attention);
  exploration.setText('word '.repeat(1100));
  expect(() => scriptParts(exploration)).not.toThrow();
  exploration.set({ dropout: 0.1 });
  expect(() => scriptParts(exploration)).toThrow(
    '1,210,000 weights to be kept or dropped are too many for a script; up to 1,048,576 are possible. Turn dropout off. Or: Look at a window of the text.',
  );
});

test('tokens are data in a script, whatever they hold', () => {
  const exploration = new Exploration(attention);
  exploration.setText('"""\nimport os\\ \ud83d #{x}');
  const script = numpyScript(scriptParts(exploration));
  expect(script).not.toMatch(/^import os/m);
  // No halves of surrogate pairs, which Python could not print.
  expect(script).not.toMatch(/\p{Cs}/u);
});
