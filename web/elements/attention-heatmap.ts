import { css, html, type PropertyValues } from 'lit';
import { STEPS, weightPalette } from './colour.ts';
import { ExplorationView } from './exploration-view.ts';
import type { Figure } from './figure.ts';
import { formatWeight } from './number-format.ts';
import { theme } from './styles/theme.ts';
import { cellOf, tableOf } from './tables.ts';
import { tokenName } from './token-name.ts';

/** All weights of a head as one picture: a pixel a weight, for texts whose table nobody could read. */
export class AttentionHeatmap extends ExplorationView {
  static override styles = [
    theme,
    css`
      :host {
        display: block;
      }
      .frame {
        position: relative;
        width: min(100%, 640px);
        aspect-ratio: 1;
      }
      canvas {
        width: 100%;
        height: 100%;
        image-rendering: pixelated;
        border: 1px solid var(--_line);
        cursor: crosshair;
      }
      p {
        margin: 6px 0;
      }
    `,
  ];

  #drawn: { figure: Figure; head: number; dark: boolean } | undefined;

  protected override render(): unknown {
    const { figure, shown, tokens, decimals } = this.exploration;
    const weights = figure && tableOf(figure, 'weights', shown.head);
    if (!figure || !weights) return html``;
    const weight = formatWeight(cellOf(weights, shown.query, shown.key), decimals);
    const name = (index: number) => tokenName(tokens[index]?.text);
    return html`<p>${name(shown.query)} (row ${shown.query + 1}) gives ${name(shown.key)} (column ${shown.key + 1}) the weight <b>${weight}</b>.</p>
      <div class="frame">
        <canvas
          width=${weights.cols}
          height=${weights.rows}
          role="img"
          aria-label=${`Weights of ${weights.rows} queries (rows) over ${weights.cols} keys (columns); the numbers of one row are in the table beside it.`}
          @pointermove=${(event: PointerEvent) => this.exploration.preview(this.#at(event))}
          @pointerleave=${() => this.exploration.preview(undefined)}
          @click=${(event: PointerEvent) => this.exploration.choose({ ...this.#at(event), table: 'weights' })}
        ></canvas>
      </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { figure, shown } = this.exploration;
    const canvas = this.renderRoot.querySelector('canvas');
    const dark = getComputedStyle(this).colorScheme.startsWith('dark') || this.#prefersDark();
    const same =
      this.#drawn?.figure === figure && this.#drawn?.head === shown.head && this.#drawn?.dark === dark;
    if (!figure || !canvas || same) return;
    this.#drawn = { figure, head: shown.head, dark };
    paint(canvas, figure, shown.head, dark);
  }

  #prefersDark(): boolean {
    const scheme = getComputedStyle(this).colorScheme;
    return scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches;
  }

  #at(event: PointerEvent): { query: number; key: number } {
    const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
    const { tokens, keyTokens } = this.exploration;
    const index = (share: number, n: number) => Math.max(0, Math.min(n - 1, Math.floor(share * n)));
    return {
      query: index((event.clientY - top) / height, tokens.length),
      key: index((event.clientX - left) / width, keyTokens.length),
    };
  }
}

function paint(canvas: HTMLCanvasElement, figure: Figure, head: number, dark: boolean): void {
  const weights = tableOf(figure, 'weights', head);
  const context = canvas.getContext('2d');
  if (!weights || !context || weights.rows * weights.cols === 0) return;
  const palette = new Uint32Array(weightPalette(dark ? 'dark' : 'light').buffer);
  const image = context.createImageData(weights.cols, weights.rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0; row < weights.rows; row++)
    for (let column = 0; column < weights.cols; column++)
      pixels[row * weights.cols + column] =
        palette[Math.round(Math.sqrt(Math.min(1, cellOf(weights, row, column))) * STEPS)] ?? 0;
  context.putImageData(image, 0, 0);
}
