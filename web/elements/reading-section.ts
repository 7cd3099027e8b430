import type { PropertyValues } from 'lit';
import { ExplorationView } from './exploration-view.ts';

/** A section to read: drawn anew only where something that it is drawn from has changed, not while a reader points at cells. */
export abstract class ReadingSection extends ExplorationView {
  #drawn: readonly unknown[] | undefined;

  /** What the section is drawn from. */
  protected abstract drawnFrom(): readonly unknown[];

  protected override shouldUpdate(changed: PropertyValues): boolean {
    if (!super.shouldUpdate(changed)) return false;
    const now = this.drawnFrom();
    if (this.#drawn?.every((part, index) => part === now[index])) return false;
    this.#drawn = now;
    return true;
  }
}
