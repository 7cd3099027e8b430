import { html } from 'lit';
import { mathml } from 'lit/html.js';
import { numberFormat } from './cell-text.ts';
import { signedClass, weightClass } from './colour.ts';
import { type Figure, isCross, seenKeys as keysSeen } from './figure.ts';
import { formula } from './formula.ts';
import { largestMagnitude } from './matrix-table.ts';
import { formatNumber, formatUnits, formatWeight, shownUnits } from './number-format.ts';
import type { SmallRow, SmallTable } from './small-table.ts';
import { productTerms, type Sum, sumOf } from './sums.ts';
import { cellOf, type TableName } from './tables.ts';
import { tokenName } from './token-name.ts';
import { indices } from './wrong-variants.ts';

/** What the guided read follows: one word's journey through the figure. */
export interface Journey {
  readonly figure: Figure;
  readonly head: number;
  readonly query: number;
  readonly key: number;
  readonly component: number;
  readonly decimals: number;
}

/** A small table of a few rows. */
const FEW = 8;

/** A word that asks. */
export const wordAt = ({ figure }: Pick<Journey, 'figure'>, query: number) =>
  tokenName(figure.tokens[query]?.text, 'word');

/** A word that answers: of the other text where there is one. */
export const keyAt = ({ figure }: Pick<Journey, 'figure'>, key: number) =>
  tokenName(figure.keyTokens[key]?.text, 'word');

/** Whether a key is the word that asks. */
export const isItself = ({ figure, query }: Journey, key: number) => key === query && !isCross(figure);

/** The keys that the word may look at. */
export function seenKeys({ figure, query }: Journey): number[] {
  return keysSeen(figure, query);
}

export const scoreOf = ({ figure, head, query }: Journey, key: number): number =>
  cellOf(figure.heads[head]!.scores, query, key);

/** The key that the word matches best, of those it may look at. */
export function bestKey(journey: Journey): number | undefined {
  const seen = seenKeys(journey);
  return seen.length === 0
    ? undefined
    : seen.reduce((best, key) => (scoreOf(journey, key) > scoreOf(journey, best) ? key : best));
}

/** q·k, place by place. */
export function matchTable(journey: Journey): SmallTable {
  const { figure, head, query, key, decimals } = journey;
  const sum = sumOf(
    productTerms(figure, figure.width, (c) => [
      { table: 'queries', head, row: query, column: c },
      { table: 'keys', head, row: key, column: c },
    ]),
    scoreOf(journey, key),
    decimals,
  );
  const write = (table: TableName) => numberFormat(figure, table, decimals);
  return {
    caption: html`${wordAt(journey, query)} and ${keyAt(journey, key)}, place by place`,
    corner: 'place',
    columns: [html`${wordAt(journey, query)}`, html`× ${keyAt(journey, key)}`, 'product'],
    wordy: true,
    rows: sum.terms.map((term) => ({
      name: term.index + 1,
      cells: [
        { text: write('queries')(term.factors[0]!.value) },
        { text: html`× ${write('keys')(term.factors[1]!.value)}` },
        { text: formatUnits(term.units, decimals) },
      ],
    })),
    totals: totals(sum, decimals, 'total', 2),
  };
}

/** The keys to guess from: all that the word may look at, or the best few of them. */
export function candidates(journey: Journey): number[] {
  const ranked = seenKeys(journey).sort((a, b) => scoreOf(journey, b) - scoreOf(journey, a));
  return ranked.slice(0, FEW).sort((a, b) => a - b);
}

/** The scores of one word, the best of them in bold. */
export function scoreTable(journey: Journey): SmallTable {
  const { figure, query, decimals, head } = journey;
  const extent = largestMagnitude(figure.heads[head]!.scores);
  const best = bestKey(journey);
  return {
    caption: html`Scores of ${wordAt(journey, query)}`,
    columns: ['score'],
    rows: candidates(journey).map((key) => {
      const score = scoreOf(journey, key);
      return {
        name: keyAt(journey, key),
        cells: [{ text: formatNumber(score, decimals), style: signedClass(score, extent) }],
        style: key === best ? 'best' : '',
      };
    }),
  };
}

/** Above it e^score is beyond what a reader can follow. */
const LARGE_EXPONENT = 6;

/** e^score over the total. */
export function shareTable(journey: Journey): SmallTable & { readonly lessMaximum: boolean } {
  const { figure, query, decimals } = journey;
  const seen = seenKeys(journey);
  const scaled = (key: number) => scoreOf(journey, key) * figure.scale;
  const lessMaximum = seen.some((key) => Math.abs(scaled(key)) > LARGE_EXPONENT);
  const maximum = lessMaximum ? Math.max(...seen.map(scaled)) : 0;
  const power = (key: number) => Math.exp(scaled(key) - maximum);
  const total = seen.reduce((sum, key) => sum + power(key), 0);
  const powers = sumOf(
    seen.map((key) => ({ factors: [], index: key, value: power(key) })),
    total,
    decimals,
  );
  const shares = powers.terms.map(({ index }) => power(index) / total);
  const others = 1 - shares.reduce((sum, share) => sum + share, 0);
  const rounding =
    shownUnits(1, decimals) -
    [...shares, ...(powers.others ? [others] : [])].reduce((sum, s) => sum + shownUnits(s, decimals), 0);
  return {
    lessMaximum,
    caption: html`From the scores of ${wordAt(journey, query)} to shares`,
    corner: 'word',
    columns: [
      figure.scale === 1 ? 'score' : `score × ${formatNumber(figure.scale, 2)}`,
      html`power ${formula(
        lessMaximum
          ? mathml`<msup><mi>e</mi><mrow><mi>score</mi><mo>−</mo><mi>largest</mi></mrow></msup>`
          : mathml`<msup><mi>e</mi><mi>score</mi></msup>`,
      )}`,
      'share',
    ],
    wordy: true,
    rows: [
      ...powers.terms.map(({ index, units }, i) => ({
        name: keyAt(journey, index),
        cells: [
          { text: formatNumber(scaled(index), decimals) },
          { text: formatUnits(units, decimals) },
          { text: formatWeight(shares[i]!, decimals), style: weightClass(shares[i]!) },
        ],
      })),
      ...(powers.others
        ? [
            {
              name: `${powers.others.count} others`,
              cells: [
                { text: '' },
                { text: formatUnits(powers.others.units, decimals) },
                { text: formatWeight(others, decimals) },
              ],
            },
          ]
        : []),
    ],
    totals: [
      ...(powers.rounding !== 0 || rounding !== 0
        ? [
            {
              name: 'rounding',
              cells: [
                { text: '' },
                { text: adjustment(powers.rounding, decimals) },
                { text: adjustment(rounding, decimals) },
              ],
              style: 'rounding',
            },
          ]
        : []),
      {
        name: 'total',
        cells: [
          { text: '' },
          { text: formatUnits(powers.result, decimals) },
          { text: formatNumber(1, decimals) },
        ],
      },
    ],
  };
}

/** One number of z: the words' numbers in their shares. */
export function blendTable(journey: Journey): SmallTable {
  const { figure, head, query, component, decimals } = journey;
  const context = figure.heads[head]!.context;
  const column = Math.min(component, context.cols - 1);
  const seen = new Set(seenKeys(journey));
  const terms = productTerms(figure, figure.keyTokens.length, (key) => [
    { table: 'weights', head, row: query, column: key },
    { table: 'values', head, row: key, column },
  ]).filter(({ index }) => seen.has(index));
  const sum = sumOf(terms, cellOf(context, query, column), decimals);
  return {
    caption: html`Number ${column + 1} of ${wordAt(journey, query)} in context`,
    corner: 'word',
    columns: ['share', `× its number ${column + 1}`, 'adds'],
    wordy: true,
    rows: sum.terms.map((term) => {
      const [share, value] = term.factors.map((factor) => factor.value) as [number, number];
      return {
        name: keyAt(journey, term.index),
        cells: [
          { text: formatWeight(share, decimals), style: weightClass(share) },
          { text: html`× ${numberFormat(figure, 'values', decimals)(value)}` },
          { text: formatUnits(term.units, decimals) },
        ],
      };
    }),
    totals: totals(sum, decimals, 'blend', 2),
  };
}

/** The lines under a sum: the others, what rounding lost or won, the total. */
export function totals(sum: Sum, decimals: number, name: string, blanks: number): SmallRow[] {
  const line = (label: string, text: string, style = ''): SmallRow => ({
    name: label,
    cells: [...indices(blanks).map(() => ({ text: '' })), { text }],
    style,
  });
  return [
    ...(sum.others
      ? [line(`${sum.others.count} others`, formatUnits(sum.others.units, decimals), 'rounding')]
      : []),
    ...(sum.rounding !== 0 ? [line('rounding', adjustment(sum.rounding, decimals), 'rounding')] : []),
    line(name, formatUnits(sum.result, decimals)),
  ];
}

const adjustment = (units: number, decimals: number): string =>
  units === 0 ? '' : `${units > 0 ? '+' : ''}${formatUnits(units, decimals)}`;
