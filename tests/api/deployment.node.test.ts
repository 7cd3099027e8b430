import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { distPath } from './support/dist.ts';
import { type Answer, launch, outcome, serve } from './support/site.ts';

// The shipped files on the sites that people have: pages, folders, headers and servers of every kind.

const javascript = { 'content-type': 'text/javascript' };
const html = { 'content-type': 'text/html' };

const file = (name: string, headers: Answer['headers'] = javascript): Answer => ({
  headers,
  body: readFileSync(distPath(name)),
});

const script = file('attention-wasm.js');
const scalar = file('attention-wasm-scalar.js');

/** A page that runs a module script; a policy may forbid what is written in the page, so the script is a file. */
const page = (src: string, headers: Answer['headers'] = {}): Answer => ({
  headers: { ...html, ...headers },
  body: `<!doctype html><script type="module" src="${src}"></script>`,
});

const app = (from: string, load = 'loadAttention()'): Answer => ({
  headers: javascript,
  body: `
    import { loadAttention, matrix } from '${from}';
    globalThis.outcome = (async () => {
      const attention = await ${load};
      const one = matrix([[1]]);
      const { data } = attention.attend(one, one, matrix([[5]])).context;
      return { data: [...data], simd: attention.build.simd, isolated: globalThis.crossOriginIsolated };
    })();
  `,
});

/** No page here is isolated, and none needs to be. */
const right = { data: [5], simd: true, isolated: false };

let browser: Browser;
let context: BrowserContext;
let tab: Page;
const close: (() => void)[] = [];

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  context = await browser.newContext();
  tab = await context.newPage();
});
afterEach(async () => {
  await context.close();
  for (const end of close.splice(0)) end();
});

async function open(files: Record<string, Answer>, path: string): Promise<unknown> {
  const site = await serve(files);
  close.push(site.close);
  return outcome(tab, site.origin + path);
}

const policy = (csp: string) => ({ 'content-security-policy': csp });

describe('a content security policy', () => {
  test("of script-src 'self' 'wasm-unsafe-eval' is enough, and connect-src 'self' forbids nothing needed", async () => {
    // OpenDocument.core#709, emscripten#20449
    const strict = policy("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
    const files = {
      '/': page('/app.js', strict),
      '/app.js': app('./attention-wasm.js'),
      '/attention-wasm.js': script,
    };
    const violations: string[] = [];
    tab.on('console', (message) => violations.push(message.text()));
    expect(await open(files, '/')).toEqual(right);
    expect(violations.filter((text) => /policy/i.test(text))).toEqual([]);
  });

  test('that forbids WebAssembly is an error that says so', async () => {
    const files = {
      '/': page('/app.js', policy("script-src 'self'")),
      '/app.js': app('./attention-wasm.js'),
      '/attention-wasm.js': script,
    };
    expect(await open(files, '/')).toMatch(/unsafe-eval/);
  });
});

describe('the script', () => {
  test('is found from a page in another folder, and needs no other file', async () => {
    // tfjs#2683
    const files = {
      '/blog/a/': page('../../assets/js/app.js'),
      '/assets/js/app.js': app('./attention-wasm.js'),
      '/assets/js/attention-wasm.js': script,
    };
    expect(await open(files, '/blog/a/')).toEqual(right);
  });

  test('loads the scalar build beside itself where the engine refuses SIMD', async () => {
    const files = {
      '/blog/a/': page('../../assets/js/app.js'),
      '/assets/js/app.js': app('./attention-wasm.js'),
      '/assets/js/attention-wasm.js': script,
      '/assets/js/attention-wasm-scalar.js': scalar,
    };
    await tab.addInitScript('WebAssembly.validate = () => false;');
    expect(await open(files, '/blog/a/')).toEqual({ ...right, simd: false });
  });

  test('works in a worker', async () => {
    const files = {
      '/': page('/app.js'),
      '/app.js': {
        headers: javascript,
        body: `globalThis.outcome = new Promise((resolve, reject) => {
          const worker = new Worker('/worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = () => reject(new Error('the worker failed'));
        });`,
      },
      '/worker.js': {
        headers: javascript,
        body: `${app('./attention-wasm.js').body}\nglobalThis.outcome.then(postMessage, (e) => postMessage(e.message));`,
      },
      '/attention-wasm.js': script,
    };
    expect(await open(files, '/')).toEqual(right);
  });

  test('takes numbers from another realm', async () => {
    const files = {
      '/': page('/app.js'),
      '/app.js': {
        headers: javascript,
        body: `
          import { loadAttention } from './attention-wasm.js';
          globalThis.outcome = (async () => {
            const frame = document.body.appendChild(document.createElement('iframe')).contentWindow;
            const { attend } = await loadAttention();
            const one = { rows: 1, cols: 1, data: frame.Float32Array.of(1) };
            return [...attend(one, one, one, { mask: frame.Uint8Array.of(1) }).context.data];
          })();
        `,
      },
      '/attention-wasm.js': script,
    };
    files['/'].body = `<!doctype html><body>${files['/'].body}`;
    expect(await open(files, '/')).toEqual([1]);
  });
});

describe('the bare .wasm', () => {
  const beside = "loadAttention({ wasmUrl: new URL('./attention.wasm', import.meta.url) })";
  const files = { '/blog/a/': page('../../js/app.js'), '/js/attention-wasm.js': script };

  test.each(['application/wasm', 'application/octet-stream', 'text/plain'])(
    'loads, served as %s',
    async (type) => {
      // webpack#12259
      const wasm = file('attention.wasm', { 'content-type': type, 'x-content-type-options': 'nosniff' });
      const app1 = app('./attention-wasm.js', beside);
      expect(await open({ ...files, '/js/app.js': app1, '/js/attention.wasm': wasm }, '/blog/a/')).toEqual(
        right,
      );
    },
  );

  test('that is not there is an error that names the URL and what the server said', async () => {
    expect(await open({ ...files, '/js/app.js': app('./attention-wasm.js', beside) }, '/blog/a/')).toMatch(
      /^Error: http:\/\/127\.0\.0\.1:\d+\/js\/attention\.wasm could not be fetched: HTTP 404 Not Found$/,
    );
  });

  test('in whose place a page comes is an error that names the URL and shows the page', async () => {
    const fallback = { headers: html, body: '<!doctype html><title>My application</title>' };
    const app1 = app('./attention-wasm.js', beside);
    expect(await open({ ...files, '/js/app.js': app1, '/js/attention.wasm': fallback }, '/blog/a/')).toMatch(
      /^Error: http:\/\/127\.0\.0\.1:\d+\/js\/attention\.wasm, served as text\/html, is not WebAssembly: it begins with '<!doctype html>/,
    );
  });

  test('is loaded from the script itself after it could not be fetched', async () => {
    const app1 = app('./attention-wasm.js', `${beside}.catch(() => loadAttention())`);
    expect(await open({ ...files, '/js/app.js': app1 }, '/blog/a/')).toEqual(right);
  });
});
