import { checkMatrix } from './check.ts';
import type { Call, Core, Fault } from './core.ts';
import { type Cause, explain } from './fault.ts';
import { checkOptions, checkProblem, type Problem } from './options.ts';
import type { Attended, AttendOptions, Matrix, Want } from './types.ts';
import { type Block, Workspace } from './workspace.ts';

/** `Attention.attend`; its contract stands there. */
export function attend<W extends Want = never>(
  core: Core,
  queries: Matrix,
  keys: Matrix,
  values: Matrix,
  options?: AttendOptions<W>,
): Attended<W> {
  const q = checkMatrix('queries', queries);
  const k = checkMatrix('keys', keys);
  const v = checkMatrix('values', values);
  const problem = checkProblem(
    { name: 'queries', ...q },
    { name: 'keys', ...k },
    { name: 'values', ...v },
    checkOptions(options),
  );
  const workspace = new Workspace(core);
  const [qs, ks, vs] = [workspace.put(q.data), workspace.put(k.data), workspace.put(v.data)];
  const attention = new Placed(core, workspace, problem);
  return workspace.use(() => {
    const address = (block: Block) => workspace.address(block);
    attention.run({ queries: address(qs), keys: address(ks), values: address(vs) });
    return attention.read() as Attended<W>;
  });
}

/** The addresses of Q, K and V. */
export interface Operands {
  readonly queries: number;
  readonly keys: number;
  readonly values: number;
}

/** Where a problem stands in a larger one: dropout is addressed by head and query of the whole. */
export interface Origin {
  readonly head: number;
  readonly query: number;
}

const whole: Origin = { head: 0, query: 0 };

/** One problem with its place in a workspace: laid out when it is made, to be run and read while the memory is there. */
export class Placed {
  readonly context: Block;
  readonly #core: Core;
  readonly #workspace: Workspace;
  readonly #problem: Problem;
  readonly #scores: Block | undefined;
  readonly #weights: Block | undefined;
  readonly #kept: Block | undefined;
  /** Its addresses are offsets in the workspace until it runs; those of Q, K and V come then. */
  readonly #call: Call;

  constructor(core: Core, workspace: Workspace, problem: Problem, origin = whole) {
    const { heads, queryCount, keyCount, causalOffset, dropout, wants } = problem;
    const pairs = heads * queryCount * keyCount;
    const put = (bits: Uint8Array | undefined) => offset(bits && workspace.put(bits));
    this.#core = core;
    this.#workspace = workspace;
    this.#problem = problem;
    this.context = workspace.floats(queryCount * heads * problem.valueWidth);
    this.#scores = wants.has('scores') ? workspace.floats(pairs) : undefined;
    this.#weights = wants.has('weights') ? workspace.floats(pairs) : undefined;
    this.#kept = wants.has('kept') ? workspace.bytes(pairs) : undefined;
    // One literal, so that engines see one kind of object: this is half of what a small call costs.
    this.#call = {
      queryCount,
      keyCount,
      heads,
      keyHeads: problem.keyHeads,
      width: problem.width,
      valueWidth: problem.valueWidth,
      queries: 0,
      keys: 0,
      values: 0,
      scale: problem.scale,
      causal: causalOffset !== undefined,
      causalOffset: causalOffset ?? 0,
      mask: put(problem.mask),
      keyPadding: put(problem.keyPadding),
      dropout: dropout !== undefined,
      rate: dropout?.rate ?? 0,
      // 64 bits in two's complement, a half at a time.
      seedHigh: Math.floor((dropout?.seed ?? 0) / 2 ** 32) >>> 0,
      seedLow: (dropout?.seed ?? 0) >>> 0,
      keep: put(dropout?.keep),
      firstHead: origin.head + (dropout?.firstHead ?? 0),
      firstQuery: origin.query + (dropout?.firstQuery ?? 0),
      context: offset(this.context),
      scores: offset(this.#scores),
      weights: offset(this.#weights),
      kept: offset(this.#kept),
      scratch: 0,
    };
    const { keyHeads, width, valueWidth } = problem;
    const scratch = () => core.attendScratchBytes(queryCount, keyCount, heads, keyHeads, width, valueWidth);
    this.#call.scratch = offset(workspace.scratch(scratch));
  }

  /** @throws RangeError where a number that some query sees is not finite; `cause` finds out where it came from */
  run(operands: Operands, cause?: Cause): void {
    const fault = this.try(operands);
    if (fault) throw explain(fault, this.#problem, cause);
  }

  /** What a query sees and is not finite, if anything. */
  try({ queries, keys, values }: Operands): Fault | undefined {
    relocate(this.#call, this.#workspace.start);
    this.#call.queries = queries;
    this.#call.keys = keys;
    this.#call.values = values;
    const fault = this.#core.attend(this.#call);
    return fault.in === 0 ? undefined : fault;
  }

  /** Copies of the results. */
  read(): Attended & Partial<Attended<Want>> {
    const { queryCount, heads, valueWidth } = this.#problem;
    const results: Attended & Partial<Attended<Want>> = {
      context: {
        rows: queryCount,
        cols: heads * valueWidth,
        data: this.#workspace.readFloats(this.context),
      },
    };
    if (this.#scores) results.scores = this.#readHeads(this.#scores);
    if (this.#weights) results.weights = this.#readHeads(this.#weights);
    if (this.#kept) results.kept = this.#workspace.readBytes(this.#kept);
    return results;
  }

  #readHeads(block: Block): Matrix[] {
    const { heads, queryCount, keyCount } = this.#problem;
    const pairs = queryCount * keyCount;
    return Array.from({ length: heads }, (_, head) => ({
      rows: queryCount,
      cols: keyCount,
      data: this.#workspace.readFloats(block, head * pairs, pairs),
    }));
  }
}

function offset(block: Block | undefined): number {
  return block ? block.offset : 0;
}

/** Turns the offsets of a call into addresses; 0 stays 0, which is nowhere. */
function relocate(call: Call, start: number): void {
  const address = (offset: number) => (offset === 0 ? 0 : start + offset);
  call.mask = address(call.mask);
  call.keyPadding = address(call.keyPadding);
  call.keep = address(call.keep);
  call.context = address(call.context);
  call.scores = address(call.scores);
  call.weights = address(call.weights);
  call.kept = address(call.kept);
  call.scratch = address(call.scratch);
}
