/** So many tokens are drawn at once: each is a button, and thousands would be too slow to draw at every keystroke. */
export const DRAWN = 240;

/** Which of many tokens are drawn. */
export class TokenStretch {
  #first = 0;
  #about: number | undefined;

  /** The stretch about the chosen token; it stays while that is in it, and where a reader went to another one. */
  of(count: number, chosen: number): { first: number; end: number } {
    if (chosen !== this.#about) {
      this.#about = chosen;
      if (chosen < this.#first || chosen >= this.#first + DRAWN) this.#first = chosen - DRAWN / 2;
    }
    this.#first = Math.max(0, Math.min(this.#first, count - DRAWN));
    return { first: this.#first, end: Math.min(count, this.#first + DRAWN) };
  }

  go(tokens: number): void {
    this.#first += tokens;
  }
}
