import workerScript from '../../build/worker/pool-worker.js?raw';
import { nodeModule } from './node.ts';
import type { Started } from './pool-worker.ts';
import type { Outcome, Task } from './task.ts';

/** A worker that performs tasks, one after the other. */
export interface Hand {
  /** Whether it can be asked for more. */
  readonly alive: boolean;
  perform(task: Task, transfer: readonly ArrayBuffer[]): Promise<Outcome>;
  stop(): void;
}

/** What a browser's worker and one of Node's have in common. */
interface Thread {
  post(message: unknown, transfer: readonly ArrayBuffer[]): void;
  /** Whether the process must not end while it works. */
  hold(busy: boolean): void;
  stop(): void;
}

interface Listener {
  message(data: unknown): void;
  failure(error: Error): void;
}

type Opener = (listener: Listener) => Thread;

/** How long a worker may take to start; one that a policy forbids may never say so. */
const patience = 10_000;

/** Starts workers, as many as can be had up to `count`. */
export async function startHands(count: number, module: WebAssembly.Module): Promise<Hand[]> {
  for (const open of await openers()) {
    // The first shows whether there is a way at all.
    const first = await start(open, module);
    if (!first) continue;
    const others = Array.from({ length: count - 1 }, () => start(open, module));
    return [first, ...(await Promise.all(others)).filter((hand) => hand !== undefined)];
  }
  return [];
}

async function openers(): Promise<Opener[]> {
  const threads = await nodeModule<typeof import('node:worker_threads')>('node:worker_threads');
  if (threads) return [(listener) => openOnNode(threads, listener)];
  if (typeof Worker !== 'function') return [];
  // From its text, so that there is no file to find. Where a policy forbids that, from the file beside this script.
  return [openFromText, openBeside];
}

let textUrl: string | undefined;

function openFromText(listener: Listener): Thread {
  textUrl ??= URL.createObjectURL(new Blob([workerScript], { type: 'text/javascript' }));
  return openInBrowser(new Worker(textUrl), listener);
}

function openBeside(listener: Listener): Thread {
  return openInBrowser(
    new Worker(new URL(/* @vite-ignore */ './attention-wasm-worker.js', import.meta.url)),
    listener,
  );
}

function openInBrowser(worker: Worker, listener: Listener): Thread {
  worker.onmessage = ({ data }) => listener.message(data);
  worker.onmessageerror = () => listener.failure(new Error('its answer could not be read'));
  worker.onerror = (event) => {
    event.preventDefault();
    listener.failure(new Error(event.message || 'it could not be started'));
  };
  return {
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    hold() {},
    stop: () => worker.terminate(),
  };
}

function openOnNode({ Worker }: typeof import('node:worker_threads'), listener: Listener): Thread {
  // Flags of the process, such as loaders, are not for a script that needs nothing.
  const worker = new Worker(workerScript, { eval: true, execArgv: [] });
  worker.on('message', listener.message);
  worker.on('error', listener.failure);
  worker.on('exit', (code) => listener.failure(new Error(`it ended with code ${code}`)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    hold: (busy) => (busy ? worker.ref() : worker.unref()),
    stop: () => void worker.terminate(),
  };
}

/** A worker that is ready, or undefined where it cannot start. */
async function start(open: Opener, module: WebAssembly.Module): Promise<Hand | undefined> {
  /** Answers come in the order of the questions. */
  const waiting: { resolve(data: unknown): void; reject(error: Error): void }[] = [];
  let failed: Error | undefined;
  let thread: Thread | undefined;

  function ask(message: unknown, transfer: readonly ArrayBuffer[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (failed) throw failed;
      thread!.post(message, transfer);
      thread!.hold(true);
      waiting.push({ resolve, reject });
    });
  }

  const listener: Listener = {
    message(data) {
      waiting.shift()?.resolve(data);
      if (waiting.length === 0) thread!.hold(false);
    },
    failure(error) {
      failed ??= new Error(`a worker of the pool failed: ${error.message}`, { cause: error });
      for (const { reject } of waiting.splice(0)) reject(failed);
    },
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    thread = open(listener);
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it did not start in time')), patience);
    });
    const { ready } = (await Promise.race([ask({ module }, []), late])) as Started;
    if (!ready) throw new Error('it is not ready');
  } catch {
    thread?.stop();
    return undefined;
  } finally {
    clearTimeout(timer);
  }
  return {
    get alive() {
      return failed === undefined;
    },
    perform: (task, transfer) => ask(task, transfer) as Promise<Outcome>,
    stop: () => thread.stop(),
  };
}
