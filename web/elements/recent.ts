/** The last few results of something, by the very values that they follow from. */
export class Recent<T> {
  readonly #most: number;
  #results: { readonly from: readonly unknown[]; readonly result: T }[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  of(from: readonly unknown[], make: () => T): T {
    const known = this.#results.find((entry) => entry.from.every((value, i) => value === from[i]));
    if (known) return known.result;
    const result = make();
    this.#results = [{ from, result }, ...this.#results.slice(0, this.#most - 1)];
    return result;
  }
}
