import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../api/support/site.ts';
import {
  build,
  examples,
  installOffline,
  openPage,
  pack,
  RIGHT,
  start,
  // @ts-expect-error plain JavaScript, so that the command needs nothing compiled
} from './try-example.mjs';

// Those examples that need no network; `npm run test:examples` tries all of them.

const folder = mkdtempSync(join(tmpdir(), 'attention-examples-'));
let browser: Browser;
let tarball: string;

beforeAll(async () => {
  tarball = pack(folder);
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

function copyOf(name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  installOffline(name, place, tarball);
  build(place);
  return place;
}

test.each(['plain-html', 'vite'])('%s shows the right number in the right cell', async (name) => {
  const { cells, problems } = await openPage(copyOf(name), browser);
  expect(cells).toContain(RIGHT);
  expect(problems).toEqual([]);
});

test.each(['node-script', 'node-worker'])('%s prints the right number', (name) => {
  expect(start(copyOf(name))).toMatch(new RegExp(`^journey +\\S+ +${RIGHT} `, 'm'));
});

test('there is an example for each way that people build pages', () => {
  expect(examples).toEqual(
    expect.arrayContaining([
      'plain-html',
      'markdown',
      'vite',
      'webpack',
      'esbuild',
      'react-vite',
      'node-script',
      'node-worker',
    ]),
  );
});
