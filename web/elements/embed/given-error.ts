import type { Failure } from '../failure.ts';

/** What somebody gave cannot be drawn: why, and what to give instead. */
export class GivenError extends Error implements Failure {
  override readonly cause: string;
  readonly remedy: string;

  constructor(cause: string, remedy: string) {
    super(`${cause} ${remedy}`);
    this.cause = cause;
    this.remedy = remedy;
  }
}

/** Why WebAssembly did not load, for whoever can change it. */
export function loadingFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (typeof WebAssembly === 'undefined')
    return {
      cause: 'This browser has no WebAssembly, or has it turned off.',
      remedy: 'Attention is computed with it: allow it, or open the page in another browser.',
    };
  if (/unsafe-eval|content security policy/i.test(message))
    return {
      cause: 'This page’s Content-Security-Policy forbids WebAssembly, which attention is computed with.',
      remedy: "Whoever runs the page can allow it, and nothing else, with script-src … 'wasm-unsafe-eval'.",
    };
  return { cause: sentence(message), remedy: 'Reload the page; if that does not help, try another browser.' };
}

/** The same text as a sentence of its own. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const ended = /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
