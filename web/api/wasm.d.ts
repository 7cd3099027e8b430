// What the C++ build leaves in build/wasm.

declare module '*/attention.mjs' {
  const factory: import('./core.ts').CoreFactory;
  export default factory;
}

declare module '*/attention-scalar.mjs' {
  const factory: import('./core.ts').CoreFactory;
  export default factory;
}

/** The file as a `data:` URL, part of the script. */
declare module '*.wasm?url&inline' {
  const dataUrl: string;
  export default dataUrl;
}

/** The worker's script, as text. */
declare module '*/pool-worker.js?raw' {
  const text: string;
  export default text;
}
