#include "attention/weights.h"

#include <algorithm>

#include "attention/seen.h"
#include "attention/tile.h"

namespace attention {
namespace {

/// Keys packed at a time, as in the fused kernel.
constexpr Index kKeyPanel = kPanel;

/// Rows of ω = Q·Kᵀ: keys lie across the lanes here, so that rows come out as they are wanted. Keys are packed a panel
/// at a time; the queries, all of them packed before, meet each panel once.
void write_products(const Call& call, Index head, Index first, Index count, float* out, float* scratch) {
  const Index d = call.shape.width, S = call.shape.keys, key_head = call.shape.key_head_of(head);
  float* queries = scratch;
  float* keys = queries + round_up(kQueryBlock, kTileRows) * d;
  float* tile = keys + kKeyPanel * d;

  for (Index i = 0; i < count; i += kTileRows) {
    const Index rows_here = std::min(kTileRows, count - i);
    const float* rows[4] = {};
    for (Index r = 0; r < rows_here; ++r) rows[r] = call.query(head, first + i + r);
    pack_as_columns(rows, rows_here, d, 1.0f, queries + i * d, kTileRows);
  }
  for (Index key = 0; key < S; key += kKeyPanel) {
    const Index keys_here = std::min(kKeyPanel, S - key);
    for (Index lane = 0; lane < kKeyPanel; lane += 4) {
      const Index rows_here = std::clamp<Index>(keys_here - lane, 0, 4);
      const float* rows[4] = {};
      for (Index r = 0; r < rows_here; ++r) rows[r] = call.key(key_head, key + lane + r);
      pack_as_columns(rows, rows_here, d, 1.0f, keys + lane, kKeyPanel);
    }
    for (Index i = 0; i < count; i += kTileRows) {
      multiply_tiles(1, d, queries + i * d, 0, keys, tile, false);
      for (Index r = 0; r < std::min(kTileRows, count - i); ++r)
        std::copy_n(tile + r * kPanel, keys_here, out + (i + r) * S + key);
    }
  }
}

float largest_of(const float* row, Index count) {
  Floats lanes = broadcast(kBelowAll);
  Index j = 0;
  for (; j + kLanes <= count; j += kLanes) lanes = larger(lanes, load(row + j));
  float largest = kBelowAll;
  for (Index lane = 0; lane < kLanes; ++lane) largest = std::max(largest, lanes[lane]);
  for (; j < count; ++j) largest = std::max(largest, row[j]);
  return largest;
}

/// row = 2^(row − largest); returns the sum. Few numbers are added up in single precision before they go into the sum,
/// which is a double: what is divided by it adds up to 1 within 1e-6, however long the row is.
double raise(float* row, Index count, float largest) {
  constexpr Index kFew = 8 * kLanes;
  const Exp2OfNonpositive exp2;
  double sum = 0;
  for (Index j = 0; j < count;) {
    Floats few = {};
    const Index end = std::min(count, j + kFew);
    for (; j + kLanes <= end; j += kLanes) {
      const Floats powers = exp2(load(row + j) - largest);
      store(row + j, powers);
      few += powers;
    }
    if (j < end) {
      float tail[kLanes];
      std::fill_n(tail, kLanes, kHidden);
      std::copy(row + j, row + end, tail);
      const Floats powers = exp2(load(tail) - largest);
      store(tail, powers);
      std::copy_n(tail, end - j, row + j);
      few += powers;
      j = end;
    }
    for (Index lane = 0; lane < kLanes; ++lane) sum += double{few[lane]};
  }
  return sum;
}

/// α = softmax over the seen keys of scale·ω, in place.
void softmax(const Call& call, Index i, float* row) {
  const Index S = call.shape.keys;
  const float log2_scale = call.options.scale * kLog2E;
  for (Index j = 0; j < S; ++j) row[j] *= log2_scale;
  if (seen_in(call.options.visibility, i, 1, 0, S) != Seen::all)
    for_each_hidden(call.options.visibility, i, 0, S, [&](Index j) { row[j] = kHidden; });
  const double sum = raise(row, S, largest_of(row, S));
  const float factor = sum > 0 ? static_cast<float>(call.survivor_factor() / sum) : 0.0f;
  for (Index j = 0; j < S; ++j) row[j] *= factor;
}

/// The rows of up to kQueryBlock queries.
void write_block(const Call& call, Index head, Index first, Index count, std::byte* workspace) {
  const Index S = call.shape.keys;
  float* scores = call.row_of(call.results.scores, head, first);
  float* weights = call.row_of(call.results.weights, head, first);
  std::uint8_t* kept = call.row_of(call.results.kept, head, first);

  float* products = scores ? scores : weights;
  if (products) write_products(call, head, first, count, products, reinterpret_cast<float*>(workspace));
  if (scores && weights) std::copy_n(scores, count * S, weights);
  if (weights)
    for (Index i = 0; i < count; ++i) softmax(call, first + i, weights + i * S);
  if (weights && call.options.dropout)
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < S; ++j)
        if (!call.keeps(head, first + i, j)) weights[i * S + j] = 0;
  if (kept)
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < S; ++j) kept[i * S + j] = call.keeps(head, first + i, j);
}

}  // namespace

std::size_t weights_workspace_bytes(const Shape& shape) {
  const Index floats = (round_up(kQueryBlock, kTileRows) + kKeyPanel) * shape.width + kTileRows * kPanel;
  return static_cast<std::size_t>(floats) * sizeof(float);
}

void write_scores_and_weights(const Call& call, Index head, Index first, Index count, std::byte* workspace) {
  if (!call.results.scores && !call.results.weights && !call.results.kept) return;
  for (const Index end = first + count; first < end; first += kQueryBlock)
    write_block(call, head, first, std::min(kQueryBlock, end - first), workspace);
}

}  // namespace attention
