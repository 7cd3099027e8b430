// What this machine can do at most through WebAssembly SIMD: how fast it multiplies and adds, and how fast it reads.
// Shares in the benchmark's tables are shares of these two figures, measured in the same run.
#include <wasm_simd128.h>

#include <cstdint>
#include <cstdlib>

#define EXPORT(name) __attribute__((export_name(#name)))

namespace {

// x = x·a in some registers and y = y + b in others, which do not depend on one another; nothing is loaded or stored. A
// chain waits for its own last result, so there must be enough of them to fill that wait, and few enough that they and
// the two constants stay in 16 registers.
template <int Products, int Sums>
float multiply_and_add(int32_t rounds) {
  v128_t x[Products], y[Sums];
  // From 1 on: what starts at 0 stays 0 when it is multiplied, and the compiler leaves its chain out.
  for (int chain = 0; chain < Products; ++chain) x[chain] = wasm_f32x4_splat(static_cast<float>(chain + 1));
  for (int chain = 0; chain < Sums; ++chain) y[chain] = wasm_f32x4_splat(static_cast<float>(chain + 1));
  const v128_t a = wasm_f32x4_splat(0.9999999f);  // never so small that the processor slows down
  const v128_t b = wasm_f32x4_splat(1.0f);
  for (int32_t round = 0; round < rounds; ++round) {
#pragma clang loop unroll(full)
    for (int chain = 0; chain < Products; ++chain) {
      x[chain] = wasm_f32x4_mul(x[chain], a);
      if (chain < Sums) y[chain] = wasm_f32x4_add(y[chain], b);
    }
  }
  v128_t sum = wasm_f32x4_splat(0.0f);
  for (const v128_t& each : x) sum = wasm_f32x4_add(sum, each);
  for (const v128_t& each : y) sum = wasm_f32x4_add(sum, each);
  return wasm_f32x4_extract_lane(sum, 0);
}

// x = x + x·a: products and sums in turn, as a product of matrices has them. Nothing is known of x or a beforehand, or
// the compiler would compute the end of it.
template <int Chains>
float accumulate(int32_t rounds) {
  v128_t x[Chains];
  for (int chain = 0; chain < Chains; ++chain) x[chain] = wasm_f32x4_splat(static_cast<float>(chain + rounds));
  const v128_t a = wasm_f32x4_splat(0.1f / static_cast<float>(rounds));  // x grows by a tenth in all
  for (int32_t round = 0; round < rounds; ++round) {
#pragma clang loop unroll(full)
    for (int chain = 0; chain < Chains; ++chain) x[chain] = wasm_f32x4_add(x[chain], wasm_f32x4_mul(x[chain], a));
  }
  v128_t sum = wasm_f32x4_splat(0.0f);
  for (const v128_t& each : x) sum = wasm_f32x4_add(sum, each);
  return wasm_f32x4_extract_lane(sum, 0);
}

}  // namespace

// A round is 4 lanes × the operations named. Which of these is fastest depends on processor and engine.
EXPORT(multiply_and_add_5_5) float multiply_and_add_5_5(int32_t rounds) { return multiply_and_add<5, 5>(rounds); }
EXPORT(multiply_and_add_6_5) float multiply_and_add_6_5(int32_t rounds) { return multiply_and_add<6, 5>(rounds); }
EXPORT(multiply_and_add_6_6) float multiply_and_add_6_6(int32_t rounds) { return multiply_and_add<6, 6>(rounds); }
EXPORT(multiply_and_add_7_6) float multiply_and_add_7_6(int32_t rounds) { return multiply_and_add<7, 6>(rounds); }
EXPORT(multiply_and_add_12_12) float multiply_and_add_12_12(int32_t rounds) { return accumulate<12>(rounds); }
EXPORT(multiply_and_add_13_13) float multiply_and_add_13_13(int32_t rounds) { return accumulate<13>(rounds); }

// `count` floats, a multiple of 32, all 1.
EXPORT(ones) float* ones(int32_t count) {
  float* values = static_cast<float*>(std::aligned_alloc(64, static_cast<size_t>(count) * sizeof(float)));
  if (values == nullptr) return nullptr;
  for (int32_t i = 0; i < count; ++i) values[i] = 1.0f;
  return values;
}

EXPORT(release) void release(float* values) { std::free(values); }

// Reads every float once, in eight sums that do not wait for one another.
EXPORT(sum) float sum(const float* values, int32_t count) {
  v128_t sums[8];
  for (v128_t& each : sums) each = wasm_f32x4_splat(0.0f);
  for (int32_t i = 0; i < count; i += 32) {
#pragma clang loop unroll(full)
    for (int k = 0; k < 8; ++k) sums[k] = wasm_f32x4_add(sums[k], wasm_v128_load(values + i + 4 * k));
  }
  v128_t total = sums[0];
  for (int k = 1; k < 8; ++k) total = wasm_f32x4_add(total, sums[k]);
  return wasm_f32x4_extract_lane(total, 0) + wasm_f32x4_extract_lane(total, 1) + wasm_f32x4_extract_lane(total, 2) +
         wasm_f32x4_extract_lane(total, 3);
}
