import type { Tokenizer } from '../../tokenizers/token.ts';
import { INPUT_WIDTH } from '../embedding.ts';
import type { Exploration } from '../exploration.ts';
import { PRESETS, type PresetName, presetOf, type Settings } from '../settings.ts';
import type { State } from '../state.ts';
import type { Choice } from '../tables.ts';
import { GivenError } from './given-error.ts';
import { readCount } from './read.ts';

/** What a page can set of an explorer, as attributes and properties give it: undefined where nothing is said. */
export interface ExplorerGiven {
  readonly text?: unknown;
  readonly keyText?: unknown;
  readonly tokenizer?: unknown;
  readonly preset?: unknown;
  readonly heads?: unknown;
  readonly causal?: unknown;
  readonly scale?: unknown;
  readonly seed?: unknown;
  readonly head?: unknown;
  readonly decimals?: unknown;
}

/** The same of what is shown. */
export interface ExplorerSettings {
  readonly text: string;
  readonly keyText: string | undefined;
  readonly tokenizer: Tokenizer['name'];
  /** Undefined where the settings are none of the presets. */
  readonly preset: PresetName | undefined;
  readonly heads: number;
  readonly causal: boolean;
  readonly scale: 1 | 'root';
  readonly seed: number;
  /** The head shown, from 0. */
  readonly head: number;
  readonly decimals: number;
}

/** As many as the reader's own control offers. */
const MOST_HEADS = 4;

const TOKENIZERS: readonly Tokenizer['name'][] = ['words', 'characters', 'gpt2'];

export interface Shown {
  readonly state: State;
  readonly choice: Choice;
  readonly decimals: number;
}

/**
 * What is shown with that in its place which is given.
 *
 * @throws GivenError where something is given that there is not
 */
export function withGiven({ state, choice, decimals }: Shown, given: ExplorerGiven): Shown {
  const settings = settingsGiven(state.settings, given);
  const said = (name: keyof ExplorerGiven) => name in given;
  return {
    state: {
      ...state,
      settings,
      text: isSaid(given.text) ? String(given.text) : state.text,
      keyText: said('keyText') ? (isSaid(given.keyText) ? String(given.keyText) : undefined) : state.keyText,
      tokenizer: oneOf('tokenizer', given.tokenizer, TOKENIZERS) ?? state.tokenizer,
      // Entries of projections are of those that were drawn.
      ...(settings.projection === state.settings.projection ? {} : { projectionEdits: new Map() }),
    },
    choice: {
      ...choice,
      head:
        readCount('head', given.head, { least: 0, most: settings.heads - 1 }) ??
        Math.min(choice.head, settings.heads - 1),
    },
    decimals: readCount('decimals', given.decimals, { least: 2, most: 6 }) ?? decimals,
  };
}

function settingsGiven(before: Settings, given: ExplorerGiven): Settings {
  const names = PRESETS.map(({ name }) => name);
  const named = oneOf('preset', given.preset, names);
  const base = named ? { ...PRESETS[names.indexOf(named)]!.settings, seed: before.seed } : before;
  const heads = readCount('heads', given.heads, { least: 1, most: MOST_HEADS }) ?? base.heads;
  if (base.projection === 'none' && INPUT_WIDTH % heads !== 0)
    throw new GivenError(
      `heads is ${heads}, and without projections heads share the ${INPUT_WIDTH} columns of X.`,
      `Give 1 or ${INPUT_WIDTH}, or a preset that has projections, such as preset="causal".`,
    );
  return {
    ...base,
    heads,
    causal: isSaid(given.causal) ? given.causal === true || given.causal === 'true' : base.causal,
    scale: scaleGiven(given.scale) ?? base.scale,
    seed: readCount('seed', given.seed, { least: 0, most: Number.MAX_SAFE_INTEGER }) ?? base.seed,
  };
}

function scaleGiven(scale: unknown): Settings['scale'] | undefined {
  if (!isSaid(scale) || scale === '') return undefined;
  if (scale === 'root') return 'root';
  if (Number(scale) === 1) return 'one';
  throw new GivenError(
    `scale is “${scale}”.`,
    'An explorer shows 1 or "root" for 1/√d; <attention-weights> takes any number.',
  );
}

function oneOf<Name extends string>(what: string, given: unknown, names: readonly Name[]): Name | undefined {
  if (!isSaid(given) || given === '') return undefined;
  const found = names.find((name) => name === given);
  if (found) return found;
  throw new GivenError(`There is no ${what} “${given}”.`, `Choose one of: ${names.join(', ')}.`);
}

function isSaid(given: unknown): boolean {
  return given !== undefined && given !== null;
}

export function settingsShown({ state, choice, decimals }: Exploration): ExplorerSettings {
  const { text, keyText, tokenizer, settings } = state;
  return {
    ...{
      text,
      keyText,
      tokenizer,
      preset: presetOf(settings),
      heads: settings.heads,
      causal: settings.causal,
    },
    ...{ scale: settings.scale === 'root' ? 'root' : 1, seed: settings.seed, head: choice.head, decimals },
  };
}
