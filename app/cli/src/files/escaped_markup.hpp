#pragma once

#include <string>
#include <string_view>

namespace assent::cli {

/// A text as it stands in HTML or XML, between tags or in double quotes. What may not stand there at all is
/// for `display_text`.
[[nodiscard]] inline std::string escaped_markup(std::string_view text) {
    std::string made;
    for (const char letter : text) switch (letter) {
            case '&': made += "&amp;"; break;
            case '<': made += "&lt;"; break;
            case '>': made += "&gt;"; break;
            case '"': made += "&quot;"; break;
            default: made += letter;
        }
    return made;
}

}  // namespace assent::cli
