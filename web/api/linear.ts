import type { Core } from './core.ts';
import type { Matrix } from './types.ts';
import type { Block, Workspace } from './workspace.ts';

/** x·W + b under the names that messages use for its parts. */
export interface Linear {
  readonly weight: Matrix;
  readonly weightName: string;
  readonly bias: Float32Array | undefined;
  readonly biasName: string;
}

/** What a linear map is applied to, under its name in messages. */
export interface LinearInputs {
  readonly matrix: Matrix;
  readonly name: string;
}

/** A linear map with its place in a workspace: laid out when it is made, to be run and read while the memory is there. */
export class PlacedLinear {
  readonly out: Block;
  readonly #core: Core;
  readonly #workspace: Workspace;
  readonly #rows: number;
  readonly #weight: Matrix;
  readonly #blocks: { inputs: Block; weight: Block; bias: Block | undefined; scratch: Block };

  /** @param inputs `rows` rows of as many columns as the weight has rows */
  constructor(
    core: Core,
    workspace: Workspace,
    { weight, bias }: Pick<Linear, 'weight' | 'bias'>,
    rows: number,
    inputs: Block,
  ) {
    this.#core = core;
    this.#workspace = workspace;
    this.#rows = rows;
    this.#weight = weight;
    this.out = workspace.floats(rows * weight.cols);
    this.#blocks = {
      inputs,
      weight: workspace.put(weight.data),
      bias: bias && workspace.put(bias),
      scratch: workspace.scratch(() => core.projectScratchBytes(rows, weight.rows, weight.cols)),
    };
  }

  run(): void {
    const { inputs, weight, bias, scratch } = this.#blocks;
    const at = (block: Block) => this.#workspace.address(block);
    this.#core.project(
      this.#rows,
      this.#weight.rows,
      this.#weight.cols,
      at(inputs),
      at(weight),
      bias ? at(bias) : 0,
      at(this.out),
      at(scratch),
    );
  }

  read(): Matrix {
    return { rows: this.#rows, cols: this.#weight.cols, data: this.#workspace.readFloats(this.out) };
  }
}
