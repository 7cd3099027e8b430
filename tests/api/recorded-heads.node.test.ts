import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadAttention, type Matrix, matrix } from '../../dist/attention-wasm.js';
import { expectMatrix } from './support/expect.ts';

// Scores and weights of all 144 heads of GPT-2 in one forward pass of six tokens, recorded elsewhere and not part of this
// repository: where the file is absent, the test is reported as skipped.
const recording = new URL('../../../shared/golden/gpt2-recorded-attention.json', import.meta.url);

interface Recording {
  heads: { block: number; head: number; scores: number[][]; weights: number[][] }[];
}

test.skipIf(!existsSync(recording))('the weights of every head of GPT-2 come out as recorded', async () => {
  const { attend } = await loadAttention();
  const { heads }: Recording = JSON.parse(readFileSync(recording, 'utf8'));
  expect(heads.length).toBe(144);
  for (const { scores, weights } of heads) {
    // With the identity as keys, scores are the queries: Q·Iᵀ = Q.
    const n = scores.length;
    const result = attend(matrix(scores), identity(n), identity(n), {
      scale: 1 / Math.sqrt(64), // GPT-2's heads are 64 wide
      causal: true,
      want: ['scores', 'weights'],
    });
    // The recording was made in float32: its own weights are that far from exact.
    expectMatrix(result.weights[0], weights, 1e-6);
    expectMatrix(result.context, weights, 1e-6);
    expectMatrix(result.scores[0], scores, 0);
  }
});

function identity(n: number): Matrix {
  return matrix(Array.from({ length: n }, (_, r) => Array.from({ length: n }, (_, c) => (r === c ? 1 : 0))));
}
