#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <tuple>

#include "problem.h"

// What no query may see changes nothing: not approximately, but not one bit. Each problem is computed as it is, and
// again with NaN and infinities in the rows that nobody sees.

namespace attention::testing {
namespace {

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

/// Also tells 0 from −0.
bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0);
}

/// @returns how many numbers were spoiled
std::size_t spoil(Problem& problem) {
  const std::vector<float> before[] = {problem.queries, problem.keys, problem.values};
  spoil_unseen(problem);
  // The largest float is finite: it may send a head to the path for large numbers, which rounds otherwise.
  std::size_t spoilt = 0;
  for (std::vector<float>* matrix : {&problem.queries, &problem.keys, &problem.values})
    for (float& x : *matrix)
      if (x == std::numeric_limits<float>::max()) x = -std::numeric_limits<float>::infinity();
  const std::vector<float>* after[] = {&problem.queries, &problem.keys, &problem.values};
  for (std::size_t m = 0; m < 3; ++m)
    for (std::size_t at = 0; at < before[m].size(); ++at) spoilt += before[m][at] != (*after[m])[at];
  return spoilt;
}

void expect_unseen_to_change_nothing(const Problem& problem) {
  Problem spoilt = problem;
  ASSERT_GT(spoil(spoilt), 0u) << "everything is seen: nothing is tested";
  const Visibility visibility = problem.visibility();
  const Shape& shape = problem.shape;
  SCOPED_TRACE(::testing::Message() << "L " << shape.queries << ", S " << shape.keys << ", heads " << shape.heads);
  for (const Want want : {Want::context, Want::everything}) {
    const Attended expected = run(problem, want), actual = run(spoilt, want);
    ASSERT_FALSE(expected.fault);
    ASSERT_FALSE(actual.fault);
    EXPECT_TRUE(same_bits(actual.context, expected.context));
    EXPECT_TRUE(same_bits(actual.weights, expected.weights));
    EXPECT_EQ(actual.kept, expected.kept);
    for (Index row = 0; row < shape.heads * shape.queries && want == Want::everything; ++row)
      for (Index j = 0; j < shape.keys; ++j) {
        const std::size_t at = size(row * shape.keys + j);
        if (visibility.sees(row % shape.queries, j)) {
          ASSERT_EQ(actual.scores[at], expected.scores[at]);
        } else {
          ASSERT_EQ(actual.weights[at], 0);
        }
      }
  }
}

/// Few queries, a block, a block with few and with many left over; keys with and without a tail.
class Unseen : public ::testing::TestWithParam<std::tuple<Index, Index>> {
 protected:
  Problem problem() {
    const auto [queries, keys] = GetParam();
    std::mt19937 engine(static_cast<std::uint32_t>(queries * 1000 + keys));
    return random_problem({.queries = queries, .keys = keys, .heads = 3, .key_heads = 2, .width = 9, .value_width = 5},
                          engine);
  }
};

INSTANTIATE_TEST_SUITE_P(QueriesAndKeys, Unseen,
                         ::testing::Combine(::testing::Values<Index>(1, 3, 4, 5, 17, kQueryBlock + 2, kQueryBlock + 9),
                                            ::testing::Values<Index>(7, 64, 131)));

TEST_P(Unseen, ByPadding) {
  Problem hidden = problem();
  for (const Index period : {2, 3, 70}) {
    hidden.key_padding.assign(size(hidden.shape.keys), 1);
    for (Index j = period - 1; j < hidden.shape.keys; j += period) hidden.key_padding[size(j)] = 0;
    if (period <= hidden.shape.keys) expect_unseen_to_change_nothing(hidden);
  }
}

TEST_P(Unseen, ByAMaskThatHidesWholeRowsAndColumns) {
  Problem hidden = problem();
  const auto [L, S] = GetParam();
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < S; ++j) hidden.mask.push_back((L < 3 || i % 3 != 1) && j % 4 != 2 && j != S - 1);
  expect_unseen_to_change_nothing(hidden);
}

TEST_P(Unseen, ByCausalOrder) {
  Problem hidden = problem();
  const auto [L, S] = GetParam();
  hidden.options.visibility.causal_offset = S - L - 2;  // the last two keys; and queries before the first key
  expect_unseen_to_change_nothing(hidden);
  hidden.options.visibility.causal_offset = -L / 2;
  expect_unseen_to_change_nothing(hidden);
}

TEST_P(Unseen, ByAllOfThemTogether) {
  // Each hides what the others show: what is spoiled is hidden by one, two or three of them.
  Problem hidden = problem();
  const auto [L, S] = GetParam();
  std::mt19937 engine(3);
  hidden.options.visibility.causal_offset = S - L - 1;
  for (Index i = 0; i < L; ++i)
    for (Index j = 0; j < S; ++j) hidden.mask.push_back(j % 3 != 0 && engine() % 4 != 0);
  for (Index j = 0; j < S; ++j) hidden.key_padding.push_back(j % 5 != 0);
  expect_unseen_to_change_nothing(hidden);
}

TEST_P(Unseen, UnderDropoutToo) {
  Problem hidden = problem();
  hidden.key_padding.assign(size(hidden.shape.keys), 1);
  hidden.key_padding.front() = hidden.key_padding.back() = 0;
  for (const float rate : {.3f, 1.0f}) {
    hidden.options.dropout = Dropout{.rate = rate, .seed = 9};
    expect_unseen_to_change_nothing(hidden);
  }
}

TEST_P(Unseen, AtEveryScale) {
  Problem hidden = problem();
  hidden.key_padding.assign(size(hidden.shape.keys), 1);
  hidden.key_padding[1] = 0;
  for (const float scale : {0.0f, -1.0f, 1e-40f, 1e30f, std::numeric_limits<float>::max()}) {
    hidden.options.scale = scale;
    expect_unseen_to_change_nothing(hidden);
  }
}

TEST_P(Unseen, BesideLargeNumbers) {
  Problem hidden = problem();
  hidden.key_padding.assign(size(hidden.shape.keys), 1);
  hidden.key_padding[2] = 0;
  hidden.query(0, 0) = 1e30f;
  hidden.value(3, 0) = 3e38f;
  expect_unseen_to_change_nothing(hidden);
}

}  // namespace
}  // namespace attention::testing
