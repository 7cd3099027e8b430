import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Where the shipped files are; for tests on Node. */
export const dist = new URL('../../../dist/', import.meta.url);
export const root = fileURLToPath(new URL('../../../', import.meta.url));

export function distPath(file: string): string {
  return fileURLToPath(new URL(file, dist));
}

/** The WebAssembly that a script carries as base64. */
export function inlineWasm(script: string): Uint8Array<ArrayBuffer> {
  const text = readFileSync(distPath(script), 'utf8');
  const base64 = /data:application\/wasm;base64,([A-Za-z0-9+/=]+)/.exec(text)?.[1];
  if (!base64) throw new Error(`${script} carries no WebAssembly`);
  return new Uint8Array(Buffer.from(base64, 'base64'));
}
