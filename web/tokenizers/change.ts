/** Between which places of a text something else stands in another one. */
export function changeBetween(text: string, other: string): { start: number; end: number } {
  const most = Math.min(text.length, other.length);
  const start = same(most, (from, to) => text.slice(from, to) === other.slice(from, to));
  const fromEnd = (whole: string, from: number, to: number) =>
    whole.slice(whole.length - to, whole.length - from);
  const after = same(most - start, (from, to) => fromEnd(text, from, to) === fromEnd(other, from, to));
  return { start, end: text.length - after };
}

/** Up to where everything is the same, of so much. Stretches are compared at once: letter by letter takes longer. */
function same(most: number, equal: (from: number, to: number) => boolean): number {
  let from = 0;
  for (let step = 4096; step >= 1; step = step === 1 ? 0 : step / 8)
    while (from + step <= most && equal(from, from + step)) from += step;
  return from;
}
