import type { Exploration } from '../exploration.ts';
import { hiddenBy } from '../figure.ts';
import { shortestFloat32 } from '../number-format.ts';
import { PRESETS, type Settings } from '../settings.ts';
import { START } from '../state.ts';
import { cellOf } from '../tables.ts';
import { fragmentOf } from '../take-along/permalink.ts';
import { Refusal } from '../take-along/refusal.ts';
import { savedOf } from '../take-along/saved-state.ts';
import { withGiven } from './explorer-settings.ts';

/** What can be embedded: the whole tool, its figure with the text and the trace, or the table of weights. */
export type Embedded = 'all' | 'figure' | 'weights';

/** Names and values in the order in which they are written; true is a name alone. */
type Attributes = Record<string, string | number | true>;

/** So many queries or keys may have their weights written out. */
const WRITTEN_UP_TO = 64;

/**
 * The HTML element that shows what is shown. What was changed beyond the elements' attributes goes along as `state`, or as
 * the weights themselves.
 *
 * @throws Refusal where that would be too much for a tag
 */
export async function embedTag(exploration: Exploration, what: Embedded): Promise<string> {
  const { state, decimals, choice, settings } = exploration;
  const places = {
    ...(choice.head > 0 && settings.heads > 1 ? { head: choice.head } : {}),
    ...(decimals === 4 ? {} : { decimals }),
  };
  const said = settingsSaid(settings);
  const plain =
    said !== undefined &&
    isWritable(state.text) &&
    state.windows === undefined &&
    state.hiddenKeys.size + state.wordEdits.size + state.projectionEdits.size === 0;
  if (what === 'weights') {
    const { tokens } = exploration;
    if (plain && state.keyText === undefined && state.tokenizer === 'words' && tokens.length <= 4096)
      return element('attention-weights', { ...textSaid(state.text), ...said, ...places }, state.text);
    return element('attention-weights', { ...writtenWeights(exploration), ...places }, state.text);
  }
  const view: Attributes = what === 'figure' ? { view: 'figure' } : {};
  if (plain && isWritable(state.keyText ?? ''))
    return element(
      'attention-explorer',
      {
        ...view,
        ...textSaid(state.text),
        ...(state.keyText === undefined ? {} : { 'key-text': state.keyText }),
        ...(state.tokenizer === 'words' ? {} : { tokenizer: state.tokenizer }),
        ...said,
        ...places,
      },
      state.text,
    );
  const fragment = await fragmentOf(savedOf(exploration));
  return element('attention-explorer', { ...view, state: fragment }, state.text);
}

/** The fewest attributes that make these settings; undefined where none do. */
function settingsSaid(settings: Settings): Attributes | undefined {
  const all = PRESETS.map(({ name, settings: preset }) => {
    const said: Attributes = {};
    if (name !== 'plain') said.preset = name;
    if (settings.heads !== preset.heads) said.heads = settings.heads;
    if (settings.causal !== preset.causal) said.causal = settings.causal || 'false';
    if (settings.scale !== preset.scale) said.scale = settings.scale === 'root' ? 'root' : 1;
    if (settings.seed !== START.settings.seed) said.seed = settings.seed;
    return said;
  }).filter((said) => makes(said, settings));
  return all.sort((one, other) => Object.keys(one).length - Object.keys(other).length)[0];
}

function makes(said: Attributes, settings: Settings): boolean {
  const choice = { table: 'scores', head: 0, query: 0, key: 0, component: 0, feature: 0 } as const;
  try {
    const made = withGiven({ state: START, choice, decimals: 4 }, said).state.settings;
    return (Object.keys(made) as (keyof Settings)[]).every((name) => made[name] === settings[name]);
  } catch {
    return false;
  }
}

function writtenWeights(exploration: Exploration): Attributes {
  const { figure } = exploration;
  const [L, S] = [figure?.tokens.length ?? 0, figure?.keyTokens.length ?? 0];
  if (Math.max(L, S) > WRITTEN_UP_TO)
    throw new Refusal(
      `The weights would have to be written out, and ${L} × ${S} of them are too many for a tag: up to ${WRITTEN_UP_TO} × ${WRITTEN_UP_TO} are. Embed the whole tool, or save the JSON file and name it in src.`,
    );
  const heads = (figure?.heads ?? []).map(({ weights }) =>
    Array.from({ length: L }, (_, query) =>
      Array.from({ length: S }, (_, key) =>
        hiddenBy(figure!, query, key) ? 'null' : shortestFloat32(cellOf(weights, query, key)),
      ),
    ),
  );
  const names = (tokens: readonly { text: string }[]) => JSON.stringify(tokens.map(({ text }) => text));
  const written = heads.map((rows) => `[${rows.map((row) => `[${row.join()}]`).join()}]`);
  const { tokens, keyTokens } = figure!;
  return {
    tokens: names(tokens),
    ...(keyTokens === tokens ? {} : { 'key-tokens': names(keyTokens) }),
    weights: written.length === 1 ? written[0]! : `[${written.join()}]`,
  };
}

/** An attribute where the text inside would be read otherwise: there white space is one space. */
function textSaid(text: string): Attributes {
  return text !== '' && readInside(text) === text ? {} : { text };
}

const readInside = (text: string) => text.trim().replace(/\s+/g, ' ');

/** Whether HTML can hold it: it has no character of number 0, and UTF-8 no halves of surrogate pairs. */
function isWritable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

function element(name: string, attributes: Attributes, inside: string): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === true ? attribute : `${attribute}=${quoted(String(value))}`,
  );
  return `<${[name, ...written].join(' ')}>${escapedText(readInside(inside))}</${name}>`;
}

/** JSON has double quotes, so that single ones around it are easier to read. */
function quoted(value: string): string {
  const safe = escapedText(value).replace(/[\n\r\t]/g, (space) => `&#${space.charCodeAt(0)};`);
  return safe.includes('"') && !safe.includes("'") ? `'${safe}'` : `"${safe.replaceAll('"', '&quot;')}"`;
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
