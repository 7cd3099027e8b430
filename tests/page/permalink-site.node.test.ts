import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, launch, serve } from '../api/support/site.ts';

// The built page in a real browser, under its own strict policy: links opened by somebody else, and real downloads.

const SITE = join(import.meta.dirname, '../../dist/site');
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let browser: Browser;
let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  browser = await launch();
  const files: Record<string, Answer> = {};
  for (const name of readdirSync(SITE, { recursive: true }) as string[]) {
    if (!extname(name)) continue;
    const headers = { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' };
    const answer = { headers, body: readFileSync(join(SITE, name)) };
    files[`/${name}`] = answer;
    if (name === 'index.html') files['/'] = answer;
  }
  site = await serve(files);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

interface Explorer extends Element {
  exploration: import('../../web/elements/exploration.ts').Exploration;
}

/** Opens an address in a browser that knows nothing yet. */
async function openFresh(fragment = ''): Promise<{ page: Page; problems: string[] }> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.origin}/${fragment}`);
  await page.waitForFunction(
    () => document.querySelector<Explorer>('attention-explorer')?.exploration?.ready === true,
  );
  return { page, problems };
}

/** What a link has to bring back, as plain data. */
function stateIn(page: Page) {
  return page.evaluate(() => {
    const { state, choice, decimals } = document.querySelector<Explorer>('attention-explorer')!.exploration;
    const { hiddenKeys, wordEdits, projectionEdits, ...rest } = state;
    return {
      ...rest,
      hidden: [...hiddenKeys],
      edits: [[...wordEdits], [...projectionEdits]],
      choice,
      decimals,
    };
  });
}

const fragmentIn = (page: Page) => page.evaluate(() => location.hash);
const textIn = async (page: Page) => (await stateIn(page)).text;
const notice = (page: Page) => page.locator('.notice');

describe('the page’s address', () => {
  test('opens in a fresh browser with everything that was set, and the chosen cell', async () => {
    const { page, problems } = await openFresh();
    expect(await fragmentIn(page)).toBe('');
    await page.locator('textarea').first().fill('my own 👋 é words');
    await page.locator('select.preset').selectOption('heads');
    await page.evaluate(() => {
      const { exploration } = document.querySelector<Explorer>('attention-explorer')!;
      exploration.toggleKey(1);
      exploration.edit({ table: 'inputs', head: 0, row: 0, column: 2 }, -1.25);
      exploration.edit({ table: 'valueProjection', head: 1, row: 1, column: 0 }, 0.75);
      exploration.setKeyText('another text for the keys');
      exploration.toggleKey(2);
      exploration.setDecimals(6);
      exploration.chooseCell({ table: 'weights', head: 1, row: 3, column: 1 });
    });
    await expect.poll(() => fragmentIn(page)).toMatch(/^#v=1&text=my\+own.*cell=weights,1,3,1/);
    const other = await openFresh(await fragmentIn(page));
    const wanted = await stateIn(page);
    await expect.poll(() => stateIn(other.page)).toEqual(wanted);
    // What is drawn is the same too.
    const drawn = (of: Page) => of.locator('table[data-grid="weights"] tbody td').allTextContents();
    await expect.poll(() => drawn(other.page)).toEqual(await drawn(page));
    expect([...problems, ...other.problems]).toEqual([]);
  });

  test.each([
    ['with NUL', 'a\0b'],
    ['with half a surrogate pair', 'a \ud83d b'],
    ['with an emoji and an accent', '👋 é'],
    ['of 3000 characters', 'a'.repeat(3000)],
    ['with what links are made of', 'line\nbreak +%&=#'],
  ])('brings back a text %s', async (_, text) => {
    const { page, problems } = await openFresh();
    await page.evaluate(
      (given) => document.querySelector<Explorer>('attention-explorer')!.exploration.setText(given),
      text,
    );
    await expect.poll(() => fragmentIn(page)).not.toBe('');
    const other = await openFresh(await fragmentIn(page));
    await expect.poll(() => textIn(other.page)).toBe(text);
    expect([...problems, ...other.problems]).toEqual([]);
  });

  test.each([
    ['#%E0%A4%A', 'not what a link of this page says'],
    ['#v=1&text=%E0%A4%A', 'not well-formed text'],
    ['#v=1&projection=linear&heads=1e9', 'heads is 1000000000'],
    ['#v=7&text=x', 'version 7'],
    ['#v=1&__proto__=x', '__proto__'],
    ['#z=1.AAAA', 'damaged or cut off'],
  ])('damaged, it shows the worked example and says why: %s', async (fragment, why) => {
    const { page, problems } = await openFresh(fragment);
    await expect.poll(() => notice(page).textContent()).toContain(why);
    expect(await notice(page).textContent()).toContain('The worked example is shown instead.');
    expect(await textIn(page)).toBe('Your journey starts with one step');
    await page.getByRole('button', { name: 'close' }).click();
    expect(await notice(page).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test('followed within the page, it is opened; damaged, what was there stays', async () => {
    const { page } = await openFresh('#v=1&text=first+link');
    await expect.poll(() => textIn(page)).toBe('first link');
    await page.evaluate(() => (location.hash = '#v=1&text=second+link&decimals=2'));
    await expect.poll(() => textIn(page)).toBe('second link');
    await page.evaluate(() => (location.hash = '#v=1&text=%'));
    await expect.poll(() => notice(page).textContent()).toContain('What was shown stays.');
    expect(await textIn(page)).toBe('second link');
    await page.evaluate(() => (location.hash = ''));
    await expect.poll(() => textIn(page)).toBe('Your journey starts with one step');
    expect(await notice(page).count()).toBe(0);
  });

  test('holds nothing of a text that is too long for it, which the page says', async () => {
    const { page } = await openFresh('#v=1&text=short');
    await expect.poll(() => textIn(page)).toBe('short');
    const noise = Array.from({ length: 6000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919) % 20000)),
    ).join('');
    await page.locator('textarea').first().fill(noise);
    await expect.poll(() => fragmentIn(page)).toBe('');
    await page.locator('attention-take-along').scrollIntoViewIfNeeded();
    await expect
      .poll(() => page.locator('[data-way="link"]').textContent())
      .toMatch(/characters are too many for a link; up to 8,000 are possible\. Save the JSON file instead/);
    await page.locator('textarea').first().fill('short again');
    await expect.poll(() => fragmentIn(page)).toBe('#v=1&text=short+again&cell=scores,0,1,1,0,0');
  });

  test('what is typed before a link is read stays', async () => {
    const page = await (await browser.newContext()).newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.origin}/#v=1&text=from+the+link`, { waitUntil: 'commit' });
    await page.locator('textarea').first().fill('typed early');
    release();
    await page.waitForFunction(
      () => document.querySelector<Explorer>('attention-explorer')?.exploration?.ready === true,
    );
    await page.waitForTimeout(1000);
    expect(await textIn(page)).toBe('typed early');
  });
});

test('files are downloaded under the page’s own policy, and a JSON file is opened again', async () => {
  const { page, problems } = await openFresh('#v=1&text=to+be+saved&decimals=5');
  await expect.poll(() => textIn(page)).toBe('to be saved');
  await page.locator('attention-take-along').scrollIntoViewIfNeeded();
  const download = async (label: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: label, exact: true }).click(),
    ]);
    return { name: file.suggestedFilename(), path: await file.path() };
  };
  const png = await download('Save PNG');
  expect(png.name).toBe('attention-weights.png');
  expect([...readFileSync(png.path).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  expect(readFileSync((await download('Save SVG')).path, 'utf-8')).toMatch(/^<svg xmlns/);
  expect(readFileSync((await download('Save CSV')).path, 'utf-8')).toMatch(/^query \/ key,to,be,saved\r\n/);
  const json = await download('Save JSON');
  await page.locator('textarea').first().fill('something else');
  await page.locator('attention-take-along input[type=file]').setInputFiles(json.path);
  await expect.poll(() => textIn(page)).toBe('to be saved');
  expect((await stateIn(page)).decimals).toBe(5);
  await page.locator('summary', { hasText: 'NumPy' }).click();
  expect(readFileSync((await download('Save')).path, 'utf-8')).toContain('tokens = ["to", "be", "saved"]');
  expect(problems).toEqual([]);
});
