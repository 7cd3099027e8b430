import type { Matrix } from '../../api/index.ts';
import { RowsOnDemand } from '../rows-on-demand.ts';

export function rowOf(matrix: Matrix, index: number): Float32Array {
  if (matrix instanceof RowsOnDemand) return matrix.row(index);
  return matrix.data.subarray(index * matrix.cols, (index + 1) * matrix.cols);
}

/** So long the page may be kept from answering. */
const SLICE_MS = 30;

/**
 * Visits a matrix row by row, and lets the page answer in between: rows of a long text are computed as they come.
 *
 * @param onProgress told the share that is done, where it takes more than one slice of time
 */
export async function eachRow(
  matrix: Matrix,
  visit: (row: Float32Array, index: number) => void,
  onProgress?: (share: number) => void,
): Promise<void> {
  let start = performance.now();
  for (let index = 0; index < matrix.rows; index++) {
    visit(rowOf(matrix, index), index);
    if (performance.now() - start < SLICE_MS) continue;
    onProgress?.((index + 1) / matrix.rows);
    await new Promise((resolve) => setTimeout(resolve));
    start = performance.now();
  }
}
