import { describe, expect, test } from 'vitest';
import {
  loadAttention,
  type Matrix,
  matrix,
  type Projections,
  type TorchRandom,
} from '../../dist/attention-wasm.js';
import golden from '../golden/chapter3.json' with { type: 'json' };
import { expectMatrix } from './support/expect.ts';

// Every tensor of the six-word, three-number worked example of "Build a Large Language Model (From Scratch)", chapter 3.
// The golden figures are unrounded, in double precision; sums of at most six float32 products below 2 stay within 5e-6.
const tolerance = 5e-6;

const { selfAttention, crossAttention, random } = await loadAttention();
const inputs = matrix(golden.x);
const everything = { want: ['scores', 'weights'] } as const;

test('self-attention without weights', () => {
  const { scores, weights, context } = selfAttention(inputs, null, { ...everything, scale: 1 });
  expectMatrix(scores[0], golden.simple.scores, tolerance);
  expectMatrix(weights[0], golden.simple.weights, tolerance);
  expectMatrix(context, golden.simple.context, tolerance);
});

const rand = (generator: TorchRandom) => generator.rand(3, 2);
const linear = (generator: TorchRandom) => generator.linear(3, 2, false).weight;

describe.each([
  { name: 'torch.rand weights, seed 123', head: golden.v1_seed123_rand, seed: 123, draw: rand },
  { name: 'nn.Linear weights, seed 789', head: golden.linear_seed789_causal0, seed: 789, draw: linear },
  {
    name: 'nn.Linear weights, seed 789, causal',
    head: golden.linear_seed789_causal1,
    seed: 789,
    draw: linear,
  },
  { name: 'nn.Linear weights, seed 123', head: golden.linear_seed123_causal0, seed: 123, draw: linear },
  {
    name: 'nn.Linear weights, seed 123, causal',
    head: golden.linear_seed123_causal1,
    seed: 123,
    draw: linear,
  },
])('$name', ({ head, seed, draw }) => {
  test('the seed gives the weights', () => {
    const generator = random(seed);
    for (const expected of [head.Wq, head.Wk, head.Wv]) expectMatrix(draw(generator), expected, 1e-7);
  });

  test('self-attention gives every tensor', () => {
    const projections = { query: matrix(head.Wq), key: matrix(head.Wk), value: matrix(head.Wv) };
    const result = selfAttention(inputs, projections, { ...everything, causal: head.causal });
    expectMatrix(result.queries, head.Q, tolerance);
    expectMatrix(result.keys, head.K, tolerance);
    expectMatrix(result.values, head.V, tolerance);
    expectMatrix(result.scores[0], head.scores, tolerance);
    expectMatrix(result.weights[0], head.weights, tolerance);
    expectMatrix(result.context, head.context, tolerance);
    expect('output' in result).toBe(false);
  });
});

test('two causal heads side by side', () => {
  const { heads, out } = golden.mha_wrapper_seed123;
  const projections = {
    query: beside(heads.map((head) => head.Wq)),
    key: beside(heads.map((head) => head.Wk)),
    value: beside(heads.map((head) => head.Wv)),
  };
  const result = selfAttention(inputs, projections, { ...everything, heads: 2, causal: true });
  expectMatrix(result.context, out, tolerance);
  for (const [h, head] of heads.entries()) {
    expectMatrix(result.scores[h], head.scores, tolerance);
    expectMatrix(result.weights[h], head.weights, tolerance);
  }
  expectMatrix(result.queries, sideBySide(heads.map((head) => head.Q)), tolerance);
  expectMatrix(result.keys, sideBySide(heads.map((head) => head.K)), tolerance);
  expectMatrix(result.values, sideBySide(heads.map((head) => head.V)), tolerance);
});

test('multi-head attention with split weights and an output projection', () => {
  const { Wq, Wk, Wv, out_proj_weight_out_x_in, out_proj_bias, head_weights, out } = golden.mha_split_seed123;
  const projections: Projections = {
    query: matrix(Wq),
    key: matrix(Wk),
    value: matrix(Wv),
    output: matrix(transposed(out_proj_weight_out_x_in)),
    outputBias: new Float32Array(out_proj_bias),
  };
  const { output, weights } = selfAttention(inputs, projections, { ...everything, heads: 2, causal: true });
  expectMatrix(output, out, tolerance);
  for (const [h, expected] of head_weights.entries()) expectMatrix(weights[h], expected, tolerance);
});

test('the seed gives multi-head attention all its parameters in order', () => {
  const { Wq, Wk, Wv, out_proj_weight_out_x_in, out_proj_bias } = golden.mha_split_seed123;
  const generator = random(123);
  for (const expected of [Wq, Wk, Wv]) expectMatrix(generator.linear(3, 2, false).weight, expected, 1e-7);
  const { weight, bias } = generator.linear(2, 2);
  expectMatrix(weight, transposed(out_proj_weight_out_x_in), 1e-7);
  expectMatrix({ rows: 1, cols: 2, data: bias! }, [out_proj_bias], 1e-7);
});

test('cross-attention of a sequence to itself is self-attention', () => {
  const { Wq, Wk, Wv, context } = golden.linear_seed123_causal1;
  const projections = { query: matrix(Wq), key: matrix(Wk), value: matrix(Wv) };
  expectMatrix(
    crossAttention(inputs, matrix(golden.x), projections, { causal: true }).context,
    context,
    tolerance,
  );
});

/** Matrices of as many rows, side by side. */
function sideBySide(matrices: number[][][]): number[][] {
  return matrices[0]!.map((_, r) => matrices.flatMap((rows) => rows[r]!));
}

function beside(matrices: number[][][]): Matrix {
  return matrix(sideBySide(matrices));
}

function transposed(rows: number[][]): number[][] {
  return rows[0]!.map((_, c) => rows.map((row) => row[c]!));
}
