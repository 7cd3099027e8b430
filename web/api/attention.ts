import { attend } from './attend.ts';
import { keyValueCache } from './cache.ts';
import type { Core } from './core.ts';
import { torchRandom } from './random.ts';
import { crossAttention, selfAttention } from './self-attention.ts';
import type { Attention } from './types.ts';

/** The public functions over one instance of the core. */
export function attentionOf(core: Core): Attention {
  return Object.freeze<Attention>({
    attend: (queries, keys, values, options) => attend(core, queries, keys, values, options),
    selfAttention: (inputs, projections, options) => selfAttention(core, inputs, projections, options),
    crossAttention: (queryInputs, keyInputs, projections, options) =>
      crossAttention(core, queryInputs, keyInputs, projections, options),
    cache: (shape) => keyValueCache(core, shape),
    random: (seed) => torchRandom(core, seed),
    build: Object.freeze({ simd: core.simd, version: core.version }),
  });
}
