#include "attention/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/call.h"

namespace attention::reference {

Attended attend(const Shape& shape, const Inputs& inputs, const Options& options) {
  const Call call{shape, inputs, options, Results{.context = nullptr}};
  const auto [L, S, H, key_heads, d, d_v] = shape;
  const auto size = [](Index n) { return static_cast<std::size_t>(n); };
  Attended out{std::vector<double>(size(L * H * d_v)), std::vector<double>(size(H * L * S)),
               std::vector<double>(size(H * L * S))};

  for (Index head = 0; head < H; ++head) {
    const Index key_head = shape.key_head_of(head);
    for (Index i = 0; i < L; ++i) {
      double* scores = out.scores.data() + (head * L + i) * S;
      double* weights = out.weights.data() + (head * L + i) * S;
      double* context = out.context.data() + i * H * d_v + head * d_v;
      const auto sees = [&, i = i](Index j) { return options.visibility.sees(i, j); };

      // ω_ij = Σ_c q_ic·k_jc
      for (Index j = 0; j < S; ++j)
        for (Index c = 0; c < d; ++c)
          scores[j] += static_cast<double>(call.query(head, i)[c]) * static_cast<double>(call.key(key_head, j)[c]);

      // α_ij = exp(scale·ω_ij − largest) / Σ_j exp(scale·ω_ij − largest), over the keys that query i sees
      double largest = -std::numeric_limits<double>::infinity();
      for (Index j = 0; j < S; ++j)
        if (sees(j)) largest = std::max(largest, options.scale * scores[j]);
      double sum = 0;
      for (Index j = 0; j < S; ++j)
        if (sees(j)) sum += weights[j] = std::exp(options.scale * scores[j] - largest);
      for (Index j = 0; j < S; ++j)
        if (sees(j)) weights[j] /= sum;

      // dropout(α)_ij = α_ij/(1 − rate) where kept, else 0
      for (Index j = 0; j < S; ++j) weights[j] *= call.keeps(head, i, j) ? call.survivor_factor() : 0;

      // z_ic = Σ_j α_ij·v_jc, over the keys that query i sees
      for (Index j = 0; j < S; ++j)
        if (sees(j))
          for (Index c = 0; c < d_v; ++c) context[c] += weights[j] * static_cast<double>(call.value(key_head, j)[c]);
    }
  }
  return out;
}

}  // namespace attention::reference
