export interface WindowOptions {
  /** Tokens in a window. */
  readonly length: number;
  /** Tokens from one window's start to the next one's. Below `length` windows overlap; above it tokens between are skipped. */
  readonly stride: number;
}

/** What a model is fed at a time, and what it is to answer: at every place the token that comes next. */
export interface Window<T> {
  /** Where the inputs start among the tokens. */
  readonly start: number;
  readonly inputs: readonly T[];
  /** The inputs, shifted by one: `targets[i]` follows `inputs[i]` in the text. */
  readonly targets: readonly T[];
}

/** Tokens in their order: an array, or what gives them out as an array does. */
export type Sliceable<T> = Pick<readonly T[], 'length' | 'slice'>;

/** Windows over tokens, cut out when they are looked at. */
export interface Windows<T> extends Iterable<Window<T>> {
  readonly count: number;
  /** The k-th window, from 0. RangeError for any other. */
  at(k: number): Window<T>;
  /** Tokens after the last window's targets, too few for another window (or all of them, if they are too few for one). */
  readonly left: number;
}

/**
 * Windows of one length, a stride apart, as the usual data loader for GPTs cuts them: starts are `range(0, n − length,
 * stride)`. A window is whole or is not there, since each of its tokens needs a next one; so n ≤ length gives none.
 * RangeError unless length and stride are whole numbers of at least 1.
 *
 * @example slidingWindows(['a', 'b', 'c', 'd', 'e'], { length: 2, stride: 2 })
 * // a b → b c, c d → d e
 */
export function slidingWindows<T>(tokens: Sliceable<T>, { length, stride }: WindowOptions): Windows<T> {
  checkWhole('length', length);
  checkWhole('stride', stride);
  const count = Math.max(0, Math.ceil((tokens.length - length) / stride));

  const at = (k: number): Window<T> => {
    if (!(Number.isInteger(k) && k >= 0 && k < count)) {
      throw new RangeError(
        `There is no window ${k}: ${count === 0 ? 'there are none' : `they are 0 to ${count - 1}`}`,
      );
    }
    const start = k * stride;
    return {
      start,
      inputs: tokens.slice(start, start + length),
      targets: tokens.slice(start + 1, start + length + 1),
    };
  };

  return {
    count,
    at,
    left: count === 0 ? tokens.length : tokens.length - ((count - 1) * stride + length + 1),
    *[Symbol.iterator]() {
      for (let k = 0; k < count; k++) yield at(k);
    },
  };
}

function checkWhole(name: keyof WindowOptions, value: number): void {
  if (typeof value !== 'number')
    throw new TypeError(`${name} is a number of tokens; this is a ${typeof value}`);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`${name} is a whole number of tokens, at least 1; it is ${value}`);
  }
}
