#include "attention/attend.h"

#include <algorithm>
#include <cmath>

#include "attention/careful.h"
#include "attention/extent.h"
#include "attention/fused.h"
#include "attention/weights.h"

namespace attention {
namespace {

/// The largest magnitudes among the numbers that the fast path multiplies and adds.
struct Extent {
  float keys = 0, values = 0;
  bool blank_values = false;  ///< values that nobody sees are not all finite
};

/// Products of queries, keys and values, and sums of them, that stay below it cannot overflow, whatever is rounded.
constexpr double kSafe = 1e37;

/// The largest magnitude in the matrix; where some are not finite, which nobody sees, that of the rows that are.
float largest_finite(const float* matrix, Index rows, Index columns, bool& others) {
  const float largest = largest_magnitude(matrix, rows * columns);
  if (std::isfinite(largest)) return largest;
  others = true;
  float finite = 0;
  for (Index row = 0; row < rows; ++row) {
    const float here = largest_magnitude(matrix + row * columns, columns);
    if (std::isfinite(here)) finite = std::max(finite, here);
  }
  return finite;
}

Extent extent_of(const Call& call) {
  Extent extent;
  bool unseen_keys = false;  // their scores are hidden, whatever they are
  extent.keys = largest_finite(call.inputs.keys, call.shape.keys, call.key_columns(), unseen_keys);
  extent.values = largest_finite(call.inputs.values, call.shape.keys, call.value_columns(), extent.blank_values);
  return extent;
}

/// Whether no score of these queries, and no sum of values weighted by at most 1, can overflow.
bool is_safe(const Call& call, const Extent& extent, Index first, Index count) {
  bool unseeing = false;
  const float queries =
      largest_finite(call.inputs.queries + first * call.query_columns(), count, call.query_columns(), unseeing);
  const double scale = std::max(1.0, std::abs(double{call.options.scale}) * 1.5);  // log2(e) < 1.5
  const double score =
      scale * queries * std::max(1.0f, extent.keys) * static_cast<double>(std::max<Index>(1, call.shape.width));
  const double sum = extent.values * call.survivor_factor() * static_cast<double>(call.shape.keys);
  return score < kSafe && sum < kSafe;
}

}  // namespace

std::size_t attend_workspace_bytes(const Shape& shape, const Options&, const Results&) {
  return std::max({careful::workspace_bytes(shape), fused::workspace_bytes(shape), weights_workspace_bytes(shape)});
}

Fault attend(const Shape& shape, const Inputs& inputs, const Options& options, const Results& results,
             std::byte* workspace) {
  const Call call{shape, inputs, options, results};
  if (const Fault fault = careful::find_fault_in_inputs(call)) return fault;

  const Extent extent = extent_of(call);
  Fault in_context;  // reported only where every score is finite
  for (Index head = 0; head < shape.heads; ++head) {
    for (Index first = 0; first < shape.queries; first += kQueryBlock) {
      const Index count = std::min(kQueryBlock, shape.queries - first);
      if (is_safe(call, extent, first, count)) {
        fused::attend_queries(call, head, first, count, extent.blank_values, workspace);
        write_scores_and_weights(call, head, first, count, workspace);
        continue;
      }
      for (Index i = first; i < first + count; ++i) {
        const Fault fault = careful::attend_row(call, head, i, workspace);
        if (fault.in == Fault::In::scores) return fault;
        if (fault && !in_context) in_context = fault;
      }
    }
  }
  return in_context;
}

}  // namespace attention
