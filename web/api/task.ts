import { type Origin, Placed } from './attend.ts';
import type { Core, Fault } from './core.ts';
import { KeyValueStore } from './key-value-store.ts';
import { PlacedLinear } from './linear.ts';
import type { Problem } from './options.ts';
import type { Matrix } from './types.ts';
import { Workspace } from './workspace.ts';

/** A piece of a call, as plain data that any thread can be sent. */
export type Task = AttendTask | ProjectTask;

/** One head's attention for some of its queries. */
export interface AttendTask {
  readonly kind: 'attend';
  readonly problem: Problem;
  readonly origin: Origin;
  readonly queries: Float32Array;
  readonly attended: KeysAndValues;
}

/** The keys and values of one head: sent to a thread once, and held there until it gets others. */
export interface KeysAndValues {
  readonly id: number;
  /** Whether a single task needs them. */
  readonly once: boolean;
  readonly keys?: Float32Array | undefined;
  readonly values?: Float32Array | undefined;
}

/** Some rows of a projection. */
export interface ProjectTask {
  readonly kind: 'project';
  readonly rows: number;
  readonly inputs: Float32Array;
  readonly weight: Matrix;
  readonly bias: Float32Array | undefined;
}

/** What became of a task: its results, the fault in its numbers, or an error. */
export type Outcome =
  | Results
  | { readonly fault: Fault }
  | { readonly error: { name: string; message: string } };

export interface Results {
  /** The context, or the projected rows. */
  readonly out: Float32Array;
  readonly scores?: Float32Array | undefined;
  readonly weights?: Float32Array | undefined;
  readonly kept?: Uint8Array | undefined;
}

/** Performs tasks, one after the other, on one instance of the core. */
export class Performer {
  readonly #core: Core;
  #held: { id: number; store: KeyValueStore } | undefined;

  constructor(core: Core) {
    this.#core = core;
  }

  perform(task: Task): Outcome {
    try {
      return task.kind === 'attend' ? this.#attend(task) : this.#project(task);
    } catch (error) {
      const { name, message } = error as Error;
      return { error: { name, message } };
    }
  }

  /** Gives back what is held between tasks. */
  release(): void {
    this.#held?.store.release();
    this.#held = undefined;
  }

  #attend({ problem, origin, queries, attended }: AttendTask): Outcome {
    const { keys, values } = this.#hold(attended, problem);
    const workspace = new Workspace(this.#core);
    const q = workspace.put(queries);
    const attention = new Placed(this.#core, workspace, problem, origin);
    return workspace.use(() => {
      const fault = attention.try({ queries: workspace.address(q), keys, values });
      if (fault) return { fault };
      const { context, scores, weights, kept } = attention.read();
      return { out: context.data, scores: scores?.[0]?.data, weights: weights?.[0]?.data, kept };
    });
  }

  #hold({ id, keys, values }: KeysAndValues, { keyCount, width, valueWidth }: Problem): KeyValueStore {
    if (this.#held?.id === id) return this.#held.store;
    this.release();
    const store = new KeyValueStore(this.#core, width, valueWidth);
    store.append(keyCount, keys!, values!);
    this.#held = { id, store };
    return store;
  }

  #project({ rows, inputs, weight, bias }: ProjectTask): Outcome {
    const workspace = new Workspace(this.#core);
    const x = workspace.put(inputs);
    const linear = new PlacedLinear(this.#core, workspace, { weight, bias }, rows, x);
    return workspace.use(() => {
      linear.run();
      return { out: linear.read().data };
    });
  }
}

/** The buffers of a task's results, which no one needs where they were computed. */
export function buffersOf(outcome: Outcome): Transferable[] {
  if (!('out' in outcome)) return [];
  const { out, scores, weights, kept } = outcome;
  return [out, scores, weights, kept].flatMap((array) => (array ? [array.buffer as ArrayBuffer] : []));
}
