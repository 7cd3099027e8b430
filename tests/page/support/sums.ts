import { expect } from 'vitest';
import { formatNumber, formatUnits } from '../../../web/elements/number-format.ts';
import type { Sum } from '../../../web/elements/sums.ts';
import type { Trace } from '../../../web/elements/trace.ts';

/** A shown number as the whole units it reads as; "<0.0001" reads as nothing. */
export function read(text: string, decimals: number): number {
  if (text.startsWith('<')) return 0;
  return Math.round(Number(text.replace('−', '-')) * 10 ** decimals);
}

function addUp(sum: Sum, decimals: number): number {
  const shown = [
    ...sum.terms.map((term) => formatUnits(term.units, decimals)),
    formatUnits(sum.others?.units ?? 0, decimals),
    formatUnits(sum.bias ?? 0, decimals),
    formatUnits(sum.rounding, decimals),
  ];
  return shown.reduce((total, text) => total + read(text, decimals), 0);
}

/** Checks every line of a trace; gives the units that the last result reads as. */
export function lastResult({ lines, decimals }: Trace): number | undefined {
  let result: number | undefined;
  for (const line of lines) {
    if (line.kind === 'sum') {
      expect(addUp(line, decimals)).toBe(line.result);
      result = line.result;
    } else if (line.kind === 'share') {
      expect(addUp(line.total, decimals)).toBe(line.total.result);
      const quotient = read(formatNumber(line.power / Math.max(1, line.total.result), decimals), decimals);
      expect((line.total.result === 0 ? 0 : quotient) + line.rounding).toBe(line.result);
      result = line.result;
    } else if (line.kind === 'adjusted' && line.reason === 'dropout') result = line.result;
    else if (
      line.kind === 'fact' &&
      /hidden-|sees-nothing|dropped/.test(line.fact) &&
      !line.fact.startsWith('now')
    )
      result = 0;
  }
  return result;
}
