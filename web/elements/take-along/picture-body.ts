import { numberFormat } from '../cell-text.ts';
import { inkOn } from '../colour.ts';
import { type Figure, hiddenBy } from '../figure.ts';
import type { Axis } from '../tables.ts';
import type { NamedTable } from './named-table.ts';
import { type ColourOf, THEMES, type Theme } from './picture-colours.ts';
import { LABEL, MARGIN } from './picture-measures.ts';
import { eachRow, rowOf } from './rows.ts';
import { fitted, type SceneItem, textWidth } from './scene.ts';

/** Up to so many columns have their numbers in them. */
const NUMBERED = 8;

export interface Body {
  readonly items: SceneItem[];
  readonly right: number;
  readonly bottom: number;
}

/** Every cell a rectangle, with names at the left and above, and with its number where there is room. */
export function cells(
  figure: Figure,
  named: NamedTable,
  theme: Theme,
  colourOf: ColourOf,
  decimals: number,
  top: number,
): Body {
  const { table, matrix } = named;
  const { soft, wash, hatch } = THEMES[theme];
  const numbered = matrix.cols <= NUMBERED;
  const write = numberFormat(figure, table, decimals);
  const rows = Array.from({ length: matrix.rows }, (_, row) => rowOf(matrix, row));
  const widest = numbered ? Math.max(...rows.flatMap((row) => Array.from(row, (x) => write(x).length))) : 0;
  const width = numbered ? Math.max(54, widest * 7.4 + 12) : 16;
  const height = numbered ? 28 : 16;
  const rowNames = Array.from({ length: matrix.rows }, (_, row) =>
    fitted(nameOf(named.row, row, named.rowName), LABEL, 130),
  );
  const columnNames = Array.from({ length: matrix.cols }, (_, column) =>
    fitted(nameOf(named.column, column, named.columnName), LABEL, numbered ? width - 6 : 110),
  );
  const names = Math.max(...rowNames.map((name) => textWidth(name, LABEL)));
  const above = numbered ? 18 : Math.max(...columnNames.map((name) => textWidth(name, LABEL))) + 8;
  const [left, first] = [MARGIN + names + 8, top + above];
  const label = { kind: 'text', fill: soft, size: LABEL } as const;
  const items: SceneItem[] = [];
  for (const [column, text] of columnNames.entries()) {
    const x = left + column * width;
    items.push(
      numbered
        ? { ...label, text, x: x + width - 5, y: first - 6, anchor: 'end' }
        : { ...label, text, x: x + width / 2 + 4, y: first - 4, anchor: 'start', turned: true },
    );
  }
  for (const [row, numbers] of rows.entries()) {
    const y = first + row * height;
    items.push({ ...label, text: rowNames[row]!, x: left - 6, y: y + height / 2 + 4, anchor: 'end' });
    for (const [column, value] of numbers.entries()) {
      const x = left + column * width;
      const hidden = table === 'weights' && hiddenBy(figure, row, column);
      const fill = hidden ? wash : colourOf(value);
      items.push({ kind: 'rect', x, y, width: width - 0.5, height: height - 0.5, fill });
      if (hidden) items.push({ kind: 'line', x1: x, y1: y + height, x2: x + width, y2: y, stroke: hatch });
      else if (numbered)
        items.push({
          ...{
            kind: 'text',
            x: x + width - 5,
            y: y + height / 2 + 4.5,
            text: write(value),
            fill: inkOn(fill),
          },
          ...{ size: 13, anchor: 'end' as const },
        });
    }
  }
  return { items, right: left + matrix.cols * width, bottom: first + matrix.rows * height };
}

/** What is numbered needs its number only: the picture says what rows and columns are. */
function nameOf(axis: Axis, index: number, name: (index: number) => string): string {
  return axis === 'query' || axis === 'key' ? name(index) : String(index + 1);
}

/** A square of colour for each number, at least so large altogether that it can be seen. */
export async function pixels(
  { matrix }: NamedTable,
  theme: Theme,
  colourOf: ColourOf,
  top: number,
  onProgress?: (share: number) => void,
): Promise<Body> {
  const { rows, cols } = matrix;
  const data = new Uint8ClampedArray(rows * cols * 4);
  const words = new Uint32Array(data.buffer);
  const packed = new Map<string, number>();
  const wordOf = (colour: string) => {
    let word = packed.get(colour);
    if (word === undefined) {
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      word = new Uint32Array(Uint8Array.of(r!, g!, b!, 255).buffer)[0]!;
      packed.set(colour, word);
    }
    return word;
  };
  await eachRow(
    matrix,
    (numbers, row) => {
      for (let column = 0; column < cols; column++)
        words[row * cols + column] = wordOf(colourOf(numbers[column]!));
    },
    onProgress,
  );
  const size = Math.max(1, Math.floor(640 / Math.max(rows, cols)));
  // A narrow table of many rows is drawn wider than high squares would make it.
  const width = Math.max(cols * size, 120);
  const { soft } = THEMES[theme];
  const [left, first] = [MARGIN + 30, top + 18];
  const label = { kind: 'text', fill: soft, size: LABEL } as const;
  return {
    items: [
      { ...label, x: left, y: first - 5, text: '1', anchor: 'start' },
      { ...label, x: left + width, y: first - 5, text: String(cols), anchor: 'end' },
      { ...label, x: left - 6, y: first + 10, text: '1', anchor: 'end' },
      { ...label, x: left - 6, y: first + rows * size, text: String(rows), anchor: 'end' },
      { kind: 'pixels', x: left, y: first, width, height: rows * size, columns: cols, rows, data },
    ],
    right: left + width,
    bottom: first + rows * size,
  };
}
