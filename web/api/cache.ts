import { Placed } from './attend.ts';
import { checkCount, checkKeys, checkMatrix, checkNumber, counted, isEmpty } from './check.ts';
import type { Core } from './core.ts';
import { KeyValueStore } from './key-value-store.ts';
import { checkOptions, checkProblem, type Options } from './options.ts';
import type { Attended, AttendOptions, KeyValueCache, Matrix, Want } from './types.ts';
import { Workspace } from './workspace.ts';

// Memory that somebody forgot to close is released with the cache that held it.
const forgotten = new FinalizationRegistry<KeyValueStore>((store) => store.release());

/** `Attention.cache`; its contract stands there. */
export function keyValueCache(core: Core, shape: unknown): KeyValueCache {
  const { keyHeads, keyCols, valueCols } = checkShape(shape);
  const store = new KeyValueStore(core, keyCols, valueCols);
  let closed = false;

  function checkOpen(): void {
    if (closed) throw new Error('the cache is closed');
  }

  const cache: KeyValueCache = {
    get length() {
      return store.length;
    },

    append(keys, values) {
      checkOpen();
      const k = checkRows('keys', keys, keyCols);
      const v = checkRows('values', values, valueCols);
      if (v.rows !== k.rows) {
        throw new RangeError(`values has ${counted(v.rows, 'row')}; keys has ${k.rows}`);
      }
      store.append(k.rows, k.data, v.data);
    },

    truncate(length) {
      checkOpen();
      const rows = checkCount('length', length);
      if (rows > store.length) throw new RangeError(`length is ${rows}; the cache holds ${store.length}`);
      store.truncate(rows);
    },

    attend<W extends Want = never>(queries: Matrix, options?: AttendOptions<W>) {
      checkOpen();
      const q = checkMatrix('queries', queries);
      const problem = checkProblem(
        { name: 'queries', ...q },
        { name: 'the cache', rows: store.length, cols: keyCols },
        { name: 'the cache', rows: store.length, cols: valueCols },
        decoding(checkOptions(options), keyHeads),
      );
      const workspace = new Workspace(core);
      const block = workspace.put(q.data);
      const attention = new Placed(core, workspace, problem);
      return workspace.use(() => {
        attention.run({ queries: workspace.address(block), keys: store.keys, values: store.values });
        return attention.read() as Attended<W>;
      });
    },

    close() {
      if (closed) return;
      closed = true;
      store.release();
      forgotten.unregister(store);
    },
  };
  forgotten.register(cache, store, store);
  return Object.freeze(cache);
}

function checkShape(shape: unknown): { keyHeads: number; keyCols: number; valueCols: number } {
  const given = checkKeys('shape', shape, ['keyHeads', 'width', 'valueWidth']);
  const keyHeads = given.keyHeads === undefined ? 1 : checkCount('shape.keyHeads', given.keyHeads, 1);
  const width = checkCount('shape.width', given.width);
  const valueWidth =
    given.valueWidth === undefined ? width : checkCount('shape.valueWidth', given.valueWidth);
  const keyCols = checkCount('shape.keyHeads × shape.width', keyHeads * width);
  const valueCols = checkCount('shape.keyHeads × shape.valueWidth', keyHeads * valueWidth);
  return { keyHeads, keyCols, valueCols };
}

function checkRows(name: string, value: unknown, cols: number): Matrix {
  const matrix = checkMatrix(name, value);
  if (matrix.cols !== cols && !isEmpty(matrix)) {
    throw new RangeError(`${name} has ${counted(matrix.cols, 'column')}; the cache has ${cols}`);
  }
  return matrix;
}

/** Options as they are meant while decoding: the queries are the last tokens, and order is causal unless it is said not to be. */
function decoding(options: Options, keyHeads: number): Options {
  const given = options.keyHeads === undefined ? keyHeads : checkNumber('keyHeads', options.keyHeads);
  if (given !== keyHeads) throw new RangeError(`keyHeads is ${given}; the cache has ${keyHeads}`);
  const causal = options.causal === undefined || options.causal === true ? 'bottom-right' : options.causal;
  const heads = options.heads === undefined ? keyHeads : options.heads;
  return { ...options, heads, keyHeads, causal };
}
