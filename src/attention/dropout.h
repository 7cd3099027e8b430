#pragma once

#include <cstdint>

#include "attention/matrix.h"

namespace attention {

/// Dropout of attention weights: a dropped weight becomes 0, a kept one is divided by (1 − rate).
/// Drawn from `seed`, or given by `keep`.
struct Dropout {
  double rate = 0;                     ///< in [0, 1]; 0 drops nothing, 1 drops everything
  std::uint64_t seed = 0;              ///< key of the counter-based generator; unused where `keep` is given
  const std::uint8_t* keep = nullptr;  ///< heads × L × S, 1 = kept
};

/// Whether a weight survives dropout of `rate` under `seed`: Philox4x32-10 (Salmon et al. 2011, "Parallel random
/// numbers: as easy as 1, 2, 3") with counter (key / 4, query, head, 0), word key % 4. It depends on nothing but its
/// arguments, so blocks, workers and gradients draw the same decisions in any order.
bool philox_keeps(std::uint64_t seed, double rate, Index head, Index query, Index key);

}  // namespace attention
