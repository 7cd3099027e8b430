#include "attention/fused.h"

#include <algorithm>
#include <cmath>

#include "attention/extent.h"
#include "attention/seen.h"
#include "attention/tile.h"

// Attention in one pass over the keys, with the online softmax of Milakov & Gimelshein (2018, algorithm 3) in blocks,
// as FlashAttention arranges it (Dao et al. 2022, algorithm 1). For a block of keys, with t = log2(e)·scale·ω:
//
//     m' = max(m, max_j t_j)      p_j = 2^(t_j − m')
//     l' = l·2^(m − m') + Σ_j p_j      z' = z·2^(m − m') + Σ_j p_j·v_j
//
// and after the last block z / l is the context.
//
// Everything is kept transposed: queries lie across the lanes of a vector, kPanel of them, and scores, m, l and z hold
// a number for each. So maximum, sum and rescaling are plain vector operations, without one between the lanes of a
// vector.

namespace attention::fused {
namespace {

/// Keys that are packed at a time: with d = d_v = 64 they and their values take 64 KiB, which stream from the
/// second-level cache past a panel's queries, scores and context in the first. 64 keys, all of which stay in the first,
/// are 1 to 2 % slower: z is read and written twice as often.
constexpr Index kKeyBlock = 128;

/// Queries that share a packed block of keys. Packing takes as long as 4 of them; where heads lie side by side and rows
/// are far apart, as long as 10.
constexpr Index kQueriesAPass = 512;

/// Where everything lies in the workspace, all of it in floats.
struct Scratch {
  explicit Scratch(const Shape& shape)
      : width(shape.width),
        value_width(round_up(shape.value_width, kTileRows)),
        keys(0),
        values(keys + kKeyBlock * width),
        tile(values + kKeyBlock * value_width),
        panels(tile + kKeyBlock * kPanel),
        panel_floats(kPanel * (width + value_width + 2)),
        panel_count(round_up(std::min(shape.queries, kQueriesAPass), kPanel) / kPanel) {}

  Index floats() const { return panels + panel_count * panel_floats; }

  Index width, value_width;          // d, and d_v filled up to whole tiles
  Index keys, values, tile, panels;  // offsets
  Index panel_floats, panel_count;
};

/// kPanel queries and what is known of them so far.
struct Panel {
  float* queries;  // d × kPanel, times log2(e)·scale
  float* context;  // d_v × kPanel: z
  float* largest;  // kPanel: m
  float* sum;      // kPanel: l
  Index first;     // of the call's queries
  Index count;     // ≤ kPanel
};

/// The panel that begins `lane` queries after `first`, in a pass over `count` queries.
Panel panel_at(const Scratch& at, float* scratch, Index first, Index count, Index lane) {
  float* queries = scratch + at.panels + lane / kPanel * at.panel_floats;
  float* context = queries + kPanel * at.width;
  float* largest = context + kPanel * at.value_width;
  return {queries, context, largest, largest + kPanel, first + lane, std::min(kPanel, count - lane)};
}

/// Packs a panel's queries; m, l and z start at nothing.
void begin(const Call& call, const Scratch& at, Index head, const Panel& panel) {
  const float log2_scale = call.options.scale * kLog2E;
  for (Index lane = 0; lane < kPanel; lane += 4) {
    const Index count = std::clamp<Index>(panel.count - lane, 0, 4);
    const float* rows[4] = {};
    for (Index r = 0; r < count; ++r) rows[r] = call.query(head, panel.first + lane + r);
    pack_as_columns(rows, count, at.width, log2_scale, panel.queries + lane, kPanel);
  }
  std::fill_n(panel.context, kPanel * at.value_width, 0.0f);
  std::fill_n(panel.largest, kPanel, kBelowAll);
  std::fill_n(panel.sum, kPanel, 0.0f);
}

/// Packs the keys of a block as tiles of 4 keys: (block / 4) × d × 4.
void pack_keys(const Call& call, const Scratch& at, Index key_head, Index first, Index count, float* to) {
  for (Index j = 0; j < count; j += 4) {
    const Index rows_here = std::min<Index>(4, count - j);
    const float* rows[4] = {};
    // Past the end the last key stands in, unread: without a branch this is a few additions.
    for (Index r = 0; r < 4; ++r) rows[r] = call.key(key_head, first + j + std::min(r, rows_here - 1));
    pack_as_columns(rows, rows_here, at.width, 1.0f, to + j * at.width, kTileRows);
  }
}

/// Packs the values of a block as tiles of 4 columns: (d_v / 4) × kKeyBlock × 4. Keys filled up to a whole tile are
/// zeros.
void pack_values(const Call& call, Index key_head, Index first, Index count, bool blank, float* to) {
  const Index d_v = call.shape.value_width, padded = round_up(count, kTileRows), whole = d_v / 4 * 4;
  for (Index j = 0; j < padded; ++j) {
    const float* row = j < count ? call.value(key_head, first + j) : nullptr;
    if (row && blank && !std::isfinite(largest_magnitude(row, d_v))) row = nullptr;
    float* out = to + j * 4;
    for (Index c = 0; c < whole; c += 4, out += kKeyBlock * 4) store(out, row ? load<Quad>(row + c) : Quad{});
    if (whole < d_v)
      for (Index c = 0; c < 4; ++c) out[c] = row && whole + c < d_v ? row[whole + c] : 0.0f;
  }
}

/// t = K·q for the keys of a block, `padded` × kPanel.
void q_dot_k(const Scratch& at, const Panel& panel, const float* keys, Index padded, float* tile) {
  multiply_tiles(padded / kTileRows, at.width, keys, kTileRows * at.width, panel.queries, tile, false);
}

/// Gives every pair that may not see each other the score −∞, whose power is exactly 0.
[[gnu::noinline]] void hide(const Call& call, const Panel& panel, Index first_key, Index count, Index padded,
                            float* tile) {
  for (Index lane = 0; lane < panel.count; ++lane)
    for_each_hidden(call.options.visibility, panel.first + lane, first_key, count,
                    [&](Index j) { tile[j * kPanel + lane] = kHidden; });
  std::fill(tile + count * kPanel, tile + padded * kPanel, kHidden);
}

bool all_ones(Floats factors) {
  for (Index lane = 0; lane < kLanes; ++lane)
    if (factors[lane] != 1) return false;
  return true;
}

/// From scores t to powers p = 2^(t − m'), taking m, l and z along.
[[gnu::noinline]] void online_softmax(const Scratch& at, const Panel& panel, Index padded, float* tile) {
  const Floats before_left = load(panel.largest), before_right = load(panel.largest + kLanes);
  Floats left = before_left, right = before_right;
  // Four keys at a time, for one maximum has to wait for the one before.
  const auto largest_of_four = [](const float* t) {
    return larger(larger(load(t), load(t + kPanel)), larger(load(t + 2 * kPanel), load(t + 3 * kPanel)));
  };
  for (Index j = 0; j < padded; j += kTileRows) {
    left = larger(left, largest_of_four(tile + j * kPanel));
    right = larger(right, largest_of_four(tile + j * kPanel + kLanes));
  }

  const Exp2OfNonpositive exp2;
  Floats sum_left = {}, sum_right = {};
  for (Index j = 0; j < padded; ++j) {
    const Floats power_left = exp2(load(tile + j * kPanel) - left);
    const Floats power_right = exp2(load(tile + j * kPanel + kLanes) - right);
    sum_left += power_left, sum_right += power_right;
    store(tile + j * kPanel, power_left), store(tile + j * kPanel + kLanes, power_right);
  }

  const Floats factor_left = exp2(before_left - left);
  const Floats factor_right = exp2(before_right - right);
  store(panel.largest, left), store(panel.largest + kLanes, right);
  store(panel.sum, load(panel.sum) * factor_left + sum_left);
  store(panel.sum + kLanes, load(panel.sum + kLanes) * factor_right + sum_right);
  // Once the largest score has been met, which is soon, there is nothing to rescale.
  if (all_ones(factor_left) && all_ones(factor_right)) return;
  for (Index c = 0; c < at.value_width; ++c) {
    float* z = panel.context + c * kPanel;
    store(z, load(z) * factor_left), store(z + kLanes, load(z + kLanes) * factor_right);
  }
}

void drop(const Call& call, const Panel& panel, Index head, Index first_key, Index count, float* tile) {
  for (Index lane = 0; lane < panel.count; ++lane)
    for (Index j = 0; j < count; ++j)
      if (!call.keeps(head, panel.first + lane, first_key + j)) tile[j * kPanel + lane] = 0;
}

/// z += Vᵀ·p over the keys of a block.
void add_weighted_values(const Scratch& at, const Panel& panel, const float* values, const float* tile, Index padded) {
  multiply_tiles(at.value_width / kTileRows, padded, values, kTileRows * kKeyBlock, tile, panel.context, true);
}

/// Writes z / l; a query that saw no key has the context 0.
void finish(const Call& call, Index head, const Panel& panel) {
  const auto survivor_factor = static_cast<float>(call.survivor_factor());
  float factors[kPanel];
  for (Index lane = 0; lane < kPanel; ++lane)
    factors[lane] = panel.sum[lane] > 0 ? survivor_factor / panel.sum[lane] : 0.0f;
  for (Index lane = 0; lane < panel.count; lane += 4) {
    const Index count = std::min<Index>(4, panel.count - lane);
    float* rows[4] = {};
    for (Index r = 0; r < count; ++r) rows[r] = call.context(head, panel.first + lane + r);
    unpack_columns(panel.context + lane, kPanel, call.shape.value_width, factors + lane, rows, count);
  }
}

/// The context of up to kQueriesAPass queries.
void attend_in_one_pass(const Call& call, Index head, Index first, Index count, bool blank_values, float* scratch) {
  const Scratch at(call.shape);
  const Visibility& visibility = call.options.visibility;
  const Index key_head = call.shape.key_head_of(head);
  float *keys = scratch + at.keys, *values = scratch + at.values, *tile = scratch + at.tile;

  for (Index lane = 0; lane < count; lane += kPanel) begin(call, at, head, panel_at(at, scratch, first, count, lane));

  const Index end = visibility.causal_end(first + count - 1);
  for (Index key = 0; key < end; key += kKeyBlock) {
    const Index keys_here = std::min(kKeyBlock, end - key);
    bool packed = false;
    for (Index lane = 0; lane < count; lane += kPanel) {
      const Panel panel = panel_at(at, scratch, first, count, lane);
      // Keys after the last that causal order shows to any of the panel need not be looked at.
      const Index seen_keys = std::min(keys_here, visibility.causal_end(panel.first + panel.count - 1) - key);
      const Seen seen = seen_in(visibility, panel.first, panel.count, key, seen_keys);
      if (seen == Seen::none) continue;
      if (!packed) {
        pack_keys(call, at, key_head, key, keys_here, keys);
        pack_values(call, key_head, key, keys_here, blank_values, values);
        packed = true;
      }
      const Index padded = round_up(seen_keys, kTileRows);
      q_dot_k(at, panel, keys, padded, tile);
      if (seen == Seen::some || padded > seen_keys) hide(call, panel, key, seen_keys, padded, tile);
      online_softmax(at, panel, padded, tile);
      if (call.options.dropout) drop(call, panel, head, key, seen_keys, tile);
      add_weighted_values(at, panel, values, tile, padded);
    }
  }
  for (Index lane = 0; lane < count; lane += kPanel) finish(call, head, panel_at(at, scratch, first, count, lane));
}

}  // namespace

std::size_t workspace_bytes(const Shape& shape) {
  return static_cast<std::size_t>(Scratch(shape).floats()) * sizeof(float);
}

void attend_queries(const Call& call, Index head, Index first, Index count, bool blank_values, std::byte* workspace) {
  auto* scratch = reinterpret_cast<float*>(workspace);
  for (const Index end = first + count; first < end; first += kQueriesAPass)
    attend_in_one_pass(call, head, first, std::min(kQueriesAPass, end - first), blank_values, scratch);
}

}  // namespace attention::fused
