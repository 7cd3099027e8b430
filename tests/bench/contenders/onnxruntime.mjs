// onnxruntime-web: its fused MultiHeadAttention on the WebAssembly provider, one thread.
import { multiHeadAttentionModel } from './onnx-model.mjs';

const folder = 'tests/bench/node_modules/onnxruntime-web/dist';

export async function loadOnnxRuntime(environment) {
  const ort = await environment.module(
    `${folder}/${environment.inNode ? 'ort.node' : 'ort.wasm.bundle'}.min.mjs`,
  );
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = await environment.bytes(`${folder}/ort-wasm-simd-threaded.wasm`);

  return {
    /** Arrays in, array out, as our own API has it: the copies into and out of WebAssembly are timed. */
    async attention({ heads, length, width, causal, queries, keys, values }) {
      const model = multiHeadAttentionModel({ heads, scale: 1 / Math.sqrt(width), causal });
      const session = await ort.InferenceSession.create(model, { executionProviders: ['wasm'] });
      const tensor = (data) => new ort.Tensor('float32', data, [1, length, heads * width]);
      return {
        run: async () => {
          const fed = { query: tensor(queries), key: tensor(keys), value: tensor(values) };
          return (await session.run(fed)).output.data;
        },
        close: () => session.release(),
      };
    },
  };
}
