import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distPath } from '../api/support/dist.ts';
import { type Answer, launch, serve } from '../api/support/site.ts';

// The elements' shipped scripts in the pages that people have, one condition at a time.

const WEIGHTS = '<attention-weights>Your journey starts with one step</attention-weights>';
const EXPLORER = '<attention-explorer>Your journey starts with one step</attention-explorer>';

const script = (name = 'attention-explorer.js', headers: Answer['headers'] = {}): Answer => ({
  headers: { 'content-type': 'text/javascript', ...headers },
  body: readFileSync(distPath(name)),
});
const post = (src: string, body = WEIGHTS + EXPLORER, headers: Answer['headers'] = {}): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body: `<!doctype html><title>A post</title><script type="module" src="${src}"></script><h1>A post</h1>${body}`,
});

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Opens a page of these files; what its console says besides is in `problems`. */
async function open(
  files: Record<string, Answer>,
  path = '/',
  { before = '', ...options }: BrowserContextOptions & { before?: string } = {},
): Promise<{ page: Page; problems: string[]; origin: string }> {
  const site = await serve({ '/favicon.ico': { status: 204, body: '' }, ...files });
  const opened = await openUrl(site.origin + path, before, options);
  opened.page.on('close', site.close);
  return { ...opened, origin: site.origin };
}

async function openUrl(url: string, before = '', options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 2000 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  if (before) await page.addInitScript(before);
  await page.goto(url);
  return { page, problems };
}

const weight = (page: Page) =>
  page.locator('attention-weights td[data-query="1"][data-key="1"]').first().textContent();
const explored = (page: Page) =>
  page.locator('table[data-grid="weights"] td[data-row="1"][data-column="1"]').first().textContent();

async function expectBoth({ page, problems }: { page: Page; problems: string[] }): Promise<void> {
  await expect.poll(() => weight(page)).toBe('0.2379');
  await expect.poll(() => explored(page)).toBe('0.2379');
  expect(problems).toEqual([]);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
  await page.context().close();
}

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'";

describe('both elements show the worked example', () => {
  test('under the strictest policy, whose rules they keep', async () => {
    // OpenDocument.core#709, emscripten#20449
    const files = {
      '/': post('attention-explorer.js', WEIGHTS + EXPLORER, { 'content-security-policy': STRICT }),
      '/attention-explorer.js': script(),
    };
    await expectBoth(await open(files));
  });

  test('on a plain host, whose pages are not isolated', async () => {
    // emscripten#14779
    const files = { '/': post('attention-explorer.js'), '/attention-explorer.js': script() };
    await expectBoth(await open(files));
  });

  test('in a folder of its host, the script in another', async () => {
    // tfjs#2683
    const files = {
      '/blog/a/': post('../../js/attention-explorer.js'),
      '/js/attention-explorer.js': script(),
    };
    await expectBoth(await open(files, '/blog/a/'));
  });

  test('with the script from another origin', async () => {
    const other = await serve({
      '/attention-explorer.js': script(undefined, { 'access-control-allow-origin': '*' }),
    });
    await expectBoth(await open({ '/': post(`${other.origin}/attention-explorer.js`) }));
    other.close();
  });

  test('from a disk, by the classic script', async () => {
    // emscripten#13207
    const folder = mkdtempSync(join(tmpdir(), 'a post '));
    copyFileSync(distPath('attention-explorer.classic.js'), join(folder, 'attention-explorer.classic.js'));
    writeFileSync(
      join(folder, 'post.html'),
      `<!doctype html><meta charset="utf-8"><script src="attention-explorer.classic.js"></script>${WEIGHTS}${EXPLORER}`,
    );
    await expectBoth(await openUrl(pathToFileURL(join(folder, 'post.html')).href));
    rmSync(folder, { recursive: true });
  });

  test('from a page that says neither its kind nor its encoding, as from one that does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'a-post-'));
    copyFileSync(distPath('attention-explorer.classic.js'), join(folder, 'attention-explorer.classic.js'));
    const looks = [];
    for (const start of ['<!doctype html><meta charset="utf-8">', '<h1>A post</h1>']) {
      const tags = `<script src="attention-explorer.classic.js" defer></script>${WEIGHTS}${EXPLORER}`;
      writeFileSync(join(folder, 'post.html'), start + tags);
      const opened = await openUrl(pathToFileURL(join(folder, 'post.html')).href);
      await expect.poll(() => explored(opened.page)).toBe('0.2379');
      looks.push(
        await opened.page.locator('attention-weights :is(td, th), attention-strip td').evaluateAll((cells) =>
          cells.map((cell) => {
            const { font, textAlign } = getComputedStyle(cell);
            return [cell.textContent, font, textAlign];
          }),
        ),
      );
      await expectBoth(opened);
    }
    expect(looks[1]).toEqual(looks[0]);
    expect(looks[0]).toContainEqual(expect.arrayContaining(['keys →']));
    rmSync(folder, { recursive: true });
  });

  test('by the classic script from another origin that allows nothing', async () => {
    const other = await serve({ '/attention-explorer.classic.js': script('attention-explorer.classic.js') });
    const page = post('')
      .body.toString()
      .replace('type="module" src=""', `src="${other.origin}/attention-explorer.classic.js"`);
    await expectBoth(await open({ '/': { headers: { 'content-type': 'text/html' }, body: page } }));
    other.close();
  });

  test('where the engine refuses SIMD, with the build beside the script', async () => {
    const files = {
      '/blog/': post('../js/attention-explorer.js'),
      '/js/attention-explorer.js': script(),
      '/js/attention-explorer-scalar.js': script('attention-explorer-scalar.js'),
    };
    await expectBoth(await open(files, '/blog/', { before: 'WebAssembly.validate = () => false' }));
  });

  test('where the script is loaded twice, as a module and as a classic script', async () => {
    // altcha#187
    const twice = `<script src="attention-explorer.classic.js"></script><script src="attention-explorer.classic.js"></script>
      <script type="module" src="attention-explorer.js?again"></script>${WEIGHTS}${EXPLORER}`;
    const files = {
      '/': post('attention-explorer.js', twice),
      '/attention-explorer.js': script(),
      '/attention-explorer.classic.js': script('attention-explorer.classic.js'),
    };
    await expectBoth(await open(files));
  });

  test('in dark mode, on a phone', async () => {
    const files = { '/': post('attention-explorer.js'), '/attention-explorer.js': script() };
    const opened = await open(files, '/', { colorScheme: 'dark', viewport: { width: 390, height: 4000 } });
    await expect.poll(() => weight(opened.page)).toBe('0.2379');
    expect(opened.problems).toEqual([]);
    await opened.page.context().close();
  });
});

describe('a long text', () => {
  const words = Array.from({ length: 300 }, (_, i) => `word${i % 40}`).join(' ');
  const body = `<attention-explorer>${words}</attention-explorer><attention-weights>${words}</attention-weights>`;

  test.each([
    ['with workers', '', {}],
    ['where there are none', 'delete window.Worker', {}],
    [
      'where none can start',
      'window.Worker = class { constructor() { throw new DOMException("no worker", "SecurityError") } }',
      {},
    ],
    ['where the policy forbids all', '', { 'content-security-policy': `${STRICT}; worker-src 'none'` }],
    ['where the policy allows none from text', '', { 'content-security-policy': STRICT }],
  ])('is drawn %s', async (_, before, headers) => {
    const files = {
      '/': post('attention-explorer.js', body, headers),
      '/attention-explorer.js': script(),
      '/attention-wasm-worker.js': script('attention-wasm-worker.js'),
    };
    const { page } = await open(files, '/', { before });
    await expect.poll(() => page.locator('canvas').count(), { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
    expect(await page.locator('[role="alert"]').count()).toBe(0);
    await page.context().close();
  });
});

describe('what cannot work says so in place of the table, with what to do', () => {
  test('a policy without wasm-unsafe-eval', async () => {
    const policy = { 'content-security-policy': "script-src 'self'" };
    const files = {
      '/': post('attention-explorer.js', WEIGHTS + EXPLORER, policy),
      '/attention-explorer.js': script(),
    };
    const { page } = await open(files);
    for (const name of ['attention-weights', 'attention-explorer']) {
      const alert = page.locator(`${name} [role="alert"]`).first();
      await expect.poll(() => alert.textContent()).toContain('forbids WebAssembly');
      expect(await alert.textContent()).toContain("'wasm-unsafe-eval'");
    }
    // What was written inside stays to be read.
    expect(await page.locator('attention-weights').textContent()).toContain('Your journey starts');
    await page.context().close();
  });

  test('weights given need no WebAssembly: they are drawn under that policy too', async () => {
    const policy = { 'content-security-policy': "script-src 'self'" };
    const given = '<attention-weights weights="[[0.25, 0.75]]"></attention-weights>';
    const files = { '/': post('attention-explorer.js', given, policy), '/attention-explorer.js': script() };
    const { page, problems } = await open(files);
    await expect.poll(() => page.locator('td').allInnerTexts()).toEqual(['0.2500', '0.7500']);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

test('without a script what is inside is there to be read', async () => {
  const { page } = await open({ '/': post('attention-explorer.js') }, '/', { javaScriptEnabled: false });
  expect(await page.locator('attention-weights').textContent()).toBe('Your journey starts with one step');
  expect(await page.locator('attention-explorer').textContent()).toBe('Your journey starts with one step');
  await page.context().close();
});

describe('a hundred on one page', () => {
  /** Counts what is compiled and instantiated. */
  const counting = `
    window.instances = 0;
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = (...args) => { window.instances++; return instantiate(...args); };
    const { Instance } = WebAssembly;
    WebAssembly.Instance = class extends Instance { constructor(...args) { super(...args); window.instances++; } };`;

  test('share one instance, those out of sight compute nothing, and going they leave nothing behind', async () => {
    // FlexLayout#520
    const { page, problems } = await open(
      { '/': post('attention-explorer.js', '<main></main>'), '/attention-explorer.js': script() },
      '/',
      { before: counting, viewport: { width: 1000, height: 700 } },
    );
    const round = () =>
      page.evaluate(async () => {
        const main = document.querySelector('main')!;
        const elements = Array.from({ length: 100 }, (_, i) => {
          const element = document.createElement(i % 10 === 0 ? 'attention-explorer' : 'attention-weights');
          element.textContent = 'Your journey starts with one step';
          return element;
        });
        main.append(...elements);
        const tables = () =>
          elements.filter(({ shadowRoot }) => shadowRoot!.querySelector('table, attention-strip'));
        while (tables().length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
        await new Promise((resolve) => setTimeout(resolve, 50));
        const drawn = tables().length;
        // Moved, too: the last becomes the first.
        main.prepend(main.lastElementChild!);
        await new Promise((resolve) => setTimeout(resolve, 50));
        main.replaceChildren();
        return drawn;
      });
    const session = await page.context().newCDPSession(page);
    const measure = async () => {
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      await session.send('HeapProfiler.collectGarbage');
      await session.send('HeapProfiler.collectGarbage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      return { nodes, jsEventListeners, usedSize };
    };
    for (let i = 0; i < 3; i++) {
      const drawn = await round();
      expect(drawn).toBeGreaterThan(0);
      expect(drawn).toBeLessThan(100);
    }
    const before = await measure();
    for (let i = 0; i < 20; i++) await round();
    const after = await measure();
    console.log('before 20 rounds of 100 elements, and after:', before, after);
    expect(await page.evaluate('window.instances')).toBe(1);
    expect(after.nodes).toBeLessThanOrEqual(before.nodes + 100);
    expect(after.jsEventListeners).toBeLessThanOrEqual(before.jsEventListeners + 20);
    // 2000 elements were there, of some kilobytes each; what the engine learns of the code grows too, for a while.
    expect(after.usedSize - before.usedSize).toBeLessThan(1024 * 1024);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
