import { checkCount, checkSafeInteger, kindOf } from './check.ts';
import type { Core } from './core.ts';
import type { Matrix, TorchRandom } from './types.ts';
import { type Block, Workspace } from './workspace.ts';

/** `Attention.random`; its contract stands there. The generator is bytes held here, so there is nothing to delete. */
export function torchRandom(core: Core, seed: number): TorchRandom {
  // `>>> 0` is the low 32 bits of two's complement, for a negative seed too: what PyTorch takes.
  const state = seeded(core, checkSafeInteger('seed', seed) >>> 0);

  /** Draws into a workspace, and keeps the generator where it got to. */
  function draw<T>(workspace: Workspace, body: (generator: number) => T): T {
    const generator = workspace.put(state);
    return workspace.use(() => {
      const result = body(workspace.address(generator));
      state.set(workspace.readBytes(generator));
      return result;
    });
  }

  return {
    rand(rows, cols) {
      const shape = { rows: checkCount('rows', rows), cols: checkCount('cols', cols) };
      const workspace = new Workspace(core);
      const numbers = workspace.floats(shape.rows * shape.cols);
      return draw(workspace, (generator) => {
        core.randomRand(generator, shape.rows, shape.cols, workspace.address(numbers));
        return { ...shape, data: workspace.readFloats(numbers) };
      });
    },

    linear(inputs, outputs, bias = true) {
      const shape = { rows: checkCount('inputs', inputs), cols: checkCount('outputs', outputs) };
      if (typeof bias !== 'boolean') throw new TypeError(`bias must be a boolean, not ${kindOf(bias)}`);
      const workspace = new Workspace(core);
      const weight = workspace.floats(shape.rows * shape.cols);
      const biases = bias ? workspace.floats(shape.cols) : undefined;
      const address = (block: Block | undefined) => (block ? workspace.address(block) : 0);
      return draw(workspace, (generator) => {
        core.randomLinear(generator, shape.rows, shape.cols, address(weight), address(biases));
        const drawn: { weight: Matrix; bias?: Float32Array } = {
          weight: { ...shape, data: workspace.readFloats(weight) },
        };
        if (biases) drawn.bias = workspace.readFloats(biases);
        return drawn;
      });
    },
  };
}

function seeded(core: Core, seed: number): Uint8Array {
  const workspace = new Workspace(core);
  const generator = workspace.bytes(core.randomBytes());
  return workspace.use(() => {
    core.randomSeed(workspace.address(generator), seed);
    return workspace.readBytes(generator);
  });
}
