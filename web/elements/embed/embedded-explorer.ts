import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { loadTokenizer } from '../../tokenizers/index.ts';
import { AttentionExplorer } from '../attention-explorer.ts';
import type { Failure } from '../failure.ts';
import { cellOf, placeIn, type TableName, tableOf } from '../tables.ts';
import { readFragment } from '../take-along/permalink.ts';
import { Refusal } from '../take-along/refusal.ts';
import { type ExplorerGiven, settingsShown, withGiven } from './explorer-settings.ts';
import { GivenError, sentence } from './given-error.ts';
import { innerContent } from './inner-content.ts';
import { isolation } from './isolation.ts';
import type { AttentionExplorerElement, ChosenNumber, ExplorerEdit } from './types.ts';

/** As HTML has it, but for `causal="false"`, which frameworks write. */
const flag = { fromAttribute: (value: string | null) => value !== null && value !== 'false' };

const SETTINGS = [
  'text',
  'keyText',
  'tokenizer',
  'preset',
  'heads',
  'causal',
  'scale',
  'seed',
  'head',
  'decimals',
] as const satisfies readonly (keyof ExplorerGiven)[];

/**
 * The explorer in somebody else's page: what to show comes from attributes, properties and the text inside, and what a
 * reader does is told by events. It computes nothing before it is near, and leaves the page's address alone. The public
 * face is described in `types.ts`.
 */
export class EmbeddedExplorer extends AttentionExplorer implements AttentionExplorerElement {
  static override properties = {
    ...AttentionExplorer.properties,
    text: { type: String },
    keyText: { attribute: 'key-text', type: String },
    tokenizer: { type: String },
    preset: { type: String },
    heads: { type: String },
    causal: { attribute: 'causal', converter: flag },
    scale: { type: String },
    seed: { type: String },
    head: { type: String },
    decimals: { type: String },
    precision: { type: String },
    state: { type: String },
    view: { type: String },
    theme: { type: String, reflect: true },
  };
  static override styles = [
    ...AttentionExplorer.styles,
    isolation,
    css`
      :host {
        margin-block: 1em;
        padding: 12px;
        background: var(--_paper);
      }
      .fallback {
        font: 17px/1.5 var(--_serif);
      }
      ::slotted([slot='caption']) {
        display: block;
        margin-block-start: 8px;
        font: 15px/1.45 var(--_serif);
      }
    `,
  ];

  declare text: string | undefined;
  declare keyText: string | undefined;
  declare tokenizer: AttentionExplorerElement['tokenizer'];
  declare preset: AttentionExplorerElement['preset'];
  declare heads: number | undefined;
  declare causal: boolean | undefined;
  declare scale: 1 | 'root' | undefined;
  declare seed: number | undefined;
  declare head: number | undefined;
  declare decimals: number | undefined;
  declare precision: number | undefined;
  declare state: string | undefined;
  declare view: 'all' | 'figure' | undefined;
  declare theme: 'light' | 'dark' | 'auto' | undefined;

  #near = false;
  /** Given, and not shown yet. */
  #given: Record<string, unknown> = {};
  #turn = 0;
  #begun = false;
  #wrong: Failure | undefined;
  #textIsInside = true;
  /** What the properties were set to because a reader changed it. */
  #followed: Record<string, unknown> = {};
  #last: { readonly state: unknown; readonly decimals: number; readonly cell: string } | undefined;
  #telling = false;
  /** Whether a change is the page's, not a reader's. */
  #giving = false;
  #watching: (() => void) | undefined;

  protected override begin(): void {
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)!.isIntersecting) return;
        sight.disconnect();
        this.#near = true;
        super.begin();
        this.#show();
      },
      { rootMargin: '200px' },
    );
    if (!this.#near) sight.observe(this);
    const content = new MutationObserver(() => {
      if (this.#textIsInside) this.#give({ text: this.#textInside() });
    });
    content.observe(this, { childList: true, characterData: true, subtree: true });
    const { exploration } = this;
    exploration.addEventListener('change', this.#onChange);
    this.#watching = () => {
      sight.disconnect();
      content.disconnect();
      exploration.removeEventListener('change', this.#onChange);
    };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watching?.();
    this.#watching = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const given: Record<string, unknown> = {};
    for (const name of SETTINGS)
      if (changed.has(name) && this[name] !== this.#followed[name]) given[name] = this[name];
    if (changed.has('precision') && !('decimals' in given)) given.decimals = this.precision;
    if (changed.has('state')) given.state = this.state;
    if ('text' in given || 'state' in given) this.#textIsInside = !(this.text ?? this.state);
    if (this.#textIsInside && (!this.hasUpdated || 'text' in given || 'state' in given))
      given.text = this.#textInside();
    if (Object.keys(given).length > 0) this.#give(given);
  }

  /** Line breaks and indents of the HTML are no part of the text. Where nothing is written, it is the worked example. */
  #textInside(): string | undefined {
    return innerContent(this).text.replace(/\s+/g, ' ') || undefined;
  }

  #give(given: Record<string, unknown>): void {
    Object.assign(this.#given, given);
    if (this.#near) this.#show();
  }

  /** Shows what is given; a tokenizer's table may have to be fetched first. */
  async #show(): Promise<void> {
    const mine = ++this.#turn;
    const { exploration } = this;
    try {
      const { state } = this.#given;
      const saved = typeof state === 'string' && state ? await readFragment(state) : undefined;
      const target = () => withGiven(saved ?? exploration, this.#given);
      await loadTokenizer(target().state.tokenizer);
      // What is newer shows this too.
      if (mine !== this.#turn) return;
      const shown = target();
      this.#given = {};
      this.#giving = true;
      if (this.#begun) await exploration.restore(shown.state, shown.choice);
      else await exploration.begin(shown.state, shown.choice);
      if (shown.decimals !== exploration.decimals) exploration.setDecimals(shown.decimals);
      this.#begun = true;
      this.#wrong = undefined;
      this.#remember();
    } catch (error) {
      if (mine === this.#turn) this.#wrong = failureOf(error);
    } finally {
      this.#giving = false;
    }
    this.requestUpdate();
  }

  protected override get isPage(): boolean {
    return false;
  }

  protected override get withSections(): boolean {
    return this.view !== 'figure';
  }

  protected override shouldUpdate(_changed: PropertyValues): boolean {
    return this.isConnected;
  }

  protected override render(): TemplateResult {
    const { exploration } = this;
    const loading = exploration.ready ? undefined : exploration.failure;
    const failure = this.#wrong ?? wrongView(this.view) ?? loading;
    const shown = this.#begun && exploration.ready && !failure;
    return html`${shown ? super.render() : this.#instead(failure)}
      <div part="caption"><slot name="caption"></slot></div>`;
  }

  /** Before there is a figure, or where there can be none: what is written inside the element. */
  #instead(failure: Failure | undefined): TemplateResult {
    const box = failure
      ? html`<div class="failure" part="error" role="alert"><b>${failure.cause}</b><br />
          ${failure.remedy}
        </div>`
      : '';
    return html`${box}<div class="fallback"><slot></slot></div>`;
  }

  /** Moves of the pointer and of the keyboard come many at a time. */
  readonly #onChange = (): void => {
    if (!this.#begun || this.#telling) return;
    this.#telling = true;
    queueMicrotask(() => {
      this.#telling = false;
      if (this.#watching && !this.#giving) this.#tell();
    });
  };

  #tell(): void {
    const before = this.#last;
    const now = this.#remember();
    if (!before) return;
    if (now.state !== before.state || now.decimals !== before.decimals) {
      const detail: ExplorerEdit = settingsShown(this.exploration);
      this.#dispatch('attention-edit', detail);
    } else if (now.cell !== before.cell) this.#dispatch('attention-choose', this.#chosen());
  }

  #dispatch(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /** The properties say what is shown. */
  #remember() {
    const { exploration } = this;
    const { table, head, row, column } = this.#chosen();
    this.#last = {
      state: exploration.state,
      decimals: exploration.decimals,
      cell: [table, head, row, column].join(),
    };
    this.#followed = { ...settingsShown(exploration) };
    Object.assign(this, this.#followed);
    return this.#last;
  }

  #chosen(): ChosenNumber {
    const { figure, choice } = this.exploration;
    const { table, head, row, column } = placeIn(choice.table, choice);
    const numbers = figure && tableOf(figure, table as TableName, head);
    return { table, head, row, column, value: numbers ? cellOf(numbers, row, column) : Number.NaN };
  }
}

function wrongView(view: unknown): Failure | undefined {
  if ([undefined, null, '', 'all', 'figure'].includes(view as string)) return undefined;
  return { cause: `There is no view “${view}”.`, remedy: 'Choose all or figure, or leave it out.' };
}

function failureOf(error: unknown): Failure {
  if (error instanceof GivenError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal)
    return { cause: `state cannot be read. ${message}`, remedy: 'Copy it again from where it was made.' };
  return {
    cause: `What this text is split with could not be fetched. ${sentence(message)}`,
    remedy: 'Put attention-explorer-gpt2.js beside the script, or choose the tokenizer words or characters.',
  };
}
