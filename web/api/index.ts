export { loadAttention } from './load.ts';
export { matrix } from './matrix.ts';
export type {
  Attended,
  AttendOptions,
  Attention,
  CacheShape,
  Causal,
  Dropout,
  KeyValueCache,
  LoadOptions,
  Matrix,
  Projected,
  Projections,
  TorchRandom,
  Want,
} from './types.ts';
