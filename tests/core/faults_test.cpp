#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "problem.h"

// A number that makes a result meaningless is named, never hidden in a plausible row.

namespace attention::testing {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

void expect_fault(const Fault& fault, Fault::In in, Index head, Index row, Index column) {
  EXPECT_EQ(fault.in, in);
  EXPECT_EQ(fault.head, head);
  EXPECT_EQ(fault.row, row);
  EXPECT_EQ(fault.column, column);
  EXPECT_FALSE(std::isfinite(fault.value));
}

/// Two heads of width 3, with room for tails: no size is a multiple of a vector.
Problem two_heads() {
  std::mt19937 engine(1);
  return random_problem({.queries = 5, .keys = 7, .heads = 2, .key_heads = 2, .width = 3, .value_width = 3}, engine);
}

TEST(Faults, AnUnusableNumberInAnyInputIsNamedByTheColumnOfTheWholeMatrix) {
  for (const float unusable : {kNan, kInfinity, -kInfinity}) {
    for (const Want want : {Want::context, Want::everything}) {
      Problem in_queries = two_heads(), in_keys = two_heads(), in_values = two_heads();
      in_queries.query(4, 5) = unusable;
      in_keys.key(6, 4) = unusable;
      in_values.value(3, 5) = unusable;
      expect_fault(run(in_queries, want).fault, Fault::In::queries, 0, 4, 5);
      expect_fault(run(in_keys, want).fault, Fault::In::keys, 0, 6, 4);
      expect_fault(run(in_values, want).fault, Fault::In::values, 0, 3, 5);
    }
  }
}

TEST(Faults, EveryPlaceOfEveryInputIsLookedAt) {
  const Problem sound = two_heads();
  for (Index column = 0; column < 6; ++column) {
    for (Index row = 0; row < 5; ++row) {
      Problem problem = sound;
      problem.query(row, column) = kNan;
      expect_fault(run(problem, Want::context).fault, Fault::In::queries, 0, row, column);
    }
    for (Index row = 0; row < 7; ++row) {
      Problem in_keys = sound, in_values = sound;
      in_keys.key(row, column) = -kInfinity;
      in_values.value(row, column) = kInfinity;
      expect_fault(run(in_keys, Want::context).fault, Fault::In::keys, 0, row, column);
      expect_fault(run(in_values, Want::context).fault, Fault::In::values, 0, row, column);
    }
  }
}

TEST(Faults, TheFirstIsReported) {
  Problem problem = two_heads();
  problem.value(0, 0) = kNan;
  expect_fault(run(problem).fault, Fault::In::values, 0, 0, 0);
  problem.key(2, 3) = kNan;
  problem.key(2, 1) = kInfinity;
  expect_fault(run(problem).fault, Fault::In::keys, 0, 2, 1);
  problem.query(3, 5) = kNan;
  problem.query(1, 2) = kNan;
  expect_fault(run(problem).fault, Fault::In::queries, 0, 1, 2);
}

TEST(Faults, AKeySeenByOneQueryAloneMustBeFinite) {
  Problem problem = two_heads();
  problem.mask.assign(5 * 7, 1);
  for (std::size_t i = 0; i < 5; ++i) problem.mask[i * 7 + 2] = i == 3;
  problem.key(2, 0) = kNan;
  expect_fault(run(problem, Want::context).fault, Fault::In::keys, 0, 2, 0);
  problem.mask[3 * 7 + 2] = 0;
  EXPECT_FALSE(run(problem, Want::context).fault);
}

TEST(Faults, AQueryThatSeesNoKeyMayHoldAnything) {
  Problem problem = two_heads();
  problem.options.visibility.causal_offset = -2;
  problem.query(0, 0) = kNan;
  problem.query(1, 5) = kInfinity;
  const Attended out = run(problem);
  EXPECT_FALSE(out.fault);
  for (std::size_t c = 0; c < 12; ++c) EXPECT_EQ(out.context[c], 0);
}

TEST(Faults, AScoreThatFloat32CannotHoldIsNamedByQueryAndKey) {
  for (const float scale : {1.0f, 1e-30f, 0.0f, -1.0f}) {
    for (const float sign : {1.0f, -1.0f}) {
      Problem problem = two_heads();
      problem.options.scale = scale;
      problem.query(2, 4) = 3e30f;
      problem.key(5, 4) = sign * 3e30f;
      const Fault fault = run(problem, Want::context).fault;
      expect_fault(fault, Fault::In::scores, 1, 2, 5);
      EXPECT_EQ(fault.value, sign * kInfinity);
    }
  }
}

TEST(Faults, AScoreThatIsHiddenMayOverflow) {
  Problem problem = two_heads();
  problem.mask.assign(5 * 7, 1);
  problem.mask[2 * 7 + 5] = 0;
  problem.query(2, 4) = 3e30f;
  problem.key(5, 4) = 3e30f;
  const Attended out = run(problem);
  EXPECT_FALSE(out.fault);
  EXPECT_EQ(out.weights[5 * 7 + 2 * 7 + 5], 0);  // head 1, query 2, key 5
  for (float x : out.context) EXPECT_TRUE(std::isfinite(x));
}

TEST(Faults, TermsThatCancelAreNoFault) {
  // Each product is beyond float32 or nearly; their sum is small.
  Problem problem = problem_of({2e19f, 2e19f}, {1e19f, -1e19f}, {5}, 2, 1);
  const Attended out = run(problem);
  EXPECT_FALSE(out.fault);
  EXPECT_EQ(out.context[0], 5);
}

TEST(Faults, DropoutHidesNothing) {
  Problem problem = two_heads();
  problem.options.dropout = Dropout{.rate = 1, .seed = 3};
  problem.value(6, 0) = kNan;
  expect_fault(run(problem).fault, Fault::In::values, 0, 6, 0);
  problem.options.dropout = Dropout{.rate = .5f};
  problem.keep.assign(2 * 5 * 7, 0);
  expect_fault(run(problem).fault, Fault::In::values, 0, 6, 0);
}

TEST(Faults, AContextThatDropoutMadeTooLargeIsNamed) {
  Problem problem = two_heads();
  problem.options.dropout = Dropout{.rate = .75f};
  problem.keep.assign(2 * 5 * 7, 1);
  for (Index j = 0; j < 7; ++j) problem.value(j, 4) = 3e38f;
  expect_fault(run(problem).fault, Fault::In::context, 1, 0, 4);
}

TEST(Faults, ScoresAreReportedBeforeContext) {
  Problem problem = two_heads();
  problem.options.dropout = Dropout{.rate = .75f};
  problem.keep.assign(2 * 5 * 7, 1);
  for (Index j = 0; j < 7; ++j) problem.value(j, 0) = 3e38f;  // head 0
  problem.query(4, 3) = 3e30f;                                // head 1
  problem.key(0, 3) = 3e30f;
  expect_fault(run(problem).fault, Fault::In::scores, 1, 4, 0);
}

}  // namespace
}  // namespace attention::testing
