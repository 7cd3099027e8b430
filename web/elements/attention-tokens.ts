import { css, html, nothing, svg, type TemplateResult, unsafeCSS } from 'lit';
import type { Matrix } from '../api/index.ts';
import type { Token } from '../tokenizers/token.ts';
import { weightClass } from './colour.ts';
import { count } from './counts.ts';
import { ExplorationView, isPointedAt } from './exploration-view.ts';
import { hiddenBy, seenKeys, seesNothing } from './figure.ts';
import { formatWeight } from './number-format.ts';
import { RowsOnDemand } from './rows-on-demand.ts';
import { cellColours } from './styles/cells.ts';
import { theme } from './styles/theme.ts';
import { type Cell, type Choice, cellOf, tableOf } from './tables.ts';
import { detailsHint, tokenDetails } from './token-details.ts';
import { tokenName } from './token-name.ts';
import { DRAWN, TokenStretch } from './token-stretch.ts';
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

/**
 * The tokens, with the chosen query's weights; choosing one makes it the query. Where another text has the keys, the
 * queries' tokens choose the query, and the keys' tokens have the weights.
 */
export class AttentionTokens extends ExplorationView {
  static override properties = {
    ...ExplorationView.properties,
    side: { attribute: false },
    details: { attribute: false },
  };
  /** Whose tokens they are, where queries and keys have a text each. */
  declare side: 'queries' | 'keys' | undefined;
  /** Whether each token has its number and its bytes below it. */
  declare details: boolean;

  readonly #stretch = new TokenStretch();

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
      ul:has(.details) {
        max-height: 330px;
      }
      .details {
        display: grid;
        justify-items: center;
        max-width: 11em;
        color: var(--_soft);
        font: 11px/1.35 var(--_sans);
      }
      .details .id {
        color: var(--_ink);
      }
      .running .details {
        margin-block-end: 4px;
      }
      button.jump {
        margin: 8px 0 -8px;
        padding: 2px 8px;
        border-color: var(--_line);
        font: 13px/1.4 var(--_sans);
      }
      button.jump.later {
        margin: 4px 0 0;
      }
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
    const { shown, figure } = exploration;
    const tokens = this.#tokens;
    if (tokens.length === 0) return nothing;
    // Where another text has the keys, it is those words that the weights are of.
    const answers = this.side !== 'queries';
    const weights =
      answers && figure && figure.tokens.length > 0 ? tableOf(figure, 'weights', shown.head) : undefined;
    const shares = weights ? rowOf(weights, shown.query, tokens.length) : undefined;
    const running = tokens.length > BARS_UP_TO;
    const kind = running ? 'running' : tokens.length > 8 ? '' : 'few';
    const { first, end } = this.#stretch.of(tokens.length, this.#chosen);
    const drawn = tokens.slice(first, end);
    const draw = shares && (running ? this.#underlined(shares) : this.#barred(shares));
    return html`${first > 0 ? this.#jump(-1, `‹ ${count(first)} earlier`) : nothing}
      <ul
        class="tokens ${kind}"
        aria-label=${this.side ? (answers ? 'tokens of the keys’ text' : 'tokens of your text') : 'tokens'}
        @pointerleave=${() => exploration.preview(undefined)}
      >
        ${drawn.map((token, i) => this.#token(token, first + i, draw?.(first + i)))}
      </ul>
      ${end < tokens.length ? this.#jump(1, `${count(tokens.length - end)} later ›`) : nothing}
      ${this.details && answers ? html`<p class="hint details-hint">${detailsHint(exploration.state.tokenizer)}</p>` : nothing}
      ${weights ? this.#hint(running) : nothing}`;
  }

  get #tokens(): readonly Token[] {
    return this.side === 'keys' ? this.exploration.keyTokens : this.exploration.tokens;
  }

  /** The token that a click chose: a query, or of the keys' text a key. */
  get #chosen(): number {
    const { query, key } = this.exploration.choice;
    return this.side === 'keys' ? key : query;
  }

  #jump(way: 1 | -1, label: string): TemplateResult {
    const go = () => {
      this.#stretch.go(way * DRAWN);
      this.requestUpdate();
    };
    return html`<button class="jump ${way < 0 ? 'earlier' : 'later'}" @click=${go}>${label}</button>`;
  }

  #hint(running: boolean): TemplateResult {
    const { tokens, keyTokens, shown, figure } = this.exploration;
    const seen = figure ? seenKeys(figure, shown.query).length : keyTokens.length;
    const who = tokenName(tokens[shown.query]?.text);
    if (figure && seesNothing(figure, shown.query))
      return html`<p class="hint">${who} takes nothing from any word: every key is hidden from it.</p>`;
    return html`<p class="hint">
        ${running ? 'Underlines' : 'Bars'}: how much ${who} takes from each word${
          running ? '.' : html`; the dashed line is an even share, 1/${seen}.`
        }
        ${this.side ? 'X′' : 'X'}: ${inputsCaption(this.exploration, keyTokens)}.
      </p>`;
  }

  #underlined(shares: ArrayLike<number>): (index: number) => Drawn {
    let most = 0;
    for (let i = 0; i < shares.length; i++) most = Math.max(most, shares[i]!);
    return (index) => ({
      above: nothing,
      underline: `u${most > 0 ? Math.round((shares[index]! / most) * UNDERLINES) : 0}`,
    });
  }

  #barred(shares: ArrayLike<number>): (index: number) => Drawn {
    const { figure, shown, decimals } = this.exploration;
    const blind = figure !== undefined && seesNothing(figure, shown.query);
    const even = 1 / (figure ? Math.max(1, seenKeys(figure, shown.query).length) : shares.length);
    const top = Math.max(2 * even, ...Array.from(shares));
    return (index) => {
      const share = shares[index]!;
      const hidden = figure !== undefined && hiddenBy(figure, shown.query, index) !== undefined;
      return {
        above: html`${blind ? nothing : bar(share, even, top)}
          <span class="share">${hidden ? 'hidden' : formatWeight(share, Math.min(decimals, 4))}</span>`,
        underline: '',
      };
    };
  }

  #token(token: Token, index: number, drawn: Drawn = { above: nothing, underline: '' }): TemplateResult {
    const { exploration } = this;
    const choice = this.side === 'keys' ? { key: index } : { query: index };
    return html`<li>
      <button
        class=${drawn.underline}
        aria-pressed=${this.#chosen === index ? 'true' : 'false'}
        @click=${(event: Event) => (isShare(event) ? exploration.chooseCell(this.#weightOf(index)) : exploration.choose(choice))}
        @pointerover=${(event: PointerEvent) => this.#preview(event, index, choice)}
      >
        ${drawn.above}${tokenName(token.text)}${this.details ? tokenDetails(token, exploration.state.tokenizer) : nothing}
      </button>
    </li>`;
  }

  /** A word is chosen as who asks or answers; the number above it, as what the chosen query gives it. */
  #preview(event: PointerEvent, index: number, choice: Partial<Choice>): void {
    if (!isPointedAt(event)) return;
    if (isShare(event)) this.exploration.previewCell(this.#weightOf(index));
    else this.exploration.preview(choice);
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

/** How a token's weight is drawn. */
interface Drawn {
  readonly above: unknown;
  readonly underline: string;
}

/** A row of weights; computed alone where rows are computed on demand. */
function rowOf(weights: Matrix, query: number, count: number): ArrayLike<number> {
  if (weights instanceof RowsOnDemand) return weights.row(query);
  return Array.from({ length: count }, (_, key) => cellOf(weights, query, key));
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
