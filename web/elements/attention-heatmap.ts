import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Matrix } from '../api/index.ts';
import type { AttendCall } from './attended-rows.ts';
import { ExplorationView, isPointedAt } from './exploration-view.ts';
import { type Figure, hiddenBy } from './figure.ts';
import { gate, gateStyles } from './gate.ts';
import { headControls, headStyles } from './heads.ts';
import { axisLabels } from './heat-map-labels.ts';
import { HeatMapCells, type HeatMapColours, heatMapColours, paintFilled } from './heat-map-painter.ts';
import { weightLegend } from './legend.ts';
import { headCall, weightBlocks, weightsOf } from './long-text-pool.ts';
import { formatWeight } from './number-format.ts';
import { cellColours } from './styles/cells.ts';
import { heatMapStyles } from './styles/heat-map.ts';
import { legendStyles } from './styles/legend.ts';
import { theme } from './styles/theme.ts';
import { type Choice, cellOf, tableOf } from './tables.ts';
import { tokenName } from './token-name.ts';
import { leapInTable } from './walk.ts';

/** Up to so many weights are computed and painted within the keystroke that changed them: a few milliseconds. */
const AT_ONCE = 560 * 560;

/** How long the picture may be an old one before a reader is told. */
const PATIENCE = 200;

/** Pixels a side at most; steps are not finer. */
const MOST_PIXELS = 2048;

interface Picture {
  readonly figure: Figure;
  readonly head: number;
  readonly byRow: boolean;
}

/** All weights of a head as one picture, for texts whose table nobody could read: painted from the top, a block at a time. */
export class AttentionHeatmap extends ExplorationView {
  static override styles = [theme, cellColours, legendStyles, headStyles, gateStyles, heatMapStyles];

  static override properties = {
    ...ExplorationView.properties,
    byRow: { state: true },
    failed: { state: true },
  };
  /** Whether the strongest colour is each row's largest weight's, instead of the weight 1's. */
  declare protected byRow: boolean | undefined;
  /** Why the weights could not be painted. */
  declare protected failed: string | undefined;

  /** Of the canvas, in pixels of the screen. */
  #size: { readonly width: number; readonly height: number } | undefined;
  /** What the canvas shows, or is about to. */
  #of: Picture | undefined;
  #cells: HeatMapCells | undefined;
  #colours: HeatMapColours | undefined;
  #painting: AbortController | undefined;
  #late: ReturnType<typeof setTimeout> | undefined;
  #resized: ResizeObserver | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#painting?.abort();
    this.#of = undefined;
    this.#resized?.disconnect();
    this.#resized = undefined;
  }

  protected override render(): unknown {
    const { exploration } = this;
    const { figure, shown, choice, tokens, keyTokens, decimals } = exploration;
    const weights = figure && tableOf(figure, 'weights', shown.head);
    if (!figure || !weights) return html``;
    const [queries, keys] = [tokens.length, keyTokens.length];
    return html`<div class="settings">${headControls(exploration)} ${gate(exploration, figure)}</div>
      <p class="cell">${this.#sentence(figure, shown, decimals)}</p>
      <p class="unseen" aria-live="polite">${this.#spoken(figure, choice, decimals)}</p>
      <div class="map">
        <span class="axis-name">key →<br />query ↓</span>
        ${axisLabels('key', keyTokens, shown.key)} ${axisLabels('query', tokens, shown.query)}
        <div class="frame">
          <canvas
            tabindex="0"
            role="application"
            aria-roledescription="heat map"
            aria-label=${`Weights of ${queries} queries, a row each, over ${keys} keys, a column each. Arrow keys choose another cell, Page Up and Page Down leap.`}
            @pointermove=${this.#onPoint}
            @pointerleave=${() => exploration.preview(undefined)}
            @click=${(event: PointerEvent) => exploration.choose({ ...this.#at(event), table: 'weights' })}
            @keydown=${this.#onKey}
            @transitionend=${this.#onThemeChange}
          ></canvas>
          <div class="previous" aria-hidden="true"><span></span></div>
          <div class="line across"></div>
          <div class="line down"></div>
          <div class="spot"></div>
          <div class="progress" role="progressbar" aria-label="Painting the weights" aria-valuemin="0" aria-valuemax="100" hidden></div>
        </div>
      </div>
      ${this.failed ? html`<p class="failed" role="alert">The weights could not be painted: ${this.failed}</p>` : nothing}
      <div class="steppers">${this.#stepper('query', queries)} ${this.#stepper('key', keys)}</div>
      <div class="colours">
        ${weightLegend(keys, this.byRow)}
        <label><input type="checkbox" class="by-row" @change=${this.#onByRow} />each row’s largest weight in the strongest colour</label>
      </div>
      ${this.#note(figure, queries, keys)}`;
  }

  #sentence(figure: Figure, { head, query, key }: Choice, decimals: number): TemplateResult {
    const { tokens, keyTokens } = this.exploration;
    const why = hiddenBy(figure, query, key);
    const weight = formatWeight(cellOf(tableOf(figure, 'weights', head)!, query, key), decimals);
    return html`${tokenName(tokens[query]?.text)} (row ${query + 1})
      ${
        why
          ? html`does not see ${tokenName(keyTokens[key]?.text)} (column ${key + 1}): it is hidden.`
          : html`gives ${tokenName(keyTokens[key]?.text)} (column ${key + 1}) the weight <b>${weight}</b>.`
      }`;
  }

  /** What a screen reader says while a reader walks on the picture. */
  #spoken(figure: Figure, choice: Choice, decimals: number): unknown {
    const walks = this.shadowRoot?.activeElement instanceof HTMLCanvasElement;
    return walks ? this.#sentence(figure, choice, decimals) : nothing;
  }

  #note(figure: Figure, queries: number, keys: number): unknown {
    const most = (cells: number, pixels: number | undefined) => Math.ceil(cells / (pixels ?? cells));
    const [down, across] = [most(queries, this.#size?.height), most(keys, this.#size?.width)];
    const hides = figure.causal || figure.hiddenKeys.size > 0;
    return html`<p class="note">
      ${down * across > 1 ? `A dot of the picture stands for up to ${down} × ${across} weights and has the largest one’s colour.` : nothing}
      ${hides ? 'Hatched: hidden, so exactly 0.' : nothing}
    </p>`;
  }

  /** One query or key on or back: a finger is wider than a cell. */
  #stepper(axis: 'query' | 'key', count: number): TemplateResult {
    const { exploration } = this;
    const index = exploration.choice[axis];
    const to = (next: number) => () => exploration.choose({ [axis]: next, table: 'weights' });
    return html`<span class="stepper" role="group" aria-label=${axis}>
      <span>${axis}</span>
      <button aria-label=${`previous ${axis}`} ?disabled=${index === 0} @click=${to(index - 1)}>‹</button>
      <input
        class="field"
        type="number"
        min="1"
        max=${count}
        aria-label=${`${axis}, from 1 to ${count}`}
        .value=${String(index + 1)}
        @change=${(event: Event) => {
          const field = event.target as HTMLInputElement;
          const asked = Math.round(field.valueAsNumber);
          if (asked >= 1 && asked <= count) to(asked - 1)();
          else field.value = String(index + 1);
        }}
      />
      <button aria-label=${`next ${axis}`} ?disabled=${index >= count - 1} @click=${to(index + 1)}>›</button>
    </span>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { exploration } = this;
    const { figure, shown, choice } = exploration;
    const canvas = this.renderRoot.querySelector('canvas');
    if (!figure || !canvas) return;
    const frame = canvas.parentElement!;
    const [L, S] = [figure.tokens.length, figure.keyTokens.length];
    const place = (name: string, index: number, count: number) =>
      frame.style.setProperty(name, `${((index + 0.5) / count) * 100}%`);
    place('--query', shown.query, L);
    place('--key', shown.key, S);
    place('--chosen-query', choice.query, L);
    place('--chosen-key', choice.key, S);
    // Through the object model: a strict policy forbids style attributes.
    for (const label of this.renderRoot.querySelectorAll<HTMLElement>('[data-at]'))
      label.style.setProperty('--at', label.dataset.at!);
    this.style.setProperty('--shape', String(Math.min(2, Math.max(0.5, S / L))));
    this.#observe(canvas);
    const picture = { figure, head: shown.head, byRow: this.byRow ?? false };
    if (!isSame(picture, this.#of)) this.#begin(canvas, picture);
  }

  /** Paints another picture: at once where that takes no time, else block by block; an older one is given up. */
  #begin(canvas: HTMLCanvasElement, picture: Picture): void {
    const { attention } = this.exploration;
    const { figure, head, byRow } = picture;
    const call = headCall(figure, head);
    if (!attention || !call) return;
    this.#painting?.abort();
    const before = this.#of;
    this.#of = picture;
    const hidden = { causal: figure.causal, keys: figure.hiddenKeys };
    this.#cells = new HeatMapCells(call.queries.rows, call.keys.rows, hidden, {
      byRow,
      before: this.#cells,
    });
    this.failed = undefined;
    if (call.queries.rows * call.keys.rows <= AT_ONCE) {
      this.#add(canvas, 0, weightsOf(attention, call));
      this.#finish();
      return;
    }
    const painting = new AbortController();
    this.#painting = painting;
    this.#markOld(before);
    this.#paintBlocks(canvas, call, painting.signal).then(
      () => this.#finish(),
      (error) => {
        if (painting.signal.aborted) return;
        this.failed = error instanceof Error ? error.message : String(error);
        this.#finish();
      },
    );
  }

  async #paintBlocks(canvas: HTMLCanvasElement, call: AttendCall, signal: AbortSignal): Promise<void> {
    for await (const { first, weights } of weightBlocks(this.exploration.attention!, call, signal)) {
      signal.throwIfAborted();
      this.#add(canvas, first, weights);
      this.#showProgress((first + weights.rows) / call.queries.rows);
    }
  }

  #add(canvas: HTMLCanvasElement, first: number, weights: Matrix): void {
    const cells = this.#cells!;
    const from = cells.filled;
    cells.add(first, weights);
    this.#paint(canvas, from);
  }

  #paint(canvas: HTMLCanvasElement, from: number): void {
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context || !this.#cells || !this.#fit(canvas)) return;
    this.#colours ??= heatMapColours(isDark(canvas) ? 'dark' : 'light', devicePixelRatio);
    paintFilled(context, this.#cells, from, this.#colours);
  }

  /** A canvas with a pixel for each of the screen's; what is on it is kept, stretched. False while it has no size. */
  #fit(canvas: HTMLCanvasElement): boolean {
    this.#size ??= sizeOf(canvas.clientWidth * devicePixelRatio, canvas.clientHeight * devicePixelRatio);
    const { width, height } = this.#size;
    if (width * height === 0) return false;
    if (canvas.width === width && canvas.height === height) return true;
    const old = document.createElement('canvas');
    Object.assign(old, { width: canvas.width, height: canvas.height });
    old.getContext('2d')?.drawImage(canvas, 0, 0);
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.imageSmoothingEnabled = false;
    context.drawImage(old, 0, 0, width, height);
    return true;
  }

  #observe(canvas: HTMLCanvasElement): void {
    if (this.#resized) return;
    this.#resized = new ResizeObserver(([entry]) => {
      const exact = entry!.devicePixelContentBoxSize?.[0];
      const { width, height } = entry!.contentRect;
      const size = exact
        ? sizeOf(exact.inlineSize, exact.blockSize)
        : sizeOf(width * devicePixelRatio, height * devicePixelRatio);
      if (size.width === this.#size?.width && size.height === this.#size.height) return;
      this.#size = size;
      this.#colours = undefined;
      this.#paint(canvas, 0);
      this.requestUpdate();
    });
    try {
      this.#resized.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      this.#resized.observe(canvas);
    }
  }

  readonly #onByRow = (event: Event): void => {
    this.byRow = (event.target as HTMLInputElement).checked;
  };

  /** The colour of the canvas is another in either theme, whoever switches it, and says so when it has changed. */
  readonly #onThemeChange = (event: TransitionEvent): void => {
    this.#colours = undefined;
    this.#paint(event.currentTarget as HTMLCanvasElement, 0);
  };

  /** The picture is of other numbers until it is painted over; after a while a reader is told. */
  #markOld(before: Picture | undefined): void {
    this.#showProgress(0);
    const label = this.renderRoot.querySelector('.previous span');
    const sameText =
      before?.figure.tokens === this.#of!.figure.tokens &&
      before.figure.keyTokens === this.#of!.figure.keyTokens;
    if (label) label.textContent = !before ? '' : sameText ? 'previous numbers' : 'previous text';
    this.#late ??= setTimeout(() => {
      this.renderRoot.querySelector('.frame')?.classList.add('late');
      this.#progressBar?.toggleAttribute('hidden', false);
    }, PATIENCE);
  }

  get #progressBar(): Element | null {
    return this.renderRoot.querySelector('.progress');
  }

  #showProgress(share: number): void {
    const frame = this.renderRoot.querySelector<HTMLElement>('.frame');
    frame?.style.setProperty('--painted', `${share * 100}%`);
    this.#progressBar?.setAttribute('aria-valuenow', String(Math.round(share * 100)));
  }

  #finish(): void {
    this.#painting = undefined;
    clearTimeout(this.#late);
    this.#late = undefined;
    this.renderRoot.querySelector('.frame')?.classList.remove('late');
    this.#progressBar?.toggleAttribute('hidden', true);
  }

  readonly #onPoint = (event: PointerEvent): void => {
    if (isPointedAt(event)) this.exploration.preview({ ...this.#at(event), table: 'weights' });
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { figure, choice } = this.exploration;
    if (!figure || event.altKey || event.metaKey) return;
    const { head, query, key } = choice;
    const next = leapInTable(figure, { table: 'weights', head, row: query, column: key }, event);
    if (!next) return;
    this.exploration.chooseCell(next);
    event.preventDefault();
  };

  #at(event: MouseEvent): { query: number; key: number } {
    const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
    const { tokens, keyTokens } = this.exploration;
    const index = (share: number, n: number) => Math.max(0, Math.min(n - 1, Math.floor(share * n)));
    return {
      query: index((event.clientY - top) / height, tokens.length),
      key: index((event.clientX - left) / width, keyTokens.length),
    };
  }
}

function isSame(one: Picture, other: Picture | undefined): boolean {
  return one.figure === other?.figure && one.head === other.head && one.byRow === other.byRow;
}

function sizeOf(width: number, height: number): { width: number; height: number } {
  const within = (pixels: number) => Math.min(MOST_PIXELS, Math.round(pixels));
  return { width: within(width), height: within(height) };
}

function isDark(canvas: HTMLCanvasElement): boolean {
  return getComputedStyle(canvas).color === 'rgb(255, 255, 255)';
}
