import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { dist, distPath } from './support/dist.ts';
import { loadWithMemory } from './support/memory.ts';
import { instructions, vectorPrefix } from './support/wasm.ts';

type Api = typeof import('../../dist/attention-wasm.js');

// Each test gets a module of its own: a module loads WebAssembly once.
let copies = 0;
const fresh = (): Promise<Api> =>
  import(/* @vite-ignore */ `${new URL('attention-wasm.js', dist)}?copy=${copies++}`);

const elsewhere = mkdtempSync(join(tmpdir(), 'attention-'));
afterAll(() => rmSync(elsewhere, { recursive: true }));

/** What a plain Node process that runs `code` from another folder prints, as JSON. */
function node(code: string): unknown {
  const script = join(elsewhere, 'script.mjs');
  writeFileSync(
    script,
    `import * as api from ${JSON.stringify(new URL('attention-wasm.js', dist).href)};\n${code}`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: elsewhere,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

const attendOnce = (api: Api) => async (options?: Parameters<Api['loadAttention']>[0]) => {
  const { attend, build } = await api.loadAttention(options);
  const one = api.matrix([[1]]);
  expect([...attend(one, one, api.matrix([[5]])).context.data]).toEqual([5]);
  return build;
};

describe('on Node', () => {
  test('a plain import works from any folder', () => {
    // emscripten#16915
    expect(
      node(`
        const { attend } = await api.loadAttention();
        const one = api.matrix([[1]]);
        console.log(JSON.stringify([...attend(one, one, one).context.data]));
      `),
    ).toEqual([1]);
  });

  test('loading adds no listener for errors of the whole process', () => {
    // emscripten#11768
    expect(
      node(`
        await api.loadAttention();
        const names = ['unhandledRejection', 'uncaughtException'];
        console.log(JSON.stringify(names.map((name) => process.listenerCount(name))));
      `),
    ).toEqual([0, 0]);
  });

  test('a process that has loaded ends by itself', () => {
    expect(node('await api.loadAttention(); console.log(1);')).toBe(1);
  });
});

describe('the WebAssembly', () => {
  const wasm = distPath('attention.wasm');

  test('is loaded once, however often it is asked for', async () => {
    const { loadAttention } = await fresh();
    const [first, second] = await Promise.all([loadAttention(), loadAttention()]);
    expect(second).toBe(first);
    expect(await loadAttention({ wasmBinary: readFileSync(wasm) })).toBe(first);
  });

  test.each([
    ['path', wasm],
    ['relative path', relative(process.cwd(), wasm)],
    ['file: URL', pathToFileURL(wasm)],
    ['file: URL as text', pathToFileURL(wasm).href],
  ])('may be a file, given as a %s', async (_, wasmUrl) => {
    expect(await attendOnce(await fresh())({ wasmUrl })).toEqual({ simd: true, version: expect.any(String) });
  });

  const bytes = readFileSync(wasm);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length + 3), 3, bytes.length);
  shared.set(bytes);
  test.each([
    ['Buffer', bytes],
    ['ArrayBuffer', new Uint8Array(bytes).buffer],
    ['DataView', new DataView(new Uint8Array(bytes).buffer)],
    ['view of shared memory', shared],
  ])('may be given as a %s', async (_, wasmBinary) => {
    expect((await attendOnce(await fresh())({ wasmBinary })).simd).toBe(true);
  });

  test.each([
    ['wants nothing', Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
    // (import "x" "y" (func))
    [
      'wants something else',
      Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 7, 1, 1, 0x78, 1, 0x79, 0, 0),
    ],
  ])('of another program is told apart: one that %s', async (_, wasmBinary) => {
    const { loadAttention } = await fresh();
    await expect(loadAttention({ wasmBinary })).rejects.toThrow(
      'wasmBinary is not the WebAssembly that this script was built with',
    );
  });

  test.each([
    ['a missing file', '/nowhere/attention.wasm', /^\/nowhere\/attention\.wasm could not be read: ENOENT/],
    [
      'a missing host',
      'http://127.0.0.1:1/a.wasm',
      /^http:\/\/127\.0\.0\.1:1\/a\.wasm could not be fetched: /,
    ],
    [
      'another file',
      distPath('attention-wasm.d.ts'),
      /attention-wasm\.d\.ts is not WebAssembly: it begins with 'export \*/,
    ],
  ])('is missed with a message that names where it should be: %s', async (_, wasmUrl, message) => {
    const { loadAttention } = await fresh();
    await expect(loadAttention({ wasmUrl })).rejects.toThrow(message);
  });

  test('that is damaged is told apart from an engine without SIMD', async () => {
    const { loadAttention } = await fresh();
    await expect(loadAttention({ wasmBinary: bytes.subarray(0, 5000) })).rejects.toThrow(
      'wasmBinary is not valid',
    );
  });

  test('is asked for again after a failure', async () => {
    const api = await fresh();
    await expect(api.loadAttention({ wasmUrl: '/nowhere/attention.wasm' })).rejects.toThrow('/nowhere');
    expect((await attendOnce(api)()).simd).toBe(true);
  });

  test.each([
    ["options has no 'wasmURL'; there are wasmUrl, wasmBinary", { wasmURL: 'a.wasm' }],
    ['wasmUrl must be a string or a URL', { wasmUrl: 5 }],
    ['wasmBinary must be an ArrayBuffer or a view of one, not string', { wasmBinary: 'AGFzbQ==' }],
    ['wasmUrl and wasmBinary are both given', { wasmUrl: 'a.wasm', wasmBinary: new ArrayBuffer(8) }],
    ['options must be an object, not null', null],
  ])('is not looked for with wrong options: %s', async (message, options) => {
    const { loadAttention } = await fresh();
    const failure = loadAttention(options as never);
    await expect(failure).rejects.toBeInstanceOf(TypeError);
    await expect(failure).rejects.toThrow(message);
  });

  test.each([
    [200, 'text/html', /, served as text\/html, is not WebAssembly: it begins with '<!doctype html>/],
    [404, 'text/html', /could not be fetched: HTTP 404 Not Found/],
    [500, 'text/plain', /could not be fetched: HTTP 500/],
  ])('is not taken for the page that a server answers instead: %i %s', async (status, type, message) => {
    // webpack#12259
    const server = createServer((_, response) => {
      response.writeHead(status, { 'content-type': type }).end('<!doctype html><title>Not found</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const wasmUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.wasm`;
    try {
      const { loadAttention } = await fresh();
      const failure = loadAttention({ wasmUrl });
      await expect(failure).rejects.toThrow(message);
      await expect(failure).rejects.toThrow(wasmUrl);
    } finally {
      server.close();
    }
  });
});

describe('the scalar build', () => {
  const { validate, compile } = WebAssembly;

  test('takes over where the engine refuses SIMD', async () => {
    WebAssembly.validate = () => false;
    try {
      expect((await attendOnce(await fresh())()).simd).toBe(false);
    } finally {
      WebAssembly.validate = validate;
    }
  });

  test('takes over where SIMD passes detection and computes wrong numbers', async () => {
    // wasm-feature-detect#75. Here the engine subtracts where it should add four floats.
    const [f32x4Add, f32x4Sub] = [228, 229];
    let replaced = 0;
    WebAssembly.compile = (source) => {
      const bytes = new Uint8Array(source as ArrayBuffer).slice();
      for (const { opcode, sub, offset } of instructions(bytes)) {
        if (opcode !== vectorPrefix || sub !== f32x4Add) continue;
        // The numbers differ in the low bits of the first byte after the prefix.
        bytes[offset + 1]! += f32x4Sub - f32x4Add;
        replaced++;
      }
      return compile(bytes);
    };
    try {
      expect((await attendOnce(await fresh())()).simd).toBe(false);
      expect(replaced).toBeGreaterThan(0);
    } finally {
      WebAssembly.compile = compile;
    }
  });

  test('agrees with the vector build', async () => {
    const vector = await (await fresh()).loadAttention();
    WebAssembly.validate = () => false;
    try {
      const scalar = await (await fresh()).loadAttention();
      const generator = vector.random(1);
      const [q, k, v] = [generator.rand(9, 24), generator.rand(11, 24), generator.rand(11, 24)];
      const expected = vector.attend(q, k, v, { heads: 2 }).context.data;
      const actual = scalar.attend(q, k, v, { heads: 2 }).context.data;
      expect(actual.length).toBe(expected.length);
      // Sums of two dozen products below 1, in another order.
      for (const [i, x] of actual.entries()) expect(Math.abs(x - expected[i]!)).toBeLessThan(1e-5);
    } finally {
      WebAssembly.validate = validate;
    }
  });
});

describe('memory', () => {
  test('stays as it is through 100,000 failing calls', async () => {
    // sql.js#306
    const api = await fresh();
    const { attention, memoryBytes } = await loadWithMemory(api);
    const { attend, selfAttention } = attention;
    const { matrix } = api;
    const [good, wide] = [matrix([[1, 2]]), matrix([[1, 2, 3]])];
    const bad = matrix([[1, Number.NaN]]);
    const failures = [
      () => attend(bad, good, good),
      () => attend(good, wide, good),
      () => attend(good, good, good, { heads: 3 }),
      () =>
        selfAttention(bad, { query: matrix([[1], [1]]), key: matrix([[1], [1]]), value: matrix([[1], [1]]) }),
    ];
    const fail = (times: number) => {
      for (let i = 0; i < times; i++) expect(failures[i % failures.length]).toThrow(RangeError);
    };
    fail(4);
    const before = memoryBytes();
    for (let i = 0; i < 100_000; i++) {
      try {
        failures[i % failures.length]!();
      } catch {}
    }
    expect(memoryBytes()).toBe(before);
  });

  test('that is not there is an error that says how much was asked for', async () => {
    const { loadAttention } = await fresh();
    const grow = WebAssembly.Memory.prototype.grow;
    const { attend } = await loadAttention();
    WebAssembly.Memory.prototype.grow = () => {
      throw new RangeError('out of memory');
    };
    const large = { rows: 4096, cols: 1024, data: new Float32Array(2 ** 22) };
    try {
      expect(() => attend(large, large, large)).toThrow(
        /^this call asks for \d{8} bytes of memory, which could not be had$/,
      );
    } finally {
      WebAssembly.Memory.prototype.grow = grow;
    }
    const one = { rows: 1, cols: 1, data: Float32Array.of(1) };
    expect([...attend(one, one, one).context.data]).toEqual([1]);
  });
});
