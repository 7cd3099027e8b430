import type { Token } from '../tokenizers/token.ts';

/**
 * The worked example's six words and their vectors, picked by hand for teaching: similar words were given similar numbers.
 */
const HAND_PICKED: ReadonlyMap<string, readonly number[]> = new Map([
  ['Your', [0.43, 0.15, 0.89]],
  ['journey', [0.55, 0.87, 0.66]],
  ['starts', [0.57, 0.85, 0.64]],
  ['with', [0.22, 0.58, 0.33]],
  ['one', [0.77, 0.25, 0.1]],
  ['step', [0.05, 0.8, 0.55]],
]);

export const EXAMPLE_TEXT = [...HAND_PICKED.keys()].join(' ');

/** Columns of X. */
export const INPUT_WIDTH = 3;

/** Where a word's vector comes from. */
export type Origin = 'hand-picked' | 'made up';

export function originOf(token: Token): Origin {
  return HAND_PICKED.has(token.text) ? 'hand-picked' : 'made up';
}

/**
 * A word's vector: the hand-picked one of a word of the worked example, for any other word numbers made up from the seed
 * and the word alone, so that the same word has the same vector wherever it stands. Two decimals in [0, 1), to be read.
 */
export function wordVector(word: string, seed: number): readonly number[] {
  const picked = HAND_PICKED.get(word);
  if (picked) return picked;
  let state = hash(word, seed);
  return Array.from({ length: INPUT_WIDTH }, () => {
    state = (state + 0x9e3779b9) | 0;
    return ((mix(state) >>> 0) % 100) / 100;
  });
}

/** FNV-1a over UTF-16 units, which keeps NUL and lone surrogates apart from other characters. */
function hash(word: string, seed: number): number {
  let value = 0x811c9dc5 ^ mix(seed | 0);
  for (let i = 0; i < word.length; i++) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193);
  return value;
}

/** The finalizer of MurmurHash3: every bit of the input moves about half of the output's. */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
