import { html } from 'lit';
import { ReadingSection } from './reading-section.ts';
import { sectionStyles } from './styles/sections.ts';
import { theme } from './styles/theme.ts';

/** How a text is cut to feed a model: windows, and the vectors of places. */
export class AttentionWindows extends ReadingSection {
  static override styles = [theme, sectionStyles];

  protected override drawnFrom(): readonly unknown[] {
    return [this.exploration.figure];
  }

  protected override render(): unknown {
    return html`<section aria-labelledby="title"><h2 id="title">A window at a time</h2></section>`;
  }
}
