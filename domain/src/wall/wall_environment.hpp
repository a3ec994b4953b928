#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// What is left of an environment behind a wall: nothing that names a socket or a secret, and folders that
/// are there.
[[nodiscard]] std::vector<std::string> environment_behind_wall(const std::vector<std::string>& environment,
                                                               std::string_view home,
                                                               std::string_view folder);

}  // namespace assent
