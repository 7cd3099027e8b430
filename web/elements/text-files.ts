import { count } from './counts.ts';
import type { Failure } from './failure.ts';
import { MOST_CHARACTERS } from './sequence.ts';

/** Why a file's text could not be taken. */
export class FileRefusal extends Error {
  readonly remedy: string;

  constructor({ cause, remedy }: Failure) {
    super(cause);
    this.remedy = remedy;
  }
}

/** No character takes more bytes for each of its UTF-16 code units: a larger file holds too many, whatever is in it. */
const MOST_BYTES_EACH = 3;

/**
 * A plain text file's text: UTF-8, or UTF-16 where the file starts with its mark. Line breaks stay as they are.
 *
 * @throws FileRefusal for a file that is too large, no text, or cannot be read
 */
export async function textOfFile(file: File): Promise<string> {
  const name = `“${file.name}”`;
  const tooLong = (has: string) =>
    new FileRefusal({
      cause: `${name} has ${has}; up to ${count(MOST_CHARACTERS)} characters are read.`,
      remedy: 'Cut out a part of it, such as a chapter, and open that.',
    });
  if (file.size > MOST_BYTES_EACH * MOST_CHARACTERS) throw tooLong(`${count(file.size)} bytes`);
  const bytes = await bytesOf(file, name);
  const text = decoded(bytes, name);
  if (text.length > MOST_CHARACTERS) throw tooLong(`${count(text.length)} characters`);
  return text;
}

async function bytesOf(file: File, name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (error) {
    throw new FileRefusal({
      cause: `${name} could not be read: ${error instanceof Error ? error.message : error}`,
      remedy: 'Open a file and not a folder; if the file was moved or changed just now, choose it again.',
    });
  }
}

function decoded(bytes: Uint8Array, name: string): string {
  const noText = (why: string) =>
    new FileRefusal({
      cause: `${name} is not plain text: ${why}.`,
      remedy:
        'Open a text file in UTF-8. Programs that write other files can save or copy their text as plain text.',
    });
  let text: string;
  const encoding = encodingOf(bytes);
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw noText(`its bytes are no characters in ${encoding.toUpperCase()}`);
  }
  const control = CONTROL.exec(text);
  if (control) {
    const code = control[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    throw noText(`it holds the control character U+${code}, as pictures, documents and programs do`);
  }
  return text;
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** Those that no text file has: all but white space and the escape of coloured output. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;
