import { checkKeys, kindOf } from './check.ts';
import type { Crew } from './crew.ts';
import { type Options, optionNames } from './options.ts';
import type { Outcome, Task } from './task.ts';

/** The options of a pooled call, apart from those of attention. */
export interface Pooled {
  readonly options: Options;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((share: number) => void) | undefined;
}

export function checkPooled(given: unknown): Pooled {
  if (given === undefined) return { options: {}, signal: undefined, onProgress: undefined };
  const { signal, onProgress, ...options } = checkKeys('options', given, [
    ...optionNames,
    'signal',
    'onProgress',
  ]);
  if (signal !== undefined && !isSignal(signal)) {
    throw new TypeError(`signal must be an AbortSignal, not ${kindOf(signal)}`);
  }
  if (onProgress !== undefined && typeof onProgress !== 'function') {
    throw new TypeError(`onProgress must be a function, not ${kindOf(onProgress)}`);
  }
  return { options, signal, onProgress: onProgress as Pooled['onProgress'] };
}

function isSignal(value: unknown): value is AbortSignal {
  return Object.prototype.toString.call(value) === '[object AbortSignal]';
}

/** One call of a pool: it ends as a whole, and knows how much of it is done. */
export class PooledCall {
  readonly #crew: Crew;
  readonly #pooled: Pooled;
  /** In multiply-adds. */
  readonly #work: number;
  #done = 0;
  #ended = false;
  #reject!: (reason: unknown) => void;
  readonly #end = new Promise<never>((_, reject) => {
    this.#reject = reject;
  });

  constructor(crew: Crew, pooled: Pooled, work: number) {
    this.#crew = crew;
    this.#pooled = pooled;
    this.#work = work;
  }

  /** Whether nobody waits for it any longer. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Runs `body`, which ends early with the caller's signal or with `end`. */
  async run<T>(body: () => Promise<T>): Promise<T> {
    const { signal } = this.#pooled;
    const abort = () => this.end(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abort);
    try {
      return await Promise.race([body(), this.#end]);
    } finally {
      this.#ended = true;
      signal?.removeEventListener('abort', abort);
    }
  }

  end(reason: unknown): void {
    this.#ended = true;
    this.#reject(reason);
  }

  /** Performs a task of so many multiply-adds once its turn comes. */
  async perform(task: Task, work: number): Promise<Exclude<Outcome, { error: object }>> {
    const outcome = await this.#crew.perform(task, this);
    if ('error' in outcome) throw errorOf(outcome.error);
    this.#done += work;
    if (!this.#ended) this.#pooled.onProgress?.(Math.min(1, this.#done / this.#work));
    return outcome;
  }
}

function errorOf({ name, message }: { name: string; message: string }): Error {
  return name === 'RangeError' ? new RangeError(message) : new Error(message);
}
