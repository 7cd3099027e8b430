import type { Matrix } from '../../api/types.ts';
import { STEPS, weightPalette } from '../colour.ts';

/** Colours of what is hidden. */
const HIDDEN = { light: [0xec, 0xe9, 0xe2, 0xff], dark: [0x2d, 0x31, 0x3a, 0xff] } as const;

/** Paints one head's weights, a pixel a weight. */
export function paintWeights(canvas: HTMLCanvasElement, weights: Matrix, theme: 'light' | 'dark'): void {
  const { rows, cols, data } = weights;
  canvas.width = cols;
  canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context || data.length === 0) return;
  const palette = new Uint32Array(weightPalette(theme).buffer);
  const hidden = new Uint32Array(Uint8Array.from(HIDDEN[theme]).buffer)[0]!;
  const image = context.createImageData(cols, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < pixels.length; i++) {
    const weight = data[i]!;
    pixels[i] = Number.isNaN(weight) ? hidden : palette[Math.round(Math.sqrt(Math.min(1, weight)) * STEPS)]!;
  }
  context.putImageData(image, 0, 0);
}

/** The theme that a style sheet's `light-dark()` chooses for an element whose `color` is `light-dark(#fff, #000)`. */
export function themeOf(element: Element): 'light' | 'dark' {
  return getComputedStyle(element).color === 'rgb(0, 0, 0)' ? 'dark' : 'light';
}

/** The pixel under the pointer. */
export function pixelAt(
  event: PointerEvent | MouseEvent,
  { rows, cols }: Matrix,
): { query: number; key: number } {
  const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
  const index = (share: number, count: number) => Math.max(0, Math.min(count - 1, Math.floor(share * count)));
  return {
    query: index((event.clientY - top) / height, rows),
    key: index((event.clientX - left) / width, cols),
  };
}
