#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "attention/matrix.h"

namespace attention {

/// Which keys a query may see: what causal order, a mask and key padding all allow. Each absent one allows everything.
struct Visibility {
  Index keys = 0;                             ///< S
  std::optional<std::int64_t> causal_offset;  ///< query i sees keys ≤ i + offset
  const std::uint8_t* mask = nullptr;         ///< L × S, 1 = this query may see this key
  const std::uint8_t* key_padding = nullptr;  ///< S, 1 = a real key

  /// One past the last key that causal order lets query `i` see; in [0, S].
  Index causal_end(Index i) const {
    if (!causal_offset) return keys;
    return static_cast<Index>(std::clamp<std::int64_t>(i + *causal_offset + 1, 0, keys));
  }

  bool sees(Index i, Index j) const {
    return j < causal_end(i) && (!mask || mask[i * keys + j]) && (!key_padding || key_padding[j]);
  }
};

}  // namespace attention
