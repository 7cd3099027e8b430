/**
 * Numbers as the page shows them: fixed decimals, U+2212 for minus, never "−0.0000".
 *
 * Everything goes through whole units of the last decimal, so that sums of shown numbers can be made exactly.
 */

export const MINUS = '\u2212';

/** How many units of the last decimal a number shows: 0.23327 at 4 decimals is 2333. */
export function shownUnits(value: number, decimals: number): number {
  const magnitude = Math.round(Math.abs(value) * 10 ** decimals);
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** The number that so many units of the last decimal are, as text. */
export function formatUnits(units: number, decimals: number): string {
  const text = (Math.abs(units) / 10 ** decimals).toFixed(decimals);
  return units < 0 ? MINUS + text : text;
}

/** @example formatNumber(-0.5, 4) // '−0.5000' */
export function formatNumber(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? `${MINUS}∞` : '∞';
  // Past 2^53 units the last decimal is beyond a double's reach.
  if (Math.abs(value) * 10 ** decimals > Number.MAX_SAFE_INTEGER) return exponential(value);
  return formatUnits(shownUnits(value, decimals), decimals);
}

/** A share of one: as `formatNumber`, but what is not quite nothing is shown as less than the last decimal. */
export function formatWeight(weight: number, decimals: number): string {
  if (weight > 0 && shownUnits(weight, decimals) === 0) return `<${formatUnits(1, decimals)}`;
  return formatNumber(weight, decimals);
}

/** An input as it was typed where that is short (0.55; at least two decimals, to line up), else at fixed decimals. */
export function formatInput(value: number, decimals: number): string {
  const typed = shortestFloat32(value);
  const places = typed.includes('e') ? Number.POSITIVE_INFINITY : (typed.split('.')[1]?.length ?? 0);
  return formatNumber(value, Math.min(decimals, Math.max(2, places)));
}

/** The fewest digits that read back as the same float32. @example shortestFloat32(Math.fround(0.55)) // '0.55' */
export function shortestFloat32(value: number): string {
  const single = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = single.toPrecision(digits);
    if (Math.fround(Number(text)) === single) return String(Number(text));
  }
  return String(Number(single.toPrecision(9)));
}

/** A number as somebody types it, with either minus and either decimal mark; undefined where it is none. */
export function parseNumber(text: string): number | undefined {
  const plain = plainNumber(text);
  if (plain === undefined) return undefined;
  const value = Math.fround(Number(plain));
  return Number.isFinite(value) ? value : undefined;
}

/** Why a text was not taken for a number, in words. */
export function refusalOf(text: string): string {
  const typed = text.trim();
  if (typed === '') return 'Nothing was typed';
  const quoted = `“${typed.length > 24 ? `${typed.slice(0, 24)}…` : typed}”`;
  return plainNumber(typed) !== undefined
    ? `${quoted} is too large: a 32-bit number ends at about 3.4e38`
    : `${quoted} is not one number in digits, such as ${MINUS}0.5 or 2e3`;
}

/** As JavaScript writes it. */
function plainNumber(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/[\u2212\u2013]/g, '-')
    .replace(',', '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? plain : undefined;
}

function exponential(value: number): string {
  return value.toExponential(3).replace(/-/g, MINUS);
}
