#pragma once

#include <optional>
#include <string_view>

namespace assent {

/// A file of the page, which is part of the program.
struct web_file {
    std::string_view type;  ///< its media type
    std::string_view text;
};
/// The file of that name, such as `console.js`; nothing when there is none.
[[nodiscard]] std::optional<web_file> find_web_file(std::string_view name) noexcept;

}  // namespace assent
