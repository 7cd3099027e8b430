import { Refusal } from './refusal.ts';

/** Checks of what came from outside. Each names what it looked at, says what it found and what it expected. */

export function object(name: string, value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw refusal(name, value, 'an object');
}

export function list(name: string, value: unknown, most: number): unknown[] {
  if (!Array.isArray(value)) throw refusal(name, value, 'a list');
  if (value.length > most)
    throw new Refusal(`${name} has ${value.length} entries; up to ${most} are possible.`);
  return value;
}

export function text(name: string, value: unknown, most: number): string {
  if (typeof value !== 'string') throw refusal(name, value, 'a text');
  if (value.length > most)
    throw new Refusal(`${name} has ${value.length} characters; up to ${most} are possible.`);
  return value;
}

export function number(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value;
  throw refusal(name, value, `a number from ${least} to ${most}`);
}

export function whole(name: string, value: unknown, least: number, most: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most)
    return (value as number) + 0; // −0 is 0
  throw refusal(name, value, `a whole number from ${least} to ${most}`);
}

export function flag(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw refusal(name, value, 'true or false');
}

export function oneOf<T extends string>(name: string, value: unknown, choices: readonly T[]): T {
  if (choices.includes(value as T)) return value as T;
  throw refusal(name, value, `one of ${choices.join(', ')}`);
}

export function refusal(name: string, value: unknown, expected: string): Refusal {
  return new Refusal(`${name} is ${shortly(value)}; it must be ${expected}.`);
}

/** A value as a message can show it. */
function shortly(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const written = typeof value === 'string' ? `“${value}”` : String(value);
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}
