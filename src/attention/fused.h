#pragma once

#include <cstddef>

#include "attention/call.h"

namespace attention::fused {

/// Scratch for `attend_queries`: grows with the widths alone, not with L or S.
std::size_t workspace_bytes(const Shape& shape);

/// The context of `count` queries of one head from `first` on, for some hundreds of them at a time in one pass over the
/// keys that never stores more scores than a tile of them. Numbers must be such that nothing overflows (see
/// attend.cpp).
///
/// @param blank_values some value that no query sees is not finite, and must be taken for zeros
void attend_queries(const Call& call, Index head, Index first, Index count, bool blank_values, std::byte* workspace);

}  // namespace attention::fused
