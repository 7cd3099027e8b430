import { typedArrayName } from './check.ts';
import { nodeModule } from './node.ts';
import type { LoadOptions } from './types.ts';

/** The bytes of a module, and what to call them in messages. */
export interface Source {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The bytes that are part of the script. Decoded, not fetched: a content security policy may forbid `data:` URLs. */
export function inlineSource(name: string, dataUrl: string): Source {
  const binary = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return { name, bytes: Uint8Array.from(binary, (character) => character.charCodeAt(0)) };
}

/** The bytes that the options name, if they do. */
export async function givenSource({ wasmUrl, wasmBinary }: LoadOptions): Promise<Source | undefined> {
  if (wasmUrl !== undefined && wasmBinary !== undefined) {
    throw new TypeError('wasmUrl and wasmBinary are both given; one of them is enough');
  }
  if (wasmBinary !== undefined) return source('wasmBinary', bytesOf(wasmBinary));
  if (wasmUrl === undefined) return undefined;
  if (typeof wasmUrl !== 'string' && Object.prototype.toString.call(wasmUrl) !== '[object URL]') {
    throw new TypeError('wasmUrl must be a string or a URL');
  }
  const url = String(wasmUrl);
  return (await readFile(url)) ?? (await download(url));
}

function bytesOf(binary: unknown): Uint8Array {
  if (ArrayBuffer.isView(binary)) return new Uint8Array(binary.buffer, binary.byteOffset, binary.byteLength);
  const tag = Object.prototype.toString.call(binary);
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]') {
    return new Uint8Array(binary as ArrayBufferLike);
  }
  throw new TypeError(
    `wasmBinary must be an ArrayBuffer or a view of one, not ${typedArrayName(binary) ?? typeof binary}`,
  );
}

/** On Node, what a path or a `file:` URL names; undefined where it is for `fetch`. */
async function readFile(url: string): Promise<Source | undefined> {
  if (/^(https?|data|blob):/i.test(url)) return undefined;
  const files = await nodeModule<typeof import('node:fs/promises')>('node:fs/promises');
  if (!files) return undefined;
  try {
    return source(url, await files.readFile(url.startsWith('file:') ? new URL(url) : url));
  } catch (error) {
    throw new Error(`${url} could not be read: ${messageOf(error)}`, { cause: error });
  }
}

async function download(url: string): Promise<Source> {
  let response: Response;
  let bytes: ArrayBuffer;
  try {
    response = await fetch(url);
    bytes = await response.arrayBuffer();
  } catch (error) {
    throw new Error(`${url} could not be fetched: ${messageOf(error)}`, { cause: error });
  }
  if (!response.ok)
    throw new Error(`${url} could not be fetched: HTTP ${response.status} ${response.statusText}`);
  return source(
    url,
    new Uint8Array(bytes),
    `, served as ${response.headers.get('content-type') ?? 'no type'},`,
  );
}

/** Copies the bytes, which may be shared, once they are seen to be WebAssembly. */
function source(name: string, bytes: Uint8Array, served = ''): Source {
  const isWasm = [0, 0x61, 0x73, 0x6d].every((byte, i) => bytes[i] === byte);
  if (!isWasm) {
    const start = String.fromCharCode(...bytes.slice(0, 24)).replace(/[^ -~]+/g, ' ');
    throw new Error(`${name}${served} is not WebAssembly: it begins with '${start}'`);
  }
  return { name, bytes: new Uint8Array(bytes) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
