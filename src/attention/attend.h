#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "attention/dropout.h"
#include "attention/matrix.h"
#include "attention/visibility.h"

namespace attention {

/// The shape of one call: L queries, S keys, d the width of one head, d_v the width of one head's values.
struct Shape {
  Index queries = 0;      ///< L
  Index keys = 0;         ///< S
  Index heads = 1;        ///< H ≥ 1; head h takes columns [h·d, (h+1)·d) of the queries
  Index key_heads = 1;    ///< 1 ≤ key_heads ≤ H; head h reads key head ⌊h·key_heads/H⌋
  Index width = 0;        ///< d
  Index value_width = 0;  ///< d_v

  Index key_head_of(Index head) const { return head * key_heads / heads; }
  /// The first of the heads that read this key head or a later one.
  Index first_head_of(Index key_head) const { return (key_head * heads + key_heads - 1) / key_heads; }
};

/// All row-major and contiguous.
struct Inputs {
  const float* queries;  ///< L × (H·d)
  const float* keys;     ///< S × (key_heads·d)
  const float* values;   ///< S × (key_heads·d_v)
};

struct Options {
  float scale = 1;  ///< finite; the scores are multiplied by it before the softmax
  Visibility visibility;
  std::optional<Dropout> dropout;
  /// Where this call's first head and query stand in the whole that it is a part of: dropout is addressed by them.
  Index first_head = 0;
  Index first_query = 0;
};

/// Where results are written; a null pointer is a result that nobody wants. The context alone never builds L × S.
struct Results {
  float* context;                ///< L × (H·d_v); required
  float* scores = nullptr;       ///< H × L × S: Q·Kᵀ before scale and mask, hidden pairs included
  float* weights = nullptr;      ///< H × L × S: after softmax and dropout
  std::uint8_t* kept = nullptr;  ///< H × L × S: dropout's decisions, 1 = kept; all 1 without dropout
};

/// The first number that makes a result meaningless. Errors are values here: no exception crosses into JavaScript.
struct Fault {
  enum class In : std::uint8_t { none, queries, keys, values, scores, context };
  In in = In::none;
  Index head = 0;    ///< for scores and context
  Index row = 0;     ///< query, or key where `in` is keys or values
  Index column = 0;  ///< column of the whole matrix; for scores the key
  float value = 0;   ///< what stands there: NaN, an infinity

  explicit operator bool() const { return in != In::none; }
};

/// Queries are worked on in blocks of so many. Where a call is divided among workers, each part but the last must have
/// a multiple of it: then the numbers are the same, bit for bit, as those of the undivided call.
inline constexpr Index kQueryBlock = 128;

/// How many bytes of scratch `attend` needs for these arguments (16-byte aligned), as many whatever the options and the
/// results; it allocates nothing itself.
std::size_t attend_workspace_bytes(const Shape& shape, const Options& options = {}, const Results& results = {nullptr});

/// Scaled dot-product attention (Vaswani et al. 2017, eq. 1), for each head
///
///     ω = Q·Kᵀ      α = softmax over the keys that a query sees of scale·ω      z = dropout(α)·V
///
/// A query that sees no key gets weights 0 and context 0. What no query sees is never read into a context or weight.
/// Every query that sees a key, every key and value that some query sees, and their scores must be finite: otherwise
/// the fault is returned and the results are unspecified.
Fault attend(const Shape& shape, const Inputs& inputs, const Options& options, const Results& results,
             std::byte* workspace);

}  // namespace attention
