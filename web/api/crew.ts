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

/** A worker, and what it has to do. */
interface Member {
  readonly hand: Hand;
  /** How many tasks it was given and has not done. */
  tasks: number;
  /** The keys and values that it holds, by their id. */
  held: number | undefined;
}

/** Tasks given to a worker at a time: one that it works on, and one that it need not wait for. */
const mostTasks = 2;

/**
 * Whoever performs the tasks of a pool, in the order they come: workers, or where there are none this thread itself, a task
 * between any two turns of the event loop.
 */
export class Crew {
  readonly #core: Core;
  readonly #module: WebAssembly.Module;
  readonly #members = new Set<Member>();
  #queue: Job[] = [];
  /** How many are being started in the place of others. */
  #missing = 0;
  #inPlace = false;
  #stopped = false;

  constructor(core: Core, module: WebAssembly.Module, hands: readonly Hand[]) {
    this.#core = core;
    this.#module = module;
    for (const hand of hands) this.#join(hand);
  }

  /** How many workers there are; 0 where tasks are performed in place. */
  get workers(): number {
    return this.#members.size + this.#missing;
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
    this.#queue = [];
    for (const { hand } of this.#members) hand.stop();
  }

  #join(hand: Hand): void {
    this.#members.add({ hand, tasks: 0, held: undefined });
  }

  #assign(): void {
    if (this.#stopped) return;
    for (const member of this.#members) if (!member.hand.alive) this.#replace(member);
    if (this.workers === 0) {
      if (!this.#inPlace) this.#performInPlace();
      return;
    }
    this.#queue = this.#queue.filter(({ waiting }) => !waiting.ended);
    for (;;) {
      const member = this.#free();
      const job = member && this.#queue.shift();
      if (!member || !job) return;
      this.#give(member, job);
    }
  }

  /** Who takes the next task. The last ones go to idle workers only, so that all end at about the same time. */
  #free(): Member | undefined {
    const most = this.#queue.length > this.#members.size ? mostTasks : 1;
    let free: Member | undefined;
    for (const member of this.#members) {
      if (member.tasks < (free?.tasks ?? most)) free = member;
    }
    return free;
  }

  async #give(member: Member, { task, resolve, reject }: Job): Promise<void> {
    member.tasks++;
    try {
      const sent = asSentTo(member, task);
      resolve(await member.hand.perform(sent, ownBuffers(sent)));
    } catch (error) {
      reject(error);
    }
    member.tasks--;
    this.#assign();
  }

  async #replace(member: Member): Promise<void> {
    this.#members.delete(member);
    this.#missing++;
    member.hand.stop();
    const [another] = await startHands(1, this.#module);
    this.#missing--;
    if (another && this.#stopped) another.stop();
    else if (another) this.#join(another);
    this.#assign();
  }

  async #performInPlace(): Promise<void> {
    this.#inPlace = true;
    const performer = new Performer(this.#core);
    for (;;) {
      await nextTurn();
      const job = this.#queue.shift();
      if (!job) break;
      if (!job.waiting.ended) job.resolve(performer.perform(job.task));
    }
    performer.release();
    this.#inPlace = false;
  }
}

/** A task without the keys and values that the worker holds already. */
function asSentTo(member: Member, task: Task): Task {
  if (task.kind !== 'attend') return task;
  const { id } = task.attended;
  if (member.held === id) return { ...task, attended: { id, once: false } };
  member.held = id;
  return task;
}

/** The buffers that only this task uses, to be given away instead of copied. */
function ownBuffers(task: Task): ArrayBuffer[] {
  const own =
    task.kind === 'project'
      ? [task.inputs]
      : [task.queries, ...(task.attended.once ? [task.attended.keys, task.attended.values] : [])];
  return own.flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
}
