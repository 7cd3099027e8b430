// Weights computed by the API, drawn by the element.
import { loadAttention, matrix } from 'attention-wasm';
import 'attention-wasm/elements';

const x = matrix([
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
  [0.22, 0.58, 0.33],
  [0.77, 0.25, 0.1],
  [0.05, 0.8, 0.55],
]);
const attention = await loadAttention();
const { weights } = attention.attend(x, x, x, { scale: 1, want: ['weights'] });
document.querySelector('attention-weights').weights = weights;
