#include "attention/decode.h"

#include <algorithm>
#include <cmath>

#include "attention/extent.h"
#include "attention/seen.h"
#include "attention/tile.h"

// The online softmax of fused.cpp for a query at a time, with the columns of its vectors across the lanes. Reading is
// what takes the time here: keys and values are gone through from front to back, a block of them for every row that
// wants it.

namespace attention::decode {
namespace {

/// As many keys as stay in the first-level cache while all rows read them.
constexpr Index kKeyBlock = 64;

/// How far ahead of its use memory is read: far enough for it to arrive, near enough to be there still.
constexpr Index kRowsAhead = 16;

/// A query of one head, and what is known of it so far.
struct Row {
  Index head, i;
  float* context;  // d_v: z
  float* block;    // d_v: what a block of keys adds to z
  float* largest;  // m
  float* sum;      // l
};

Index row_floats(const Shape& shape) { return 2 * shape.value_width + 2; }

Row row_at(const Call& call, Index index, Index head, Index i, float* scratch) {
  float* context = scratch + index * row_floats(call.shape);
  float* block = context + call.shape.value_width;
  float* largest = block + call.shape.value_width;
  return {head, i, context, block, largest, largest + 1};
}

void begin(const Call& call, const Row& row) {
  std::fill_n(row.context, call.shape.value_width, 0.0f);
  *row.largest = kBelowAll;
  *row.sum = 0;
}

/// Reads one number of each cache line of four rows, kRowsAhead after those in use, of which `left` are there yet.
/// Processors fetch ahead by themselves, but only to the end of a page of memory, which is 16 keys of 64 columns; and
/// they meet the next page later than a loop that does nothing but read.
inline void fetch_ahead(const float* rows, Index stride, Index width, Index left) {
  constexpr Index kLine = 64 / sizeof(float);
  if (left < kRowsAhead + 4) return;
  const auto fetch = [](const float* from, Index count) {
    for (Index c = 0; c < count; c += kLine) asm volatile("" : : "r"(from[c]));  // as if it were used
  };
  rows += kRowsAhead * stride;
  // Rows without gaps in one loop, which takes less than two inside one another.
  if (stride == width)
    fetch(rows, 4 * width);
  else
    for (Index r = 0; r < 4; ++r) fetch(rows + r * stride, width);
}

/// ω_j = q·k_j for `count` keys, four at a time. `left` keys are there to be read.
void q_dot_k(const float* query, Index d, const float* keys, Index stride, Index count, Index left, float* scores) {
  const Index whole = d / 4 * 4;
  Index j = 0;
  for (; j + 4 <= count; j += 4, keys += 4 * stride) {
    fetch_ahead(keys, stride, d, left - j);
    const float *k0 = keys, *k1 = k0 + stride, *k2 = k1 + stride, *k3 = k2 + stride;
    Quad s0 = {}, s1 = {}, s2 = {}, s3 = {};
    for (Index c = 0; c < whole; c += 4) {
      const Quad q = load<Quad>(query + c);
      s0 += q * load<Quad>(k0 + c), s1 += q * load<Quad>(k1 + c);
      s2 += q * load<Quad>(k2 + c), s3 += q * load<Quad>(k3 + c);
    }
    transpose(s0, s1, s2, s3);
    Quad sums = (s0 + s1) + (s2 + s3);
    for (Index c = whole; c < d; ++c) sums += Quad{k0[c], k1[c], k2[c], k3[c]} * query[c];
    store(scores + j, sums);
  }
  for (; j < count; ++j, keys += stride) {
    scores[j] = 0;
    for (Index c = 0; c < d; ++c) scores[j] += query[c] * keys[c];
  }
}

/// z += Σ_j p_j·v_j over the keys named, four at a time so that z is read and written once for four values. `left`
/// values are there to be read.
void add_weighted_values(const float* powers, const Index* keys, Index count, const float* values, Index stride,
                         Index d_v, Index left, float* context) {
  const Index whole = d_v / 4 * 4;
  for (Index j = 0; j < count; j += 4) {
    // Past the end the last key stands in, with no weight.
    const Index last = count - 1;
    const Index j0 = keys[j], j1 = keys[std::min(j + 1, last)], j2 = keys[std::min(j + 2, last)],
                j3 = keys[std::min(j + 3, last)];
    const float p0 = powers[j0], p1 = j + 1 < count ? powers[j1] : 0, p2 = j + 2 < count ? powers[j2] : 0,
                p3 = j + 3 < count ? powers[j3] : 0;
    const float *v0 = values + j0 * stride, *v1 = values + j1 * stride, *v2 = values + j2 * stride,
                *v3 = values + j3 * stride;
    fetch_ahead(v0, stride, d_v, left - j0);
    for (Index c = 0; c < whole; c += 4)
      store(context + c, load<Quad>(context + c) + (p0 * load<Quad>(v0 + c) + p1 * load<Quad>(v1 + c)) +
                             (p2 * load<Quad>(v2 + c) + p3 * load<Quad>(v3 + c)));
    for (Index c = whole; c < d_v; ++c) context[c] += (p0 * v0[c] + p1 * v1[c]) + (p2 * v2[c] + p3 * v3[c]);
  }
}

/// One block of keys for one row; false where a score is not finite.
bool attend_block(const Call& call, const Row& row, Index key_head, Index first_key, Index keys_here) {
  const Shape& shape = call.shape;
  float scores[kKeyBlock];
  std::fill_n(scores, kKeyBlock, kHidden);
  q_dot_k(call.query(row.head, row.i), shape.width, call.key(key_head, first_key), call.key_columns(), keys_here,
          shape.keys - first_key, scores);

  bool visible[kKeyBlock];
  std::fill_n(visible, kKeyBlock, true);
  for_each_hidden(call.options.visibility, row.i, first_key, keys_here, [&](Index j) { visible[j] = false; });
  Index seen[kKeyBlock];
  Index count = 0;
  const float log2_scale = call.options.scale * kLog2E;
  for (Index j = 0; j < keys_here; ++j) {
    const float scaled = scores[j] * log2_scale;
    if (visible[j] && !std::isfinite(scaled)) return false;
    scores[j] = visible[j] ? scaled : kHidden;
    seen[count] = j;
    count += visible[j];
  }
  if (count == 0) return true;

  Floats lanes = broadcast(*row.largest);
  for (Index j = 0; j < kKeyBlock; j += kLanes) lanes = larger(lanes, load(scores + j));
  float largest = kBelowAll;
  for (Index lane = 0; lane < kLanes; ++lane) largest = std::max(largest, lanes[lane]);

  const Exp2OfNonpositive exp2;
  Floats sums = {};
  for (Index j = 0; j < kKeyBlock; j += kLanes) {
    const Floats powers = exp2(load(scores + j) - largest);
    sums += powers;
    store(scores + j, powers);
  }
  const float factor = exp2(broadcast(*row.largest - largest))[0];
  *row.largest = largest;
  *row.sum *= factor;
  for (Index lane = 0; lane < kLanes; ++lane) *row.sum += sums[lane];
  if (call.options.dropout)
    for (Index j = 0; j < keys_here; ++j)
      if (!call.keeps(row.head, row.i, first_key + j)) scores[j] = 0;
  std::fill_n(row.block, shape.value_width, 0.0f);
  add_weighted_values(scores, seen, count, call.value(key_head, first_key), call.value_columns(), shape.value_width,
                      shape.keys - first_key, row.block);
  for (Index c = 0; c < shape.value_width; ++c) row.context[c] = row.context[c] * factor + row.block[c];
  return true;
}

/// Writes z / l; false where it is not finite.
bool finish(const Call& call, const Row& row) {
  const Index d_v = call.shape.value_width;
  const float factor = *row.sum > 0 ? static_cast<float>(call.survivor_factor()) / *row.sum : 0.0f;
  float* context = call.context(row.head, row.i);
  for (Index c = 0; c < d_v; ++c) context[c] = row.context[c] * factor;
  return std::isfinite(largest_magnitude(context, d_v));
}

}  // namespace

std::size_t workspace_bytes(const Shape& shape) {
  return static_cast<std::size_t>(shape.heads * kFewQueries * row_floats(shape)) * sizeof(float);
}

bool attend_queries(const Call& call, Index key_head, Index first, Index count, std::byte* workspace) {
  auto* scratch = reinterpret_cast<float*>(workspace);
  const Index first_head = call.shape.first_head_of(key_head), end_head = call.shape.first_head_of(key_head + 1);
  const Index rows = (end_head - first_head) * count;
  const auto row = [&](Index r) { return row_at(call, r, first_head + r / count, first + r % count, scratch); };
  for (Index r = 0; r < rows; ++r) begin(call, row(r));

  const Index end = call.options.visibility.causal_end(first + count - 1);
  for (Index key = 0; key < end; key += kKeyBlock)
    for (Index r = 0; r < rows; ++r)
      if (!attend_block(call, row(r), key_head, key, std::min(kKeyBlock, end - key))) return false;

  for (Index r = 0; r < rows; ++r)
    if (!finish(call, row(r))) return false;
  return true;
}

}  // namespace attention::decode
