#pragma once

#include <assent/domain/decide/wall_settings.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// What is left of an environment behind a wall: nothing that names a socket or a secret, and folders that
/// are there. Without a network, package managers are told not to try again.
[[nodiscard]] std::vector<std::string> environment_behind_wall(const std::vector<std::string>& environment,
                                                               std::string_view home, std::string_view folder,
                                                               wall_network network);

}  // namespace assent
