#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

TEST(Splitting, SoTheyDoWhereTheWholeIsMoreThanSharesAPackedBlockOfKeys) {
  Problem problem = problem_of_blocks(6);
  expect_parts_equal_the_whole(problem, kQueryBlock);
  expect_parts_equal_the_whole(problem, 5 * kQueryBlock);
  problem.options.visibility.causal_offset = -600;
  expect_parts_equal_the_whole(problem, kQueryBlock);
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

TEST(Splitting, SoTheyDoHoweverManyQueriesAreLeftOver) {
  std::mt19937 engine(6);
  for (Index left_over = 0; left_over < 12; ++left_over) {
    const Index queries = kQueryBlock + left_over;
    Problem problem = random_problem(
        {.queries = queries, .keys = 70, .heads = 3, .key_heads = 2, .width = 5, .value_width = 3}, engine);
    problem.options.visibility.causal_offset = 70 - queries;
    expect_parts_equal_the_whole(problem, kQueryBlock);
  }
}

/// Columns [first, first + count) of a matrix of so many columns.
std::vector<float> columns_of(const std::vector<float>& matrix, Index columns, Index first, Index count) {
  std::vector<float> part;
  for (auto row = matrix.begin(); row != matrix.end(); row += columns)
    part.insert(part.end(), row + first, row + first + count);
  return part;
}

/// One head of a problem by itself, with the key head that it reads.
Problem head_of(const Problem& problem, Index head) {
  const auto [L, S, heads, key_heads, d, d_v] = problem.shape;
  const Index key_head = problem.shape.key_head_of(head);
  Problem part = problem;
  part.shape.heads = part.shape.key_heads = 1;
  part.options.first_head += head;
  part.queries = columns_of(problem.queries, heads * d, head * d, d);
  part.keys = columns_of(problem.keys, key_heads * d, key_head * d, d);
  part.values = columns_of(problem.values, key_heads * d_v, key_head * d_v, d_v);
  if (!problem.keep.empty())
    part.keep.assign(problem.keep.begin() + head * L * S, problem.keep.begin() + (head + 1) * L * S);
  return part;
}

/// The scores of unseen rows are NaN, which equals nothing.
bool same_or_nan(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

void expect_heads_equal_the_whole(const Problem& problem) {
  const auto [L, S, heads, key_heads, d, d_v] = problem.shape;
  for (const Want want : {Want::context, Want::everything}) {
    const Attended whole = run(problem, want);
    ASSERT_FALSE(whole.fault);
    for (Index head = 0; head < heads; ++head) {
      SCOPED_TRACE(::testing::Message() << L << " queries, head " << head << " of " << heads << " on " << key_heads);
      const Attended alone = run(head_of(problem, head), want);
      ASSERT_EQ(alone.context, columns_of(whole.context, heads * d_v, head * d_v, d_v));
      if (want == Want::context) continue;
      const Index begin = head * L * S, end = begin + L * S;
      ASSERT_TRUE(std::equal(alone.scores.begin(), alone.scores.end(), whole.scores.begin() + begin, same_or_nan));
      ASSERT_EQ(alone.weights, std::vector<float>(whole.weights.begin() + begin, whole.weights.begin() + end));
      ASSERT_EQ(alone.kept, std::vector<std::uint8_t>(whole.kept.begin() + begin, whole.kept.begin() + end));
    }
  }
}

TEST(Splitting, HeadsByThemselvesGiveTheSameBits) {
  std::mt19937 engine(8);
  for (const Index queries : {Index{1}, Index{3}, Index{6}, kQueryBlock + 1, kQueryBlock + 7})
    for (const auto& [heads, key_heads] : {std::pair<Index, Index>{3, 3}, {5, 3}, {4, 1}}) {
      Problem problem = random_problem(
          {.queries = queries, .keys = 140, .heads = heads, .key_heads = key_heads, .width = 6, .value_width = 5},
          engine);
      expect_heads_equal_the_whole(problem);
      problem.key_padding.assign(140, 1);
      problem.key_padding[9] = 0;
      problem.options.dropout = Dropout{.rate = .4f, .seed = 21};
      spoil_unseen(problem);
      expect_heads_equal_the_whole(problem);
      problem.query(0, 7) = 1e30f;  // of the second head alone: the others must not round otherwise for it
      problem.key(20, 3) = 1e6f;    // of the first key head
      problem.value(3, 0) = 1e38f;
      expect_heads_equal_the_whole(problem);
    }
}

}  // namespace
}  // namespace attention::testing
