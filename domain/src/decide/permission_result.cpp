#include <assent/domain/decide/permission_result.hpp>

#include <array>
#include <ostream>

namespace assent {

std::string_view to_string(remember keep) noexcept {
    switch (keep) {
        case remember::none: return "none";
        case remember::session: return "session";
        case remember::always: return "always";
    }
    return "?";
}

std::optional<remember> parse_remember(std::string_view name) noexcept {
    for (const auto keep : std::array{remember::none, remember::session, remember::always})
        if (name == to_string(keep)) return keep;
    return std::nullopt;
}

std::ostream& operator<<(std::ostream& out, remember keep) { return out << to_string(keep); }

}  // namespace assent
