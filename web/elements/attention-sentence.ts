import { html, isServer, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Exploration } from './exploration.ts';
import { ExplorationView } from './exploration-view.ts';
import { PRESETS, type PresetName, presetOf } from './settings.ts';
import { sentenceStyles } from './styles/sentence.ts';
import { theme } from './styles/theme.ts';
import { TextArrivals } from './text-arrivals.ts';
import { TextBox } from './text-box.ts';

/** The text, the three controls that matter most with the rarer ones behind "more…", and the tokens. */
export class AttentionSentence extends ExplorationView {
  static override styles = [theme, sentenceStyles];

  readonly #box = new TextBox(() => this.requestUpdate());
  readonly #keysBox = new TextBox(() => this.requestUpdate());
  readonly #arrivals = new TextArrivals(this);
  #more = false;
  #details = false;
  #read: Exploration | undefined;
  readonly #readMore = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    if (!isServer) this.#arrivals.listen();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#arrivals.ignore();
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (isServer || this.#read === this.exploration) return;
    this.#read?.removeEventListener('reading', this.#readMore);
    this.#read = this.exploration;
    this.#read?.addEventListener('reading', this.#readMore);
  }

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
    const { tokens, state } = exploration;
    const cross = state.keyText !== undefined;
    return html`<div class="top">
        <div class="text">
          ${this.#box.draw({
            id: 'text',
            label: 'Your text',
            labelClass: 'unseen',
            text: state.text,
            place: tokens[0]?.start ?? 0,
            onText: (text) => exploration.setText(text),
            onPaste: (text) => this.#arrivals.replace(text, 'The pasted text'),
          })}
        </div>
        <div class="controls">${this.#controls()}</div>
      </div>
      ${
        this.#more
          ? html`<attention-text-options
              id="options"
              .exploration=${exploration}
              .details=${this.#details}
              .takeFile=${(file: File) => this.#arrivals.take(file)}
              .showDetails=${(shown: boolean) => {
                this.#details = shown;
                this.requestUpdate();
              }}
            ></attention-text-options>`
          : nothing
      }
      ${this.#arrivals.draw()} ${this.#reading()}
      ${tokens.length > 0 ? this.#tokens(cross ? 'queries' : undefined) : this.#empty()}
      ${cross ? this.#keys() : nothing}`;
  }

  #controls(): TemplateResult {
    const { exploration } = this;
    const { settings, decimals } = exploration;
    const preset = presetOf(settings);
    return html`<label
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
          ?disabled=${exploration.state.keyText !== undefined}
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
      <button class="more" aria-expanded=${this.#more ? 'true' : 'false'} @click=${this.#toggleMore}>more…</button>`;
  }

  #tokens(side: 'queries' | 'keys' | undefined): TemplateResult {
    return html`<attention-tokens
      .exploration=${this.exploration}
      .side=${side}
      .details=${this.#details}
    ></attention-tokens>`;
  }

  /** The keys' own text, and its tokens. */
  #keys(): TemplateResult {
    const { exploration } = this;
    const text = exploration.state.keyText ?? '';
    return html`<div class="keys-text">
      ${this.#keysBox.draw({
        id: 'keys-text',
        label: html`Keys’ text: your text asks, this one answers`,
        labelClass: '',
        text,
        place: 0,
        onText: (keyText) => exploration.setKeyText(keyText),
        onPaste: (keyText) => exploration.setKeyText(keyText),
      })}
      ${
        exploration.keyTokens.length > 0
          ? this.#tokens('keys')
          : html`<p class="part">No word answers yet: type some here, such as the sentence in another language.</p>`
      }
    </div>`;
  }

  #reading(): TemplateResult {
    const { read } = this.exploration;
    return html`<p class="progress" role="status">${
      read < 1
        ? html`<progress max="1" .value=${read} aria-label="read"></progress>Reading the text: ${Math.floor(100 * read)} %`
        : nothing
    }</p>`;
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

  /** Few readers need what is behind it: it is fetched when it is opened. */
  async #toggleMore(): Promise<void> {
    try {
      const { AttentionTextOptions } = await import('./attention-text-options.ts');
      if (!customElements.get('attention-text-options'))
        customElements.define('attention-text-options', AttentionTextOptions);
      this.#more = !this.#more;
      this.requestUpdate();
    } catch (error) {
      this.#arrivals.say({
        cause: `These controls could not be fetched: ${error instanceof Error ? error.message : error}`,
        remedy: 'Check the connection and press “more…” again.',
      });
    }
  }
}
