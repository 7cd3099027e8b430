// How much a context-only call allocates, in a process of its own: memory of WebAssembly grows and never shrinks, so its
// size after one call is that call's peak. Run with a length and a width it prints the figures as JSON.
import { execFileSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @returns {{ length, width, webAssembly, javaScript, inputs, output }} bytes */
export function allocated(length, width) {
  const self = fileURLToPath(import.meta.url);
  const args = ['--expose-gc', self, String(length), String(width)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

async function measure(length, width) {
  const memories = watchMemories();
  const { loadOurs } = await import('./contenders/ours.mjs');
  const { filled } = await import('./workloads.mjs');
  const ours = await loadOurs({ module: (path) => import(new URL(`../../${path}`, import.meta.url).href) });
  const attention = await ours.attention(filled({ heads: 1, length, width }));

  // Buffers of JavaScript are outside of its heap and freed only by a collection: what is left of loading goes before.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    globalThis.gc();
  }
  const before = process.memoryUsage().arrayBuffers;
  const context = attention.run();
  const javaScript = process.memoryUsage().arrayBuffers - before;

  if (memories.size === 0) throw new Error('saw no memory of WebAssembly');
  const webAssembly = [...memories].reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  return {
    length,
    width,
    webAssembly,
    javaScript,
    inputs: 3 * context.byteLength,
    output: context.byteLength,
  };
}

// Whoever looks into a memory asks for its `buffer`: that is where every one of them can be seen.
function watchMemories() {
  const memories = new Set();
  const buffer = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'buffer');
  Object.defineProperty(WebAssembly.Memory.prototype, 'buffer', {
    ...buffer,
    get() {
      memories.add(this);
      return buffer.get.call(this);
    },
  });
  return memories;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(await measure(Number(process.argv[2]), Number(process.argv[3]))));
}
