import { Refusal } from './refusal.ts';
import { FONT, type Scene } from './scene.ts';
import type { Pixels } from './svg.ts';

/** A scene as a PNG, `scale` pixels to one of its units. */
export async function scenePng(scene: Scene, scale: number): Promise<Blob> {
  const canvas = canvasOf(Math.round(scene.width * scale), Math.round(scene.height * scale));
  const context = contextOf(canvas);
  context.scale(scale, scale);
  paint(context, scene);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!file) throw tooLarge(canvas);
  return file;
}

/** Squares of colour as a PNG in an address. */
export function pixelsUrl(pixels: Pixels): string {
  const canvas = pixelCanvas(pixels);
  const url = canvas.toDataURL('image/png');
  if (!url.startsWith('data:image/png')) throw tooLarge(canvas);
  return url;
}

function paint(context: CanvasRenderingContext2D, { width, height, paper, items }: Scene): void {
  context.fillStyle = paper;
  context.fillRect(0, 0, width, height);
  context.direction = 'ltr';
  for (const item of items) {
    if (item.kind === 'rect') {
      context.fillStyle = item.fill;
      context.fillRect(item.x, item.y, item.width, item.height);
    } else if (item.kind === 'line') {
      context.strokeStyle = item.stroke;
      context.beginPath();
      context.moveTo(item.x1, item.y1);
      context.lineTo(item.x2, item.y2);
      context.stroke();
    } else if (item.kind === 'pixels') {
      context.imageSmoothingEnabled = false;
      context.drawImage(pixelCanvas(item), item.x, item.y, item.width, item.height);
    } else {
      context.save();
      context.translate(item.x, item.y);
      if (item.turned) context.rotate(-Math.PI / 2);
      context.fillStyle = item.fill;
      context.font = `${item.bold ? 600 : 400} ${item.size}px ${FONT}`;
      context.textAlign = { start: 'left', middle: 'center', end: 'right' }[item.anchor] as CanvasTextAlign;
      context.fillText(item.text, 0, 0);
      context.restore();
    }
  }
}

function pixelCanvas({ columns, rows, data }: Pixels): HTMLCanvasElement {
  const canvas = canvasOf(columns, rows);
  contextOf(canvas).putImageData(new ImageData(data, columns, rows), 0, 0);
  return canvas;
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw tooLarge(canvas);
  return context;
}

function tooLarge({ width, height }: HTMLCanvasElement): Refusal {
  return new Refusal(
    `This browser draws no picture of ${width} × ${height} pixels. Look at a window of the text, or use another browser.`,
  );
}
