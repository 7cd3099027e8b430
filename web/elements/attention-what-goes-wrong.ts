import { html, nothing, type TemplateResult } from 'lit';
import { type Figure, isCross } from './figure.ts';
import { ReadingSection } from './reading-section.ts';
import { smallTable } from './small-table.ts';
import { cellColours } from './styles/cells.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';
import { type Comparison, comparisons, shownPlaces } from './wrong-comparisons.ts';

/** What goes wrong if one step of attention is done differently: each wrong result beside the right one. */
export class AttentionWhatGoesWrong extends ReadingSection {
  static override styles = [theme, cellColours, sectionStyles];

  protected override drawnFrom(): readonly unknown[] {
    const { figure, choice } = this.exploration;
    return [figure, choice.head, choice.query, figure && isCross(figure) ? choice.key : 0];
  }

  protected override render(): unknown {
    const { figure, attention } = this.exploration;
    if (!attention || !figure?.heads.length) return nothing;
    if (figure.tokens.length === 0 || figure.keyTokens.length === 0) return nothing;
    const all = comparisons(this.exploration, attention, figure);
    return html`<section aria-labelledby="title">
      <h2 id="title">What goes wrong if…</h2>
      <p class="lead">
        ${all.length === 6 ? 'Six' : 'Five'} mistakes that still give numbers, and so are easily missed. Each is worked out on
        your ${isCross(figure) ? 'texts' : 'text'} and settings, beside the right result; none of them touches the figures above.${this.#which(figure)}
      </p>
      <div class="cards">${all.map(card)}</div>
    </section>`;
  }

  /** What of the figure is shown, where that is not all. */
  #which(figure: Figure): string {
    const { choice } = this.exploration;
    const { places, keyPlaces } = shownPlaces(figure, choice);
    const [L, S] = [figure.tokens.length, figure.keyTokens.length];
    const part = (shown: readonly number[], of: number, whose = '') =>
      shown.length < of ? `words ${shown[0]! + 1} to ${shown.at(-1)! + 1} of ${of}${whose}` : '';
    const words = [part(places, L), isCross(figure) ? part(keyPlaces, S, ' of the other text') : '']
      .filter(Boolean)
      .join(', ');
    const shown = [
      figure.heads.length > 1 ? `head ${choice.head + 1}` : '',
      words && `${words}; sums are over all of them`,
    ]
      .filter(Boolean)
      .join(', ');
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
