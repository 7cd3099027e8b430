/**
 * Where a text can be cut in two so that the tokens of the parts, one after the other, are those of the whole. The
 * characters beside a place tell; not every place between two tokens is one, and a text may have none.
 */
export interface Cuts {
  /** The first one at or after a place; the text's length where there is none. */
  next(text: string, from: number): number;
  /** Whether a place is one. Both ends of a text are. */
  at(text: string, place: number): boolean;
}

/** Cuts where a pattern matches nothing, with what it asks of the characters before and after. */
export function cutsAt(pattern: string, holds: (text: string, place: number) => boolean = () => true): Cuts {
  const search = new RegExp(pattern, 'gu');
  const here = new RegExp(pattern, 'yu');
  return {
    next(text, from) {
      for (let start = Math.max(from, 1); start < text.length; ) {
        search.lastIndex = start;
        const place = search.exec(text)?.index ?? text.length;
        // Between the halves of a surrogate pair the search steps back to before it.
        if (place === text.length || (place >= start && holds(text, place))) return place;
        start = Math.max(place, start) + 1;
      }
      return text.length;
    },
    at(text, place) {
      if (place === 0 || place === text.length) return true;
      here.lastIndex = place;
      return here.exec(text)?.index === place && holds(text, place);
    },
  };
}

/** A letter or digit that attaches to nothing before it. Two vowel signs of Thai and Lao are letters to Unicode. */
export const STANDS_ALONE = '(?![\\u0e33\\u0eb3])(?=\\p{Grapheme_Base})(?=[\\p{L}\\p{Nd}])';

/** A Chinese character, which is never joined to the character before it. */
export const HAN = '(?=\\p{L})(?=\\p{Script=Han})';
