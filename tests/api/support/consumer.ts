// What a developer may write, and what the types refuse. It is compiled, never run: by the project's own `tsc`, and as a
// package's user would, under both ways of resolving modules.
import {
  type Attended,
  type AttendOptions,
  type Attention,
  createAttentionPool,
  loadAttention,
  type Matrix,
  matrix,
  type Projections,
  type Want,
} from 'attention-wasm';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(..._: Equal<A, B> extends true ? [] : [never]): void {}

const attention: Attention = await loadAttention();
const m: Matrix = matrix([
  [1, 2],
  [3, 4],
]);

// What is wanted is there, and nothing else is.
const plain = attention.attend(m, m, m);
same<typeof plain.context, Matrix>();
// @ts-expect-error scores were not wanted
plain.scores;
// @ts-expect-error weights were not wanted
plain.weights;
// @ts-expect-error kept was not wanted
plain.kept;

const options = attention.attend(m, m, m, { heads: 2, causal: true, scale: 1 });
// @ts-expect-error options alone want nothing
options.weights;

const some = attention.attend(m, m, m, { want: ['scores', 'kept'] });
same<typeof some.scores, Matrix[]>();
same<typeof some.kept, Uint8Array>();
// @ts-expect-error weights were not wanted
some.weights;

const projections: Projections = { query: m, key: m, value: m, queryBias: new Float32Array(2) };
const projected = attention.selfAttention(m, projections, { want: ['weights'] });
same<typeof projected.weights, Matrix[]>();
same<typeof projected.queries, Matrix>();
same<typeof projected.output, Matrix | undefined>();
// @ts-expect-error scores were not wanted
projected.scores;
attention.selfAttention(m, null).values;
// @ts-expect-error only self-attention goes without projections
attention.crossAttention(m, m, null);

// A variable may hold options, and what is wanted may be generic.
const decoding: AttendOptions<'weights'> = { causal: 'bottom-right', want: ['weights'] };
same<ReturnType<typeof decode>, Attended<'weights'>>();
function decode() {
  return attention.attend(m, m, m, decoding);
}
function wanting<W extends Want>(want: readonly W[]): Attended<W> {
  return attention.attend(m, m, m, { want });
}
wanting(['kept']).kept;

attention.attend(m, m, m, {
  causal: { offset: 3 },
  dropout: { rate: 0.1, seed: 7 },
  mask: new Uint8Array(4),
});
attention.attend(m, m, m, { dropout: { rate: 0.1, keep: new Uint8Array(4) }, keyPadding: undefined });
attention.attend(m, m, m, { dropout: { rate: 0.1, seed: 7, firstQuery: 2 } });
// @ts-expect-error misspelt
attention.attend(m, m, m, { head: 2 });
// @ts-expect-error no such result
attention.attend(m, m, m, { want: ['attention'] });
// @ts-expect-error no such order
attention.attend(m, m, m, { causal: 'lower' });
// @ts-expect-error neither a seed nor decisions
attention.attend(m, m, m, { dropout: { rate: 0.1 } });
// @ts-expect-error both
attention.attend(m, m, m, { dropout: { rate: 0.1, seed: 1, keep: new Uint8Array(4) } });
// @ts-expect-error rows are arrays of numbers
matrix([['1']]);
// @ts-expect-error results are not to be reassigned
m.rows = 3;

same<typeof attention.build, { readonly simd: boolean; readonly version: string }>();
await loadAttention({ wasmUrl: new URL('https://example.com/attention.wasm') });
await loadAttention({ wasmBinary: new Uint8Array(8) });
// @ts-expect-error misspelt
await loadAttention({ wasmURL: 'attention.wasm' });

const { weight, bias } = attention.random(123).linear(3, 2);
same<typeof weight, Matrix>();
same<typeof bias, Float32Array | undefined>();

const cache = attention.cache({ keyHeads: 2, width: 8 });
cache.append(m, m);
same<ReturnType<typeof lastWeights>, Matrix[]>();
function lastWeights() {
  return cache.attend(m, { want: ['weights'] }).weights;
}
// @ts-expect-error nothing was wanted
cache.attend(m).weights;
// @ts-expect-error a cache knows its length itself
cache.length = 0;
// @ts-expect-error the width has no default
attention.cache({ keyHeads: 2 });

const pool = await createAttentionPool({ workers: 2 });
const { signal } = new AbortController();
const pooled = await pool.attend(m, m, m, {
  want: ['kept'],
  signal,
  onProgress: (share) => share.toFixed(2),
});
same<typeof pooled.kept, Uint8Array>();
// @ts-expect-error weights were not wanted
pooled.weights;
same<Awaited<ReturnType<typeof pool.selfAttention>>['queries'], Matrix>();
// @ts-expect-error only a pool has progress
attention.attend(m, m, m, { onProgress: () => {} });
