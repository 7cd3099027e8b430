import { html } from 'lit';
import { ReadingSection } from './reading-section.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';

/** The same weights, drawn otherwise. */
export class AttentionOtherViews extends ReadingSection {
  static override styles = [theme, sectionStyles];

  protected override drawnFrom(): readonly unknown[] {
    return [this.exploration.figure];
  }

  protected override render(): unknown {
    return html`<section aria-labelledby="title"><h2 id="title">Other views of the same weights</h2></section>`;
  }
}
