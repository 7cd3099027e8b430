import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distPath, root } from '../api/support/dist.ts';
import { type Answer, launch, serve } from '../api/support/site.ts';

// What the README says to paste, pasted.

const snippets = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(
  ([, language, text]) => ({ language: language!, text: text! }),
);
const html = snippets.filter(({ language }) => language === 'html').map(({ text }) => text);
const [inPages, forNode] = [true, false].map((page) =>
  snippets
    .filter(({ language, text }) => language === 'js' && text.includes('document.') === page)
    .map(({ text }) => text),
);

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function open(body: string): Promise<{ page: Page; problems: string[] }> {
  const script = (name: string): Answer => ({
    headers: { 'content-type': 'text/javascript' },
    body: readFileSync(distPath(name)),
  });
  const site = await serve({
    '/': {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html><title>A post</title>${body}`,
    },
    '/favicon.ico': { status: 204, body: '' },
    '/attention-explorer.classic.js': script('attention-explorer.classic.js'),
    '/attention-explorer.js': script('attention-explorer.js'),
    '/attention-wasm.js': script('attention-wasm.js'),
  });
  const page = await browser.newPage({ viewport: { width: 800, height: 2000 } });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('close', site.close);
  await page.goto(site.origin);
  return { page, problems };
}

test('there are snippets of each kind', () => {
  expect([html.length, inPages!.length, forNode!.length]).toEqual([4, 1, 1]);
});

test.each(html.filter((text) => text.includes('<script')))('snippet %#, as it is pasted', async (text) => {
  const { page, problems } = await open(text);
  await expect.poll(() => page.locator('table').count()).toBeGreaterThan(0);
  expect(await page.locator('[part="error"]').count()).toBe(0);
  expect(problems).toEqual([]);
  await page.close();
});

test('the first one shows the worked example', async () => {
  const { page } = await open(html[0]!);
  await expect.poll(() => page.locator('td[data-query="1"][data-key="1"]').textContent()).toBe('0.2379');
  await page.close();
});

test('what is imported draws what is computed', async () => {
  const imports = {
    'attention-wasm': './attention-wasm.js',
    'attention-wasm/elements': './attention-explorer.js',
  };
  const { page, problems } = await open(
    `<script type="importmap">${JSON.stringify({ imports })}</script>${html[3]}<script type="module">${inPages![0]}</script>`,
  );
  await expect.poll(() => page.locator('td').count()).toBe(4);
  expect(problems).toEqual([]);
  await page.close();
});

test.each(forNode!)('runs on Node: %s', (text) => {
  const printed = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `${text}\nconsole.log(context.rows, weights.length, output.cols, scores.length);`,
    ],
    { cwd: root, encoding: 'utf8' },
  );
  expect(printed).toBe('3 1 3 2\n');
});
