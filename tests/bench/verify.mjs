// A benchmark whose contenders compute different things says nothing: outputs are compared before anything is timed.

const tolerance = 1e-4; // promise 10 of the API allows 2e-5 for such inputs; the others are not bound by it

/** Throws unless `output` is what ours is, everywhere, and what the formula gives, in the first, middle and last row. */
export function verify(name, workload, output, ours) {
  if (output.length !== ours.length)
    throw new Error(`${name} gave ${output.length} numbers, ours ${ours.length}`);
  const complain = (other, value, at, expected) => {
    throw new Error(
      `${name} computes something else: ${value} where ${other} gives ${expected} (number ${at})`,
    );
  };
  for (let i = 0; i < output.length; i++) {
    if (!(Math.abs(output[i] - ours[i]) <= tolerance)) complain('ours', output[i], i, ours[i]);
  }
  const { heads, length, width } = workload;
  for (const row of new Set([0, length >> 1, length - 1])) {
    for (let head = 0; head < heads; head++) {
      const expected = contextOf(workload, row, head);
      for (let column = 0; column < width; column++) {
        const at = (row * heads + head) * width + column;
        if (!(Math.abs(output[at] - expected[column]) <= tolerance)) {
          complain('the formula', output[at], at, expected[column]);
        }
      }
    }
  }
}

// z = softmax(q·Kᵀ/√d)·V for one query of one head, in double precision.
function contextOf({ heads, length, width, causal, queries, keys, values }, row, head) {
  const place = (r) => (r * heads + head) * width;
  const seen = causal ? row + 1 : length;
  const scores = Array.from({ length: seen }, (_, key) => {
    let dot = 0;
    for (let c = 0; c < width; c++) dot += queries[place(row) + c] * keys[place(key) + c];
    return dot / Math.sqrt(width);
  });
  const largest = scores.reduce((a, b) => Math.max(a, b));
  const exps = scores.map((score) => Math.exp(score - largest));
  const sum = exps.reduce((a, b) => a + b);
  return Array.from({ length: width }, (_, c) =>
    exps.reduce((total, exp, key) => total + (exp / sum) * values[place(key) + c], 0),
  );
}
