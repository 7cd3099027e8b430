import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  build,
  defineConfig,
  type InlineConfig,
  type LibraryOptions,
  type Plugin,
  type UserConfig,
} from 'vite';

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

/** What few readers need, each a file beside the script: GPT-2's table, and the build for engines without SIMD. */
const beside: Readonly<Record<string, string>> = {
  'web/tokenizers/gpt2.ts': 'attention-explorer-gpt2.js',
  'web/api/scalar.ts': 'attention-explorer-scalar.js',
};

function file(entry: string, fileName: string, more: InlineConfig = {}): UserConfig & InlineConfig {
  return {
    configFile: false,
    publicDir: false,
    build: {
      outDir: path('dist'),
      emptyOutDir: false, // the API's build puts its files here too
      target: 'es2022',
      lib: { entry: path(entry), formats: ['es'], fileName: () => fileName },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
    ...more,
  };
}

const besideTheScript: Plugin = {
  name: 'beside-the-script',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.')) return null;
    const entry = Object.keys(beside).find((name) => resolve(dirname(importer), source) === path(name));
    return entry ? { id: `./${beside[entry]}`, external: true } : null;
  },
};

/** Marks it as UTF-8, for pages that say nothing of theirs: a classic script is read as its page is. */
const marked: Plugin = {
  name: 'marked-as-utf-8',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = `\ufeff${chunk.code}`;
  },
};

/**
 * For `<script src>` without `type="module"`, since browsers load no module from a disk. It defines the elements, and
 * `attentionWasm` has what the module exports.
 */
function classic(): InlineConfig {
  const config = file('web/elements/embed/module.ts', 'attention-explorer.classic.js', {
    define: { 'import.meta.url': 'attentionScript' },
    plugins: [besideTheScript, marked],
  });
  config.build!.lib = { ...(config.build!.lib as LibraryOptions), formats: ['iife'], name: 'attentionWasm' };
  config.build!.rolldownOptions!.output = {
    minify: true,
    intro: 'const attentionScript=document.currentScript?.src;',
  };
  return config;
}

/** The elements as one file that somebody can copy, with all inside that most readers need. */
export default defineConfig(async () => {
  for (const [entry, fileName] of Object.entries(beside)) await build(file(entry, fileName));
  await build(classic());
  return {
    ...file('web/elements/embed/module.ts', 'attention-explorer.js'),
    plugins: [
      besideTheScript,
      {
        name: 'types',
        closeBundle() {
          writeFileSync(path('dist/attention-explorer.d.ts'), types);
          writeFileSync(path('dist/attention-explorer.node.js'), onNode);
        },
      },
    ],
  } satisfies UserConfig;
});
