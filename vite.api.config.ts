import { copyFileSync, writeFileSync } from 'node:fs';
import { build, defineConfig, type InlineConfig, type UserConfig } from 'vite';

const path = (file: string) => new URL(file, import.meta.url).pathname;

/** The script of the pool's workers, which the API carries as text: a classic script, self-contained. */
const worker: InlineConfig = {
  configFile: false,
  publicDir: false,
  define: { 'import.meta': '{}' }, // a classic script has none; the glue would only tell from it where it is
  build: {
    outDir: path('build/worker'),
    target: 'es2022',
    minify: true,
    lib: {
      entry: path('web/api/pool-worker.ts'),
      formats: ['iife'],
      name: 'attentionWorker',
      fileName: () => 'pool-worker.js',
    },
  },
};

/** The JavaScript API as one file with its WebAssembly inside, the scalar fallback as another, and what may be used apart. */
const api: UserConfig = {
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false, // the page's build puts its files here too
    target: 'es2022',
    lib: { entry: path('web/api/index.ts'), formats: ['es'], fileName: () => 'attention-wasm.js' },
    rolldownOptions: { output: { chunkFileNames: 'attention-wasm-[name].js' } },
  },
  plugins: [
    {
      name: 'beside-the-script',
      closeBundle() {
        copyFileSync(path('build/wasm/attention.wasm'), path('dist/attention.wasm'));
        copyFileSync(path('build/worker/pool-worker.js'), path('dist/attention-wasm-worker.js'));
        // tsconfig.api.json puts the declarations of each source file into dist/types, in the folders of web/.
        writeFileSync(path('dist/attention-wasm.d.ts'), "export * from './types/api/index.js';\n");
      },
    },
  ],
};

export default defineConfig(async () => {
  await build(worker);
  return api;
});
