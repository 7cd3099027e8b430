#pragma once

#include <cstddef>

#include "attention/call.h"

namespace attention {

/// Scratch for `write_scores_and_weights`.
std::size_t weights_workspace_bytes(const Shape& shape);

/// Writes the rows of scores, weights and dropout's decisions that are wanted, for `count` queries of one head from
/// `first` on. Numbers must be such that nothing overflows (see attend.cpp).
void write_scores_and_weights(const Call& call, Index head, Index first, Index count, std::byte* workspace);

}  // namespace attention
