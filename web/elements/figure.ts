import type { Attention, Matrix, Projections } from '../api/index.ts';
import type { Token } from '../tokenizers/token.ts';
import type { Settings } from './settings.ts';
import { headColumns } from './tables.ts';

/** One head's matrices: L = S = n tokens, d columns of queries and keys, d_v of values. */
export interface HeadFigure {
  readonly queries: Matrix;
  readonly keys: Matrix;
  readonly values: Matrix;
  /** Before scale and mask. */
  readonly scores: Matrix;
  /** After mask and dropout. */
  readonly weights: Matrix;
  readonly context: Matrix;
  /** n·n, 1 where dropout kept the weight. */
  readonly kept: Uint8Array;
}

/** Every number of one attention computation. */
export interface Figure {
  readonly tokens: readonly Token[];
  readonly inputs: Matrix;
  readonly projections: Projections | null;
  readonly heads: readonly HeadFigure[];
  /** n × d_model; there where projections have an output. */
  readonly output: Matrix | undefined;
  /** d, the columns of one head. */
  readonly width: number;
  readonly scale: number;
  readonly causal: boolean;
  readonly hiddenKeys: ReadonlySet<number>;
  /** Dropout's rate. */
  readonly dropout: number;
}

export interface FigureInputs {
  readonly tokens: readonly Token[];
  readonly inputs: Matrix;
  readonly projections: Projections | null;
  readonly settings: Settings;
  readonly hiddenKeys: ReadonlySet<number>;
}

/**
 * Computes attention once and keeps every number of it.
 *
 * @throws RangeError where an input that some query sees is not finite, or heads do not divide the columns
 */
export function computeFigure(attention: Attention, given: FigureInputs): Figure {
  const { tokens, inputs, projections, settings, hiddenKeys } = given;
  const n = inputs.rows;
  const heads = settings.heads;
  const width = (projections?.query.cols ?? inputs.cols) / heads;
  const scale = settings.scale === 'root' ? 1 / Math.sqrt(width) : 1;
  const attended = attention.selfAttention(inputs, projections, {
    heads,
    scale,
    causal: settings.causal,
    ...(hiddenKeys.size > 0
      ? { keyPadding: Uint8Array.from({ length: n }, (_, key) => (hiddenKeys.has(key) ? 0 : 1)) }
      : {}),
    ...(settings.dropout > 0 ? { dropout: { rate: settings.dropout, seed: settings.seed } } : {}),
    want: ['scores', 'weights', 'kept'],
  });
  const columns = (matrix: Matrix, head: number) => headColumns(matrix, head, heads);
  return {
    tokens,
    inputs,
    projections,
    heads: Array.from({ length: heads }, (_, head) => ({
      queries: columns(attended.queries, head),
      keys: columns(attended.keys, head),
      values: columns(attended.values, head),
      scores: attended.scores[head] as Matrix,
      weights: attended.weights[head] as Matrix,
      context: columns(attended.context, head),
      kept: attended.kept.subarray(head * n * n, (head + 1) * n * n),
    })),
    output: attended.output,
    width,
    scale,
    causal: settings.causal,
    hiddenKeys,
    dropout: settings.dropout,
  };
}

/** What is given, with no head computed: there where the computation failed, so that it can be mended. */
export function givenFigure({ tokens, inputs, projections, settings, hiddenKeys }: FigureInputs): Figure {
  return {
    tokens,
    inputs,
    projections,
    heads: [],
    output: undefined,
    width: (projections?.query.cols ?? inputs.cols) / settings.heads,
    scale: 1,
    causal: settings.causal,
    hiddenKeys,
    dropout: settings.dropout,
  };
}

/** Whether every key is hidden from a query: then its weights and its context are 0. */
export function seesNothing(
  figure: Pick<Figure, 'causal' | 'hiddenKeys' | 'tokens'>,
  query: number,
): boolean {
  return figure.tokens.every((_, key) => hiddenBy(figure, query, key) !== undefined);
}

/** Why a query may not see a key; undefined where it may. */
export function hiddenBy(
  figure: Pick<Figure, 'causal' | 'hiddenKeys'>,
  query: number,
  key: number,
): 'causal' | 'eye' | undefined {
  if (figure.causal && key > query) return 'causal';
  return figure.hiddenKeys.has(key) ? 'eye' : undefined;
}
