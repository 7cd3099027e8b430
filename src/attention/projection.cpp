#include "attention/projection.h"

#include <algorithm>

#include "attention/tile.h"

namespace attention {
namespace {

/// Rows that are packed at a time; all columns of the weight go past them.
constexpr Index kRowBlock = 64;

/// Packs kPanel columns of the weight, d_in × kPanel, filled up with zeros.
void pack_columns(const float* weight, Index d_in, Index d_out, Index first, float* to) {
  const Index count = std::min(kPanel, d_out - first);
  for (Index k = 0; k < d_in; ++k, to += kPanel) {
    std::copy_n(weight + k * d_out + first, count, to);
    std::fill(to + count, to + kPanel, 0.0f);
  }
}

}  // namespace

std::size_t project_workspace_bytes(Index n, Index d_in, Index) {
  return static_cast<std::size_t>((std::min(kRowBlock, round_up(n, kTileRows)) + kPanel) * d_in + kTileRows * kPanel) *
         sizeof(float);
}

void project(Index n, Index d_in, Index d_out, const float* inputs, const float* weight, const float* bias, float* out,
             std::byte* workspace) {
  float* columns = reinterpret_cast<float*>(workspace);
  float* tile = columns + kPanel * d_in;
  float* rows = tile + kTileRows * kPanel;

  for (Index block = 0; block < n; block += kRowBlock) {
    const Index block_rows = std::min(kRowBlock, n - block);
    for (Index i = 0; i < block_rows; i += kTileRows) {
      const Index count = std::min(kTileRows, block_rows - i);
      const float* sources[4] = {};
      for (Index r = 0; r < count; ++r) sources[r] = inputs + (block + i + r) * d_in;
      pack_as_columns(sources, count, d_in, 1.0f, rows + i * d_in, kTileRows);
    }
    for (Index column = 0; column < d_out; column += kPanel) {
      const Index column_count = std::min(kPanel, d_out - column);
      pack_columns(weight, d_in, d_out, column, columns);
      for (Index i = 0; i < block_rows; i += kTileRows) {
        multiply_tiles(1, d_in, rows + i * d_in, 0, columns, tile, false);
        for (Index r = 0; r < std::min(kTileRows, block_rows - i); ++r) {
          float* to = out + (block + i + r) * d_out + column;
          for (Index c = 0; c < column_count; ++c) to[c] = tile[r * kPanel + c] + (bias ? bias[column + c] : 0.0f);
        }
      }
    }
  }
}

}  // namespace attention
