#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <random>

#include "attention/dropout.h"

// Dropout's decisions are those of Philox4x32-10 as its authors published it, at the address that is written down. A
// second generator, checked against their known answers, says what each decision must be: every worker, and whoever
// computes gradients, relies on the address as much as on the numbers.

namespace attention {
namespace {

using Words = std::array<std::uint32_t, 4>;

/// Salmon et al. 2011, figure 2 and section 3.2, written for the page rather than for speed.
Words philox4x32_10(Words counter, std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const auto [c0, c1, c2, c3] = counter;
    const std::uint64_t left = 0xD2511F53ull * c0, right = 0xCD9E8D57ull * c2;
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x & 0xFFFFFFFF); };
    counter = {high(right) ^ c1 ^ key[0], low(right), high(left) ^ c3 ^ key[1], low(left)};
    key = {key[0] + 0x9E3779B9u, key[1] + 0xBB67AE85u};
  }
  return counter;
}

TEST(Philox, TheGeneratorOfThisTestGivesItsAuthorsKnownAnswers) {
  // Random123, tests/kat_vectors, the three of philox4x32 with 10 rounds.
  EXPECT_EQ(philox4x32_10({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  constexpr std::uint32_t kOnes = 0xffffffff;
  EXPECT_EQ(philox4x32_10({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

/// The word that decides about a weight, where the address says it stands.
std::uint32_t word_at(std::uint64_t seed, Index head, Index query, Index key) {
  const Words counter = {static_cast<std::uint32_t>(key / 4), static_cast<std::uint32_t>(query),
                         static_cast<std::uint32_t>(head), 0};
  return philox4x32_10(counter, {static_cast<std::uint32_t>(seed),
                                 static_cast<std::uint32_t>(seed >> 32)})[static_cast<std::size_t>(key % 4)];
}

struct Address {
  std::uint64_t seed;
  Index head, query, key;
};

/// Small addresses, where most weights stand, and ones that fill their 32 bits.
Address random_address(std::mt19937_64& engine) {
  const auto shift = [&] { return static_cast<int>(engine() % 31); };
  const auto index = [&] { return static_cast<Index>((engine() & 0x7fffffff) >> shift()); };
  return {engine() >> (engine() % 64), index(), index(), index()};
}

TEST(Philox, AWeightIsKeptWhereItsWordReachesTheRate) {
  std::mt19937_64 engine(1);
  for (int trial = 0; trial < 100000; ++trial) {
    const auto [seed, head, query, key] = random_address(engine);
    const auto rate = static_cast<float>(engine() >> 40) * 0x1p-24f;
    const bool expected = word_at(seed, head, query, key) >= static_cast<double>(rate) * 0x1p32;
    ASSERT_EQ(philox_keeps(seed, rate, head, query, key), expected)
        << "seed " << seed << ", head " << head << ", query " << query << ", key " << key << ", rate " << rate;
  }
}

TEST(Philox, ARateBesideTheWordDecidesByItsLastBit) {
  // The nearest rates below and above word / 2^32 that float32 holds: neighbours, so that nothing else would pass.
  std::mt19937_64 engine(2);
  for (int trial = 0; trial < 20000; ++trial) {
    const auto [seed, head, query, key] = random_address(engine);
    const double share = word_at(seed, head, query, key) * 0x1p-32;
    auto below = static_cast<float>(share);
    if (static_cast<double>(below) > share) below = std::nextafter(below, -1.0f);
    const float above = std::nextafter(below, 2.0f);
    ASSERT_TRUE(philox_keeps(seed, below, head, query, key)) << "rate " << below << " of word " << share;
    ASSERT_FALSE(philox_keeps(seed, above, head, query, key)) << "rate " << above << " of word " << share;
  }
}

}  // namespace
}  // namespace attention
