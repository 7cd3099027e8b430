#include "attention/attend.h"

#include <algorithm>
#include <cmath>

#include "attention/careful.h"
#include "attention/decode.h"
#include "attention/extent.h"
#include "attention/fused.h"
#include "attention/weights.h"

namespace attention {
namespace {

/// Sums of products of queries, keys and values that stay below it cannot overflow, whatever is rounded on the way.
constexpr double kSafe = 1e37;

/// The largest magnitudes of queries, keys and values: of all of them, or of one head's.
struct Magnitudes {
  float queries = 0, keys = 0, values = 0;

  bool are_finite() const { return std::isfinite(queries) && std::isfinite(keys) && std::isfinite(values); }

  /// Whether no score, and no sum of values weighted by at most 1, can overflow.
  bool are_safe(const Call& call) const {
    const double log2_scale = std::max(1.0, 1.5 * std::abs(double{call.options.scale}));  // log2(e) < 1.5
    const double products = static_cast<double>(call.shape.width) * queries * std::max(1.0f, keys);
    const double sum = static_cast<double>(call.shape.keys) * values * call.survivor_factor();
    return log2_scale < kSafe && log2_scale * products < kSafe && sum < kSafe;
  }
};

Magnitudes magnitudes_of(const Call& call) {
  return {largest_magnitude(call.inputs.queries, call.shape.queries * call.query_columns()),
          largest_magnitude(call.inputs.keys, call.shape.keys * call.key_columns()),
          largest_magnitude(call.inputs.values, call.shape.keys * call.value_columns())};
}

/// One head's columns of a matrix.
struct Extent {
  float largest = 0;       ///< of the rows that are finite
  bool all_finite = true;  ///< what is not finite, nobody sees
};

Extent extent_of(const float* columns, Index stride, Index rows, Index width) {
  Extent extent;
  for (Index row = 0; row < rows; ++row) {
    const float here = largest_magnitude(columns + row * stride, width);
    if (std::isfinite(here))
      extent.largest = std::max(extent.largest, here);
    else
      extent.all_finite = false;
  }
  return extent;
}

/// What decides whether a block of one head's queries can take the fast path where not everything can. Nothing here
/// depends on other heads or on other blocks, so that a divided call decides as the whole one does.
struct HeadExtents {
  Extent keys, values;

  HeadExtents(const Call& call, Index key_head)
      : keys(extent_of(call.key(key_head, 0), call.key_columns(), call.shape.keys, call.shape.width)),
        values(extent_of(call.value(key_head, 0), call.value_columns(), call.shape.keys, call.shape.value_width)) {}

  bool are_safe(const Call& call, Index head, Index first, Index count) const {
    const Extent queries = extent_of(call.query(head, first), call.query_columns(), count, call.shape.width);
    return Magnitudes{queries.largest, keys.largest, values.largest}.are_safe(call);
  }
};

}  // namespace

std::size_t attend_workspace_bytes(const Shape& shape, const Options&, const Results&) {
  return std::max({careful::workspace_bytes(shape), fused::workspace_bytes(shape), decode::workspace_bytes(shape),
                   weights_workspace_bytes(shape)});
}

Fault attend(const Shape& shape, const Inputs& inputs, const Options& options, const Results& results,
             std::byte* workspace) {
  const Call call{shape, inputs, options, results};
  // A few queries are not worth a look at all keys beforehand: there a fault is looked for where a result shows one.
  const bool few = shape.queries <= decode::kFewQueries;
  // Where all numbers together are safe, those of each head and block are.
  bool all_safe = false;
  if (!few) {
    const Magnitudes magnitudes = magnitudes_of(call);
    all_safe = magnitudes.are_finite() && magnitudes.are_safe(call);
    if (!magnitudes.are_finite())
      if (const Fault fault = careful::find_fault_in_inputs(call)) return fault;
  }

  // Blocks in which something could overflow, and those where something did.
  bool faulty = false;
  const auto attend_carefully = [&](Index head, Index first, Index count) {
    for (Index i = first; i < first + count; ++i)
      faulty = bool(careful::attend_row(call, head, i, workspace)) || faulty;
  };

  for (Index key_head = 0; key_head < shape.key_heads; ++key_head) {
    const Index first_head = shape.first_head_of(key_head), end_head = shape.first_head_of(key_head + 1);
    const Index tail = shape.queries % kQueryBlock;
    const Index tail_of_few = tail <= decode::kFewQueries ? tail : 0;
    const Index in_blocks = shape.queries - tail_of_few;

    if (in_blocks > 0 && all_safe) {
      for (Index head = first_head; head < end_head; ++head) {
        fused::attend_queries(call, head, 0, in_blocks, false, workspace);
        write_scores_and_weights(call, head, 0, in_blocks, workspace);
      }
    } else if (in_blocks > 0) {
      const HeadExtents extents(call, key_head);
      for (Index head = first_head; head < end_head; ++head) {
        for (Index first = 0; first < in_blocks; first += kQueryBlock) {
          const Index count = std::min(kQueryBlock, in_blocks - first);
          if (extents.are_safe(call, head, first, count)) {
            fused::attend_queries(call, head, first, count, !extents.values.all_finite, workspace);
            write_scores_and_weights(call, head, first, count, workspace);
          } else {
            attend_carefully(head, first, count);
          }
        }
      }
    }
    if (tail_of_few > 0) {
      if (decode::attend_queries(call, key_head, in_blocks, tail_of_few, workspace)) {
        for (Index head = first_head; head < end_head; ++head)
          write_scores_and_weights(call, head, in_blocks, tail_of_few, workspace);
        continue;
      }
      if (few)
        if (const Fault fault = careful::find_fault_in_inputs(call)) return fault;
      for (Index head = first_head; head < end_head; ++head) attend_carefully(head, in_blocks, tail_of_few);
    }
  }
  return faulty ? careful::first_fault(call, workspace) : Fault{};
}

}  // namespace attention
