#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "problem.h"

// Each result is written where it is wanted, exactly there, and is the same whatever else is wanted.

namespace attention::testing {
namespace {

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

/// So large that a head with it takes the path for large numbers, and its scores are still finite.
constexpr float kLarge = 2e37f;

/// A result that stands only on a float's own alignment and ends with its memory; empty where it is not wanted.
template <typename T>
class Unaligned {
 public:
  Unaligned(bool wanted, std::size_t count) : count_(wanted ? count : 0), memory_(new T[count_ + 1]) {
    std::fill_n(memory_.get(), count_ + 1, static_cast<T>(77));
  }
  T* data() { return count_ ? memory_.get() + 1 : nullptr; }
  std::vector<T> numbers() const { return {memory_.get() + 1, memory_.get() + 1 + count_}; }
  bool nothing_before_was_written() const { return memory_[0] == static_cast<T>(77); }

 private:
  std::size_t count_;
  std::unique_ptr<T[]> memory_;
};

Attended run_for(const Problem& problem, bool scores_wanted, bool weights_wanted, bool kept_wanted) {
  const Shape& shape = problem.shape;
  const std::size_t pairs = size(shape.heads * shape.queries * shape.keys);
  Unaligned<float> context(true, size(shape.queries * shape.heads * shape.value_width)), scores(scores_wanted, pairs),
      weights(weights_wanted, pairs);
  Unaligned<std::uint8_t> kept(kept_wanted, pairs);
  const Results results{context.data(), scores.data(), weights.data(), kept.data()};
  const Options options = problem.complete_options();
  // Exactly as long as asked for; `new` aligns it to 16 bytes.
  const std::unique_ptr<std::byte[]> workspace(new std::byte[attend_workspace_bytes(shape, options, results)]);
  const Fault fault = attend(shape, problem.inputs(), options, results, workspace.get());
  EXPECT_FALSE(fault);
  EXPECT_TRUE(context.nothing_before_was_written() && scores.nothing_before_was_written() &&
              weights.nothing_before_was_written() && kept.nothing_before_was_written());
  return {fault, context.numbers(), scores.numbers(), weights.numbers(), kept.numbers()};
}

class WantedResults : public ::testing::TestWithParam<Index> {
 protected:
  Problem problem() {
    const Index queries = GetParam();
    std::mt19937 engine(static_cast<std::uint32_t>(queries));
    Problem problem = random_problem(
        {.queries = queries, .keys = 75, .heads = 3, .key_heads = 2, .width = 7, .value_width = 6}, engine);
    problem.options.visibility.causal_offset = 75 - queries - 3;
    for (Index pair = 0; pair < queries * 75; ++pair) problem.mask.push_back(engine() % 5 != 0);
    problem.options.dropout = Dropout{.rate = .25f, .seed = 4};
    return problem;
  }
};

INSTANTIATE_TEST_SUITE_P(Queries, WantedResults,
                         ::testing::Values<Index>(1, 2, 4, 5, 16, 33, kQueryBlock, kQueryBlock + 3, kQueryBlock + 6));

TEST_P(WantedResults, AreTheSameWhateverElseIsWanted) {
  Problem problem = this->problem();
  for (const float query : {1.0f, kLarge}) {
    problem.query(0, 0) = query;
    const Attended everything = run(problem);
    for (int wanted = 0; wanted < 8; ++wanted) {
      const bool scores = wanted & 1, weights = wanted & 2, kept = wanted & 4;
      SCOPED_TRACE(::testing::Message() << "scores " << scores << ", weights " << weights << ", kept " << kept);
      const Attended some = run_for(problem, scores, weights, kept);
      EXPECT_EQ(some.context, everything.context);
      EXPECT_EQ(some.scores, scores ? everything.scores : std::vector<float>{});
      EXPECT_EQ(some.weights, weights ? everything.weights : std::vector<float>{});
      EXPECT_EQ(some.kept, kept ? everything.kept : std::vector<std::uint8_t>{});
    }
  }
}

TEST_P(WantedResults, ScoresAreThoseOfHiddenPairsToo) {
  Problem problem = this->problem();
  const auto [L, S, heads, key_heads, d, d_v] = problem.shape;
  for (const float query : {1.0f, kLarge}) {
    problem.query(0, 0) = query;
    const std::vector<float> scores = run(problem).scores;
    for (Index head = 0; head < heads; ++head)
      for (Index i = 0; i < L; ++i)
        for (Index j = 0; j < S; ++j) {
          double sum = 0, magnitude = 0;
          for (Index c = 0; c < d; ++c) {
            const double product = static_cast<double>(problem.query(i, head * d + c)) *
                                   static_cast<double>(problem.key(j, problem.shape.key_head_of(head) * d + c));
            sum += product, magnitude += std::abs(product);
          }
          // Each of at most d roundings is 2^−24 of the sum of magnitudes.
          ASSERT_NEAR(scores[size((head * L + i) * S + j)], sum, magnitude * static_cast<double>(d) * 0x1p-24);
        }
  }
}

TEST_P(WantedResults, KeptIsWhatTheGeneratorDecidesHiddenPairsIncluded) {
  Problem problem = this->problem();
  problem.options.first_head = 5;
  problem.options.first_query = 1000;
  const Shape& shape = problem.shape;
  const std::vector<std::uint8_t> kept = run(problem).kept;
  for (Index head = 0; head < shape.heads; ++head)
    for (Index i = 0; i < shape.queries; ++i)
      for (Index j = 0; j < shape.keys; ++j)
        ASSERT_EQ(kept[size((head * shape.queries + i) * shape.keys + j)],
                  philox_keeps(4, .25f, 5 + head, 1000 + i, j));
}

TEST_P(WantedResults, AHiddenOrDroppedWeightIsZeroAndNoOther) {
  const Problem problem = this->problem();
  const Shape& shape = problem.shape;
  const Visibility visibility = problem.visibility();
  const Attended out = run(problem);
  for (std::size_t at = 0; at < out.weights.size(); ++at) {
    const auto row = static_cast<Index>(at) / shape.keys, key = static_cast<Index>(at) % shape.keys;
    // With scores of order 10 at most, no weight vanishes by itself.
    ASSERT_EQ(out.weights[at] != 0, visibility.sees(row % shape.queries, key) && out.kept[at] != 0);
    ASSERT_FALSE(std::signbit(out.weights[at]));
  }
}

}  // namespace
}  // namespace attention::testing
