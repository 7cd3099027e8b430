#pragma once

#include <cstdint>

#include "attention/attend.h"

namespace attention {

/// The arguments of one `attend`, and where in its matrices the row of a head stands.
struct Call {
  const Shape& shape;
  const Inputs& inputs;
  const Options& options;
  const Results& results;

  Index query_columns() const { return shape.heads * shape.width; }
  Index key_columns() const { return shape.key_heads * shape.width; }
  Index value_columns() const { return shape.key_heads * shape.value_width; }
  Index context_columns() const { return shape.heads * shape.value_width; }

  const float* query(Index head, Index i) const { return inputs.queries + i * query_columns() + head * shape.width; }
  const float* key(Index key_head, Index j) const { return inputs.keys + j * key_columns() + key_head * shape.width; }
  const float* value(Index key_head, Index j) const {
    return inputs.values + j * value_columns() + key_head * shape.value_width;
  }

  float* context(Index head, Index i) const {
    return results.context + i * context_columns() + head * shape.value_width;
  }
  /// Row `i` of a head × L × S result, or null where nobody wants it.
  template <typename T>
  T* row_of(T* result, Index head, Index i) const {
    return result ? result + (head * shape.queries + i) * shape.keys : nullptr;
  }

  /// Dropout's decision for one weight. A given `keep` is this call's own; the generator is addressed in the whole.
  bool keeps(Index head, Index i, Index j) const {
    if (!options.dropout) return true;
    const Dropout& dropout = *options.dropout;
    if (dropout.keep) return row_of(dropout.keep, head, i)[j] != 0;
    return philox_keeps(dropout.seed, dropout.rate, options.first_head + head, options.first_query + i, j);
  }
  /// What a kept weight is multiplied by: 1/(1 − rate), or 0 at rate 1, where nothing survives.
  double survivor_factor() const {
    if (!options.dropout) return 1;
    const double rate = options.dropout->rate;
    return rate < 1 ? 1 / (1 - rate) : 0;
  }
};

}  // namespace attention
