// Times several contenders in turns, A B C A B C …, so that whatever else the machine does meets all of them alike.

const sampleMs = 20; // a browser's clock may tick in steps of 0.1 ms
const warmUpMs = 600;
const slowMs = 400;

/**
 * Milliseconds a call, for each contender one number a round. A contender is a `run` function; where it gives a promise,
 * that is awaited. One that takes longer than 0.4 s a call sits out two rounds of three: its number there is null.
 *
 * @param {Record<string, { run: () => unknown } | undefined>} contenders those that are undefined are left out
 * @returns {Promise<Record<string, (number | null)[]>>}
 */
export async function interleave(contenders, rounds) {
  const present = Object.entries(contenders).filter(([, contender]) => contender);
  const calls = {};
  for (const [name, { run }] of present) calls[name] = await warmUp(run);

  const times = Object.fromEntries(present.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, { run }] of present) {
      const sitsOut = calls[name] < 1 && round % 3 !== 0;
      times[name].push(sitsOut ? null : await millisecondsACall(run, Math.max(1, calls[name])));
    }
  }
  return times;
}

// Runs until the engine's optimising compiler has had its turn. Returns how many calls make a sample; 0 for a slow one.
async function warmUp(run) {
  const start = performance.now();
  for (let samples = 1, calls = 1; ; samples++) {
    const time = await millisecondsACall(run, calls);
    await new Promise((resolve) => setTimeout(resolve, 10));
    const enough = calls * time >= sampleMs;
    if (enough && samples >= 3 && performance.now() - start >= warmUpMs) return time > slowMs ? 0 : calls;
    // The clock may not have moved at all; and what was slow at first gets faster.
    calls = enough ? Math.ceil(sampleMs / time) : calls * 2;
  }
}

async function millisecondsACall(run, calls) {
  const start = performance.now();
  for (let call = 0; call < calls; call++) {
    const result = run();
    if (result instanceof Promise) await result;
  }
  return (performance.now() - start) / calls;
}
