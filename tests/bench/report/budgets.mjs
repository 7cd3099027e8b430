// What this project asks of itself, next to what was measured. A median decides.
import { ratio, summary } from '../statistics.mjs';
import { duration, figure, kilobytes, mebibytes, none, percent, times } from './markdown.mjs';
import { beyond, figuresOf } from './tables.mjs';

const onnxruntimeShapes = ['128x64', '512x64', '2048x64', '12x1024x64'];

/**
 * `read` takes the figure from what one environment measured; undefined where that was not measured. A budget of speed is
 * met by more, the others by less.
 */
const speeds = [
  {
    what: '2048 × 64, of the peak',
    must: 0.8,
    aim: 0.85,
    unit: percent,
    read: full('2048x64', 'shareOfPeak'),
  },
  ...onnxruntimeShapes.map((id) => ({
    what: `${id.replaceAll('x', ' × ')} over onnxruntime-web`,
    must: 1.6,
    aim: 1.8,
    unit: times,
    read: full(id, 'overOnnxruntime'),
  })),
  { what: '2048 × 64 over tfjs', must: 7.5, aim: 9, unit: times, read: full('2048x64', 'overTfjs') },
  { what: '12 × 1024 × 64 over tfjs', must: 16, aim: 20, unit: times, read: full('12x1024x64', 'overTfjs') },
  { what: '2048 × 64, causal over full', must: 1.8, aim: 1.95, unit: times, read: causalOverFull('2048x64') },
  {
    what: '12 × 1024 × 64, pool over one thread',
    must: 1.7,
    aim: 1.9,
    unit: times,
    read: full('12x1024x64', 'poolOverOne'),
  },
  {
    what: '12 × 1024 × 64, pool over onnxruntime-web',
    must: 2.7,
    aim: 3.3,
    unit: times,
    read: full('12x1024x64', 'poolOverOnnxruntime'),
  },
  { what: 'one query, 16384 keys, of a plain sum', must: 0.7, unit: percent, read: decoding('decode-16384') },
  { what: 'one query, 65536 keys, of a plain sum', must: 0.7, unit: percent, read: decoding('decode-65536') },
];

const others = [
  {
    what: '16384 × 64, allocated beyond inputs and output',
    must: 8 * 2 ** 20,
    unit: mebibytes,
    read: ({ memory }) => {
      const largest = memory?.find(({ length }) => length === 16384);
      return largest && beyond(largest);
    },
  },
  {
    what: 'a keystroke at 512 words, to the painted weights',
    must: 50,
    aim: 16,
    unit: duration,
    read: ({ keystrokes }) => summary(keystrokes?.find(({ tokens }) => tokens === 512)?.whole)?.median,
  },
  {
    what: 'attention.wasm, gzip',
    must: 60_000,
    aim: 30_000,
    unit: kilobytes,
    read: ({ sizes }) => sizes.find(({ name }) => name === 'attention.wasm alone').gzip,
  },
];

export function speedBudgets(measured) {
  return table(`${measured.environment}: budgets`, speeds, measured, (value, bound) => value >= bound);
}

export function otherBudgets(measured) {
  return table('Budgets of memory, page and download', others, measured, (value, bound) => value <= bound);
}

function table(title, budgets, measured, meets) {
  const rows = budgets.map(({ what, must, aim, unit, read }) => {
    const value = read(measured);
    return [
      what,
      figure(must, unit),
      figure(aim, unit),
      figure(value, unit),
      verdict(value, must, aim, meets),
    ];
  });
  return { title, headers: ['what', 'must', 'aim', 'measured', 'met'], rows };
}

function verdict(value, must, aim, meets) {
  if (value === undefined) return none;
  if (!meets(value, must)) return 'no';
  return aim !== undefined && meets(value, aim) ? 'yes, the aim too' : 'yes';
}

function figures(measured, id) {
  const shape = measured.shapes.find((each) => each.id === id);
  return shape && figuresOf(shape, measured.peakOperations);
}

function full(id, figure) {
  return (measured) => figures(measured, id)?.full[figure]?.median;
}

function causalOverFull(id) {
  return (measured) => figures(measured, id)?.causal.overFull?.median;
}

function decoding(id) {
  return (measured) => {
    const found = measured.decodings.find((each) => each.id === id);
    return found && ratio(found.times.reading, found.times.ours)?.median;
  };
}
