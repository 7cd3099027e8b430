#include <gtest/gtest.h>

#include <algorithm>

#include "problem.h"

// Workers divide the queries of a call among them: what they give is the undivided result, bit for bit.

namespace attention::testing {
namespace {

void expect_parts_equal_the_whole(const Problem& problem, Index rows_a_part) {
  const Shape& shape = problem.shape;
  const Attended whole = run(problem, Want::everything);
  const Attended whole_context = run(problem, Want::context);
  ASSERT_FALSE(whole.fault);
  const auto row = static_cast<std::size_t>(shape.heads * shape.value_width);
  const auto keys = static_cast<std::size_t>(shape.keys);
  for (Index first = 0; first < shape.queries; first += rows_a_part) {
    const Index count = std::min(rows_a_part, shape.queries - first);
    const Problem part = part_of(problem, first, count);
    const Attended everything = run(part, Want::everything), context = run(part, Want::context);
    const auto begin = static_cast<std::size_t>(first), rows = static_cast<std::size_t>(count);
    for (std::size_t at = 0; at < rows * row; ++at) {
      ASSERT_EQ(everything.context[at], whole.context[begin * row + at]);
      ASSERT_EQ(context.context[at], whole_context.context[begin * row + at]);
    }
    for (std::size_t head = 0; head < static_cast<std::size_t>(shape.heads); ++head)
      for (std::size_t at = 0; at < rows * keys; ++at) {
        const std::size_t there = (head * static_cast<std::size_t>(shape.queries) + begin) * keys + at;
        ASSERT_EQ(everything.weights[head * rows * keys + at], whole.weights[there]);
        ASSERT_EQ(everything.kept[head * rows * keys + at], whole.kept[there]);
      }
  }
}

/// One query is left over after the last whole block.
Problem problem_of_blocks(Index blocks) {
  std::mt19937 engine(3);
  return random_problem(
      {.queries = blocks * kQueryBlock + 1, .keys = 150, .heads = 3, .key_heads = 1, .width = 9, .value_width = 6},
      engine);
}

TEST(Splitting, PartsOfWholeBlocksGiveTheSameBits) {
  expect_parts_equal_the_whole(problem_of_blocks(3), kQueryBlock);
  expect_parts_equal_the_whole(problem_of_blocks(3), 2 * kQueryBlock);
}

TEST(Splitting, SoTheyDoUnderCausalOrderMasksAndDropout) {
  Problem problem = problem_of_blocks(2);
  std::mt19937 engine(5);
  problem.options.visibility.causal_offset = 1;
  for (Index pair = 0; pair < problem.shape.queries * problem.shape.keys; ++pair)
    problem.mask.push_back(engine() % 4 != 0);
  problem.options.dropout = Dropout{.rate = .3f, .seed = 12};
  expect_parts_equal_the_whole(problem, kQueryBlock);
  for (Index pair = 0; pair < problem.shape.heads * problem.shape.queries * problem.shape.keys; ++pair)
    problem.keep.push_back(engine() % 4 != 0);
  expect_parts_equal_the_whole(problem, kQueryBlock);
}

TEST(Splitting, SoTheyDoWhereSomeNumbersAreLarge) {
  Problem problem = problem_of_blocks(2);
  problem.query(kQueryBlock + 3, 0) = 1e30f;
  problem.query(2 * kQueryBlock, 0) = 1e30f;
  problem.value(7, 2) = 1e38f;
  expect_parts_equal_the_whole(problem, kQueryBlock);
}

TEST(Splitting, SoTheyDoWhereUnseenNumbersAreUnusable) {
  Problem problem = problem_of_blocks(2);
  problem.key_padding.assign(150, 1);
  for (std::size_t j = 100; j < 103; ++j) problem.key_padding[j] = 0;
  spoil_unseen(problem);
  expect_parts_equal_the_whole(problem, kQueryBlock);
}

}  // namespace
}  // namespace attention::testing
