import { SIGNED_STOPS, STEPS, scaleColour, signedClass, WEIGHT_STOPS, weightClass } from '../colour.ts';
import { largestMagnitude } from '../matrix-table.ts';
import type { NamedTable } from './named-table.ts';

export type Theme = 'light' | 'dark';

/** The page's colours, written out: a file has no style sheet to take them from. */
export const THEMES = {
  light: { paper: '#fffefb', ink: '#1b1d24', soft: '#5a5d68', wash: '#f3f1ec', hatch: '#b9b5aa' },
  dark: { paper: '#16181d', ink: '#e9e9ec', soft: '#a6a9b4', wash: '#20232a', hatch: '#565b67' },
} as const;

export type ColourOf = (value: number) => string;

/** A table's colours, those of its cells on the page. */
export function colourScale({ table, matrix }: NamedTable, theme: Theme): ColourOf {
  const extent = largestMagnitude(matrix);
  const known = new Map<string, string>();
  const stepOf = table === 'weights' ? weightClass : (value: number) => signedClass(value, extent);
  return (value) => {
    const step = stepOf(value);
    const colour = known.get(step) ?? colourOfStep(step, theme);
    known.set(step, colour);
    return colour;
  };
}

/** The colour of a class name of the page's scales, such as w12 or n3. */
function colourOfStep(step: string, theme: Theme): string {
  const share = Number(step.slice(1)) / STEPS;
  if (step.startsWith('w')) return scaleColour(WEIGHT_STOPS[theme], share);
  return scaleColour(SIGNED_STOPS[theme], 0.5 + (step.startsWith('n') ? -share : share) / 2);
}
