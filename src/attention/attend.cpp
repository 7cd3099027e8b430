#include "attention/attend.h"

#include "attention/careful.h"

namespace attention {

std::size_t attend_workspace_bytes(const Shape& shape, const Options&, const Results&) {
  return careful::workspace_bytes(shape);
}

Fault attend(const Shape& shape, const Inputs& inputs, const Options& options, const Results& results,
             std::byte* workspace) {
  const Call call{shape, inputs, options, results};
  if (const Fault fault = careful::find_fault_in_inputs(call)) return fault;

  Fault in_context;  // reported only where every score is finite
  for (Index head = 0; head < shape.heads; ++head) {
    for (Index i = 0; i < shape.queries; ++i) {
      const Fault fault = careful::attend_row(call, head, i, workspace);
      if (fault.in == Fault::In::scores) return fault;
      if (fault && !in_context) in_context = fault;
    }
  }
  return in_context;
}

}  // namespace attention
