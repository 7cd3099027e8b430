#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/reference.h"
#include "problem.h"

// Numbers of any finite size, with a scale of any size: nothing overflows on the way to a result that float32 can hold.

namespace attention::testing {
namespace {

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

constexpr float kMax = std::numeric_limits<float>::max();
constexpr float kSmallest = std::numeric_limits<float>::denorm_min();

void multiply(std::vector<float>& numbers, float factor) {
  for (float& number : numbers) number = std::clamp(number * factor, -kMax, kMax);
}

/// Weights in [0, 1] that add up to 1, a context within the values it is a mean of, and no weight on a key whose scaled
/// score is far below the best.
void expect_a_softmax(const Problem& problem) {
  const Shape& shape = problem.shape;
  const Attended out = run(problem);
  ASSERT_FALSE(out.fault);
  const reference::Attended expected = reference::attend(shape, problem.inputs(), problem.complete_options());
  const auto [least, most] = std::minmax_element(problem.values.begin(), problem.values.end());
  // A mean computed with S roundings may stand a little outside: 2^−24 of the largest for each.
  const double slack = static_cast<double>(shape.keys) * 0x1p-24 *
                       std::max(std::abs(static_cast<double>(*least)), std::abs(static_cast<double>(*most)));
  for (const float z : out.context) {
    ASSERT_TRUE(std::isfinite(z));
    ASSERT_GE(z, static_cast<double>(*least) - slack);
    ASSERT_LE(z, static_cast<double>(*most) + slack);
  }
  const Index rows = shape.heads * shape.queries;
  for (Index row = 0; row < rows; ++row) {
    const float* weights = out.weights.data() + row * shape.keys;
    const double* scores = expected.scores.data() + row * shape.keys;
    double sum = 0, best = -std::numeric_limits<double>::infinity(), largest = 0;
    for (Index j = 0; j < shape.keys; ++j) {
      const double scaled = static_cast<double>(problem.options.scale) * scores[j];
      best = std::max(best, scaled), largest = std::max(largest, std::abs(scaled));
      sum += static_cast<double>(weights[j]);
    }
    ASSERT_NEAR(sum, 1, 1e-6);
    for (Index j = 0; j < shape.keys; ++j) {
      ASSERT_GE(weights[j], 0);
      // Beyond the rounding of both scores, 1e-5 of the largest, 104 below the best underflows: e^−104 < 2^−150.
      if (static_cast<double>(problem.options.scale) * scores[j] < best - 104 - 1e-5 * largest) {
        ASSERT_EQ(weights[j], 0);
      }
      // What has all the weight in double precision by as much, has it here.
      if (expected.weights[size(row * shape.keys + j)] == 1 && largest > 104) {
        bool alone = true;
        for (Index other = 0; other < shape.keys; ++other)
          alone = alone && (other == j ||
                            static_cast<double>(problem.options.scale) * scores[other] < best - 104 - 1e-5 * largest);
        if (alone) {
          ASSERT_EQ(weights[j], 1);
        }
      }
    }
  }
}

class Magnitudes : public ::testing::TestWithParam<Index> {
 protected:
  Problem problem() {
    std::mt19937 engine(5);
    return random_problem({.queries = GetParam(), .keys = 37, .heads = 2, .key_heads = 1, .width = 5, .value_width = 3},
                          engine);
  }
};

INSTANTIATE_TEST_SUITE_P(Queries, Magnitudes, ::testing::Values<Index>(1, 4, 9, kQueryBlock + 2));

TEST_P(Magnitudes, AnyScoresUnderAnyScaleMakeASoftmax) {
  // Products of two of these, of five terms of order 10 each, stay below float32's 3.4e38.
  const float pairs[][2] = {{1e18f, 1e18f},  {1e36f, 1},      {1, 1e36f},     {1e-20f, 1e36f}, {1e-40f, 1e-40f},
                            {1e30f, 1e-30f}, {1e-45f, 1e36f}, {1e19f, 1e17f}, {1, 1},          {0, 1e36f}};
  for (const auto& [queries, keys] : pairs)
    for (const float scale : {0.0f, kSmallest, 1e-38f, 1e-18f, 1e-3f, 1.0f, -1.0f, 1e4f, 1e19f, kMax, -kMax}) {
      Problem problem = this->problem();
      multiply(problem.queries, queries);
      multiply(problem.keys, keys);
      problem.options.scale = scale;
      SCOPED_TRACE(::testing::Message() << "queries " << queries << ", keys " << keys << ", scale " << scale);
      expect_a_softmax(problem);
      if (HasFatalFailure()) return;
    }
}

TEST_P(Magnitudes, ValuesOfAnySizeMakeAMeanOfThem) {
  for (const float factor : {1e-45f, 1e-38f, 1e30f, 1e36f, 1e37f, kMax}) {  // the last: nearly all are ± the largest
    Problem problem = this->problem();
    multiply(problem.values, factor);
    SCOPED_TRACE(::testing::Message() << "values " << factor);
    expect_a_softmax(problem);
    const Attended out = run(problem);
    const reference::Attended expected = reference::attend(problem.shape, problem.inputs(), problem.complete_options());
    // Promised for values of order 1, and linear in them; below, a float cannot be told from its neighbours.
    double largest = 0;
    for (const float value : problem.values) largest = std::max(largest, std::abs(static_cast<double>(value)));
    const double tolerance =
        1e-5 * largest * tolerance_factor(problem) + static_cast<double>(problem.shape.keys) * double{kSmallest};
    for (std::size_t at = 0; at < out.context.size(); ++at)
      ASSERT_NEAR(out.context[at], expected.context[at], tolerance);
  }
}

TEST_P(Magnitudes, OneLargeNumberLeavesOtherQueriesAndHeadsAsTheyAre) {
  const Problem sound = this->problem();
  const Attended expected = run(sound);
  Problem problem = sound;
  problem.query(0, 1) = 1e30f;  // head 0
  const Attended out = run(problem);
  ASSERT_FALSE(out.fault);
  const double factor = tolerance_factor(sound);
  for (Index i = 0; i < sound.shape.queries; ++i)
    for (Index c = 0; c < 6; ++c) {
      if (i == 0 && c < 3) continue;
      const auto at = size(i * 6 + c);
      ASSERT_NEAR(out.context[at], expected.context[at], (1e-5 + 1e-5 * std::abs(expected.context[at])) * factor);
    }
}

TEST_P(Magnitudes, ScoresOfOneEMinus38AndBelowAreAsGoodAsEqual) {
  Problem problem = this->problem();
  multiply(problem.queries, 1e-38f);
  problem.options.scale = 1;
  for (const float weight : run(problem).weights) ASSERT_NEAR(weight, 1 / 37.f, 1e-8);  // a rounding of 1/37 is 2e-9
}

}  // namespace
}  // namespace attention::testing
