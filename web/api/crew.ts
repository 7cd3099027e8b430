import type { Core } from './core.ts';
import { type Hand, startHands } from './hand.ts';
import { type Outcome, Performer, type Task } from './task.ts';
import { nextTurn } from './turn.ts';

/** Whoever waits for a task, unless `ended`. */
interface Waiting {
  readonly ended: boolean;
}

interface Job {
  readonly task: Task;
  readonly waiting: Waiting;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
}

/**
 * Whoever performs the tasks of a pool, in the order they come: workers, or where there are none this thread itself, a task
 * between any two turns of the event loop.
 */
export class Crew {
  readonly #core: Core;
  readonly #module: WebAssembly.Module;
  readonly #queue: Job[] = [];
  readonly #busy = new Set<Hand>();
  /** The keys and values that a hand holds, by their id. */
  readonly #held = new Map<Hand, number>();
  #idle: Hand[];
  #missing = 0;
  #inPlace = false;
  #stopped = false;

  constructor(core: Core, module: WebAssembly.Module, hands: Hand[]) {
    this.#core = core;
    this.#module = module;
    this.#idle = hands;
  }

  /** How many workers there are; 0 where tasks are performed in place. */
  get workers(): number {
    return this.#idle.length + this.#busy.size + this.#missing;
  }

  /** Performs a task once its turn comes; if nobody waits for it by then, it is dropped. */
  perform(task: Task, waiting: Waiting): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, waiting, resolve, reject });
      this.#assign();
    });
  }

  stop(): void {
    this.#stopped = true;
    for (const hand of [...this.#idle, ...this.#busy]) hand.stop();
  }

  #assign(): void {
    if (this.#stopped) return;
    for (const hand of this.#idle.filter((hand) => !hand.alive)) this.#replace(hand);
    if (this.workers === 0) {
      if (!this.#inPlace) this.#performInPlace();
      return;
    }
    while (this.#idle.length > 0) {
      const job = this.#next();
      if (!job) return;
      const hand = this.#idle.pop()!;
      this.#busy.add(hand);
      this.#give(hand, job);
    }
  }

  /** The next job that somebody still waits for. */
  #next(): Job | undefined {
    for (;;) {
      const job = this.#queue.shift();
      if (!job?.waiting.ended) return job;
    }
  }

  async #give(hand: Hand, { task, resolve, reject }: Job): Promise<void> {
    try {
      resolve(await hand.perform(this.#asSent(task, hand), ownBuffers(task)));
    } catch (error) {
      reject(error);
    }
    this.#busy.delete(hand);
    this.#idle.push(hand);
    this.#assign();
  }

  /** A task without the keys and values that the hand holds already. */
  #asSent(task: Task, hand: Hand): Task {
    if (task.kind !== 'attend') return task;
    const { id } = task.attended;
    if (this.#held.get(hand) === id) return { ...task, attended: { id } };
    this.#held.set(hand, id);
    return task;
  }

  async #replace(hand: Hand): Promise<void> {
    hand.stop();
    this.#held.delete(hand);
    this.#idle = this.#idle.filter((other) => other !== hand);
    this.#missing++;
    const [another] = await startHands(1, this.#module);
    this.#missing--;
    if (another && this.#stopped) another.stop();
    else if (another) this.#idle.push(another);
    this.#assign();
  }

  async #performInPlace(): Promise<void> {
    this.#inPlace = true;
    const performer = new Performer(this.#core);
    for (;;) {
      await nextTurn();
      const job = this.#next();
      if (!job) break;
      job.resolve(performer.perform(job.task));
    }
    performer.release();
    this.#inPlace = false;
  }
}

/** The buffers that only this task uses, to be given away instead of copied. */
function ownBuffers(task: Task): ArrayBuffer[] {
  return [(task.kind === 'attend' ? task.queries : task.inputs).buffer as ArrayBuffer];
}
