import { describe, expect, test } from 'vitest';
import { loadAttention, type Matrix, type Projections } from '../../dist/attention-wasm.js';
import { expectSame, thrown } from './support/expect.ts';
import { copyOf, Random } from './support/problems.ts';

// A number that is not finite is traced back to the argument that the caller gave, through projections too.

const { attend, selfAttention, crossAttention } = await loadAttention();

const random = new Random(5);
const inputs = random.normal(4, 6);
const others = random.normal(5, 6);
const projections: Projections = {
  query: random.normal(6, 4),
  key: random.normal(6, 4),
  value: random.normal(6, 4),
  output: random.normal(4, 3),
  queryBias: random.normal(1, 4).data,
  keyBias: random.normal(1, 4).data,
  valueBias: random.normal(1, 4).data,
  outputBias: random.normal(1, 3).data,
};

/** A copy with one number changed. */
function having(matrix: Matrix, row: number, column: number, value: number): Matrix {
  const changed = copyOf(matrix);
  changed.data[row * matrix.cols + column] = value;
  return changed;
}

function bias(values: Float32Array, index: number, value: number): Float32Array {
  const changed = values.slice();
  changed[index] = value;
  return changed;
}

/** Every number multiplied by the same. */
function times({ rows, cols, data }: Matrix, factor: number): Matrix {
  return { rows, cols, data: data.map((x) => x * factor) };
}

function messageOf(call: () => unknown): string {
  const error = thrown(call);
  expect(error).toBeInstanceOf(RangeError);
  return error.message;
}

const self = (change: Partial<Projections>) =>
  messageOf(() => selfAttention(inputs, { ...projections, ...change }));

describe('self-attention blames', () => {
  test('the inputs', () => {
    const bad = having(inputs, 2, 3, Number.NaN);
    expect(messageOf(() => selfAttention(bad, projections))).toContain('inputs row 2, column 3 is NaN');
    expect(messageOf(() => selfAttention(bad, null))).toContain('inputs row 2, column 3 is NaN');
  });

  test.each(['query', 'key', 'value', 'output'] as const)('projections.%s', (name) => {
    expect(self({ [name]: having(projections[name]!, 3, 2, Number.NEGATIVE_INFINITY) })).toContain(
      `projections.${name} row 3, column 2 is -Infinity`,
    );
  });

  test.each(['queryBias', 'keyBias', 'valueBias', 'outputBias'] as const)('projections.%s', (name) => {
    expect(self({ [name]: bias(projections[name]!, 1, Number.NaN) })).toContain(
      `projections.${name}[1] is NaN`,
    );
  });

  test.each([
    ['query', 'queries'],
    ['key', 'keys'],
    ['value', 'values'],
  ] as const)('the product with projections.%s where it overflows', (name, result) => {
    const large = { ...projections, [name]: times(projections[name], 1e20) };
    const message = messageOf(() => selfAttention(times(inputs, 1e20), large));
    expect(message).toMatch(new RegExp(`^${result} row \\d, column \\d is (-?Infinity|NaN): `));
    expect(message).toContain(`inputs times projections.${name} is beyond the range of float32`);
  });

  test('the product with projections.output where it overflows', () => {
    const message = self({
      value: times(projections.value, 1e20),
      output: times(projections.output!, 1e20),
    });
    expect(message).toMatch(/^output row 0, column 0 is (-?Infinity|NaN): /);
    expect(message).toContain('the context times projections.output is beyond the range of float32');
  });

  test('scores where they overflow, naming the head', () => {
    const message = messageOf(() =>
      selfAttention(
        inputs,
        { ...projections, query: times(projections.query, 1e30), key: times(projections.key, 1e30) },
        { heads: 2 },
      ),
    );
    expect(message).toMatch(/^the score of query 0 and key 0 in head 0 is (-?Infinity|NaN): /);
  });
});

test('cross-attention blames the inputs by name', () => {
  const bad = (matrix: Matrix) => having(matrix, 3, 0, Number.POSITIVE_INFINITY);
  expect(messageOf(() => crossAttention(bad(inputs), others, projections))).toContain(
    'queryInputs row 3, column 0 is Infinity',
  );
  expect(messageOf(() => crossAttention(inputs, bad(others), projections))).toContain(
    'keyInputs row 3, column 0 is Infinity',
  );
});

test('a row that is hidden both as query and as key may hold anything', () => {
  const keyPadding = Uint8Array.of(1, 1, 0, 1);
  // The padded token's own query sees nothing either.
  const mask = Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1);
  const options = { keyPadding, mask, heads: 2, want: ['weights'] } as const;
  const bad = having(inputs, 2, 1, Number.NaN);
  const [clean, dirty] = [
    selfAttention(inputs, projections, options),
    selfAttention(bad, projections, options),
  ];
  expectSame(dirty.context, clean.context);
  expectSame(dirty.output!, clean.output!);
  for (const [h, head] of dirty.weights.entries()) expectSame(head, clean.weights[h]!);
  // A query that sees nothing has a context of zeros, so its output is the bias.
  expect([...dirty.output!.data.subarray(6, 9)]).toEqual([...projections.outputBias!]);
});

test('a padded token whose query sees a key must be finite', () => {
  const keyPadding = Uint8Array.of(1, 1, 0, 1);
  const bad = having(inputs, 2, 1, Number.NaN);
  expect(messageOf(() => selfAttention(bad, projections, { keyPadding }))).toContain(
    'inputs row 2, column 1 is NaN',
  );
});

test('dropout hides nothing', () => {
  const bad = having(others, 0, 0, Number.NaN);
  for (const rate of [0.5, 1]) {
    const call = () => attend(inputs, others, bad, { dropout: { rate, keep: new Uint8Array(20) } });
    expect(messageOf(call)).toContain('values row 0, column 0 is NaN');
  }
});

test('values whose sum overflows under dropout are an error, not an infinity', () => {
  const values = { rows: 5, cols: 1, data: new Float32Array(5).fill(3e38) };
  expect(
    messageOf(() =>
      attend(inputs, others, values, { dropout: { rate: 0.9, keep: new Uint8Array(20).fill(1) } }),
    ),
  ).toMatch(/^context row 0, column 0 is Infinity: /);
});
