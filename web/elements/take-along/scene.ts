/** A picture as a list of what is on it, so that one description makes both a file of vectors and one of pixels. */
export interface Scene {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly paper: string;
  readonly items: readonly SceneItem[];
}

export type SceneItem =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly fill: string;
    }
  | {
      readonly kind: 'line';
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly stroke: string;
    }
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly fill: string;
      readonly size: number;
      readonly anchor: 'start' | 'middle' | 'end';
      /** Reads upwards. */
      readonly turned?: boolean;
      readonly bold?: boolean;
    }
  | {
      /** Squares of colour, four bytes each. */
      readonly kind: 'pixels';
      readonly x: number;
      readonly y: number;
      readonly width: number;
      readonly height: number;
      readonly columns: number;
      readonly rows: number;
      readonly data: Uint8ClampedArray<ArrayBuffer>;
    };

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

/** About how wide a text is drawn: files have to do without measuring. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text)
    width += /[\u1100-\uffdc]|\p{Extended_Pictographic}/u.test(character) ? 1 : 0.58;
  return width * size;
}

/** A text cut off so that it fits, in whole characters. */
export function fitted(text: string, size: number, width: number): string {
  if (textWidth(text, size) <= width) return text;
  let fits = '';
  for (const { segment } of graphemes.segment(text)) {
    if (textWidth(`${fits}${segment}…`, size) > width) break;
    fits += segment;
  }
  return `${fits}…`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
