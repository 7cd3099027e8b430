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
 * @example
 * <attention-weights>Your journey starts with one step</attention-weights>
 * @example
 * <attention-weights tokens='["the","cat","sat"]' weights="[[1,0,0],[0.6,0.4,0],[0.2,0.5,0.3]]" causal></attention-weights>
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

/** `<attention-explorer>`: the whole tool, from a text to every number of its attention. */
export interface AttentionExplorerElement extends HTMLElement {}

declare global {
  interface HTMLElementTagNameMap {
    'attention-explorer': AttentionExplorerElement;
    'attention-weights': AttentionWeightsElement;
  }
}
