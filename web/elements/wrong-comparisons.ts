import { html, nothing } from 'lit';
import { mathml } from 'lit/html.js';
import type { Attention } from '../api/index.ts';
import { INPUT_WIDTH } from './embedding.ts';
import type { Exploration } from './exploration.ts';
import { computeFigure, type Figure, hiddenBy } from './figure.ts';
import { formula } from './formula.ts';
import { formatNumber } from './number-format.ts';
import { drawProjections } from './projections.ts';
import { presetNamed, type Settings } from './settings.ts';
import { type SmallTable, windowAround } from './small-table.ts';
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

/** The six, computed from the text and settings as they are. Results go no further than the tables that they are put in. */
export function comparisons(exploration: Exploration, attention: Attention, figure: Figure): Comparison[] {
  const { choice } = exploration;
  const head = figure.heads[choice.head]!;
  const sees: Sees = (query, key) => !hiddenBy(figure, query, key);
  const names = figure.tokens.map(({ text }) => tokenName(text));
  const places = windowAround(choice.query, names.length);
  const about = { exploration, attention, figure, head, sees, names, places };
  return [
    noScaling(about),
    modelWidth(about),
    wrongAxis(about),
    lateMask(about),
    plainDropout(about),
    averagedHeads(about),
  ];
}

function noScaling(about: About): Comparison {
  const { attention, exploration, figure, names } = about;
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
        const largest = largestShare(attention, names.length, width, exploration.settings.seed);
        return [largest(1), largest(1 / Math.sqrt(width))];
      }),
    ],
  };
}

function modelWidth(about: About): Comparison {
  const { attention, exploration, figure, names } = about;
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
          const largest = largestShare(attention, names.length, HEAD_WIDTH, exploration.settings.seed);
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

function lateMask(about: About): Comparison {
  const { figure } = about;
  const nothingHidden = !figure.causal && figure.hiddenKeys.size === 0;
  const sees: Sees = nothingHidden ? (query, key) => key <= query : about.sees;
  const masked = { ...about, sees };
  return {
    name: 'late-mask',
    title: 'The mask comes after the softmax',
    why: html`Hidden words have by then taken their part of the total, so what is left of a row sums to less than 1, and how
    much less gives away what should have been hidden.`,
    note: nothingHidden ? 'Your settings hide nothing; this is the causal mask.' : nothing,
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
