import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as api from '../../dist/attention-wasm.js';
import { distPath } from '../api/support/dist.ts';
import { type Answer, launch, serve } from '../api/support/site.ts';

// dist/site/docs as somebody reads it.

const site = distPath('site');
const pages = readdirSync(join(site, 'docs')).filter((file) => file.endsWith('.html'));
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };

let browser: Browser;
let served: { origin: string; close(): void };
beforeAll(async () => {
  browser = await launch();
  const files: Record<string, Answer> = { '/icon.svg': answer('icon.svg') };
  for (const folder of ['docs', 'embed'])
    for (const name of readdirSync(join(site, folder)))
      files[`/${folder}/${name}`] = answer(`${folder}/${name}`);
  served = await serve(files);
});
afterAll(async () => {
  await browser.close();
  served.close();
});

function answer(file: string): Answer {
  const type = types[file.split('.').pop() as keyof typeof types];
  return { headers: { 'content-type': type }, body: readFileSync(join(site, file)) };
}

async function open(file: string): Promise<{ page: Page; problems: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 5000 } });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${served.origin}/docs/${file}`);
  return { page, problems };
}

/** Of the page's own; the elements have tests of theirs. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ exclude: ['.live'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

test.each(pages)(
  '%s: every live example draws, under the page’s own policy; axe finds nothing',
  async (file) => {
    const { page, problems } = await open(file);
    const live = page.locator('.live :is(attention-weights, attention-explorer)');
    for (const element of await live.all()) {
      await element.scrollIntoViewIfNeeded();
      await expect.poll(() => element.locator('table').count()).toBeGreaterThan(0);
      expect(await element.locator('[part="error"]').count()).toBe(0);
    }
    expect(problems).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await page.close();
  },
);

test('the first example is the worked example; what its events say is shown below it', async () => {
  const { page } = await open('attention-weights.html');
  const cell = page.locator('attention-weights td[data-query="1"][data-key="1"]').first();
  await expect.poll(() => cell.textContent()).toBe('0.2379');
  await cell.click();
  const heard = page.locator('.heard').first();
  await expect
    .poll(() => heard.textContent())
    .toMatch(/^attention-choose: .*"query":1,"key":1,"weight":0\.2378/);
  await page.close();
});

test('every link leads to a file of the site, or to a place in its page', () => {
  for (const file of pages) {
    const html = readFileSync(join(site, 'docs', file), 'utf8');
    for (const [, href] of html.matchAll(/<(?:a|link|script)\b[^>]*(?:href|src)="([^"]*)"/g)) {
      if (href!.startsWith('#')) expect(html).toContain(`id="${href!.slice(1)}"`);
      else {
        const path = join(site, 'docs', href!);
        expect(existsSync(statSync(path).isDirectory() ? join(path, 'index.html') : path), href).toBe(true);
      }
    }
  }
});

test('the API’s page tells of everything that it exports', () => {
  const html = readFileSync(join(site, 'docs', 'api.html'), 'utf8');
  for (const name of Object.keys(api)) expect(html).toContain(`<h2 id="${name}">`);
  const sections = [...html.matchAll(/<section>([\s\S]*?)<\/section>/g)];
  expect(sections.length).toBeGreaterThan(15);
  for (const [, section] of sections) expect(section).toMatch(/<p>\w/);
});

test('nothing is left untold: each attribute, event, slot, part and property has words', () => {
  for (const file of ['attention-weights.html', 'attention-explorer.html']) {
    const html = readFileSync(join(site, 'docs', file), 'utf8');
    const rows = [...html.matchAll(/<tr><td>(.*?)<\/td><td>([\s\S]*?)<\/td><\/tr>/g)];
    expect(rows.length).toBeGreaterThan(25);
    for (const [, name, words] of rows) expect(words!.length, name).toBeGreaterThan(8);
  }
});

test('the parts that are told of are those that there are', async () => {
  const { page } = await open('attention-weights.html');
  const live = page.locator('.live attention-weights');
  for (const element of await live.all()) {
    await element.scrollIntoViewIfNeeded();
    await expect.poll(() => element.locator('td').count()).toBeGreaterThan(0);
  }
  await live.first().locator('td').first().click();
  const told = await page
    .locator('h2:text("Parts") ~ .wide')
    .first()
    .locator('td:first-child')
    .allTextContents();
  const there = new Set(
    (await live.locator('[part]').evaluateAll((all) => all.map((one) => [...one.part]))).flat(),
  );
  // Those of a large text, and of what is wrong.
  expect([...there, 'picture', 'error'].sort()).toEqual(told.sort());
  await page.close();
});
