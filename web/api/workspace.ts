import type { Core } from './core.ts';

/** Memory of 32 bits, as far as engines agree on it. */
export const mostBytes = 2 ** 31;
const alignment = 16;

/** A block of a workspace, known by its offset until there is memory. */
export interface Block {
  /** From the start of the workspace; never 0, which stands for what is absent. */
  readonly offset: number;
  /** In numbers, not in bytes. */
  readonly length: number;
}

/**
 * The linear memory of one call: inputs, results and scratch in one allocation. It is laid out first, which costs
 * nothing; `use` then allocates, copies the inputs in, and releases whatever happens.
 */
export class Workspace {
  readonly #core: Core;
  readonly #inputs: { block: Block; data: Float32Array | Uint8Array }[] = [];
  #bytes = alignment;
  #start = 0;

  constructor(core: Core) {
    this.#core = core;
  }

  /** A block that holds a copy of `data`. */
  put(data: Float32Array | Uint8Array): Block {
    const block = this.#place(data.length, data.BYTES_PER_ELEMENT);
    this.#inputs.push({ block, data });
    return block;
  }

  /** Room for `length` float32 numbers. */
  floats(length: number): Block {
    return this.#place(length, 4);
  }

  /** Room for `length` bytes. */
  bytes(length: number): Block {
    return this.#place(length, 1);
  }

  /** Room for what the core says that it needs. It is asked only where 32 bits can hold the answer. */
  scratch(bytes: () => number): Block {
    this.#checkSize();
    return this.#place(bytes(), 1);
  }

  #place(length: number, size: number): Block {
    const offset = this.#bytes;
    this.#bytes += Math.ceil((length * size) / alignment) * alignment;
    return { offset, length };
  }

  /**
   * Runs `body` with the memory there.
   *
   * @throws RangeError where the layout is larger than WebAssembly's memory, or than what the machine has left
   */
  use<T>(body: () => T): T {
    this.#checkSize();
    this.#start = this.#core.allocate(this.#bytes);
    if (this.#start === 0) throw tooLarge(this.#bytes, 'which could not be had');
    try {
      const { buffer } = this.#core.memory();
      for (const { block, data } of this.#inputs) {
        const Numbers = data.BYTES_PER_ELEMENT === 4 ? Float32Array : Uint8Array;
        new Numbers(buffer, this.address(block), block.length).set(data);
      }
      return body();
    } finally {
      this.#core.release(this.#start);
      this.#start = 0;
    }
  }

  /** Where the workspace is, inside `use`. */
  get start(): number {
    return this.#start;
  }

  /** Where a block is, inside `use`. */
  address(block: Block): number {
    return this.#start + block.offset;
  }

  #checkSize(): void {
    if (this.#bytes > mostBytes) throw tooLarge(this.#bytes, `more than the ${mostBytes} there are`);
  }

  /** A copy of a block's float32 numbers, inside `use`. */
  readFloats(block: Block, start = 0, length = block.length): Float32Array {
    return new Float32Array(this.#core.memory().buffer, this.address(block) + 4 * start, length).slice();
  }

  /** A copy of a block's bytes, inside `use`. */
  readBytes(block: Block): Uint8Array {
    return new Uint8Array(this.#core.memory().buffer, this.address(block), block.length).slice();
  }
}

/** What is thrown where memory is asked for that is not there. */
export function tooLarge(bytes: number, limit: string): RangeError {
  return new RangeError(`this call asks for ${bytes} bytes of memory, ${limit}`);
}
