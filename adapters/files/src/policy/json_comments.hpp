#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assent::detail {

/// JSON without what people add to it, byte for byte in the same place.
struct bare_json {
    std::string text;
    std::optional<std::size_t> unclosed_comment{};  ///< where a comment begins that does not end
};

/// Puts blanks in the place of `//` and `/* */` comments, of a comma behind the last element of a list or an
/// object, and of the CR in CRLF. Inside strings nothing changes; line breaks stay. Whatever else is not JSON
/// is still not JSON afterwards.
[[nodiscard]] bare_json without_comments(std::string_view text);

}  // namespace assent::detail
