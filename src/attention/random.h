#pragma once

#include <cstdint>
#include <random>

#include "attention/matrix.h"

namespace attention {

/// The numbers that PyTorch's CPU generator draws after `torch.manual_seed(seed)`, in the same order.
/// MT19937 (Matsumoto & Nishimura 1998); a float32 uniform takes the low 24 bits of one draw, divided by 2^24.
class TorchRandom {
 public:
  explicit TorchRandom(std::uint32_t seed) : engine_(seed) {}

  /// `torch.rand(rows, cols)`: uniform in [0, 1), drawn row by row into rows × cols floats.
  void rand(Index rows, Index cols, float* out);

  /// The weight and, where `bias` is not null, the bias of a new `torch.nn.Linear(inputs, outputs)`.
  /// PyTorch draws and stores the weight as outputs × inputs; here it is written as inputs × outputs, to be applied as
  /// x·W. Both are uniform in ±1/√inputs (He et al. 2015, with a = √5).
  void linear(Index inputs, Index outputs, float* weight, float* bias);

 private:
  float uniform(float from, float to);

  std::mt19937 engine_;
};

}  // namespace attention
