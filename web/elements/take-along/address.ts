import type { Exploration } from '../exploration.ts';

/** The address of the page that an exploration is the subject of. Says 'change' when the state became too long for it, or fits again. */
export class Address extends EventTarget {
  #refusal: string | undefined;

  /** Why the address does not hold the state, in words. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  set refusal(refusal: string | undefined) {
    if (refusal === this.#refusal) return;
    this.#refusal = refusal;
    this.dispatchEvent(new Event('change'));
  }
}

/** Only a page can give an exploration its address; an element within somebody else's page has none, and touches none. */
export const addresses = new WeakMap<Exploration, Address>();
