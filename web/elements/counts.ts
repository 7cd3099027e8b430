const grouped = new Intl.NumberFormat('en');

/** A whole number with its thousands apart. @example count(12345) // '12,345' */
export function count(value: number): string {
  return grouped.format(value);
}

/** @example plural(1, 'tokens') // '1 token' */
export function plural(value: number, unit: string): string {
  return `${count(value)} ${value === 1 ? unit.replace(/s$/, '') : unit}`;
}
