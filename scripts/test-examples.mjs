// `npm run test:examples [name…]`: packs the package, installs it into a copy of each example with whatever else that
// names, builds it, and looks for the right number in Chromium or in what it prints.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, Stop } from './run.mjs';
import { chromium as installedChromium, setUp } from './setup.mjs';

await main(async () => {
  setUp('test');
  // Imported here: until the first set-up there is no Playwright.
  const { build, examples, install, openPage, pack, RIGHT, start } = await import(
    '../tests/examples/try-example.mjs'
  );
  const { chromium } = await import('playwright');
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : examples;
  const unknown = chosen.find((name) => !examples.includes(name));
  if (unknown) throw new Stop(`There is no example ${unknown}: choose of ${examples.join(', ')}.`);

  const folder = mkdtempSync(join(tmpdir(), 'attention-examples-'));
  const browser = await chromium.launch({
    executablePath: installedChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  let failed = 0;
  try {
    const tarball = pack(folder);
    for (const name of chosen) {
      const began = performance.now();
      try {
        const place = join(folder, name);
        mkdirSync(place);
        install(name, place, tarball);
        const found = build(place).start
          ? { cells: [start(place)], problems: [] }
          : await openPage(place, browser);
        const right = JSON.stringify(found.cells).includes(RIGHT) && found.problems.length === 0;
        if (!right) throw new Error(JSON.stringify(found));
        console.log(`✓ ${name} shows ${RIGHT} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed++;
        console.error(`✗ ${name}: ${error.message}`);
      }
    }
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
  console.log(`examples: ${chosen.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
