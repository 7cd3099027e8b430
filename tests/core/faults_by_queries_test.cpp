#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include "problem.h"

// Few queries, whole blocks and what is left over after the last block may be computed in different ways. What is an
// error must not depend on it: every fault here is planted in the last query, for each number of queries.

namespace attention::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr Index kKeys = 9;

/// A single query, few, a small block, and a block with one, few and many left over.
constexpr Index kNumbersOfQueries[] = {
    1, 2, 4, 5, 8, 20, kQueryBlock, kQueryBlock + 1, kQueryBlock + 4, kQueryBlock + 5};

/// Three heads on two key heads.
Problem random_problem_with(Index queries) {
  std::mt19937 engine(static_cast<std::uint32_t>(queries));
  return random_problem({.queries = queries, .keys = kKeys, .heads = 3, .key_heads = 2, .width = 3, .value_width = 3},
                        engine);
}

/// One head of width 1, all of whose queries are alike.
Problem narrow_problem(Index queries, float query, std::vector<float> keys) {
  const auto values = std::vector<float>(keys.size(), 1);
  return problem_of(std::vector<float>(static_cast<std::size_t>(queries), query), std::move(keys), values, 1, 1);
}

std::string described(Fault::In in, Index head, Index row, Index column) {
  const char* const names[] = {"none", "queries", "keys", "values", "scores", "context"};
  std::ostringstream text;
  text << names[static_cast<int>(in)] << ", head " << head << ", row " << row << ", column " << column;
  return text.str();
}

void expect_fault(const Problem& problem, Fault::In in, Index head, Index row, Index column) {
  for (const Want want : {Want::context, Want::everything}) {
    const Fault fault = run(problem, want).fault;
    EXPECT_EQ(described(fault.in, fault.head, fault.row, fault.column), described(in, head, row, column))
        << "scale " << problem.options.scale;
    EXPECT_FALSE(std::isfinite(fault.value));
  }
}

class FaultsByQueries : public ::testing::TestWithParam<Index> {
 protected:
  const Index queries = GetParam(), last = queries - 1;
};

INSTANTIATE_TEST_SUITE_P(Queries, FaultsByQueries, ::testing::ValuesIn(kNumbersOfQueries));

TEST_P(FaultsByQueries, AnUnusableNumberIsNamedWhereverItStands) {
  const Problem sound = random_problem_with(queries);
  for (const float unusable : {kNan, kInfinity, -kInfinity})
    for (const float scale : {0.5f, 0.0f, -2.0f, 1e-40f}) {
      for (Index column = 0; column < 9; ++column) {
        Problem problem = sound;
        problem.options.scale = scale;
        problem.query(last, column) = unusable;
        expect_fault(problem, Fault::In::queries, 0, last, column);
      }
      for (Index column = 0; column < 6; ++column)
        for (const Index row : {Index{0}, Index{3}, kKeys - 1}) {
          Problem in_keys = sound, in_values = sound;
          in_keys.options.scale = in_values.options.scale = scale;
          in_keys.key(row, column) = unusable;
          in_values.value(row, column) = unusable;
          expect_fault(in_keys, Fault::In::keys, 0, row, column);
          expect_fault(in_values, Fault::In::values, 0, row, column);
        }
    }
}

TEST_P(FaultsByQueries, AValueWhoseWeightVanishesMustBeFinite) {
  Problem problem = narrow_problem(queries, 1000, {1, -1, -1, -1, -1});  // all weight is on the first key
  problem.values[4] = kInfinity;
  expect_fault(problem, Fault::In::values, 0, 4, 0);
  problem.options.dropout = Dropout{.rate = 1};
  expect_fault(problem, Fault::In::values, 0, 4, 0);
}

TEST_P(FaultsByQueries, AScoreThatFloat32CannotHoldIsNamedAtAnyScale) {
  // The scale comes after the score: it makes none of them small enough.
  for (const float scale : {1.0f, 1e-10f, 1e-30f, 1e-40f, 0.0f, -1.0f, 1e30f})
    for (const float sign : {1.0f, -1.0f}) {
      Problem problem = random_problem_with(queries);
      problem.options.scale = scale;
      problem.query(last, 8) = 3e30f;
      problem.key(5, 5) = sign * 3e30f;
      expect_fault(problem, Fault::In::scores, 2, last, 5);
      EXPECT_EQ(run(problem).fault.value, sign * kInfinity);
    }
}

TEST_P(FaultsByQueries, KeysHiddenTwiceHideNoOther) {
  // The first keys are hidden by mask, padding and causal order at once; one that is seen is unusable.
  for (const Index hidden : {1, 2, 4}) {
    Problem problem = narrow_problem(queries, 1, std::vector<float>(kKeys, 1));
    problem.key_padding.assign(kKeys, 1);
    problem.mask.assign(static_cast<std::size_t>(queries * kKeys), 1);
    for (Index j = 0; j < hidden; ++j) {
      problem.key_padding[static_cast<std::size_t>(j)] = 0;
      for (Index i = 0; i < queries; ++i) problem.mask[static_cast<std::size_t>(i * kKeys + j)] = 0;
    }
    problem.keys[5] = -kInfinity;
    expect_fault(problem, Fault::In::keys, 0, 5, 0);
    problem.keys[5] = -3e30f;
    problem.query(last, 0) = 3e30f;
    expect_fault(problem, Fault::In::scores, 0, last, 5);
  }
}

TEST_P(FaultsByQueries, TermsThatCancelAreNoFault) {
  // Sums of the products go beyond float32 on the way to a score that does not.
  for (const float scale : {1e-1f, 1e-5f, 0.0f, 1.0f}) {
    Problem problem = problem_of({}, {1, 1, -1, 1, -1, 0, 0, 0, 0, 0}, {1, 2}, 5, 1);
    problem.shape.queries = queries;
    problem.options.scale = scale;
    for (Index i = 0; i < queries; ++i)
      for (Index c = 0; c < 5; ++c) problem.queries.push_back(i == last ? 3e38f : 0);
    const Attended out = run(problem);
    ASSERT_FALSE(out.fault) << "scale " << scale;
    const auto first_of_last = static_cast<std::size_t>(last * 2);
    EXPECT_EQ(out.scores[first_of_last], 3e38f);
    EXPECT_EQ(out.weights[first_of_last], scale == 0 ? .5f : 1.0f);
    EXPECT_EQ(out.weights[first_of_last + 1], scale == 0 ? .5f : 0.0f);
    EXPECT_EQ(out.context[static_cast<std::size_t>(last)], scale == 0 ? 1.5f : 1.0f);
  }
}

TEST_P(FaultsByQueries, AHiddenScoreThatFloat32CannotHoldSpoilsNoWeight) {
  for (const float scale : {1e-30f, 1.0f}) {
    Problem problem = narrow_problem(queries, 3e30f, {0, 0, 3e30f, 0});
    problem.options.scale = scale;
    problem.key_padding = {1, 1, 0, 1};
    const Attended out = run(problem);
    ASSERT_FALSE(out.fault);
    for (std::size_t at = 0; at < out.weights.size(); ++at)
      EXPECT_NEAR(out.weights[at], at % 4 == 2 ? 0 : 1 / 3.f,
                  1e-7);  // one rounding of a third, and of a sum of three
    for (const float z : out.context) EXPECT_NEAR(z, 1, 1e-6);
  }
}

TEST_P(FaultsByQueries, AContextThatDropoutMadeTooLargeIsNamed) {
  Problem problem = random_problem_with(queries);
  problem.options.dropout = Dropout{.rate = .75f};
  problem.keep.assign(static_cast<std::size_t>(3 * queries * kKeys), 0);
  for (Index j = 0; j < kKeys; ++j) {
    problem.value(j, 4) = 3e38f;
    problem.keep[static_cast<std::size_t>((2 * queries + last) * kKeys + j)] = 1;
  }
  expect_fault(problem, Fault::In::context, 2, last, 7);
}

TEST_P(FaultsByQueries, SoIsOneThatDropoutAloneMadeTooLarge) {
  // Far from the end of float32 until a survivor is multiplied by 2^24.
  Problem problem = narrow_problem(queries, 1, {1, 1});
  problem.options.dropout = Dropout{.rate = 1 - 0x1p-24f};
  problem.keep.assign(static_cast<std::size_t>(queries * 2), 0);
  problem.keep[static_cast<std::size_t>(last * 2 + 1)] = 1;
  problem.values = {0, -1e32f};
  expect_fault(problem, Fault::In::context, 0, last, 0);
  EXPECT_EQ(run(problem).fault.value, -kInfinity);
  problem.values = {0, -1e30f};
  const Attended out = run(problem);
  ASSERT_FALSE(out.fault);
  EXPECT_EQ(out.context[static_cast<std::size_t>(last)], -1e30f * 0x1p23f);
}

TEST_P(FaultsByQueries, InputsAreReportedBeforeScoresAndScoresBeforeContext) {
  Problem problem = random_problem_with(queries);
  problem.options.dropout = Dropout{.rate = .75f};
  problem.keep.assign(static_cast<std::size_t>(3 * queries * kKeys), 1);
  for (Index j = 0; j < kKeys; ++j) problem.value(j, 1) = 3e38f;
  expect_fault(problem, Fault::In::context, 0, 0, 1);
  problem.query(last, 8) = 3e30f;
  problem.key(kKeys - 1, 5) = 3e30f;
  expect_fault(problem, Fault::In::scores, 2, last, kKeys - 1);
  problem.value(kKeys - 1, 5) = kNan;
  expect_fault(problem, Fault::In::values, 0, kKeys - 1, 5);
}

TEST_P(FaultsByQueries, TheFirstIsThatOfTheFirstHeadThenOfTheFirstQuery) {
  Problem problem = random_problem_with(queries);
  problem.key(6, 0) = problem.key(4, 0) = 3e30f;  // heads 0 and 1 read it
  problem.query(0, 3) = 3e30f;
  expect_fault(problem, Fault::In::scores, 1, 0, 4);
  problem.query(last, 0) = 3e30f;
  expect_fault(problem, Fault::In::scores, 0, last, 4);
}

}  // namespace
}  // namespace attention::testing
