#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "attention/attend.h"

namespace attention::testing {

/// Everything that one call reads, owned. Each buffer ends with its last number, so that the address sanitizer meets a
/// kernel that reads past it.
struct Problem {
  Shape shape;
  Options options;
  std::vector<float> queries, keys, values;
  std::vector<std::uint8_t> mask, key_padding, keep;  ///< empty where absent
  std::size_t misalignment = 0;                       ///< floats before the first number of each matrix

  Inputs inputs() const;
  Visibility visibility() const;
  Options complete_options() const;
  float& query(Index row, Index column);
  float& key(Index row, Index column);
  float& value(Index row, Index column);
};

struct Attended {
  Fault fault;
  std::vector<float> context, scores, weights;
  std::vector<std::uint8_t> kept;
};

enum class Want : std::uint8_t { context, everything };

/// Runs `attention::attend` in a workspace of exactly the size it asked for. Workspace and results hold NaN beforehand:
/// what is read before it is written, or not written at all, shows.
Attended run(const Problem& problem, Want want = Want::everything);

/// One head of scale 1/√width; the matrices are given row by row.
Problem problem_of(std::vector<float> queries, std::vector<float> keys, std::vector<float> values, Index width,
                   Index value_width);

/// Unit-normal inputs.
Problem random_problem(const Shape& shape, std::mt19937& engine);

/// The part of a problem from query `first` on, as a caller who divides the work would pose it.
Problem part_of(const Problem& problem, Index first, Index count);

/// Fills with NaN and infinities whatever no query may see: such queries, keys and values.
void spoil_unseen(Problem& problem);

/// Errors up to (1e-5 + 1e-5·|x|) times this are allowed: max(1, |scale|·max Σ|q·k|/8) over the pairs that see each
/// other. Rounding of a score grows with its terms, and the softmax magnifies it by the scale.
double tolerance_factor(const Problem& problem);

}  // namespace attention::testing
