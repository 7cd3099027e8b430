import { Placed } from './attend.ts';
import { checkMatrix } from './check.ts';
import type { Core } from './core.ts';
import { causeInItself, causeInProjection, checkOutput } from './fault.ts';
import { type Linear, type LinearInputs, PlacedLinear } from './linear.ts';
import { checkHeads, checkOptions, checkProblem, type Problem } from './options.ts';
import { checkProduct, checkProjections, type Linears } from './projections.ts';
import type { AttendOptions, Matrix, Projected, Projections, Want } from './types.ts';
import { Workspace } from './workspace.ts';

/** `Attention.selfAttention`; its contract stands there. */
export function selfAttention<W extends Want = never>(
  core: Core,
  inputs: Matrix,
  projections: Projections | null,
  options?: AttendOptions<W>,
): Projected<W> {
  const x = { name: 'inputs', matrix: checkMatrix('inputs', inputs) };
  if (projections === null) return attendToItself(core, x.matrix, options);
  return projectAndAttend(core, checkProjections(projections, x, x), options);
}

/** `Attention.crossAttention`; its contract stands there. */
export function crossAttention<W extends Want = never>(
  core: Core,
  queryInputs: Matrix,
  keyInputs: Matrix,
  projections: Projections,
  options?: AttendOptions<W>,
): Projected<W> {
  const xq = { name: 'queryInputs', matrix: checkMatrix('queryInputs', queryInputs) };
  const xk = { name: 'keyInputs', matrix: checkMatrix('keyInputs', keyInputs) };
  return projectAndAttend(core, checkProjections(projections, xq, xk), options);
}

/** Q = K = V = X. */
function attendToItself<W extends Want>(
  core: Core,
  inputs: Matrix,
  options: AttendOptions<W> | undefined,
): Projected<W> {
  const problem = checkItself(inputs, options);
  const workspace = new Workspace(core);
  const x = workspace.put(inputs.data);
  const attention = new Placed(core, workspace, problem);
  return workspace.use(() => {
    const address = workspace.address(x);
    attention.run({ queries: address, keys: address, values: address }, causeInItself);
    const copy = (): Matrix => ({ ...inputs, data: workspace.readFloats(x) });
    return { ...attention.read(), queries: copy(), keys: copy(), values: copy() } as Projected<W>;
  });
}

function projectAndAttend<W extends Want>(
  core: Core,
  linears: Linears,
  options: AttendOptions<W> | undefined,
): Projected<W> {
  const problem = checkProjected(linears, options);
  const { queryInputs, keyInputs } = linears;
  const workspace = new Workspace(core);
  const xq = workspace.put(queryInputs.matrix.data);
  const xk = keyInputs === queryInputs ? xq : workspace.put(keyInputs.matrix.data);
  const queries = new PlacedLinear(core, workspace, linears.query, problem.queryCount, xq);
  const keys = new PlacedLinear(core, workspace, linears.key, problem.keyCount, xk);
  const values = new PlacedLinear(core, workspace, linears.value, problem.keyCount, xk);
  const attention = new Placed(core, workspace, problem);
  const output =
    linears.output &&
    new PlacedLinear(core, workspace, linears.output, problem.queryCount, attention.context);
  return workspace.use(() => {
    for (const linear of [queries, keys, values]) linear.run();
    const address = ({ out }: PlacedLinear) => workspace.address(out);
    attention.run(
      { queries: address(queries), keys: address(keys), values: address(values) },
      causeInProjection(linears),
    );
    output?.run();
    const results = {
      ...attention.read(),
      queries: queries.read(),
      keys: keys.read(),
      values: values.read(),
    } as Projected<W>;
    if (linears.output && output) {
      results.output = output.read();
      checkOutput(results.output, results.context, linears.output);
    }
    return results;
  });
}

/** What there is to attend to where Q = K = V = X. */
export function checkItself(inputs: Matrix, options: unknown): Problem {
  const checked = checkOptions(options);
  const { heads, keyHeads } = checkHeads(checked);
  if (keyHeads !== heads) {
    throw new RangeError(
      `keyHeads is ${keyHeads}; heads is ${heads}: without projections they must be equal`,
    );
  }
  const x = { name: 'inputs', ...inputs };
  return checkProblem(x, x, x, checked);
}

/** What there is to attend to once the projections are applied. */
export function checkProjected(linears: Linears, options: unknown): Problem {
  const result = ({ matrix }: LinearInputs, { weight, weightName }: Linear) => ({
    name: weightName,
    rows: matrix.rows,
    cols: weight.cols,
  });
  const problem = checkProblem(
    result(linears.queryInputs, linears.query),
    result(linears.keyInputs, linears.key),
    result(linears.keyInputs, linears.value),
    checkOptions(options),
  );
  if (linears.output) {
    const context = { rows: problem.queryCount, cols: problem.heads * problem.valueWidth };
    checkProduct('the context', context, linears.output.weightName, linears.output.weight);
  }
  return problem;
}
