import { cutsAt, STANDS_ALONE } from './cuts.ts';

/** A stretch of text between two boundaries, and where it starts in UTF-16 code units. */
export interface Segment {
  readonly segment: string;
  readonly index: number;
}

/** Words, or characters as readers count them (grapheme clusters). */
export type Granularity = 'word' | 'grapheme';

/**
 * The segments of a text by Unicode's rules (UAX 29), which between them are the text. The rules and the dictionaries for
 * Chinese, Japanese, Thai, Lao, Khmer and Burmese are the ones built into the browser. The language is fixed, so that
 * readers of different languages see the same tokens; scripts are told apart by their characters whatever it is.
 *
 * `Intl.Segmenter` copies its whole text for every segment it returns, which makes a book take minutes. So it is given a
 * chunk at a time, each of which ends where a line or a word plainly does, or else starts at a boundary found in the one
 * before.
 */
export function* segments(text: string, granularity: Granularity, chunk = 512): Generator<Segment> {
  const segmenter = new Intl.Segmenter('en', { granularity });
  let start = 0;
  let size = chunk;
  while (start < text.length) {
    const cut = cutBetween(text, start + size, start + 2 * size);
    const end = cut ?? chunkEnd(text, start + size);
    const found = [...segmenter.segment(text.slice(start, end))];
    const kept = cut !== undefined || end === text.length ? found : settled(found, end - start - PHRASE);
    for (const { segment, index } of kept) yield { segment, index: start + index };
    const last = kept.at(-1);
    if (last) start += last.index + last.segment.length;
    // A segment longer than the chunk: doubling keeps the work in proportion to its length.
    size = last ? chunk : 2 * size;
  }
}

/** A place where everything is a boundary, whatever is before and after. */
function cutBetween(text: string, from: number, to: number): number | undefined {
  const stretch = text.slice(from - 1, to);
  const place = PLAIN_CUTS.next(stretch, 1);
  return place < stretch.length ? from - 1 + place : undefined;
}

const PLAIN_CUTS = cutsAt(`(?<=\\n)|(?<= )${STANDS_ALONE}`);

/** More than a phrase that a dictionary is weighed over, in UTF-16 code units. */
const PHRASE = 64;

/**
 * The segments that more text cannot change. Whether a boundary stands is decided by up to one whole segment and the
 * start of another after it ("can", "'" and "t" are one word), so two must follow; and dictionaries weigh whole phrases,
 * so words just before the end are left for the next chunk where that is possible.
 */
function settled(found: readonly Intl.SegmentData[], early: number): readonly Intl.SegmentData[] {
  const sure = found.slice(0, -2);
  const wellBefore = sure.filter(({ index, segment }) => index + segment.length <= early);
  return wellBefore.length > 0 ? wellBefore : sure;
}

function chunkEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const cutsPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(end - 1, end + 1));
  return cutsPair ? end + 1 : end;
}
