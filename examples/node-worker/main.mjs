// Attention in a worker thread of one's own; for several at once there is `createAttentionPool`.
import { Worker } from 'node:worker_threads';

const worker = new Worker(new URL('./worker.mjs', import.meta.url));
worker.on('message', (row) => {
  console.log('journey', Array.from(row, (weight) => weight.toFixed(4)).join('  '));
  worker.terminate();
});
worker.postMessage([
  [0.43, 0.15, 0.89],
  [0.55, 0.87, 0.66],
  [0.57, 0.85, 0.64],
  [0.22, 0.58, 0.33],
  [0.77, 0.25, 0.1],
  [0.05, 0.8, 0.55],
]);
