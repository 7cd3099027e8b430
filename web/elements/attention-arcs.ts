import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import {
  type Arc,
  type ArcsInput,
  arcHeight,
  arcPath,
  arcStep,
  arcsOf,
  arcWidth,
  PALEST,
  sidesOf,
} from './arcs.ts';
import { STEPS } from './colour.ts';
import { plural } from './counts.ts';
import { ExplorationView, isPointedAt } from './exploration-view.ts';
import { type Figure, hiddenBy } from './figure.ts';
import { formatWeight } from './number-format.ts';
import { arcsStyles } from './styles/arcs.ts';
import { cellColours } from './styles/cells.ts';
import { theme } from './styles/theme.ts';
import { cellOf, tableOf } from './tables.ts';
import { tokenName } from './token-name.ts';

/** Steps of the threshold's slider, which runs over square roots, as the colours do. */
const SLIDER = 100;

/** How far from a line, in CSS pixels, a pointer still means it. */
const REACH = 9;

type Side = 'query' | 'key';

/** Whose lines are drawn: all, or those of the chosen token of one side. */
type Whose = 'all' | Side;

/** The weights as lines between two columns of tokens: queries at the left, keys at the right. */
export class AttentionArcs extends ExplorationView {
  static override styles = [theme, cellColours, arcsStyles];

  /** As the reader has set it; until then the even share. */
  #threshold: number | undefined;
  #whose: Whose = 'all';
  /** The token pointed at shows its lines alone. */
  #hovered: { readonly side: Side; readonly index: number } | undefined;
  #focus: Side | undefined;
  #lines: { readonly input: ArcsInput; readonly arcs: readonly Arc[] } | undefined;

  protected override render(): unknown {
    const { figure, choice, shown } = this.exploration;
    if (!figure?.heads.length || figure.keyTokens.length === 0) return nothing;
    const sides = sidesOf(figure, choice);
    const input = { figure, head: shown.head, ...sides, threshold: this.#threshold };
    const arcs = this.#arcs(input).filter((arc) => this.#isWanted(arc));
    const row = Math.max(sides.queries.length, sides.keys.length) > 24 ? 20 : 24;
    const height = row * Math.max(sides.queries.length, sides.keys.length);
    return html`${this.#controls(figure)} ${this.#reading(input, arcs)}
      <div class="arcs ${row === 20 ? 'many' : ''}">
        ${this.#side('query', sides.queries)}
        <svg
          viewBox="0 0 100 ${height}"
          height=${height}
          preserveAspectRatio="none"
          role="img"
          aria-label="A line from each query, at the left, to each key, at the right, that it takes more than the threshold from"
          @pointermove=${(event: PointerEvent) => this.#point(event, input, arcs, row)}
          @pointerleave=${() => this.exploration.preview(undefined)}
          @click=${(event: PointerEvent) => this.#click(event, input, arcs, row)}
        >
          ${this.#groups(input, arcs, row)} ${this.#chosen(input, arcs, row)}
        </svg>
        ${this.#side('key', sides.keys)}
      </div>
      ${legend()}`;
  }

  protected override updated(changed: Parameters<ExplorationView['updated']>[0]): void {
    super.updated(changed);
    if (!this.#focus) return;
    this.renderRoot.querySelector<HTMLElement>(`.${this.#focus} [tabindex="0"]`)?.focus();
    this.#focus = undefined;
  }

  #arcs(input: ArcsInput): readonly Arc[] {
    const before = this.#lines?.input;
    const same =
      before?.figure === input.figure &&
      before.head === input.head &&
      before.threshold === input.threshold &&
      before.queries[0] === input.queries[0] &&
      before.keys[0] === input.keys[0];
    if (!same) this.#lines = { input, arcs: arcsOf(input) };
    return this.#lines!.arcs;
  }

  #isWanted(arc: Arc): boolean {
    if (this.#hovered) return arc[this.#hovered.side] === this.#hovered.index;
    return this.#whose === 'all' || arc[this.#whose] === this.exploration.shown[this.#whose];
  }

  #controls(figure: Figure): TemplateResult {
    const { decimals } = this.exploration;
    const keys = figure.keyTokens.length;
    const own = this.#threshold !== undefined;
    const threshold = this.#threshold ?? 1 / keys;
    const text = formatWeight(threshold, decimals);
    const each = figure.causal || figure.hiddenKeys.size > 0;
    const even = each ? 'each query’s even share of the keys it sees' : `the even share, 1/${keys}`;
    const whose = (value: Whose, text: string) => html`<button
      aria-pressed=${this.#whose === value ? 'true' : 'false'}
      @click=${() => {
        this.#whose = value;
        this.requestUpdate();
      }}
    >
      ${text}
    </button>`;
    return html`<div class="controls">
      <label
        >threshold
        <input
          type="range"
          class="threshold"
          min="0"
          max=${SLIDER}
          step="1"
          aria-valuetext=${own || !each ? text : even}
          .value=${live(String(Math.round(Math.sqrt(threshold) * SLIDER)))}
          @input=${(event: Event) => {
            this.#threshold = ((event.target as HTMLInputElement).valueAsNumber / SLIDER) ** 2;
            this.requestUpdate();
          }}
        />
        <output>${own || !each ? text : nothing}</output></label
      >
      ${
        own
          ? html`<button
              class="even"
              @click=${() => {
                this.#threshold = undefined;
                this.requestUpdate();
              }}
            >
              ${even}
            </button>`
          : html`<span class="note">${even}</span>`
      }
      <div class="choices" role="group" aria-label="Whose lines">
        ${whose('all', 'all lines')} ${whose('query', 'the chosen query’s')} ${whose('key', 'the chosen key’s')}
      </div>
    </div>`;
  }

  /** What is drawn, and the chosen line's number. */
  #reading({ figure, head, queries, keys }: ArcsInput, arcs: readonly Arc[]): TemplateResult {
    const { shown, decimals } = this.exploration;
    const weights = tableOf(figure, 'weights', head)!;
    const weight = cellOf(weights, shown.query, shown.key);
    const drawn = arcs.some(({ query, key }) => query === shown.query && key === shown.key);
    const hidden = hiddenBy(figure, shown.query, shown.key);
    const part = (name: string, of: readonly number[], all: number) =>
      of.length < all ? ` ${name} ${of[0]! + 1} to ${of.at(-1)! + 1} of ${all} are drawn.` : '';
    return html`<p class="reading">
      <b
        >${tokenName(figure.tokens[shown.query]?.text)} takes
        ${hidden ? 'nothing' : html`<span class="number">${formatWeight(weight, decimals)}</span>`} from
        ${tokenName(figure.keyTokens[shown.key]?.text)}</b
      >${hidden ? ', which is hidden from it' : drawn ? '' : ': not above the threshold, so dashed'}.
      ${plural(arcs.length, 'lines')} of ${plural(queries.length * keys.length, 'pairs')}.${part('Queries', queries, figure.tokens.length)}${part('Keys', keys, figure.keyTokens.length)}
    </p>`;
  }

  #side(side: Side, indices: readonly number[]): TemplateResult {
    const { exploration } = this;
    const { figure, choice } = exploration;
    const tokens = side === 'query' ? figure!.tokens : figure!.keyTokens;
    return html`<div class="side ${side}">
      <div class="title" id=${side}>${side === 'query' ? 'queries' : 'keys'}</div>
      <ul
        aria-labelledby=${side}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, side, tokens.length)}
        @pointerleave=${() => this.#hover(undefined)}
      >
        ${indices.map(
          (index) => html`<li>
            <button
              tabindex=${choice[side] === index ? '0' : '-1'}
              aria-pressed=${choice[side] === index ? 'true' : 'false'}
              @click=${() => this.#chooseToken(side, index)}
              @pointerenter=${(event: PointerEvent) => isPointedAt(event) && this.#hover({ side, index })}
            >
              ${tokenName(tokens[index]?.text)}
            </button>
          </li>`,
        )}
      </ul>
    </div>`;
  }

  #hover(token: { side: Side; index: number } | undefined): void {
    this.#hovered = token;
    this.exploration.preview(token && { table: 'weights', [token.side]: token.index });
  }

  #chooseToken(side: Side, index: number): void {
    this.#whose = side;
    this.#hovered = undefined;
    this.exploration.choose({ table: 'weights', [side]: index });
  }

  /** Up and down along a side, left and right from one to the other. */
  #onKey(event: KeyboardEvent, side: Side, length: number): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.exploration.choice[side];
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: length - 1 }[event.key];
    if (to !== undefined) {
      this.#hovered = undefined;
      this.exploration.choose({ table: 'weights', [side]: Math.max(0, Math.min(length - 1, to)) });
      this.#focus = side;
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      this.#focus = event.key === 'ArrowLeft' ? 'query' : 'key';
      this.requestUpdate();
    } else return;
    event.preventDefault();
  }

  /** Lines of one step are one path: thousands of them are quickly drawn. */
  #groups({ queries, keys }: ArcsInput, arcs: readonly Arc[], row: number): unknown {
    const paths = new Map<number, string>();
    const y = (index: number, of: readonly number[]) => (index - of[0]! + 0.5) * row;
    for (const { query, key, weight } of arcs) {
      const step = arcStep(weight);
      paths.set(step, (paths.get(step) ?? '') + arcPath(y(query, queries), y(key, keys)));
    }
    return [...paths].map(
      ([step, path]) => svg`<path class="w${step}" d=${path} stroke-width=${arcWidth(step)} />`,
    );
  }

  #chosen({ figure, head, queries, keys }: ArcsInput, arcs: readonly Arc[], row: number): unknown {
    const { query, key } = this.exploration.shown;
    if (!queries.includes(query) || !keys.includes(key) || hiddenBy(figure, query, key)) return nothing;
    const weight = cellOf(tableOf(figure, 'weights', head)!, query, key);
    const path = arcPath((query - queries[0]! + 0.5) * row, (key - keys[0]! + 0.5) * row);
    if (!arcs.some((arc) => arc.query === query && arc.key === key))
      return svg`<path class="chosen below" d=${path} stroke-width="1.5" />`;
    const step = arcStep(weight);
    const width = arcWidth(step);
    return svg`<path class="halo" d=${path} stroke-width=${width + 7} />
      <path class="chosen" d=${path} stroke-width=${width + 4} />
      <path class="w${step}" d=${path} stroke-width=${width} />`;
  }

  #point(event: PointerEvent, input: ArcsInput, arcs: readonly Arc[], row: number): void {
    if (!isPointedAt(event)) return;
    const arc = nearest(event, input, arcs, row);
    const { table, query, key } = this.exploration.shown;
    if (arc?.query === query && arc.key === key && table === 'weights') return;
    this.exploration.preview(arc && { table: 'weights', query: arc.query, key: arc.key });
  }

  #click(event: PointerEvent, input: ArcsInput, arcs: readonly Arc[], row: number): void {
    const arc = nearest(event, input, arcs, row);
    if (arc) this.exploration.choose({ table: 'weights', query: arc.query, key: arc.key });
  }
}

/** The line that is nearest above or below the pointer. */
function nearest(
  event: PointerEvent,
  { queries, keys }: ArcsInput,
  arcs: readonly Arc[],
  row: number,
): Arc | undefined {
  const { left, top, width } = (event.currentTarget as Element).getBoundingClientRect();
  const across = Math.min(1, Math.max(0, (event.clientX - left) / width));
  const down = event.clientY - top;
  let best: Arc | undefined;
  let distance = REACH;
  for (const arc of arcs) {
    const from = (arc.query - queries[0]! + 0.5) * row;
    const to = (arc.key - keys[0]! + 0.5) * row;
    const away = Math.abs(arcHeight(from, to, across) - down);
    if (away <= distance) [best, distance] = [arc, away];
  }
  return best;
}

/** Lines of some weights. */
function legend(): TemplateResult {
  const least = (PALEST / STEPS) ** 2;
  const samples = [least, 0.25, 0.5, 1];
  return html`<svg
    class="legend"
    role="img"
    aria-label="A line is the darker and wider the larger its weight, from ${formatWeight(least, 2)} and less to 1."
    viewBox="0 0 272 34"
    width="272"
    height="34"
  >
    ${samples.map((weight, i) => {
      const step = arcStep(weight);
      const text = i === 0 ? `≤ ${formatWeight(weight, 2)}` : String(weight);
      return svg`<path class="w${step}" d="M${8 + i * 66} 8h52" stroke-width=${arcWidth(step)} /><text x=${34 + i * 66} y="30" text-anchor="middle">${text}</text>`;
    })}
  </svg>`;
}
