import { MOST_CHARACTERS } from '../sequence.ts';
import { Refusal } from './refusal.ts';

/** Plain text, deflated, in the 64 characters that a link may hold as they are. */
export async function packed(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/**
 * The text again. It is unpacked piece by piece, so that a small pack of something huge is refused before it is all there.
 *
 * @throws Refusal where it is damaged or too large
 */
export async function unpacked(pack: string): Promise<string> {
  const damaged = new Refusal('Its packed part is damaged or cut off.');
  if (!/^[\w-]+$/.test(pack)) throw damaged;
  let text = '';
  try {
    const bytes = Uint8Array.from(atob(pack.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const pieces = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
      .getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      text += piece.value;
      if (text.length > MOST_CHARACTERS) {
        await pieces.cancel();
        break;
      }
    }
  } catch {
    throw damaged;
  }
  if (text.length > MOST_CHARACTERS)
    throw new Refusal(`Unpacked it has more than ${MOST_CHARACTERS.toLocaleString('en')} characters.`);
  return text;
}
