#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "attention/projection.h"
#include "problem.h"

// Kernels allocate nothing: the workspace a call asks for is all it gets. The sanitizers see every allocation, by `new`
// of any kind and by the malloc that Eigen calls alike.

extern "C" [[gnu::weak]] int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*,
                                                                                         std::size_t),
                                                                       void (*on_free)(const volatile void*));

namespace attention::testing {
namespace {

std::atomic<long> allocations = 0;

class Allocation : public ::testing::Test {
 protected:
  void SetUp() override {
    static const bool counted =
        __sanitizer_install_malloc_and_free_hooks &&
        __sanitizer_install_malloc_and_free_hooks([](const volatile void*, std::size_t) { ++allocations; },
                                                  [](const volatile void*) {});
    if (!counted) GTEST_SKIP() << "nothing counts allocations without the address sanitizer";
  }
};

TEST_F(Allocation, IsSeenHoweverItIsMade) {
  const long before = allocations;
  void* volatile memory = new int;  // volatile: or the compiler leaves the pair out
  delete static_cast<int*>(memory);
  memory = new int[3];
  delete[] static_cast<int*>(memory);
  memory = std::malloc(1);
  std::free(memory);
  EXPECT_EQ(Matrix(9, 9).size(), 81);
  EXPECT_EQ(allocations, before + 4);
}

TEST_F(Allocation, AttendAllocatesNothing) {
  for (const Index queries : {Index{4}, kQueryBlock + 2}) {
    std::mt19937 engine(1);
    Problem problem = random_problem(
        {.queries = queries, .keys = 150, .heads = 2, .key_heads = 2, .width = 17, .value_width = 9}, engine);
    problem.options.dropout = Dropout{.rate = .5f, .seed = 1};
    const auto pairs = static_cast<std::size_t>(2 * queries * 150);
    std::vector<float> context(static_cast<std::size_t>(queries) * 18), scores(pairs), weights(pairs);
    std::vector<std::uint8_t> kept(pairs);
    for (const float query : {1.0f, 2e37f, HUGE_VALF}) {  // the fast path, the careful one, and a fault
      problem.query(3, 3) = query;
      for (const bool everything : {false, true}) {
        Results results{.context = context.data()};
        if (everything) results = {context.data(), scores.data(), weights.data(), kept.data()};
        const Options options = problem.complete_options();
        std::vector<std::byte> workspace(attend_workspace_bytes(problem.shape, options, results));
        const long before = allocations;
        const Fault fault = attend(problem.shape, problem.inputs(), options, results, workspace.data());
        EXPECT_EQ(allocations, before) << queries << " queries, one of " << query;
        EXPECT_EQ(static_cast<bool>(fault), std::isinf(query));
      }
    }
  }
}

TEST_F(Allocation, ProjectAllocatesNothing) {
  for (const Index n : {1, 50}) {
    const auto rows = static_cast<std::size_t>(n);
    const std::vector<float> inputs(rows * 70, 1), weight(70 * 30, 1), bias(30, 1);
    std::vector<float> out(rows * 30);
    std::vector<std::byte> workspace(project_workspace_bytes(n, 70, 30));
    const long before = allocations;
    project(n, 70, 30, inputs.data(), weight.data(), bias.data(), out.data(), workspace.data());
    EXPECT_EQ(allocations, before);
    EXPECT_EQ(out, std::vector<float>(rows * 30, 71));
  }
}

TEST_F(Allocation, TheContextAloneNeedsNoMoreForLongerInputs) {
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
