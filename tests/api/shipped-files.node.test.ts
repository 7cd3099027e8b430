import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dist, distPath, inlineWasm } from './support/dist.ts';
import { instructions, vectorPrefix } from './support/wasm.ts';

const [f32x4Add, f32x4Mul] = [228, 230];

test('the default build computes with vectors, and the scalar build with none', () => {
  // QtWasm#68: a build that was called SIMD and had no vector instruction.
  const vectors = (wasm: Uint8Array) => instructions(wasm).filter(({ opcode }) => opcode === vectorPrefix);
  const kinds = new Set(vectors(readFileSync(distPath('attention.wasm'))).map(({ sub }) => sub));
  expect(kinds).toContain(f32x4Add);
  expect(kinds).toContain(f32x4Mul);
  const scalar = inlineWasm('attention-wasm-scalar.js');
  expect(instructions(scalar).length).toBeGreaterThan(1000);
  expect(vectors(scalar)).toEqual([]);
});

test('the bare file is the one that the script carries, and there is one', () => {
  expect(Buffer.from(inlineWasm('attention-wasm.js')).equals(readFileSync(distPath('attention.wasm')))).toBe(
    true,
  );
  const script = readFileSync(distPath('attention-wasm.js'), 'utf8');
  expect(script.match(/data:application\/wasm/g)).toHaveLength(1);
});

test('no script builds code from text, which a content security policy forbids', () => {
  const scripts = readdirSync(dist).filter((file) => /^attention-.*\.js$/.test(file));
  expect(scripts).toEqual(expect.arrayContaining(['attention-wasm.js', 'attention-explorer.classic.js']));
  for (const file of scripts) {
    const text = readFileSync(distPath(file), 'utf8').replace(/data:[^"'`]*/g, '');
    expect(text).not.toMatch(/\beval\s*\(/);
    expect(text).not.toMatch(/\bFunction\s*\(/);
  }
});
