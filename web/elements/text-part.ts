import { changeBetween } from '../tokenizers/change.ts';

/** A text box with more characters reacts to a letter too late: it holds a part of such a text. */
export const MOST_IN_BOX = 100_000;
const PART = 20_000;

/** The part of a text that the text box holds, in UTF-16 code units. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
}

/** The part about a place: the whole text, unless that is too long. A part starts with a line, where one is near. */
export function partAbout(text: string, place: number): TextPart {
  if (text.length <= MOST_IN_BOX) return { from: 0, to: text.length };
  const early = Math.max(0, Math.min(place - PART / 10, text.length - PART));
  const from = early === 0 ? 0 : lineStart(text, early);
  return { from, to: lineStart(text, Math.min(text.length, from + PART)) };
}

/** The start of a line at or before a place; where lines are long, the place itself, but not within a character. */
function lineStart(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const line = text.lastIndexOf('\n', place - 1) + 1;
  if (line > place - PART / 10 && line > 0) return line;
  return /^[\udc00-\udfff]/.test(text[place]!) ? place - 1 : place;
}

/** As a text box has it: it knows one kind of line break. */
export function boxed(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** What a text becomes when a box that holds it is changed to this: line breaks that were not touched stay as they are. */
export function unboxed(text: string, value: string): string {
  if (!text.includes('\r')) return value;
  const before = boxed(text);
  const { start, end } = changeBetween(before, value);
  const inserted = value.slice(start, value.length - (before.length - end));
  const head = text.slice(0, unboxedPlace(text, start));
  const tail = inserted + text.slice(unboxedPlace(text, end));
  // A line feed that comes to stand after carriage returns is a line break of its own.
  return tail.startsWith('\n') ? head.replace(/\r+$/, (run) => '\n'.repeat(run.length)) + tail : head + tail;
}

/** Which place of a text is this place of its boxed form. */
function unboxedPlace(text: string, place: number): number {
  let moved = 0;
  for (const { index } of text.matchAll(/\r\n/g)) {
    if (index - moved >= place) break;
    moved++;
  }
  return place + moved;
}
