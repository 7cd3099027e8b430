#pragma once

#include <algorithm>

#include "attention/vector.h"

namespace attention {

// Every product here, Q·Kᵀ, V·α and x·W, is made of one tile: 4 rows times two vectors of columns, summed over a depth.
// Its 8 accumulators, 2 vectors of b and a broadcast number of a fit the 16 registers of x86-64 (5 rows or more spill),
// and 8 independent sums are what two units with a latency of four cycles need to be always busy.
//
// Factors are packed to suit it: `a` as depth × 4 and `b` as depth × kPanel, so that both are read from front to back.
// What is short of 4 rows or kPanel columns is filled up with zeros when it is packed: the tile knows no tails.

inline constexpr Index kTileRows = 4;
inline constexpr Index kPanel = 2 * kLanes;  ///< columns of a tile: 8 in WebAssembly

inline constexpr Index round_up(Index n, Index to) { return (n + to - 1) / to * to; }

/// A column of tiles below one another: for each t of `tiles`, with k over `depth` columns of 4 and rows of kPanel,
///
///     c[t] (4 × kPanel) = (accumulate ? c[t] : 0) + Σ_k a[t]_k·b_k      a[t] = a + t·a_step, c[t] = c + t·4·kPanel
///
/// What is accumulated is added last, so that a long sum is a sum of short ones: those drift less.
///
/// All tiles in one call, for to enter and leave a function takes as long as two steps of the sum. Never inlined, and
/// the flag is no template parameter, so that there is one function with several callers, which Emscripten's optimiser
/// leaves alone: inside a larger function V8 runs out of registers. For the same reason the loop is not unrolled: V8
/// moves all loads of a step to its front.
[[gnu::noinline]] inline void multiply_tiles(Index tiles, Index depth, const float* a, Index a_step, const float* b,
                                             float* c, bool accumulate) {
  for (; tiles > 0; --tiles, a += a_step, c += kTileRows * kPanel) {
    Floats c0 = {}, c1 = {}, c2 = {}, c3 = {}, c4 = {}, c5 = {}, c6 = {}, c7 = {};
    const float *a_k = a, *b_k = b;
    for (Index k = 0; k < depth; ++k, a_k += kTileRows, b_k += kPanel) {
      const Floats left = load(b_k), right = load(b_k + kLanes);
      const Floats a0 = broadcast(a_k[0]);
      c0 += a0 * left, c1 += a0 * right;
      const Floats a1 = broadcast(a_k[1]);
      c2 += a1 * left, c3 += a1 * right;
      const Floats a2 = broadcast(a_k[2]);
      c4 += a2 * left, c5 += a2 * right;
      const Floats a3 = broadcast(a_k[3]);
      c6 += a3 * left, c7 += a3 * right;
    }
    if (accumulate) {
      c0 += load(c), c1 += load(c + kLanes), c2 += load(c + 2 * kLanes), c3 += load(c + 3 * kLanes);
      c4 += load(c + 4 * kLanes), c5 += load(c + 5 * kLanes), c6 += load(c + 6 * kLanes), c7 += load(c + 7 * kLanes);
    }
    store(c, c0), store(c + kLanes, c1), store(c + 2 * kLanes, c2), store(c + 3 * kLanes, c3);
    store(c + 4 * kLanes, c4), store(c + 5 * kLanes, c5), store(c + 6 * kLanes, c6), store(c + 7 * kLanes, c7);
  }
}

/// Packs up to four rows of `depth` numbers each as columns: to[k·stride + r] = rows[r][k]·factor; missing rows as
/// zeros.
inline void pack_as_columns(const float* const rows[4], Index count, Index depth, float factor, float* to,
                            Index stride) {
  Index k = 0;
  if (count == 4) {
    for (; k + 4 <= depth; k += 4) {
      Quad r0 = load<Quad>(rows[0] + k), r1 = load<Quad>(rows[1] + k);
      Quad r2 = load<Quad>(rows[2] + k), r3 = load<Quad>(rows[3] + k);
      transpose(r0, r1, r2, r3);
      store(to + k * stride, r0 * factor), store(to + (k + 1) * stride, r1 * factor);
      store(to + (k + 2) * stride, r2 * factor), store(to + (k + 3) * stride, r3 * factor);
    }
  }
  for (; k < depth; ++k)
    for (Index r = 0; r < 4; ++r) to[k * stride + r] = r < count ? rows[r][k] * factor : 0.0f;
}

/// The inverse: rows[r][k] = from[k·stride + r]·factors[r] for `count` rows.
inline void unpack_columns(const float* from, Index stride, Index depth, const float factors[4], float* const rows[4],
                           Index count) {
  Index k = 0;
  if (count == 4) {
    const Quad factor = load<Quad>(factors);
    for (; k + 4 <= depth; k += 4) {
      Quad c0 = load<Quad>(from + k * stride) * factor, c1 = load<Quad>(from + (k + 1) * stride) * factor;
      Quad c2 = load<Quad>(from + (k + 2) * stride) * factor, c3 = load<Quad>(from + (k + 3) * stride) * factor;
      transpose(c0, c1, c2, c3);
      store(rows[0] + k, c0), store(rows[1] + k, c1), store(rows[2] + k, c2), store(rows[3] + k, c3);
    }
  }
  for (; k < depth; ++k)
    for (Index r = 0; r < count; ++r) rows[r][k] = from[k * stride + r] * factors[r];
}

}  // namespace attention
