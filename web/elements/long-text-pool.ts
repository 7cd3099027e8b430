import type { Attention, AttentionPool, Matrix } from '../api/index.ts';
import { nextTurn } from '../api/turn.ts';
import { type AttendCall, partOf } from './attended-rows.ts';
import type { Figure } from './figure.ts';

/** Rows of weights, from query `first` on. */
export interface WeightBlock {
  readonly first: number;
  readonly weights: Matrix;
}

/** Weights in a block at most: it is computed, and painted, in a few milliseconds. */
const BLOCK = 2 ** 19;

/** One block is computed while the one before is painted. */
const IN_FLIGHT = 2;

/** More workers would cost memory and win nothing: painting is one thread's. */
const MOST_WORKERS = 4;

/** One head of a figure as a call of its own, whose numbers are the same; undefined where nothing was computed. */
export function headCall({ call, heads }: Figure, head: number): AttendCall | undefined {
  const here = heads[head];
  if (!call || !here) return undefined;
  const { dropout, ...others } = call.options;
  return {
    queries: here.queries,
    keys: here.keys,
    values: here.values,
    options: { ...others, heads: 1, ...(dropout ? { dropout: { ...dropout, firstHead: head } } : {}) },
  };
}

/** The weights of a call at once. */
export function weightsOf(attention: Attention, call: AttendCall): Matrix {
  const { queries, keys, values, options } = call;
  return attention.attend(queries, keys, values, { ...options, want: ['weights'] }).weights[0]!;
}

/**
 * The weights of a call block by block, so that all of them are never there at once. Workers compute them where they can
 * be started, else this thread, between other things that wait.
 *
 * @throws the signal's reason once it aborts
 */
export async function* weightBlocks(
  attention: Attention,
  call: AttendCall,
  signal: AbortSignal,
): AsyncGenerator<WeightBlock> {
  const { rows } = call.queries;
  const most = Math.max(1, Math.floor(BLOCK / Math.max(1, call.keys.rows)));
  const pool = await poolOfWorkers();
  const block = async (first: number): Promise<WeightBlock> => {
    const part = partOf(call, first, Math.min(most, rows - first));
    return { first, weights: await weightsFrom(pool, attention, part, signal) };
  };
  const coming: Promise<WeightBlock>[] = [];
  for (let first = 0; first < rows || coming.length > 0; ) {
    while (first < rows && coming.length < IN_FLIGHT) {
      const next = block(first);
      // Of an abandoned call nobody waits for what was still to come.
      next.catch(() => {});
      coming.push(next);
      first += most;
    }
    signal.throwIfAborted();
    yield await coming.shift()!;
  }
}

async function weightsFrom(
  pool: AttentionPool | undefined,
  attention: Attention,
  part: AttendCall,
  signal: AbortSignal,
): Promise<Matrix> {
  const { queries, keys, values, options } = part;
  try {
    if (pool)
      return (await pool.attend(queries, keys, values, { ...options, want: ['weights'], signal }))
        .weights[0]!;
  } catch (error) {
    // A worker that failed is no reason to go without: the pool starts another, and this block is computed here.
    if (signal.aborted || error instanceof RangeError) throw error;
  }
  await nextTurn();
  signal.throwIfAborted();
  return weightsOf(attention, part);
}

let starting: Promise<AttentionPool | undefined> | undefined;

/** Started when first needed; undefined where its script cannot be had. */
function poolOfWorkers(): Promise<AttentionPool | undefined> {
  starting ??= import('../api/pool.ts')
    .then(({ createAttentionPool }) =>
      createAttentionPool({ workers: Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1) }),
    )
    .catch(() => undefined);
  return starting;
}
