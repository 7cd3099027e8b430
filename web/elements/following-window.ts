/**
 * Where a window of `count` among `total` begins so that `index` is in it. It stays where it can, so that pointing at what
 * is in it moves nothing; it follows steps over its edge one by one, and leaps so that the index is in its middle.
 */
export function followed(first: number, index: number, count: number, total: number): number {
  const last = Math.max(0, total - count);
  const stays = Math.max(0, Math.min(first, last));
  if (index >= stays && index < stays + count) return stays;
  const step = index === stays - 1 ? -1 : index === stays + count ? 1 : 0;
  const next = step === 0 ? index - Math.floor(count / 2) : stays + step;
  return Math.max(0, Math.min(next, last));
}
