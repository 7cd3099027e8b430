#include "attention/dropout.h"

#include <array>

namespace attention {
namespace {

using Counter = std::array<std::uint32_t, 4>;

/// Ten rounds of Philox4x32 (Salmon et al. 2011, section 3.2), constants from its table 2.
Counter philox4x32_10(Counter counter, std::uint32_t key_low, std::uint32_t key_high) {
  constexpr std::uint64_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t product0 = kMultiplier0 * counter[0];
    const std::uint64_t product1 = kMultiplier1 * counter[2];
    counter = {static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key_low, static_cast<std::uint32_t>(product1),
               static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key_high,
               static_cast<std::uint32_t>(product0)};
    key_low += kWeyl0;
    key_high += kWeyl1;
  }
  return counter;
}

}  // namespace

bool philox_keeps(std::uint64_t seed, double rate, Index head, Index query, Index key) {
  const Counter counter = {static_cast<std::uint32_t>(key / 4), static_cast<std::uint32_t>(query),
                           static_cast<std::uint32_t>(head), 0};
  const Counter words =
      philox4x32_10(counter, static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
  // A double holds rate·2^32 exactly, so that rate 0 keeps every word and rate 1 none.
  return words[static_cast<std::size_t>(key % 4)] >= rate * 4294967296.0;
}

}  // namespace attention
