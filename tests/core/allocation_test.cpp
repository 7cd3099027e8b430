#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <vector>

#include "attention/projection.h"
#include "problem.h"

// Kernels allocate nothing: every `new` of this program is counted. Eigen, too, allocates here through malloc alone
// where it must; the workspace a call asks for is all it gets.

namespace {
std::atomic<long> allocations = 0;
}  // namespace

void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes ? bytes : 1)) return memory;
  std::abort();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace attention::testing {
namespace {

TEST(Allocation, AttendAllocatesNothing) {
  std::mt19937 engine(1);
  Problem problem =
      random_problem({.queries = 140, .keys = 150, .heads = 2, .key_heads = 2, .width = 17, .value_width = 9}, engine);
  problem.options.dropout = Dropout{.rate = .5f, .seed = 1};
  for (const float query : {1.0f, 1e30f}) {  // the fast path, and the careful one
    problem.query(3, 3) = query;
    std::vector<float> context(140 * 18), scores(2 * 140 * 150), weights(2 * 140 * 150);
    std::vector<std::uint8_t> kept(2 * 140 * 150);
    for (const bool everything : {false, true}) {
      Results results{.context = context.data()};
      if (everything) results = {context.data(), scores.data(), weights.data(), kept.data()};
      const Options options = problem.complete_options();
      std::vector<std::byte> workspace(attend_workspace_bytes(problem.shape, options, results));
      const long before = allocations;
      const Fault fault = attend(problem.shape, problem.inputs(), options, results, workspace.data());
      EXPECT_EQ(allocations, before);
      EXPECT_FALSE(fault);
    }
  }
}

TEST(Allocation, ProjectAllocatesNothing) {
  const std::vector<float> inputs(50 * 70, 1), weight(70 * 30, 1);
  std::vector<float> out(50 * 30);
  std::vector<std::byte> workspace(project_workspace_bytes(50, 70, 30));
  const long before = allocations;
  project(50, 70, 30, inputs.data(), weight.data(), nullptr, out.data(), workspace.data());
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(out[0], 70);
}

TEST(Allocation, TheContextAloneNeedsNoMoreForLongerInputs) {
  const auto bytes = [](Index length) {
    const Shape shape{.queries = length, .keys = length, .width = 64, .value_width = 64};
    float nothing;
    return attend_workspace_bytes(shape, {}, {.context = &nothing});
  };
  EXPECT_EQ(bytes(16384), bytes(1024));
  EXPECT_LT(bytes(16384), std::size_t{1} << 20);  // the budget is 8 MiB for everything
}

}  // namespace
}  // namespace attention::testing
