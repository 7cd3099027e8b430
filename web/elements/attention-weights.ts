import { html, isServer, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { loadAttention } from '../api/load.ts';
import type { Attention, Matrix } from '../api/types.ts';
import {
  computedWeights,
  type Given,
  givenByData,
  givenWeights,
  mustCompute,
  type Weights,
} from './embed/given.ts';
import { GivenError, loadingFailure, sentence } from './embed/given-error.ts';
import { innerContent } from './embed/inner-content.ts';
import { isolation } from './embed/isolation.ts';
import { readCount } from './embed/read.ts';
import type {
  AttentionWeightsElement,
  ChosenHead,
  ChosenWeight,
  GivenMatrix,
  GivenWeights,
} from './embed/types.ts';
import { paintWeights, pixelAt, themeOf } from './embed/weights-picture.ts';
import { type Pair, pairAt, step, weightsTable } from './embed/weights-table.ts';
import type { Failure } from './failure.ts';
import { weightLegend } from './legend.ts';
import { formatWeight } from './number-format.ts';
import { windowAround } from './small-table.ts';
import { cellColours } from './styles/cells.ts';
import { legendStyles } from './styles/legend.ts';
import { theme } from './styles/theme.ts';
import { weightsStyles } from './styles/weights.ts';
import { tokenName } from './token-name.ts';

/** Above so many queries or keys a picture stands for the table, with the part of it around the chosen cell. */
const TABLE_UP_TO = 64;

/** Where nothing is said about it, up to so many have all their numbers. */
const NUMBERS_UP_TO = 16;

/** JSON in an attribute, the value itself as a property. */
const json = (attribute: string) => ({ attribute, type: String });

/** As HTML has it, but for `causal="false"`, which frameworks write. */
const flag = { fromAttribute: (value: string | null) => value !== null && value !== 'false' };

/** A file of numbers, fetched or on its way. */
interface DataFile {
  readonly src: string;
  readonly stop: AbortController;
  data?: Given;
  failure?: Failure;
}

/** The public face is described in `embed/types.ts`. */
export class AttentionWeights extends LitElement implements AttentionWeightsElement {
  static override properties = {
    text: { type: String },
    tokens: json('tokens'),
    keyTokens: json('key-tokens'),
    weights: json('weights'),
    vectors: json('vectors'),
    keyVectors: json('key-vectors'),
    queryProjection: json('query-projection'),
    keyProjection: json('key-projection'),
    valueProjection: json('value-projection'),
    src: { type: String },
    preset: { type: String },
    heads: { type: String },
    causal: { attribute: 'causal', converter: flag },
    scale: { type: String },
    seed: { type: String },
    layer: { type: String },
    head: { type: String },
    view: { type: String },
    decimals: { type: String },
    precision: { type: String },
    theme: { type: String, reflect: true },
  };
  static override styles = [theme, cellColours, legendStyles, weightsStyles, isolation];

  declare text: string | undefined;
  declare tokens: readonly string[] | string | undefined;
  declare keyTokens: readonly string[] | string | undefined;
  declare weights: GivenWeights | string | undefined;
  declare vectors: GivenMatrix | undefined;
  declare keyVectors: GivenMatrix | undefined;
  declare queryProjection: GivenMatrix | undefined;
  declare keyProjection: GivenMatrix | undefined;
  declare valueProjection: GivenMatrix | undefined;
  declare src: string | undefined;
  declare preset: AttentionWeightsElement['preset'];
  declare heads: number | undefined;
  declare causal: boolean | undefined;
  declare scale: number | 'root' | undefined;
  declare seed: number | undefined;
  declare layer: number | undefined;
  declare head: number | undefined;
  declare view: 'table' | 'heatmap' | undefined;
  declare decimals: number | undefined;
  declare precision: number | undefined;
  declare theme: 'light' | 'dark' | 'auto' | undefined;

  #drawn: Weights | Failure | undefined;
  /** Whether what is drawn is not of what is given now. */
  #stale = true;
  #near = false;
  #attention: Attention | undefined;
  #file: DataFile | undefined;
  #chosen: Pair | undefined;
  #pointed: Pair | undefined;
  #focusWanted = false;
  #painted: { readonly matrix: Matrix; readonly theme: string } | undefined;
  #widths = 0;
  #watching: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!isServer) this.#watch();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watching?.();
    this.#watching = undefined;
    if (this.#file && !this.#file.data && !this.#file.failure) {
      this.#file.stop.abort();
      this.#file = undefined;
      this.#stale = true;
    }
  }

  /** Everything that is watched while it is in the document, and nothing afterwards. */
  #watch(): void {
    const sight = new IntersectionObserver(
      (entries) => {
        this.#near = entries.at(-1)!.isIntersecting;
        if (this.#near && this.#stale) this.requestUpdate();
      },
      { rootMargin: '200px' },
    );
    sight.observe(this);
    const size = new ResizeObserver(() => {
      const width = this.clientWidth;
      if (width === this.#widths) return;
      this.#widths = width;
      this.requestUpdate();
    });
    size.observe(this);
    const content = new MutationObserver(() => this.#renew());
    content.observe(this, { childList: true, characterData: true, subtree: true });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => this.requestUpdate();
    scheme.addEventListener('change', repaint);
    this.#watching = () => {
      sight.disconnect();
      size.disconnect();
      content.disconnect();
      scheme.removeEventListener('change', repaint);
    };
  }

  #renew(): void {
    this.#stale = true;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if ([...changed.keys()].some((name) => !DRAWING_ONLY.has(String(name)))) this.#stale = true;
    if (changed.has('src') && this.#file?.src !== this.src) {
      this.#file?.stop.abort();
      this.#file = undefined;
    }
    if (this.#stale && this.#near) this.#renewDrawn();
    const weights = this.#weights;
    if (weights) this.#chosen = inside(this.#chosen, weights.layers[0]![0]!);
  }

  get #weights(): Weights | undefined {
    return this.#drawn && 'layers' in this.#drawn ? this.#drawn : undefined;
  }

  /** Draws what is given now; where that has to be waited for, this is called again. */
  #renewDrawn(): void {
    if (this.src && !this.#file) this.#fetch(this.src);
    if (this.#file?.failure) {
      this.#settle(this.#file.failure);
      return;
    }
    if (this.#file && !this.#file.data) return;
    try {
      const given = this.#given();
      if (!mustCompute(given)) this.#settle(givenWeights(given));
      else if (this.#attention) this.#settle(computedWeights(this.#attention, given));
      else this.#load();
    } catch (error) {
      this.#settle(
        error instanceof GivenError
          ? error
          : { cause: sentence(messageOf(error)), remedy: 'Give fewer or other numbers.' },
      );
    }
  }

  #settle(drawn: Weights | Failure): void {
    this.#drawn = drawn;
    this.#stale = false;
    this.#pointed = undefined;
  }

  /** What is given by attributes and properties counts before what a file or a script inside the element gives. */
  #given(): Given {
    const { text: written, json } = innerContent(this);
    const own = Object.fromEntries(
      NUMBERS_FROM.map((name) => [name, this[name]] as const).filter(
        ([, value]) => (value ?? undefined) !== undefined,
      ),
    );
    return {
      written,
      ...(json === undefined ? {} : givenByData('The script inside the element', json)),
      ...this.#file?.data,
      ...own,
    };
  }

  async #load(): Promise<void> {
    try {
      this.#attention = await loadAttention();
    } catch (error) {
      this.#settle(loadingFailure(error));
    }
    this.requestUpdate();
  }

  async #fetch(src: string): Promise<void> {
    const file: DataFile = { src, stop: new AbortController() };
    this.#file = file;
    const url = new URL(src, this.baseURI).href;
    try {
      const response = await fetch(url, { signal: file.stop.signal });
      if (!response.ok)
        throw new GivenError(
          `${url} could not be fetched: HTTP ${response.status} ${response.statusText}.`,
          'Check the address in src.',
        );
      file.data = givenByData(url, await response.text());
    } catch (error) {
      if (file.stop.signal.aborted) return;
      file.failure =
        error instanceof GivenError
          ? error
          : {
              cause: `${url} could not be fetched: ${sentence(messageOf(error))}`,
              remedy:
                'Check the address in src, that the page is not opened as a file, and that the other site allows it (CORS).',
            };
    }
    this.#renew();
  }

  protected override render(): TemplateResult {
    const caption = html`<div part="caption"><slot name="caption"></slot></div>`;
    const weights = this.#weights;
    try {
      return html`<div class="frame">${weights ? this.#figure(weights) : this.#instead()}${caption}</div>`;
    } catch (error) {
      if (!(error instanceof GivenError)) throw error;
      return html`<div class="frame">${failureBox(error)}${caption}</div>`;
    }
  }

  /** Before there is a table, or where there can be none: what is written inside the element. */
  #instead(): TemplateResult {
    const failure = this.#drawn as Failure | undefined;
    return html`${failure ? failureBox(failure) : nothing}<div class="fallback"><slot></slot></div>`;
  }

  #figure(weights: Weights): TemplateResult {
    const { layers, queries, keys, note } = weights;
    const layer = readCount('layer', this.layer, { least: 0, most: layers.length - 1 }) ?? 0;
    const heads = layers[layer]!;
    const head = readCount('head', this.head, { least: 0, most: heads.length - 1 }) ?? 0;
    const matrix = heads[head]!;
    const decimals = this.#decimals();
    const large = Math.max(matrix.rows, matrix.cols) > TABLE_UP_TO;
    const fit = fitOf(this.#widths || this.clientWidth, matrix.cols, decimals);
    const numbers = large || this.#wantsNumbers(matrix, fit.share);
    const size = large ? Math.max(3, Math.min(8, fit.columns)) : Math.max(matrix.rows, matrix.cols);
    const around = this.#chosen ?? { query: 0, key: 0 };
    const rows = windowAround(around.query, matrix.rows, size);
    const columns = windowAround(around.key, matrix.cols, size);
    const longest = Math.max(0, ...columns.map((key) => (keys[key] ?? '').length));
    return html`${this.#controls(layers.length, layer, heads.length, head)}
      ${large ? this.#picture(matrix) : nothing}
      <div class="scroll">
        ${weightsTable({
          weights: matrix,
          queries,
          keys,
          decimals,
          numbers,
          turned: longest * 6.6 + 5 > (large ? fit.least : fit.share),
          chosen: this.#chosen,
          window: {
            firstQuery: rows[0] ?? 0,
            firstKey: columns[0] ?? 0,
            queries: rows.length,
            keys: columns.length,
          },
          onClick: this.#onClick,
          onKey: this.#onKey,
          onPoint: this.#onPoint,
          onLeave: () => this.#point(undefined),
        })}
      </div>
      <p class="reading" part="reading">${this.#reading(weights, matrix, decimals)}</p>
      <div part="legend">${weightLegend(matrix.cols)}</div>
      ${note ? html`<p class="note" part="note">${note}</p>` : nothing}`;
  }

  #decimals(): number {
    return readCount('decimals', this.decimals ?? this.precision, { least: 1, most: 7 }) ?? 4;
  }

  #wantsNumbers({ rows, cols }: Matrix, share: number): boolean {
    const { view } = this;
    if (view === 'table') return true;
    if (view === 'heatmap') return false;
    if (view !== undefined && view !== null)
      throw new GivenError(`There is no view “${view}”.`, 'Choose table or heatmap, or leave it out.');
    return Math.max(rows, cols) <= NUMBERS_UP_TO && share >= fitOf(0, cols, this.#decimals()).least;
  }

  #controls(layers: number, layer: number, heads: number, head: number): TemplateResult | typeof nothing {
    if (layers === 1 && heads === 1) return nothing;
    const choice = (name: 'layer' | 'head', count: number, chosen: number) =>
      count === 1
        ? nothing
        : html`<label
            >${name}
            <select @change=${(event: Event) => this.#show(name, Number((event.target as HTMLSelectElement).value))}>
              ${Array.from({ length: count }, (_, i) => html`<option value=${i} .selected=${i === chosen}>${i + 1}</option>`)}
            </select>
            of ${count}</label
          >`;
    return html`<div class="controls" part="controls">${choice('layer', layers, layer)} ${choice('head', heads, head)}</div>`;
  }

  #show(name: 'layer' | 'head', index: number): void {
    this[name] = index;
    const detail: ChosenHead = { layer: Number(this.layer ?? 0), head: Number(this.head ?? 0) };
    this.dispatchEvent(new CustomEvent('attention-edit', { detail, bubbles: true, composed: true }));
  }

  #picture(matrix: Matrix): TemplateResult {
    return html`<div class="picture" part="picture">
      <canvas
        role="img"
        aria-label=${`Weights of ${matrix.rows} queries (rows) over ${matrix.cols} keys (columns). The numbers around the chosen one are in the table below, whose arrow keys lead everywhere.`}
        @click=${(event: MouseEvent) => this.#choose(pixelAt(event, matrix))}
        @pointermove=${(event: PointerEvent) => this.#point(pixelAt(event, matrix))}
        @pointerleave=${() => this.#point(undefined)}
      ></canvas>
    </div>`;
  }

  #reading({ queries, keys, shares }: Weights, matrix: Matrix, decimals: number): TemplateResult {
    const pair = this.#pointed ?? this.#chosen;
    if (!pair)
      return html`A row asks, a column answers; read across${shares ? ': each row sums to 1' : ''}. Choose a cell to read it in words.`;
    const weight = matrix.data[pair.query * matrix.cols + pair.key]!;
    const place = (i: number, what: string) =>
      matrix.rows > 16 || matrix.cols > 16 ? ` (${what} ${i + 1})` : '';
    const query = html`${tokenName(queries[pair.query])}${place(pair.query, 'row')}`;
    const key = html`${tokenName(keys[pair.key])}${place(pair.key, 'column')}`;
    return Number.isNaN(weight)
      ? html`${query} may not see ${key}.`
      : html`${query} gives ${key} the weight <b>${formatWeight(weight, decimals)}</b>.`;
  }

  readonly #onClick = (event: Event): void => {
    const pair = pairAt(event);
    if (pair) this.#choose({ query: 0, key: 0, ...this.#chosen, ...pair });
  };

  readonly #onPoint = (event: Event): void => {
    const pair = pairAt(event);
    this.#point(pair?.query === undefined || pair.key === undefined ? undefined : (pair as Pair));
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const from = pairAt(event);
    if (from?.query === undefined || from.key === undefined || event.altKey || event.metaKey) return;
    const next = step(from as Pair, event.key, this.#matrix(), event.ctrlKey);
    if (!next) return;
    event.preventDefault();
    this.#focusWanted = true;
    this.#choose(next);
  };

  #point(pair: Pair | undefined): void {
    if (this.#pointed?.query === pair?.query && this.#pointed?.key === pair?.key) return;
    this.#pointed = pair;
    this.requestUpdate();
  }

  #choose(pair: Pair): void {
    this.#chosen = pair;
    this.#pointed = undefined;
    this.requestUpdate();
    const matrix = this.#matrix();
    const weight = matrix.data[pair.query * matrix.cols + pair.key]!;
    const detail: ChosenWeight = {
      layer: Number(this.layer ?? 0),
      head: Number(this.head ?? 0),
      query: pair.query,
      key: pair.key,
      weight: Number.isNaN(weight) ? 0 : weight,
    };
    this.dispatchEvent(new CustomEvent('attention-choose', { detail, bubbles: true, composed: true }));
  }

  #matrix(): Matrix {
    return this.#weights!.layers[Number(this.layer ?? 0)]![Number(this.head ?? 0)]!;
  }

  /** Sizes and colours that only the drawn table and picture know; a policy may forbid style attributes. */
  protected override updated(): void {
    const weights = this.#weights;
    const table = this.renderRoot.querySelector('table');
    if (!weights || !table) return;
    const columns = table.tHead!.rows[0]!.cells.length - 1;
    table.style.setProperty('--columns', String(Math.max(1, columns)));
    table.style.setProperty('--least', `${fitOf(0, columns, this.#decimals()).least}px`);
    const canvas = this.renderRoot.querySelector('canvas');
    if (canvas) this.#paint(canvas);
    if (!this.#focusWanted) return;
    this.#focusWanted = false;
    table.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  #paint(canvas: HTMLCanvasElement): void {
    const matrix = this.#matrix();
    const theme = themeOf(canvas);
    const fresh = canvas.width === matrix.cols && canvas.height === matrix.rows;
    if (fresh && this.#painted?.matrix === matrix && this.#painted.theme === theme) return;
    this.#painted = { matrix, theme };
    paintWeights(canvas, matrix, theme);
  }
}

/** What decides the numbers; the rest decides how they are drawn. */
const NUMBERS_FROM = [
  'text',
  'tokens',
  'keyTokens',
  'weights',
  'vectors',
  'keyVectors',
  'queryProjection',
  'keyProjection',
  'valueProjection',
  'preset',
  'heads',
  'causal',
  'scale',
  'seed',
] as const satisfies readonly (keyof Given & keyof AttentionWeights)[];

const DRAWING_ONLY: ReadonlySet<string> = new Set([
  'layer',
  'head',
  'view',
  'decimals',
  'precision',
  'theme',
]);

/** How wide a column can be, and must be for its numbers. */
function fitOf(width: number, columns: number, decimals: number) {
  const least = Math.ceil((decimals + 2) * 6.8 + 4);
  const names = Math.max(44, Math.min(84, width * 0.18));
  const room = Math.max(0, width - 16 - names);
  return { least, share: Math.min(60, room / Math.max(1, columns)), columns: Math.floor(room / least) };
}

function inside(pair: Pair | undefined, { rows, cols }: Matrix): Pair | undefined {
  return pair && pair.query < rows && pair.key < cols ? pair : undefined;
}

function failureBox({ cause, remedy }: Failure): TemplateResult {
  return html`<div class="failure" part="error" role="alert"><b>${cause}</b><br />
    ${remedy}
  </div>`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
