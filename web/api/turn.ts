/** Lets everything else that waits have its turn: painting, input, timers. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else {
      // A message, for a timer of 0 becomes one of 4 ms after a few turns.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(undefined);
    }
  });
}
