// Node, this very process.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../scripts/run.mjs';
import { measure } from '../suite.mjs';

const environment = {
  inNode: true,
  say: (what) => console.log(`  Node: ${what}`),
  address: (path) => join(root, path),
  bytes: async (path) => readFileSync(join(root, path)),
  module: (path) => import(pathToFileURL(join(root, path)).href),
  async tfjs() {
    const require = createRequire(join(root, 'tests/bench/package.json'));
    const tf = require('@tensorflow/tfjs-core');
    return { tf, setWasmPaths: require('@tensorflow/tfjs-backend-wasm').setWasmPaths };
  },
};

export async function measureInNode(options) {
  return { environment: `Node ${process.versions.node}`, ...(await measure(environment, options)) };
}
