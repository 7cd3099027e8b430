#pragma once

#include <cstddef>

#include "attention/call.h"

namespace attention::decode {

/// Up to so many queries this is faster than tiles, whose lanes would be mostly empty.
inline constexpr Index kFewQueries = 4;

/// Scratch for `attend_queries`.
std::size_t workspace_bytes(const Shape& shape);

/// The context of `count` ≤ kFewQueries queries from `first` on, for all the heads that read one key head: a step of a
/// model that writes, one new token against a long cache. Each key and value is read from memory once, where it lies,
/// however many heads read it, and nothing looks at them before: what is not finite shows in the results.
///
/// @returns false where a score or a context came out infinite or NaN; the context is then unspecified
bool attend_queries(const Call& call, Index key_head, Index first, Index count, std::byte* workspace);

}  // namespace attention::decode
