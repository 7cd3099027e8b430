import { writeFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const path = (file: string) => new URL(file, import.meta.url).pathname;

/** tsconfig.api.json puts what these are made of into dist/types. */
const types = `export * from './types/elements/embed/types.js';
export { loadAttention, matrix } from './types/api/index.js';
import type { AttentionExplorerElement, AttentionWeightsElement } from './types/elements/embed/types.js';
/** The class of \`<attention-weights>\`. */
export declare const AttentionWeights: { new (): AttentionWeightsElement; prototype: AttentionWeightsElement };
/** The class of \`<attention-explorer>\`. */
export declare const AttentionExplorer: { new (): AttentionExplorerElement; prototype: AttentionExplorerElement };
/** Makes the elements known; importing this module has done it already. A second script of them changes nothing. */
export declare function defineElements(): void;
`;

/** What servers that render pages import: there is no document to define elements in, and what computes works. */
const onNode = `export { loadAttention, matrix } from './attention-wasm.js';
export const AttentionWeights = undefined;
export const AttentionExplorer = undefined;
export function defineElements() {}
`;

/** The elements as one file with all that they need inside; beside it what few readers need. */
export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false, // the API's build puts its files here too
    target: 'es2022',
    cssTarget: 'chrome125',
    lib: {
      entry: path('web/elements/embed/module.ts'),
      formats: ['es'],
      fileName: () => 'attention-explorer.js',
    },
    rolldownOptions: {
      // What the files beside it share with it stays in it: the first one is whole.
      preserveEntrySignatures: 'allow-extension',
      output: { minify: true, chunkFileNames: 'attention-explorer-[name].js' },
    },
  },
  plugins: [
    {
      name: 'beside-the-script',
      closeBundle() {
        writeFileSync(path('dist/attention-explorer.d.ts'), types);
        writeFileSync(path('dist/attention-explorer.node.js'), onNode);
      },
    },
  ],
});
