import { type Fault, faultPlaces } from './core.ts';
import type { Linear, LinearInputs } from './linear.ts';
import type { Problem } from './options.ts';
import type { Linears } from './projections.ts';
import type { Matrix } from './types.ts';

type Operand = 'queries' | 'keys' | 'values';

/**
 * Why an entry of Q, K or V is what it is, where the caller did not give it: a sentence that names the argument, row and
 * column to mend.
 */
export type Cause = (operand: Operand, row: number, column: number, value: number) => string;

const mustBeFinite: Record<Operand, string> = {
  queries: 'a query that sees a key must be finite',
  keys: 'a key that some query sees must be finite',
  values: 'a value that some query sees must be finite',
};

/** What a fault of the core means to the caller. */
export function explain(fault: Fault, problem: Problem, cause: Cause = given): RangeError {
  const place = faultPlaces[fault.in];
  const { head, row, column, value } = fault;
  switch (place) {
    case 'queries':
    case 'keys':
    case 'values':
      return new RangeError(cause(place, row, column, value));
    case 'scores':
      return new RangeError(
        `the score of query ${row} and key ${column}${inHead(head, problem)} is ${value}: ` +
          'their product, or the product times scale, is beyond the range of float32',
      );
    case 'context':
      return new RangeError(
        `context row ${row}, column ${column}${inHead(head, problem)} is ${value}: ` +
          'the weighted values sum up beyond the range of float32',
      );
    default:
      throw new Error(`the core reported an unknown fault (${fault.in})`);
  }
}

function inHead(head: number, { heads }: Problem): string {
  return heads === 1 ? '' : ` in head ${head}`;
}

function given(operand: Operand, row: number, column: number, value: number): string {
  return `${entry(operand, row, column, value)}; ${mustBeFinite[operand]}`;
}

/** "keys row 3, column 1 is NaN" */
export function entry(name: string, row: number, column: number, value: number): string {
  return `${name} row ${row}, column ${column} is ${value}`;
}

/** For Q = K = V = X. */
export const causeInItself: Cause = (operand, row, column, value) =>
  `${entry('inputs', row, column, value)}; ${mustBeFinite[operand]}`;

/** For projected Q, K and V. */
export function causeInProjection(linears: Linears): Cause {
  return (operand, row, column, value) => {
    const inputs = operand === 'queries' ? linears.queryInputs : linears.keyInputs;
    const linear = { queries: linears.query, keys: linears.key, values: linears.value }[operand];
    return causeInProduct(linear, inputs, operand, row, column, value);
  };
}

/** @throws RangeError where the output is not finite, though the context is */
export function checkOutput(output: Matrix, context: Matrix, linear: Linear): void {
  const wrong = output.data.findIndex((x) => !Number.isFinite(x));
  if (wrong < 0) return;
  const row = Math.floor(wrong / output.cols);
  const inputs = { name: 'the context', matrix: context };
  throw new RangeError(
    causeInProduct(linear, inputs, 'output', row, wrong % output.cols, output.data[wrong]!),
  );
}

/** What made an entry of x·W + b infinite or NaN: an input, the weight, the bias, or the sum of them. */
function causeInProduct(
  { weight, weightName, bias, biasName }: Linear,
  inputs: LinearInputs,
  result: string,
  row: number,
  column: number,
  value: number,
): string {
  const { rows: d_in, cols: d_out } = weight;
  for (let k = 0; k < d_in; k++) {
    const x = inputs.matrix.data[row * d_in + k]!;
    if (!Number.isFinite(x))
      return `${entry(inputs.name, row, k, x)}; the ${result} made of it must be finite`;
  }
  for (let k = 0; k < d_in; k++) {
    const w = weight.data[k * d_out + column]!;
    if (!Number.isFinite(w)) return `${entry(weightName, k, column, w)}; it must be finite`;
  }
  const b = bias?.[column] ?? 0;
  if (!Number.isFinite(b)) return `${biasName}[${column}] is ${b}; it must be finite`;
  return `${entry(result, row, column, value)}: ${inputs.name} times ${weightName} is beyond the range of float32`;
}
