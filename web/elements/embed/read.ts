import type { Matrix } from '../../api/types.ts';
import { GivenError } from './given-error.ts';

/**
 * Reading what attributes, properties and files give. `name` is what the giver calls it; errors say it, what was found
 * and what was expected.
 */

/** JSON text as what it means; anything else as it is. */
export function readJson(name: string, given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch (error) {
    throw notJson(name, given, error);
  }
}

function notJson(name: string, text: string, error: unknown): GivenError {
  const found = `“${text.trim().slice(0, 40)}${text.trim().length > 40 ? '…' : ''}”`;
  if (/\b(NaN|Infinity)\b/.test(text))
    return new GivenError(
      `${name} holds NaN or Infinity, which JSON has no word for.`,
      'Give null for a pair that is hidden.',
    );
  if (/'/.test(text) && !/"/.test(text))
    return new GivenError(
      `${name} is not JSON: ${found} has single quotes.`,
      'JSON takes double quotes: in HTML write tokens=\'["a", "b"]\'.',
    );
  return new GivenError(
    `${name} is not JSON: ${found} (${error instanceof Error ? error.message : error}).`,
    'Expected is an array, such as [[0.7, 0.3], [0.4, 0.6]] for numbers or ["a", "b"] for tokens.',
  );
}

/** An array of texts; numbers among them are taken as texts. */
export function readTokens(name: string, given: unknown): string[] | undefined {
  const value = readJson(name, given);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value))
    throw new GivenError(
      `${name} is ${kindOf(value)}.`,
      'Expected is an array of texts, such as ["the", "cat"].',
    );
  return value.map((token, i) => {
    if (typeof token === 'string' || typeof token === 'number') return String(token);
    throw new GivenError(
      `${name}[${i}] is ${kindOf(token)}.`,
      'Expected is a text for each token, such as ["the", "cat"].',
    );
  });
}

/** A matrix of numbers, every one finite. */
export function readMatrix(name: string, given: unknown): Matrix | undefined {
  const value = readJson(name, given);
  if (value === undefined || value === null) return undefined;
  const matrix = isMatrix(value) ? checkedMatrix(name, value) : fromRows(name, value);
  const wrong = matrix.data.findIndex((entry) => !Number.isFinite(entry));
  if (wrong < 0) return matrix;
  const place = `${name}[${Math.floor(wrong / matrix.cols)}][${wrong % matrix.cols}]`;
  throw new GivenError(
    `${place} is ${Number.isNaN(matrix.data[wrong]) ? 'no number' : 'too large for a 32-bit number'}.`,
    'Expected is a finite number.',
  );
}

/**
 * Weights as layers of heads of L × S matrices, NaN standing for a pair that is hidden. As deep as they were given: a
 * matrix is one head, a list of them the heads of one layer. One more list around a layer's heads, of length 1, is the
 * batch that models return.
 */
export function readWeights(name: string, given: unknown): Matrix[][] | undefined {
  const value = readJson(name, given);
  if (value === undefined || value === null) return undefined;
  const depth = depthOf(name, value);
  const list = value as unknown[];
  const layers =
    depth === 2
      ? [[head(name, value)]]
      : depth === 3
        ? [list.map((one, h) => head(`${name}[${h}]`, one))]
        : list.map((layer, l) => headsOf(`${name}[${l}]`, layer, depth));
  checkShapes(name, layers);
  return layers;
}

function headsOf(name: string, layer: unknown, depth: number): Matrix[] {
  const heads = layer as unknown[];
  if (depth === 4) return heads.map((one, h) => head(`${name}[${h}]`, one));
  if (heads.length !== 1)
    throw new GivenError(
      `${name} is a batch of ${heads.length}.`,
      'Give the weights of one of them: layers × heads × L × S.',
    );
  return headsOf(`${name}[0]`, heads[0], 4);
}

/** How many lists lie around a number: 2 for L × S up to 5; a matrix counts for two. */
function depthOf(name: string, value: unknown): number {
  let depth = 0;
  for (let inner = value; ; inner = inner[0]) {
    if (isMatrix(inner)) {
      depth += 2;
      break;
    }
    if (!Array.isArray(inner)) break;
    depth++;
    if (inner.length === 0) {
      depth = Math.max(2, depth);
      break;
    }
  }
  if (depth >= 2 && depth <= 5) return depth;
  throw new GivenError(
    depth === 0
      ? `${name} is ${kindOf(value)}.`
      : `${name} is ${depth === 1 ? 'one list' : `${depth} lists deep`}.`,
    'Expected is L × S numbers, as [[0.7, 0.3], [0.4, 0.6]]; or heads × L × S; or layers × heads × L × S.',
  );
}

function head(name: string, value: unknown): Matrix {
  const matrix = isMatrix(value) ? checkedMatrix(name, value) : fromRows(name, value);
  const wrong = matrix.data.findIndex((weight) => weight < 0 || weight === Number.POSITIVE_INFINITY);
  if (wrong < 0) return matrix;
  const place = `${name}[${Math.floor(wrong / matrix.cols)}][${wrong % matrix.cols}]`;
  throw new GivenError(
    `${place} is ${matrix.data[wrong]}, and a weight is a share: from 0 to 1.`,
    'If these are scores, take the softmax of each row first.',
  );
}

function checkShapes(name: string, layers: readonly Matrix[][]): void {
  const heads = layers.flat();
  const first = heads[0];
  if (!first) throw new GivenError(`${name} has no head.`, 'Give at least one matrix of L × S numbers.');
  const other = heads.find(({ rows, cols }) => rows !== first.rows || cols !== first.cols);
  if (other)
    throw new GivenError(
      `${name} has heads of ${first.rows} × ${first.cols} and of ${other.rows} × ${other.cols}.`,
      'All heads are of the same queries and keys: give each L × S numbers.',
    );
}

function fromRows(name: string, value: unknown): Matrix {
  if (!Array.isArray(value) || !value.every(Array.isArray))
    throw new GivenError(
      `${name} is ${Array.isArray(value) ? 'a list that holds more than rows' : kindOf(value)}.`,
      'Expected are rows of numbers, such as [[0.7, 0.3], [0.4, 0.6]].',
    );
  const rows = value as unknown[][];
  const cols = rows[0]?.length ?? 0;
  const data = new Float32Array(rows.length * cols);
  for (const [r, row] of rows.entries()) {
    if (row.length !== cols)
      throw new GivenError(
        `${name}[${r}] has ${numbers(row.length)}; ${name}[0] has ${cols}.`,
        'Every row has one number for each column.',
      );
    for (const [c, entry] of row.entries()) {
      if (entry !== null && typeof entry !== 'number')
        throw new GivenError(`${name}[${r}][${c}] is ${kindOf(entry)}.`, 'Expected is a number.');
      data[r * cols + c] = entry ?? Number.NaN;
    }
  }
  return { rows: rows.length, cols, data };
}

function numbers(count: number): string {
  return `${count} number${count === 1 ? '' : 's'}`;
}

function checkedMatrix(name: string, matrix: Matrix): Matrix {
  const { rows, cols, data } = matrix;
  if (ArrayBuffer.isView(data) && data.length === rows * cols) return matrix;
  throw new GivenError(
    `${name} says ${rows} × ${cols} and holds ${numbers(data?.length ?? 0)}.`,
    'A matrix has rows × cols numbers in its data.',
  );
}

export function isMatrix(value: unknown): value is Matrix {
  return typeof value === 'object' && value !== null && 'data' in value && 'rows' in value && 'cols' in value;
}

/** A whole number from an attribute or property, within bounds. */
export function readCount(
  name: string,
  given: unknown,
  { least, most }: { readonly least: number; readonly most: number },
): number | undefined {
  if (given === undefined || given === null || given === '') return undefined;
  const value = Number(given);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new GivenError(
    `${name} is ${typeof given === 'string' ? `“${given}”` : String(given)}.`,
    most < least
      ? 'There is none to choose.'
      : least === most
        ? `Here it can only be ${least}.`
        : `Expected is a whole number from ${least} to ${most}.`,
  );
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `the text “${value.length > 24 ? `${value.slice(0, 24)}…` : value}”`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `${value}`;
}
