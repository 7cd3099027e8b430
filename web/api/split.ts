import type { Fault } from './core.ts';
import { faultPlaces } from './core.ts';
import type { Problem } from './options.ts';
import type { AttendTask, KeysAndValues, Results } from './task.ts';
import type { Attended, Matrix, Want } from './types.ts';

/** One head and some of its queries: what a thread computes at a time. */
export interface Piece {
  readonly head: number;
  readonly start: number;
  readonly rows: number;
  readonly task: AttendTask;
}

/** How finely to split: queries in blocks of the kernel's own, so that each row comes out as it would in one call. */
export interface Grain {
  readonly threads: number;
  readonly queryBlock: number;
}

/** Multiply-adds of a piece at most: some twenty milliseconds, or ten where the page itself waits for them. */
const mostWork = (threads: number) => (threads > 0 ? 2 ** 28 : 2 ** 27);
/** Pieces a thread, so that the last ones end at about the same time. */
const piecesAThread = 3;

let ids = 0;

/**
 * Splits a problem, a piece at a time, so that the first is worked on while the next is copied. Once all are taken,
 * everything is copied: later changes of the arguments change nothing.
 */
export function* split(
  problem: Problem,
  queries: Matrix,
  keys: Matrix,
  values: Matrix,
  grain: Grain,
): Generator<Piece> {
  const { heads, keyHeads, queryCount } = problem;
  const rows = rowsAPiece(problem, grain);
  const starts = Array.from({ length: Math.ceil(queryCount / rows) }, (_, i) => i * rows);
  const masks = starts.map((start) => rowsOf(problem.mask, problem.keyCount, start, rows));
  let keyHead = -1;
  let attended: KeysAndValues | undefined;
  for (let head = 0; head < heads; head++) {
    const itsKeyHead = Math.floor((head * keyHeads) / heads);
    if (!attended || keyHead !== itsKeyHead) {
      keyHead = itsKeyHead;
      attended = {
        id: ids++,
        once: starts.length === 1 && heads === keyHeads,
        keys: columnsOf(keys, keyHead, keyHeads),
        values: columnsOf(values, keyHead, keyHeads),
      };
    }
    for (const [i, start] of starts.entries()) {
      const count = Math.min(rows, queryCount - start);
      const task: AttendTask = {
        kind: 'attend',
        problem: pieceOf(problem, head, start, count, masks[i]),
        origin: { head, query: start },
        queries: columnsOf(queries, head, heads, start, count),
        attended,
      };
      yield { head, start, rows: count, task };
    }
  }
}

/** Multiply-adds of a problem, or of `rows` queries in one of its heads. */
export function workOf(
  { heads, queryCount, keyCount, width, valueWidth }: Problem,
  rows = heads * queryCount,
): number {
  return rows * keyCount * (width + valueWidth);
}

function rowsAPiece(problem: Problem, { threads, queryBlock }: Grain): number {
  const { heads, queryCount } = problem;
  const pieces = Math.max((piecesAThread * threads) / heads, workOf(problem, queryCount) / mostWork(threads));
  const blocks = Math.ceil(queryCount / Math.max(1, Math.ceil(pieces)) / queryBlock);
  return Math.max(1, blocks) * queryBlock;
}

function pieceOf(
  problem: Problem,
  head: number,
  start: number,
  rows: number,
  mask: Uint8Array | undefined,
): Problem {
  const { queryCount, keyCount, causalOffset, dropout } = problem;
  return {
    ...problem,
    heads: 1,
    keyHeads: 1,
    queryCount: rows,
    causalOffset: causalOffset === undefined ? undefined : causalOffset + start,
    mask,
    keyPadding: problem.keyPadding?.slice(),
    dropout: dropout && {
      ...dropout,
      keep: rowsOf(dropout.keep, keyCount, head * queryCount + start, rows),
    },
  };
}

function rowsOf(
  bits: Uint8Array | undefined,
  cols: number,
  start: number,
  rows: number,
): Uint8Array | undefined {
  return bits?.slice(start * cols, (start + rows) * cols);
}

/** A copy of one head's columns, of some rows. */
function columnsOf(
  { rows, cols, data }: Matrix,
  head: number,
  heads: number,
  start = 0,
  count = rows - start,
): Float32Array {
  if (heads === 1) return data.slice(start * cols, (start + count) * cols);
  const width = cols / heads;
  const columns = new Float32Array(count * width);
  for (let r = 0; r < count; r++) {
    const from = (start + r) * cols + head * width;
    columns.set(data.subarray(from, from + width), r * width);
  }
  return columns;
}

/** The results of a problem, put together from those of its pieces in whatever order these come. */
export class Joined {
  readonly results: Attended & Partial<Attended<Want>>;
  readonly #problem: Problem;

  constructor(problem: Problem) {
    const { heads, queryCount, keyCount, valueWidth, wants } = problem;
    const cols = heads * valueWidth;
    this.#problem = problem;
    this.results = { context: { rows: queryCount, cols, data: new Float32Array(queryCount * cols) } };
    const perHead = () =>
      Array.from(
        { length: heads },
        (): Matrix => ({ rows: queryCount, cols: keyCount, data: new Float32Array(queryCount * keyCount) }),
      );
    if (wants.has('scores')) this.results.scores = perHead();
    if (wants.has('weights')) this.results.weights = perHead();
    if (wants.has('kept')) this.results.kept = new Uint8Array(heads * queryCount * keyCount);
  }

  add({ head, start, rows }: Piece, { out, scores, weights, kept }: Results): void {
    const { queryCount, keyCount, valueWidth } = this.#problem;
    const { context } = this.results;
    if (context.cols === valueWidth) context.data.set(out, start * valueWidth);
    else {
      for (let r = 0; r < rows; r++) {
        const row = out.subarray(r * valueWidth, (r + 1) * valueWidth);
        context.data.set(row, (start + r) * context.cols + head * valueWidth);
      }
    }
    if (scores) this.results.scores![head]!.data.set(scores, start * keyCount);
    if (weights) this.results.weights![head]!.data.set(weights, start * keyCount);
    if (kept) this.results.kept!.set(kept, (head * queryCount + start) * keyCount);
  }
}

/** A piece's fault, by the heads, rows and columns of the whole. */
export function faultOfWhole(fault: Fault, { head, start }: Piece, problem: Problem): Fault {
  const { heads, keyHeads, width, valueWidth } = problem;
  const keyHead = Math.floor((head * keyHeads) / heads);
  switch (faultPlaces[fault.in]) {
    case 'queries':
      return { ...fault, row: start + fault.row, column: head * width + fault.column };
    case 'keys':
      return { ...fault, column: keyHead * width + fault.column };
    case 'values':
      return { ...fault, column: keyHead * valueWidth + fault.column };
    case 'context':
      return { ...fault, head, row: start + fault.row, column: head * valueWidth + fault.column };
    default:
      return { ...fault, head, row: start + fault.row };
  }
}

/** The fault that one call would have met first: the whole is looked through place by place, its scores head by head. */
export function firstFault(faults: readonly Fault[]): Fault | undefined {
  const order = ({ in: place, head, row, column }: Fault) => {
    const byHead = faultPlaces[place] === 'scores' || faultPlaces[place] === 'context';
    return [place, byHead ? head : 0, row, column];
  };
  return [...faults].sort((a, b) => {
    const [x, y] = [order(a), order(b)];
    const differing = x.findIndex((key, i) => key !== y[i]);
    return differing < 0 ? 0 : x[differing]! - y[differing]!;
  })[0];
}
