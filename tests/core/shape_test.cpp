#include <gtest/gtest.h>

#include <vector>

#include "attention/attend.h"

namespace attention {
namespace {

std::vector<Index> key_heads_of(Index heads, Index key_heads) {
  const Shape shape{.heads = heads, .key_heads = key_heads};
  std::vector<Index> read;
  for (Index head = 0; head < heads; ++head) read.push_back(shape.key_head_of(head));
  return read;
}

TEST(Shape, HeadsAreDividedAmongKeyHeadsInOrder) {
  EXPECT_EQ(key_heads_of(4, 4), (std::vector<Index>{0, 1, 2, 3}));
  EXPECT_EQ(key_heads_of(4, 2), (std::vector<Index>{0, 0, 1, 1}));
  EXPECT_EQ(key_heads_of(4, 1), (std::vector<Index>{0, 0, 0, 0}));
}

TEST(Shape, KeyHeadsThatDoNotDivideTheHeadsAreReadAsEvenlyAsTheyGo) {
  EXPECT_EQ(key_heads_of(3, 2), (std::vector<Index>{0, 0, 1}));
  EXPECT_EQ(key_heads_of(5, 3), (std::vector<Index>{0, 0, 1, 1, 2}));
  EXPECT_EQ(key_heads_of(7, 2), (std::vector<Index>{0, 0, 0, 0, 1, 1, 1}));
}

}  // namespace
}  // namespace attention
