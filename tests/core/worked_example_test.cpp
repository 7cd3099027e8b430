#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "attention/projection.h"
#include "attention/random.h"
#include "problem.h"

// The six tokens of chapter 3 of "Build a Large Language Model (From Scratch)", through every variant of the chapter.
// Expected figures were computed in double precision from the same float32 weights; each number here is a sum of at
// most six terms below 1, and float32 keeps those within 1e-6.

namespace attention::testing {
namespace {

using Floats = std::vector<float>;
constexpr float kTolerance = 1e-6f;

/// "Your journey starts with one step", three numbers a token.
const Floats kTokens = {0.43f, 0.15f, 0.89f, 0.55f, 0.87f, 0.66f, 0.57f, 0.85f, 0.64f,
                        0.22f, 0.58f, 0.33f, 0.77f, 0.25f, 0.10f, 0.05f, 0.80f, 0.55f};

void expect_near(const Floats& actual, const Floats& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], kTolerance) << "at " << i;
}

Floats projected(Index n, Index d_in, Index d_out, const Floats& inputs, const Floats& weight,
                 const Floats& bias = {}) {
  Floats out(static_cast<std::size_t>(n * d_out));
  std::vector<std::byte> workspace(project_workspace_bytes(n, d_in, d_out));
  project(n, d_in, d_out, inputs.data(), weight.data(), bias.empty() ? nullptr : bias.data(), out.data(),
          workspace.data());
  return out;
}

/// Queries, keys and values of width 2 from three draws of 3 × 2 weights.
template <typename Draw>
Problem drawn_problem(Draw draw) {
  Floats projections[3];
  for (Floats& projection : projections) {
    Floats weight(6);
    draw(weight.data());
    projection = projected(6, 3, 2, kTokens, weight);
  }
  return problem_of(projections[0], projections[1], projections[2], 2, 2);
}

Problem linear_problem(std::uint32_t seed) {
  TorchRandom random(seed);
  return drawn_problem([&](float* weight) { random.linear(3, 2, weight, nullptr); });
}

TEST(WorkedExample, SimpleAttentionWithoutWeights) {
  Problem problem = problem_of(kTokens, kTokens, kTokens, 3, 3);
  problem.options.scale = 1;
  const Attended out = run(problem);
  expect_near(out.context, {0.442059399f, 0.593098562f, 0.578989071f, 0.441865748f, 0.651481978f, 0.568308888f,
                            0.443127512f, 0.649594579f, 0.567073058f, 0.430389733f, 0.629828062f, 0.55102706f,
                            0.46710173f, 0.590992726f, 0.526596524f, 0.417724474f, 0.650323206f, 0.564535217f});
  // the softmax runs over keys: along a row
  const Floats second(out.weights.begin() + 6, out.weights.begin() + 12);
  expect_near(second, {0.138547585f, 0.237891299f, 0.233274026f, 0.123991602f, 0.108181875f, 0.158113612f});
  const Floats scores(out.scores.begin() + 6, out.scores.begin() + 12);
  expect_near(scores, {0.9544f, 1.495f, 1.4754f, 0.8434f, 0.707f, 1.0865f});
}

TEST(WorkedExample, SelfAttentionWithUniformWeights) {
  TorchRandom random(123);
  const Problem problem = drawn_problem([&](float* weight) { random.rand(3, 2, weight); });
  expect_near(run(problem).context,
              {0.299582037f, 0.805314041f, 0.306100216f, 0.821030326f, 0.30578109f, 0.82029575f, 0.294765947f,
               0.793866355f, 0.292706041f, 0.789084244f, 0.299010076f, 0.804036818f});
}

TEST(WorkedExample, SelfAttentionWithLinearWeights) {
  expect_near(run(linear_problem(789)).context,
              {-0.0738902549f, 0.0712899093f, -0.0748107189f, 0.0703092959f, -0.0748561859f, 0.0702416624f,
               -0.076001624f, 0.0684501023f, -0.0763276082f, 0.0679428097f, -0.0754442801f, 0.0693049141f});
}

TEST(WorkedExample, CausalAttention) {
  Problem problem = linear_problem(789);
  problem.options.visibility.causal_offset = 0;
  expect_near(run(problem).context,
              {-0.0872180848f, 0.028589974f, -0.0990691441f, 0.0500948363f, -0.0999450008f, 0.0633498627f,
               -0.0982549013f, 0.0489481368f, -0.0514459186f, 0.10984372f, -0.0754442801f, 0.0693049141f});
  problem = linear_problem(123);
  problem.options.visibility.causal_offset = 0;
  expect_near(run(problem).context,
              {-0.45192027f, 0.221604808f, -0.587435049f, 0.0057761099f, -0.630023086f, -0.0631826005f, -0.567456689f,
               -0.0842531428f, -0.552561824f, -0.0980681993f, -0.529900912f, -0.108067633f});
}

TEST(WorkedExample, MultiHeadAttentionWithAnOutputProjection) {
  TorchRandom random(123);
  Problem problem = drawn_problem([&](float* weight) { random.linear(3, 2, weight, nullptr); });
  problem.shape.heads = problem.shape.key_heads = 2;
  problem.shape.width = problem.shape.value_width = 1;
  problem.options.scale = 1;
  problem.options.visibility.causal_offset = 0;
  Floats weight(4), bias(2);
  random.linear(2, 2, weight.data(), bias.data());
  expect_near(projected(6, 2, 2, run(problem).context, weight, bias),
              {0.31901831f, 0.485762899f, 0.294346002f, 0.38967629f, 0.28557467f, 0.359277713f, 0.269263668f,
               0.387326673f, 0.26387055f, 0.392795686f, 0.257473564f, 0.402782632f});
}

}  // namespace
}  // namespace attention::testing
