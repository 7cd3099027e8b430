import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { loadTokenizer } from '../tokenizers/index.ts';
import type { Tokenizer } from '../tokenizers/token.ts';
import { ExplorationView } from './exploration-view.ts';
import type { Failure } from './failure.ts';
import { theme } from './styles/theme.ts';

const TOKENIZERS: readonly { readonly name: Tokenizer['name']; readonly label: string }[] = [
  { name: 'words', label: 'words' },
  { name: 'characters', label: 'characters' },
  { name: 'gpt2', label: 'GPT-2’s byte pairs' },
];
const labelOf = (wanted: Tokenizer['name']) => TOKENIZERS.find(({ name }) => name === wanted)!.label;

/** What is rarely changed of how the text is taken: tokens, a file, a text for the keys, windows. */
export class AttentionTextOptions extends ExplorationView {
  static override properties = {
    ...ExplorationView.properties,
    details: { attribute: false },
  };
  static override styles = [
    theme,
    css`
      :host {
        display: block;
        margin-block-start: 12px;
        padding-block: 10px;
        border-block: 1px solid var(--_line);
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        gap: 8px 18px;
        align-items: center;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        min-height: 28px;
      }
      p {
        margin: 8px 0 0;
        color: var(--_soft);
      }
      p:empty {
        margin: 0;
      }
      b {
        color: var(--_error);
      }
    `,
  ];

  /** Whether tokens are shown with their numbers and bytes. */
  declare details: boolean;
  showDetails: (shown: boolean) => void = () => {};
  takeFile: (file: File) => void = () => {};
  /** How a tokenizer is fetched. */
  load: (name: Tokenizer['name']) => Promise<unknown> = (name) => loadTokenizer(name as 'words');

  #latest: Tokenizer['name'] | undefined;
  #fetching: Tokenizer['name'] | undefined;
  #failure: Failure | undefined;
  /** What the keys' text was when it was last taken away. */
  #keyText = '';

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    const { state } = this.exploration;
    const tokenizer = this.renderRoot.querySelector<HTMLSelectElement>('.tokenizer')!;
    tokenizer.value = this.#fetching ?? state.tokenizer;
    const check = (name: string, checked: boolean) => {
      this.renderRoot.querySelector<HTMLInputElement>(`.${name}`)!.checked = checked;
    };
    check('details', this.details);
    check('second', state.keyText !== undefined);
    check('windows', state.windows !== undefined);
  }

  protected override render(): unknown {
    const { exploration } = this;
    return html`<div class="row" role="group" aria-label="more about the text">
        <label
          >tokens
          <select class="tokenizer" @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value as Tokenizer['name'])}>
            ${TOKENIZERS.map(({ name, label }) => html`<option value=${name}>${label}</option>`)}
          </select></label
        >
        ${check('details', exploration.state.tokenizer === 'gpt2' ? 'ids and bytes' : 'bytes', this.showDetails)}
        <button class="open" @click=${() => this.renderRoot.querySelector<HTMLInputElement>('.file')!.click()}>
          open a text file…
        </button>
        <input
          class="file"
          type="file"
          hidden
          accept="text/*,.txt,.md,.tex,.csv,.json"
          aria-label="text file"
          @change=${this.#fileChosen}
        />
        ${check('second', 'keys from a second text', (checked) => this.#second(checked))}
        ${check('windows', 'a window at a time', (checked) => this.#windows(checked))}
      </div>
      <p role="status">${this.#status()}</p>`;
  }

  #status(): TemplateResult | string | typeof nothing {
    if (this.#fetching) return 'Fetching GPT-2’s table of 50,257 tokens, 213 KB…';
    if (this.#failure) return html`<b>${this.#failure.cause}</b> ${this.#failure.remedy}`;
    return nothing;
  }

  /** The text stays split as it is until the table is there, and where it cannot be fetched. */
  async #choose(name: Tokenizer['name']): Promise<void> {
    this.#latest = name;
    this.#failure = undefined;
    this.#fetching = name === 'gpt2' ? name : undefined;
    this.requestUpdate();
    try {
      await this.load(name);
      if (this.#latest !== name) return;
      await this.exploration.chooseTokenizer(name);
    } catch (error) {
      this.#failure = {
        cause: `GPT-2’s table could not be fetched: ${error instanceof Error ? error.message : error}.`,
        remedy: `Check the connection, and choose it again. Your text is as it was, in ${labelOf(this.exploration.state.tokenizer)}.`,
      };
    }
    if (this.#fetching === name) this.#fetching = undefined;
    this.requestUpdate();
  }

  #fileChosen(event: Event): void {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file) this.takeFile(file);
    // The same file can be chosen again after it was changed.
    input.value = '';
  }

  #second(wanted: boolean): void {
    const { exploration } = this;
    if (!wanted) this.#keyText = exploration.state.keyText ?? '';
    exploration.setKeyText(wanted ? this.#keyText : undefined);
  }

  #windows(wanted: boolean): void {
    const length = windowLength(this.exploration.textTokens.length);
    this.exploration.setWindows(wanted ? { length, stride: length, shown: 0 } : undefined);
  }
}

/** A window that leaves some of the text for others: of a sentence a few tokens, of a chapter as many as small models take. */
function windowLength(tokens: number): number {
  return [1024, 256, 64, 16].find((length) => tokens >= 4 * length) ?? Math.max(1, Math.min(4, tokens - 1));
}

function check(name: string, label: string, change: (checked: boolean) => void): TemplateResult {
  return html`<label
    ><input type="checkbox" class=${name} @change=${(event: Event) => change((event.target as HTMLInputElement).checked)} />${label}</label
  >`;
}
