import type { Fault } from './core.ts';
import { type Cause, causeInProjection, checkOutput, explain } from './fault.ts';
import type { Linear } from './linear.ts';
import type { Problem } from './options.ts';
import type { PooledCall } from './pooled-call.ts';
import type { Linears } from './projections.ts';
import { faultOfWhole, firstFault, type Grain, Joined, type Piece, split, workOf } from './split.ts';
import type { ProjectTask, Results } from './task.ts';
import type { Attended, Matrix, Projected, Want } from './types.ts';

type AnyAttended = Attended & Partial<Attended<Want>>;

/** Attention as the tasks of a pooled call. Arguments are copied before this first waits. */
export async function attendInPieces(
  call: PooledCall,
  grain: Grain,
  problem: Problem,
  [queries, keys, values]: readonly [Matrix, Matrix, Matrix],
  cause?: Cause,
): Promise<AnyAttended> {
  const joined = new Joined(problem);
  const faults: Fault[] = [];
  const add = (piece: Piece, outcome: Results | { fault: Fault }) => {
    if ('fault' in outcome) faults.push(faultOfWhole(outcome.fault, piece, problem));
    else joined.add(piece, outcome);
  };
  const added: Promise<void>[] = [];
  for (const piece of split(problem, queries, keys, values, grain)) {
    const { task } = piece;
    added.push(call.perform(task, workOf(task.problem)).then((outcome) => add(piece, outcome)));
  }
  await Promise.all(added);
  const fault = firstFault(faults);
  if (fault) throw explain(fault, problem, cause);
  return joined.results;
}

/** Self-attention or cross-attention as the tasks of a pooled call. */
export async function projectAndAttendInPieces(
  call: PooledCall,
  grain: Grain,
  givenProblem: Problem,
  givenLinears: Linears,
): Promise<AnyAttended & Projected> {
  const [problem, linears] = [copyOfProblem(givenProblem), copyOfLinears(givenLinears)];
  const [queries, keys, values] = await Promise.all([
    project(call, grain, linears.query, linears.queryInputs.matrix),
    project(call, grain, linears.key, linears.keyInputs.matrix),
    project(call, grain, linears.value, linears.keyInputs.matrix),
  ]);
  const operands = [queries, keys, values] as const;
  const attended = await attendInPieces(call, grain, problem, operands, causeInProjection(linears));
  const results = { ...attended, queries, keys, values };
  if (!linears.output) return results;
  const output = await project(call, grain, linears.output, attended.context);
  checkOutput(output, attended.context, linears.output);
  return { ...results, output };
}

/** Multiply-adds of the projections of a call. */
export function workOfProjections(
  { query, key, value, output }: Linears,
  { queryCount, keyCount }: Problem,
): number {
  const size = (linear: Linear | undefined) => linear?.weight.data.length ?? 0;
  return queryCount * (size(query) + size(output)) + keyCount * (size(key) + size(value));
}

async function project(call: PooledCall, grain: Grain, linear: Linear, inputs: Matrix): Promise<Matrix> {
  const { weight, bias } = linear;
  const perThread = Math.ceil(inputs.rows / Math.max(1, grain.threads) / grain.queryBlock);
  const most = Math.max(1, perThread) * grain.queryBlock;
  const projected = {
    rows: inputs.rows,
    cols: weight.cols,
    data: new Float32Array(inputs.rows * weight.cols),
  };
  const added: Promise<void>[] = [];
  for (let start = 0; start < inputs.rows; start += most) {
    const rows = Math.min(most, inputs.rows - start);
    const slice = inputs.data.slice(start * weight.rows, (start + rows) * weight.rows);
    const task: ProjectTask = { kind: 'project', rows, inputs: slice, weight, bias };
    const performed = call.perform(task, rows * weight.data.length) as Promise<Results>;
    added.push(performed.then(({ out }) => projected.data.set(out, start * weight.cols)));
  }
  await Promise.all(added);
  return projected;
}

// Copies of everything that is needed after the first wait, for the caller may change it meanwhile.

function copyOfProblem(problem: Problem): Problem {
  const { mask, keyPadding, dropout } = problem;
  return {
    ...problem,
    mask: mask?.slice(),
    keyPadding: keyPadding?.slice(),
    dropout: dropout && { ...dropout, keep: dropout.keep?.slice() },
  };
}

function copyOfLinears({ queryInputs, keyInputs, query, key, value, output }: Linears): Linears {
  const copy = (matrix: Matrix): Matrix => ({ ...matrix, data: matrix.data.slice() });
  const linear = (given: Linear): Linear => ({
    ...given,
    weight: copy(given.weight),
    bias: given.bias?.slice(),
  });
  const copied = { ...queryInputs, matrix: copy(queryInputs.matrix) };
  return {
    queryInputs: copied,
    keyInputs: keyInputs === queryInputs ? copied : { ...keyInputs, matrix: copy(keyInputs.matrix) },
    query: linear(query),
    key: linear(key),
    value: linear(value),
    output: output && linear(output),
  };
}
