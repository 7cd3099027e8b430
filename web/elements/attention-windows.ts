import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { mathml } from 'lit/html.js';
import type { Token } from '../tokenizers/token.ts';
import { slidingWindows, type Windows } from '../tokenizers/windows.ts';
import { count, plural } from './counts.ts';
import { formula } from './formula.ts';
import { positionFormula, positionSums, twice } from './position-sums.ts';
import { ReadingSection } from './reading-section.ts';
import { MOST_TOKENS, WINDOWS_OF_LONG } from './sequence.ts';
import type { ShownWindow } from './state.ts';
import { cellColours } from './styles/cells.ts';
import { legendStyles } from './styles/legend.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';
import { windowStyles } from './styles/windows.ts';
import { tokenName } from './token-name.ts';
import { type WholeNumber, WholeNumberFields, wholeNumberStyles } from './whole-number-field.ts';
import { PAGE, pageCount, windowList } from './window-list.ts';

/** More tokens that are left over are counted and not named. */
const NAMED = 6;

/** How a text is cut to feed a model, and how its places are told. Until windows are asked for, what they would be. */
export class AttentionWindows extends ReadingSection {
  static override styles = [theme, cellColours, sectionStyles, legendStyles, wholeNumberStyles, windowStyles];

  readonly #fields = new WholeNumberFields(this);
  /** What is tried out here while the figure attends within the whole text. */
  #tried: ShownWindow = { length: 4, stride: 1, shown: 0 };
  #page = 0;
  /** The page follows the window that is shown, when that changes. */
  #pageOf: number | undefined;

  protected override drawnFrom(): readonly unknown[] {
    const { state, textTokens, tokens, decimals } = this.exploration;
    const { windows, settings, wordEdits } = state;
    const here = [this.#tried, this.#page, this.#fields.typing];
    return [textTokens, tokens, windows, settings, wordEdits, decimals, ...here];
  }

  protected override render(): unknown {
    const { exploration } = this;
    if (exploration.textTokens.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">A window at a time</h2>
      <p class="lead">
        A model is fed a text in pieces of one length, each starting a stride after the one before. At every place of such a
        window it is to answer with the token that comes next: its targets are its inputs, shifted by one.
      </p>
      ${this.#windowing()}
      <h3 id="places">Where a token stands</h3>
      ${this.#positions()}
    </section>`;
  }

  /** The text is too long to be looked at whole, whoever asks. */
  get #long(): boolean {
    return this.exploration.textTokens.length > MOST_TOKENS;
  }

  /** The windows that are, or that would be. */
  get #windows(): ShownWindow {
    const asked = this.exploration.state.windows;
    if (asked) return { ...asked, length: Math.min(asked.length, MOST_TOKENS) };
    return this.#long ? WINDOWS_OF_LONG : this.#tried;
  }

  get #on(): boolean {
    return this.exploration.state.windows !== undefined || this.#long;
  }

  #set(part: Partial<ShownWindow>): void {
    const windows = { ...this.#windows, ...part };
    if (this.#on) this.exploration.setWindows(windows);
    else this.#tried = windows;
    this.requestUpdate();
  }

  #turn(on: boolean): void {
    if (!on) this.#tried = this.#windows;
    this.exploration.setWindows(on ? this.#windows : undefined);
  }

  #windowing(): TemplateResult {
    const { exploration } = this;
    const windows = exploration.sequence.windows?.shown ?? this.#windows;
    const all = slidingWindows(exploration.textTokens, windows);
    const numbers: readonly WholeNumber[] = [
      {
        ...{ name: 'length', unit: 'tokens', value: windows.length, least: 1, most: MOST_TOKENS },
        because: 'a longer window’s weights could be neither computed nor drawn in time',
        set: (length) => this.#set({ length }),
      },
      {
        ...{ name: 'stride', unit: 'tokens', value: windows.stride, least: 1, most: 2_000_000 },
        because: 'no text here is longer',
        set: (stride) => this.#set({ stride }),
      },
    ];
    if (this.#pageOf !== windows.shown) {
      this.#pageOf = windows.shown;
      this.#page = Math.floor(windows.shown / PAGE);
    }
    return html`<div class="asked">
        ${numbers.map((number) => this.#fields.field(number))}
        <label class="check"
          ><input
            type="checkbox"
            class="within"
            ?disabled=${this.#long}
            .checked=${live(this.#on)}
            @change=${(event: Event) => this.#turn((event.target as HTMLInputElement).checked)}
          />
          attend within windows</label
        >
      </div>
      ${this.#fields.refusals(numbers)}
      <p class="state" role="status">${this.#stateOf(windows, all)}</p>
      ${all.count > 0 ? this.#list(windows, all) : nothing}`;
  }

  #stateOf(windows: ShownWindow, all: Windows<Token>): TemplateResult {
    const n = this.exploration.textTokens.length;
    if (all.count === 0)
      return html`This text has ${plural(n, 'tokens')}. A window of ${count(windows.length)} needs
      ${count(windows.length + 1)}, since its last token needs a next one: there is no window, and the text is looked at
      whole.`;
    const why = this.#long
      ? html`This text has ${plural(n, 'tokens')}. Above ${count(MOST_TOKENS)} a text is looked at a window at a time even
        if nobody asks: whole, each head would have ${count(n)} × ${count(n)} weights, more than can be computed and drawn
        while you type. `
      : nothing;
    return this.#on
      ? html`${why}The figure above attends within window ${count(windows.shown + 1)} of ${count(all.count)}: its
        ${plural(windows.length, 'tokens')} see nothing else of the text.`
      : html`Now the figure above attends within the whole text. Tick the box or choose a window, and it attends within that
        window alone.`;
  }

  #list(windows: ShownWindow, all: Windows<Token>): TemplateResult {
    const n = this.exploration.textTokens.length;
    const page = Math.min(this.#page, pageCount(all) - 1);
    const ratio = (name: unknown, length: unknown, stride: unknown) =>
      mathml`<mo form="prefix">⌈</mo><mo form="prefix">(</mo>${name}<mo form="infix">−</mo>${length}<mo form="postfix">)</mo><mo form="infix">/</mo>${stride}<mo form="postfix">⌉</mo>`;
    const word = (text: string) => mathml`<mi mathvariant="normal">${text}</mi>`;
    const value = (number: number) => mathml`<mn>${count(number)}</mn>`;
    return html`<p>
        ${formula(mathml`<mrow>${ratio(word('tokens'), word('length'), word('stride'))}</mrow>`)}
        ${formula(mathml`<mrow><mo form="infix">=</mo>${ratio(value(n), value(windows.length), value(windows.stride))}</mrow>`)}
        ${formula(mathml`<mrow><mo form="infix">=</mo>${value(all.count)}</mrow>`)} ${all.count === 1 ? 'window' : 'windows'}. ${overlap(windows)} ${this.#leftOver(all)}
      </p>
      ${windowList({
        ...{ all, windows, on: this.#on, page },
        choose: (shown) => this.#choose({ ...windows, shown }),
        turnTo: (to) => {
          this.#page = to;
          this.requestUpdate();
        },
      })}`;
  }

  #choose(windows: ShownWindow): void {
    this.#pageOf = windows.shown;
    this.exploration.setWindows(windows);
  }

  /** What of the text is in no window at all. */
  #leftOver({ left }: Windows<Token>): TemplateResult {
    if (left === 0) return html`No token is left over at the end.`;
    const rest = this.exploration.textTokens.slice(-left);
    const names = rest.slice(0, NAMED).map((token) => html` ${tokenName(token.text, 'word')}`);
    return html`The last ${left === 1 ? 'token' : plural(left, 'tokens')},${names}${left > NAMED ? ' …' : ''}, ${left === 1 ? 'is' : 'are'} left
    over: too few for another window.`;
  }

  #positions(): TemplateResult {
    const { exploration } = this;
    const { positions } = exploration.settings;
    const cut = exploration.sequence.windows !== undefined;
    return html`<p>
        Scores know nothing of order: shuffle the words, and each takes the same shares from the others. So a vector of its
        place is added to each token’s vector before anything else. These are the fixed ones of Vaswani et al. (2017),
        section 3.5, for places <i>p</i> from 0${cut ? ', counted from the start of the window,' : ''} and <i>d</i> columns,
        here ${exploration.inputs.cols}; GPTs learn theirs instead.
      </p>
      ${positionFormula()}
      <label class="check"
        ><input
          type="checkbox"
          class="positions"
          .checked=${live(positions)}
          @change=${(event: Event) => exploration.set({ positions: (event.target as HTMLInputElement).checked })}
        />
        add position vectors</label
      >
      <p class="state" role="status">
        ${
          positions
            ? 'They are added: X in the figure is the sum below. A number typed into X goes to the word, less its place’s.'
            : 'They are not added: this is what X would be.'
        }
      </p>
      ${positionSums(exploration)} ${twice(exploration)}`;
  }
}

/** What neighbouring windows share, or what lies between them. */
function overlap({ length, stride }: ShownWindow): string {
  if (stride < length) {
    return `Neighbours share ${plural(length - stride, 'tokens')}: underlined where the window before has them too.`;
  }
  if (stride === length) return 'Stride and length are the same: each token goes in once.';
  return `The stride is longer than a window: ${plural(stride - length, 'tokens')} between neighbours go into neither.`;
}
