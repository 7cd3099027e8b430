/**
 * The public types of the elements. They need nothing but the DOM's own, so that whoever uses the elements needs no other
 * package's types.
 */
import type { Matrix } from '../../api/types.ts';

export type { Attention, Matrix } from '../../api/types.ts';

/** One row a query, one number a key. `null` is a pair that is hidden. */
export type Rows = readonly (readonly (number | null)[])[];

/** L × S weights of one head; of several heads; or of several layers of heads. */
export type GivenWeights =
  | Rows
  | readonly Rows[]
  | readonly (readonly Rows[])[]
  | Matrix
  | readonly Matrix[]
  | readonly (readonly Matrix[])[];

/** A table of numbers: rows of numbers, a matrix of the API, or either as JSON text, as attributes give it. */
export type GivenMatrix = readonly (readonly number[])[] | Matrix | string;

/** Where the numbers of `<attention-weights>` may come from as one object, be it in a file or in the element. */
export interface AttentionData {
  /** One a query; one a key too where there are no `keyTokens`. */
  readonly tokens?: readonly string[];
  readonly keyTokens?: readonly string[];
  /** Also read under the name `attention`. */
  readonly weights?: GivenWeights;
  readonly vectors?: GivenMatrix;
  readonly keyVectors?: GivenMatrix;
  readonly queryProjection?: GivenMatrix;
  readonly keyProjection?: GivenMatrix;
  readonly valueProjection?: GivenMatrix;
}

/** A cell that a reader chose. Everything counts from 0. */
export interface ChosenWeight {
  readonly layer: number;
  readonly head: number;
  /** The row. */
  readonly query: number;
  /** The column. */
  readonly key: number;
  readonly weight: number;
}

/** The layer and head that a reader changed to. */
export interface ChosenHead {
  readonly layer: number;
  readonly head: number;
}

export interface AttentionWeightsEventMap extends HTMLElementEventMap {
  /** A reader chose a cell, by click, tap or arrow key. */
  'attention-choose': CustomEvent<ChosenWeight>;
  /** A reader changed the layer or head shown. */
  'attention-edit': CustomEvent<ChosenHead>;
}

/**
 * `<attention-weights>`: one table or heat map of attention weights.
 *
 * Its numbers are, in this order: weights that were computed elsewhere; or attention computed here from vectors, with
 * projections or without; or attention computed here from the words of a text, whose vectors are those of the worked
 * example and made up for any other word.
 *
 * What is written inside the element is what readers see before the script runs and where none can. Where nothing else
 * gives tokens, it is the text too.
 *
 * @example Words. Those of the worked example have vectors of their own; any other word's are made up.
 * <attention-weights>
 *   Your journey starts with one step
 *   <span slot="caption"><em>journey</em> attends most to itself.</span>
 * </attention-weights>
 * @example Weights that were computed elsewhere: L × S numbers, here causal.
 * <attention-weights tokens='["the","cat","sat"]' weights="[[1,0,0],[0.6,0.4,0],[0.2,0.5,0.3]]" causal></attention-weights>
 * @example Two heads of them, with another's words as keys. `null` is a pair that is hidden.
 * <attention-weights tokens='["the","cat"]' key-tokens='["le","chat","noir"]'
 *   weights="[[[0.8,0.1,0.1],[0.1,0.6,0.3]],[[0.2,0.8,null],[0.5,0.5,null]]]"></attention-weights>
 * @example Vectors and projections of your own, applied as x·W and scaled by 1/√d.
 * <attention-weights tokens='["a","b"]' vectors="[[1,0],[0,1]]"
 *   query-projection="[[2,0],[0,2]]" key-projection="[[1,0],[0,1]]"></attention-weights>
 * @example Projections drawn as PyTorch draws them, two causal heads, and few decimals.
 * <attention-weights preset="heads" head="1" decimals="2">the cat sat on the mat</attention-weights>
 * @example Data too large for an attribute; the names that BertViz and CircuitsVis use are read too.
 * <attention-weights view="heatmap">
 *   <script type="application/json">
 *     {"tokens": ["the", "cat", "sat"], "attention": [[[1, 0, 0], [0.6, 0.4, 0], [0.2, 0.5, 0.3]]]}
 *   </script>
 * </attention-weights>
 * @slot caption What stands below as a caption.
 * @slot Shown before the script runs and where none can; the text where no other is given. A `<script type="application/json">` in it gives data too large for attributes.
 * @part table The table.
 * @part header The name of a row or column.
 * @part cell One weight.
 * @part chosen The cell that was chosen, besides being a `cell`.
 * @part picture The picture of more weights than a table can show.
 * @part reading The line that says a weight in words.
 * @part legend The scale of colours.
 * @part controls What chooses layer and head.
 * @part note Whose vectors these are, where they are made up.
 * @part caption Around the caption.
 * @part error What stands in place of the table where there is none.
 * @cssprop --attention-ink Colour of text.
 * @cssprop --attention-soft Colour of text that stands back.
 * @cssprop --attention-paper Colour behind everything.
 * @cssprop --attention-wash Colour of areas set apart.
 * @cssprop --attention-line Colour of thin lines.
 * @cssprop --attention-accent Colour of what has the focus.
 * @cssprop --attention-error Colour of what is wrong.
 * @cssprop --attention-sans Typeface of numbers and tokens.
 * @cssprop --attention-serif Typeface of sentences.
 */
export interface AttentionWeightsElement extends HTMLElement {
  /** Cut into words, each a query and a key. */
  text: string | undefined;
  /** The queries' names, and the keys' where `keyTokens` is not given. As an attribute: JSON, as `["the", "cat"]`. */
  tokens: readonly string[] | string | undefined;
  /** The keys' names where they differ from the queries'. */
  keyTokens: readonly string[] | string | undefined;
  /** Weights computed elsewhere: L × S, heads × L × S, or layers × heads × L × S. As an attribute: JSON. */
  weights: GivenWeights | string | undefined;
  /** X, one row a token; the queries' alone where `keyVectors` is given. As an attribute: JSON. */
  vectors: GivenMatrix | undefined;
  /** What keys and values are made of, where it is not `vectors`. */
  keyVectors: GivenMatrix | undefined;
  /** W^Q, d_in × d_out; as everywhere applied as x·W. */
  queryProjection: GivenMatrix | undefined;
  /** W^K, d_in × d_out. */
  keyProjection: GivenMatrix | undefined;
  /** W^V, d_in × d_out. No weight depends on it. */
  valueProjection: GivenMatrix | undefined;
  /** A JSON file with an object of these names (`tokens`, `weights`…), or weights alone. */
  src: string | undefined;
  /** Projections drawn at random for a text: "plain" (none), "unscaled", "scaled", "causal" or "heads". */
  preset: 'plain' | 'unscaled' | 'scaled' | 'causal' | 'heads' | undefined;
  /** Into how many heads the columns of queries and keys are cut. */
  heads: number | undefined;
  /** Each query sees no key after it. In given weights: zeros after the query are drawn as hidden. */
  causal: boolean | undefined;
  /** What scores are multiplied by before the softmax: a number, or "root" for 1/√d. By default 1 without projections, else 1/√d. */
  scale: number | 'root' | undefined;
  /** What made-up vectors and drawn projections are made from. */
  seed: number | undefined;
  /** The layer shown, from 0. */
  layer: number | undefined;
  /** The head shown, from 0. */
  head: number | undefined;
  /** "table" writes every number, "heatmap" those of the chosen row and column; by default what fits. */
  view: 'table' | 'heatmap' | undefined;
  /** Decimals of every number, 1 to 7; by default 4. The attribute `precision` is the same. */
  decimals: number | undefined;
  /** "light", "dark", or "auto" for what the reader's system prefers; by default as the page declares with `color-scheme`. */
  theme: 'light' | 'dark' | 'auto' | undefined;

  addEventListener<K extends keyof AttentionWeightsEventMap>(
    type: K,
    listener: (this: AttentionWeightsElement, event: AttentionWeightsEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof AttentionWeightsEventMap>(
    type: K,
    listener: (this: AttentionWeightsElement, event: AttentionWeightsEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** A number that a reader chose. Everything counts from 0. */
export interface ChosenNumber {
  /** "inputs" (X), "queries" (Q), "keys" (K), "values" (V), "scores" (ω), "weights" (α), "context" (z), "queryProjection"… */
  readonly table: string;
  readonly head: number;
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

/** What a reader changed it to. */
export interface ExplorerEdit {
  readonly text: string;
  /** Undefined where the text's own words answer. */
  readonly keyText: string | undefined;
  readonly tokenizer: 'words' | 'characters' | 'gpt2';
  /** Undefined where the settings are none of the presets. */
  readonly preset: 'plain' | 'unscaled' | 'scaled' | 'causal' | 'heads' | undefined;
  readonly heads: number;
  readonly causal: boolean;
  readonly scale: 1 | 'root';
  readonly seed: number;
  readonly head: number;
  readonly decimals: number;
}

export interface AttentionExplorerEventMap extends HTMLElementEventMap {
  /** A reader chose a number, by click, tap or arrow key. */
  'attention-choose': CustomEvent<ChosenNumber>;
  /** A reader changed the text, a setting or a number. */
  'attention-edit': CustomEvent<ExplorerEdit>;
}

/**
 * `<attention-explorer>`: the whole tool, from a text to every number of its attention.
 *
 * What is written inside the element is what readers see before the script runs and where none can, and the text that it
 * begins with. The properties say what is shown: they follow what a reader changes. It touches neither the page's address
 * nor its history, and computes nothing before a reader comes near.
 *
 * @example The text, its figure and the sums; `view="figure"` leaves out the sections to read.
 * <attention-explorer view="figure">Your journey starts with one step</attention-explorer>
 * @example Another text has the keys, and projections are drawn.
 * <attention-explorer view="figure" key-text="le chat" preset="scaled" decimals="2">the cat</attention-explorer>
 * @example The whole tool.
 * <attention-explorer preset="heads">the cat sat</attention-explorer>
 * @slot caption What stands below as a caption.
 * @slot Shown before the script runs and where none can; the text that it begins with where no other is given.
 * @part sentence The text with its controls and its tokens.
 * @part figure The lines from query to context, or of a long text the heat map.
 * @part trace The sum behind the chosen number.
 * @part caption Around the caption.
 * @part error What stands in place of the figure where there is none.
 * @cssprop --attention-ink Colour of text.
 * @cssprop --attention-soft Colour of text that stands back.
 * @cssprop --attention-paper Colour behind everything.
 * @cssprop --attention-wash Colour of areas set apart.
 * @cssprop --attention-line Colour of thin lines.
 * @cssprop --attention-accent Colour of what has the focus.
 * @cssprop --attention-error Colour of what is wrong.
 * @cssprop --attention-sans Typeface of numbers and tokens.
 * @cssprop --attention-serif Typeface of sentences.
 */
export interface AttentionExplorerElement extends HTMLElement {
  /** The text whose tokens ask, and answer where `keyText` is not given. By default what is written inside. */
  text: string | undefined;
  /** The text whose tokens answer: cross-attention. */
  keyText: string | undefined;
  /** What tokens are: "words" (the default), "characters", or "gpt2" for GPT-2’s byte pairs, whose table is fetched. */
  tokenizer: 'words' | 'characters' | 'gpt2' | undefined;
  /** Projections drawn at random: "plain" (none, the default), "unscaled", "scaled", "causal" or "heads". */
  preset: 'plain' | 'unscaled' | 'scaled' | 'causal' | 'heads' | undefined;
  /** How many heads, 1 to 4; without projections 1 or 3. */
  heads: number | undefined;
  /** Each query sees no key after it. */
  causal: boolean | undefined;
  /** What scores are multiplied by before the softmax: 1, or "root" for 1/√d. */
  scale: 1 | 'root' | undefined;
  /** What made-up vectors and drawn projections are made from; by default 123. */
  seed: number | undefined;
  /** The head shown, from 0. */
  head: number | undefined;
  /** "all" has sections to read below the figure, "figure" none; by default "all". */
  view: 'all' | 'figure' | undefined;
  /** Decimals of every number, 2 to 6; by default 4. The attribute `precision` is the same. */
  decimals: number | undefined;
  /** "light", "dark", or "auto" for what the reader's system prefers; by default as the page declares with `color-scheme`. */
  theme: 'light' | 'dark' | 'auto' | undefined;
  /** Everything at once, numbers that were changed and keys that are hidden too: what a link of the page has after its #. */
  state: string | undefined;

  addEventListener<K extends keyof AttentionExplorerEventMap>(
    type: K,
    listener: (this: AttentionExplorerElement, event: AttentionExplorerEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof AttentionExplorerEventMap>(
    type: K,
    listener: (this: AttentionExplorerElement, event: AttentionExplorerEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'attention-explorer': AttentionExplorerElement;
    'attention-weights': AttentionWeightsElement;
  }
}
