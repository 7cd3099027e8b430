import { html, nothing, type TemplateResult } from 'lit';
import { ExplorationView } from './exploration-view.ts';
import type { Figure } from './figure.ts';
import { smallTable, windowAround } from './small-table.ts';
import { cellColours } from './styles/cells.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';
import { type Comparison, comparisons } from './wrong-comparisons.ts';

/** What goes wrong if one step of attention is done differently: each wrong result beside the right one. */
export class AttentionWhatGoesWrong extends ExplorationView {
  static override styles = [theme, cellColours, sectionStyles];

  #made: { figure: Figure; head: number; query: number; list: readonly Comparison[] } | undefined;

  protected override render(): unknown {
    const list = this.#comparisons();
    if (list.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">What goes wrong if…</h2>
      <p class="lead">
        Six mistakes that still give numbers, and so are easily missed. Each is worked out on your text and settings, beside
        the right result; none of them touches the figures above.${this.#which()}
      </p>
      <div class="cards">${list.map(card)}</div>
    </section>`;
  }

  /** What of the figure is shown, where that is not all. */
  #which(): string {
    const { figure, choice } = this.exploration;
    const head = figure!.heads.length > 1 ? `head ${choice.head + 1}` : '';
    const { length } = figure!.tokens;
    const [first, last] = [
      windowAround(choice.query, length)[0]! + 1,
      windowAround(choice.query, length).at(-1)! + 1,
    ];
    const words =
      last - first + 1 < length ? `words ${first} to ${last} of ${length}; sums are over all of them` : '';
    const shown = [head, words].filter(Boolean).join(', ');
    return shown && ` Shown: ${shown}.`;
  }

  /** Made anew only where the figure or what is chosen in it has changed, not while a reader points at cells. */
  #comparisons(): readonly Comparison[] {
    const { figure, attention, choice } = this.exploration;
    if (!figure?.heads.length || figure.tokens.length === 0 || !attention) return [];
    const { head, query } = choice;
    if (this.#made?.figure !== figure || this.#made.head !== head || this.#made.query !== query)
      this.#made = { figure, head, query, list: comparisons(this.exploration, attention, figure) };
    return this.#made.list;
  }
}

function card({ name, title, why, note, tables }: Comparison): TemplateResult {
  return html`<article class="card" data-mistake=${name}>
    <div>
      <h3>${title}</h3>
      <p>${why}</p>
      ${note === nothing || note === undefined ? nothing : html`<p class="note">${note}</p>`}
    </div>
    <div class="tables">${tables.map(smallTable)}</div>
  </article>`;
}
