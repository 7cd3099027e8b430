#include "attention/projection.h"

#include <algorithm>

namespace attention {

std::size_t project_workspace_bytes(Index, Index, Index) { return 0; }

void project(Index n, Index d_in, Index d_out, const float* inputs, const float* weight, const float* bias, float* out,
             std::byte*) {
  for (Index i = 0; i < n; ++i) {
    float* row = out + i * d_out;
    if (bias)
      std::copy_n(bias, d_out, row);
    else
      std::fill_n(row, d_out, 0.0f);
    for (Index k = 0; k < d_in; ++k)
      for (Index o = 0; o < d_out; ++o) row[o] += inputs[i * d_in + k] * weight[k * d_out + o];
  }
}

}  // namespace attention
