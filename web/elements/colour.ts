/**
 * The two colour scales. Hue means value, never identity: weights run from paper to ink blue, signed numbers from ochre
 * through paper to teal. Each is cut into steps with one class name a step, so that a cell's colour needs no inline style
 * (a strict Content-Security-Policy forbids it) and both themes are drawn by the style sheet alone.
 */

type Colour = readonly [number, number, number];

export const WEIGHT_STOPS = {
  light: ['#fbfcfe', '#8495c7', '#22308a'],
  dark: ['#1d1f25', '#637096', '#b5ceff'],
} as const;

export const SIGNED_STOPS = {
  light: ['#d7935a', '#fbfaf8', '#57b6b6'],
  dark: ['#844f27', '#1d1f25', '#176b6b'],
} as const;

/** Steps of the weight scale, and of each side of the signed one. */
export const STEPS = 48;

/** The class of a weight's colour: by its square root, so that small shares can be told apart, on a fixed 0…1 scale. */
export function weightClass(weight: number): string {
  const share = Math.min(1, Math.max(0, Number.isFinite(weight) ? weight : 0));
  return `w${Math.round(Math.sqrt(share) * STEPS)}`;
}

/** The class of a signed number's colour, ± `extent` being the ends of the scale. */
export function signedClass(value: number, extent: number): string {
  if (!(extent > 0) || !Number.isFinite(value)) return 's0';
  const step = Math.round(Math.min(1, Math.abs(value) / extent) * STEPS);
  return step === 0 ? 's0' : `${value < 0 ? 'n' : 's'}${step}`;
}

/** Where on a scale of three stops a colour lies, mixed in OKLab; `position` runs from 0 to 1. */
export function scaleColour(stops: readonly [string, string, string], position: number): string {
  const [from, to, share] =
    position < 0.5 ? [stops[0], stops[1], position * 2] : [stops[1], stops[2], position * 2 - 1];
  const a = toOklab(parseHex(from));
  const b = toOklab(parseHex(to));
  return formatHex(fromOklab(a.map((part, i) => part + (b[i]! - part) * share) as unknown as Colour));
}

/** Black or white, whichever contrasts more; on any colour that is at least 4.58. */
export function inkOn(background: string): string {
  return contrast(background, '#000000') >= contrast(background, '#ffffff') ? '#000' : '#fff';
}

/** WCAG 2's contrast ratio. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(parseHex(one)), luminance(parseHex(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Every step of both scales, for both themes: class name, background and ink. */
export function colourSteps(): { name: string; light: string; dark: string }[] {
  const steps: { name: string; light: string; dark: string }[] = [];
  const add = (name: string, stops: typeof WEIGHT_STOPS | typeof SIGNED_STOPS, position: number) =>
    steps.push({
      name,
      light: scaleColour(stops.light, position),
      dark: scaleColour(stops.dark, position),
    });
  for (let i = 0; i <= STEPS; i++) add(`w${i}`, WEIGHT_STOPS, i / STEPS);
  add('s0', SIGNED_STOPS, 0.5);
  for (let i = 1; i <= STEPS; i++) {
    add(`s${i}`, SIGNED_STOPS, 0.5 + i / STEPS / 2);
    add(`n${i}`, SIGNED_STOPS, 0.5 - i / STEPS / 2);
  }
  return steps;
}

/** The style sheet that gives the classes their colours. */
export function colourRules(): string {
  return colourSteps()
    .map(
      ({ name, light, dark }) =>
        `.${name}{--step:light-dark(${light},${dark});background-color:var(--step);color:light-dark(${inkOn(light)},${inkOn(dark)})}`,
    )
    .join('\n');
}

/** A weight's colour as numbers for a canvas: `STEPS + 1` colours of four bytes each, opaque. */
export function weightPalette(theme: 'light' | 'dark'): Uint8ClampedArray {
  const palette = new Uint8ClampedArray((STEPS + 1) * 4);
  for (let i = 0; i <= STEPS; i++) {
    palette.set([...parseHex(scaleColour(WEIGHT_STOPS[theme], i / STEPS)).map((c) => c * 255), 255], i * 4);
  }
  return palette;
}

function parseHex(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

function formatHex(colour: Colour): string {
  return `#${colour
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const fromLinear = (part: number) =>
  part <= 0.0031308 ? part * 12.92 : 1.055 * Math.max(0, part) ** (1 / 2.4) - 0.055;

function luminance(colour: Colour): number {
  const [r, g, b] = colour.map(toLinear) as unknown as Colour;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Ottosson 2020, "A perceptual color space for image processing". */
function toOklab(colour: Colour): Colour {
  const [r, g, b] = colour.map(toLinear) as unknown as Colour;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]: Colour): Colour {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}
