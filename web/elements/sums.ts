import type { Figure } from './figure.ts';
import { shownUnits } from './number-format.ts';
import { type Cell, cellOf, type Place, tableOf } from './tables.ts';

/** A number that takes part in a term, and the cell it stands in. */
export interface Factor {
  readonly value: number;
  readonly place: Place;
}

/** One summand. Its index is the component, key or feature that it belongs to. */
export interface Term {
  readonly factors: readonly Factor[];
  readonly value: number;
  readonly index: number;
}

/**
 * A sum as it is shown: every number in whole units of the last decimal, so that
 * shown terms + others + bias + rounding = result, exactly.
 */
export interface Sum {
  readonly kind: 'sum';
  readonly terms: readonly (Term & { readonly units: number })[];
  /** The terms that are not shown one by one, taken together. */
  readonly others: { readonly count: number; readonly units: number } | undefined;
  readonly bias: number | undefined;
  /** What rounding the terms lost or won. */
  readonly rounding: number;
  readonly result: number;
}

/** Sums of up to so many terms are shown whole; of longer ones the largest few and the others together. */
const WHOLE = 8;
const LARGEST = 6;

/**
 * @param value what the terms come to, as the table has it
 * @param chosen the index of a term that is always shown
 * @param bias a summand that belongs to no index
 */
export function sumOf(
  terms: readonly Term[],
  value: number,
  decimals: number,
  chosen?: number,
  bias?: number,
): Sum {
  const shown = terms.length <= WHOLE ? terms : largest(terms, chosen);
  const listed = shown.map((term) => ({ ...term, units: shownUnits(term.value, decimals) }));
  const rest = terms.filter((term) => !shown.includes(term));
  const others =
    rest.length > 0
      ? {
          count: rest.length,
          units: shownUnits(
            rest.reduce((sum, term) => sum + term.value, 0),
            decimals,
          ),
        }
      : undefined;
  const biasUnits = bias === undefined ? undefined : shownUnits(bias, decimals);
  const result = shownUnits(value, decimals);
  const added = listed.reduce((sum, term) => sum + term.units, (others?.units ?? 0) + (biasUnits ?? 0));
  return { kind: 'sum', terms: listed, others, bias: biasUnits, rounding: result - added, result };
}

/** The largest terms, in their own order. */
function largest(terms: readonly Term[], chosen: number | undefined): readonly Term[] {
  const ranked = [...terms].sort((a, b) => size(b, chosen) - size(a, chosen)).slice(0, LARGEST);
  return ranked.sort((a, b) => a.index - b.index);
}

const size = (term: Term, chosen: number | undefined) =>
  term.index === chosen ? Number.POSITIVE_INFINITY : Math.abs(term.value);

/** The products of two rows of places, one term an index. */
export function productTerms(
  figure: Figure,
  count: number,
  placesOf: (index: number) => readonly [Cell, Cell],
): Term[] {
  return Array.from({ length: count }, (_, index) => {
    const factors = placesOf(index).map((place) => ({ place, value: valueAt(figure, place) }));
    return { factors, index, value: factors[0]!.value * factors[1]!.value };
  });
}

function valueAt(figure: Figure, place: Cell): number {
  const matrix = tableOf(figure, place.table, place.head);
  return matrix ? cellOf(matrix, place.row, place.column) : Number.NaN;
}
