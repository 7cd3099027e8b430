// Chromium, on a plain static page: no cross-origin isolation, so no shared memory and no WebAssembly threads.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium as browsers } from 'playwright';
import { root, Stop } from '../../../scripts/run.mjs';
import { chromium } from '../../../scripts/setup.mjs';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

// As in vitest.config.ts: the sandbox refuses to run as root, and nothing is looked up or updated in the background.
const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--disable-gpu',
];

export async function measureInChromium(options) {
  return withPage(async (page, browser) => {
    await page.exposeFunction('say', (what) => console.log(`  Chromium: ${what}`));
    const measured = await page.evaluate(async (options) => {
      const { measureInPage } = await import('/tests/bench/environments/page.mjs');
      return measureInPage(options);
    }, options);
    return { environment: `Chromium ${browser.version()}`, ...measured };
  });
}

/** Opens an empty page that is served from the project's folder, and closes everything after. */
export async function withPage(body) {
  const server = createServer(serve);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await browsers.launch({ executablePath: chromium(), args: flags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(0);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    if (await page.evaluate(() => crossOriginIsolated))
      throw new Stop('the page is isolated; it should be a plain one');
    return await body(page, browser);
  } finally {
    await browser.close();
    server.close();
  }
}

async function serve(request, response) {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  try {
    const body = path === '/' ? '<!doctype html><title>bench</title>' : await readFile(join(root, path));
    response.writeHead(200, {
      'Content-Type': types[extname(path)] ?? (path === '/' ? 'text/html' : 'text/plain'),
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
}
