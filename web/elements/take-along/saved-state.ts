import type { Exploration } from '../exploration.ts';
import { MOST_CHARACTERS, MOST_TOKENS } from '../sequence.ts';
import type { Settings } from '../settings.ts';
import type { ShownWindow, State } from '../state.ts';
import { type Choice, TABLES, type TableName } from '../tables.ts';
import { flag, list, number, object, oneOf, refusal, text, whole } from './checked.ts';
import { MOST } from './limits.ts';
import { Refusal } from './refusal.ts';

/** Everything that a link or a file brings back: what a reader has set, and where they were looking. */
export interface Saved {
  readonly state: State;
  readonly choice: Choice;
  readonly decimals: number;
}

/** `State` as JSON can write it. */
export interface PlainState {
  readonly text: string;
  readonly keyText?: string;
  readonly tokenizer: State['tokenizer'];
  readonly windows?: ShownWindow;
  readonly settings: Settings;
  readonly hiddenKeys: readonly number[];
  readonly wordEdits: readonly (readonly [word: string, vector: readonly number[]])[];
  readonly projectionEdits: readonly (readonly [entry: string, value: number])[];
}

export function savedOf({ state, choice, decimals }: Exploration): Saved {
  return { state, choice, decimals };
}

/** Brings everything back. Rejects where the tokenizer's table cannot be fetched; then nothing has changed. */
export async function restoreSaved(exploration: Exploration, saved: Saved): Promise<void> {
  await exploration.restore(saved.state, saved.choice);
  exploration.setDecimals(saved.decimals);
}

export function plainState(state: State): PlainState {
  const { text, keyText, tokenizer, windows, settings, hiddenKeys, wordEdits, projectionEdits } = state;
  return {
    text,
    ...(keyText === undefined ? {} : { keyText }),
    tokenizer,
    ...(windows ? { windows } : {}),
    settings,
    hiddenKeys: [...hiddenKeys],
    wordEdits: [...wordEdits],
    projectionEdits: [...projectionEdits],
  };
}

/**
 * Checks what came from outside, and copies what is known of it: nothing else gets in.
 *
 * @throws Refusal naming the first part that is not as it must be
 */
export function readSaved(given: { state: unknown; choice: unknown; decimals: unknown }): Saved {
  return {
    state: readState(given.state),
    choice: readChoice(given.choice),
    decimals: whole('decimals', given.decimals, 2, 6),
  };
}

function readState(value: unknown): State {
  const given = object('state', value);
  const hidden = list('hiddenKeys', given.hiddenKeys, MOST_TOKENS);
  const words = list('wordEdits', given.wordEdits, MOST.edits);
  const entries = list('projectionEdits', given.projectionEdits, MOST.edits);
  return {
    text: text('text', given.text, MOST_CHARACTERS),
    keyText: given.keyText === undefined ? undefined : text('keyText', given.keyText, MOST_CHARACTERS),
    tokenizer: oneOf('tokenizer', given.tokenizer, ['words', 'characters', 'gpt2']),
    windows: given.windows === undefined ? undefined : readWindows(given.windows),
    settings: readSettings(given.settings),
    hiddenKeys: new Set(hidden.map((key) => whole('a hidden key', key, 0, MOST_TOKENS - 1))),
    wordEdits: new Map(words.map(readWordEdit)),
    projectionEdits: new Map(entries.map(readProjectionEdit)),
  };
}

function readWindows(value: unknown): ShownWindow {
  const { length, stride, shown } = object('windows', value);
  return {
    length: whole('windows.length', length, 1, MOST_TOKENS),
    stride: whole('windows.stride', stride, 1, MOST_CHARACTERS),
    shown: whole('windows.shown', shown, 0, MOST_CHARACTERS),
  };
}

function readSettings(value: unknown): Settings {
  const given = object('settings', value);
  const projection = oneOf('projection', given.projection, ['none', 'uniform', 'linear']);
  const heads = whole('heads', given.heads, 1, MOST.heads);
  if (projection === 'none' && MOST.inputs % heads !== 0)
    throw new Refusal(`heads is ${heads}; without projections it must divide the ${MOST.inputs} inputs.`);
  return {
    projection,
    headWidth: whole('headWidth', given.headWidth, 1, MOST.headWidth),
    heads,
    output: flag('output', given.output),
    scale: oneOf('scale', given.scale, ['one', 'root']),
    causal: flag('causal', given.causal),
    positions: flag('positions', given.positions),
    seed: whole('seed', given.seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    dropout: number('dropout', given.dropout, 0, 1),
  };
}

function readWordEdit(value: unknown): [string, number[]] {
  const [word, vector] = list('a word’s vector', value, 2);
  const numbers = list('a word’s vector', vector, MOST.inputs);
  if (numbers.length !== MOST.inputs)
    throw new Refusal(`A word’s vector has ${numbers.length} numbers; it must have ${MOST.inputs}.`);
  return [text('a word', word, MOST_CHARACTERS), numbers.map((entry) => float('a word’s vector', entry))];
}

const PROJECTIONS = ['queryProjection', 'keyProjection', 'valueProjection', 'outputProjection'] as const;

function readProjectionEdit(value: unknown): [string, number] {
  const [place, entry] = list('a projection’s entry', value, 2);
  const written = text('a projection’s entry', place, 60);
  const [table, row, column, ...more] = written.split(':');
  oneOf('a projection', table, PROJECTIONS);
  for (const index of [row, column])
    if (more.length > 0 || !/^(0|[1-9]\d{0,3})$/.test(index ?? ''))
      throw refusal('a projection’s entry', written, 'table:row:column');
  return [written, float('a projection’s entry', entry)];
}

/** A finite float32, as everything is computed in. */
function float(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(Math.fround(value))) return value;
  throw refusal(name, value, 'a number up to 3.4e38');
}

function readChoice(value: unknown): Choice {
  const given = object('choice', value);
  const place = (name: string) => whole(`choice.${name}`, given[name], 0, MOST_TOKENS - 1);
  return {
    table: oneOf('choice.table', given.table, Object.keys(TABLES) as TableName[]),
    head: place('head'),
    query: place('query'),
    key: place('key'),
    component: place('component'),
    feature: place('feature'),
  };
}
