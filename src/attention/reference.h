#pragma once

#include <vector>

#include "attention/attend.h"

namespace attention::reference {

/// What `attention::attend` computes, in double precision.
struct Attended {
  std::vector<double> context;  ///< L × (H·d_v)
  std::vector<double> scores;   ///< H × L × S
  std::vector<double> weights;  ///< H × L × S, after dropout
};

/// The specification of `attention::attend`: plain loops in double precision, one line a formula. Slow, and meant to be
/// read beside the paper. Arguments as there; they must be free of faults.
Attended attend(const Shape& shape, const Inputs& inputs, const Options& options);

}  // namespace attention::reference
