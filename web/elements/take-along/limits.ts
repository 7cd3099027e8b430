import { INPUT_WIDTH } from '../embedding.ts';
import { Refusal } from './refusal.ts';

/**
 * How much can be taken along. Each limit is stated beside its button, and compared with what is asked for before any of
 * that is made.
 */
export const LIMITS = {
  /** Characters of a link. Longer ones are cut by programs that pass them on. */
  link: 8_000,
  /** Characters of a text that a link is tried for: more could not be packed into one. */
  linkedText: 100_000,
  /** Bytes of a JSON file that is opened. */
  openedFile: 64_000_000,
  /** Numbers of a JSON file; of more than that it holds those of the chosen query. */
  jsonNumbers: 400_000,
  /** Cells of a CSV file. */
  csvCells: 1_048_576,
  /** Rows or columns of a picture drawn cell by cell; a larger one has a pixel for each number. */
  drawnCells: 64,
  /** Rows or columns of a picture. */
  pictureSide: 4_096,
  /** Numbers written into a script. */
  scriptNumbers: 100_000,
  /** Weights of which a script says one by one whether dropout kept them. */
  scriptKept: 1_048_576,
} as const;

/** What a state may hold, so that what is restored is no more than what can be set on the page, with room to spare. */
export const MOST = {
  heads: 16,
  headWidth: 64,
  edits: 4_096,
  /** Components of a word's vector. */
  inputs: INPUT_WIDTH,
} as const;

/** @throws Refusal saying what was asked, what is allowed, and what to do */
export function within(limit: keyof typeof LIMITS, asked: number, what: string, instead: string): void {
  if (asked <= LIMITS[limit]) return;
  throw new Refusal(`${counted(asked)} ${what}; up to ${counted(LIMITS[limit])} are possible. ${instead}`);
}

/** @example counted(1048576) // '1,048,576' */
export const counted = (n: number): string => n.toLocaleString('en');
