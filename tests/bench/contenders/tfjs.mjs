// TensorFlow.js on its WebAssembly backend, SIMD, one thread. It has no fused attention: this is how its users write it.

const folder = 'tests/bench/node_modules/@tensorflow';

export async function loadTfjs(environment) {
  const { tf, setWasmPaths } = await environment.tfjs();
  setWasmPaths(environment.address(`${folder}/tfjs-backend-wasm/dist/`));
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await tf.setBackend('wasm');
  await tf.ready();
  if (!(await tf.env().getAsync('WASM_HAS_SIMD_SUPPORT'))) throw new Error('tfjs runs without SIMD here');

  return {
    /** Its heads are a leading axis. The inputs are brought into that order beforehand, untimed; so is the output. */
    async attention({ heads, length, width, queries, keys, values }) {
      const byHead = (data) => splitHeads(data, heads, length, width);
      const inputs = [queries, keys, values].map(byHead);
      const scale = 1 / Math.sqrt(width);
      const run = () =>
        tf.tidy(() => {
          const [q, k, v] = inputs.map((data) => tf.tensor3d(data, [heads, length, width]));
          const scores = tf.mul(tf.matMul(q, k, false, true), scale);
          return tf.matMul(tf.softmax(scores), v).dataSync();
        });
      return { run, sideBySide: (output) => joinHeads(output, heads, length, width), close() {} };
    },
  };
}

/** length × (heads · width) → heads × length × width */
function splitHeads(data, heads, length, width) {
  return reorder(data, heads, length, width, (out, split, joined) => {
    out[split] = data[joined];
  });
}

function joinHeads(data, heads, length, width) {
  return reorder(data, heads, length, width, (out, split, joined) => {
    out[joined] = data[split];
  });
}

function reorder(data, heads, length, width, move) {
  const out = new Float32Array(data.length);
  for (let head = 0; head < heads; head++) {
    for (let row = 0; row < length; row++) {
      for (let column = 0; column < width; column++) {
        move(out, (head * length + row) * width + column, (row * heads + head) * width + column);
      }
    }
  }
  return out;
}
