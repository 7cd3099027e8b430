// What a reader has to fetch, as a server sends it: compressed by gzip.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/run.mjs';

const peers = 'tests/bench/node_modules';
const downloads = {
  'attention.wasm alone': ['dist/attention.wasm'],
  'attention-wasm': ['dist/attention-wasm.js'], // its .wasm is inside
  'onnxruntime-web': [
    `${peers}/onnxruntime-web/dist/ort.wasm.bundle.min.mjs`,
    `${peers}/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm`,
  ],
  'tfjs-backend-wasm': [
    `${peers}/@tensorflow/tfjs-core/dist/tf-core.min.js`,
    `${peers}/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`,
    `${peers}/@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm`,
  ],
};

/** @returns {{ name: string, files: string[], bytes: number, gzip: number }[]} */
export function downloadSizes() {
  return Object.entries(downloads).map(([name, paths]) => {
    const contents = paths.map((path) => readFileSync(join(root, path)));
    const sum = (sizes) => sizes.reduce((a, b) => a + b, 0);
    return {
      name,
      files: paths.map((path) => path.split('/').pop()),
      bytes: sum(contents.map((content) => content.length)),
      gzip: sum(contents.map((content) => gzipSync(content, { level: 9 }).length)),
    };
  });
}
