// The module that is being measured, as anyone who installs it would call it.

export async function loadOurs(environment) {
  const { loadAttention, createAttentionPool } = await environment.module('dist/attention-wasm.js');
  const attention = await loadAttention();
  if (!attention.build.simd)
    throw new Error('attention-wasm runs its scalar build here; there is nothing to compare');

  return {
    build: attention.build,

    async attention(workload) {
      const [queries, keys, values] = matrices(workload);
      const options = { heads: workload.heads, causal: workload.causal };
      return { run: () => attention.attend(queries, keys, values, options).context.data, close() {} };
    },

    /** The same on a pool of workers; undefined where the module has none. */
    async pooledAttention(workload, workers) {
      if (!createAttentionPool) return undefined;
      const pool = await createAttentionPool({ workers });
      const [queries, keys, values] = matrices(workload);
      const options = { heads: workload.heads, causal: workload.causal };
      return {
        run: async () => (await pool.attend(queries, keys, values, options)).context.data,
        close: () => pool.close(),
      };
    },

    /** One query against keys and values that stay in WebAssembly; undefined where the module has no cache. */
    async decoding({ heads, keyHeads, length, width, queries, keys, values }) {
      if (!attention.cache) return undefined;
      const query = { rows: 1, cols: heads * width, data: queries };
      const cached = [keys, values].map((data) => ({ rows: length, cols: keyHeads * width, data }));
      const cache = attention.cache({ keyHeads, width });
      cache.append(...cached);
      const options = { heads, keyHeads };
      return {
        run: () => cache.attend(query, options).context.data,
        uncached: () => attention.attend(query, ...cached, options).context.data,
        close: () => cache.close(),
      };
    },
  };
}

function matrices({ heads, length, width, queries, keys, values }) {
  return [queries, keys, values].map((data) => ({ rows: length, cols: heads * width, data }));
}
