#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace attention {

using Index = Eigen::Index;

/// Every matrix is row-major float32. A head is a block of columns of a wider matrix, hence the outer stride.
using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMatrixView = Eigen::Map<const Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;
using MatrixView = Eigen::Map<Matrix, Eigen::Unaligned, Eigen::OuterStride<>>;

}  // namespace attention
