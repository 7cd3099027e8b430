#include "attention/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

// The same numbers as PyTorch's, bit for bit. The expected ones follow from its published algorithm and agree with what
// chapter 3 of "Build a Large Language Model (From Scratch)" prints. They are given to nine digits, which name one
// float.

namespace attention {
namespace {

std::vector<float> rand_3x2(TorchRandom& random) {
  std::vector<float> out(6);
  random.rand(3, 2, out.data());
  return out;
}

std::vector<float> linear_3x2(TorchRandom& random) {
  std::vector<float> weight(6);
  random.linear(3, 2, weight.data(), nullptr);
  return weight;
}

using Floats = std::vector<float>;

TEST(TorchRandom, RandDrawsTorchsNumbers) {
  TorchRandom random(123);
  EXPECT_EQ(rand_3x2(random),
            (Floats{0.296111941f, 0.516562283f, 0.251670718f, 0.68855679f, 0.0739724636f, 0.866521955f}));
  EXPECT_EQ(rand_3x2(random),
            (Floats{0.136579871f, 0.102479041f, 0.184056461f, 0.726446748f, 0.315253913f, 0.687106669f}));
  EXPECT_EQ(rand_3x2(random),
            (Floats{0.075635314f, 0.196638167f, 0.316411972f, 0.401740134f, 0.118568301f, 0.82739538f}));
}

TEST(TorchRandom, LinearDrawsOutputsFirstAndIsGivenInputsFirst) {
  TorchRandom random(789);
  EXPECT_EQ(linear_3x2(random),
            (Floats{0.316059083f, -0.1682854f, 0.456808567f, -0.337877035f, 0.51183486f, -0.0917738676f}));
  EXPECT_EQ(linear_3x2(random),
            (Floats{0.405805826f, 0.213360742f, -0.470420539f, -0.260050654f, 0.236805201f, -0.510542989f}));
  EXPECT_EQ(linear_3x2(random),
            (Floats{0.252569884f, 0.519107401f, -0.14147827f, -0.0851675794f, -0.196181342f, -0.204327047f}));
}

TEST(TorchRandom, LinearDrawsTheBiasAfterTheWeight) {
  TorchRandom random(123);
  for (int projection = 0; projection < 3; ++projection) linear_3x2(random);
  Floats weight(4), bias(2);
  random.linear(2, 2, weight.data(), bias.data());
  // out_proj of the chapter's MultiHeadAttention, given there as outputs × inputs
  EXPECT_EQ(weight, (Floats{-0.166757792f, 0.500025988f, 0.22697258f, 0.131738231f}));
  EXPECT_EQ(bias, (Floats{0.193358868f, 0.682540953f}));
}

TEST(TorchRandom, StaysWithinItsBounds) {
  TorchRandom random(1);
  Floats uniform(10000), weight(64 * 100), bias(100);
  random.rand(100, 100, uniform.data());
  for (float x : uniform) EXPECT_TRUE(x >= 0 && x < 1);
  random.linear(64, 100, weight.data(), bias.data());
  for (float x : weight) EXPECT_LE(std::abs(x), 0.125f);
  for (float x : bias) EXPECT_LE(std::abs(x), 0.125f);
}

TEST(TorchRandom, NothingDrawsNothing) {
  TorchRandom random(123);
  random.rand(0, 5, nullptr);
  random.linear(0, 2, nullptr, nullptr);
  EXPECT_EQ(rand_3x2(random)[0], 0.296111941f);
}

}  // namespace
}  // namespace attention
