import {
  checkBits,
  checkCount,
  checkKeys,
  checkNumber,
  checkSafeInteger,
  counted,
  isEmpty,
  kindOf,
  largestCount,
} from './check.ts';
import type { Matrix, Want } from './types.ts';

export const optionNames = [
  'heads',
  'keyHeads',
  'scale',
  'causal',
  'mask',
  'keyPadding',
  'dropout',
  'want',
] as const;
const wants: readonly Want[] = ['scores', 'weights', 'kept'];

/** The options that do not depend on any matrix. */
export interface Heads {
  readonly heads: number;
  readonly keyHeads: number;
}

/** One attention as numbers and arrays that have all been checked: what there is to compute, and no way to compute it. */
export interface Problem extends Heads {
  readonly queryCount: number;
  readonly keyCount: number;
  readonly width: number;
  readonly valueWidth: number;
  readonly scale: number;
  /** Query i sees keys ≤ i + offset; undefined where order hides nothing. */
  readonly causalOffset: number | undefined;
  readonly mask: Uint8Array | undefined;
  readonly keyPadding: Uint8Array | undefined;
  readonly dropout:
    | {
        readonly rate: number;
        readonly seed: number;
        /** The places of the first query and head in the whole that the seed's decisions are drawn for. */
        readonly firstQuery: number;
        readonly firstHead: number;
        readonly keep: Uint8Array | undefined;
      }
    | undefined;
  readonly wants: ReadonlySet<Want>;
}

export type Options = Partial<Record<(typeof optionNames)[number], unknown>>;

export function checkOptions(options: unknown): Options {
  return options === undefined ? {} : checkKeys('options', options, optionNames);
}

export function checkHeads(options: Options): Heads {
  const heads = options.heads === undefined ? 1 : checkCount('heads', options.heads, 1);
  const keyHeads = options.keyHeads === undefined ? heads : checkCount('keyHeads', options.keyHeads, 1);
  if (keyHeads > heads) {
    throw new RangeError(`keyHeads is ${keyHeads}; heads is ${heads}, and every key head needs a query head`);
  }
  return { heads, keyHeads };
}

/** A matrix's shape, and what it is called in messages. */
export interface Named extends Pick<Matrix, 'rows' | 'cols'> {
  readonly name: string;
}

/** Checks that queries, keys and values belong together, and the options against them. */
export function checkProblem(queries: Named, keys: Named, values: Named, options: Options): Problem {
  const { heads, keyHeads } = checkHeads(options);
  checkDivides(queries, heads, 'head');
  checkDivides(keys, keyHeads, 'key head');
  checkDivides(values, keyHeads, 'key head');
  const width = isEmpty(queries) ? keys.cols / keyHeads : queries.cols / heads;
  if (keys.cols !== keyHeads * width && !isEmpty(keys)) {
    const perHead =
      heads === keyHeads ? '' : `, ${width} a head: ${keyHeads * width} for ${counted(keyHeads, 'key head')}`;
    throw new RangeError(
      `${keys.name} has ${counted(keys.cols, 'column')}; ${queries.name} has ${queries.cols}${perHead}`,
    );
  }
  if (values.rows !== keys.rows) {
    throw new RangeError(`${values.name} has ${counted(values.rows, 'row')}; ${keys.name} has ${keys.rows}`);
  }
  const queryCount = queries.rows;
  const keyCount = keys.rows;
  const pairs = `${counted(queryCount, 'query', 'queries')} × ${counted(keyCount, 'key')}`;
  const { mask, keyPadding } = options;
  return {
    queryCount,
    keyCount,
    heads,
    keyHeads,
    width,
    valueWidth: values.cols / keyHeads,
    scale: checkScale(options.scale, width),
    causalOffset: checkCausal(options.causal, queryCount, keyCount),
    mask: mask === undefined ? undefined : checkBits('mask', mask, queryCount * keyCount, pairs),
    keyPadding:
      keyPadding === undefined
        ? undefined
        : checkBits('keyPadding', keyPadding, keyCount, counted(keyCount, 'key')),
    dropout: checkDropout(
      options.dropout,
      { queryCount, heads },
      heads * queryCount * keyCount,
      `${counted(heads, 'head')} × ${pairs}`,
    ),
    wants: checkWant(options.want),
  };
}

function checkDivides({ name, cols }: Named, heads: number, what: string): void {
  if (cols % heads !== 0) {
    throw new RangeError(
      `${name} has ${counted(cols, 'column')}, which do not divide into ${counted(heads, what)}`,
    );
  }
}

function checkScale(scale: unknown, width: number): number {
  if (scale === undefined) return width === 0 ? 1 : 1 / Math.sqrt(width);
  const number = checkNumber('scale', scale);
  if (Number.isFinite(Math.fround(number))) return number;
  throw new RangeError(`scale is ${number}; it must be finite as a float32`);
}

/** The offset of causal order, held to where it makes a difference: small enough for 32 bits. */
function checkCausal(causal: unknown, queryCount: number, keyCount: number): number | undefined {
  const offset = causalOffset(causal, queryCount, keyCount);
  return offset === undefined ? undefined : Math.min(Math.max(offset, -queryCount), keyCount);
}

function causalOffset(causal: unknown, queryCount: number, keyCount: number): number | undefined {
  const bottomRight = keyCount - queryCount;
  if (causal === undefined) return undefined;
  switch (causal === null ? 'null' : typeof causal) {
    case 'boolean':
      if (causal && bottomRight !== 0) {
        throw new RangeError(
          `causal: true needs as many queries as keys; there are ${counted(queryCount, 'query', 'queries')} and ${counted(keyCount, 'key')}. ` +
            `Say 'top-left' (query i sees keys ≤ i) or 'bottom-right' (the last query sees every key)`,
        );
      }
      return causal ? 0 : undefined;
    case 'string':
      if (causal === 'top-left') return 0;
      if (causal === 'bottom-right') return bottomRight;
      throw new RangeError(
        `causal is '${causal}'; it must be true, false, 'top-left', 'bottom-right' or { offset }`,
      );
    case 'object':
      return checkSafeInteger('causal.offset', checkKeys('causal', causal, ['offset']).offset);
    default:
      throw new TypeError(
        `causal must be a boolean, 'top-left', 'bottom-right' or { offset }, not ${kindOf(causal)}`,
      );
  }
}

function checkDropout(
  dropout: unknown,
  { queryCount, heads }: { queryCount: number; heads: number },
  length: number,
  meaning: string,
): Problem['dropout'] {
  if (dropout === undefined) return undefined;
  const names = ['rate', 'seed', 'keep', 'firstQuery', 'firstHead'];
  const { rate, seed, keep, firstQuery, firstHead } = checkKeys('dropout', dropout, names);
  const probability = checkNumber('dropout.rate', rate);
  if (!(probability >= 0 && probability <= 1)) {
    throw new RangeError(`dropout.rate is ${probability}; it must be from 0 to 1`);
  }
  if ((seed === undefined) === (keep === undefined)) {
    throw new TypeError(
      `dropout has ${seed === undefined ? 'neither seed nor keep' : 'both seed and keep'}; it needs one of them`,
    );
  }
  if (keep !== undefined) {
    for (const [name, first] of Object.entries({ firstQuery, firstHead })) {
      if (first === undefined) continue;
      throw new TypeError(`dropout.${name} is for a seed; dropout.keep is this call's own`);
    }
    const bits = checkBits('dropout.keep', keep, length, meaning);
    return { rate: probability, seed: 0, firstQuery: 0, firstHead: 0, keep: bits };
  }
  const first = (name: string, given: unknown, count: number) =>
    given === undefined ? 0 : checkCount(`dropout.${name}`, given, 0, largestCount - count);
  return {
    rate: probability,
    seed: checkSafeInteger('dropout.seed', seed),
    firstQuery: first('firstQuery', firstQuery, queryCount),
    firstHead: first('firstHead', firstHead, heads),
    keep: undefined,
  };
}

function checkWant(want: unknown): ReadonlySet<Want> {
  if (want === undefined) return new Set();
  if (!Array.isArray(want)) throw new TypeError(`want must be an array, not ${kindOf(want)}`);
  for (const name of want as unknown[]) {
    if (typeof name !== 'string') throw new TypeError(`want must hold strings, not ${kindOf(name)}`);
    if (!wants.includes(name as Want)) {
      throw new RangeError(`want has no '${name}'; there are ${wants.join(', ')}`);
    }
  }
  return new Set(want as Want[]);
}
