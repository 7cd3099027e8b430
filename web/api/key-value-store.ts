import type { Core } from './core.ts';
import { mostBytes, tooLarge } from './workspace.ts';

/** Keys and values that stay in linear memory between calls, row by row, with room to grow. */
export class KeyValueStore {
  readonly #core: Core;
  readonly #keyCols: number;
  readonly #valueCols: number;
  #length = 0;
  #capacity = 0;
  #address = 0;

  constructor(core: Core, keyCols: number, valueCols: number) {
    this.#core = core;
    this.#keyCols = keyCols;
    this.#valueCols = valueCols;
  }

  get length(): number {
    return this.#length;
  }

  /** The address of the keys, length × keyCols. */
  get keys(): number {
    return this.#address;
  }

  /** The address of the values, length × valueCols. */
  get values(): number {
    return this.#address + 4 * this.#capacity * this.#keyCols;
  }

  /** @throws RangeError where there is no memory; what was there stays */
  append(rows: number, keys: Float32Array, values: Float32Array): void {
    this.#reserve(this.#length + rows);
    const { buffer } = this.#core.memory();
    const [k, v] = [this.#length * this.#keyCols, this.#length * this.#valueCols];
    new Float32Array(buffer, this.keys + 4 * k, rows * this.#keyCols).set(keys);
    new Float32Array(buffer, this.values + 4 * v, rows * this.#valueCols).set(values);
    this.#length += rows;
  }

  /** @param length at most the present one */
  truncate(length: number): void {
    this.#length = length;
  }

  release(): void {
    if (this.#address !== 0) this.#core.release(this.#address);
    this.#address = this.#capacity = this.#length = 0;
  }

  #reserve(rows: number): void {
    if (rows <= this.#capacity) return;
    // Doubled, so that appending row by row copies each row a few times at most; where that is too much, what is needed.
    const doubled = Math.max(rows, 2 * this.#capacity, 16);
    if (!this.#move(doubled) && !this.#move(rows))
      throw tooLarge(this.#bytes(rows), 'which could not be had');
  }

  #bytes(capacity: number): number {
    return 4 * capacity * (this.#keyCols + this.#valueCols);
  }

  /** Moves into a larger allocation, if it can be had. */
  #move(capacity: number): boolean {
    const bytes = this.#bytes(capacity);
    const address = bytes > mostBytes ? 0 : this.#core.allocate(Math.max(bytes, 4));
    if (address === 0) return false;
    const memory = new Uint8Array(this.#core.memory().buffer);
    const copy = (from: number, to: number, cols: number) =>
      memory.copyWithin(to, from, from + 4 * this.#length * cols);
    copy(this.keys, address, this.#keyCols);
    copy(this.values, address + 4 * capacity * this.#keyCols, this.#valueCols);
    if (this.#address !== 0) this.#core.release(this.#address);
    this.#address = address;
    this.#capacity = capacity;
    return true;
  }
}
