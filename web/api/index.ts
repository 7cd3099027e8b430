export { loadAttention } from './load.ts';
export { matrix } from './matrix.ts';
export { createAttentionPool } from './pool.ts';
export type {
  Attended,
  AttendOptions,
  Attention,
  AttentionPool,
  CacheShape,
  Causal,
  Dropout,
  KeyValueCache,
  LoadOptions,
  Matrix,
  PooledOptions,
  PoolOptions,
  Projected,
  Projections,
  TorchRandom,
  Want,
} from './types.ts';
