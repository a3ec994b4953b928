#pragma once

#include <assent/domain/match/path_reading.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace assent {

/// Why a folder that somebody names cannot be an agent's working directory, for people; empty: it can.
[[nodiscard]] inline std::string why_no_working_directory(std::string_view folder) {
    if (folder.starts_with('/') && normal_path(folder, {}) == folder) return {};
    return std::string("expected an absolute path without `.`, `..` and doubled `/`, got `")
        .append(folder)
        .append("`");
}

/// The working directory that a host has set; empty: it is not known.
/// \throws std::invalid_argument when it cannot be one
[[nodiscard]] inline std::string set_working_directory(std::string cwd) {
    if (const auto why = cwd.empty() ? std::string() : why_no_working_directory(cwd); !why.empty())
        throw std::invalid_argument("cwd: " + why);
    return cwd;
}

}  // namespace assent
