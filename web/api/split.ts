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

/** Splits a problem. Everything is copied here: later changes of the arguments change nothing. */
export function split(
  problem: Problem,
  queries: Matrix,
  keys: Matrix,
  values: Matrix,
  grain: Grain,
): Piece[] {
  const { heads, keyHeads, queryCount } = problem;
  const rows = rowsAPiece(problem, grain);
  const starts = Array.from({ length: Math.ceil(queryCount / rows) }, (_, i) => i * rows);
  const masks = starts.map((start) => rowsOf(problem.mask, problem.keyCount, start, rows));
  const attended = Array.from(
    { length: keyHeads },
    (_, keyHead): KeysAndValues => ({
      id: ids++,
      once: starts.length === 1 && heads === keyHeads,
      keys: columnsOf(keys, keyHead, keyHeads),
      values: columnsOf(values, keyHead, keyHeads),
    }),
  );
  return Array.from({ length: heads }, (_, head) => head).flatMap((head) => {
    const keyHead = Math.floor((head * keyHeads) / heads);
    return starts.map((start, i): Piece => {
      const count = Math.min(rows, queryCount - start);
      const task: AttendTask = {
        kind: 'attend',
        problem: pieceOf(problem, head, start, count, masks[i]),
        origin: { head, query: start },
        queries: columnsOf(queries, head, heads, start, count),
        attended: attended[keyHead]!,
      };
      return { head, start, rows: count, task };
    });
  });
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

/** Puts the results of pieces together. */
export function join(
  problem: Problem,
  pieces: readonly Piece[],
  results: readonly Results[],
): Attended & Partial<Attended<Want>> {
  const { heads, queryCount, keyCount, valueWidth, wants } = problem;
  const cols = heads * valueWidth;
  const context = new Float32Array(queryCount * cols);
  for (const [p, { head, start, rows }] of pieces.entries()) {
    const { out } = results[p]!;
    if (heads === 1) context.set(out, start * cols);
    else {
      for (let r = 0; r < rows; r++) {
        const row = out.subarray(r * valueWidth, (r + 1) * valueWidth);
        context.set(row, (start + r) * cols + head * valueWidth);
      }
    }
  }
  const joined: Attended & Partial<Attended<Want>> = { context: { rows: queryCount, cols, data: context } };
  const perHead = (name: 'scores' | 'weights') =>
    Array.from({ length: heads }, (_, head): Matrix => {
      const data = new Float32Array(queryCount * keyCount);
      for (const [p, piece] of pieces.entries()) {
        if (piece.head === head) data.set(results[p]![name]!, piece.start * keyCount);
      }
      return { rows: queryCount, cols: keyCount, data };
    });
  if (wants.has('scores')) joined.scores = perHead('scores');
  if (wants.has('weights')) joined.weights = perHead('weights');
  if (wants.has('kept')) {
    joined.kept = new Uint8Array(heads * queryCount * keyCount);
    for (const [p, { head, start }] of pieces.entries()) {
      joined.kept.set(results[p]!.kept!, (head * queryCount + start) * keyCount);
    }
  }
  return joined;
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
