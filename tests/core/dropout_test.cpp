#include <gtest/gtest.h>

#include <cmath>

#include "problem.h"

namespace attention::testing {
namespace {

/// Equal scores for L queries and S keys; all values 1, so that the context is the sum of the weights.
Problem ones(Index queries, Index keys, Dropout dropout) {
  const auto size = [](Index n) { return static_cast<std::size_t>(n); };
  Problem problem = problem_of(std::vector<float>(size(queries), 1), std::vector<float>(size(keys), 1),
                               std::vector<float>(size(keys), 1), 1, 1);
  problem.options.dropout = dropout;
  return problem;
}

TEST(Dropout, ASurvivorIsDividedByWhatIsKept) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Attended out = run(ones(1, 1, {.rate = .2f, .seed = seed}));
    EXPECT_EQ(out.weights[0], out.kept[0] ? 1.25f : 0.0f);
    EXPECT_EQ(out.context[0], out.weights[0]);
  }
}

TEST(Dropout, ATenthDroppedMakesSurvivorsATenthLarger) {
  const Attended out = run(ones(4, 50, {.rate = .1f, .seed = 5}));
  for (std::size_t i = 0; i < out.weights.size(); ++i)
    EXPECT_NEAR(out.weights[i], out.kept[i] ? 1.1111111f / 50 : 0, 1e-8);
}

TEST(Dropout, RateZeroIsTheSameAsNone) {
  std::mt19937 engine(1);
  Problem problem = random_problem({.queries = 9, .keys = 70, .width = 5, .value_width = 3}, engine);
  const Attended without = run(problem);
  problem.options.dropout = Dropout{.rate = 0, .seed = 7};
  const Attended with = run(problem);
  EXPECT_EQ(with.context, without.context);
  EXPECT_EQ(with.weights, without.weights);
  EXPECT_EQ(with.kept, std::vector<std::uint8_t>(9 * 70, 1));
  EXPECT_EQ(without.kept, with.kept);
}

TEST(Dropout, RateOneGivesZerosWhateverIsKept) {
  Problem problem = ones(3, 10, {.rate = 1, .seed = 7});
  const Attended drawn = run(problem);
  EXPECT_EQ(drawn.context, std::vector<float>(3, 0));
  EXPECT_EQ(drawn.weights, std::vector<float>(30, 0));
  EXPECT_EQ(drawn.kept, std::vector<std::uint8_t>(30, 0));
  problem.keep.assign(30, 1);
  EXPECT_EQ(run(problem).context, std::vector<float>(3, 0));
  EXPECT_EQ(run(problem).weights, std::vector<float>(30, 0));
}

TEST(Dropout, KeptWeightsMakeTheContext) {
  std::mt19937 engine(1);
  Problem problem =
      random_problem({.queries = 11, .keys = 150, .heads = 2, .key_heads = 2, .width = 5, .value_width = 1}, engine);
  problem.options.dropout = Dropout{.rate = .4f, .seed = 99};
  const Attended out = run(problem);
  for (Index head = 0; head < 2; ++head)
    for (Index i = 0; i < 11; ++i) {
      double z = 0;
      for (Index j = 0; j < 150; ++j)
        z += static_cast<double>(out.weights[static_cast<std::size_t>((head * 11 + i) * 150 + j)]) *
             static_cast<double>(problem.value(j, head));
      EXPECT_NEAR(out.context[static_cast<std::size_t>(i * 2 + head)], z, 1e-5);  // a sum of weighted values of order 1
    }
}

TEST(Dropout, AGivenKeepIsObeyed) {
  Problem problem = ones(2, 3, {.rate = .5f});
  problem.keep = {1, 0, 1, 0, 0, 1};
  const Attended out = run(problem);
  const float survivor = 2 / 3.f;
  const std::vector<float> expected = {survivor, 0, survivor, 0, 0, survivor};
  for (std::size_t i = 0; i < 6; ++i) EXPECT_FLOAT_EQ(out.weights[i], expected[i]);
  EXPECT_EQ(out.kept, problem.keep);
}

TEST(Dropout, DropsTheShareItWasAskedFor) {
  for (const float rate : {.1f, .5f, .9f}) {
    int kept = 0;
    constexpr int kDraws = 100000;
    for (Index i = 0; i < 100; ++i)
      for (Index j = 0; j < kDraws / 100; ++j) kept += philox_keeps(42, rate, 3, i, j);
    // Four standard deviations of a binomial share of 100,000 draws: 4·√(p·(1−p)/n) ≤ 0.0064.
    EXPECT_NEAR(static_cast<double>(kept) / kDraws, 1 - static_cast<double>(rate), 0.0064);
  }
}

TEST(Dropout, ExactAtBothEnds) {
  for (Index j = 0; j < 10000; ++j) {
    EXPECT_TRUE(philox_keeps(7, 0, 1, 2, j));
    EXPECT_FALSE(philox_keeps(7, 1, 1, 2, j));
  }
}

/// Words are learnt from decisions alone: the largest rate that still keeps a weight is its word over 2^32, and float32
/// tells rates apart to 24 bits.
std::uint32_t top_24_bits(std::uint64_t seed, Index head, Index query, Index key) {
  std::uint32_t word = 0;
  for (int bit = 23; bit >= 0; --bit) {
    const std::uint32_t guess = word | (1u << bit);
    if (philox_keeps(seed, static_cast<float>(guess) * 0x1p-24f, head, query, key)) word = guess;
  }
  return word;
}

TEST(Dropout, DrawsPhiloxsPublishedNumbers) {
  // Random123's known answer of philox4x32-10 where counter and key are all zeros.
  const std::uint32_t zeros[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (Index word = 0; word < 4; ++word) EXPECT_EQ(top_24_bits(0, 0, 0, word), zeros[word] >> 8);
}

TEST(Dropout, HeadQueryKeyAndSeedEachMatter) {
  const auto draws = [](std::uint64_t seed, Index head, Index query, Index first_key) {
    std::uint64_t bits = 0;
    for (Index j = 0; j < 64; ++j) bits = bits << 1 | philox_keeps(seed, .5f, head, query, first_key + j);
    return bits;
  };
  const std::uint64_t base = draws(1, 0, 0, 0);
  EXPECT_NE(base, draws(2, 0, 0, 0));
  EXPECT_NE(base, draws(1 + (std::uint64_t{1} << 32), 0, 0, 0));
  EXPECT_NE(base, draws(1, 1, 0, 0));
  EXPECT_NE(base, draws(1, 0, 1, 0));
  EXPECT_NE(base, draws(1, 0, 0, 64));
}

TEST(Dropout, IsAddressedByHeadAndQueryOfTheWhole) {
  Problem whole = ones(6, 20, {.rate = .5f, .seed = 3});
  whole.shape.heads = 2, whole.shape.key_heads = 1;
  whole.queries.assign(12, 1);
  const std::vector<std::uint8_t> kept = run(whole).kept;

  Problem second_head = ones(4, 20, {.rate = .5f, .seed = 3});
  second_head.options.first_head = 1;
  second_head.options.first_query = 2;
  const std::vector<std::uint8_t> expected(kept.begin() + (6 + 2) * 20, kept.end());
  EXPECT_EQ(run(second_head).kept, expected);
}

}  // namespace
}  // namespace attention::testing
