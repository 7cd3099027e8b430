import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Exploration } from '../../web/elements/exploration.ts';
import { START } from '../../web/elements/state.ts';
import { LIMITS } from '../../web/elements/take-along/limits.ts';
import { packed } from '../../web/elements/take-along/packed.ts';
import { fragmentOf, readFragment } from '../../web/elements/take-along/permalink.ts';
import { type Saved, savedOf } from '../../web/elements/take-along/saved-state.ts';
import { anySaved } from './support/saved.ts';

const start = savedOf(new Exploration());
const withText = (text: string): Saved => ({ ...start, state: { ...START, text } });

test('the page as it opens needs no fragment', async () => {
  expect(await fragmentOf(start)).toBe('');
  expect(await readFragment('#')).toBeUndefined();
});

// A link that somebody has written down means the same for ever: these are never edited.
test('links of version 1 mean what they meant', async () => {
  expect(await readFragment('v=1')).toEqual({ state: START, choice: start.choice, decimals: 4 });
  expect(
    await readFragment('#v=1&text=two+words&projection=linear&heads=2&headWidth=1&cell=weights,1,0,1,0,0'),
  ).toEqual({
    state: {
      ...START,
      text: 'two words',
      settings: { ...START.settings, projection: 'linear', heads: 2, headWidth: 1 },
    },
    choice: { table: 'weights', head: 1, query: 0, key: 1, component: 0, feature: 0 },
    decimals: 4,
  });
  expect(
    (await readFragment(
      'v=1&keys=a%26b&windows=4,2,1&scale=root&causal=true&seed=7&dropout=0.5&hide=0,2&word=0.5,-1,0.1f,a,b&entry=queryProjection:0:1:2.5&decimals=6',
    ))!.state,
  ).toEqual({
    ...START,
    keyText: 'a&b',
    windows: { length: 4, stride: 2, shown: 1 },
    settings: { ...START.settings, scale: 'root', causal: true, seed: 7, dropout: 0.5 },
    hiddenKeys: new Set([0, 2]),
    wordEdits: new Map([['a,b', [0.5, -1, Math.fround(0.1)]]]),
    projectionEdits: new Map([['queryProjection:0:1', 2.5]]),
  });
});

test('a short state can be read in its link', async () => {
  expect(await fragmentOf(withText('my own words, yes.'))).toBe('v=1&text=my+own+words,+yes%2E');
});

test.each([
  '👋 é',
  'a\0b',
  'a \ud83d b',
  '\udc4b\ud83d',
  '\\ud83d',
  '\\',
  '',
  ' +%26&=#?/',
  '%E0%A4%A',
  '\r\n\t',
  '我\u2028',
])('a link brings back the text %j', async (text) => {
  for (const long of [text, text + 'x'.repeat(1000)]) {
    const fragment = await fragmentOf(withText(long));
    // What programs that find links in text take for part of one, and the address bar leaves as it is.
    expect(fragment).toMatch(/^[\w=&+%,:.-]*[\w=&+%-]$/);
    expect((await readFragment(fragment))?.state.text).toBe(long);
  }
});

test('a link brings everything back, whatever it is', async () => {
  await fc.assert(
    fc.asyncProperty(anySaved, async (saved) => {
      const fragment = await fragmentOf(saved);
      expect(fragment.length).toBeLessThanOrEqual(LIMITS.link);
      expect((await readFragment(`#${fragment}`)) ?? start).toEqual(saved);
    }),
    { numRuns: 500 },
  );
});

test('a longer text is packed; one too long for a link is refused, with what to do instead', async () => {
  const prose = 'The quick brown fox jumps over the lazy dog. '.repeat(100);
  expect(await fragmentOf(withText(prose))).toMatch(/^z=1\.[\w-]{50,400}$/);
  const noise = Array.from({ length: 5000 }, (_, i) =>
    String.fromCodePoint(0x4e00 + ((i * 7919) % 20000)),
  ).join('');
  await expect(fragmentOf(withText(noise))).rejects.toThrow(
    /characters are too many for a link; up to 8,000 are possible\. Save the JSON file instead/,
  );
  await expect(fragmentOf(withText('x'.repeat(100_001)))).rejects.toThrow(/^100,001 characters/);
});

describe('a damaged link is refused in words', () => {
  test.each([
    ['%E0%A4%A', /“%E0%A4%A” is not what a link of this page says/],
    ['v=1&text=%E0%A4%A', /“%E0%A4%A” is not well-formed text/],
    ['v=1&text=100%', /“%” is not well-formed/],
    ['v=1&text=a\\b', /stands for nothing/],
    ['title', /not what a link of this page says/],
    ['text=hello', /does not begin with v=1/],
    ['v=2&text=hello', /version 2; this page reads 1/],
    ['z=9.abc', /version 9; this page reads 1/],
    ['z=1.', /damaged or cut off/],
    ['z=1.AAAA', /damaged or cut off/],
    ['z=1.%%%', /damaged or cut off/],
    ['v=1&text=a&text=b', /“text” twice/],
    ['v=1&nonsense=1', /“nonsense”, which this page does not know/],
    ['v=1&__proto__=1', /“__proto__”, which this page does not know/],
    ['v=1&constructor=1', /“constructor”, which/],
    ['v=1&cell=__proto__,0,0,0,0,0', /choice\.table is “__proto__”; it must be one of inputs, /],
    ['v=1&cell=toString,0,0,0,0,0', /choice\.table is “toString”/],
    ['v=1&cell=scores,0', /cell is “0”; it must be 5 numbers/],
    ['v=1&cell=scores,0,0,0,0,99999', /choice\.feature is 99999; it must be a whole number from 0 to 4095/],
    ['v=1&tokenizer=valueOf', /tokenizer is “valueOf”; it must be one of words, characters, gpt2/],
    ['v=1&projection=linear&heads=1e9', /heads is 1000000000; it must be a whole number from 1 to 16/],
    ['v=1&projection=linear&headWidth=1e300', /headWidth is 1e\+300/],
    ['v=1&heads=2', /heads is 2; without projections it must divide the 3 inputs/],
    ['v=1&heads=two', /heads is “two”; it must be a number/],
    ['v=1&heads=', /heads is “”; it must be a number/],
    ['v=1&seed=1.5', /seed is 1\.5; it must be a whole number/],
    ['v=1&dropout=NaN', /dropout is “NaN”; it must be a number/],
    ['v=1&dropout=2', /dropout is 2; it must be a number from 0 to 1/],
    ['v=1&causal=1', /causal is “1”; it must be true or false/],
    ['v=1&windows=1e9,1,0', /windows\.length is 1000000000/],
    ['v=1&windows=4,0,0', /windows\.stride is 0/],
    ['v=1&hide=-1', /hidden key is -1/],
    [`v=1&hide=${'1,'.repeat(3000)}1`, undefined],
    ['v=1&word=1,2,3', /word is “1,2,3”; it must be three numbers and a word/],
    ['v=1&word=1,2,1e39,cat', /a word’s vector is 1e\+39; it must be a number up to 3.4e38/],
    ['v=1&entry=__proto__:0:0:1', /a projection is “__proto__”/],
    ['v=1&entry=queryProjection:0:1e9:1', /must be table:row:column/],
    ['v=1&entry=queryProjection:0:0:0:1', /must be table:row:column/],
    ['v=1&entry=1', /must be one of queryProjection/],
    ['v=1&decimals=100', /decimals is 100; it must be a whole number from 2 to 6/],
    [`v=1&text=${'x'.repeat(8000)}`, /8,009 characters; up to 8,000 are read/],
  ])('%s', async (fragment, message) => {
    if (message) await expect(readFragment(fragment)).rejects.toThrow(message);
    else expect((await readFragment(fragment))!.state.hiddenKeys).toEqual(new Set([1]));
  });

  test('whatever is cut off or changed in it', async () => {
    await fc.assert(
      fc.asyncProperty(anySaved, fc.nat(), fc.string({ maxLength: 3 }), async (saved, at, instead) => {
        const fragment = await fragmentOf(saved);
        const place = at % (fragment.length + 1);
        const damaged = fragment.slice(0, place) + instead + (at % 2 ? fragment.slice(place + 1) : '');
        const read = await readFragment(damaged).catch((error) => error);
        // Refused in words, or read as another state within bounds; no other exception.
        if (read instanceof Error) expect(read.constructor.name).toBe('Refusal');
        else if (read) expect((await readFragment(await fragmentOf(read))) ?? start).toEqual(read);
      }),
      { numRuns: 1000 },
    );
  });

  test('also of something huge that was packed small', async () => {
    const bomb = await packed(`v=1&text=${'x'.repeat(5_500_000)}`);
    expect(bomb.length).toBeLessThan(LIMITS.link);
    await expect(readFragment(`z=1.${bomb}`)).rejects.toThrow(
      /Unpacked it has more than 2,000,000 characters/,
    );
  });
});
