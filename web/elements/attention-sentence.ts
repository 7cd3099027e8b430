import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { ExplorationView } from './exploration-view.ts';
import { PRESETS, type PresetName, presetOf } from './settings.ts';
import { theme } from './styles/theme.ts';

/** The text, the three controls that matter most, and the tokens. */
export class AttentionSentence extends ExplorationView {
  static override styles = [
    theme,
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
          <label class="unseen" for="text">Your text</label>
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
      ${
        tokens.length > 0
          ? html`<attention-tokens .exploration=${exploration}></attention-tokens>`
          : this.#empty()
      }`;
  }

  #empty(): TemplateResult {
    return html`<p class="empty">
      Type a word, or <button @click=${this.#bringExampleBack}>bring the example back</button>
    </p>`;
  }

  /** The button goes with the empty text, so that the focus goes to the text. */
  #bringExampleBack(): void {
    this.renderRoot.querySelector('textarea')?.focus();
    this.exploration.bringExampleBack();
  }

  #choosePreset(event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    if (value) this.exploration.choosePreset(value as PresetName);
  }
}
