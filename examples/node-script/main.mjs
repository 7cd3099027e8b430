import { loadAttention, matrix } from 'attention-wasm';

const words = ['Your', 'journey', 'starts', 'with', 'one', 'step'];
const x = matrix([
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
  [0.22, 0.58, 0.33],
  [0.77, 0.25, 0.1],
  [0.05, 0.8, 0.55],
]);
const { attend } = await loadAttention();
const { weights } = attend(x, x, x, { scale: 1, want: ['weights'] });
for (const [q, word] of words.entries()) {
  const row = weights[0].data.subarray(q * 6, q * 6 + 6);
  console.log(word.padEnd(8), Array.from(row, (weight) => weight.toFixed(4)).join('  '));
}
