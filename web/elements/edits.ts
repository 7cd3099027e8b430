import type { Token } from '../tokenizers/token.ts';
import { INPUT_WIDTH, wordVector } from './embedding.ts';
import { positionVector } from './positions.ts';
import type { State } from './state.ts';
import type { Cell, Place } from './tables.ts';

/** The entries that edits replace, as parts of the state. In X it is the word that has them, wherever it stands. */
type Edited = Pick<State, 'wordEdits'> | Pick<State, 'projectionEdits'>;

/** The state with one entry of X, X′ or a projection replaced; `tokens` are those of the table's rows. */
export function withEdit(state: State, tokens: readonly Token[], place: Cell, value: number): Edited {
  if (!isInput(place)) {
    return { projectionEdits: new Map(state.projectionEdits).set(entryOf(state, place), value) };
  }
  const word = tokens[place.row]?.text;
  if (word === undefined) return { wordEdits: state.wordEdits };
  // The word gets what is left of the number without its place's.
  const { positions } = state.settings;
  const added = positions ? (positionVector(place.row, INPUT_WIDTH)[place.column] ?? 0) : 0;
  return withWordEntry(state, word, place.column, value - added);
}

function withWordEntry(state: State, word: string, column: number, value: number): Edited {
  const vector = [...(state.wordEdits.get(word) ?? wordVector(word, state.settings.seed))];
  vector[column] = value;
  return { wordEdits: new Map(state.wordEdits).set(word, vector) };
}

/** The state with an entry as it was before it was edited. */
export function withoutEdit(state: State, tokens: readonly Token[], place: Cell): Edited {
  if (!isInput(place)) {
    const projectionEdits = new Map(state.projectionEdits);
    projectionEdits.delete(entryOf(state, place));
    return { projectionEdits };
  }
  const word = tokens[place.row]?.text ?? '';
  const original = wordVector(word, state.settings.seed)[place.column] ?? 0;
  return withWordEntry(state, word, place.column, original);
}

export function isEdited(state: State, tokens: readonly Token[], place: Cell): boolean {
  if (!isInput(place)) return state.projectionEdits.has(entryOf(state, place));
  const word = tokens[place.row]?.text ?? '';
  const edited = state.wordEdits.get(word);
  return edited !== undefined && edited[place.column] !== wordVector(word, state.settings.seed)[place.column];
}

const isInput = ({ table }: Place) => table === 'inputs' || table === 'keyInputs';

/** "table:row:column", the column counted across all heads. */
function entryOf({ settings }: State, { table, head, row, column }: Cell): string {
  return `${table}:${row}:${table === 'outputProjection' ? column : head * settings.headWidth + column}`;
}
