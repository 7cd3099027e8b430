import type { Matrix } from './types.ts';

/** Sizes and counts travel to 32-bit memory as signed integers. */
export const largestCount = 2 ** 31 - 1;

/** What a value is, for a message: "null", "an array", "Float64Array", "string". */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typedArrayName(value) ?? typeof value;
}

// The getter reads what an array is made of: true across realms, and no object can pretend.
const typedArrayTag = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Int8Array.prototype) as object,
  Symbol.toStringTag,
)?.get as (this: unknown) => string | undefined;

/** "Float32Array" for one of any realm; undefined for what is no typed array. */
export function typedArrayName(value: unknown): string | undefined {
  return typedArrayTag.call(value);
}

/** The same numbers as a plain `Float32Array` of this realm. */
export function checkFloats(name: string, value: unknown): Float32Array {
  if (typedArrayName(value) === 'Float32Array') return plain(Float32Array, value as Float32Array);
  throw new TypeError(`${name} must be a Float32Array, not ${kindOf(value)}`);
}

/** A view of the same numbers without what a subclass may mean by `slice`: that of Node's Buffer does not copy. */
function plain<T extends Float32Array | Uint8Array>(
  Type: new (buffer: ArrayBufferLike, byteOffset?: number, length?: number) => T,
  { buffer, byteOffset, length }: T,
): T {
  // One that was transferred away has no length, and its buffer can have no views.
  return length === 0 ? new Type(new ArrayBuffer(0)) : new Type(buffer, byteOffset, length);
}

/** "1 key", "2 keys" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A `Uint8Array` of `length` zeros and ones. `meaning` says what the length is made of. */
export function checkBits(name: string, value: unknown, length: number, meaning: string): Uint8Array {
  if (typedArrayName(value) !== 'Uint8Array') {
    throw new TypeError(`${name} must be a Uint8Array, not ${kindOf(value)}`);
  }
  const bits = plain(Uint8Array, value as Uint8Array);
  if (bits.length !== length) {
    throw new RangeError(
      `${name} has ${counted(bits.length, 'entry', 'entries')}; ${meaning} make ${length}`,
    );
  }
  const wrong = firstNotBit(bits);
  if (wrong >= 0) throw new RangeError(`${name}[${wrong}] is ${bits[wrong]}; it must be 0 or 1`);
  return bits;
}

/** The index of the first entry that is neither 0 nor 1, or −1. Four at a time where they can be: masks are large. */
function firstNotBit(bits: Uint8Array): number {
  let i = 0;
  if (bits.byteOffset % 4 === 0) {
    const words = new Uint32Array(bits.buffer, bits.byteOffset, bits.length >> 2);
    let w = 0;
    while (w < words.length && (words[w]! & 0xfefefefe) === 0) w++;
    i = 4 * w;
  }
  for (; i < bits.length; i++) if (bits[i]! > 1) return i;
  return -1;
}

export function checkNumber(name: string, value: unknown): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`${name} must be a number, not ${kindOf(value)}`);
}

/** A whole number from `least` to what 32 bits hold. */
export function checkCount(name: string, value: unknown, least = 0, most = largestCount): number {
  const count = checkNumber(name, value);
  if (Number.isInteger(count) && count >= least && count <= most) return Math.abs(count); // −0 is 0
  throw new RangeError(`${name} is ${count}; it must be a whole number from ${least} to ${most}`);
}

export function checkSafeInteger(name: string, value: unknown): number {
  const integer = checkNumber(name, value);
  if (Number.isSafeInteger(integer)) return integer;
  throw new RangeError(`${name} is ${integer}; it must be a safe integer (±${Number.MAX_SAFE_INTEGER})`);
}

/** An object whose keys are all among `known`: a misspelt option is an error, not a default. */
export function checkKeys(name: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${name} must be an object, not ${kindOf(value)}`);
  }
  for (const key of Object.keys(value)) {
    if (!known.includes(key)) {
      throw new TypeError(`${name} has no '${key}'; there are ${known.join(', ')}`);
    }
  }
  return value as Record<string, unknown>;
}

/** A matrix whose parts agree. Read once, so that what was checked is what is used. */
export function checkMatrix(name: string, value: unknown): Matrix {
  if (typeof value !== 'object' || value === null || !('data' in value)) {
    throw new TypeError(`${name} must be a matrix { rows, cols, data }, not ${kindOf(value)}`);
  }
  const { rows, cols, data } = value as Record<string, unknown>;
  const matrix = {
    rows: checkCount(`${name}.rows`, rows),
    cols: checkCount(`${name}.cols`, cols),
    data: checkFloats(`${name}.data`, data),
  };
  const { length } = matrix.data;
  if (length !== matrix.rows * matrix.cols) {
    throw new RangeError(
      `${name}.data has ${counted(length, 'number')}; ${counted(matrix.rows, 'row')} × ` +
        `${counted(matrix.cols, 'column')} make ${matrix.rows * matrix.cols}`,
    );
  }
  return matrix;
}

/** Whether a matrix is the 0 × 0 one, which has no width of its own. */
export function isEmpty({ rows, cols }: Pick<Matrix, 'rows' | 'cols'>): boolean {
  return rows === 0 && cols === 0;
}
