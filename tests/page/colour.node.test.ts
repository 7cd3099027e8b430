import { expect, test } from 'vitest';
import { colourSteps, contrast, inkOn, signedClass, weightClass } from '../../web/elements/colour.ts';

test('the number in every cell contrasts with its colour by 4.5 or more, in both themes', () => {
  for (const { light, dark } of colourSteps())
    for (const background of [light, dark])
      expect(
        contrast(background, inkOn(background) === '#000' ? '#000000' : '#ffffff'),
      ).toBeGreaterThanOrEqual(4.5);
});

test('the scales start and end at their poles', () => {
  const step = (name: string) => colourSteps().find((s) => s.name === name)!;
  expect(step('w0')).toMatchObject({ light: '#fbfcfe', dark: '#1d1f25' });
  expect(step('w24').light).toBe('#8495c7');
  expect(step('w48')).toMatchObject({ light: '#22308a', dark: '#b5ceff' });
  expect(step('n48').light).toBe('#d7935a');
  expect(step('s48').light).toBe('#57b6b6');
});

test('weights go by their square roots, signed numbers by their share of the extent', () => {
  expect([0, 0.25, 1, 1.25].map(weightClass)).toEqual(['w0', 'w24', 'w48', 'w48']);
  expect([-2, -1, 0, 0.5, 1].map((v) => signedClass(v, 2))).toEqual(['n48', 'n24', 's0', 's12', 's24']);
  expect(signedClass(1, 0)).toBe('s0');
});

/** Viénot, Brettel & Mollon 1999: what a protanope and a deuteranope see, in linear RGB. */
const DICHROMACIES = {
  protanopia: [0.11238, 0.88762, 0.00401],
  deuteranopia: [0.29275, 0.70725, -0.02234],
} as const;

test.each(Object.entries(DICHROMACIES))('positive and negative stay apart under %s', (_, [r, g, b]) => {
  const linear = (hex: string) =>
    [1, 3, 5].map((i) => (Number.parseInt(hex.slice(i, i + 2), 16) / 255) ** 2.2) as [number, number, number];
  const seen = (hex: string) => {
    const [red, green, blue] = linear(hex);
    const mixed = red * r + green * g;
    return [mixed, b * red - b * green + blue] as const;
  };
  const poles = colourSteps().filter(({ name }) => name === 'n48' || name === 's48');
  for (const theme of ['light', 'dark'] as const) {
    const [one, other] = poles.map((pole) => seen(pole[theme]));
    // A yellow-blue difference that is there for everyone.
    expect(Math.abs(one![1] - other![1])).toBeGreaterThan(0.08);
  }
});
