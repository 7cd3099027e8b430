import { css, html, nothing, type TemplateResult } from 'lit';
import { AttentionArcs } from './attention-arcs.ts';
import { AttentionThumbnails } from './attention-thumbnails.ts';
import { AttentionWeightsGrid } from './attention-weights-grid.ts';
import { ReadingSection } from './reading-section.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';

const PARTS = {
  'attention-arcs': AttentionArcs,
  'attention-thumbnails': AttentionThumbnails,
  'attention-weights-grid': AttentionWeightsGrid,
};
for (const [name, part] of Object.entries(PARTS)) {
  if (!customElements.get(name)) customElements.define(name, part);
}

/** The same weights as a table and as colours, as lines between words, and of all heads at once. */
export class AttentionOtherViews extends ReadingSection {
  static override styles = [
    theme,
    sectionStyles,
    css`
      .card {
        grid-template-columns: minmax(220px, 1fr) minmax(0, 860px);
      }
    `,
  ];

  protected override drawnFrom(): readonly unknown[] {
    const { figure } = this.exploration;
    return [Boolean(figure?.heads.length), Boolean(figure?.keyTokens.length)];
  }

  protected override render(): unknown {
    const { exploration } = this;
    const { figure } = exploration;
    if (!figure?.heads.length || figure.keyTokens.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <h2 id="title">Other views of the same weights</h2>
      <p class="lead">
        None of these knows more than the table of weights. What is chosen in one of them is chosen in all, and in the
        figure above.
      </p>
      <div class="cards">
        ${card(
          'As a table or as colours',
          'Two densities of one picture: every weight as a number, or as a colour to be seen at once.',
          html`<attention-weights-grid .exploration=${exploration}></attention-weights-grid>`,
        )}
        ${card(
          'As lines',
          'Queries at the left, keys at the right. Every query gives something to every key it sees, so only what is above the threshold is drawn. Point at a word for its lines alone.',
          html`<attention-arcs .exploration=${exploration}></attention-arcs>`,
        )}
        ${card(
          'All heads',
          'Each head weighs the same words in its own way: its own small picture. The frame marks the chosen pair.',
          html`<attention-thumbnails .exploration=${exploration}></attention-thumbnails>`,
        )}
      </div>
    </section>`;
  }
}

function card(title: string, text: string, view: TemplateResult): TemplateResult {
  return html`<article class="card">
    <div>
      <h3>${title}</h3>
      <p>${text}</p>
    </div>
    <div>${view}</div>
  </article>`;
}
