import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { mathml } from 'lit/html.js';
import type { Attention, Matrix } from '../api/index.ts';
import { signedClass, weightClass } from './colour.ts';
import type { Exploration } from './exploration.ts';
import type { Figure, HeadFigure } from './figure.ts';
import { formula } from './formula.ts';
import { largestMagnitude } from './matrix-table.ts';
import { formatNumber, formatWeight } from './number-format.ts';
import type { SmallTable } from './small-table.ts';
import { cellOf } from './tables.ts';
import { indices, rowSum, type Sees } from './wrong-variants.ts';

/** Small tables are read for their pattern. */
const DECIMALS = 2;

/** What the tables are made from. */
export interface About {
  readonly exploration: Exploration;
  readonly attention: Attention;
  readonly figure: Figure;
  readonly head: HeadFigure;
  readonly sees: Sees;
  /** The words that ask: a row each. Those of `places` are shown. */
  readonly names: readonly TemplateResult[];
  readonly places: readonly number[];
  /** The words that answer: a column each. */
  readonly keyNames: readonly TemplateResult[];
  readonly keyPlaces: readonly number[];
}

/** The right weights for a scale and a mask. */
export function attend({ attention, figure, head, sees }: About, scale: number): Matrix {
  const { queries, keys, values } = head;
  return attention.attend(queries, keys, values, { scale, mask: maskOf(figure, sees), want: ['weights'] })
    .weights[0]!;
}

export function maskOf({ tokens, keyTokens }: Figure, sees: Sees): Uint8Array {
  const keys = keyTokens.length;
  return Uint8Array.from({ length: tokens.length * keys }, (_, i) =>
    sees(Math.floor(i / keys), i % keys) ? 1 : 0,
  );
}

export function weights(
  { names, places, keyNames, keyPlaces, sees }: About,
  verdict: 'right' | 'wrong',
  caption: unknown,
  matrix: Matrix,
  sums = false,
): SmallTable {
  return {
    verdict,
    caption,
    columns: [...keyPlaces.map((key) => keyNames[key]), ...(sums ? ['sum'] : [])],
    rows: places.map((query) => ({
      name: names[query],
      cells: [
        ...keyPlaces.map((key) => {
          const weight = cellOf(matrix, query, key);
          return sees(query, key)
            ? { text: weight === 0 ? '0' : formatWeight(weight, DECIMALS), style: weightClass(weight) }
            : { text: html`<span class="unseen">hidden</span>`, style: 'hidden' };
        }),
        ...(sums ? [{ text: formatNumber(rowSum(matrix, query), DECIMALS), style: 'sum' }] : []),
      ],
    })),
  };
}

export function signed(
  { names, places }: About,
  verdict: 'right' | 'wrong',
  caption: unknown,
  matrix: Matrix,
  nameOf: (column: number) => unknown,
): SmallTable {
  const extent = largestMagnitude(matrix);
  const columns = indices(Math.min(matrix.cols, 8));
  return {
    verdict,
    caption,
    wordy: true,
    columns: columns.map(nameOf),
    rows: places.map((query) => ({
      name: names[query],
      cells: columns.map((column) => {
        const value = cellOf(matrix, query, column);
        return { text: formatNumber(value, DECIMALS), style: signedClass(value, extent) };
      }),
    })),
  };
}

/** How large the largest share of a row is, wrong beside right, as something grows. */
export function spread(
  { keyNames }: About,
  corner: string,
  sizes: readonly number[],
  columns: readonly string[],
  sharesAt: (size: number) => readonly number[],
): SmallTable {
  return {
    corner,
    caption: html`Largest share of a row, on average, for made-up vectors of ${keyNames.length}
      ${keyNames.length === 1 ? 'word' : 'words'} (even share ${formatNumber(1 / keyNames.length, DECIMALS)})`,
    wordy: true,
    columns,
    rows: sizes.map((size) => ({
      name: size,
      cells: sharesAt(size).map((share) => ({
        text: formatNumber(share, DECIMALS),
        style: weightClass(share),
      })),
    })),
  };
}

export const rootOf = (content: unknown) => mathml`<msqrt>${content}</msqrt>`;

export function softmaxOf(content: unknown): TemplateResult {
  return formula(mathml`<mi>α</mi><mo>=</mo><mi>softmax</mi><mo>(</mo>${content}<mo>)</mo>`);
}

export const scaledSoftmax = (width: unknown) => softmaxOf(mathml`<mi>ω</mi><mo>/</mo>${rootOf(width)}`);
