// The build without SIMD, a chunk of its own: few engines need it.
export { default as factory } from '../../build/wasm/attention-scalar.mjs';
export { default as wasm } from '../../build/wasm/attention-scalar.wasm?url&inline';
