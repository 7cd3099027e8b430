import { FONT, type Scene, type SceneItem } from './scene.ts';

/**
 * A scene as an SVG file of its own: no fonts, styles or pictures from elsewhere, its text text.
 *
 * @param imageOf a PNG of squares of colour, as a data URL
 */
export function sceneSvg(scene: Scene, imageOf: (pixels: Pixels) => string = noImage): string {
  const { title, width, height, paper, items } = scene;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escapeXml(FONT)}">
<title>${escapeXml(title)}</title>
<rect width="${width}" height="${height}" fill="${paper}"/>
${items.map((item) => elementOf(item, imageOf)).join('\n')}
</svg>
`;
}

export type Pixels = Extract<SceneItem, { kind: 'pixels' }>;

function noImage(): string {
  throw new Error('this scene has pixels');
}

function elementOf(item: SceneItem, imageOf: (pixels: Pixels) => string): string {
  switch (item.kind) {
    case 'rect':
      return `<rect${numbers(item, ['x', 'y', 'width', 'height'])} fill="${item.fill}"/>`;
    case 'line':
      return `<line${numbers(item, ['x1', 'y1', 'x2', 'y2'])} stroke="${item.stroke}"/>`;
    case 'pixels':
      return `<image${numbers(item, ['x', 'y', 'width', 'height'])} preserveAspectRatio="none" image-rendering="pixelated" href="${imageOf(item)}"/>`;
    case 'text': {
      const { x, y, text, fill, size, anchor, turned, bold } = item;
      const turn = turned ? ` transform="rotate(-90 ${short(x)} ${short(y)})"` : '';
      const weight = bold ? ' font-weight="600"' : '';
      return `<text${numbers(item, ['x', 'y'])} font-size="${size}" text-anchor="${anchor}" fill="${fill}" direction="ltr" unicode-bidi="isolate"${weight}${turn}>${escapeXml(text)}</text>`;
    }
  }
}

function numbers<K extends string>(item: Readonly<Record<K, number>>, names: readonly K[]): string {
  return names.map((name) => ` ${name}="${short(item[name])}"`).join('');
}

const short = (value: number) => String(Math.round(value * 100) / 100);

/** Text as XML 1.0 can hold it, which knows neither most control characters nor halves of surrogate pairs. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
