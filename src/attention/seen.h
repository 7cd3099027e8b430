#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "attention/visibility.h"

namespace attention {

/// How much of a block of queries and keys is visible.
enum class Seen : std::uint8_t { none, some, all };

/// Whether `count` bytes, each 0 or 1, hold none, some or only ones.
inline Seen ones_in(const std::uint8_t* bytes, Index count) {
  std::uint64_t any = 0, all = 0x0101010101010101;
  Index i = 0;
  for (; i + 8 <= count; i += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes + i, sizeof(eight));
    any |= eight, all &= eight;
  }
  bool one = any != 0, zero = all != 0x0101010101010101;
  for (; i < count; ++i) (bytes[i] ? one : zero) = true;
  return !one ? Seen::none : zero ? Seen::some : Seen::all;
}

/// What the queries [first, first + count) see of the keys [first_key, first_key + keys): exact for none and all, as
/// far as each of causal order, padding and mask tells alone.
inline Seen seen_in(const Visibility& visibility, Index first, Index count, Index first_key, Index keys) {
  if (keys <= 0 || visibility.causal_end(first + count - 1) <= first_key) return Seen::none;
  Seen seen = visibility.causal_end(first) >= first_key + keys ? Seen::all : Seen::some;
  if (visibility.key_padding) {
    const Seen real = ones_in(visibility.key_padding + first_key, keys);
    if (real == Seen::none) return Seen::none;
    seen = std::min(seen, real);
  }
  if (visibility.mask) {
    bool any = false;
    for (Index i = first; i < first + count; ++i) {
      const Seen allowed = ones_in(visibility.mask + i * visibility.keys + first_key, keys);
      any = any || allowed != Seen::none;
      if (allowed != Seen::all) seen = Seen::some;
    }
    if (!any) return Seen::none;
  }
  return seen;
}

/// Calls `hidden(j)` for every j in [0, keys) where query `i` may not see the key first_key + j; more than
/// once where it is hidden in several ways.
template <typename Hidden>
inline void for_each_hidden(const Visibility& visibility, Index i, Index first_key, Index keys, Hidden hidden) {
  const Index seen_keys = std::clamp<Index>(visibility.causal_end(i) - first_key, 0, keys);
  const std::uint8_t* mask = visibility.mask ? visibility.mask + i * visibility.keys + first_key : nullptr;
  const std::uint8_t* padding = visibility.key_padding ? visibility.key_padding + first_key : nullptr;
  if (mask)
    for (Index j = 0; j < seen_keys; ++j)
      if (!mask[j]) hidden(j);
  if (padding)
    for (Index j = 0; j < seen_keys; ++j)
      if (!padding[j]) hidden(j);
  for (Index j = seen_keys; j < keys; ++j) hidden(j);
}

}  // namespace attention
