#pragma once

#include <cstddef>

#include "attention/call.h"

namespace attention::careful {

/// The first number among the queries, keys and values that is not finite and that somebody sees.
Fault find_fault_in_inputs(const Call& call);

/// Scratch for `attend_row`.
std::size_t workspace_bytes(const Shape& shape);

/// The row of one query and head, in double precision: no sum overflows on the way, however large the numbers, and the
/// context, a mean of finite values, is finite. Returns the first fault: a score that is not finite in float32, or a
/// context that dropout's 1/(1 − rate) made too large.
Fault attend_row(const Call& call, Index head, Index i, std::byte* workspace);

/// The first fault by head and query, one in the scores before any in the context. Takes every row up to it once more:
/// it is for errors.
Fault first_fault(const Call& call, std::byte* workspace);

}  // namespace attention::careful
