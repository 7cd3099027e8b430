import type { Token } from '../tokenizers/token.ts';
import { MOST_CHARACTERS } from './sequence.ts';

/** Why there are no results, and what to do about it. */
export interface Failure {
  readonly cause: string;
  readonly remedy: string;
}

/** What an error of the computation means to a reader: places by their words instead of their numbers. */
export function failureOf(error: unknown, tokens: readonly Token[], keyTokens = tokens): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const rowTokens = /^(keyInputs|keys|values)\b/.test(message)
    ? keyTokens
    : /^(inputs|queryInputs|queries|context|output)\b/.test(message)
      ? tokens
      : [];
  const named = message.replace(/\b(query|key|row) (\d+)/g, (all, axis: string, index: string) => {
    const word = (axis === 'key' ? keyTokens : axis === 'query' ? tokens : rowTokens)[Number(index)]?.text;
    return word === undefined ? all : `${axis} “${word}”`;
  });
  return {
    cause: named.charAt(0).toUpperCase() + named.slice(1),
    remedy: 'Undo the last change, or give the outlined number another value.',
  };
}

/** A text that is not read, for its length. */
export function tooLong({ length }: string): Failure | undefined {
  if (length <= MOST_CHARACTERS) return undefined;
  const count = (n: number) => n.toLocaleString('en');
  return {
    cause: `The text has ${count(length)} characters; up to ${count(MOST_CHARACTERS)} are read.`,
    remedy: 'Take a part of it, such as a chapter.',
  };
}
