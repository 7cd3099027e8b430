import { attend } from './attend.ts';
import { checkCount, checkKeys, checkMatrix } from './check.ts';
import type { Core } from './core.ts';
import { Crew } from './crew.ts';
import { causeInItself } from './fault.ts';
import { startHands } from './hand.ts';
import { loadInstance } from './load.ts';
import { nodeModule } from './node.ts';
import { checkProblem } from './options.ts';
import { attendInPieces, projectAndAttendInPieces, workOfProjections } from './pieces.ts';
import { checkPooled, type Pooled, PooledCall } from './pooled-call.ts';
import { checkProjections, type Linears } from './projections.ts';
import { checkItself, checkProjected, crossAttention, selfAttention } from './self-attention.ts';
import { workOf } from './split.ts';
import type { AttendOptions, AttentionPool, Matrix, PoolOptions, Projections } from './types.ts';

/** Multiply-adds that take less time than to tell a worker of them. */
const smallWork = 2 ** 19;

/** More than any machine has use for; each takes a thread and some megabytes. */
const mostWorkers = 256;

/**
 * Starts workers that compute attention together. They need no file besides this script, no headers and no isolation of
 * the page; where a content security policy forbids workers made from text (`worker-src blob:`), they are started from
 * `attention-wasm-worker.js` beside it.
 *
 * @throws TypeError for unknown options, RangeError where `workers` is no whole number up to 256; otherwise as `loadAttention`
 * @example
 * const pool = await createAttentionPool();
 * const { context } = await pool.attend(queries, keys, values, { heads: 12, signal });
 */
export async function createAttentionPool(options: PoolOptions = {}): Promise<AttentionPool> {
  const { workers } = checkKeys('options', options, ['workers']);
  const count = workers === undefined ? await cores() : checkCount('workers', workers, 0, mostWorkers);
  const { core, module } = await loadInstance({});
  const hands = count === 0 ? [] : await startHands(count, module);
  return poolOf(core, new Crew(core, module, hands));
}

async function cores(): Promise<number> {
  const os = await nodeModule<typeof import('node:os')>('node:os');
  return os?.availableParallelism() ?? navigator.hardwareConcurrency ?? 1;
}

function poolOf(core: Core, crew: Crew): AttentionPool {
  const calls = new Set<PooledCall>();
  let closed = false;

  /** A call in one go where it is small, otherwise in pieces. */
  async function run<T>(
    pooled: Pooled,
    work: number,
    atOnce: () => T,
    inPieces: (call: PooledCall) => Promise<T>,
  ): Promise<T> {
    if (closed) throw new Error('the pool is closed');
    const call = new PooledCall(crew, pooled, work);
    calls.add(call);
    try {
      return await call.run(async () => {
        if (work >= smallWork) return inPieces(call);
        const result = atOnce();
        pooled.onProgress?.(1);
        return result;
      });
    } finally {
      calls.delete(call);
    }
  }

  const grain = () => ({ threads: crew.workers, queryBlock: core.queryBlock });

  function projectAndAttend(pooled: Pooled, linears: Linears, atOnce: () => unknown): Promise<unknown> {
    const problem = checkProjected(linears, pooled.options);
    const work = workOf(problem) + workOfProjections(linears, problem);
    return run(pooled, work, atOnce, (call) => projectAndAttendInPieces(call, grain(), problem, linears));
  }

  const pool = {
    get workers() {
      return crew.workers;
    },

    async attend(queries: Matrix, keys: Matrix, values: Matrix, given?: unknown): Promise<unknown> {
      const pooled = checkPooled(given);
      const [q, k, v] = [
        checkMatrix('queries', queries),
        checkMatrix('keys', keys),
        checkMatrix('values', values),
      ];
      const named = [
        { name: 'queries', ...q },
        { name: 'keys', ...k },
        { name: 'values', ...v },
      ] as const;
      const problem = checkProblem(...named, pooled.options);
      return run(
        pooled,
        workOf(problem),
        () => attend(core, q, k, v, pooled.options as AttendOptions),
        (call) => attendInPieces(call, grain(), problem, [q, k, v]),
      );
    },

    async selfAttention(inputs: Matrix, projections: Projections | null, given?: unknown): Promise<unknown> {
      const pooled = checkPooled(given);
      const matrix = checkMatrix('inputs', inputs);
      const atOnce = () => selfAttention(core, matrix, projections, pooled.options as AttendOptions);
      if (projections !== null) {
        const x = { name: 'inputs', matrix };
        return projectAndAttend(pooled, checkProjections(projections, x, x), atOnce);
      }
      const problem = checkItself(matrix, pooled.options);
      return run<unknown>(pooled, workOf(problem), atOnce, async (call) => {
        const copy = () => ({ ...matrix, data: matrix.data.slice() });
        const itself = { queries: copy(), keys: copy(), values: copy() };
        const operands = [matrix, matrix, matrix] as const;
        return { ...(await attendInPieces(call, grain(), problem, operands, causeInItself)), ...itself };
      });
    },

    async crossAttention(
      queryInputs: Matrix,
      keyInputs: Matrix,
      projections: Projections,
      given?: unknown,
    ): Promise<unknown> {
      const pooled = checkPooled(given);
      const xq = { name: 'queryInputs', matrix: checkMatrix('queryInputs', queryInputs) };
      const xk = { name: 'keyInputs', matrix: checkMatrix('keyInputs', keyInputs) };
      return projectAndAttend(pooled, checkProjections(projections, xq, xk), () =>
        crossAttention(core, xq.matrix, xk.matrix, projections, pooled.options as AttendOptions),
      );
    },

    close() {
      closed = true;
      for (const call of calls) call.end(new Error('the pool is closed'));
      crew.stop();
    },
  };
  return Object.freeze(pool) as AttentionPool;
}
