/**
 * The vector that tells a model of a token's place, added to the token's own. Vaswani et al. (2017), section 3.5, with d
 * columns and places p from 0:
 *
 *     P(p, 2i) = sin(p / 10000^(2i/d))      P(p, 2i + 1) = cos(p / 10000^(2i/d))
 */
export function positionVector(place: number, width: number): number[] {
  return Array.from({ length: width }, (_, column) => {
    const angle = place / 10000 ** ((column - (column % 2)) / width);
    return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
}
