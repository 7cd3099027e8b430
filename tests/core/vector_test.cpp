#include "attention/vector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention {
namespace {

float exp2_of(float x) { return Exp2OfNonpositive{}(broadcast(x))[0]; }

TEST(VectorExp2, StaysWithinItsStatedError) {
  double worst = 0;
  // every 64th float from −125 to −2^−30
  for (float x = -0x1p-30f; x >= -125;) {
    const double exact = std::exp2(static_cast<double>(x));
    worst = std::max(worst, std::abs(static_cast<double>(exp2_of(x)) - exact) / exact);
    std::int32_t bits;
    std::memcpy(&bits, &x, sizeof(bits));
    bits += 64;
    std::memcpy(&x, &bits, sizeof(bits));
  }
  EXPECT_LE(worst, 2.5e-7);
  EXPECT_GE(worst, 0.5e-7);  // or nothing was measured
}

TEST(VectorExp2, VanishesBelowTheSmallestFloat) {
  for (float x = -125; x > -130; x -= 0x1p-12f) {
    EXPECT_NEAR(exp2_of(x), std::exp2(static_cast<double>(x)), 0x1p-126);
    EXPECT_GE(exp2_of(x), 0);
  }
}

TEST(VectorExp2, IsExactAtItsEnds) {
  EXPECT_EQ(exp2_of(0), 1);
  EXPECT_EQ(exp2_of(-0.0f), 1);
  for (const float x :
       {-127.0f, -128.0f, -1e10f, -std::numeric_limits<float>::max(), -std::numeric_limits<float>::infinity()}) {
    EXPECT_EQ(exp2_of(x), 0) << x;
    EXPECT_FALSE(std::signbit(exp2_of(x))) << x;
  }
}

TEST(VectorExp2, GivesEveryLaneItsOwn) {
  float x[kLanes];
  for (Index lane = 0; lane < kLanes; ++lane) x[lane] = -static_cast<float>(lane);
  const Floats powers = Exp2OfNonpositive{}(load(x));
  for (Index lane = 0; lane < kLanes; ++lane) EXPECT_EQ(powers[lane], std::exp2(x[lane]));
}

}  // namespace
}  // namespace attention
