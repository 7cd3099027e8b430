// Turns what was measured into tables. Every ratio is of one run; what was not measured is a dash.
import { ratio, scaled, summary } from '../statistics.mjs';
import { cachedBytes, nameOf, operations, poolWorkers } from '../workloads.mjs';
import { duration, figure, kilobytes, mebibytes, none, percent, plain, spread, times } from './markdown.mjs';

/** The figures of one shape, full or causal, as summaries over the rounds. */
export function figuresOf(shape, peakOperations) {
  const { times: t } = shape;
  const figures = (causal) => {
    const [ours, pool, onnxruntime] = ['ours', 'pool', 'onnxruntime'].map(
      (name) => t[causal ? `${name}Causal` : name],
    );
    const tfjs = causal ? undefined : t.tfjs;
    const work = operations({ ...shape, causal });
    return {
      time: summary(ours),
      speed: summary(ours?.map((time) => work / time / 1e6)),
      shareOfPeak: scaled(ratio(t.peak, ours), work / peakOperations),
      overOnnxruntime: ratio(onnxruntime, ours),
      overTfjs: ratio(tfjs, ours),
      overFull: causal ? ratio(t.ours, ours) : undefined,
      poolTime: summary(pool),
      poolOverOne: ratio(ours, pool),
      poolOverOnnxruntime: ratio(onnxruntime, pool),
    };
  };
  return { full: figures(false), causal: figures(true) };
}

export function peakOf({ shapes, growth, peakOperations }) {
  const samples = [...shapes, ...growth].flatMap((each) => each.times.peak);
  return summary(samples.map((time) => peakOperations / time / 1e6));
}

function attentionTable({ environment, shapes, peakOperations }) {
  const rows = shapes.flatMap((shape) => {
    const { full, causal } = figuresOf(shape, peakOperations);
    const row = (name, figures) => [
      name,
      spread(figures.time, duration),
      figure(figures.speed?.median, plain),
      spread(figures.shareOfPeak, percent),
      spread(figures.overOnnxruntime, times),
      spread(figures.overTfjs, times),
      figure(figures.overFull?.median, times),
    ];
    return [row(nameOf(shape), full), row(`${nameOf(shape)}, causal`, causal)];
  });
  return {
    title: `${environment}: context only, one thread`,
    headers: [
      'L = S × d',
      'a call',
      'GFLOP/s',
      'of peak',
      'over onnxruntime-web',
      'over tfjs-wasm',
      'causal over full',
    ],
    rows,
  };
}

function poolTable({ environment, shapes, peakOperations }) {
  const rows = shapes
    .filter(({ pool }) => pool)
    .flatMap((shape) => {
      const { full, causal } = figuresOf(shape, peakOperations);
      const row = (name, figures) => [
        name,
        spread(figures.poolTime, duration),
        spread(figures.poolOverOne, times),
        spread(figures.poolOverOnnxruntime, times),
      ];
      return [row(nameOf(shape), full), row(`${nameOf(shape)}, causal`, causal)];
    });
  const where = environment.startsWith('Node') ? '' : ' on a plain page';
  return {
    title: `${environment}: a pool of ${poolWorkers} workers${where}`,
    headers: ['L = S × d', 'a call', 'over one thread', 'over onnxruntime-web'],
    rows,
  };
}

function decodingTable({ environment, decodings }) {
  const rows = decodings.map((decoding) => {
    const gigabytes = (name) =>
      summary(decoding.times[name]?.map((time) => cachedBytes(decoding) / time / 1e6));
    return [
      nameOf(decoding),
      spread(summary(decoding.times.ours), duration),
      figure(gigabytes('ours')?.median, plain),
      figure(gigabytes('reading')?.median, plain),
      spread(ratio(decoding.times.reading, decoding.times.ours), percent),
    ];
  });
  return {
    title: `${environment}: one query against cached keys and values`,
    headers: ['S × d', 'a call', 'GB/s', 'a plain sum, GB/s', 'share'],
    rows,
  };
}

function growthTable({ environment, growth, peakOperations }) {
  const rows = growth.map((each, i) => {
    const { time, speed, shareOfPeak } = figuresOf(each, peakOperations).full;
    const before = i > 0 ? summary(growth[i - 1].times.ours) : undefined;
    return [
      nameOf(each),
      spread(time, duration),
      before ? figure(time.median / before.median, times) : none,
      figure(speed?.median, plain),
      spread(shareOfPeak, percent),
    ];
  });
  return {
    title: `${environment}: how time grows`,
    headers: ['L = S × d', 'a call', 'over the row above', 'GFLOP/s', 'of peak'],
    rows,
  };
}

export function memoryTable(memory) {
  return {
    title: 'How memory grows (context only, one thread, one call of a fresh module)',
    headers: [
      'L = S × d',
      'inputs and output',
      'WebAssembly memory',
      'JavaScript buffers',
      'beyond inputs and output',
    ],
    rows: memory.map((each) => [
      `${each.length} × ${each.width}`,
      figure(each.inputs + each.output, mebibytes),
      figure(each.webAssembly, mebibytes),
      figure(each.javaScript, mebibytes),
      figure(beyond(each), mebibytes),
    ]),
  };
}

/** What one call allocated in all, the copy of the context that the caller gets included, beyond one copy of inputs and output. */
export function beyond({ webAssembly, javaScript, inputs, output }) {
  return webAssembly + javaScript - inputs - output;
}

export function keystrokeTable(keystrokes) {
  return {
    title: 'The page: from a key to the painted weights',
    headers: [
      'words',
      'first new paint',
      'all painted',
      'longest',
      "scripts' memory",
      'memory of the process',
    ],
    rows: keystrokes.map(({ tokens, first, whole, scripts, process }) => [
      String(tokens),
      spread(summary(first), duration),
      spread(summary(whole), duration),
      figure(Math.max(...whole), duration),
      figure(scripts, mebibytes),
      figure(process, mebibytes),
    ]),
  };
}

export function sizesTable(sizes) {
  return {
    title: 'What a reader downloads',
    headers: ['', 'gzip', 'uncompressed', 'files'],
    rows: sizes.map(({ name, gzip, bytes, files }) => [
      name,
      figure(gzip, kilobytes),
      figure(bytes, kilobytes),
      files.join(', '),
    ]),
  };
}

/** All tables of one environment, those without rows left out. */
export function tablesOf(measured) {
  const peak = peakOf(measured);
  const attention = attentionTable(measured);
  if (peak) attention.note = `Peak of SIMD multiplications and additions: ${spread(peak, plain)} GFLOP/s.`;
  const all = [attention, poolTable(measured), decodingTable(measured), growthTable(measured)];
  return all.filter(({ rows }) => rows.length > 0);
}
