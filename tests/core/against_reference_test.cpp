#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <random>

#include "attention/reference.h"
#include "problem.h"

// Whatever the shape, mask, alignment, heads, scale and dropout, the numbers are those of the reference.

namespace attention::testing {
namespace {

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : engine(seed) {}

  Index between(Index least, Index most) { return std::uniform_int_distribution<Index>(least, most)(engine); }
  bool one_in(Index n) { return between(1, n) == 1; }

  /// Mostly small, with nothing, one, and what stands beside multiples of vectors, tiles and blocks.
  Index length() {
    if (one_in(20)) return 0;
    if (one_in(8)) return between(1, 2);
    if (one_in(30)) return between(60, 300);
    return between(3, 36);
  }
  Index width() { return one_in(20) ? 0 : one_in(15) ? between(60, 70) : between(1, 20); }

  std::vector<std::uint8_t> ones(Index count, Index out_of) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
    for (std::uint8_t& byte : bytes) byte = between(1, out_of) != 1;
    return bytes;
  }

  Problem problem() {
    Shape shape{.queries = length(), .keys = length(), .heads = 1, .key_heads = 1};
    if (one_in(3)) shape.heads = between(1, 4), shape.key_heads = between(1, shape.heads);
    shape.width = width(), shape.value_width = width();
    Problem problem = random_problem(shape, engine);
    if (one_in(6)) problem.options.scale *= static_cast<float>(between(-3, 3));
    if (one_in(3)) problem.options.visibility.causal_offset = between(-shape.queries, shape.keys);
    if (one_in(3)) problem.mask = ones(shape.queries * shape.keys, between(1, 4));
    if (one_in(10)) problem.mask.assign(static_cast<std::size_t>(shape.queries * shape.keys), 1);
    if (one_in(4)) problem.key_padding = ones(shape.keys, between(1, 4));
    if (one_in(4)) {
      const float rates[] = {0, .1f, .5f, .9f, 1};
      problem.options.dropout = Dropout{.rate = rates[between(0, 4)], .seed = engine()};
      problem.options.first_head = between(0, 5), problem.options.first_query = between(0, 500);
      if (one_in(3)) problem.keep = ones(shape.heads * shape.queries * shape.keys, 2);
    }
    if (one_in(2)) spoil_unseen(problem);
    if (one_in(3)) {
      problem.misalignment = static_cast<std::size_t>(between(1, 3));
      for (std::vector<float>* matrix : {&problem.queries, &problem.keys, &problem.values})
        matrix->insert(matrix->begin(), problem.misalignment, std::nanf(""));
    }
    return problem;
  }

 private:
  std::mt19937 engine;
};

/// The largest error as a share of what is allowed; NaN, where one of them is NaN, is larger than anything.
double worst(const std::vector<float>& actual, const std::vector<double>& expected, double factor) {
  double worst = 0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    const double error = std::abs(static_cast<double>(actual[i]) - expected[i]);
    const double share = error / ((1e-5 + 1e-5 * std::abs(expected[i])) * factor);
    if (!(share <= worst)) worst = std::isnan(share) ? HUGE_VAL : share;
  }
  return worst;
}

void expect_reference(const Problem& problem, int trial) {
  const Shape& shape = problem.shape;
  SCOPED_TRACE(::testing::Message() << "trial " << trial << ": L " << shape.queries << ", S " << shape.keys << ", d "
                                    << shape.width << ", d_v " << shape.value_width << ", heads " << shape.heads
                                    << " on " << shape.key_heads);
  const reference::Attended expected = reference::attend(shape, problem.inputs(), problem.complete_options());
  const double factor = tolerance_factor(problem);
  const Attended everything = run(problem);
  ASSERT_FALSE(everything.fault);
  ASSERT_LE(worst(everything.context, expected.context, factor), 1);
  ASSERT_LE(worst(everything.weights, expected.weights, factor), 1);

  const Visibility visibility = problem.visibility();
  for (Index head = 0; head < shape.heads; ++head)
    for (Index i = 0; i < shape.queries; ++i)
      for (Index j = 0; j < shape.keys; ++j) {
        const auto at = static_cast<std::size_t>((head * shape.queries + i) * shape.keys + j);
        if (!visibility.sees(i, j)) {
          ASSERT_EQ(everything.weights[at], 0);
        } else {
          ASSERT_NEAR(everything.scores[at], expected.scores[at],
                      (1e-5 + 1e-5 * std::abs(expected.scores[at])) * factor);
        }
      }

  // Asking for more changes the context by no more than the promise allows.
  const Attended context_alone = run(problem, Want::context);
  ASSERT_FALSE(context_alone.fault);
  ASSERT_LE(worst(context_alone.context, expected.context, factor), 1);
}

TEST(AgainstReference, TenThousandRandomProblems) {
  Draw draw(2024);
  for (int trial = 0; trial < 10000 && !HasFatalFailure(); ++trial) expect_reference(draw.problem(), trial);
}

TEST(AgainstReference, EverySmallShape) {
  std::mt19937 engine(7);
  for (const Index L : {1, 3, 5, 7, 8, 9, 13})
    for (const Index S : {1, 3, 4, 5, 7, 9, 13})
      for (const Index d : {1, 3, 4, 5, 7})
        for (const Index d_v : {1, 2, 4, 7}) {
          expect_reference(random_problem({.queries = L, .keys = S, .width = d, .value_width = d_v}, engine), -1);
          if (HasFatalFailure()) return;
        }
}

/// Around every multiple of a vector, a tile and a block, each length with each other, and widths that go with them.
TEST(AgainstReference, EveryTail) {
  constexpr Index kSizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129};
  constexpr std::size_t kCount = std::size(kSizes);
  std::mt19937 engine(13);
  for (std::size_t l = 0; l < kCount; ++l)
    for (std::size_t s = 0; s < kCount; ++s) {
      const Shape shape{.queries = kSizes[l],
                        .keys = kSizes[s],
                        .width = kSizes[(l + s) % kCount],
                        .value_width = kSizes[(l * 5 + s * 7) % kCount]};
      Problem problem = random_problem(shape, engine);
      if ((l + s) % 2) problem.options.visibility.causal_offset = shape.keys - shape.queries;
      expect_reference(problem, -1);
      if (HasFatalFailure()) return;
    }
}

TEST(AgainstReference, EveryGroupingOfHeads) {
  std::mt19937 engine(17);
  for (const Index queries : {Index{2}, Index{6}, kQueryBlock + 3})
    for (const Index heads : {1, 2, 3, 4, 5, 7, 8, 12, 17, 33})
      for (Index key_heads = 1; key_heads <= heads; key_heads += queries > 100 ? 6 : heads > 8 ? 3 : 1) {
        expect_reference(
            random_problem(
                {.queries = queries, .keys = 5, .heads = heads, .key_heads = key_heads, .width = 3, .value_width = 2},
                engine),
            -1);
        if (HasFatalFailure()) return;
      }
}

TEST(AgainstReference, LongCausalRows) {
  std::mt19937 engine(11);
  Problem problem = random_problem({.queries = 200, .keys = 700, .width = 64, .value_width = 64}, engine);
  problem.options.visibility.causal_offset = 500;
  expect_reference(problem, -1);
}

TEST(AgainstReference, MoreQueriesThanAreTakenAtATime) {
  std::mt19937 engine(12);
  Problem problem =
      random_problem({.queries = 1100, .keys = 300, .heads = 2, .key_heads = 1, .width = 9, .value_width = 7}, engine);
  expect_reference(problem, -1);
  problem.options.visibility.causal_offset = -700;
  expect_reference(problem, -1);
}

}  // namespace
}  // namespace attention::testing
