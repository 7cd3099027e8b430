import { Refusal } from './refusal.ts';

/**
 * Text within a link. As in forms: a space is +, other characters are their UTF-8 in percent signs where they would mean
 * something. UTF-8 has no halves of surrogate pairs, so that these are written as `\ud83d`, and a backslash as two.
 */
export function escaped(text: string): string {
  // What stands at the end of a link in prose, or around it, is not taken for part of it; so these are not left as they are.
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*~]|\.$/g, percent)
    .replace(/%20/g, '+')
    .replace(/%(2C|3A)(?!$)/g, decodeURIComponent);
}

/** The same where it will be packed: only what would be read otherwise is escaped. */
export function barelyEscaped(text: string): string {
  return wellFormed(text).replace(/[%&+]/g, percent);
}

const wellFormed = (text: string) =>
  text.replace(/\\|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, (half) =>
    half === '\\' ? '\\\\' : `\\u${half.charCodeAt(0).toString(16)}`,
  );

const percent = (mark: string) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;

/** @throws Refusal where it is not well formed */
export function unescaped(written: string): string {
  let whole: string;
  try {
    whole = decodeURIComponent(written.replace(/\+/g, ' '));
  } catch {
    throw new Refusal(`“${firstBroken(written)}” is not well-formed text.`);
  }
  return whole.replace(/\\(\\|u[\da-f]{4}|)/g, (all, meant: string) => {
    if (meant === '') throw new Refusal(`A “\\” in it stands for nothing.`);
    return all === '\\\\' ? '\\' : String.fromCharCode(Number.parseInt(meant.slice(1), 16));
  });
}

/** The percent signs that make no character. */
function firstBroken(written: string): string {
  for (const [run] of written.matchAll(/(?:%[\da-f]{0,2})+/gi)) {
    try {
      decodeURIComponent(run);
    } catch {
      return run.slice(0, 40);
    }
  }
  return written.slice(0, 40);
}
