import { EXAMPLE_TEXT } from '../embedding.ts';
import { shortestFloat32 } from '../number-format.ts';
import type { Settings } from '../settings.ts';
import { refusal } from './checked.ts';
import { barelyEscaped, escaped, unescaped } from './fragment-text.ts';
import { counted, LIMITS, within } from './limits.ts';
import { packed, unpacked } from './packed.ts';
import { Refusal } from './refusal.ts';
import { type PlainState, plainState, readSaved, type Saved } from './saved-state.ts';

export { restoreSaved, savedOf } from './saved-state.ts';

/**
 * A state as the part of an address after #. As short and as readable as it goes: `v=1`, then `name=value` for whatever
 * is not as in the worked example. Where that gets long it is packed, as `z=1.` and base64url of its deflated UTF-8.
 */
const VERSION = '1';

/** What a name that is left out means. Part of the format: it stays, whatever the page may open with one day. */
const DEFAULTS = {
  text: EXAMPLE_TEXT,
  tokenizer: 'words',
  settings: {
    projection: 'none',
    headWidth: 2,
    heads: 1,
    output: false,
    scale: 'one',
    causal: false,
    positions: false,
    seed: 123,
    dropout: 0,
  },
  decimals: 4,
  cell: ['scores', 0, 1, 2, 0, 0],
} as const;

/** Longer ones are packed. */
const READABLE = 600;

/**
 * The fragment that brings a state back, without its #; empty for the worked example as the page opens with it.
 *
 * @throws Refusal where it would be too long for a link
 */
export async function fragmentOf(saved: Saved): Promise<string> {
  const { text, keyText = '', wordEdits } = saved.state;
  const words = [...wordEdits.keys()].reduce((sum, { length }) => sum + length, 0);
  const characters = text.length + keyText.length + words;
  within('linkedText', characters, 'characters are too many for a link', SAVE_INSTEAD);
  const readable = writeFragment(saved);
  if (readable === `v=${VERSION}`) return '';
  if (readable.length <= READABLE) return readable;
  const short = `z=${VERSION}.${await packed(writeFragment(saved, barelyEscaped))}`;
  const best = short.length < readable.length ? short : readable;
  within('link', best.length, 'characters are too many for a link', SAVE_INSTEAD);
  return best;
}

const SAVE_INSTEAD = 'Save the JSON file instead: it brings back the same.';

/**
 * What a fragment (with or without its #) says; undefined for an empty one.
 *
 * @throws Refusal where it is damaged, of another version or out of bounds
 */
export async function readFragment(fragment: string): Promise<Saved | undefined> {
  const given = fragment.replace(/^#/, '');
  if (given === '') return undefined;
  if (given.length > LIMITS.link)
    throw new Refusal(`It has ${counted(given.length)} characters; up to ${counted(LIMITS.link)} are read.`);
  const pack = /^z=([^.]*)\.(.*)$/s.exec(given);
  if (pack) checkVersion(pack[1]!);
  return parseFragment(pack ? await unpacked(pack[2]!) : given);
}

function checkVersion(version: string): void {
  if (version !== VERSION)
    throw new Refusal(
      `It is written in version ${escaped(version.slice(0, 20))}; this page reads ${VERSION}.`,
    );
}

type Scalar = string | number | boolean;

function writeFragment({ state, choice, decimals }: Saved, write = escaped): string {
  const { text, keyText, tokenizer, windows, settings, hiddenKeys, wordEdits, projectionEdits } =
    plainState(state);
  const { table, head, query, key, component, feature } = choice;
  const cell = [table, head, query, key, component, feature];
  const parts: string[] = [`v=${VERSION}`];
  const add = (name: string, value: Scalar, usual?: Scalar) => {
    if (value !== usual) parts.push(`${name}=${write(String(value))}`);
  };
  add('text', text, DEFAULTS.text);
  if (keyText !== undefined) add('keys', keyText);
  add('tokenizer', tokenizer, DEFAULTS.tokenizer);
  if (windows) add('windows', [windows.length, windows.stride, windows.shown].join());
  for (const name of SETTINGS) add(name, settings[name], DEFAULTS.settings[name]);
  if (hiddenKeys.length > 0) add('hide', hiddenKeys.join());
  for (const [word, vector] of wordEdits) add('word', [...vector.map(shortNumber), word].join());
  for (const [entry, value] of projectionEdits) add('entry', `${entry}:${shortNumber(value)}`);
  add('decimals', decimals, DEFAULTS.decimals);
  add('cell', cell.join(), DEFAULTS.cell.join());
  return parts.join('&');
}

const SETTINGS = Object.keys(DEFAULTS.settings) as (keyof Settings)[];

function parseFragment(fragment: string): Saved {
  const state = {
    ...{ text: DEFAULTS.text as string, tokenizer: DEFAULTS.tokenizer as PlainState['tokenizer'] },
    settings: { ...DEFAULTS.settings } as Record<string, unknown>,
    hiddenKeys: [] as number[],
    wordEdits: [] as [string, number[]][],
    projectionEdits: [] as [string, number][],
    keyText: undefined as string | undefined,
    windows: undefined as Record<string, number> | undefined,
  };
  let cell: readonly (string | number)[] = DEFAULTS.cell;
  let decimals: number = DEFAULTS.decimals;
  const seen = new Set<string>();
  for (const part of fragment.split('&')) {
    const [name, value] = named(part);
    if (!MANY.includes(name) && seen.has(name)) throw new Refusal(`It gives “${name}” twice.`);
    if (seen.size === 0 && name !== 'v')
      throw new Refusal(`It does not begin with v=${VERSION}, as links of this page do.`);
    seen.add(name);
    if (name === 'v') checkVersion(value);
    else if (name === 'text') state.text = value;
    else if (name === 'keys') state.keyText = value;
    else if (name === 'tokenizer') state.tokenizer = value as PlainState['tokenizer'];
    else if (name === 'windows') {
      const [length, stride, shown] = wholeNumbers(name, value, 3);
      state.windows = { length: length!, stride: stride!, shown: shown! };
    } else if (name === 'hide') state.hiddenKeys = wholeNumbers(name, value);
    else if (name === 'word') state.wordEdits.push(wordEdit(value));
    else if (name === 'entry') state.projectionEdits.push(projectionEdit(value));
    else if (name === 'decimals') decimals = plainNumber(name, value);
    else if (name === 'cell') {
      const [table = '', ...places] = value.split(',');
      cell = [table, ...wholeNumbers(name, places.join(), 5)];
    } else if (SETTINGS.includes(name as keyof Settings))
      state.settings[name] = setting(name as keyof Settings, value);
    else throw new Refusal(`It says “${name.slice(0, 40)}”, which this page does not know.`);
  }
  const [table, head, query, key, component, feature] = cell;
  return readSaved({ state, choice: { table, head, query, key, component, feature }, decimals });
}

/** Names that may come more than once. */
const MANY: readonly string[] = ['word', 'entry'];

function named(part: string): [name: string, value: string] {
  const split = part.indexOf('=');
  if (split < 0)
    throw new Refusal(`“${part.slice(0, 40)}” is not what a link of this page says: there is no = in it.`);
  return [unescaped(part.slice(0, split)), unescaped(part.slice(split + 1))];
}

function setting(name: keyof Settings, value: string): Scalar {
  const usual = DEFAULTS.settings[name];
  if (typeof usual === 'number') return plainNumber(name, value);
  if (typeof usual === 'string') return value;
  if (value !== 'true' && value !== 'false') throw refusal(name, value, 'true or false');
  return value === 'true';
}

function wordEdit(value: string): [string, number[]] {
  const [, x, y, z, word] = /^([^,]*),([^,]*),([^,]*),(.*)$/s.exec(value) ?? [];
  if (word === undefined) throw refusal('word', value, 'three numbers and a word');
  return [word, [x!, y!, z!].map((entry) => longNumber('word', entry))];
}

function projectionEdit(value: string): [string, number] {
  const split = value.lastIndexOf(':');
  return [value.slice(0, Math.max(0, split)), longNumber('entry', value.slice(split + 1))];
}

/**
 * The number itself, or where it is shorter its fewest digits as a float32, marked by an f: edits are rounded to
 * float32, which takes sixteen digits to write as what it is in JavaScript. @example shortNumber(Math.fround(0.1)) // '0.1f'
 */
function shortNumber(value: number): string {
  const exact = Object.is(value, -0) ? '-0' : String(value);
  const single = `${Object.is(value, -0) ? '-0' : shortestFloat32(value)}f`;
  return single.length < exact.length && Math.fround(value) === value ? single : exact;
}

function longNumber(name: string, written: string): number {
  return written.endsWith('f')
    ? Math.fround(plainNumber(name, written.slice(0, -1)))
    : plainNumber(name, written);
}

function plainNumber(name: string, written: string): number {
  if (/^-?\d{1,40}(\.\d{1,40})?(e[-+]?\d{1,3})?$/.test(written)) return Number(written);
  throw refusal(name, written, 'a number');
}

function wholeNumbers(name: string, written: string, count?: number): number[] {
  const numbers = written.split(',').map((entry) => plainNumber(name, entry));
  if (count !== undefined && numbers.length !== count) throw refusal(name, written, `${count} numbers`);
  return numbers;
}
