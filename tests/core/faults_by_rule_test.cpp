#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>
#include <random>

#include "attention/reference.h"
#include "problem.h"

// Which fault is reported, by the rule itself: the first number among queries, then keys, then values, that somebody
// sees and that is not finite; then the first visible score, then the first number of the context, that float32 cannot
// hold. Problems are drawn so that each of them is met, and so that most have several.

namespace attention::testing {
namespace {

constexpr double kMax = std::numeric_limits<float>::max();

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  bool one_in(int n) { return engine_() % static_cast<std::uint64_t>(n) == 0; }
  Index below(Index end) { return static_cast<Index>(engine_() % static_cast<std::uint64_t>(end)); }
  template <typename T>
  T one_of(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<Index>(choices.size()))];
  }

  Problem problem() {
    Shape shape{.queries = one_of<Index>({1, 2, 4, 5, 9, kQueryBlock + 3}), .keys = 1 + below(12)};
    shape.heads = 1 + below(4), shape.key_heads = 1 + below(shape.heads);
    shape.width = 1 + below(6), shape.value_width = 1 + below(6);
    std::mt19937 normal(static_cast<std::uint32_t>(engine_()));
    Problem problem = random_problem(shape, normal);
    problem.options.scale = one_of({1.0f, 0.0f, -0.5f, 1e-30f, 1e-40f, 1e10f});
    if (one_in(3)) problem.options.visibility.causal_offset = below(shape.keys + shape.queries) - shape.queries;
    if (one_in(2))
      for (Index pair = 0; pair < shape.queries * shape.keys; ++pair) problem.mask.push_back(!one_in(2));
    if (one_in(3))
      for (Index j = 0; j < shape.keys; ++j) problem.key_padding.push_back(!one_in(2));
    if (one_in(2)) problem.options.dropout = Dropout{.rate = one_of({0.0f, .5f, .9f, 1.0f}), .seed = engine_()};
    if (one_in(8)) {  // a context too large for what little survives
      problem.options.dropout = Dropout{.rate = 1 - 0x1p-24f};
      for (Index pair = 0; pair < shape.heads * shape.queries * shape.keys; ++pair) problem.keep.push_back(one_in(3));
      problem.value(below(shape.keys), below(shape.key_heads * shape.value_width)) = one_of({1e31f, 1e33f, -1e36f});
    }
    for (std::vector<float>* matrix : {&problem.queries, &problem.keys, &problem.values})
      if (one_in(3)) spoil(*matrix, one_in(3) ? 3 : 1);
    return problem;
  }

 private:
  void spoil(std::vector<float>& matrix, int times) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const bool usable = !one_in(4);
    for (; times > 0; --times)
      matrix[static_cast<std::size_t>(below(static_cast<Index>(matrix.size())))] =
          usable ? one_of({1e19f, -3e30f, 3e38f, -1e38f, 1e32f}) : one_of({kInfinity, -kInfinity, std::nanf("")});
  }

  std::mt19937_64 engine_;
};

Fault first_unusable(Fault::In in, const std::vector<float>& matrix, Index rows, const std::vector<bool>& seen) {
  const Index columns = static_cast<Index>(matrix.size()) / rows;
  for (Index row = 0; row < rows; ++row)
    for (Index column = 0; column < columns; ++column) {
      const float x = matrix[static_cast<std::size_t>(row * columns + column)];
      if (seen[static_cast<std::size_t>(row)] && !std::isfinite(x))
        return {.in = in, .row = row, .column = column, .value = x};
    }
  return {};
}

/// @param is_sure becomes false where a result is so near the end of float32 that rounding decides
Fault expected_fault(const Problem& problem, bool& is_sure) {
  const Shape& shape = problem.shape;
  const Visibility visibility = problem.visibility();
  std::vector<bool> query_sees(static_cast<std::size_t>(shape.queries)),
      key_is_seen(static_cast<std::size_t>(shape.keys));
  for (Index i = 0; i < shape.queries; ++i)
    for (Index j = 0; j < shape.keys; ++j)
      if (visibility.sees(i, j))
        query_sees[static_cast<std::size_t>(i)] = key_is_seen[static_cast<std::size_t>(j)] = true;
  if (const Fault fault = first_unusable(Fault::In::queries, problem.queries, shape.queries, query_sees)) return fault;
  if (const Fault fault = first_unusable(Fault::In::keys, problem.keys, shape.keys, key_is_seen)) return fault;
  if (const Fault fault = first_unusable(Fault::In::values, problem.values, shape.keys, key_is_seen)) return fault;

  const reference::Attended expected = reference::attend(shape, problem.inputs(), problem.complete_options());
  const auto as_float = [&](double x) {
    is_sure = is_sure && !(std::abs(x) > kMax * .9999 && std::abs(x) < kMax * 1.0001);
    return std::abs(x) > kMax
               ? std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(x > 0 ? 1 : -1))
               : static_cast<float>(x);
  };
  for (Index head = 0; head < shape.heads; ++head)
    for (Index i = 0; i < shape.queries; ++i)
      for (Index j = 0; j < shape.keys; ++j) {
        if (!visibility.sees(i, j)) continue;
        const float score =
            as_float(expected.scores[static_cast<std::size_t>((head * shape.queries + i) * shape.keys + j)]);
        if (!std::isfinite(score)) return {Fault::In::scores, head, i, j, score};
      }
  for (Index head = 0; head < shape.heads; ++head)
    for (Index i = 0; i < shape.queries; ++i)
      for (Index c = head * shape.value_width; c < (head + 1) * shape.value_width; ++c) {
        const float z = as_float(expected.context[static_cast<std::size_t>(i * shape.heads * shape.value_width + c)]);
        if (!std::isfinite(z)) return {Fault::In::context, head, i, c, z};
      }
  return {};
}

TEST(FaultsByRule, OfFiveThousandRandomProblems) {
  int met[6] = {};
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const Problem problem = Draw(seed).problem();
    bool is_sure = true;
    const Fault expected = expected_fault(problem, is_sure);
    if (!is_sure) continue;
    ++met[static_cast<std::size_t>(expected.in)];
    for (const Want want : {Want::context, Want::everything}) {
      const Fault fault = run(problem, want).fault;
      SCOPED_TRACE(::testing::Message() << "seed " << seed << ": L " << problem.shape.queries << ", S "
                                        << problem.shape.keys << ", d " << problem.shape.width << ", heads "
                                        << problem.shape.heads << " on " << problem.shape.key_heads << ", scale "
                                        << problem.options.scale);
      ASSERT_EQ(static_cast<int>(fault.in), static_cast<int>(expected.in));
      if (!expected) continue;
      ASSERT_EQ(fault.head, expected.head);
      ASSERT_EQ(fault.row, expected.row);
      ASSERT_EQ(fault.column, expected.column);
      ASSERT_TRUE(fault.value == expected.value || (std::isnan(fault.value) && std::isnan(expected.value)));
    }
  }
  for (const int times : met) EXPECT_GE(times, 50) << "a kind of fault that is hardly met is hardly tested";
}

}  // namespace
}  // namespace attention::testing
