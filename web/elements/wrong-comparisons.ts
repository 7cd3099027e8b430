import { html, nothing, type TemplateResult } from 'lit';
import { mathml } from 'lit/html.js';
import type { Attention } from '../api/index.ts';
import { INPUT_WIDTH } from './embedding.ts';
import type { Exploration } from './exploration.ts';
import { computeFigure, type Figure, hiddenBy, isCross } from './figure.ts';
import { formula } from './formula.ts';
import { formatNumber } from './number-format.ts';
import { drawProjections } from './projections.ts';
import { presetNamed, type Settings } from './settings.ts';
import { type SmallTable, windowAround } from './small-table.ts';
import type { Choice } from './tables.ts';
import { tokenName } from './token-name.ts';
import {
  type About,
  attend,
  maskOf,
  rootOf,
  scaledSoftmax,
  signed,
  softmaxOf,
  spread,
  weights,
} from './wrong-tables.ts';
import {
  averageHeads,
  dropWithoutRescaling,
  largestShare,
  maskWeights,
  type Sees,
  sideBySide,
  softmaxDownColumns,
} from './wrong-variants.ts';

/** One way to get attention wrong: the wrong tables and the right ones, side by side. */
export interface Comparison {
  readonly name: string;
  readonly title: string;
  readonly why: unknown;
  /** What is assumed besides the reader's settings. */
  readonly note?: unknown;
  readonly tables: readonly SmallTable[];
}

const WIDTHS = [4, 16, 64, 256];
const HEAD_COUNTS = [1, 4, 12, 48];
const HEAD_WIDTH = 64;
const EXAMPLE_RATE = 0.5;

/** All that can be shown, computed from the texts and settings as they are. Results go no further than the tables that they are put in. */
export function comparisons(exploration: Exploration, attention: Attention, figure: Figure): Comparison[] {
  const { choice } = exploration;
  const head = figure.heads[choice.head]!;
  const sees: Sees = (query, key) => !hiddenBy(figure, query, key);
  const { places, keyPlaces } = shownPlaces(figure, choice);
  const [names, keyNames] = [figure.tokens, figure.keyTokens].map((tokens) =>
    tokens.map(({ text }) => tokenName(text)),
  ) as [TemplateResult[], TemplateResult[]];
  const about = { exploration, attention, figure, head, sees, names, places, keyNames, keyPlaces };
  return [
    noScaling(about),
    modelWidth(about),
    wrongAxis(about),
    ...lateMask(about),
    plainDropout(about),
    averagedHeads(about),
  ];
}

/** The rows and columns that small tables have room for: of one text the same for both. */
export function shownPlaces(figure: Figure, { query, key }: Pick<Choice, 'query' | 'key'>) {
  const places = windowAround(query, figure.tokens.length);
  return { places, keyPlaces: isCross(figure) ? windowAround(key, figure.keyTokens.length) : places };
}

function noScaling(about: About): Comparison {
  const { attention, exploration, figure, keyNames } = about;
  const d = figure.width;
  return {
    name: 'no-scaling',
    title: 'Scores are not scaled',
    why: html`A score is a sum of ${formula(mathml`<mi>d</mi>`)} products, so wider vectors make scores lie further apart,
    until one word gets everything and the others can no longer be learned from; dividing by
    ${formula(rootOf(mathml`<mi>d</mi>`))} keeps the spread the same at any width.`,
    note:
      d === 1
        ? html`Your figure has one number a head, and √1 is 1: nothing differs. The last table shows where it does.`
        : exploration.settings.scale === 'one'
          ? html`Your figure has scale × 1 at present. With ${d} numbers a word that does little harm; the last table shows
            where it does.`
          : nothing,
    tables: [
      weights(about, 'wrong', softmaxOf(mathml`<mi>ω</mi>`), attend(about, 1)),
      weights(about, 'right', scaledSoftmax(mathml`<mn>${d}</mn>`), attend(about, 1 / Math.sqrt(d))),
      spread(about, 'numbers a word', WIDTHS, ['✗ wrong: × 1', '✓ right: × 1/√d'], (width) => {
        const largest = largestShare(attention, keyNames.length, width, exploration.settings.seed);
        return [largest(1), largest(1 / Math.sqrt(width))];
      }),
    ],
  };
}

function modelWidth(about: About): Comparison {
  const { attention, exploration, figure, keyNames } = about;
  const d = figure.width;
  const all = d * figure.heads.length;
  const pair =
    figure.heads.length > 1
      ? [
          weights(about, 'wrong', scaledSoftmax(mathml`<mn>${all}</mn>`), attend(about, 1 / Math.sqrt(all))),
          weights(about, 'right', scaledSoftmax(mathml`<mn>${d}</mn>`), attend(about, 1 / Math.sqrt(d))),
        ]
      : [];
  return {
    name: 'model-width',
    title: 'Scaled by the model’s width, not the head’s',
    why: html`A head adds up only its own numbers, however many heads stand beside it; divided by the root of all heads’
    numbers together, scores end up so close that every word attends to all alike.`,
    note:
      pair.length === 0
        ? 'Your figure has one head, where the two widths are the same. With more heads they part:'
        : nothing,
    tables: [
      ...pair,
      spread(
        about,
        `heads of ${HEAD_WIDTH} numbers`,
        HEAD_COUNTS,
        ['✗ wrong: model’s', '✓ right: head’s'],
        (heads) => {
          const largest = largestShare(attention, keyNames.length, HEAD_WIDTH, exploration.settings.seed);
          return [largest(1 / Math.sqrt(heads * HEAD_WIDTH)), largest(1 / Math.sqrt(HEAD_WIDTH))];
        },
      ),
    ],
  };
}

function wrongAxis(about: About): Comparison {
  const { figure, head, sees } = about;
  return {
    name: 'wrong-axis',
    title: 'Softmax runs down the columns',
    why: html`A row is one word’s attention and must share out exactly 1; summed down the columns instead, one word gives
    out more than all its attention and another less, and what comes out is no blend of the words.`,
    tables: [
      weights(
        about,
        'wrong',
        'each column sums to 1',
        softmaxDownColumns(head.scores, figure.scale, sees),
        true,
      ),
      weights(about, 'right', 'each row sums to 1', attend(about, figure.scale), true),
    ],
  };
}

function lateMask(about: About): Comparison[] {
  const { figure } = about;
  const nothingHidden = !figure.causal && figure.hiddenKeys.size === 0;
  const example = exampleMask(figure);
  if (nothingHidden && !example) return [];
  const sees = nothingHidden && example ? example.sees : about.sees;
  const masked = { ...about, sees };
  const comparison: Comparison = {
    name: 'late-mask',
    title: 'The mask comes after the softmax',
    why: html`Hidden words have by then taken their part of the total, so what is left of a row sums to less than 1, and how
    much less gives away what should have been hidden.`,
    note: nothingHidden && example ? `Your settings hide nothing; ${example.name}.` : nothing,
    tables: [
      weights(
        masked,
        'wrong',
        'softmax, then mask',
        maskWeights(attend({ ...about, sees: () => true }, figure.scale), sees),
        true,
      ),
      weights(masked, 'right', 'mask, then softmax', attend(masked, figure.scale), true),
    ],
  };
  return [comparison];
}

/** Of one text the causal mask; of another text's keys, which come neither before nor after, the last one as padding. */
function exampleMask(figure: Figure): { readonly name: string; readonly sees: Sees } | undefined {
  if (!isCross(figure)) return { name: 'this is the causal mask', sees: (query, key) => key <= query };
  const last = figure.keyTokens.length - 1;
  return last > 0
    ? { name: 'here the other text’s last word is hidden, as padding is', sees: (_, key) => key < last }
    : undefined;
}

function plainDropout(about: About): Comparison {
  const { attention, exploration, figure, head, sees } = about;
  const rate = figure.dropout || EXAMPLE_RATE;
  const dropped = attention.attend(head.queries, head.keys, head.values, {
    scale: figure.scale,
    mask: maskOf(figure, sees),
    dropout: figure.dropout > 0 ? { rate, keep: head.kept } : { rate, seed: exploration.settings.seed },
    want: ['weights', 'kept'],
  });
  const wrong = dropWithoutRescaling(attend(about, figure.scale), dropped.kept);
  return {
    name: 'plain-dropout',
    title: 'Dropout does not rescale',
    why: html`In training some shares are dropped at random; unless the kept ones are divided by
    ${formula(mathml`<mn>1</mn><mo>−</mo><mn>${rate}</mn>`)}, rows sum to ${formatNumber(1 - rate, 1)} on average instead of 1,
    and once training ends and nothing is dropped, every later layer is fed larger numbers than it has learned on.`,
    note:
      figure.dropout > 0
        ? nothing
        : html`Your settings drop nothing; this is a rate of ${EXAMPLE_RATE}, seed ${exploration.settings.seed}.`,
    tables: [
      weights(about, 'wrong', 'kept as they are', wrong, true),
      weights(
        about,
        'right',
        html`kept ones divided by ${formatNumber(1 - rate, 1)}`,
        dropped.weights[0]!,
        true,
      ),
    ],
  };
}

function averagedHeads(about: About): Comparison {
  const { attention, exploration, figure } = about;
  const single = figure.heads.length === 1;
  const { heads } = single ? twoHeads(exploration, attention, figure) : figure;
  const contexts = heads.map(({ context }) => context);
  const width = contexts[0]!.cols;
  return {
    name: 'averaged-heads',
    title: 'Heads are averaged',
    why: html`Side by side, what each head found stays, and the table ${formula(mathml`<msup><mi>W</mi><mi>O</mi></msup>`)} can
    weigh every part; in the mean, heads that disagree cancel out and nobody can tell any more which of them said what.`,
    note: single
      ? html`Your figure has one head; these are two of random tables, seed ${exploration.settings.seed}.`
      : nothing,
    tables: [
      signed(about, 'wrong', 'the mean of the heads', averageHeads(contexts), (column) => column + 1),
      signed(
        about,
        'right',
        'the heads side by side',
        sideBySide(contexts),
        (column) => html`<small>head ${Math.floor(column / width) + 1}</small> ${(column % width) + 1}`,
      ),
    ],
  };
}

/** The same text with two heads of two numbers each. */
function twoHeads(exploration: Exploration, attention: Attention, figure: Figure): Figure {
  const settings: Settings = {
    ...presetNamed('heads').settings,
    headWidth: 2,
    causal: figure.causal,
    dropout: 0,
    seed: exploration.settings.seed,
  };
  const projections = drawProjections(attention, settings, INPUT_WIDTH);
  return computeFigure(attention, { ...figure, projections, settings });
}
