import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadAttention } from '../../dist/attention-wasm.js';
import { expectWithin } from './support/expect.ts';

const { random } = await loadAttention();

describe('the generator', () => {
  test('draws what torch.rand draws', () => {
    // torch.manual_seed(123); torch.rand(2, 3), printed to four decimals.
    expectWithin(random(123).rand(2, 3).data, [0.2961, 0.5166, 0.2517, 0.6886, 0.074, 0.8665], 5.1e-5);
  });

  test('takes up where its last call ended, whatever other generators do meanwhile', () => {
    fc.assert(
      fc.property(
        fc.maxSafeInteger(),
        fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })), { maxLength: 8 }),
        (seed, shapes) => {
          const [generator, other] = [random(seed), random(7)];
          const total = shapes.reduce((sum, [rows, cols]) => sum + rows * cols, 0);
          const parts = shapes.flatMap(([rows, cols]) => {
            other.rand(1, 1);
            return [...generator.rand(rows, cols).data];
          });
          expect(parts).toEqual([...random(seed).rand(1, total).data]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('passes the end of its state and goes on', () => {
    // MT19937 holds 624 words; the 10,000th draw of the reference generator with seed 5489 is 4123659995.
    const { data } = random(5489).rand(100, 100);
    expect(data[9999]).toBe(Math.fround((4123659995 & 0xffffff) / 2 ** 24));
  });

  test('uses the low 32 bits of its seed, as PyTorch does', () => {
    const first = (seed: number) => [...random(seed).rand(1, 3).data];
    expect(first(2 ** 32 + 5)).toEqual(first(5));
    expect(first(-1)).toEqual(first(2 ** 32 - 1));
    expect(first(6)).not.toEqual(first(5));
  });
});

describe('linear', () => {
  test('draws the weight of nn.Linear row by row of its outputs, then the bias', () => {
    const [inputs, outputs] = [5, 3];
    const { weight, bias } = random(9).linear(inputs, outputs);
    const uniform = random(9).rand(1, (inputs + 1) * outputs).data;
    expect([weight.rows, weight.cols, bias!.length]).toEqual([inputs, outputs, outputs]);
    const bound = 1 / Math.sqrt(inputs);
    const drawn = [...uniform].map((u) => (2 * u - 1) * bound);
    for (let o = 0; o < outputs; o++) {
      for (let i = 0; i < inputs; i++) {
        // Two roundings to float32 below 1.
        expectWithin([weight.data[i * outputs + o]!], [drawn[o * inputs + i]!], 1e-7);
      }
    }
    expectWithin(bias!, drawn.slice(inputs * outputs), 1e-7);
  });

  test('has a bias unless told otherwise', () => {
    expect(random(1).linear(2, 3).bias).toBeInstanceOf(Float32Array);
    expect('bias' in random(1).linear(2, 3, false)).toBe(false);
  });

  test('of no inputs or outputs is empty', () => {
    expect(random(1).linear(0, 2)).toEqual({
      weight: { rows: 0, cols: 2, data: new Float32Array() },
      bias: new Float32Array(2),
    });
    expect(random(1).linear(2, 0).weight).toEqual({ rows: 2, cols: 0, data: new Float32Array() });
  });
});
