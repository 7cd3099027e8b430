import { css, html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import { weightClass } from './colour.ts';
import { ExplorationView, isPointedAt } from './exploration-view.ts';
import { hiddenBy, isCross, seenKeys, seesNothing } from './figure.ts';
import { formatWeight } from './number-format.ts';
import { cellColours } from './styles/cells.ts';
import { theme } from './styles/theme.ts';
import { type Cell, cellOf, tableOf } from './tables.ts';
import { tokenName } from './token-name.ts';
import { inputsCaption } from './wording.ts';

const BAR_HEIGHT = 36;

/** Up to so many tokens each has its bar and number; more are running text, underlined by their weights. */
const BARS_UP_TO = 24;
/** Thicknesses of an underline. */
const UNDERLINES = 8;
const UNDERLINE_RULES = unsafeCSS(
  Array.from(
    { length: UNDERLINES },
    (_, i) => `.u${i + 1}{box-shadow:inset 0 -${i + 1}px light-dark(#8495c7,#637096)}`,
  ).join(''),
);

/** The tokens, with the chosen query's weights; choosing one makes it the query. */
export class AttentionTokens extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      /* Beside few of them there is room for V. */
      .few {
        max-width: 820px;
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 2px;
        margin: 14px 0 0;
        padding: 0;
        list-style: none;
        max-height: 204px;
        overflow: auto;
      }
      button {
        display: flex;
        flex-direction: column;
        align-items: center;
        justify-content: end;
        gap: 3px;
        min-width: 44px;
        padding: 2px 6px 4px;
        border-color: transparent;
        background: none;
        font: 17px/1.3 var(--_serif);
      }
      button[aria-pressed='true'] {
        border-color: var(--_ink);
        font-weight: 600;
      }
      li,
      button {
        max-width: 100%;
      }
      button bdi {
        max-width: min(16em, 100%);
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      svg {
        display: block;
      }
      .bar {
        fill: var(--step);
        stroke: light-dark(#22308a55, #b5ceff55);
        stroke-width: 0.5;
      }
      .even {
        stroke: var(--_ink);
        stroke-width: 1;
        stroke-dasharray: 2 2;
      }
      .share {
        font: 11px/1 var(--_sans);
        color: var(--_soft);
      }
      .running button {
        min-width: 0;
        min-height: 0;
        padding: 1px 3px 9px;
      }
      ${UNDERLINE_RULES}
      .hint {
        margin: 6px 0 0;
        color: var(--_soft);
      }
      @media print {
        button {
          display: flex !important;
        }
      }
      @container (max-width: 480px) {
        button {
          min-width: 40px;
          padding-inline: 4px;
          font-size: 16px;
        }
        .hint {
          display: none;
        }
      }
    `,
  ];

  protected override render(): unknown {
    const { exploration } = this;
    const { tokens, shown, figure } = exploration;
    if (tokens.length === 0) return nothing;
    // Weights are of the keys' words: of another text where there is one.
    const weights = figure && !isCross(figure) ? tableOf(figure, 'weights', shown.head) : undefined;
    const shares = tokens.map((_, key) => (weights ? cellOf(weights, shown.query, key) : 0));
    const running = tokens.length > BARS_UP_TO;
    const kind = running ? 'running' : tokens.length > 8 ? '' : 'few';
    return html`<ul class="tokens ${kind}" @pointerleave=${() => exploration.preview(undefined)}>
        ${!weights ? tokens.map((_, index) => this.#token(index, nothing, '')) : running ? this.#runningText(shares) : this.#bars(shares)}
      </ul>
      ${weights ? this.#hint(running) : nothing}`;
  }

  #hint(running: boolean): TemplateResult {
    const { tokens, shown, figure } = this.exploration;
    if (figure && seesNothing(figure, shown.query))
      return html`<p class="hint">
        ${tokenName(tokens[shown.query]?.text)} takes nothing from any word: every key is hidden from it.
      </p>`;
    return html`<p class="hint">
        ${running ? 'Underlines' : 'Bars'}: how much
        ${tokenName(tokens[shown.query]?.text)} takes from each word${
          running
            ? '.'
            : html`; the dashed line is an even share, 1/${figure ? seenKeys(figure, shown.query).length : tokens.length}.`
        }
        X: ${inputsCaption(this.exploration)}.
      </p>`;
  }

  #runningText(shares: readonly number[]): TemplateResult[] {
    const most = Math.max(...shares);
    return shares.map((share, index) =>
      this.#token(index, nothing, `u${most > 0 ? Math.round((share / most) * UNDERLINES) : 0}`),
    );
  }

  #bars(shares: readonly number[]): TemplateResult[] {
    const { figure, shown, decimals } = this.exploration;
    const blind = figure !== undefined && seesNothing(figure, shown.query);
    const even = 1 / (figure ? seenKeys(figure, shown.query).length || 1 : shares.length);
    const top = Math.max(2 * even, ...shares);
    return shares.map((share, index) => {
      const hidden = figure !== undefined && hiddenBy(figure, shown.query, index) !== undefined;
      return this.#token(
        index,
        html`${blind ? nothing : bar(share, even, top)}
          <span class="share">${hidden ? 'hidden' : formatWeight(share, Math.min(decimals, 4))}</span>`,
        '',
      );
    });
  }

  #token(index: number, above: unknown, underline: string): TemplateResult {
    const { exploration } = this;
    return html`<li>
      <button
        class=${underline}
        aria-pressed=${exploration.choice.query === index ? 'true' : 'false'}
        @click=${(event: Event) => this.#choose(event, index)}
        @pointerover=${(event: PointerEvent) => this.#preview(event, index)}
      >
        ${above}${tokenName(exploration.tokens[index]?.text)}
      </button>
    </li>`;
  }

  /** A word asks; the number above it is what the chosen word gives it. */
  #choose(event: Event, index: number): void {
    if (isShare(event)) this.exploration.chooseCell(this.#weightOf(index));
    else this.exploration.choose({ query: index });
  }

  #preview(event: PointerEvent, index: number): void {
    if (!isPointedAt(event)) return;
    if (isShare(event)) this.exploration.previewCell(this.#weightOf(index));
    else this.exploration.preview({ query: index });
  }

  #weightOf(key: number): Cell {
    const { head, query } = this.exploration.choice;
    return { table: 'weights', head, row: query, column: key };
  }
}

/** Whether a mouse is at the number above a word; a finger, which is wider than that, means the word. */
function isShare(event: Event): boolean {
  const { target } = event;
  const finger = event instanceof PointerEvent && event.pointerType === 'touch';
  return !finger && target instanceof Element && target.closest('.share') !== null;
}

/** A weight as a bar, with a dashed line at the even share. */
function bar(share: number, even: number, top: number): TemplateResult {
  const height = (share / top) * BAR_HEIGHT;
  const evenAt = BAR_HEIGHT + 1 - (even / top) * BAR_HEIGHT;
  return html`<svg viewBox="0 0 36 ${BAR_HEIGHT + 2}" width="36" height=${BAR_HEIGHT + 2} aria-hidden="true">
    ${svg`<rect class="bar ${weightClass(share)}" x="6" width="24" y=${BAR_HEIGHT + 1 - height} height=${height} />
    <path class="even" d="M0 ${evenAt}H36" />`}
  </svg>`;
}
