#include <assent/domain/permission_mode.hpp>

#include <array>
#include <ostream>

namespace assent {
namespace {

constexpr std::array all_modes{permission_mode::ask, permission_mode::allow, permission_mode::deny};

// How much a mode lets through.
int looseness(permission_mode mode) noexcept {
    switch (mode) {
        case permission_mode::deny: return 0;
        case permission_mode::ask: return 1;
        case permission_mode::allow: return 2;
    }
    return 2;
}

}  // namespace

std::string_view to_string(permission_mode mode) noexcept {
    switch (mode) {
        case permission_mode::ask: return "ask";
        case permission_mode::allow: return "allow";
        case permission_mode::deny: return "deny";
    }
    return "?";
}

std::optional<permission_mode> parse_permission_mode(std::string_view name) noexcept {
    for (const permission_mode mode : all_modes)
        if (name == to_string(mode)) return mode;
    return std::nullopt;
}

bool peer_may_change(peer_mode limit, permission_mode from, permission_mode to) noexcept {
    if (from == to) return true;
    switch (limit) {
        case peer_mode::any: return true;
        case peer_mode::stricter: return looseness(to) < looseness(from);
        case peer_mode::never: return false;
    }
    return false;
}

std::ostream& operator<<(std::ostream& out, permission_mode mode) { return out << to_string(mode); }

}  // namespace assent
