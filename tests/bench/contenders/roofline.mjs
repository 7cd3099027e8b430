// The machine's own limits through WebAssembly SIMD: see roofline.cpp.

import { interleave } from '../interleave.mjs';
import { summary } from '../statistics.mjs';

/** Multiplications and additions in a round of the loops of roofline.cpp: the fastest is the peak. */
const loopsToTry = [
  [5, 5],
  [6, 5],
  [6, 6],
  [7, 6],
  [12, 12],
  [13, 13],
];
const roundsACall = 200_000;

export async function loadRoofline(environment) {
  const bytes = await environment.bytes('build/bench/roofline.wasm');
  const { instance } = await WebAssembly.instantiate(bytes, {
    env: { emscripten_notify_memory_growth() {} },
  });
  const roofline = instance.exports;
  roofline._initialize?.();

  return {
    /** A loop of multiplications and additions in registers, and how many operations one run of it makes. */
    peak: await fastest(loopsToTry.map((loop) => multiplyAndAdd(roofline, loop))),

    /** Reads so many bytes once a run. */
    reading(bytes) {
      const count = bytes / Float32Array.BYTES_PER_ELEMENT;
      const values = roofline.ones(count);
      if (values === 0) throw new Error(`no ${bytes} bytes to read`);
      return { run: () => roofline.sum(values, count), close: () => roofline.release(values) };
    },
  };
}

function multiplyAndAdd(roofline, [products, sums]) {
  const loop = roofline[`multiply_and_add_${products}_${sums}`];
  return { operations: 4 * (products + sums) * roundsACall, run: () => loop(roundsACall) };
}

async function fastest(loops) {
  const times = await interleave(loops, 7);
  const speed = (i) => loops[i].operations / summary(times[i]).median;
  return loops.reduce((best, loop, i) => (speed(i) > speed(loops.indexOf(best)) ? loop : best));
}
