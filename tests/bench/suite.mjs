// Everything that is timed, in whatever environment this runs: it is imported by Node and by the page alike.
import { loadOnnxRuntime } from './contenders/onnxruntime.mjs';
import { loadOurs } from './contenders/ours.mjs';
import { loadRoofline } from './contenders/roofline.mjs';
import { loadTfjs } from './contenders/tfjs.mjs';
import { interleave } from './interleave.mjs';
import { verify } from './verify.mjs';
import { cachedBytes, decodings, filled, growth, operations, poolWorkers, workloads } from './workloads.mjs';

/**
 * @param environment where this runs: see environments/
 * @param {{ shapes?: string[], rounds: number }} options `shapes`: the ids of those to measure, all where undefined
 * @returns the times of every contender in every round, plain data
 */
export async function measure(environment, { shapes, rounds }) {
  const chosen = ({ id }) => !shapes || shapes.includes(id);
  const loaded = {
    roofline: await loadRoofline(environment), // first: while the engine has nothing else to optimise
    ours: await loadOurs(environment),
    onnxruntime: await loadOnnxRuntime(environment),
    tfjs: await loadTfjs(environment),
  };
  const measured = { peakOperations: loaded.roofline.peak.operations, shapes: [], decodings: [], growth: [] };

  for (const workload of workloads.filter(chosen)) {
    environment.say(`attention, ${workload.id}`);
    measured.shapes.push({ ...workload, times: await timeAttention(loaded, workload, rounds) });
  }
  for (const workload of decodings.filter(chosen)) {
    environment.say(`decoding, ${workload.id}`);
    measured.decodings.push({ ...workload, times: await timeDecoding(loaded, workload, rounds) });
  }
  if (chosen(growth)) {
    for (const length of growth.lengths) {
      environment.say(`growth, ${length}`);
      const workload = { heads: 1, length, width: growth.width };
      const ours = await loaded.ours.attention(filled(workload));
      const turns = Math.max(3, Math.min(rounds, Math.ceil(2e11 / operations(workload))));
      const times = await interleave({ ours, peak: loaded.roofline.peak }, turns);
      measured.growth.push({ ...workload, times });
    }
  }
  return measured;
}

async function timeAttention({ ours, onnxruntime, tfjs, roofline }, workload, rounds) {
  const full = { ...filled(workload), causal: false };
  const causal = { ...full, causal: true };
  const { peers, pool } = workload;
  const contenders = {
    ours: await ours.attention(full),
    oursCausal: await ours.attention(causal),
    pool: pool && (await ours.pooledAttention(full, poolWorkers)),
    poolCausal: pool && (await ours.pooledAttention(causal, poolWorkers)),
    onnxruntime: peers && (await onnxruntime.attention(full)),
    onnxruntimeCausal: peers && (await onnxruntime.attention(causal)),
    tfjs: peers && (await tfjs.attention(full)),
  };
  const expected = await contenders.ours.run();
  const expectedCausal = await contenders.oursCausal.run();
  for (const [name, contender] of Object.entries(contenders)) {
    if (!contender) continue;
    const output = await contender.run();
    const { sideBySide = (numbers) => numbers } = contender;
    const isCausal = name.endsWith('Causal');
    verify(name, isCausal ? causal : full, sideBySide(output), isCausal ? expectedCausal : expected);
  }
  try {
    return await interleave({ peak: roofline.peak, ...contenders }, rounds);
  } finally {
    for (const contender of Object.values(contenders)) await contender?.close?.();
  }
}

async function timeDecoding({ ours, roofline }, workload, rounds) {
  const decoding = await ours.decoding(filled(workload));
  const reading = roofline.reading(cachedBytes(workload));
  try {
    if (decoding) {
      const [cached, uncached] = [decoding.run(), decoding.uncached()];
      if (!cached.every((number, i) => Math.abs(number - uncached[i]) <= 1e-4)) {
        throw new Error('a cache computes something else than attend does');
      }
    }
    return await interleave({ reading, ours: decoding }, rounds);
  } finally {
    decoding?.close();
    reading.close();
  }
}
