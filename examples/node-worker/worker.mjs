import { parentPort } from 'node:worker_threads';
import { createAttentionPool, matrix } from 'attention-wasm';

parentPort.on('message', async (rows) => {
  const pool = await createAttentionPool({ workers: 2 });
  const x = matrix(rows);
  const { weights } = await pool.attend(x, x, x, { scale: 1, want: ['weights'] });
  pool.close();
  parentPort.postMessage(weights[0].data.slice(6, 12));
});
