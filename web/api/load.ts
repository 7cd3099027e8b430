import attentionFactory from '../../build/wasm/attention.mjs';
import attentionWasm from '../../build/wasm/attention.wasm?url&inline';
import { attentionOf } from './attention.ts';
import { checkKeys } from './check.ts';
import { type Core, instantiate } from './core.ts';
import { knowsAnswer } from './known-answer.ts';
import { givenSource, inlineSource, messageOf, type Source } from './source.ts';
import type { Attention, LoadOptions } from './types.ts';

/** What was loaded: the one instance of this thread, and what others can be made from. */
export interface Instance {
  readonly core: Core;
  readonly module: WebAssembly.Module;
  readonly attention: Attention;
}

let loading: Promise<Instance> | undefined;

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
  return (await loadInstance(options)).attention;
}

export function loadInstance(options: LoadOptions): Promise<Instance> {
  loading ??= load(options).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(options: LoadOptions): Promise<Instance> {
  const inline = inlineSource('the WebAssembly in this script', attentionWasm);
  const source = (await givenSource(options)) ?? inline;
  if (WebAssembly.validate(source.bytes)) {
    const instance = await instanceOf(source);
    if (knowsAnswer(instance.core)) return instance;
  } else if (WebAssembly.validate(inline.bytes)) {
    throw new Error(`${source.name} is not valid WebAssembly: it is damaged`);
  }
  return loadScalar();
}

async function instanceOf(source: Source): Promise<Instance> {
  const module = await WebAssembly.compile(source.bytes);
  try {
    return instance(module, await instantiate(attentionFactory, module));
  } catch (error) {
    throw new Error(
      `${source.name} is not the WebAssembly that this script was built with: ${messageOf(error)}`,
      { cause: error },
    );
  }
}

async function loadScalar(): Promise<Instance> {
  const { factory, wasm } = await import('./scalar.ts');
  const module = await WebAssembly.compile(inlineSource('the scalar WebAssembly', wasm).bytes);
  const core = await instantiate(factory, module);
  if (knowsAnswer(core)) return instance(module, core);
  throw new Error('this engine computes WebAssembly wrongly: a known answer came out different');
}

function instance(module: WebAssembly.Module, core: Core): Instance {
  return { module, core, attention: attentionOf(core) };
}
