// What runs in a worker of the pool: an instance of the core that performs the tasks it is sent. It is built into a script
// of its own, which the API carries as text.
import factory from '../../build/wasm/attention.mjs';
import { instantiate } from './core.ts';
import { knowsAnswer } from './known-answer.ts';
import { nodeModule } from './node.ts';
import { buffersOf, Performer, type Task } from './task.ts';

/** The first message to a worker; all others are tasks. */
export interface Start {
  readonly module: WebAssembly.Module;
}

/** The answer to the first message. */
export interface Started {
  readonly ready: boolean;
}

let performer: Performer | undefined;

async function answer(message: Start | Task, post: (message: unknown, transfer: Transferable[]) => void) {
  if ('module' in message) {
    // Whatever is wrong, the pool does without this worker.
    const core = await instantiate(factory, message.module).catch(() => undefined);
    if (core && knowsAnswer(core)) performer = new Performer(core);
    post({ ready: performer !== undefined } satisfies Started, []);
  } else {
    const outcome = performer!.perform(message);
    post(outcome, buffersOf(outcome));
  }
}

async function listen() {
  const node = await nodeModule<typeof import('node:worker_threads')>('node:worker_threads');
  const port = node?.parentPort;
  port?.on('message', (message) =>
    answer(message, (reply, transfer) => port.postMessage(reply, transfer as never)),
  );
}

if (typeof process === 'object' && process.versions?.node) listen();
else {
  // Set before anything is awaited: messages that come before are not kept.
  globalThis.onmessage = ({ data }) => answer(data, (reply, transfer) => postMessage(reply, { transfer }));
  globalThis.onmessageerror = () => postMessage({ ready: false } satisfies Started);
}
