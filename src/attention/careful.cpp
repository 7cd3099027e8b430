#include "attention/careful.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention::careful {
namespace {

/// The column of the first number in the row that is NaN or infinite, or `columns`.
Index first_unusable(const float* row, Index columns) {
  return std::find_if(row, row + columns, [](float x) { return !std::isfinite(x); }) - row;
}

bool sees_any_key(const Visibility& visibility, Index i) {
  for (Index j = 0; j < visibility.causal_end(i); ++j)
    if (visibility.sees(i, j)) return true;
  return false;
}

bool seen_by_any_query(const Visibility& visibility, Index j, Index queries) {
  for (Index i = 0; i < queries; ++i)
    if (visibility.sees(i, j)) return true;
  return false;
}

/// Visibility is asked only about rows that hold something unusable: it may cost as much as the row is long.
template <typename IsSeen>
Fault find_fault_in_rows(Fault::In in, const float* matrix, Index rows, Index columns, IsSeen is_seen) {
  for (Index row = 0; row < rows; ++row) {
    const float* numbers = matrix + row * columns;
    const Index column = first_unusable(numbers, columns);
    if (column < columns && is_seen(row)) return {.in = in, .row = row, .column = column, .value = numbers[column]};
  }
  return {};
}

double dot(const float* query, const float* key, Index d) {
  double sum = 0;
  for (Index c = 0; c < d; ++c) sum += static_cast<double>(query[c]) * static_cast<double>(key[c]);
  return sum;
}

/// A double too large for float32 becomes an infinity; the plain conversion would be undefined.
float to_float(double x) {
  constexpr double kMax = std::numeric_limits<float>::max();
  if (std::abs(x) > kMax * (1 + 0x1p-25))  // beyond what rounds to the largest float
    return x > 0 ? std::numeric_limits<float>::infinity() : -std::numeric_limits<float>::infinity();
  return static_cast<float>(std::clamp(x, -kMax, kMax));  // NaN stays NaN
}

/// One query of one head against all keys.
struct Row {
  const Call& call;
  Index head, i;
  Index key_head = call.shape.key_head_of(head);
  const float* query = call.query(head, i);

  bool sees(Index j) const { return call.options.visibility.sees(i, j); }
  double score(Index j) const { return dot(query, call.key(key_head, j), call.shape.width); }
};

/// Writes ω to the raw scores where they are wanted. `largest` becomes the greatest visible scale·ω.
Fault score(const Row& row, double& largest) {
  const double scale = row.call.options.scale;
  float* scores = row.call.row_of(row.call.results.scores, row.head, row.i);
  Fault fault;
  for (Index j = 0; j < row.call.shape.keys; ++j) {
    const bool visible = row.sees(j);
    if (!visible && !scores) continue;
    const double score = row.score(j);
    if (scores) scores[j] = to_float(score);
    if (!visible) continue;
    if (!fault && !std::isfinite(to_float(score)))
      fault = {.in = Fault::In::scores, .head = row.head, .row = row.i, .column = j, .value = to_float(score)};
    largest = std::max(largest, scale * score);
  }
  return fault;
}

}  // namespace

Fault find_fault_in_inputs(const Call& call) {
  const Visibility& visibility = call.options.visibility;
  const Index L = call.shape.queries, S = call.shape.keys;
  const auto query_sees = [&](Index i) { return sees_any_key(visibility, i); };
  const auto key_is_seen = [&](Index j) { return seen_by_any_query(visibility, j, L); };
  Fault fault = find_fault_in_rows(Fault::In::queries, call.inputs.queries, L, call.query_columns(), query_sees);
  if (!fault) fault = find_fault_in_rows(Fault::In::keys, call.inputs.keys, S, call.key_columns(), key_is_seen);
  if (!fault) fault = find_fault_in_rows(Fault::In::values, call.inputs.values, S, call.value_columns(), key_is_seen);
  return fault;
}

std::size_t workspace_bytes(const Shape& shape) { return static_cast<std::size_t>(shape.value_width) * sizeof(double); }

Fault attend_row(const Call& call, Index head, Index i, std::byte* workspace) {
  const Row row{call, head, i};
  const Index S = call.shape.keys, d_v = call.shape.value_width;
  const double scale = call.options.scale, survivor_factor = call.survivor_factor();
  auto* context_sum = reinterpret_cast<double*>(workspace);
  std::fill_n(context_sum, d_v, 0.0);

  double largest = -std::numeric_limits<double>::infinity();
  if (const Fault fault = score(row, largest)) return fault;

  // Subtracting the largest leaves the softmax as it is, and no exponential above 1.
  double exp_sum = 0;
  for (Index j = 0; j < S; ++j) {
    if (!row.sees(j)) continue;
    const double exp = std::exp(scale * row.score(j) - largest);
    exp_sum += exp;
    if (!call.keeps(head, i, j)) continue;
    const float* value = call.value(row.key_head, j);
    for (Index c = 0; c < d_v; ++c) context_sum[c] += exp * static_cast<double>(value[c]);
  }
  const double per_exp = exp_sum > 0 ? survivor_factor / exp_sum : 0;  // 0: this query sees no key

  Fault fault;
  float* context = call.context(head, i);
  for (Index c = 0; c < d_v; ++c) {
    context[c] = to_float(context_sum[c] * per_exp);
    if (!fault && !std::isfinite(context[c]))
      fault = {.in = Fault::In::context, .head = head, .row = i, .column = head * d_v + c, .value = context[c]};
  }
  if (float* weights = call.row_of(call.results.weights, head, i))
    for (Index j = 0; j < S; ++j)
      weights[j] = row.sees(j) && call.keeps(head, i, j)
                       ? static_cast<float>(std::exp(scale * row.score(j) - largest) * per_exp)
                       : 0.0f;
  if (std::uint8_t* kept = call.row_of(call.results.kept, head, i))
    for (Index j = 0; j < S; ++j) kept[j] = call.keeps(head, i, j);
  return fault;
}

Fault first_fault(const Call& call, std::byte* workspace) {
  Fault in_context;
  for (Index head = 0; head < call.shape.heads; ++head) {
    for (Index i = 0; i < call.shape.queries; ++i) {
      const Fault fault = attend_row(call, head, i, workspace);
      if (fault.in == Fault::In::scores) return fault;
      if (fault && !in_context) in_context = fault;
    }
  }
  return in_context;
}

}  // namespace attention::careful
