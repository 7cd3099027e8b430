import type { Matrix } from '../api/index.ts';
import type { Token } from '../tokenizers/token.ts';
import { type Sliceable, slidingWindows, type Windows } from '../tokenizers/windows.ts';
import { INPUT_WIDTH, wordVector } from './embedding.ts';
import { positionVector } from './positions.ts';
import type { ShownWindow, State } from './state.ts';

/** More tokens are looked at a window at a time: L × S weights of more could be neither computed nor drawn in time. */
export const MOST_TOKENS = 4096;

/** A longer text is not tokenized: reading it at every keystroke would not keep up with typing. */
export const MOST_CHARACTERS = 2_000_000;

/** The windows of a text that is too long to be looked at whole, where none were asked for. */
export const WINDOWS_OF_LONG: ShownWindow = { length: 1024, stride: 1024, shown: 0 };

/** The tokens that attend to one another at a time: a whole text, or a window of it. */
export interface Sequence {
  readonly tokens: readonly Token[];
  /** Where it starts among the text's tokens. */
  readonly start: number;
  /** All windows, and the one that is shown; undefined where the text is looked at whole. */
  readonly windows: { readonly all: Windows<Token>; readonly shown: ShownWindow } | undefined;
}

/** A text with fewer tokens than a window needs is looked at whole; a window is no longer than a text may be. */
export function sequenceOf(tokens: Sliceable<Token>, asked: ShownWindow | undefined): Sequence {
  const windows = asked
    ? { ...asked, length: Math.min(asked.length, MOST_TOKENS) }
    : tokens.length > MOST_TOKENS
      ? WINDOWS_OF_LONG
      : undefined;
  const all = windows && slidingWindows(tokens, windows);
  if (!all?.count) return { tokens: tokens.slice(0, MOST_TOKENS), start: 0, windows: undefined };
  const shown = { ...windows!, shown: Math.max(0, Math.min(windows!.shown, all.count - 1)) };
  const { inputs, start } = all.at(shown.shown);
  return { tokens: inputs, start, windows: { all, shown } };
}

/** X: each token's vector, its own or the one given to its word, and its place's added where that is asked for. */
export function inputsOf(tokens: readonly Token[], state: State): Matrix {
  const { positions } = state.settings;
  return matrixOf(tokens, state, (row) => (positions ? positionVector(row, INPUT_WIDTH) : undefined));
}

/** The tokens' vectors before their places' were added; undefined where none are, and these are X. */
export function vectorsOf(tokens: readonly Token[], state: State): Matrix | undefined {
  return state.settings.positions ? matrixOf(tokens, state, () => undefined) : undefined;
}

function matrixOf(
  tokens: readonly Token[],
  { settings, wordEdits }: State,
  placeOf: (row: number) => readonly number[] | undefined,
): Matrix {
  const data = new Float32Array(tokens.length * INPUT_WIDTH);
  for (const [row, { text }] of tokens.entries()) {
    const vector = wordEdits.get(text) ?? wordVector(text, settings.seed);
    const place = placeOf(row);
    for (let column = 0; column < INPUT_WIDTH; column++)
      data[row * INPUT_WIDTH + column] = vector[column]! + (place?.[column] ?? 0);
  }
  return { rows: tokens.length, cols: INPUT_WIDTH, data };
}
