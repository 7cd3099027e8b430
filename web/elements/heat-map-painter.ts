import type { Matrix } from '../api/index.ts';
import { STEPS, weightPalette } from './colour.ts';

/** Weights are kept for so many cells a side at most: more than most canvases have pixels. */
const MOST_CELLS = 2048;

/** What no query may see: below every weight. */
const HIDDEN = -1;

/** Which pairs of a query and a key are hidden: a later key where the order is causal, and keys that are for all. */
export interface Hidden {
  readonly causal: boolean;
  readonly keys: ReadonlySet<number>;
}

export interface HeatMapCellsOptions {
  /** Cells a side at most. */
  readonly most?: number;
  /** Each weight is kept as a share of its query's largest one. */
  readonly byRow?: boolean;
  /** A picture that is painted over: its memory is used again. */
  readonly before?: HeatMapCells | undefined;
}

/**
 * What there is to paint of L × S weights, filled in from blocks of rows that need not be kept. Of a longer text a cell is
 * a square of weights and has the largest one, so that no bright cell is lost; it is hidden where all of them are.
 */
export class HeatMapCells {
  readonly rows: number;
  readonly cols: number;
  /** Rows that are filled in, from the top. */
  filled = 0;
  readonly #cells: Float32Array;
  /** How many queries, and keys, a cell stands for. */
  readonly #queries: number;
  readonly #keys: number;
  readonly #causal: boolean;
  readonly #byRow: boolean;
  readonly #hiddenKeys: Uint8Array | undefined;

  constructor(
    queries: number,
    keys: number,
    { causal, keys: hiddenKeys }: Hidden,
    { most = MOST_CELLS, byRow = false, before }: HeatMapCellsOptions = {},
  ) {
    this.#queries = Math.max(1, Math.ceil(queries / most));
    this.#keys = Math.max(1, Math.ceil(keys / most));
    this.rows = Math.ceil(queries / this.#queries);
    this.cols = Math.ceil(keys / this.#keys);
    const length = this.rows * this.cols;
    this.#cells = before && before.#cells.length === length ? before.#cells : new Float32Array(length);
    this.#cells.fill(HIDDEN);
    this.#causal = causal;
    this.#byRow = byRow;
    if (hiddenKeys.size > 0)
      this.#hiddenKeys = Uint8Array.from({ length: keys }, (_, k) => +hiddenKeys.has(k));
  }

  /** Takes the weights of the queries from `first` on; blocks come in order. */
  add(first: number, { rows, cols, data }: Matrix): void {
    const [cells, perCell, isHidden] = [this.#cells, this.#keys, this.#hiddenKeys];
    for (let r = 0; r < rows; r++) {
      const query = first + r;
      const seen = this.#causal ? Math.min(cols, query + 1) : cols;
      const from = r * cols;
      const to = Math.floor(query / this.#queries) * this.cols;
      const unit = this.#byRow ? 1 / (largestOf(data, from, from + seen) || 1) : 1;
      for (let key = 0; key < seen; key++) {
        if (isHidden?.[key]) continue;
        const cell = to + (perCell === 1 ? key : Math.floor(key / perCell));
        const weight = data[from + key]! * unit;
        if (weight > cells[cell]!) cells[cell] = weight;
      }
    }
    this.filled = Math.floor((first + rows) / this.#queries);
    if (this.filled * this.#queries < first + rows && this.filled === this.rows - 1) this.filled = this.rows;
  }

  /** The largest weight of each pixel in a row of them; less than 0 where all are hidden. */
  readRow(rows: Span, columns: readonly Span[], into: Float32Array): void {
    const cells = this.#cells;
    for (let x = 0; x < columns.length; x++) {
      const { from, to } = columns[x]!;
      let largest = HIDDEN;
      for (let row = rows.from; row < rows.to; row++) {
        const start = row * this.cols;
        for (let cell = from; cell < to; cell++) {
          const weight = cells[start + cell]!;
          if (weight > largest) largest = weight;
        }
      }
      into[x] = largest;
    }
  }
}

function largestOf(data: Float32Array, from: number, to: number): number {
  let largest = 0;
  for (let i = from; i < to; i++) if (data[i]! > largest) largest = data[i]!;
  return largest;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The cells that a pixel stands for: with fewer pixels than cells each cell is in one, otherwise each pixel in one cell. */
export function cellsOfPixel(pixel: number, pixels: number, cells: number): Span {
  if (pixels < cells)
    return { from: Math.floor((pixel * cells) / pixels), to: Math.floor(((pixel + 1) * cells) / pixels) };
  const from = Math.floor(((pixel + 0.5) * cells) / pixels);
  return { from, to: from + 1 };
}

/** What a pixel is made of, in one theme. */
export interface HeatMapColours {
  /** One colour a step. */
  readonly weights: Uint32Array;
  /** The ground and the stripes of what is hidden. */
  readonly hidden: readonly [number, number];
  /** Pixels of the screen in one of CSS: stripes are as wide everywhere. */
  readonly ratio: number;
}

/** As the tables' hatching, a little stronger: its dots may be single. */
const HATCH = {
  light: [
    [0xf3, 0xf1, 0xec],
    [0xd3, 0xcf, 0xc4],
  ],
  dark: [
    [0x20, 0x23, 0x2a],
    [0x3a, 0x3f, 0x4a],
  ],
} as const;

export function heatMapColours(theme: 'light' | 'dark', ratio: number): HeatMapColours {
  const [ground, stripe] = HATCH[theme].map(
    (colour) => new Uint32Array(Uint8ClampedArray.of(...colour, 255).buffer)[0]!,
  );
  return { weights: new Uint32Array(weightPalette(theme).buffer), hidden: [ground!, stripe!], ratio };
}

/**
 * Paints the rows of pixels whose cells are all filled in and that have some from `first` on.
 *
 * @param first a row of cells
 */
export function paintFilled(
  context: CanvasRenderingContext2D,
  cells: HeatMapCells,
  first: number,
  { weights, hidden, ratio }: HeatMapColours,
): void {
  const { width, height } = context.canvas;
  if (width * height * cells.rows * cells.cols === 0) return;
  const columns = Array.from({ length: width }, (_, x) => cellsOfPixel(x, width, cells.cols));
  const lines: { y: number; rows: Span }[] = [];
  for (let y = Math.floor((first * height) / cells.rows); y < height; y++) {
    const rows = cellsOfPixel(y, height, cells.rows);
    if (rows.to > cells.filled) break;
    if (rows.to > first) lines.push({ y, rows });
  }
  if (lines.length === 0) return;
  const image = context.createImageData(width, lines.length);
  const pixels = new Uint32Array(image.data.buffer);
  const read = new Float32Array(width);
  const steps = new Int8Array(width);
  const [period, stripe] = [Math.round(6 * ratio), Math.round(2 * ratio)];
  let before: Span | undefined;
  for (const [line, { y, rows }] of lines.entries()) {
    if (rows.from !== before?.from) {
      cells.readRow(rows, columns, read);
      for (let x = 0; x < width; x++)
        steps[x] = read[x]! < 0 ? -1 : Math.round(Math.sqrt(Math.min(1, read[x]!)) * STEPS);
    }
    before = rows;
    for (let x = 0; x < width; x++) {
      const step = steps[x]!;
      pixels[line * width + x] = step >= 0 ? weights[step]! : hidden[(x + y) % period < stripe ? 1 : 0];
    }
  }
  context.putImageData(image, 0, lines[0]!.y);
}
