export { loadAttention } from './load.ts';
export { matrix } from './matrix.ts';
export type {
  Attended,
  AttendOptions,
  Attention,
  Causal,
  Dropout,
  LoadOptions,
  Matrix,
  Projected,
  Projections,
  TorchRandom,
  Want,
} from './types.ts';
