#pragma once

#include <cstddef>

#include "attention/matrix.h"

namespace attention {

/// out = inputs·weight + bias: n × d_in times d_in × d_out. All row-major and contiguous; `bias` is d_out floats, or
/// null for none; `out` is n × d_out and overlaps nothing. A sum too large for float32, or one with NaN or infinity
/// among its terms, is written as it comes: `attend` reports those that some query would see.
void project(Index n, Index d_in, Index d_out, const float* inputs, const float* weight, const float* bias, float* out,
             std::byte* workspace);

/// How many bytes of scratch `project` needs (16-byte aligned).
std::size_t project_workspace_bytes(Index n, Index d_in, Index d_out);

}  // namespace attention
