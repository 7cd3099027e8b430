import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import threads from 'node:worker_threads';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAttentionPool, loadAttention } from '../../dist/attention-wasm.js';
import { dist, distPath } from './support/dist.ts';
import { expectSame } from './support/expect.ts';
import { Random } from './support/problems.ts';
import { type Answer, launch, outcome, serve } from './support/site.ts';

const attention = await loadAttention();

describe('a worker that fails', () => {
  const { Worker } = threads;
  const started: threads.Worker[] = [];
  beforeAll(() => {
    threads.Worker = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        started.push(this);
      }
    };
  });
  afterAll(() => {
    threads.Worker = Worker;
  });

  test('is an error of the call it works for; the pool goes on with another', async () => {
    const pool = await createAttentionPool({ workers: 2 });
    expect(started.length).toBe(2);
    const x = new Random(1).normal(1024, 64);
    const call = pool.attend(x, x, x, { onProgress: () => started[0]!.terminate() });
    await expect(call).rejects.toThrow(/^a worker of the pool failed: /);
    const expected = attention.attend(x, x, x).context;
    for (let i = 0; i < 3; i++) expectSame((await pool.attend(x, x, x)).context, expected);
    expect(pool.workers).toBe(2);
    expect(started.length).toBe(3);
    pool.close();
  });

  test('between two calls is none of theirs', async () => {
    started.length = 0;
    const pool = await createAttentionPool({ workers: 1 });
    await started[0]!.terminate();
    const x = new Random(2).normal(512, 64);
    expectSame((await pool.attend(x, x, x)).context, attention.attend(x, x, x).context);
    expect(started.length).toBe(2);
    pool.close();
  });

  test('to start leaves the pool to compute in place', async () => {
    const Counting = threads.Worker;
    threads.Worker = class extends Counting {
      constructor(_: string, options?: threads.WorkerOptions) {
        super('process.exit(3)', options);
      }
    };
    try {
      const pool = await createAttentionPool({ workers: 2 });
      expect(pool.workers).toBe(0);
      const x = new Random(3).normal(512, 64);
      expectSame((await pool.attend(x, x, x)).context, attention.attend(x, x, x).context);
      pool.close();
    } finally {
      threads.Worker = Counting;
    }
  });
});

test("a mask may be one of Node's buffers, whose slices share memory", async () => {
  const pool = await createAttentionPool({ workers: 1 });
  const x = new Random(6).normal(300, 24);
  const mask = Buffer.from(new Random(7).bits(300 * 300, 0.5));
  const expected = attention.attend(x, x, x, { mask }).context;
  const call = pool.attend(x, x, x, { mask });
  mask.fill(0);
  expectSame((await call).context, expected);
  pool.close();
});

test('a process ends though its pool is open, whatever flags it runs with', () => {
  const code = `
    import { createAttentionPool, matrix } from ${JSON.stringify(new URL('attention-wasm.js', dist).href)};
    const pool = await createAttentionPool({ workers: 2 });
    const x = { rows: 600, cols: 32, data: new Float32Array(600 * 32).fill(1) };
    const { context } = await pool.attend(x, x, x);
    console.log(pool.workers, context.data.every((value) => Math.abs(value - 1) < 1e-6));
  `;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect([stdout, stderr, status]).toEqual(['2 true\n', '', 0]);
});

describe('on a page', () => {
  const javascript = { 'content-type': 'text/javascript' };
  const file = (name: string): Answer => ({ headers: javascript, body: readFileSync(distPath(name)) });
  const app = (from: string): Answer => ({
    headers: javascript,
    body: `
      import { createAttentionPool, loadAttention } from '${from}';
      globalThis.outcome = (async () => {
        const { attend, random } = await loadAttention();
        const pool = await createAttentionPool({ workers: 2 });
        const x = random(1).rand(600, 32);
        const [expected, actual] = [attend(x, x, x), await pool.attend(x, x, x)];
        return { workers: pool.workers, same: actual.context.data.every((value, i) => value === expected.context.data[i]) };
      })();
    `,
  });
  const page = (src: string, csp = ''): Answer => ({
    headers: { 'content-type': 'text/html', ...(csp && { 'content-security-policy': csp }) },
    body: `<!doctype html><script type="module" src="${src}"></script>`,
  });

  let browser: Browser;
  let tab: Page;
  const close: (() => void)[] = [];
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    tab = await (await browser.newContext()).newPage();
  });
  afterEach(async () => {
    await tab.context().close();
    for (const end of close.splice(0)) end();
  });

  async function site(files: Record<string, Answer>): Promise<string> {
    const { origin, close: end } = await serve(files);
    close.push(end);
    return origin;
  }

  const script = { '/js/attention-wasm.js': file('attention-wasm.js') };
  const worker = { '/js/attention-wasm-worker.js': file('attention-wasm-worker.js') };
  const start = { '/js/app.js': app('./attention-wasm.js') };

  test('workers start from the script alone', async () => {
    const origin = await site({ '/a/': page('../js/app.js'), ...start, ...script });
    expect(await outcome(tab, `${origin}/a/`)).toEqual({ workers: 2, same: true });
  });

  test('workers start from the script of another site', async () => {
    const open = { 'access-control-allow-origin': '*' };
    const library = { ...script['/js/attention-wasm.js'], headers: { ...javascript, ...open } };
    const other = await site({ '/js/attention-wasm.js': library });
    const origin = await site({ '/': page('/app.js'), '/app.js': app(`${other}/js/attention-wasm.js`) });
    expect(await outcome(tab, `${origin}/`)).toEqual({ workers: 2, same: true });
  });

  const policy = "script-src 'self' 'wasm-unsafe-eval'";

  test('a policy that forbids workers from text leaves the file beside the script', async () => {
    const origin = await site({ '/a/': page('../js/app.js', policy), ...start, ...script, ...worker });
    expect(await outcome(tab, `${origin}/a/`)).toEqual({ workers: 2, same: true });
  });

  test('a policy that forbids all workers, or a missing file, leaves this thread', async () => {
    const none = await site({
      '/a/': page('../js/app.js', `${policy}; worker-src 'none'`),
      ...start,
      ...script,
      ...worker,
    });
    expect(await outcome(tab, `${none}/a/`)).toEqual({ workers: 0, same: true });
    const missing = await site({ '/a/': page('../js/app.js', policy), ...start, ...script });
    expect(await outcome(tab, `${missing}/a/`)).toEqual({ workers: 0, same: true });
  });

  test('the page answers while workers compute', async () => {
    const busy = `
      import { createAttentionPool, loadAttention } from './attention-wasm.js';
      globalThis.outcome = (async () => {
        const x = (await loadAttention()).random(1).rand(2048, 64);
        const pool = await createAttentionPool({ workers: 1 });
        let turns = 0;
        let done = false;
        const count = () => {
          turns++;
          if (!done) setTimeout(count);
        };
        count();
        await pool.attend(x, x, x, { heads: 2 });
        done = true;
        return turns > 3;
      })();
    `;
    const origin = await site({
      '/': page('/js/app.js'),
      '/js/app.js': { headers: javascript, body: busy },
      ...script,
    });
    expect(await outcome(tab, `${origin}/`)).toBe(true);
  });

  test('a page that is a file has workers, with the script in it', async () => {
    // A page opened from file:// may import no module file; what it carries itself runs.
    const text = readFileSync(distPath('attention-wasm.js'), 'utf8');
    const exported = /export \{ (.*?) as createAttentionPool, (.*?) as loadAttention,/.exec(text);
    expect(exported).not.toBeNull();
    const inline = `${text}
      globalThis.outcome = (async () => {
        const { attend, random } = await ${exported![2]}();
        const pool = await ${exported![1]}({ workers: 2 });
        const x = random(1).rand(600, 32);
        const [expected, actual] = [attend(x, x, x), await pool.attend(x, x, x)];
        return { workers: pool.workers, same: actual.context.data.every((value, i) => value === expected.context.data[i]) };
      })();`;
    const folder = mkdtempSync(join(tmpdir(), 'attention-'));
    try {
      const path = join(folder, 'page.html');
      writeFileSync(
        path,
        `<!doctype html><script type="module">${inline.replaceAll('</script', '<\\/script')}</script>`,
      );
      expect(await outcome(tab, pathToFileURL(path).href)).toEqual({ workers: 2, same: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
