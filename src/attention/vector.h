#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

#include "attention/matrix.h"

namespace attention {

// GCC's and Clang's vector extensions: one source for WebAssembly's 128 bits, for whatever the host has, and for
// machines without vectors, where the compiler takes them apart.
#if defined(__AVX512F__)
inline constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
inline constexpr int kVectorBytes = 32;
#else
inline constexpr int kVectorBytes = 16;
#endif

using Floats = float __attribute__((vector_size(kVectorBytes)));
using Ints = std::int32_t __attribute__((vector_size(kVectorBytes)));
inline constexpr Index kLanes = kVectorBytes / static_cast<int>(sizeof(float));

/// Four floats on every machine: what is transposed, 4 × 4 at a time.
using Quad = float __attribute__((vector_size(16)));

/// Vectors are read from and written to wherever floats may stand.
template <typename Vector = Floats>
inline Vector load(const float* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof(vector));
  return vector;
}

template <typename Vector>
inline void store(float* to, Vector vector) {
  std::memcpy(to, &vector, sizeof(vector));
}

template <typename Vector = Floats>
inline Vector broadcast(float x) {
  return x - Vector{};  // x − 0 is x, −0 included
}

/// The larger of each two numbers, `a` where one is NaN.
inline Floats larger(Floats a, Floats b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmax_f32x4(a, b);  // one instruction, which Clang does not find by itself
#else
  return a < b ? b : a;
#endif
}

/// Four rows of four become four columns.
inline void transpose(Quad& a, Quad& b, Quad& c, Quad& d) {
  const Quad ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const Quad cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

/// The score of a pair that may not see each other: its power is exactly 0.
inline constexpr float kHidden = -std::numeric_limits<float>::infinity();
/// What a softmax takes for the largest score before it has met one: below every score, and finite, so that no
/// difference is ∞ − ∞.
inline constexpr float kBelowAll = -std::numeric_limits<float>::max();

/// e^x = 2^(x·log2(e)).
inline constexpr float kLog2E = 1.44269504f;

/// 2^x for x ≤ 0, within 2.5e-7 of the true value relatively for −125 ≤ x ≤ 0, and within 2^−126 below; exactly 1 at 0
/// and exactly 0 from −127 down to −∞. NaN gives 0.
///
/// x = n + f with n whole and |f| ≤ ½; 2^f is a polynomial, and n is added to its exponent bits.
///
/// An object, made before a loop: its constants are read from memory in a way that no compiler sees through. Clang and
/// V8 write a constant anew wherever it is used, three instructions each time round, and attention takes 5 % longer.
class Exp2OfNonpositive {
 public:
  Floats operator()(Floats x) const {
    x = larger(lowest_, x);
    const Floats rounded = x + round_;
    const Floats f = x - (rounded - round_);
    Floats power = f * c5_ + c4_;
    power = power * f + c3_;
    power = power * f + c2_;
    power = power * f + c1_;
    power = power * f + c0_;
    Ints bits, exponent;
    std::memcpy(&bits, &power, sizeof(bits));
    std::memcpy(&exponent, &rounded, sizeof(exponent));
    bits += exponent << 23;
    std::memcpy(&power, &bits, sizeof(power));
    return power;
  }

 private:
  static constexpr float kConstants[] = {
      // At −127 the polynomial is exactly 1, whose exponent bits less 127 are those of 0.
      -127.0f,
      // Adding it rounds a small number to the nearest whole one, which then stands in the low bits.
      0x1.8p23f,
      // Minimax in relative error over |f| ≤ ½ with the constant term held at 1: 1.1e-7, the rest is rounding.
      1.0f, 0x1.62e42ap-1f, 0x1.ebf9bcp-3f, 0x1.c6b754p-5f, 0x1.3ceabep-7f, 0x1.5bba88p-10f};

  /// Where they stand, as far as the compiler knows anywhere.
  static const float* constants() {
    const float* somewhere = kConstants;
    asm("" : "+r"(somewhere));
    return somewhere;
  }

  explicit Exp2OfNonpositive(const float* constants)
      : lowest_(broadcast(constants[0])),
        round_(broadcast(constants[1])),
        c0_(broadcast(constants[2])),
        c1_(broadcast(constants[3])),
        c2_(broadcast(constants[4])),
        c3_(broadcast(constants[5])),
        c4_(broadcast(constants[6])),
        c5_(broadcast(constants[7])) {}

  Floats lowest_, round_, c0_, c1_, c2_, c3_, c4_, c5_;

 public:
  Exp2OfNonpositive() : Exp2OfNonpositive(constants()) {}
};

}  // namespace attention
