import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { createServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch } from '../api/support/site.ts';
import {
  build,
  examples,
  installOffline,
  openPage,
  openUrl,
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
  const place = mkdtempSync(join(folder, `${name}-`));
  installOffline(name, place, tarball);
  build(place);
  return place;
}

test.each(['plain-html', 'vite'])('%s shows the right number in the right cell', async (name) => {
  const { cells, problems } = await openPage(copyOf(name), browser);
  expect(cells).toContain(RIGHT);
  expect(problems).toEqual([]);
});

test('vite’s server for development shows it too, with nothing said about it in the configuration', async () => {
  // vite#8427
  const place = copyOf('vite');
  const server = await createServer({
    root: place,
    configFile: false,
    logLevel: 'error',
    server: { port: 0 },
  });
  await server.listen();
  const { cells, problems } = await openUrl(server.resolvedUrls!.local[0]!, browser);
  await server.close();
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
