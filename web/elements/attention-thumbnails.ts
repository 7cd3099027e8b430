import { css, html, isServer, nothing, svg, type TemplateResult } from 'lit';
import { plural } from './counts.ts';
import { ExplorationView } from './exploration-view.ts';
import { type Figure, isLong } from './figure.ts';
import { headControls, headStyles } from './heads.ts';
import { HeatMapCells, heatMapColours, paintFilled } from './heat-map-painter.ts';
import { weightLegend } from './legend.ts';
import { headCall, weightBlocks, weightsOf } from './long-text-pool.ts';
import { cellColours } from './styles/cells.ts';
import { legendStyles } from './styles/legend.ts';
import { theme } from './styles/theme.ts';

/** Pixels of a thumbnail's longer side; it is drawn half as large. */
const PIXELS = 256;

/** One small heat map a head; a click opens that head everywhere. */
export class AttentionThumbnails extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    headStyles,
    legendStyles,
    css`
      :host {
        display: block;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 14px;
        margin: 0 0 10px;
        padding: 0;
        list-style: none;
      }
      .thumb {
        display: grid;
        gap: 4px;
        padding: 6px;
        text-align: start;
      }
      .thumb[aria-pressed='true'] {
        outline: 2px solid var(--_ink);
        outline-offset: -1px;
        font-weight: 650;
      }
      .thumb:focus-visible {
        outline: 3px solid var(--_accent);
      }
      .picture {
        position: relative;
        display: block;
        line-height: 0;
      }
      canvas {
        color: light-dark(#000, #fff);
        /* A change of theme ends with an event, on which the picture is painted anew. */
        transition: color 1ms !important;
      }
      svg.mark {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        overflow: visible;
        pointer-events: none;
      }
      .mark rect {
        fill: none;
        stroke: var(--_ink);
        stroke-width: 1.5;
      }
      .mark .paper {
        stroke: var(--_paper);
        stroke-width: 4;
      }
      p {
        margin: 0 0 8px;
        max-width: 44em;
        font: 16px/1.5 var(--_serif);
      }
      .note {
        color: var(--_soft);
        font-size: 15px;
      }
      .failure {
        color: var(--_error);
      }
    `,
  ];

  #painted: Figure | undefined;
  #painting: AbortController | undefined;
  #cells: HeatMapCells[] = [];
  #visible = false;
  #failure = '';
  /** Of a long text nothing is computed for pictures that nobody looks at. */
  readonly #seen = isServer
    ? undefined
    : new IntersectionObserver((entries) => {
        this.#visible = entries.at(-1)!.isIntersecting;
        if (this.#visible) this.#paint();
      });

  override connectedCallback(): void {
    super.connectedCallback();
    this.#seen?.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#seen?.disconnect();
    this.#giveUp();
  }

  protected override render(): unknown {
    const { exploration } = this;
    const { figure } = exploration;
    if (!figure?.heads.length || figure.keyTokens.length === 0) return nothing;
    const { heads } = figure;
    const [L, S] = [figure.tokens.length, figure.keyTokens.length];
    const [down, across] = [L, S].map((tokens) => Math.ceil(tokens / PIXELS));
    return html`<ul aria-label="Heads">
        ${heads.map((_, head) => this.#thumbnail(figure, head))}
      </ul>
      ${
        down! * across! > 1
          ? html`<p class="note">A dot stands for ${down} × ${across} weights and has the largest one’s colour.</p>`
          : nothing
      }
      ${this.#failure ? html`<p class="failure" role="alert">${this.#failure}</p>` : nothing}
      ${weightLegend(S)}
      <p class="note">
        ${
          heads.length === 1
            ? 'There is one head. Choose more of them, and each, with tables W of its own, makes its own picture of the same words:'
            : `${plural(heads.length, 'heads')}, each with its own part of the tables: choose one, and it is shown everywhere on this page.`
        }
      </p>
      ${heads.length === 1 ? headControls(exploration) : nothing}`;
  }

  #thumbnail({ tokens, keyTokens }: Figure, head: number): TemplateResult {
    const { exploration } = this;
    const { choice } = exploration;
    const [L, S] = [tokens.length, keyTokens.length];
    const { width, height } = sizeOf(L, S);
    const open = choice.head === head;
    // On a cell too small to be seen the mark is as large as can be.
    const [markWidth, markHeight] = [Math.max(width / S, 6), Math.max(height / L, 6)];
    const x = ((choice.key + 0.5) * width) / S - markWidth / 2;
    const y = ((choice.query + 0.5) * height) / L - markHeight / 2;
    const rect = (kind: string) =>
      svg`<rect class=${kind} x=${x} y=${y} width=${markWidth} height=${markHeight} vector-effect="non-scaling-stroke" />`;
    return html`<li>
      <button class="thumb" aria-pressed=${open ? 'true' : 'false'} @click=${() => exploration.choose({ head })}>
        <span class="picture">
          <canvas
            width=${width}
            height=${height}
            data-head=${head}
            role="img"
            aria-label="weights of ${L} queries (rows) over ${S} keys (columns)"
            @transitionend=${() => this.#repaint()}
          ></canvas>
          <svg class="mark" viewBox="0 0 ${width} ${height}" aria-hidden="true">${rect('paper')} ${rect('ink')}</svg>
        </span>
        <span>head ${head + 1}${open ? ', shown' : ''}</span>
      </button>
    </li>`;
  }

  protected override updated(changed: Parameters<ExplorationView['updated']>[0]): void {
    super.updated(changed);
    for (const canvas of this.#canvases) {
      // Through the object model: a strict policy forbids style attributes.
      canvas.style.setProperty('width', `${canvas.width / 2}px`);
      canvas.style.setProperty('height', `${canvas.height / 2}px`);
    }
    const { figure } = this.exploration;
    if (this.#visible || (figure && !isLong(figure))) this.#paint();
    else if (this.#painted !== figure) this.#giveUp();
  }

  get #canvases(): HTMLCanvasElement[] {
    return [...this.renderRoot.querySelectorAll('canvas')];
  }

  #giveUp(): void {
    this.#painting?.abort();
    this.#painting = undefined;
    this.#painted = undefined;
  }

  /** Paints the figure's heads, unless they are painted or are being painted. */
  #paint(): void {
    const { figure, attention } = this.exploration;
    if (!figure?.heads.length || !attention || this.#painted === figure || this.#canvases.length === 0)
      return;
    this.#giveUp();
    this.#painted = figure;
    this.#failure = '';
    const [L, S] = [figure.tokens.length, figure.keyTokens.length];
    this.#cells = figure.heads.map(
      () => new HeatMapCells(L, S, { causal: figure.causal, keys: figure.hiddenKeys }, { most: PIXELS }),
    );
    if (!isLong(figure)) {
      for (const head of figure.heads.keys())
        this.#add(head, 0, weightsOf(attention, headCall(figure, head)!));
      return;
    }
    const painting = new AbortController();
    this.#painting = painting;
    this.#paintLong(figure, painting.signal).catch((error) => {
      if (painting.signal.aborted) return;
      this.#failure = error instanceof Error ? error.message : String(error);
      this.requestUpdate();
    });
  }

  /** A block of rows at a time, so that all weights are never there at once; a newer figure cancels it. */
  async #paintLong(figure: Figure, signal: AbortSignal): Promise<void> {
    const { attention } = this.exploration;
    for (const head of figure.heads.keys()) {
      for await (const { first, weights } of weightBlocks(attention!, headCall(figure, head)!, signal)) {
        signal.throwIfAborted();
        this.#add(head, first, weights);
      }
    }
  }

  #add(head: number, first: number, weights: Parameters<HeatMapCells['add']>[1]): void {
    const cells = this.#cells[head]!;
    const from = cells.filled;
    cells.add(first, weights);
    this.#show(head, from);
  }

  #repaint(): void {
    for (const head of this.#cells.keys()) this.#show(head, 0);
  }

  #show(head: number, from: number): void {
    const canvas = this.#canvases[head];
    const context = canvas?.getContext('2d', { willReadFrequently: true });
    if (!canvas || !context) return;
    const dark = getComputedStyle(canvas).color === 'rgb(255, 255, 255)';
    paintFilled(context, this.#cells[head]!, from, heatMapColours(dark ? 'dark' : 'light', 2));
  }
}

/** As many rows and columns as there are, in the shape of the weights; none is too thin to be seen. */
function sizeOf(queries: number, keys: number): { width: number; height: number } {
  const most = Math.max(queries, keys);
  const side = (tokens: number) => Math.max(32, Math.round((tokens / most) * PIXELS));
  return { width: side(keys), height: side(queries) };
}
