#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "problem.h"

// What attention promises, on inputs small enough to check by hand. Several were reported as failures of other
// libraries.

namespace attention::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kMax = std::numeric_limits<float>::max();

/// Figures below are given to six or seven digits; float32 arithmetic of a few terms adds less than that rounds off.
constexpr float kPrinted = 2e-6f;

template <std::size_t N>
void expect_near(const std::vector<float>& actual, const std::array<float, N>& expected, float tolerance = kPrinted) {
  ASSERT_EQ(actual.size(), N);
  for (std::size_t i = 0; i < N; ++i) EXPECT_NEAR(actual[i], expected[i], tolerance) << "at " << i;
}

Problem identity_problem() { return problem_of({1, 0, 0, 1}, {1, 0, 0, 1}, {1, 2, 3, 4}, 2, 2); }

/// n queries and keys with equal scores, and values that tell the keys apart.
Problem equal_scores(Index queries, Index keys) {
  Problem problem = problem_of(std::vector<float>(static_cast<std::size_t>(queries), 1.0f),
                               std::vector<float>(static_cast<std::size_t>(keys), 1.0f), {}, 1, 1);
  for (Index j = 0; j < keys; ++j) problem.values.push_back(static_cast<float>(j + 1));
  return problem;
}

TEST(Attend, AQueryThatSeesNoKeyGetsZeros) {
  Problem problem = identity_problem();
  problem.mask = {1, 1, 0, 0};
  const Attended out = run(problem);
  EXPECT_FALSE(out.fault);
  expect_near<4>(out.context, {1.660477f, 2.660477f, 0, 0});
  EXPECT_EQ(out.context[2], 0);
  EXPECT_EQ(out.context[3], 0);
  EXPECT_EQ(out.weights[2], 0);
  EXPECT_EQ(out.weights[3], 0);
}

TEST(Attend, AnyWayOfHidingEveryKeyGivesZeros) {
  Problem by_mask = identity_problem(), by_padding = by_mask, by_causal_order = by_mask, by_all_together = by_mask;
  by_mask.mask = {0, 0, 0, 0};
  by_padding.key_padding = {0, 0};
  by_causal_order.options.visibility.causal_offset = -2;
  by_all_together.mask = {1, 0, 0, 1};
  by_all_together.key_padding = {0, 1};
  by_all_together.options.visibility.causal_offset = -1;
  for (const Problem& problem : {by_mask, by_padding, by_causal_order, by_all_together}) {
    const Attended out = run(problem);
    EXPECT_FALSE(out.fault);
    for (float x : out.context) EXPECT_EQ(x, 0);
    for (float x : out.weights) EXPECT_EQ(x, 0);
  }
}

TEST(Attend, BottomRightAlignsTheLastQueryWithTheLastKey) {
  Problem problem = problem_of({1, 0, 1, 0, 1, 0, 1, 0, 1, 0}, {1, 0, 0, 1}, {10, 20}, 2, 1);
  problem.options.visibility.causal_offset = 2 - 5;
  expect_near<5>(run(problem).context, {0, 0, 0, 10, 13.302385f}, 2e-5f);  // 20 rounds at 1e-6
}

TEST(Attend, ADecodingStepSeesTheWholePastOnlyAtBottomRight) {
  Problem problem = equal_scores(1, 8);
  problem.options.visibility.causal_offset = 8 - 1;
  expect_near<1>(run(problem).context, {4.5f});
  problem.options.visibility.causal_offset = 0;
  expect_near<1>(run(problem).context, {1});
}

TEST(Attend, AnOffsetBeyondEveryKeyHidesNothing) {
  Problem problem = equal_scores(2, 3);
  for (const std::int64_t offset : {std::int64_t{3}, std::int64_t{1} << 40}) {
    problem.options.visibility.causal_offset = offset;
    expect_near<2>(run(problem).context, {2, 2});
  }
}

TEST(Attend, AMaskSaysWhatMayBeSeenNotWhatIsHidden) {
  Problem problem = equal_scores(3, 3);
  problem.mask = {0, 1, 1, 0, 0, 1, 0, 0, 0};
  expect_near<9>(run(problem).weights, {0, .5f, .5f, 0, 0, 1, 0, 0, 0});
  problem.mask = {1, 0, 0, 1, 1, 0, 1, 1, 1};
  expect_near<9>(run(problem).weights, {1, 0, 0, .5f, .5f, 0, 1 / 3.f, 1 / 3.f, 1 / 3.f});
}

TEST(Attend, PaddingEqualsAMaskWithThatColumnHidden) {
  Problem padded = equal_scores(3, 3), masked = padded;
  padded.key_padding = {1, 1, 0};
  masked.mask = {1, 1, 0, 1, 1, 0, 1, 1, 0};
  EXPECT_EQ(run(padded).weights, run(masked).weights);
  expect_near<3>(run(padded).context, {1.5f, 1.5f, 1.5f});
}

TEST(Attend, NanInAHiddenKeyOrValueChangesNothing) {
  const std::vector<float> x = {0, 1, 2, 3, 4, 5, 6, 7};
  Problem problem = problem_of(x, x, x, 4, 4);
  problem.mask = {1, 0, 1, 0};
  const std::vector<float> expected = {0, 1, 2, 3, 0, 1, 2, 3};
  for (const float unusable : {kNan, std::numeric_limits<float>::infinity(), kMax}) {
    Problem key = problem, value = problem;
    key.key(1, 0) = unusable;
    value.value(1, 3) = unusable;
    for (const Problem& spoilt : {key, value}) {
      const Attended out = run(spoilt);
      EXPECT_FALSE(out.fault);
      EXPECT_EQ(out.context, expected);
      EXPECT_EQ(out.weights, (std::vector<float>{1, 0, 1, 0}));
    }
  }
}

TEST(Attend, RawScoresAreThoseOfHiddenPairsToo) {
  Problem problem = problem_of({1, 2}, {3, 4}, {5, 6}, 1, 1);
  problem.mask = {1, 0, 0, 0};
  EXPECT_EQ(run(problem).scores, (std::vector<float>{3, 4, 6, 8}));
}

TEST(Attend, WeightsAreGivenForEachHeadNotAveraged) {
  Problem problem = problem_of({1, 1}, {0, std::log(9.f), std::log(3.f), 0}, {1, 10, 2, 20}, 2, 2);
  problem.shape = {.queries = 1, .keys = 2, .heads = 2, .key_heads = 2, .width = 1, .value_width = 1};
  problem.options.scale = 1;
  const Attended out = run(problem);
  expect_near<4>(out.weights, {.25f, .75f, .9f, .1f});
  expect_near<2>(out.context, {1.75f, 11}, 2e-5f);
}

TEST(Attend, QueryHeadsShareKeyHeadsInOrder) {
  // Four query heads on two key heads: heads 0 and 1 read the first, 2 and 3 the second.
  for (const Index queries : {1, 20}) {  // few, and a whole tile
    Problem problem = problem_of(std::vector<float>(static_cast<std::size_t>(queries) * 4, 1), {1, 1}, {7, 9}, 1, 1);
    problem.shape = {.queries = queries, .keys = 1, .heads = 4, .key_heads = 2, .width = 1, .value_width = 1};
    const std::vector<float> context = run(problem).context;
    for (std::size_t at = 0; at < context.size(); ++at) EXPECT_EQ(context[at], at % 4 < 2 ? 7 : 9) << "at " << at;
  }
}

TEST(Attend, ScalesByWhatItIsTold) {
  Problem problem = problem_of({1, 1, 1, 1}, {1, 1, 1, 1, 0, 0, 0, 0}, {1, 0}, 4, 1);
  problem.options.scale = .5f;
  expect_near<2>(run(problem).weights, {.880797f, .119203f});
  problem.options.scale = 0;
  expect_near<2>(run(problem).weights, {.5f, .5f});
  problem.options.scale = -.5f;
  expect_near<2>(run(problem).weights, {.119203f, .880797f});
}

TEST(Attend, LargeScoresDoNotOverflow) {
  Problem problem = problem_of({1}, {90, 2, -2}, {1, 2, 3}, 1, 1);
  const Attended apart = run(problem);
  EXPECT_NEAR(apart.weights[0], 1, 1e-7);
  EXPECT_LE(apart.weights[1], 1e-37f);
  EXPECT_LE(apart.weights[2], 1e-37f);
  problem.keys = {1000, 1000, -1000};
  expect_near<3>(run(problem).weights, {.5f, .5f, 0});
}

TEST(Attend, ScoresAtTheEndsOfFloat32DoNotOverflow) {
  for (const float scale : {1.0f, -1.0f, 0.0f, kMax}) {
    Problem problem = problem_of({1}, {kMax, -kMax, kMax}, {1, 10, 3}, 1, 1);
    problem.options.scale = scale;
    const Attended out = run(problem);
    EXPECT_FALSE(out.fault);
    const float expected = scale == 0 ? 14 / 3.f : scale < 0 ? 10 : 2;
    EXPECT_NEAR(out.context[0], expected, 1e-5) << "scale " << scale;
  }
}

TEST(Attend, AMeanOfTheLargestFloatsIsThatFloat) {
  // Three sevenths and the like do not add up to 1 exactly: neither weights nor sums may carry the mean past the end.
  for (Index keys = 1; keys < 40; ++keys) {
    Problem problem = equal_scores(1, keys);
    problem.values.assign(static_cast<std::size_t>(keys), kMax);
    const Attended out = run(problem);
    EXPECT_FALSE(out.fault);
    EXPECT_FLOAT_EQ(out.context[0], kMax);
  }
}

TEST(Attend, RowsAddUpToOneHoweverLong) {
  std::mt19937 engine(1);
  for (const Index keys : {1, 100, 16384, 100000}) {
    const Problem problem = random_problem({.queries = 2, .keys = keys, .width = 8, .value_width = 1}, engine);
    const Attended out = run(problem);
    for (Index i = 0; i < 2; ++i) {
      double sum = 0;
      for (Index j = 0; j < keys; ++j) sum += static_cast<double>(out.weights[static_cast<std::size_t>(i * keys + j)]);
      EXPECT_NEAR(sum, 1, 1e-6) << keys << " keys";
    }
  }
}

TEST(Attend, EmptyIsFine) {
  std::mt19937 engine(1);
  for (const Index L : {0, 3})
    for (const Index S : {0, 5})
      for (const Index d : {0, 4})
        for (const Index d_v : {0, 2}) {
          Problem problem = random_problem({.queries = L, .keys = S, .width = d, .value_width = d_v}, engine);
          const Attended out = run(problem);
          EXPECT_FALSE(out.fault);
          ASSERT_EQ(out.context.size(), static_cast<std::size_t>(L * d_v));
          for (float x : out.context) EXPECT_TRUE(S == 0 ? x == 0 : std::isfinite(x));
          for (float x : out.weights) EXPECT_TRUE(d == 0 ? std::abs(x - 0.2f) < 1e-6f : std::isfinite(x));
        }
}

TEST(Attend, NullPointersAreEnoughForNothing) {
  const Shape shape;
  const Results results{.context = nullptr};
  std::vector<std::byte> workspace(attend_workspace_bytes(shape, {}, results));
  EXPECT_FALSE(attend(shape, {nullptr, nullptr, nullptr}, {}, results, workspace.data()));
}

TEST(Attend, InputsAreNotModified) {
  std::mt19937 engine(1);
  Problem problem = random_problem({.queries = 9, .keys = 7, .width = 5, .value_width = 3}, engine);
  const Problem before = problem;
  run(problem);
  EXPECT_EQ(problem.queries, before.queries);
  EXPECT_EQ(problem.keys, before.keys);
  EXPECT_EQ(problem.values, before.values);
}

TEST(Attend, TheMeanOfManyEqualValuesIsThatValue) {
  // Rounding always goes the same way here: sums that are long and plain drift off.
  for (const Index queries : {1, 9})  // a decoding step, and a tile with a tail
    for (const Index keys : {1000, 16384, 100000}) {
      Problem problem = equal_scores(queries, keys);
      problem.values.assign(static_cast<std::size_t>(keys), 0.1f);
      for (const float z : run(problem, Want::context).context)
        EXPECT_NEAR(z, 0.1, 1.1e-5) << queries << " × " << keys;  // as for any x of order 0.1
    }
}

}  // namespace
}  // namespace attention::testing
