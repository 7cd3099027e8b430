import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './support/dist.ts';
import { launch, outcome } from './support/site.ts';

// The package as npm would publish it, in a project that knows nothing of it but its name.

const project = mkdtempSync(join(tmpdir(), 'attention-'));
let browser: Browser;

beforeAll(async () => {
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', project], {
    cwd: root,
    stdio: 'pipe',
  });
  const packed = readdirSync(project).find((file) => file.endsWith('.tgz'))!;
  execFileSync('tar', ['-xzf', packed], { cwd: project });
  mkdirSync(join(project, 'node_modules'));
  cpSync(join(project, 'package'), join(project, 'node_modules', 'attention-wasm'), { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'reader', type: 'module' }));
  writeFileSync(join(project, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  writeFileSync(
    join(project, 'main.js'),
    `import { createAttentionPool, loadAttention } from 'attention-wasm';
     globalThis.outcome = (async () => {
       const { attend, build, random } = await loadAttention();
       const pool = await createAttentionPool({ workers: 2 });
       const x = random(1).rand(600, 32);
       const [expected, actual] = [attend(x, x, x), await pool.attend(x, x, x)];
       const same = actual.context.data.every((value, i) => value === expected.context.data[i]);
       return { simd: build.simd, workers: pool.workers, same };
     })();`,
  );
  writeFileSync(
    join(project, 'main.mjs'),
    `import { loadAttention, matrix } from 'attention-wasm';
     const { attend } = await loadAttention();
     const one = matrix([[1]]);
     console.log(attend(one, one, one).context.data[0]);`,
  );
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  rmSync(project, { recursive: true });
});

const right = { simd: true, workers: 2, same: true };
const quiet = { root: project, configFile: false, logLevel: 'silent' } as const;

async function open(url: string): Promise<unknown> {
  const page = await browser.newPage();
  try {
    return await outcome(page, url);
  } finally {
    await page.close();
  }
}

test('works on Node by its name', () => {
  expect(execFileSync(process.execPath, ['main.mjs'], { cwd: project, encoding: 'utf8' })).toBe('1\n');
});

test("works in Vite's development server", async () => {
  // vite#8427
  const server = await createServer({ ...quiet, server: { host: '127.0.0.1', port: 0 } });
  await server.listen();
  try {
    expect(await open(server.resolvedUrls!.local[0]!)).toEqual(right);
  } finally {
    await server.close();
  }
});

test('works built by Vite, in a folder of its host', async () => {
  await build({ ...quiet, base: '/blog/a/' });
  const server = await preview({ ...quiet, base: '/blog/a/', preview: { host: '127.0.0.1', port: 0 } });
  try {
    expect(await open(server.resolvedUrls!.local[0]!)).toEqual(right);
  } finally {
    await server.close();
  }
});
