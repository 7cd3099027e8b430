import { html, nothing, type TemplateResult } from 'lit';
import type { Figure } from './figure.ts';
import { ReadingSection } from './reading-section.ts';
import { smallTable, windowAround } from './small-table.ts';
import { cellColours } from './styles/cells.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';
import { type Comparison, comparisons } from './wrong-comparisons.ts';

/** What goes wrong if one step of attention is done differently: each wrong result beside the right one. */
export class AttentionWhatGoesWrong extends ReadingSection {
  static override styles = [theme, cellColours, sectionStyles];

  protected override drawnFrom(): readonly unknown[] {
    const { figure, choice } = this.exploration;
    return [figure, choice.head, choice.query];
  }

  protected override render(): unknown {
    const { figure, attention } = this.exploration;
    if (!attention || !figure?.heads.length || figure.tokens.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">What goes wrong if…</h2>
      <p class="lead">
        Six mistakes that still give numbers, and so are easily missed. Each is worked out on your text and settings, beside
        the right result; none of them touches the figures above.${this.#which(figure)}
      </p>
      <div class="cards">${comparisons(this.exploration, attention, figure).map(card)}</div>
    </section>`;
  }

  /** What of the figure is shown, where that is not all. */
  #which({ heads, tokens: { length } }: Figure): string {
    const { choice } = this.exploration;
    const head = heads.length > 1 ? `head ${choice.head + 1}` : '';
    const [first, last] = [
      windowAround(choice.query, length)[0]! + 1,
      windowAround(choice.query, length).at(-1)! + 1,
    ];
    const words =
      last - first + 1 < length ? `words ${first} to ${last} of ${length}; sums are over all of them` : '';
    const shown = [head, words].filter(Boolean).join(', ');
    return shown && ` Shown: ${shown}.`;
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
