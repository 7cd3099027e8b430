import { css, html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { visibleText } from '../tokenizers/token.ts';
import { weightClass } from './colour.ts';
import { ExplorationView } from './exploration-view.ts';
import { hiddenBy } from './figure.ts';
import { formatWeight } from './number-format.ts';
import { PRESETS, type PresetName, presetOf } from './settings.ts';
import { cellColours } from './styles/cells.ts';
import { theme } from './styles/theme.ts';
import { cellOf, tableOf } from './tables.ts';

const BAR_HEIGHT = 36;

/** The text, its tokens under the bars of the chosen query's weights, and the three controls that matter most. */
export class AttentionSentence extends ExplorationView {
  static override styles = [
    theme,
    cellColours,
    css`
      :host {
        display: block;
        container-type: inline-size;
      }
      .top {
        display: flex;
        flex-wrap: wrap;
        align-items: end;
        gap: 10px 20px;
      }
      .text {
        flex: 1 1 22em;
        min-width: 0;
      }
      label {
        color: var(--_soft);
        font-size: 12px;
      }
      textarea {
        display: block;
        width: 100%;
        min-height: 44px;
        max-height: 9em;
        padding: 4px 2px;
        border: 0;
        border-block-end: 1.5px solid var(--_line);
        border-radius: 0;
        background: none;
        font: 24px/1.4 var(--_serif);
        resize: none;
        field-sizing: content;
      }
      textarea:focus-visible {
        outline: 0;
        border-block-end-color: var(--_accent);
        box-shadow: 0 1.5px 0 var(--_accent);
      }
      .controls {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 16px;
        align-items: end;
      }
      .controls label {
        display: grid;
        gap: 2px;
      }
      .controls label.check {
        display: flex;
        align-items: center;
        gap: 6px;
        min-height: 28px;
        color: var(--_ink);
        font-size: 13px;
      }
      .controls select {
        color: var(--_ink);
        font-size: 13px;
      }
      .few {
        max-width: 820px;
      }
      .tokens {
        display: flex;
        flex-wrap: wrap;
        gap: 2px;
        margin: 14px 0 0;
        padding: 0;
        list-style: none;
        max-height: 204px;
        overflow: auto;
      }
      .tokens button {
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
      .tokens button[aria-pressed='true'] {
        border-color: var(--_ink);
        font-weight: 600;
      }
      .tokens svg {
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
      @container (max-width: 480px) {
        .controls {
          flex: 1 1 100%;
          flex-wrap: nowrap;
          gap: 8px 12px;
        }
        .controls label:first-child {
          flex: 1 1 auto;
          min-width: 0;
        }
        .controls select {
          min-width: 0;
          width: 100%;
        }
        textarea {
          font-size: 20px;
          min-height: 36px;
        }
        .tokens button {
          min-width: 40px;
          padding-inline: 4px;
          font-size: 16px;
        }
        .hint {
          display: none;
        }
      }
      .hint {
        margin: 6px 0 0;
        color: var(--_soft);
      }
      .empty {
        margin: 20px 0;
        font: 17px/1.5 var(--_serif);
      }
    `,
  ];

  /** Not in the template, whose server side would write them as attributes. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { settings } = this.exploration;
    const causal = this.renderRoot.querySelector<HTMLInputElement>('.causal');
    const preset = this.renderRoot.querySelector<HTMLSelectElement>('.preset');
    if (causal) causal.checked = settings.causal;
    if (preset) preset.value = presetOf(settings) ?? '';
  }

  protected override render(): unknown {
    if (!this.exploration) return nothing;
    const { exploration } = this;
    const { settings, state, tokens, decimals } = exploration;
    const preset = presetOf(settings);
    return html`<div class="top">
        <div class="text">
          <label for="text">Your text</label>
          <textarea
            id="text"
            rows="1"
            dir="auto"
            spellcheck="false"
            autocomplete="off"
            .value=${state.text}
            @input=${(event: Event) => exploration.setText((event.target as HTMLTextAreaElement).value)}
          ></textarea>
        </div>
        <div class="controls">
          <label
            >example
            <select class="preset" @change=${this.#choosePreset}>
              ${PRESETS.map(({ name, label }) => html`<option value=${name} ?selected=${name === preset}>${label}</option>`)}
              ${preset ? nothing : html`<option value="" selected>your own settings</option>`}
            </select></label
          >
          <label class="check"
            ><input
              type="checkbox"
              class="causal"
              @change=${(event: Event) => exploration.set({ causal: (event.target as HTMLInputElement).checked })}
            />
            causal</label
          >
          <label
            >decimals
            <select
              class="decimals"
              @change=${(event: Event) => exploration.setDecimals(Number((event.target as HTMLSelectElement).value))}
            >
              ${[2, 3, 4, 5, 6].map((d) => html`<option value=${d} ?selected=${d === decimals}>${d}</option>`)}
            </select></label
          >
          <slot name="more"></slot>
        </div>
      </div>
      ${tokens.length > 0 ? this.#tokens() : this.#empty()}`;
  }

  #empty(): TemplateResult {
    return html`<p class="empty">
      Type a word, or <button @click=${() => this.exploration.bringExampleBack()}>bring the example back</button>
    </p>`;
  }

  #tokens(): TemplateResult {
    const { exploration } = this;
    const { tokens, shown, figure, decimals } = exploration;
    const weights = figure && tableOf(figure, 'weights', shown.head);
    const row = tokens.map((_, key) => (weights ? cellOf(weights, shown.query, key) : 0));
    const even = 1 / tokens.length;
    const top = Math.max(2 * even, ...row);
    return html`<ul
        class="tokens ${tokens.length > 8 ? '' : 'few'}"
        aria-label="Tokens; choose one to ask"
        @pointerleave=${() => exploration.preview(undefined)}
      >
        ${tokens.map(
          (token, index) => html`<li>
            <button
              aria-pressed=${exploration.choice.query === index ? 'true' : 'false'}
              @click=${() => exploration.choose({ query: index })}
              @pointerenter=${(event: PointerEvent) => this.#preview(event, index)}
            >
              ${this.#bar(row[index] ?? 0, even, top)}
              <span class="share">${
                figure && hiddenBy(figure, shown.query, index)
                  ? 'hidden'
                  : formatWeight(row[index] ?? 0, Math.min(decimals, 4))
              }</span>
              <bdi>${visibleText(token.text)}</bdi>
            </button>
          </li>`,
        )}
      </ul>
      <p class="hint">
        Bars: how much <bdi>${visibleText(tokens[shown.query]?.text ?? '')}</bdi> takes from each word; the dashed
        line is an even share, 1/${tokens.length}.
      </p>`;
  }

  #bar(share: number, even: number, top: number): TemplateResult {
    const height = (share / top) * BAR_HEIGHT;
    const evenAt = BAR_HEIGHT + 1 - (even / top) * BAR_HEIGHT;
    return html`<svg viewBox="0 0 36 ${BAR_HEIGHT + 2}" width="36" height=${BAR_HEIGHT + 2} aria-hidden="true">
      ${svg`<rect class="bar ${weightClass(share)}" x="6" width="24" y=${BAR_HEIGHT + 1 - height} height=${height} />
      <path class="even" d="M0 ${evenAt}H36" />`}
    </svg>`;
  }

  #preview(event: PointerEvent, query: number): void {
    if (event.pointerType !== 'touch') this.exploration.preview({ query });
  }

  #choosePreset(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    if (value) this.exploration.choosePreset(value as PresetName);
  }
}
