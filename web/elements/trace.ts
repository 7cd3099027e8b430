import { numberFormat } from './cell-text.ts';
import type { Figure } from './figure.ts';
import { hiddenBy, seenKeys } from './figure.ts';
import { shownUnits } from './number-format.ts';
import { positionVector } from './positions.ts';
import { productTerms, type Sum, sumOf } from './sums.ts';
import { type Cell, type Choice, cellOf, inputsOfTable, type Place, placeIn, tableOf } from './tables.ts';

/** Where a softmax row's exponentials are taken, and what they come to. */
export interface Share {
  readonly kind: 'share';
  /** Subtracted from every exponent where scores are large; the shares stay the same, the powers stay finite. */
  readonly maximum: number | undefined;
  /** The exponent of the chosen key: its scaled score, less the maximum. */
  readonly exponent: number;
  readonly power: number;
  /** The sum of the powers over every key that the query sees. */
  readonly total: Sum;
  /** power / total, and what rounding adds so that the shown numbers divide to the shown share. */
  readonly rounding: number;
  readonly result: number;
}

/** A number times or divided by another: the scale of a score, dropout's compensation. */
export interface Adjusted {
  readonly kind: 'adjusted';
  readonly reason: 'scale' | 'dropout';
  readonly by: number;
  readonly operation: 'times' | 'divided';
  readonly from: number;
  readonly rounding: number;
  readonly result: number;
}

export type Line =
  | Sum
  | Share
  | Adjusted
  /** A fact that is no arithmetic: where an input is from, why a weight is nothing. */
  | { readonly kind: 'fact'; readonly fact: Fact };

export type Fact =
  | 'input'
  | 'placed'
  | 'drawn'
  | 'same-as-input'
  | 'hidden-causal'
  | 'hidden-eye'
  | 'sees-nothing'
  | 'dropped'
  | 'scale-one'
  | 'now-hidden-causal'
  | 'now-hidden-eye';

/** How one cell came about. All results are whole units of the last decimal shown. */
export interface Trace {
  readonly place: Cell;
  readonly decimals: number;
  /** The shown number, as the table shows it, and its units. */
  readonly text: string;
  readonly units: number;
  readonly lines: readonly Line[];
  /** Whole rows and columns that the cell is made of. */
  readonly sources: readonly Place[];
}

/** Above it e^score is beyond what a reader can follow, so the row's maximum is subtracted first. */
const LARGE_EXPONENT = 6;

/** The arithmetic behind the chosen cell, made so that the shown numbers add up to the shown cell. */
export function traceOf(figure: Figure, choice: Choice, decimals: number): Trace | undefined {
  const place = placeIn(choice.table, choice);
  const matrix = tableOf(figure, place.table, place.head);
  if (!matrix || matrix.rows <= place.row || matrix.cols <= place.column) return undefined;
  const value = cellOf(matrix, place.row, place.column);
  const units = shownUnits(value, decimals);
  const text = numberFormat(figure, place.table, decimals)(value);
  const { lines, sources } = arithmetic(figure, place, value, decimals);
  return { place, decimals, text, units, lines, sources };
}

type Arithmetic = Pick<Trace, 'lines' | 'sources'>;

function arithmetic(figure: Figure, place: Cell, value: number, decimals: number): Arithmetic {
  switch (place.table) {
    case 'scores':
      return scoreLines(figure, place, value, decimals);
    case 'weights':
      return weightLines(figure, place, value, decimals);
    case 'context':
      return contextLines(figure, place, value, decimals);
    case 'queries':
    case 'keys':
    case 'values':
      return projectedLines(figure, place, value, decimals);
    case 'output':
      return outputLines(figure, place, value, decimals);
    case 'inputs':
    case 'keyInputs':
      return { lines: inputLines(figure, place, value, decimals), sources: [] };
    default:
      return { lines: [{ kind: 'fact', fact: 'drawn' }], sources: [] };
  }
}

/** x = the token's own number + its place's, where places are added; else it is given. */
function inputLines(figure: Figure, { table, row, column }: Cell, value: number, decimals: number): Line[] {
  const vectors = table === 'inputs' ? figure.vectors : figure.keyVectors;
  if (!vectors) return [{ kind: 'fact', fact: 'input' }];
  const terms = [cellOf(vectors, row, column), positionVector(row, vectors.cols)[column]!];
  const sum = sumOf(
    terms.map((term, index) => ({ value: term, index, factors: [] })),
    value,
    decimals,
  );
  return [sum, { kind: 'fact', fact: 'placed' }];
}

/** ω = q·k, then what becomes of it: scale and mask. */
function scoreLines(figure: Figure, place: Cell, value: number, decimals: number): Arithmetic {
  const { head, row: query, column: key } = place;
  const terms = productTerms(figure, figure.width, (c) => [
    { table: 'queries', head, row: query, column: c },
    { table: 'keys', head, row: key, column: c },
  ]);
  const lines: Line[] = [sumOf(terms, value, decimals)];
  const hidden = hiddenBy(figure, query, key);
  if (hidden) lines.push({ kind: 'fact', fact: `now-hidden-${hidden}` });
  else if (figure.scale === 1) lines.push({ kind: 'fact', fact: 'scale-one' });
  else lines.push(adjusted('scale', 'times', value, figure.scale, value * figure.scale, decimals));
  return {
    lines,
    sources: [
      { table: 'queries', head, row: query },
      { table: 'keys', head, row: key },
    ],
  };
}

/** α = e^(scaled ω) over the sum of its row, then dropout. */
function weightLines(figure: Figure, place: Cell, value: number, decimals: number): Arithmetic {
  const { head, row: query, column: key } = place;
  const sources: Place[] = [{ table: 'scores', head, row: query }];
  const scores = tableOf(figure, 'scores', head)!;
  const seen = seenKeys(figure, query);
  if (seen.length === 0) return { lines: [{ kind: 'fact', fact: 'sees-nothing' }], sources };
  const hidden = hiddenBy(figure, query, key);
  if (hidden) return { lines: [{ kind: 'fact', fact: `hidden-${hidden}` }], sources };

  const scaled = new Map(seen.map((k) => [k, cellOf(scores, query, k) * figure.scale]));
  const largest = Math.max(...scaled.values());
  const maximum = Math.max(...[...scaled.values()].map(Math.abs)) > LARGE_EXPONENT ? largest : undefined;
  const exponentOf = (k: number) => scaled.get(k)! - (maximum ?? 0);
  const powers = seen.map((k) => ({
    value: Math.exp(exponentOf(k)),
    factors: [{ value: exponentOf(k), place: { table: 'scores', head, row: query, column: k } as const }],
    index: k,
  }));
  const total = sumOf(
    powers,
    powers.reduce((sum, power) => sum + power.value, 0),
    decimals,
    key,
  );
  const power = Math.exp(exponentOf(key));
  const share = power / powers.reduce((sum, p) => sum + p.value, 0);
  const result = shownUnits(share, decimals);
  const divided = total.result === 0 ? 0 : shownUnits(shownUnits(power, decimals) / total.result, decimals);
  const lines: Line[] = [
    {
      kind: 'share',
      maximum,
      exponent: exponentOf(key),
      power: shownUnits(power, decimals),
      total,
      rounding: result - divided,
      result,
    },
  ];
  if (figure.dropout > 0) {
    const kept = figure.heads[head]!.keptOf(query)[key] === 1;
    if (kept) lines.push(adjusted('dropout', 'divided', share, 1 - figure.dropout, value, decimals));
    else lines.push({ kind: 'fact', fact: 'dropped' });
  }
  return { lines, sources };
}

/** z = Σ α·v over the keys. */
function contextLines(figure: Figure, place: Cell, value: number, decimals: number): Arithmetic {
  const { head, row: query, column: component } = place;
  const terms = productTerms(figure, figure.keyTokens.length, (key) => [
    { table: 'weights', head, row: query, column: key },
    { table: 'values', head, row: key, column: component },
  ]);
  const seen = terms.filter((term) => !hiddenBy(figure, query, term.index));
  const sources: Place[] = [
    { table: 'weights', head, row: query },
    { table: 'values', head, column: component },
  ];
  if (seen.length === 0) return { lines: [{ kind: 'fact', fact: 'sees-nothing' }], sources };
  return { lines: [sumOf(seen, value, decimals)], sources };
}

const PROJECTION_OF = {
  queries: 'queryProjection',
  keys: 'keyProjection',
  values: 'valueProjection',
} as const;
const BIAS_OF = { queries: 'queryBias', keys: 'keyBias', values: 'valueBias' } as const;

/** Q, K, V = x·W + b. */
function projectedLines(figure: Figure, place: Cell, value: number, decimals: number): Arithmetic {
  const { head, row, column } = place;
  const table = place.table as keyof typeof PROJECTION_OF;
  const inputs = inputsOfTable(figure, table);
  if (!figure.projections) {
    return {
      lines: [{ kind: 'fact', fact: 'same-as-input' }],
      sources: [{ table: inputs, head, row }],
    };
  }
  const projection = PROJECTION_OF[table];
  const terms = productTerms(figure, figure.inputs.cols, (feature) => [
    { table: inputs, head, row, column: feature },
    { table: projection, head, row: feature, column },
  ]);
  const bias = figure.projections[BIAS_OF[table]]?.[head * figure.width + column];
  return {
    lines: [sumOf(terms, value, decimals, undefined, bias)],
    sources: [
      { table: inputs, head, row },
      { table: projection, head, column },
    ],
  };
}

/** The output: the heads' contexts side by side, times W^O, plus its bias. */
function outputLines(figure: Figure, place: Cell, value: number, decimals: number): Arithmetic {
  const { head, row: query, column } = place;
  const valueWidth = figure.heads[0]!.values.cols;
  const terms = productTerms(figure, figure.heads.length * valueWidth, (c) => [
    { table: 'context', head: Math.floor(c / valueWidth), row: query, column: c % valueWidth },
    { table: 'outputProjection', head, row: c, column },
  ]);
  return {
    lines: [sumOf(terms, value, decimals, undefined, figure.projections?.outputBias?.[column])],
    sources: [
      ...figure.heads.map((_, h) => ({ table: 'context', head: h, row: query }) as const),
      { table: 'outputProjection', head, column },
    ],
  };
}

function adjusted(
  reason: Adjusted['reason'],
  operation: Adjusted['operation'],
  from: number,
  by: number,
  to: number,
  decimals: number,
): Adjusted {
  const shownFrom = shownUnits(from, decimals);
  const shownBy = shownUnits(by, decimals) / 10 ** decimals;
  const plain = shownUnits(
    (operation === 'times' ? shownFrom * shownBy : shownFrom / shownBy) / 10 ** decimals,
    decimals,
  );
  const result = shownUnits(to, decimals);
  return { kind: 'adjusted', reason, by, operation, from: shownFrom, rounding: result - plain, result };
}
