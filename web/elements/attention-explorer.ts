import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { loadAttention } from '../api/load.ts';
import { loadingFailure } from './embed/given-error.ts';
import { Exploration } from './exploration.ts';
import { ExplorationView } from './exploration-view.ts';
import { LaterElements } from './later-elements.ts';
import { isTall } from './strip-fit.ts';
import { theme } from './styles/theme.ts';

/** Above so many tokens a picture and one query's ledger stand for the tables. */
const TABLES_UP_TO = 64;

/** The trace at the lower edge of the screen, where the chosen cell may be far above its place. */
const SHEET = css`
  position: sticky;
  bottom: 0;
  z-index: 6;
  max-height: 35dvh;
  overflow: auto;
  box-shadow: 0 -6px 16px light-dark(#1b1d2418, #00000080);
`;

/** The whole tool: the text, the strip, the trace, and where its numbers come from. */
export class AttentionExplorer extends ExplorationView {
  static override styles = [
    theme,
    css`
      :host {
        display: block;
        container-type: inline-size;
        font-size: 13px;
      }
      section,
      .main {
        margin-block: 24px 0;
      }
      h2 {
        margin: 40px 0 4px;
        font: 600 22px/1.3 var(--_serif);
      }
      .lead {
        margin: 0 0 14px;
        max-width: 46em;
        font: 17px/1.5 var(--_serif);
      }
      .failure {
        margin: 24px 0;
        padding: 14px 18px;
        border-inline-start: 4px solid var(--_error);
        background: var(--_wash);
        font: 16px/1.5 var(--_serif);
        overflow-wrap: anywhere;
      }
      .failure b {
        color: var(--_error);
      }
      .long {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr));
        gap: 24px;
        align-items: start;
      }
      .beside {
        display: grid;
        gap: 24px;
        min-width: 0;
      }
      attention-trace {
        margin-block-start: 16px;
      }
      h2 {
        break-after: avoid;
      }
      /* Below the fold nothing is laid out before it is scrolled to. */
      attention-embed,
      attention-guided-read,
      attention-other-views,
      attention-take-along,
      attention-what-goes-wrong,
      attention-where-numbers-come-from,
      attention-windows {
        display: block;
        content-visibility: auto;
        contain-intrinsic-size: auto 1200px;
      }
      attention-strip,
      attention-trace {
        break-inside: avoid;
      }
      /* The ledger stands in where the strip does not fit. */
      @media print {
        attention-trace {
          position: static !important;
        }
        attention-embed,
        attention-guided-read,
        attention-other-views,
        attention-take-along,
        attention-what-goes-wrong,
        attention-where-numbers-come-from,
        attention-windows {
          content-visibility: visible;
        }
      }
      .tall-figure + attention-trace {
        ${SHEET}
      }
      /* Where the strip breaks, and on a phone, the figure is taller than the screen. */
      @container (max-width: 1119px) {
        attention-trace {
          ${SHEET}
        }
      }
    `,
  ];

  readonly #later = new LaterElements();

  constructor() {
    super();
    this.exploration = new Exploration();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.#onKey);
    this.begin();
  }

  /** Begins to load what computes. */
  protected begin(): void {
    if (!this.exploration.ready) this.#load(this.exploration);
  }

  /** Whether it is the page's own, whose files stand beside it. */
  protected get isPage(): boolean {
    return true;
  }

  /** Whether there is more than the text, its figure and the trace. */
  protected get withSections(): boolean {
    return true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#later.stop();
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#later.watch(this.renderRoot);
  }

  /** Ctrl+Z takes back changes of numbers and settings; in a field it is the field's own. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const target = event.composedPath()[0];
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) this.exploration.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) this.exploration.redo();
    else return;
    event.preventDefault();
  };

  /** Until there are figures, what the server drew is the better picture. */
  protected override shouldUpdate(changed: PropertyValues): boolean {
    return super.shouldUpdate(changed) && (this.exploration.ready || this.exploration.failure !== undefined);
  }

  protected override update(changed: PropertyValues): void {
    const typed = this.hasUpdated ? undefined : this.#typedEarly();
    const drawn = this.hasUpdated ? [] : drawnBelow(this.renderRoot);
    super.update(changed);
    keepDrawn(this.renderRoot, drawn);
    typed?.();
  }

  protected override render(): TemplateResult {
    const { exploration } = this;
    const { failure, figure, tokens, keyTokens } = exploration;
    return html`<attention-sentence part="sentence" .exploration=${exploration}></attention-sentence>
      ${
        failure
          ? html`<div class="failure" part="error" role="alert"><b>${failure.cause}</b><br />${failure.remedy}
              ${exploration.canUndo ? html`<button @click=${() => exploration.undo()}>undo</button>` : nothing}</div>`
          : nothing
      }
      ${figure && tokens.length > 0 ? this.#figures(Math.max(tokens.length, keyTokens.length) > TABLES_UP_TO, !failure) : nothing}`;
  }

  /** Where the computation failed there is only what can be mended, with the field that it can be mended in. */
  #figures(long: boolean, computed: boolean): TemplateResult {
    const { exploration } = this;
    const figure = exploration.figure;
    const strip = long
      ? html`<div class="main long tall-figure">
          <attention-heatmap part="figure" .exploration=${exploration}></attention-heatmap>
          <div class="beside">
            <attention-weight-window .exploration=${exploration}></attention-weight-window>
            <attention-ledger .exploration=${exploration} .bare=${true}></attention-ledger>
          </div>
        </div>`
      : html`<div class=${isTall(exploration) ? 'main tall-figure' : 'main'}><attention-strip part="figure" .exploration=${exploration}></attention-strip></div>`;
    const view = html`${computed ? strip : nothing}
      <attention-trace part="trace" .exploration=${exploration}></attention-trace>`;
    if (!this.withSections) return view;
    return html`${view}
      ${computed && !long ? html`<attention-guided-read .exploration=${exploration}></attention-guided-read>` : nothing}
      ${
        long
          ? nothing
          : html`<h2>Where Q, K and V come from</h2>
              <attention-projections .exploration=${exploration}></attention-projections>
              ${
                figure?.output
                  ? html`<h2>Heads, put together</h2>
                      <attention-output .exploration=${exploration}></attention-output>`
                  : nothing
              }
              <attention-where-numbers-come-from .exploration=${exploration}></attention-where-numbers-come-from>
              ${computed ? html`<attention-what-goes-wrong .exploration=${exploration}></attention-what-goes-wrong>` : nothing}`
      }
      ${computed ? html`<attention-other-views .exploration=${exploration}></attention-other-views>` : nothing}
      <attention-windows .exploration=${exploration}></attention-windows>
      <attention-take-along .exploration=${exploration}></attention-take-along>
      ${this.isPage ? html`<attention-embed .exploration=${exploration}></attention-embed>` : nothing}`;
  }

  /** What was typed into the text box before the script ran, with its selection, is carried over. */
  #typedEarly(): (() => void) | undefined {
    const boxOf = () =>
      this.shadowRoot?.querySelector('attention-sentence')?.shadowRoot?.querySelector('textarea') ??
      undefined;
    const before = boxOf();
    if (!before) return undefined;
    const { value, defaultValue, selectionStart, selectionEnd } = before;
    const focused = before.matches(':focus');
    if (value !== defaultValue) this.exploration.setText(value);
    if (!focused) return undefined;
    return () =>
      this.updateComplete.then(() => {
        const box = boxOf();
        box?.focus();
        box?.setSelectionRange(selectionStart, selectionEnd);
      });
  }

  async #load(exploration: Exploration): Promise<void> {
    try {
      exploration.connect(await loadAttention());
    } catch (error) {
      exploration.fail(loadingFailure(error));
    }
  }
}

interface Drawn {
  readonly name: string;
  readonly nodes: readonly Node[];
}

/** What the server drew of the views below the fold; taken before the views of the script replace them. */
function drawnBelow(root: Node): Drawn[] {
  return views(root)
    .filter((view) => view.shadowRoot && view.getBoundingClientRect().top > innerHeight)
    .map((view) => ({
      name: view.localName,
      // The new view brings its own style sheets; moved, these would be fetched again.
      nodes: [...view.shadowRoot!.childNodes].filter((node) => !(node instanceof HTMLLinkElement)),
    }));
}

/** Below the fold new views show what the server drew of them until there is time for them to draw themselves. */
function keepDrawn(root: Node, drawn: readonly Drawn[]): void {
  if (drawn.length === 0) return;
  for (const view of views(root)) {
    const old = drawn.find(({ name }) => name === view.localName);
    if (!old || !(view instanceof ExplorationView)) continue;
    view.shadowRoot?.append(...old.nodes);
    view.drawnBelow = true;
  }
}

function views(root: Node): Element[] {
  return [...(root as ShadowRoot).querySelectorAll('*')].filter((element) => element.localName.includes('-'));
}
