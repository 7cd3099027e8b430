import { numberFormat } from './cell-text.ts';
import { type Figure, isCross } from './figure.ts';
import { type TableName, tableOf } from './tables.ts';

/** Widths, in CSS pixels, that the strip's style sheet uses too. */
const LABEL = 84;
const GAP = 16;
const GATE = 92;
/** Of more tokens than can all be numbers: the smallest and largest square, and what the chosen column has instead. */
const SQUARE = { least: 11, most: 28 };
const CHOSEN_COLUMN = 54;
/** The ledger beside such a strip, with its gap; it stands there where the squares can still be so large. */
const LEDGER = 380;
const SQUARE_BESIDE_LEDGER = 14;

type Texts = Pick<Figure, 'tokens' | 'keyTokens'>;

/** Up to so many tokens there are all numbers: so many columns, and with fewer columns more rows. */
const ALL_NUMBERS = 8;

/** Of more tokens there are colours, with numbers in the chosen row and column only. */
export function hasAllNumbers({ tokens, keyTokens: { length: keys } }: Texts): boolean {
  return keys <= ALL_NUMBERS && tokens.length * keys <= ALL_NUMBERS * ALL_NUMBERS;
}

/** Whether the strip may be taller than a screen that has its trace below. */
export function isTall(texts: Texts): boolean {
  return !hasAllNumbers(texts) || texts.tokens.length > ALL_NUMBERS;
}

/** Of fewer keys α is narrower than what stands above it: the legend, and V with its names; on one line they need so much. */
export const FEW_KEYS = 6;
export const ROOM_ABOVE = 580;

/** Rows, the height of the tokens with their bars. */
export const MOST_PULLED = 4;

/** Container widths at which the style sheet can change the layout. */
export const LINE_WIDTHS = steps(640, 2560, 32);
export const STACK_WIDTHS = steps(448, 1600, 32);

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: (to - from) / by + 1 }, (_, i) => from + i * by);
}

export interface StripFit {
  /** Classes that say from which container width on the strip fits on one line, or broken in two. */
  readonly classes: string;
  /** Classes of the tables' cell widths; tables whose columns line up share one. */
  /** The container width from which there is a strip at all. */
  readonly from: number;
  /** What is as wide whatever the squares of a dense table are. */
  readonly fixed: number;
  readonly chars: Readonly<Record<'queries' | 'scores' | 'weights' | 'context', string>>;
}

/**
 * How wide the strip of these numbers is. Which layout a container gets is the style sheet's decision, so that it holds
 * before any script runs; this says only how much room each layout needs.
 */
export function stripFit(figure: Figure, head: number, decimals: number): StripFit {
  const keys = figure.keyTokens.length;
  const dense = !hasAllNumbers(figure);
  const longest = (tables: readonly TableName[]) =>
    Math.max(3, ...tables.map((t) => longestText(figure, t, head, decimals)));
  const chars = {
    queries: longest(['queries']),
    scores: dense ? longest(['keys']) : longest(['scores', 'keys']),
    weights: dense ? decimals + 2 : longest(['weights']),
    context: longest(['context', 'values']),
  };
  const width = figure.width;
  const valueWidth = figure.heads[head]?.values.cols ?? width;
  const measure = (cell: (chars: number) => number) => {
    const square = (c: number) => (dense ? keys * SQUARE.least + CHOSEN_COLUMN : keys * cell(c));
    return {
      scores: LABEL + width * cell(chars.queries) + GAP + square(chars.scores),
      context: square(chars.weights) + GAP + valueWidth * cell(chars.context),
    };
  };
  const roomy = measure(cellWidth);
  const tight = measure(compactWidth);
  const onLine = ({ scores, context }: typeof roomy) =>
    scores + Math.max(GATE + context, keys < FEW_KEYS ? ROOM_ABOVE : 0);
  const line = dense ? Number.POSITIVE_INFINITY : onLine(roomy);
  const compactLine = onLine(tight);
  const compact = !dense && line > 1184 && compactLine <= 1184;
  const stacked = Math.max(roomy.scores, LABEL + roomy.context);
  const from = bucket(STACK_WIDTHS, stacked);
  return {
    from,
    fixed: stacked - keys * SQUARE.least,
    classes: [
      `line-${bucket(LINE_WIDTHS, compact ? compactLine : line)}`,
      `stack-${from}`,
      compact ? 'compact' : '',
      // What two texts are stands above, in V's way.
      `pull-${isCross(figure) ? 0 : rowsAbove(keys, width)}`,
    ].join(' '),
    chars: mapValues(chars, (count) => `chars-${Math.min(13, count)}`),
  };
}

/**
 * How many rows V stands higher than K on its side with what is beside it: so far the strip may be pulled up beside the
 * tokens, which leave V's place free.
 */
function rowsAbove(keys: number, width: number): number {
  return Math.max(0, Math.min(MOST_PULLED, keys - Math.max(width, 3) + 1));
}

/** How large the squares of a strip of many tokens, one column a key, can be in a container, with the ledger beside it or below. */
export function squareSize(fit: StripFit, keys: number, container: number): number {
  const size = (room: number) => Math.floor(Math.min(SQUARE.most, (room - fit.fixed) / keys));
  const beside = size(container - LEDGER);
  return Math.max(SQUARE.least, beside >= SQUARE_BESIDE_LEDGER ? beside : size(container));
}

/** The same as the style sheet's. */
const cellWidth = (chars: number) => Math.max(54, Math.ceil(chars * 7.6 + 7));
const compactWidth = (chars: number) => Math.max(42, Math.ceil(chars * 6.8 + 3));

function bucket(widths: readonly number[], needed: number): number {
  return widths.find((width) => width >= needed) ?? 9999;
}

function longestText(figure: Figure, table: TableName, head: number, decimals: number): number {
  const matrix = tableOf(figure, table, head);
  const write = numberFormat(figure, table, decimals);
  let longest = 0;
  for (const value of matrix?.data ?? []) longest = Math.max(longest, write(value).length);
  return longest;
}

function mapValues<K extends string, A, B>(record: Record<K, A>, map: (value: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, map(value)])) as Record<
    K,
    B
  >;
}
