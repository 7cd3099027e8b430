// A page in a browser. Its addresses are paths from the project's folder.
import { measure } from '../suite.mjs';

const environment = {
  inNode: false,
  say: (what) => globalThis.say(what),
  address: (path) => `/${path}`,
  bytes: async (path) => new Uint8Array(await (await fetch(`/${path}`)).arrayBuffer()),
  module: (path) => import(`/${path}`),
  async tfjs() {
    const folder = '/tests/bench/node_modules/@tensorflow';
    await script(`${folder}/tfjs-core/dist/tf-core.min.js`);
    await script(`${folder}/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
    return { tf: globalThis.tf, setWasmPaths: globalThis.tf.wasm.setWasmPaths };
  },
};

export function measureInPage(options) {
  return measure(environment, options);
}

function script(src) {
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), { src, onload: resolve });
    element.onerror = () => reject(new Error(`${src} could not be loaded`));
    document.head.append(element);
  });
}
