#pragma once

#include <string_view>

namespace assent {

/// Where a path lies, seen from a working directory. Text only: no file is looked at.
enum class path_place : unsigned char {
    inside,         ///< surely below it: a clean path, without a component that starts with a dot
    inside_hidden,  ///< below it, in or behind a component that starts with a dot
    outside,        ///< surely not below it
    unknown,        ///< cannot be told: not clean, relative without a directory, `~`, too long
};

/// \param cwd  an absolute, clean directory; anything else makes the place unknown
[[nodiscard]] path_place place_of(std::string_view path, std::string_view cwd);

}  // namespace assent
