/** In UTF-8, which has no lone surrogates: each becomes U+FFFD, as in every encoder of the web. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}
const encoder = new TextEncoder();

/** How a token's text writes bytes that make no character: `⟨E2 80⟩`. */
export function writtenBytes(bytes: readonly number[]): string {
  if (bytes.length === 0) return '';
  return `⟨${bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join(' ')}⟩`;
}

/** Where a text has bytes written in it. */
export const WRITTEN_BYTES = /⟨[0-9A-F]{2}(?: [0-9A-F]{2})*⟩/g;

/** The text that bytes are in UTF-8; those that make no character are written `⟨E2 80⟩`. */
export function textOfBytes(bytes: Uint8Array): string {
  const whole = decoded(bytes);
  if (whole !== undefined) return whole;
  let text = '';
  let strays: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = lengthAfter(bytes[at]!);
    const character = decoded(bytes.subarray(at, at + length));
    if (character === undefined) {
      strays.push(bytes[at]!);
      at++;
    } else {
      text += writtenBytes(strays) + character;
      strays = [];
      at += length;
    }
  }
  return text + writtenBytes(strays);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** How many bytes a character has that starts with this one. */
function lengthAfter(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/**
 * Shares a text out among tokens that hold so many of its bytes each. A token's text is its whole characters and, in
 * writing, its bytes of characters that it shares; a shared character is in the span of the token with its first byte.
 *
 * @example shareOut('👋', [3, 1]) // [{ span: '👋', text: '⟨F0 9F 91⟩' }, { span: '', text: '⟨8B⟩' }]
 */
export function shareOut(text: string, sizes: readonly number[]): { span: string; text: string }[] {
  const characters = [...text];
  let next = 0;
  let rest: number[] = [];
  return sizes.map((size) => {
    const token = { span: '', text: '' };
    let part = rest.splice(0, size);
    let room = size - part.length;
    while (room > 0) {
      const character = characters[next++]!;
      token.span += character;
      const length = utf8Length(character);
      if (length <= room) {
        token.text += writtenBytes(part) + character;
        part = [];
      } else {
        rest = [...utf8(character)];
        part.push(...rest.splice(0, room));
      }
      room -= length;
    }
    token.text += writtenBytes(part);
    return token;
  });
}

function utf8Length(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
