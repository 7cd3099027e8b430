import type { Exploration } from '../exploration.ts';
import { type Figure, isCross } from '../figure.ts';
import type { TableName } from '../tables.ts';
import { LIMITS, within } from './limits.ts';
import { type NamedTable, namedTable, titleOf } from './named-table.ts';
import { cells, pixels } from './picture-body.ts';
import { colourScale, THEMES, type Theme } from './picture-colours.ts';
import { legendOf } from './picture-legend.ts';
import { LABEL, LEGEND_WIDTH, MARGIN } from './picture-measures.ts';
import { Refusal } from './refusal.ts';
import { type Scene, type SceneItem, textWidth } from './scene.ts';

/**
 * A table as a picture for a paper or a slide: names, cells in the page's colours, the scale, and what was set. A table
 * too large for names has a square of colour for each number.
 *
 * @throws Refusal where it would be too large
 */
export async function tableScene(
  exploration: Exploration,
  table: TableName,
  theme: Theme,
  onProgress?: (share: number) => void,
): Promise<Scene> {
  const { figure, shown, decimals } = exploration;
  if (!figure) throw new Refusal('There are no results to draw.');
  const named = namedTable(figure, table, shown.head);
  const { rows, cols } = named.matrix;
  if (rows * cols === 0) throw new Refusal('The table has no cells to draw.');
  within(
    'pictureSide',
    Math.max(rows, cols),
    'rows or columns are too many for a picture',
    'Look at a window of the text.',
  );
  const colours = colourScale(named, theme);
  const drawn = Math.max(rows, cols) <= LIMITS.drawnCells;
  const top = MARGIN + 46;
  const body = drawn
    ? cells(figure, named, theme, colours, decimals, top)
    : await pixels(named, theme, colours, top, onProgress);
  const caption = captionOf(exploration, figure, named);
  const width = Math.ceil(Math.max(body.right, MARGIN + LEGEND_WIDTH) + MARGIN);
  const { ink, soft, paper } = THEMES[theme];
  const title = titleOf(figure, table, shown.head);
  const lines = wrapped(caption, LABEL, width - 2 * MARGIN);
  const legend = legendOf(named, colours, theme, body.bottom + 16);
  const captionTop = body.bottom + 74;
  return {
    title: `${title}: ${caption}`,
    width,
    height: captionTop + 16 * lines.length + 4,
    paper,
    items: [
      {
        kind: 'text',
        x: MARGIN,
        y: MARGIN + 14,
        text: capital(title),
        fill: ink,
        size: 16,
        anchor: 'start',
        bold: true,
      },
      {
        ...{ kind: 'text', x: MARGIN, y: MARGIN + 33, fill: soft, size: LABEL, anchor: 'start' },
        text: `rows: ${AXES[named.row]}, columns: ${AXES[named.column]}`,
      },
      ...body.items,
      ...legend,
      ...lines.map(
        (text, i): SceneItem => ({
          ...{
            kind: 'text',
            x: MARGIN,
            y: captionTop + 16 * i,
            text,
            fill: soft,
            size: LABEL,
            anchor: 'start',
          },
        }),
      ),
    ],
  };
}

const AXES = { query: 'queries', key: 'keys', component: 'components', feature: 'features' } as const;

function captionOf({ settings, sequence }: Exploration, figure: Figure, { table }: NamedTable): string {
  const { hiddenKeys, dropout } = figure;
  const projections = {
    none: 'no projections',
    uniform: 'uniform random projections',
    linear: 'random projections as of nn.Linear',
  }[settings.projection];
  const { windows } = sequence;
  return `${[
    projections,
    settings.heads > 1 ? `${settings.heads} heads` : '',
    settings.scale === 'root' ? 'scores × 1/√d' : 'scores unscaled',
    figure.causal ? 'causal' : '',
    isCross(figure) ? 'keys of another text' : '',
    settings.positions ? 'vectors of places added' : '',
    hiddenKeys.size > 0 ? `${hiddenKeys.size} hidden ${hiddenKeys.size === 1 ? 'key' : 'keys'}` : '',
    dropout > 0 ? `dropout ${dropout}` : '',
    windows ? `window ${windows.shown.shown + 1} of ${windows.all.count}` : '',
    `seed ${settings.seed}`,
    table === 'weights' ? 'colour by the square root of a weight, 0 to 1' : '',
  ]
    .filter(Boolean)
    .join('; ')}.`;
}

function wrapped(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && textWidth(`${last} ${word}`, size) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
