// What is measured. L = S = `length`, d = `width` of one head.

/** Attention of a sequence to itself, context only. `peers`: against the others too; `pool`: on two workers too. */
export const workloads = [
  { id: '6x3', heads: 1, length: 6, width: 3, peers: true },
  { id: '128x64', heads: 1, length: 128, width: 64, peers: true },
  { id: '512x64', heads: 1, length: 512, width: 64, peers: true },
  { id: '512x128', heads: 1, length: 512, width: 128, peers: true },
  { id: '2048x64', heads: 1, length: 2048, width: 64, peers: true },
  { id: '12x1024x64', heads: 12, length: 1024, width: 64, peers: true, pool: true },
  { id: '4096x64', heads: 1, length: 4096, width: 64, peers: false, pool: true },
];

/** One new token: a single query against `length` cached keys and values. */
export const decodings = [
  { id: 'decode-16384', heads: 1, keyHeads: 1, length: 16384, width: 64 },
  { id: 'decode-65536', heads: 1, keyHeads: 1, length: 65536, width: 64 },
  { id: 'decode-4-16384', heads: 4, keyHeads: 1, length: 16384, width: 64 },
];

/** How time and memory grow with the length of one head. */
export const growth = { id: 'growth', lengths: [1024, 2048, 4096, 8192, 16384], width: 64 };

/** One more letter at the end of a text of so many words on the page. */
export const keystroke = { id: 'keystroke', lengths: [512, 2048, 4096] };

export const poolWorkers = 2;

export function nameOf({ heads, keyHeads, length, width }) {
  const shape = `${length} × ${width}`;
  if (keyHeads) return `${shape}, ${heads} ${heads === 1 ? 'query head' : 'query heads'}`;
  return heads === 1 ? shape : `${heads} heads × ${shape}`;
}

/** The multiplications and additions of Q·Kᵀ and α·V. Under a causal mask half of the pairs are seen. */
export function operations({ heads, length, width, causal }) {
  return (4 * length * length * width * heads) / (causal ? 2 : 1);
}

/** The bytes of the keys and values that one query has to read. */
export function cachedBytes({ keyHeads, length, width }) {
  return 2 * length * keyHeads * width * Float32Array.BYTES_PER_ELEMENT;
}

/** The workload with numbers in it: unit-normal, the same on every run. */
export function filled(workload) {
  const { heads, keyHeads = heads, length, width } = workload;
  const normal = unitNormal(1);
  const draw = (rows, cols) => Float32Array.from({ length: rows * cols }, normal);
  const queries = draw(workload.keyHeads ? 1 : length, heads * width);
  return {
    ...workload,
    queries,
    keys: draw(length, keyHeads * width),
    values: draw(length, keyHeads * width),
  };
}

// Box and Muller's transform of Mulberry32's uniform numbers.
function unitNormal(seed) {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}
