import type { Token } from '../tokenizers/token.ts';

/** Why there are no results, and what to do about it. */
export interface Failure {
  readonly cause: string;
  readonly remedy: string;
}

/** What an error of the computation means to a reader: places by their words instead of their numbers. */
export function failureOf(error: unknown, tokens: readonly Token[]): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const named = message.replace(/\b(query|key|row) (\d+)/g, (all, axis: string, index: string) => {
    const word = tokens[Number(index)]?.text;
    return word === undefined || (axis === 'row' && !message.startsWith('inputs'))
      ? all
      : `${axis} “${word}”`;
  });
  return {
    cause: named.charAt(0).toUpperCase() + named.slice(1),
    remedy: 'Undo the last change, or give the outlined number another value.',
  };
}
