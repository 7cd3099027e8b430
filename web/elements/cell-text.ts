import type { Figure } from './figure.ts';
import { formatInput, formatNumber, formatWeight } from './number-format.ts';
import type { TableName } from './tables.ts';

/** How a table's numbers are written: inputs as typed, weights never as a bare zero, the rest at fixed decimals. */
export function numberFormat(figure: Figure, table: TableName, decimals: number): (value: number) => string {
  if (table === 'weights') return (value) => formatWeight(value, decimals);
  if (isInput(figure, table)) return (value) => formatInput(value, decimals);
  return (value) => formatNumber(value, decimals);
}

/** The projections are given, not computed; so is X unless places are added, and so are Q, K and V where they are X. */
function isInput(figure: Figure, table: TableName): boolean {
  if (table.endsWith('Projection')) return true;
  if (figure.vectors) return false;
  if (table === 'inputs' || table === 'keyInputs') return true;
  return !figure.projections && (table === 'queries' || table === 'keys' || table === 'values');
}
