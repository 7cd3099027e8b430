import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, launch, serve } from '../api/support/site.ts';

// The built site, as a host sends it, under the strictest policy that anything computed by WebAssembly can have.

const SITE = join(import.meta.dirname, '../../dist/site');
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src 'self' data:; worker-src 'self'";
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The site's files at the paths of a folder of the host. */
function filesAt(folder: string): Record<string, Answer> {
  const files: Record<string, Answer> = {};
  for (const name of readdirSync(SITE, { recursive: true }) as string[]) {
    if (!extname(name)) continue;
    const answer = {
      headers: {
        'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
      },
      body: readFileSync(join(SITE, name)),
    };
    files[folder + name] = answer;
    if (name === 'index.html') files[folder] = answer;
  }
  return files;
}

let browser: Browser;
let site: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  browser = await launch();
  site = await serve(filesAt('/blog/a/'));
});
afterAll(async () => {
  await browser.close();
  site.close();
});

/** Opens the page; what goes wrong in its console is in `problems`. */
async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${site.origin}/blog/a/`);
  return { page, problems };
}

const weights = (page: Page) => page.locator('table[data-grid="weights"] tbody td');
const live = (page: Page) =>
  page.waitForFunction(() => {
    const explorer = document.querySelector('attention-explorer') as unknown as {
      exploration?: { ready: boolean };
    };
    return explorer.exploration?.ready === true;
  });

test('without any script the worked example’s figures are there, with their colours', async () => {
  const { page, problems } = await open({ javaScriptEnabled: false });
  await expect.poll(() => weights(page).nth(7).textContent()).toBe('0.2379');
  const cell = weights(page).nth(7);
  expect(await cell.evaluate((td) => getComputedStyle(td).backgroundColor)).toMatch(/^rgb\((?!0, 0, 0)/);
  expect(await page.locator('attention-trace .result').first().textContent()).toContain('1.4754');
  expect(problems).toEqual([]);
});

test('in a folder of its host and under a strict policy it comes alive, and says nothing in the console', async () => {
  const { page, problems } = await open();
  await live(page);
  await page.locator('textarea').fill('my own words');
  await expect.poll(() => weights(page).count()).toBe(9);
  expect(problems).toEqual([]);
});

test('the live figure replaces the one in the HTML without moving anything', async () => {
  const still = await open({ javaScriptEnabled: false });
  const moving = await open();
  await live(moving.page);
  await moving.page.waitForTimeout(500);
  for (const selector of ['table[data-grid="scores"]', 'table[data-grid="context"]', 'attention-trace'])
    expect(await moving.page.locator(selector).first().boundingBox()).toEqual(
      await still.page.locator(selector).first().boundingBox(),
    );
});

test('what is typed before the script runs is kept', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${site.origin}/blog/a/`, { waitUntil: 'commit' });
  await page.locator('textarea').fill('typed early');
  release();
  await live(page);
  await expect.poll(() => weights(page).count()).toBe(4);
  expect(await page.locator('textarea').inputValue()).toBe('typed early');
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('attention-explorer');
});

test('once loaded it needs no network', async () => {
  const { page, problems } = await open();
  await live(page);
  await page.context().setOffline(true);
  await page.locator('select.preset').selectOption('heads');
  await page.locator('textarea').fill('no network here');
  await expect.poll(() => page.locator('table[data-grid="output"] tbody td').count()).toBe(6);
  // The address is written a while later, by a script that nobody has needed yet.
  await page.waitForTimeout(700);
  expect(problems).toEqual([]);
  await page.context().setOffline(false);
  await expect.poll(() => page.url()).toContain('text=no+network+here');
});

describe.each([320, 390, 600, 700, 768, 1280, 2560])('%i pixels wide', (width) => {
  test.each(['plain', 'scaled', 'heads'])('nothing scrolls sideways: %s', async (preset) => {
    const { page } = await open({ viewport: { width, height: 900 }, hasTouch: width < 768 });
    await live(page);
    await page.locator('select.preset').selectOption(preset);
    for (const text of [
      'Your journey starts with one step',
      'a b c d e f g h',
      'Donaudampfschifffahrtsgesellschaft '.repeat(14),
    ]) {
      await page.locator('textarea').fill(text);
      await page.waitForTimeout(100);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, text).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  });
});

test('the first view is at most 150 KB, all transfers, gzip', async () => {
  const page = await (await browser.newContext()).newPage();
  const transfers: Promise<[url: string, bytes: number]>[] = [];
  page.on('response', (response) => {
    transfers.push(
      response.body().then((body): [string, number] => [response.url(), gzipSync(body, { level: 9 }).length]),
    );
  });
  await page.goto(`${site.origin}/blog/a/`);
  await live(page);
  await page.waitForTimeout(500);
  const sizes = await Promise.all(transfers);
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`first view: ${(bytes / 1024).toFixed(1)} KB in ${sizes.length} transfers`);
  // The page, its script and its style sheets were all counted.
  for (const ending of ['/a/', '.js', '.css']) expect(sizes.some(([url]) => url.endsWith(ending))).toBe(true);
  expect(bytes).toBeLessThan(150 * 1024);
});

test('a finger chooses cells, and changes a number by the field and the sign of the trace', async () => {
  const { page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await live(page);
  const ledger = page.locator('attention-ledger');
  await ledger.locator('td[data-table="weights"]').nth(3).tap();
  await expect
    .poll(() => page.locator('attention-trace').locator('.meaning').textContent())
    .toContain('with');
  const scrolled = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(scrolled).toBe(390);
  await page.locator('table[data-grid="inputs"] td[data-row="1"][data-column="0"]').first().tap();
  await page.getByRole('button', { name: 'Change the sign' }).tap();
  await expect
    .poll(() =>
      page.locator('table[data-grid="inputs"] td[data-row="1"][data-column="0"]').first().textContent(),
    )
    .toBe('−0.55');
});

test('the trace takes at most 35% of a phone’s screen', async () => {
  const { page } = await open({ viewport: { width: 390, height: 700 }, hasTouch: true });
  await live(page);
  for (const table of ['scores', 'weights', 'context']) {
    await page.locator(`attention-ledger td[data-table="${table}"]`).first().tap({ force: true });
    const box = await page.locator('attention-trace').boundingBox();
    expect(box!.height).toBeLessThanOrEqual(0.35 * 700 + 1);
  }
});

test('on paper there is no control, and the figure is whole', async () => {
  const { page } = await open();
  await live(page);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.controls').first().isVisible()).toBe(false);
  expect(await weights(page).nth(7).isVisible()).toBe(true);
  expect(await page.locator('attention-trace').isVisible()).toBe(true);
});

test('with forced colours the chosen cell is still told apart', async () => {
  const { page } = await open({ forcedColors: 'active' });
  await live(page);
  const outline = await page
    .locator('td.chosen')
    .first()
    .evaluate((td) => getComputedStyle(td).outlineStyle);
  expect(outline).toBe('solid');
});

test('nothing of it is written with innerHTML or eval', () => {
  for (const name of readdirSync(join(SITE, 'assets'))) {
    if (!name.endsWith('.js')) continue;
    const script = readFileSync(join(SITE, 'assets', name), 'utf8');
    expect(script).not.toMatch(/\beval\(|new Function\b|document\.write\b|unsafeHTML/);
  }
});
