import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { type Embedded, embedTag } from './embed/tag.ts';
import { ReadingSection } from './reading-section.ts';
import { sectionStyles } from './styles/sections.ts';
import { takeAlongStyles } from './styles/take-along.ts';
import { theme } from './styles/theme.ts';
import { copy } from './take-along/deliver.ts';
import { Refusal } from './take-along/refusal.ts';

const CHOICES: readonly { readonly what: Embedded; readonly label: string }[] = [
  { what: 'weights', label: 'the table of weights' },
  { what: 'figure', label: 'the text, its figure and the sums' },
  { what: 'all', label: 'the whole tool' },
];

/** The script that works from a disk too, where a post is first looked at: browsers load no module from there. */
const SCRIPT = '<script src="attention-explorer.classic.js" defer></script>';

/** "Embed this": the tag that shows what is on screen in somebody else's page, and the files it needs. */
export class AttentionEmbed extends ReadingSection {
  static override styles = [
    theme,
    sectionStyles,
    takeAlongStyles,
    css`
      pre {
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      ol {
        margin: 0 0 10px;
        padding-inline-start: 24px;
        max-width: 44em;
        font: 16px/1.5 var(--_serif);
      }
      li {
        margin-block-end: 14px;
      }
      a {
        color: var(--_accent);
      }
    `,
  ];
  static override properties = {
    ...ReadingSection.properties,
    what: { state: true },
    tag: { state: true },
    said: { state: true },
  };

  declare what: Embedded;
  /** The tag, or why there is none. */
  declare tag: string | Refusal | undefined;
  declare said: string;

  #tagOf: readonly unknown[] = [];
  #turn = 0;

  constructor() {
    super();
    this.what = 'weights';
    this.said = '';
  }

  protected override drawnFrom(): readonly unknown[] {
    const { exploration, what, tag, said } = this;
    return [exploration.state, exploration.decimals, exploration.choice.head, what, tag, said];
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { exploration, what } = this;
    const of = [exploration.figure, exploration.decimals, exploration.choice.head, what];
    if (of.every((part, i) => part === this.#tagOf[i])) return;
    this.#tagOf = of;
    this.said = '';
    this.#write();
  }

  async #write(): Promise<void> {
    const mine = ++this.#turn;
    let tag: string | Refusal;
    try {
      tag = await embedTag(this.exploration, this.what);
    } catch (error) {
      tag = error instanceof Refusal ? error : new Refusal(String(error));
    }
    if (mine === this.#turn) this.tag = tag;
  }

  protected override render(): unknown {
    const { figure, failure } = this.exploration;
    if (!figure || failure || figure.tokens.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">Embed this</h2>
      <p class="lead">
        What you see, live in a page of your own: a post, a slide, a notebook. Readers can choose every number there too.
      </p>
      <ol>
        <li>${this.#tag()}</li>
        <li>${this.#files()}</li>
      </ol>
      <p class="note">
        With a bundler: <code>npm install attention-wasm</code> and <code>import 'attention-wasm/elements'</code> in place of
        the first line. Nothing else is fetched; what your readers type stays with them.
      </p>
    </section>`;
  }

  #tag(): TemplateResult {
    const { tag, what, said } = this;
    const text = typeof tag === 'string' ? `${SCRIPT}\n${tag}` : '';
    return html`Paste this where it shall stand:
      <p class="buttons">
        <label
          >with
          <select class="what" @change=${(event: Event) => (this.what = (event.target as HTMLSelectElement).value as Embedded)}>
            ${CHOICES.map((choice) => html`<option value=${choice.what} ?selected=${choice.what === what}>${choice.label}</option>`)}
          </select></label
        >
        <button class="copy" ?disabled=${!text} @click=${() => this.#copy(text)}>Copy</button>
      </p>
      ${tag instanceof Refusal ? html`<p class="failure">${tag.message}</p>` : html`<pre tabindex="0" aria-label="The tag"><code>${text}</code></pre>`}
      <p class="said" role="status">${said}</p>`;
  }

  #files(): TemplateResult {
    if (location.protocol === 'file:')
      return html`Put <code>attention-explorer.classic.js</code> beside your page. It is in the npm package
        <code>attention-wasm</code>, in its folder <code>dist</code>.`;
    const file = (name: string) => html`<a href=${`./embed/${name}`} download>${name}</a>`;
    return html`Put ${file('attention-explorer.classic.js')} beside your page; about 170 KB are transferred. That is all, on a disk or any
      host, without special headers.
      ${
        this.exploration.state.tokenizer === 'gpt2'
          ? html`GPT-2’s tokens need ${file('attention-explorer-gpt2.js')} beside it too.`
          : nothing
      }
      Here is <a href="./embed/">such a page with all its files</a>.`;
  }

  async #copy(text: string): Promise<void> {
    this.said = (await copy(text)) ? 'Copied.' : 'This page may not copy by itself: select the lines above.';
  }
}
