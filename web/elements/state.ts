import { EXAMPLE_TEXT } from './embedding.ts';
import { presetNamed, type Settings } from './settings.ts';

/** What a reader has set; every other number follows from it. */
export interface State {
  readonly text: string;
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
  settings: presetNamed('plain').settings,
  hiddenKeys: new Set(),
  wordEdits: new Map(),
  projectionEdits: new Map(),
};
