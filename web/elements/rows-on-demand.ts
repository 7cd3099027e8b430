import type { Matrix } from '../api/index.ts';

/**
 * A matrix whose rows are computed when they are looked at: of a long text there are more numbers than anybody needs at
 * once. `data` computes all of them, and is for those who take everything along.
 */
export class RowsOnDemand implements Matrix {
  readonly rows: number;
  readonly cols: number;
  /** No entry's magnitude is above it; known without computing any. */
  readonly bound: number;
  readonly #compute: (row: number) => Float32Array;

  constructor(rows: number, cols: number, bound: number, compute: (row: number) => Float32Array) {
    this.rows = rows;
    this.cols = cols;
    this.bound = bound;
    this.#compute = compute;
  }

  row(index: number): Float32Array {
    return this.#compute(index);
  }

  get data(): Float32Array {
    const data = new Float32Array(this.rows * this.cols);
    for (let row = 0; row < this.rows; row++) data.set(this.row(row), row * this.cols);
    return data;
  }
}
