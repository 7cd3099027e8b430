type Api = typeof import('../../../dist/attention-wasm.js');

/** The memory of the WebAssembly that `api` loads; call it before `loadAttention`. */
export async function loadWithMemory(api: Api) {
  let memory: WebAssembly.Memory | undefined;
  const { instantiate } = WebAssembly;
  // biome-ignore lint/suspicious/noExplicitAny: both signatures at once
  (WebAssembly as any).instantiate = async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports);
    memory = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory);
    return instance;
  };
  try {
    const attention = await api.loadAttention();
    return { attention, memoryBytes: () => memory!.buffer.byteLength };
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}
