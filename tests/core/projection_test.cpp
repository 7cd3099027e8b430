#include "attention/projection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <vector>

namespace attention {
namespace {

using Floats = std::vector<float>;

Floats projected(Index n, Index d_in, Index d_out, const Floats& inputs, const Floats& weight, const Floats* bias) {
  Floats out(static_cast<std::size_t>(n * d_out), std::numeric_limits<float>::quiet_NaN());
  const std::size_t bytes = project_workspace_bytes(n, d_in, d_out);
  const std::unique_ptr<std::byte[]> workspace(new std::byte[bytes]);
  if (bytes) std::memset(workspace.get(), 0xFF, bytes);
  project(n, d_in, d_out, inputs.data(), weight.data(), bias ? bias->data() : nullptr, out.data(), workspace.get());
  return out;
}

TEST(Projection, MultipliesFromTheRightAndAddsTheBias) {
  const Floats bias = {100, 200};
  EXPECT_EQ(projected(1, 3, 2, {1, 2, 3}, {1, 4, 2, 5, 3, 6}, nullptr), (Floats{14, 32}));
  EXPECT_EQ(projected(1, 3, 2, {1, 2, 3}, {1, 4, 2, 5, 3, 6}, &bias), (Floats{114, 232}));
}

TEST(Projection, WithoutInputsItIsTheBias) {
  const Floats bias = {7, 8, 9};
  EXPECT_EQ(projected(2, 0, 3, {}, {}, &bias), (Floats{7, 8, 9, 7, 8, 9}));
  EXPECT_EQ(projected(2, 0, 3, {}, {}, nullptr), Floats(6, 0));
  EXPECT_TRUE(projected(0, 3, 2, {}, Floats(6), nullptr).empty());
  EXPECT_TRUE(projected(2, 3, 0, Floats(6), {}, nullptr).empty());
}

TEST(Projection, AgreesWithDoublePrecisionInEveryShape) {
  std::mt19937 engine(1);
  std::normal_distribution<float> normal;
  const auto draw = [&](Index count) {
    Floats numbers(static_cast<std::size_t>(count));
    for (float& number : numbers) number = normal(engine);
    return numbers;
  };
  for (int trial = 0; trial < 600; ++trial) {
    const auto up_to = [&](Index most) { return std::uniform_int_distribution<Index>(1, most)(engine); };
    const bool large = trial % 50 == 0;
    const Index n = up_to(large ? 300 : 20), d_in = up_to(large ? 200 : 40), d_out = up_to(large ? 150 : 40);
    const Floats inputs = draw(n * d_in), weight = draw(d_in * d_out), bias = draw(d_out);
    const bool with_bias = trial % 2;
    const Floats out = projected(n, d_in, d_out, inputs, weight, with_bias ? &bias : nullptr);
    for (Index i = 0; i < n; ++i)
      for (Index o = 0; o < d_out; ++o) {
        double sum = with_bias ? bias[static_cast<std::size_t>(o)] : 0, magnitude = std::abs(sum);
        for (Index k = 0; k < d_in; ++k) {
          const double product = static_cast<double>(inputs[static_cast<std::size_t>(i * d_in + k)]) *
                                 static_cast<double>(weight[static_cast<std::size_t>(k * d_out + o)]);
          sum += product, magnitude += std::abs(product);
        }
        // Each of d_in + 1 roundings is at most 2^−24 of the sum of magnitudes.
        ASSERT_NEAR(out[static_cast<std::size_t>(i * d_out + o)], sum,
                    magnitude * static_cast<double>(d_in + 1) * 0x1p-24)
            << n << " × " << d_in << " × " << d_out;
      }
  }
}

TEST(Projection, AnUnusableNumberStaysInItsRow) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Floats out = projected(3, 2, 2, {1, 1, nan, 1, 1, 1}, {1, 0, 0, 1}, nullptr);
  EXPECT_EQ(Floats(out.begin(), out.begin() + 2), (Floats{1, 1}));
  EXPECT_TRUE(std::isnan(out[2]));
  EXPECT_EQ(Floats(out.begin() + 4, out.end()), (Floats{1, 1}));
}

TEST(Projection, ARowIsTheSameWhicheverRowsAreProjectedWithIt) {
  // Workers divide the rows among them, anywhere.
  constexpr Index kRows = 150, kInputs = 37, kOutputs = 19;
  std::mt19937 engine(2);
  std::normal_distribution<float> normal;
  Floats inputs(kRows * kInputs), weight(kInputs * kOutputs), bias(kOutputs);
  for (Floats* numbers : {&inputs, &weight, &bias})
    for (float& number : *numbers) number = normal(engine);
  const Floats whole = projected(kRows, kInputs, kOutputs, inputs, weight, &bias);
  for (const Index part : {1, 2, 3, 5, 64, 70})
    for (Index first = 0; first < kRows; first += part) {
      const Index rows = std::min(part, kRows - first);
      const Floats some(inputs.begin() + first * kInputs, inputs.begin() + (first + rows) * kInputs);
      ASSERT_EQ(projected(rows, kInputs, kOutputs, some, weight, &bias),
                Floats(whole.begin() + first * kOutputs, whole.begin() + (first + rows) * kOutputs))
          << rows << " rows from " << first;
    }
}

TEST(Projection, NumbersMayStandWhereverFloatsMay) {
  constexpr Index kRows = 6, kInputs = 9, kOutputs = 11;
  std::mt19937 engine(3);
  std::normal_distribution<float> normal;
  Floats inputs(kRows * kInputs), weight(kInputs * kOutputs), bias(kOutputs);
  for (Floats* numbers : {&inputs, &weight, &bias})
    for (float& number : *numbers) number = normal(engine);
  const Floats expected = projected(kRows, kInputs, kOutputs, inputs, weight, &bias);
  for (std::size_t offset = 1; offset < 4; ++offset) {
    Floats moved[3], out(offset + expected.size(), 77);
    const Floats* const sources[] = {&inputs, &weight, &bias};
    for (std::size_t m = 0; m < 3; ++m) {
      moved[m].assign(offset, 77);
      moved[m].insert(moved[m].end(), sources[m]->begin(), sources[m]->end());
    }
    std::vector<std::byte> workspace(project_workspace_bytes(kRows, kInputs, kOutputs));
    project(kRows, kInputs, kOutputs, moved[0].data() + offset, moved[1].data() + offset, moved[2].data() + offset,
            out.data() + offset, workspace.data());
    EXPECT_EQ(Floats(out.begin() + static_cast<std::ptrdiff_t>(offset), out.end()), expected);
    EXPECT_EQ(out[offset - 1], 77);
  }
}

}  // namespace
}  // namespace attention
