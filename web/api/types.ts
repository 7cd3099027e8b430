/**
 * The public types. Every matrix is row-major float32. L queries, S keys, d the width of one head, H heads.
 *
 * A wrong type is a `TypeError`, a wrong shape or value a `RangeError`, an unknown option a `TypeError`; the message
 * names the argument and both numbers ("keys has 12 columns; queries has 16"). After any error the module works on.
 * Inputs are never modified, and everything returned is plain data that stays valid for ever.
 */

/**
 * A row-major float32 matrix: entry (r, c) is `data[r * cols + c]`. Any object of this shape will do; `data` may start at
 * any offset of any buffer, a shared one included.
 *
 * A 0 × 0 matrix, which is what `matrix([])` gives, stands for no rows of whatever width fits.
 */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float32Array;
}

/** What `attend` can return besides the context. */
export type Want = 'scores' | 'weights' | 'kept';

/**
 * Which keys a query sees by its place: query i sees the keys ≤ i + offset. `'top-left'` is offset 0, `'bottom-right'` is
 * offset S − L (the last query sees every key). `true` is both at once, so it is allowed only where L = S.
 */
export type Causal = boolean | 'top-left' | 'bottom-right' | { readonly offset: number };

/**
 * Dropout of the weights: a dropped weight becomes 0, a kept one is divided by (1 − rate). Drawn from `seed` (any safe
 * integer) by a counter-based generator addressed by head, query and key, or given by `keep` (H·L·S, 1 = kept).
 * `rate` is in [0, 1]; 0 drops nothing, 1 drops everything.
 *
 * `firstQuery` and `firstHead`, default 0, are where this call's first query and head stand in the whole whose dropout is
 * drawn: a call on some of the queries or heads, which says where they begin, drops what the call on all of them drops.
 */
export type Dropout =
  | {
      readonly rate: number;
      readonly seed: number;
      readonly firstQuery?: number | undefined;
      readonly firstHead?: number | undefined;
      readonly keep?: undefined;
    }
  | {
      readonly rate: number;
      readonly keep: Uint8Array;
      readonly seed?: undefined;
      readonly firstQuery?: undefined;
      readonly firstHead?: undefined;
    };

export interface AttendOptions<W extends Want = Want> {
  /** H, default 1. Head h takes the h-th block of columns, so the columns must divide by it. */
  heads?: number | undefined;
  /** Default `heads`. With fewer key heads, query head h reads key head ⌊h·keyHeads/heads⌋ (Ainslie et al. 2023, GQA). */
  keyHeads?: number | undefined;
  /** The scores are multiplied by it before the softmax. Default 1/√d, d the columns of one head; 1 for plain dot products. */
  scale?: number | undefined;
  /** Default false. Causal order, mask and key padding intersect. */
  causal?: Causal | undefined;
  /** L·S entries, 1 = this query may see this key, 0 = it may not. The same for every head. */
  mask?: Uint8Array | undefined;
  /** S entries, 1 = a real key, 0 = padding. */
  keyPadding?: Uint8Array | undefined;
  /** Default none: dropout acts only when asked for. */
  dropout?: Dropout | undefined;
  /** Default nothing: the context alone never builds an L × S matrix. */
  want?: readonly W[] | undefined;
}

interface Wanted {
  /** ω = Q·Kᵀ before scale and mask, L × S, one matrix a head. Hidden pairs hold whatever their product is. */
  scores: Matrix[];
  /** α = softmax over keys of scale·ω, L × S, one matrix a head; hidden pairs are exactly 0. After dropout. */
  weights: Matrix[];
  /** Dropout's decisions, H·L·S, 1 = kept; all 1 without dropout. */
  kept: Uint8Array;
}

/** The context, L × (H·d_v), and what was wanted besides. */
export type Attended<W extends Want = never> = {
  /** z = α·V, the heads side by side. A query that sees no key has a context of zeros. */
  context: Matrix;
} & Pick<Wanted, W>;

/** What `attend` gives, and the matrices that the projections made on the way. */
export type Projected<W extends Want = never> = Attended<W> & {
  /** Q = X·W^Q + b^Q, L × (H·d). */
  queries: Matrix;
  /** K = X·W^K + b^K, S × (keyHeads·d). */
  keys: Matrix;
  /** V = X·W^V + b^V, S × (keyHeads·d_v). */
  values: Matrix;
  /** context·W^O + b^O, L × d_model. There exactly where `projections.output` was given. */
  output?: Matrix;
};

/**
 * Linear maps of token vectors, d_in × d_out, applied as x·W + b. (PyTorch's `nn.Linear` stores its weight as
 * d_out × d_in: transpose it.) A bias has as many entries as its matrix has columns.
 */
export interface Projections {
  /** W^Q: d_in × (H·d). */
  readonly query: Matrix;
  /** W^K: d_in × (keyHeads·d). */
  readonly key: Matrix;
  /** W^V: d_in × (keyHeads·d_v). */
  readonly value: Matrix;
  /** W^O: (H·d_v) × d_model, applied to the context. */
  readonly output?: Matrix | undefined;
  readonly queryBias?: Float32Array | undefined;
  readonly keyBias?: Float32Array | undefined;
  readonly valueBias?: Float32Array | undefined;
  readonly outputBias?: Float32Array | undefined;
}

/**
 * The numbers that PyTorch's CPU generator draws after `torch.manual_seed(seed)`, in the same order. Each call takes up
 * where the last one ended.
 */
export interface TorchRandom {
  /** `torch.rand(rows, cols)`: uniform in [0, 1). */
  rand(rows: number, cols: number): Matrix;
  /**
   * The parameters of a new `torch.nn.Linear(inputs, outputs, bias)`, uniform in ±1/√inputs. `bias` defaults to true, as
   * there. The weight is given as inputs × outputs, ready to be a projection: the transpose of PyTorch's.
   */
  linear(inputs: number, outputs: number, bias?: boolean): { weight: Matrix; bias?: Float32Array };
}

/** The columns of a cache: keys of keyHeads·width, values of keyHeads·valueWidth. */
export interface CacheShape {
  /** Default 1. */
  readonly keyHeads?: number | undefined;
  /** d */
  readonly width: number;
  /** d_v, default `width`. */
  readonly valueWidth?: number | undefined;
}

/**
 * The keys and values of the tokens so far, kept in WebAssembly for the next ones: decoding a token costs the copy of one
 * row. It holds memory until `close`; after that every other call is an `Error`.
 */
export interface KeyValueCache {
  /** How many keys it holds: S. */
  readonly length: number;

  /**
   * Adds rows at the end.
   *
   * @param keys n × (keyHeads·d)
   * @param values n × (keyHeads·d_v)
   * @throws RangeError for other shapes, or where there is no memory; the cache stays as it was
   */
  append(keys: Matrix, values: Matrix): void;

  /**
   * Forgets all but the first `length` keys, to decode from there again.
   *
   * @throws RangeError where there are fewer
   */
  truncate(length: number): void;

  /**
   * `Attention.attend` to everything in the cache. The queries are the last L of the S tokens, so `causal` is
   * `'bottom-right'` by default, which is what `true` means here; `false` shows each query every key. `heads` is by default
   * `keyHeads` of the cache.
   *
   * @param queries L × (H·d)
   * @example
   * cache.append(keys, values); // of the new tokens
   * const { context } = cache.attend(queries, { heads: 8 });
   */
  attend<W extends Want = never>(queries: Matrix, options?: AttendOptions<W>): Attended<W>;

  /** Gives the memory back. A second call does nothing. */
  close(): void;
}

/** Scaled dot-product attention, computed by one WebAssembly instance. Its functions need no `this`. */
export interface Attention {
  /**
   * Scaled dot-product attention (Vaswani et al. 2017, eq. 1). For each head
   *
   *     ω = Q·Kᵀ      α = softmax over the keys that a query sees of scale·ω      z = dropout(α)·V
   *
   * @param queries L × (H·d)
   * @param keys S × (keyHeads·d)
   * @param values S × (keyHeads·d_v)
   * @throws RangeError where shapes disagree, and where a number that some query sees is NaN or infinite. What no query
   *   sees is never read: NaN there changes nothing.
   * @example
   * const { context, weights } = attention.attend(queries, keys, values, { causal: true, want: ['weights'] });
   */
  attend<W extends Want = never>(
    queries: Matrix,
    keys: Matrix,
    values: Matrix,
    options?: AttendOptions<W>,
  ): Attended<W>;

  /**
   * Attention of a sequence to itself: queries, keys and values are projected from the same token vectors.
   *
   * @param inputs X, n × d_in
   * @param projections W^Q, W^K, W^V and whatever else; null for Q = K = V = X
   * @throws as `attend`; a NaN or infinity is traced back to the input row, projection or bias that it came from.
   * @example
   * const { output } = attention.selfAttention(inputs, { query, key, value, output }, { heads: 2, causal: true });
   */
  selfAttention<W extends Want = never>(
    inputs: Matrix,
    projections: Projections | null,
    options?: AttendOptions<W>,
  ): Projected<W>;

  /**
   * Attention of one sequence to another: queries come from the first, keys and values from the second.
   *
   * @param queryInputs L × d_in of `projections.query`
   * @param keyInputs S × d_in of `projections.key` and `projections.value`
   * @throws as `selfAttention`
   */
  crossAttention<W extends Want = never>(
    queryInputs: Matrix,
    keyInputs: Matrix,
    projections: Projections,
    options?: AttendOptions<W>,
  ): Projected<W>;

  /**
   * An empty cache of keys and values, for decoding.
   *
   * @throws as any function here: TypeError for a wrong type or an unknown name, RangeError for a wrong value
   */
  cache(shape: CacheShape): KeyValueCache;

  /**
   * A generator of PyTorch's numbers.
   *
   * @param seed any safe integer. As in PyTorch, only its low 32 bits matter.
   */
  random(seed: number): TorchRandom;

  /** What is running: `simd` is false where the scalar build had to be loaded. */
  readonly build: { readonly simd: boolean; readonly version: string };
}

/** Where the WebAssembly comes from; by default it is part of the script. Give one of them at most. */
export interface LoadOptions {
  /** Fetched (on Node, `file:` URLs and paths are read). Served as any type. */
  wasmUrl?: string | URL | undefined;
  /** The bytes of `attention.wasm`. */
  wasmBinary?: ArrayBuffer | ArrayBufferView | undefined;
}

export interface PoolOptions {
  /** How many threads compute; by default as many as there are cores; at most 256. 0 computes in place. */
  workers?: number | undefined;
}

/** What a call of a pool takes besides the options of `Attention`. */
export type PooledOptions<W extends Want = Want> = AttendOptions<W> & {
  /** Ends the call when it aborts: the promise is rejected with its reason, and no further piece is computed. */
  signal?: AbortSignal | undefined;
  /** Told the share of the call that is done, up to 1, after each piece of it. */
  onProgress?: ((share: number) => void) | undefined;
};

/**
 * Attention computed by workers, a page's own thread staying free. The heads and blocks of queries of each call are divided
 * among all workers; the results are those of `Attention`, bit for bit. Inputs are copied when a call is made, so they may
 * be changed at once. Errors are those of `Attention`, as rejections; one worker's failure is an `Error` of the call that
 * it worked for, and the pool goes on with another.
 */
export interface AttentionPool {
  /** How many workers there are. 0 where none can start (a policy or an old browser): then it computes in place, in pieces. */
  readonly workers: number;
  attend<W extends Want = never>(
    queries: Matrix,
    keys: Matrix,
    values: Matrix,
    options?: PooledOptions<W>,
  ): Promise<Attended<W>>;
  selfAttention<W extends Want = never>(
    inputs: Matrix,
    projections: Projections | null,
    options?: PooledOptions<W>,
  ): Promise<Projected<W>>;
  crossAttention<W extends Want = never>(
    queryInputs: Matrix,
    keyInputs: Matrix,
    projections: Projections,
    options?: PooledOptions<W>,
  ): Promise<Projected<W>>;
  /** Ends the workers. Calls that are not done, and later ones, are rejected with an `Error`. */
  close(): void;
}
