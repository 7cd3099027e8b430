#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "attention/vector.h"

namespace attention {

/// The largest absolute value of `count` numbers; infinite or NaN where one of them is.
///
/// Without its sign bit a float's bits are ordered as its absolute value is, infinity above every number and NaN above
/// infinity, so that one integer maximum finds both the largest number and whether all are finite.
inline float largest_magnitude(const float* numbers, Index count) {
  constexpr std::int32_t kWithoutSign = 0x7fffffff;
  const auto take = [](Ints& largest, const float* from) {
    Ints bits;
    std::memcpy(&bits, from, sizeof(bits));
    bits &= kWithoutSign;
    largest = bits > largest ? bits : largest;
  };
  Ints largest = {}, other = {};
  Index i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) take(largest, numbers + i), take(other, numbers + i + kLanes);
  for (; i + kLanes <= count; i += kLanes) take(largest, numbers + i);
  largest = other > largest ? other : largest;
  std::int32_t all = 0;
  for (Index lane = 0; lane < kLanes; ++lane) all = std::max<std::int32_t>(all, largest[lane]);
  for (; i < count; ++i) all = std::max(all, Eigen::numext::bit_cast<std::int32_t>(numbers[i]) & kWithoutSign);
  return Eigen::numext::bit_cast<float>(all);
}

}  // namespace attention
