#include "attention/random.h"

#include <cmath>

namespace attention {

float TorchRandom::uniform(float from, float to) {
  constexpr float kInverse = 1.0f / (1 << 24);
  const float unit = static_cast<float>(engine_() & 0xFFFFFF) * kInverse;
  // PyTorch's build multiplies and adds in one rounding; so does double here, which holds the product exactly.
  return static_cast<float>(double{unit} * double{to - from} + double{from});
}

void TorchRandom::rand(Index rows, Index cols, float* out) {
  for (Index i = 0; i < rows * cols; ++i) out[i] = uniform(0, 1);
}

void TorchRandom::linear(Index inputs, Index outputs, float* weight, float* bias) {
  // PyTorch computes the two bounds in double, each its own way; they can differ in the last bit of the float.
  const double fan_in = static_cast<double>(inputs);
  const double gain = std::sqrt(2.0 / (1.0 + 5.0));
  const auto weight_bound = static_cast<float>(std::sqrt(3.0) * (gain / std::sqrt(fan_in)));
  for (Index o = 0; o < outputs; ++o)
    for (Index i = 0; i < inputs; ++i) weight[i * outputs + o] = uniform(-weight_bound, weight_bound);

  if (!bias) return;
  const auto bias_bound = static_cast<float>(inputs > 0 ? 1.0 / std::sqrt(fan_in) : 0.0);
  for (Index o = 0; o < outputs; ++o) bias[o] = uniform(-bias_bound, bias_bound);
}

}  // namespace attention
