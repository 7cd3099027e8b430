// Medians and quartiles of rounds. Ratios are taken round by round, between samples that were taken right after one
// another, and only then is the median chosen: what slows the machine for a while slows both sides of a ratio.

/** @returns {{ median: number, low: number, high: number, rounds: number } | undefined} low and high are the quartiles */
export function summary(numbers) {
  const sorted = (numbers ?? [])
    .filter((number) => number !== null && Number.isFinite(number))
    .sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const at = (share) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)];
    return below + (sorted[Math.ceil(place)] - below) * (place % 1);
  };
  return { median: at(0.5), low: at(0.25), high: at(0.75), rounds: sorted.length };
}

/** Of every round in which both were timed, a / b; undefined where there is none. */
export function ratio(a, b) {
  if (!a || !b) return undefined;
  return summary(a.map((time, round) => (time === null || b[round] === null ? null : time / b[round])));
}

export function scaled(summarised, factor) {
  if (!summarised) return undefined;
  const [low, high] = [summarised.low * factor, summarised.high * factor];
  return { ...summarised, median: summarised.median * factor, low, high };
}
