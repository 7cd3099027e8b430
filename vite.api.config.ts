import { copyFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const path = (file: string) => new URL(file, import.meta.url).pathname;

// The JavaScript API as one file with its WebAssembly inside, the scalar fallback as another, and the bare `.wasm`.
export default defineConfig({
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
        // tsconfig.api.json puts the declarations of each source file into dist/types.
        writeFileSync(path('dist/attention-wasm.d.ts'), "export * from './types/index.js';\n");
      },
    },
  ],
});
