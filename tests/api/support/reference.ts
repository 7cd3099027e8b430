import type { Matrix } from '../../../dist/attention-wasm.js';

/** What a reference attention is told, all of it: no defaults to share with what it checks. */
export interface Plan {
  heads: number;
  keyHeads: number;
  scale: number;
  sees(query: number, key: number): boolean;
  rate: number;
  keeps(head: number, query: number, key: number): boolean;
}

export interface Reference {
  /** L × (heads·d_v), row by row. */
  context: number[];
  /** One L × S for each head, row by row. */
  scores: number[][];
  weights: number[][];
  /** The largest Σ|q·k| of any pair: what rounding errors of scores grow with. */
  magnitude: number;
}

/** Scaled dot-product attention in double precision, as plainly as it can be said. */
export function reference(queries: Matrix, keys: Matrix, values: Matrix, plan: Plan): Reference {
  const { heads, keyHeads, scale, sees, rate, keeps } = plan;
  const [L, S] = [queries.rows, keys.rows];
  const d = queries.cols / heads;
  const dv = values.cols / keyHeads;
  const result: Reference = { context: Array(L * heads * dv).fill(0), scores: [], weights: [], magnitude: 0 };
  for (let h = 0; h < heads; h++) {
    const keyHead = Math.floor((h * keyHeads) / heads);
    const scores: number[] = [];
    const weights: number[] = [];
    for (let i = 0; i < L; i++) {
      const row: number[] = [];
      for (let j = 0; j < S; j++) {
        let sum = 0;
        let magnitude = 0;
        for (let c = 0; c < d; c++) {
          const product = at(queries, i, h * d + c) * at(keys, j, keyHead * d + c);
          sum += product;
          magnitude += Math.abs(product);
        }
        row.push(sum);
        result.magnitude = Math.max(result.magnitude, magnitude);
      }
      scores.push(...row);
      const largest = Math.max(...row.map((score, j) => (sees(i, j) ? scale * score : -Infinity)));
      const exps = row.map((score, j) => (sees(i, j) ? Math.exp(scale * score - largest) : 0));
      const total = exps.reduce((a, b) => a + b, 0);
      const alpha = exps.map((exp, j) => (exp > 0 && keeps(h, i, j) ? exp / total / (1 - rate) : 0));
      weights.push(...alpha);
      for (let c = 0; c < dv; c++) {
        result.context[(i * heads + h) * dv + c] = alpha.reduce(
          (z, weight, j) => (weight === 0 ? z : z + weight * at(values, j, keyHead * dv + c)),
          0,
        );
      }
    }
    result.scores.push(scores);
    result.weights.push(weights);
  }
  return result;
}

export function at({ cols, data }: Matrix, row: number, col: number): number {
  return data[row * cols + col]!;
}

/**
 * Whether dropout keeps a weight: Philox4x32-10 (Salmon et al. 2011) keyed by the seed, with counter
 * (key / 4, query, head, 0) and word key % 4; kept where the word is at least rate·2³².
 */
export function philoxKeeps(seed: number, rate: number, head: number, query: number, key: number): boolean {
  const low = (x: bigint) => x & 0xffffffffn;
  const bits = BigInt.asUintN(64, BigInt(seed));
  let [k0, k1] = [low(bits), bits >> 32n];
  let counter = [BigInt(key >> 2), BigInt(query), BigInt(head), 0n];
  for (let round = 0; round < 10; round++) {
    const p0 = 0xd2511f53n * counter[0]!;
    const p1 = 0xcd9e8d57n * counter[2]!;
    counter = [(p1 >> 32n) ^ counter[1]! ^ k0, low(p1), (p0 >> 32n) ^ counter[3]! ^ k1, low(p0)];
    [k0, k1] = [low(k0 + 0x9e3779b9n), low(k1 + 0xbb67ae85n)];
  }
  return Number(counter[key % 4]!) >= rate * 2 ** 32;
}
