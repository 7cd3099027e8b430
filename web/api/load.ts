import attentionFactory from '../../build/wasm/attention.mjs';
import attentionWasm from '../../build/wasm/attention.wasm?url&inline';
import { attentionOf } from './attention.ts';
import { checkKeys } from './check.ts';
import { type Core, instantiate } from './core.ts';
import { knowsAnswer } from './known-answer.ts';
import { givenSource, inlineSource, messageOf, type Source } from './source.ts';
import type { Attention, LoadOptions } from './types.ts';

let loading: Promise<Attention> | undefined;

/**
 * Loads the WebAssembly module. There is one instance however often this is called: options count in the first call
 * that succeeds. Where the engine refuses SIMD, or computes a known answer wrongly, the scalar build is loaded.
 *
 * @throws TypeError for unknown options
 * @throws Error where the module cannot be had; it names the URL and what came from there. The next call tries again.
 * @example const attention = await loadAttention();
 */
export async function loadAttention(options: LoadOptions = {}): Promise<Attention> {
  checkKeys('options', options, ['wasmUrl', 'wasmBinary']);
  loading ??= load(options).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(options: LoadOptions): Promise<Attention> {
  return attentionOf(await loadCore(await givenSource(options)));
}

async function loadCore(given: Source | undefined): Promise<Core> {
  const inline = inlineSource('the WebAssembly in this script', attentionWasm);
  const source = given ?? inline;
  if (WebAssembly.validate(source.bytes)) {
    const core = await instance(source);
    if (knowsAnswer(core)) return core;
  } else if (WebAssembly.validate(inline.bytes)) {
    throw new Error(`${source.name} is not valid WebAssembly: it is damaged`);
  }
  return loadScalarCore();
}

async function loadScalarCore(): Promise<Core> {
  const { factory, wasm } = await import('./scalar.ts');
  const core = await instantiate(factory, await WebAssembly.compile(inlineSource('', wasm).bytes));
  if (knowsAnswer(core)) return core;
  throw new Error('this engine computes WebAssembly wrongly: a known answer came out different');
}

async function instance(source: Source): Promise<Core> {
  const module = await WebAssembly.compile(source.bytes);
  try {
    return await instantiate(attentionFactory, module);
  } catch (error) {
    throw new Error(
      `${source.name} is not the WebAssembly that this script was built with: ${messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
}
