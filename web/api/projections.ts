import { checkFloats, checkKeys, checkMatrix, counted, isEmpty } from './check.ts';
import type { Linear, LinearInputs } from './linear.ts';
import type { Matrix } from './types.ts';

/** The projections of one call, and the token vectors that they are applied to. */
export interface Linears {
  readonly queryInputs: LinearInputs;
  readonly keyInputs: LinearInputs;
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  /** Applied to the context. */
  readonly output: Linear | undefined;
}

const weightNames = ['query', 'key', 'value', 'output'] as const;
const biasNames = ['queryBias', 'keyBias', 'valueBias', 'outputBias'] as const;

/** Checks projections, and those of token vectors against these. */
export function checkProjections(
  projections: unknown,
  queryInputs: LinearInputs,
  keyInputs: LinearInputs,
): Linears {
  const given = checkKeys('projections', projections, [...weightNames, ...biasNames]);
  const linear = (name: (typeof weightNames)[number], inputs?: LinearInputs): Linear => {
    const weightName = `projections.${name}`;
    const biasName = `projections.${name}Bias`;
    const weight = checkMatrix(weightName, given[name]);
    if (inputs) checkFits(weightName, weight, inputs);
    return {
      weight,
      weightName,
      bias: checkBias(biasName, given[`${name}Bias`], weightName, weight),
      biasName,
    };
  };
  if (given.output === undefined && given.outputBias !== undefined) {
    throw new TypeError('projections.outputBias is given without projections.output');
  }
  return {
    queryInputs,
    keyInputs,
    query: linear('query', queryInputs),
    key: linear('key', keyInputs),
    value: linear('value', keyInputs),
    output: given.output === undefined ? undefined : linear('output'),
  };
}

function checkBias(
  name: string,
  bias: unknown,
  weightName: string,
  weight: Matrix,
): Float32Array | undefined {
  if (bias === undefined) return undefined;
  const floats = checkFloats(name, bias);
  if (floats.length === weight.cols) return floats;
  throw new RangeError(
    `${name} has ${counted(floats.length, 'entry', 'entries')}; ${weightName} has ${counted(weight.cols, 'column')}`,
  );
}

function checkFits(weightName: string, weight: Matrix, { name, matrix }: LinearInputs): void {
  if (!isEmpty(matrix)) checkProduct(name, matrix, weightName, weight);
}

/** Checks that X·W is defined. */
export function checkProduct(inputsName: string, inputs: Shape, weightName: string, weight: Shape): void {
  if (weight.rows === inputs.cols) return;
  const transposed =
    weight.cols === inputs.cols
      ? '. Transpose it: it is applied as x·W, where PyTorch stores d_out × d_in'
      : '';
  throw new RangeError(
    `${weightName} is ${weight.rows} × ${weight.cols}; ${inputsName} is ${inputs.rows} × ${inputs.cols}, ` +
      `so it needs ${counted(inputs.cols, 'row')}${transposed}`,
  );
}

type Shape = Pick<Matrix, 'rows' | 'cols'>;
