import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAttention } from '../../web/api/load.ts';
import { Exploration } from '../../web/elements/exploration.ts';
import { START } from '../../web/elements/state.ts';
import { tableCsv, textCell } from '../../web/elements/take-along/csv.ts';
import { LIMITS } from '../../web/elements/take-along/limits.ts';
import { namedTable } from '../../web/elements/take-along/named-table.ts';
import { tableScene } from '../../web/elements/take-along/picture.ts';
import { restoreSaved, savedOf } from '../../web/elements/take-along/saved-state.ts';
import { openJson, readJson, writeJson } from '../../web/elements/take-along/state-json.ts';
import { sceneSvg } from '../../web/elements/take-along/svg.ts';
import { anySaved, anyText } from './support/saved.ts';

const attention = await loadAttention();

function exploration(text?: string): Exploration {
  const made = new Exploration(attention);
  if (text !== undefined) made.setText(text);
  return made;
}

/** Without halves of surrogate pairs: names on the page have none, and UTF-8 knows none. */
const whole = (text: string) => text.replace(/\p{Cs}/gu, '\ufffd');

async function csvOf(
  given: Exploration,
  table: Parameters<typeof namedTable>[1],
  mark = false,
): Promise<string> {
  return (await tableCsv(namedTable(given.figure!, table, given.choice.head), mark)).join('');
}

describe('CSV', () => {
  test('has a name for each row and column, and every digit of a number', async () => {
    const given = exploration();
    const rows: string[][] = parse(await csvOf(given, 'weights'));
    expect(rows[0]).toEqual(['query / key', 'Your', 'journey', 'starts', 'with', 'one', 'step']);
    expect(rows.map(([name]) => name)).toEqual([
      'query / key',
      'Your',
      'journey',
      'starts',
      'with',
      'one',
      'step',
    ]);
    const numbers = rows.slice(1).flatMap(([, ...cells]) => cells.map((cell) => Math.fround(Number(cell))));
    expect(numbers).toEqual([...given.figure!.heads[0]!.weights.data]);
    expect((await csvOf(given, 'inputs')).split('\r\n')[0]).toBe(
      'query / feature,feature 1,feature 2,feature 3',
    );
  });

  test('begins with a byte order mark where that is asked for', async () => {
    expect((await csvOf(exploration(), 'scores', true)).startsWith('\ufeffquery')).toBe(true);
    expect((await csvOf(exploration(), 'scores')).startsWith('query')).toBe(true);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1'])(
    'a name that spreadsheets would run is guarded: %j',
    (text) => {
      expect(parse(textCell(text))).toEqual([[`'${text}`]]);
    },
  );

  test.each(['a', 'a=b', ' =1', '"', 'a,b', 'a\nb', 'it’s', "'x"])(
    'any other text is as it is: %j',
    (text) => {
      expect(parse(textCell(text))).toEqual([[text]]);
    },
  );

  test('numbers below zero stay numbers', async () => {
    const given = exploration('=a -b');
    given.edit({ table: 'inputs', head: 0, row: 1, column: 0 }, -0.5);
    given.edit({ table: 'inputs', head: 0, row: 1, column: 1 }, -3e38);
    given.edit({ table: 'inputs', head: 0, row: 1, column: 2 }, 1e-30);
    const rows: string[][] = parse(await csvOf(given, 'inputs'));
    expect(rows[1]![0]).toBe("'=");
    expect(rows[2]).toEqual(['a', '-0.5', '-3e+38', '1e-30']);
  });

  test('another parser reads any names and numbers back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyText.map(whole), { minLength: 1, maxLength: 4 }),
        fc.float({ noNaN: true, noDefaultInfinity: true }),
        async (names, number) => {
          const matrix = { rows: names.length, cols: 1, data: new Float32Array(names.length).fill(number) };
          const table = { table: 'context', head: 0, matrix, row: 'query', column: 'component' } as const;
          const name = (index: number) => names[index]!;
          const lines = await tableCsv({ ...table, rowName: name, columnName: () => 'c' });
          const [, ...rows]: string[][] = parse(lines.join(''));
          for (const [i, [first, cell, ...more]] of rows.entries()) {
            expect(more).toEqual([]);
            expect([names[i], `'${names[i]}`]).toContain(first);
            expect(first).not.toMatch(/^[=+\-@\t\r\n]/);
            expect(Math.fround(Number(cell))).toBe(Math.fround(number));
          }
          expect(rows.length).toBe(names.length);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('too many cells are refused before any is computed', async () => {
    const given = exploration('word '.repeat(1025));
    await expect(csvOf(given, 'weights')).rejects.toThrow(
      '1,050,625 cells (1025 × 1025) are too many for a table; up to 1,048,576 are possible.',
    );
    expect(parse(await csvOf(given, 'queries'))).toHaveLength(1026);
  });
});

describe('JSON', () => {
  test('brings back everything that was set', async () => {
    await fc.assert(
      fc.asyncProperty(anySaved, async (saved) => {
        const given = exploration();
        await restoreSaved(given, saved);
        expect(readJson(writeJson(given))).toEqual(savedOf(given));
      }),
      { numRuns: 200 },
    );
  });

  test('opened, it makes the same file again', async () => {
    await fc.assert(
      fc.asyncProperty(anySaved, async (saved) => {
        const [given, other] = [exploration(), exploration()];
        await restoreSaved(given, saved);
        const written = writeJson(given);
        await restoreSaved(other, await openJson(new Blob([written])));
        expect(writeJson(other)).toBe(written);
      }),
      { numRuns: 100 },
    );
  });

  test('has the numbers of what is shown, exactly', () => {
    const given = exploration('two words\0 ');
    given.choosePreset('heads');
    given.set({ dropout: 0.5 });
    const { numbers } = JSON.parse(writeJson(given));
    const figure = given.figure!;
    const floats = (rows: number[][]) => new Float32Array(rows.flat());
    expect(numbers.of).toBe('everything');
    expect(numbers.tokens[0]).toEqual({
      text: 'two',
      span: expect.any(String),
      start: 0,
      end: expect.any(Number),
    });
    expect(floats(numbers.inputs)).toEqual(figure.inputs.data);
    expect(floats(numbers.queryProjection)).toEqual(figure.projections!.query.data);
    expect(new Float32Array(numbers.outputBias)).toEqual(figure.projections!.outputBias);
    for (const [head, { queries, keys, values, scores, weights, context, kept }] of figure.heads.entries())
      for (const [name, { data }] of Object.entries({ queries, keys, values, scores, weights, context })) {
        expect(floats(numbers.heads[head][name]), name).toEqual(data);
        expect(numbers.heads[head].kept.join('')).toBe(kept.join(''));
      }
    expect(floats(numbers.output)).toEqual(figure.output!.data);
  });

  test('of a long text it has the numbers of the chosen query', () => {
    const given = exploration('a b c d e f g h '.repeat(64));
    given.choose({ query: 7 });
    const { numbers } = JSON.parse(writeJson(given));
    expect(numbers.of).toBe('query 7, counted from 0');
    expect(numbers.tokens).toHaveLength(512);
    expect(new Float32Array(numbers.heads[0].weights)).toEqual(
      new Float32Array(given.figure!.heads[0]!.weights.data.subarray(7 * 512, 8 * 512)),
    );
  });

  test.each([
    ['', /The file is no JSON/],
    ['{"schema":', /The file is no JSON/],
    ['[]', /The file is a list; it must be an object/],
    ['{}', /schema is missing; it must be one of attention-wasm\/exploration/],
    [
      '{"schema":"attention-wasm/exploration","version":2}',
      /version is 2; it must be a whole number from 1 to 1/,
    ],
    ['{"schema":"attention-wasm/exploration","version":1}', /state is missing; it must be an object/],
    ['{"schema":"attention-wasm/exploration","version":1,"state":{"text":1}}', /is missing|must be/],
  ])('what is no such file is refused in words: %s', (written, message) => {
    expect(() => readJson(written)).toThrow(message);
  });

  test('whatever is put in place of one of its parts, it is refused in words or read within bounds', () => {
    const whole = JSON.parse(writeJson(exploration()));
    const places = [
      'text',
      'keyText',
      'tokenizer',
      'windows',
      'settings',
      'hiddenKeys',
      'wordEdits',
      'projectionEdits',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), (place, value) => {
        const damaged = JSON.stringify({ ...whole, state: { ...whole.state, [place]: value } });
        try {
          readJson(damaged);
        } catch (error) {
          expect((error as Error).name).toBe('Refusal');
        }
      }),
      { numRuns: 1000 },
    );
    const settings = Object.keys(START.settings);
    fc.assert(
      fc.property(fc.constantFrom(...settings), fc.jsonValue(), (name, value) => {
        const damaged = {
          ...whole,
          state: { ...whole.state, settings: { ...START.settings, [name]: value } },
        };
        try {
          expect(readJson(JSON.stringify(damaged)).state.settings.heads).toBeLessThanOrEqual(16);
        } catch (error) {
          expect((error as Error).name).toBe('Refusal');
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('names of prototypes do nothing', () => {
    const whole = writeJson(exploration());
    const polluted = whole.replace('"state": {', '"state": {"__proto__": {"polluted": 1},');
    expect(readJson(polluted).state).toEqual(START);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('a file that is too large is refused before it is read', async () => {
    const file = {
      size: LIMITS.openedFile + 1,
      text: () => Promise.reject(new Error('read')),
    } as unknown as Blob;
    await expect(openJson(file)).rejects.toThrow('64,000,001 bytes; up to 64,000,000 are opened');
  });
});

describe('a picture', () => {
  const svgOf = async (given: Exploration, theme: 'light' | 'dark' = 'light') =>
    sceneSvg(await tableScene(given, 'weights', theme));
  const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

  test('has the table’s names and numbers, its scale and what was set', async () => {
    const svg = await svgOf(exploration());
    const drawn = texts(svg);
    expect(drawn).toContain('Weights α');
    expect(drawn).toContain('0.2379');
    expect(drawn.filter((text) => text === 'journey')).toHaveLength(2);
    for (const tick of ['0', '0.05', '0.25', '0.5', '1', '1/6']) expect(drawn).toContain(tick);
    expect(drawn.join(' ')).toContain(
      'no projections; scores unscaled; seed 123; colour by the square root of a weight, 0 to 1.',
    );
  });

  test('is a file of its own: nothing is fetched, run or styled from elsewhere', async () => {
    const svg = await svgOf(exploration());
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /https?:|@import|@font-face|<script|<style|href|url\(/,
    );
  });

  test('what looks like markup is text in it', async () => {
    const svg = await svgOf(exploration('<b>&"\' ]]>'));
    expect(svg).not.toContain('<b>');
    expect(texts(svg)).toContain('&#60;');
  });

  test('the same figures in the dark theme have other colours', async () => {
    const [light, dark] = [await svgOf(exploration()), await svgOf(exploration(), 'dark')];
    expect(texts(dark)).toEqual(texts(light));
    expect(light).toContain('fill="#fffefb"');
    expect(dark).toContain('fill="#16181d"');
  });

  test('hidden weights are crossed out, without a number', async () => {
    const given = exploration();
    given.choosePreset('causal');
    expect((await svgOf(given)).match(/<line/g)).toHaveLength(15 + 1); // pairs above the diagonal, and the tick
  });

  test('a text beyond the limit is refused before it is drawn', async () => {
    const wide = exploration('a b');
    const figure = wide.figure!;
    const weights = { rows: 4097, cols: 1, data: new Float32Array(4097) };
    const tall = { ...figure, heads: [{ ...figure.heads[0]!, weights }] };
    const pretended = {
      ...{ figure: tall, shown: wide.shown, decimals: 4 },
      settings: wide.settings,
    } as unknown as Exploration;
    await expect(tableScene(pretended, 'weights', 'light')).rejects.toThrow(
      '4,097 rows or columns are too many for a picture',
    );
  });
});
