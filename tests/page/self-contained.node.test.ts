import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../api/support/site.ts';

// dist/attention.html, alone in a folder: the page as somebody has it who saved it to a disk.

const built = join(import.meta.dirname, '../../dist/attention.html');
let browser: Browser;
let folder: string;

beforeAll(async () => {
  browser = await launch();
  folder = mkdtempSync(join(tmpdir(), 'attention file '));
  copyFileSync(built, join(folder, 'attention.html'));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

interface Opened {
  page: Page;
  /** What went wrong in its console. */
  problems: string[];
  /** Every address it asked for. */
  requests: string[];
}

async function open(options: BrowserContextOptions = {}, before = ''): Promise<Opened> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const [problems, requests]: [string[], string[]] = [[], []];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  if (before) await page.addInitScript(before);
  await page.goto(pathToFileURL(join(folder, 'attention.html')).href);
  return { page, problems, requests };
}

const weights = (page: Page) => page.locator('table[data-grid="weights"] tbody td');
const asked = (requests: string[]) => requests.filter((url) => !/^(data|blob):/.test(url));

test('opens from file://, comes alive under its own policy, and asks for nothing', async () => {
  // emscripten#13207, emscripten#20449
  const { page, problems, requests } = await open();
  await expect.poll(() => weights(page).nth(7).textContent()).toBe('0.2379');
  await page.locator('textarea').first().fill('my own words');
  await expect.poll(() => weights(page).count()).toBe(9);
  expect(problems).toEqual([]);
  expect(asked(requests)).toEqual([pathToFileURL(join(folder, 'attention.html')).href]);
});

test('without any script the worked example’s figures are there, with their colours', async () => {
  const { page, problems } = await open({ javaScriptEnabled: false });
  await expect.poll(() => weights(page).nth(7).textContent()).toBe('0.2379');
  const colour = await weights(page)
    .nth(7)
    .evaluate((td) => getComputedStyle(td).backgroundColor);
  expect(colour).toMatch(/^rgb\((?!0, 0, 0)/);
  expect(problems).toEqual([]);
});

test('where the engine refuses SIMD, the build without it is in the file too', async () => {
  const { page, problems } = await open({}, 'WebAssembly.validate = () => false;');
  await page.locator('textarea').first().fill('my own words');
  await expect.poll(() => weights(page).count()).toBe(9);
  expect(problems).toEqual([]);
});

test('where no worker can start, it computes all the same', async () => {
  const { page, problems } = await open({}, 'delete window.Worker;');
  await page.locator('textarea').first().fill('word '.repeat(300));
  await expect.poll(() => page.locator('attention-heatmap canvas').count()).toBe(1);
  expect(problems).toEqual([]);
});

test('its policy names what it holds and lets nothing else in', () => {
  const policy = /Content-Security-Policy"\s+content="([^"]*)"/.exec(readFileSync(built, 'utf8'))![1]!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|connect-src/);
});
