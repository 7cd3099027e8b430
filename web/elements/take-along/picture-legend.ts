import { STEPS } from '../colour.ts';
import { largestMagnitude } from '../matrix-table.ts';
import { formatNumber } from '../number-format.ts';
import type { NamedTable } from './named-table.ts';
import { type ColourOf, THEMES, type Theme } from './picture-colours.ts';
import { LEGEND_WIDTH, MARGIN } from './picture-measures.ts';
import type { SceneItem } from './scene.ts';

/** The scale of a table's colours: of weights 0 to 1 by their square roots, with a tick at the even share. */
export function legendOf(
  { table, matrix }: NamedTable,
  colourOf: ColourOf,
  theme: Theme,
  y: number,
): SceneItem[] {
  const { soft, ink } = THEMES[theme];
  const label = { kind: 'text', size: 11, fill: soft } as const;
  const isWeights = table === 'weights';
  const extent = isWeights ? 1 : largestMagnitude(matrix);
  const steps = isWeights ? STEPS : 2 * STEPS;
  const step = LEGEND_WIDTH / (steps + 1);
  const at = (share: number) => MARGIN + (share * steps + 0.5) * step;
  const valueAt = (i: number) => (isWeights ? (i / steps) ** 2 : ((2 * i) / steps - 1) * extent);
  const items: SceneItem[] = Array.from({ length: steps + 1 }, (_, i) => ({
    ...{ kind: 'rect', x: MARGIN + i * step, y: y + 8, width: step + 0.3, height: 12 },
    fill: colourOf(valueAt(i)),
  }));
  if (!isWeights) {
    const end = extent >= 1e6 ? extent.toExponential(1) : formatNumber(extent, 2);
    const ends = [`−${end}`, '0', `+${end}`];
    for (const [i, text] of ends.entries())
      items.push({
        ...label,
        text,
        x: MARGIN + (i * LEGEND_WIDTH) / 2,
        y: y + 34,
        anchor: (['start', 'middle', 'end'] as const)[i]!,
      });
    return items;
  }
  for (const weight of [0, 0.05, 0.25, 0.5, 1])
    items.push({ ...label, text: String(weight), x: at(Math.sqrt(weight)), y: y + 34, anchor: 'middle' });
  if (matrix.cols > 1) {
    const x = at(Math.sqrt(1 / matrix.cols));
    items.push({ kind: 'line', x1: x, y1: y + 6, x2: x, y2: y + 22, stroke: ink });
    items.push({ ...label, text: `1/${matrix.cols}`, x, y: y + 2, anchor: 'middle' });
  }
  return items;
}
