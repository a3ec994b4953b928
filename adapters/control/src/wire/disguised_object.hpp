#pragma once

#include <string_view>

namespace assent {

/// What another reader of lines could find in a line that does not begin with an object.
struct disguised_object {
    std::string_view what{};    ///< empty: nothing
    std::string_view object{};  ///< the object, where it is all of the line but for odd white space in front
};

/// Looks for what readers would find that split lines at other line ends than LF, or strip more white space
/// than JSON has. \param line  without its end
[[nodiscard]] disguised_object find_disguised_object(std::string_view line) noexcept;

}  // namespace assent
