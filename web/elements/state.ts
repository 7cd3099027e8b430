import type { Tokenizer } from '../tokenizers/token.ts';
import { EXAMPLE_TEXT } from './embedding.ts';
import { presetNamed, type Settings } from './settings.ts';

/** Sliding windows over the text, and which of them is shown. */
export interface ShownWindow {
  /** Tokens in a window. */
  readonly length: number;
  /** Tokens from one window's start to the next one's. */
  readonly stride: number;
  /** From 0. */
  readonly shown: number;
}

/** What a reader has set; every other number follows from it. */
export interface State {
  /** Of the queries; of the keys too, unless those have another. */
  readonly text: string;
  /** The keys' own text: cross-attention. */
  readonly keyText: string | undefined;
  readonly tokenizer: Tokenizer['name'];
  /** The text is looked at a window at a time, as a model is fed; undefined where it is looked at whole. */
  readonly windows: ShownWindow | undefined;
  readonly settings: Settings;
  /** Places in the text that no query may see. */
  readonly hiddenKeys: ReadonlySet<number>;
  /** Vectors given to words in place of their own. By word, so that they survive typing and hold wherever it stands. */
  readonly wordEdits: ReadonlyMap<string, readonly number[]>;
  /** Entries of the projections given in place of the drawn ones, by "table:row:column". */
  readonly projectionEdits: ReadonlyMap<string, number>;
}

/** What the page opens with: the worked example. */
export const START: State = {
  text: EXAMPLE_TEXT,
  keyText: undefined,
  tokenizer: 'words',
  windows: undefined,
  settings: presetNamed('plain').settings,
  hiddenKeys: new Set(),
  wordEdits: new Map(),
  projectionEdits: new Map(),
};
