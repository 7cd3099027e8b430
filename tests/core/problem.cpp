#include "problem.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

namespace attention::testing {
namespace {

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::vector<float> unit_normal(std::size_t count, std::mt19937& engine) {
  std::normal_distribution<float> normal;
  std::vector<float> numbers(count);
  for (float& number : numbers) number = normal(engine);
  return numbers;
}

}  // namespace

Inputs Problem::inputs() const {
  return {queries.data() + misalignment, keys.data() + misalignment, values.data() + misalignment};
}

Visibility Problem::visibility() const { return complete_options().visibility; }

Options Problem::complete_options() const {
  Options complete = options;
  complete.visibility.keys = shape.keys;
  complete.visibility.mask = mask.empty() ? nullptr : mask.data();
  complete.visibility.key_padding = key_padding.empty() ? nullptr : key_padding.data();
  if (complete.dropout) complete.dropout->keep = keep.empty() ? nullptr : keep.data();
  return complete;
}

float& Problem::query(Index row, Index column) {
  return queries[misalignment + size(row * shape.heads * shape.width + column)];
}
float& Problem::key(Index row, Index column) {
  return keys[misalignment + size(row * shape.key_heads * shape.width + column)];
}
float& Problem::value(Index row, Index column) {
  return values[misalignment + size(row * shape.key_heads * shape.value_width + column)];
}

Attended run(const Problem& problem, Want want) {
  const Shape& shape = problem.shape;
  const std::size_t pairs = size(shape.heads * shape.queries * shape.keys);
  Attended out;
  out.context.assign(size(shape.queries * shape.heads * shape.value_width), kNan);
  Results results{.context = out.context.data()};
  if (want == Want::everything) {
    out.scores.assign(pairs, kNan);
    out.weights.assign(pairs, kNan);
    out.kept.assign(pairs, 0xFF);
    results = {out.context.data(), out.scores.data(), out.weights.data(), out.kept.data()};
  }
  const Options options = problem.complete_options();
  const std::size_t bytes = attend_workspace_bytes(shape, options, results);
  const std::unique_ptr<std::byte[]> workspace(new std::byte[bytes]);
  if (bytes) std::memset(workspace.get(), 0xFF, bytes);
  out.fault = attend(shape, problem.inputs(), options, results, workspace.get());
  return out;
}

Problem problem_of(std::vector<float> queries, std::vector<float> keys, std::vector<float> values, Index width,
                   Index value_width) {
  Problem problem;
  problem.shape = {.queries = static_cast<Index>(queries.size()) / width,
                   .keys = static_cast<Index>(keys.size()) / width,
                   .width = width,
                   .value_width = value_width};
  problem.options.scale = 1 / std::sqrt(static_cast<float>(width));
  problem.queries = std::move(queries), problem.keys = std::move(keys), problem.values = std::move(values);
  return problem;
}

Problem random_problem(const Shape& shape, std::mt19937& engine) {
  Problem problem;
  problem.shape = shape;
  problem.options.scale = shape.width > 0 ? 1 / std::sqrt(static_cast<float>(shape.width)) : 1;
  problem.queries = unit_normal(size(shape.queries * shape.heads * shape.width), engine);
  problem.keys = unit_normal(size(shape.keys * shape.key_heads * shape.width), engine);
  problem.values = unit_normal(size(shape.keys * shape.key_heads * shape.value_width), engine);
  return problem;
}

Problem part_of(const Problem& problem, Index first, Index count) {
  Problem part = problem;
  const Shape& shape = problem.shape;
  part.shape.queries = count;
  const auto row = static_cast<std::ptrdiff_t>(shape.heads * shape.width);
  const auto begin = problem.queries.begin() + static_cast<std::ptrdiff_t>(problem.misalignment) + first * row;
  part.queries.assign(problem.misalignment, kNan);
  part.queries.insert(part.queries.end(), begin, begin + count * row);
  if (!problem.mask.empty())
    part.mask.assign(problem.mask.begin() + first * shape.keys, problem.mask.begin() + (first + count) * shape.keys);
  if (part.options.visibility.causal_offset) *part.options.visibility.causal_offset += first;
  part.options.first_query += first;
  part.keep.clear();
  for (Index head = 0; head < shape.heads && !problem.keep.empty(); ++head) {
    const auto rows = problem.keep.begin() + (head * shape.queries + first) * shape.keys;
    part.keep.insert(part.keep.end(), rows, rows + count * shape.keys);
  }
  return part;
}

void spoil_unseen(Problem& problem) {
  const Visibility visibility = problem.visibility();
  const Shape& shape = problem.shape;
  const float spoils[] = {kNan, std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                          std::numeric_limits<float>::max()};
  std::size_t next = 0;
  for (Index i = 0; i < shape.queries; ++i) {
    bool sees = false;
    for (Index j = 0; j < shape.keys && !sees; ++j) sees = visibility.sees(i, j);
    for (Index c = 0; c < shape.heads * shape.width && !sees; ++c) problem.query(i, c) = spoils[next++ % 4];
  }
  for (Index j = 0; j < shape.keys; ++j) {
    bool seen = false;
    for (Index i = 0; i < shape.queries && !seen; ++i) seen = visibility.sees(i, j);
    for (Index c = 0; c < shape.key_heads * shape.width && !seen; ++c) problem.key(j, c) = spoils[next++ % 4];
    for (Index c = 0; c < shape.key_heads * shape.value_width && !seen; ++c) problem.value(j, c) = spoils[next++ % 4];
  }
}

double tolerance_factor(const Problem& problem) {
  const Visibility visibility = problem.visibility();
  const Shape& shape = problem.shape;
  const Inputs inputs = problem.inputs();
  double largest = 0;
  for (Index head = 0; head < shape.heads; ++head)
    for (Index i = 0; i < shape.queries; ++i)
      for (Index j = 0; j < shape.keys; ++j) {
        if (!visibility.sees(i, j)) continue;
        const float* query = inputs.queries + (i * shape.heads + head) * shape.width;
        const float* key = inputs.keys + (j * shape.key_heads + shape.key_head_of(head)) * shape.width;
        double sum = 0;
        for (Index c = 0; c < shape.width; ++c) sum += std::abs(static_cast<double>(query[c]) * key[c]);
        largest = std::max(largest, sum);
      }
  return std::max(1.0, std::abs(static_cast<double>(problem.options.scale)) * largest / 8);
}

}  // namespace attention::testing
