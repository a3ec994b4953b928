#pragma once

#include <assent/domain/wall/wall_plan.hpp>

namespace assent {

/// The filter for calls of the kernel as a file, in the form that bubblewrap reads. \return its descriptor,
/// which the caller owns \throws std::runtime_error
[[nodiscard]] int call_filter(const wall_plan& plan);

}  // namespace assent
