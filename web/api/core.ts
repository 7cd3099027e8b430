/**
 * The Embind table of `src/bindings.cpp`, typed. Addresses are positions in linear memory; 0 is nowhere. Embind coerces
 * what does not fit in silence, so whoever calls these has checked every argument.
 */
export interface Core {
  readonly simd: boolean;
  readonly version: string;
  /** Calls may be divided among threads in multiples of so many queries. */
  readonly queryBlock: number;

  /** A block aligned to 16 bytes, or 0 where there is no room. */
  allocate(bytes: number): number;
  release(address: number): void;
  /** An empty view whose `buffer` is linear memory as it is now; any call that allocates may replace it. */
  memory(): Uint8Array<ArrayBuffer>;

  attendScratchBytes(
    queryCount: number,
    keyCount: number,
    heads: number,
    keyHeads: number,
    width: number,
    valueWidth: number,
  ): number;
  attend(call: Call): Fault;

  projectScratchBytes(n: number, inputs: number, outputs: number): number;
  project(
    n: number,
    inputs: number,
    outputs: number,
    matrix: number,
    weight: number,
    bias: number,
    out: number,
    scratch: number,
  ): void;

  randomBytes(): number;
  randomSeed(generator: number, seed: number): void;
  randomRand(generator: number, rows: number, cols: number, out: number): void;
  randomLinear(generator: number, inputs: number, outputs: number, weight: number, bias: number): void;
}

/** The arguments of one `attend`: numbers, and addresses that are 0 where something is absent. */
export interface Call {
  queryCount: number;
  keyCount: number;
  heads: number;
  keyHeads: number;
  width: number;
  valueWidth: number;
  queries: number;
  keys: number;
  values: number;
  scale: number;
  causal: boolean;
  causalOffset: number;
  mask: number;
  keyPadding: number;
  dropout: boolean;
  rate: number;
  seedHigh: number;
  seedLow: number;
  keep: number;
  firstHead: number;
  firstQuery: number;
  context: number;
  scores: number;
  weights: number;
  kept: number;
  scratch: number;
}

/** The first number that makes a result meaningless. `in` is an index into `faultPlaces`. */
export interface Fault {
  in: number;
  head: number;
  row: number;
  column: number;
  value: number;
}

/** In the order of `Fault::In` in `src/attention/attend.h`. */
export const faultPlaces = ['none', 'queries', 'keys', 'values', 'scores', 'context'] as const;

/** The factory that Emscripten's glue exports. */
export type CoreFactory = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}) => Promise<Core>;

/** Makes an instance of a compiled module, with the glue that was built with it. */
export function instantiate(factory: CoreFactory, module: WebAssembly.Module): Promise<Core> {
  return new Promise((resolve, reject) => {
    factory({
      instantiateWasm(imports, receive) {
        // The glue never hears of a failure here, so it is this promise that reports it.
        WebAssembly.instantiate(module, imports)
          .then((instance) => receive(instance, module))
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}
