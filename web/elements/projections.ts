import type { Attention, Matrix, Projections } from '../api/index.ts';
import type { Settings } from './settings.ts';

export type ProjectionTable = 'queryProjection' | 'keyProjection' | 'valueProjection' | 'outputProjection';

const FIELDS: Readonly<Record<ProjectionTable, 'query' | 'key' | 'value' | 'output'>> = {
  queryProjection: 'query',
  keyProjection: 'key',
  valueProjection: 'value',
  outputProjection: 'output',
};

/** Projections as PyTorch would draw them after `torch.manual_seed(seed)`, W^Q first; null where there are none. */
export function drawProjections(
  attention: Attention,
  settings: Settings,
  inputWidth: number,
): Projections | null {
  const { projection, heads, headWidth, output, seed } = settings;
  if (projection === 'none') return null;
  const columns = heads * headWidth;
  const random = attention.random(seed);
  const draw = () =>
    projection === 'uniform'
      ? random.rand(inputWidth, columns)
      : random.linear(inputWidth, columns, false).weight;
  const drawn = { query: draw(), key: draw(), value: draw() };
  if (!output) return drawn;
  const { weight, bias } = random.linear(columns, columns);
  return { ...drawn, output: weight, outputBias: bias };
}

/** The projections with single entries replaced; entries beyond their shape are left out. */
export function editProjections(drawn: Projections, edits: ReadonlyMap<string, number>): Projections {
  const edited: { -readonly [field in keyof Projections]: Projections[field] } = { ...drawn };
  for (const [place, value] of edits) {
    const [table, row, column] = place.split(':');
    const field = FIELDS[table as ProjectionTable];
    const matrix = edited[field];
    if (matrix) edited[field] = withEntry(matrix, Number(row), Number(column), value);
  }
  return edited;
}

function withEntry(matrix: Matrix, row: number, column: number, value: number): Matrix {
  if (row >= matrix.rows || column >= matrix.cols) return matrix;
  const data = matrix.data.slice();
  data[row * matrix.cols + column] = value;
  return { ...matrix, data };
}
