import type { AttendOptions, Attention, Matrix } from '../api/index.ts';

/** Everything that one query leads to, head by head. */
export interface AttendedRow {
  readonly scores: readonly Float32Array[];
  readonly weights: readonly Float32Array[];
  readonly context: readonly Float32Array[];
  /** 1 where dropout kept the weight. */
  readonly kept: readonly Uint8Array[];
}

/** The arguments of one attention. */
export interface AttendCall {
  readonly queries: Matrix;
  readonly keys: Matrix;
  readonly values: Matrix;
  /** `causal` is either false or 'top-left'. */
  readonly options: Omit<AttendOptions<never>, 'dropout'> & {
    readonly heads: number;
    readonly dropout?: {
      readonly rate: number;
      readonly seed: number;
      readonly firstQuery?: number;
      readonly firstHead?: number;
    };
  };
}

/** Some queries of a call as a call of their own, whose numbers are the same. */
export function partOf(call: AttendCall, first: number, count: number): AttendCall {
  const { queries, options } = call;
  const { causal, dropout, ...others } = options;
  const { cols } = queries;
  return {
    ...call,
    queries: { rows: count, cols, data: queries.data.subarray(first * cols, (first + count) * cols) },
    options: {
      ...others,
      ...(causal ? { causal: { offset: first } } : {}),
      ...(dropout ? { dropout: { ...dropout, firstQuery: first } } : {}),
    },
  };
}

/** Rows that are kept, the last ones looked at: a table in sight, and the way about it. */
const KEPT_ROWS = 256;

/** Attention of a long text, a query at a time, when it is asked for. */
export class AttendedRows {
  readonly #attention: Attention;
  readonly #call: AttendCall;
  readonly #rows = new Map<number, AttendedRow>();

  constructor(attention: Attention, call: AttendCall) {
    this.#attention = attention;
    this.#call = call;
  }

  at(query: number): AttendedRow {
    const known = this.#rows.get(query);
    if (known) return known;
    const row = this.#compute(query);
    const oldest = this.#rows.keys().next().value;
    if (oldest !== undefined && this.#rows.size >= KEPT_ROWS) this.#rows.delete(oldest);
    this.#rows.set(query, row);
    return row;
  }

  #compute(query: number): AttendedRow {
    const { queries, keys, values, options } = partOf(this.#call, query, 1);
    const { heads } = options;
    const { context, scores, weights, kept } = this.#attention.attend(queries, keys, values, {
      ...options,
      want: ['scores', 'weights', 'kept'],
    });
    const perHead = <A extends Float32Array | Uint8Array>(all: A, head: number, width: number) =>
      all.subarray(head * width, (head + 1) * width) as A;
    const ofHead = <T>(part: (head: number) => T) => Array.from({ length: heads }, (_, head) => part(head));
    return {
      scores: scores.map(({ data }) => data),
      weights: weights.map(({ data }) => data),
      context: ofHead((head) => perHead(context.data, head, context.cols / heads)),
      kept: ofHead((head) => perHead(kept, head, keys.rows)),
    };
  }
}
