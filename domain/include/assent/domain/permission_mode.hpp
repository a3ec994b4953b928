#pragma once

#include <iosfwd>
#include <optional>
#include <string_view>

namespace assent {

/// What happens to a call that neither a deny rule nor an ask rule stops.
enum class permission_mode : unsigned char {
    ask,    ///< allow rules allow; everything else is asked
    allow,  ///< everything is allowed, except what deny and ask rules stop
    deny,   ///< everything is denied
};

/// The mode's name, as `--mode` and the flat dialect spell it: `ask`, `allow` or `deny`.
[[nodiscard]] std::string_view to_string(permission_mode mode) noexcept;

/// The mode of that name; nothing when there is none. Case counts.
[[nodiscard]] std::optional<permission_mode> parse_permission_mode(std::string_view name) noexcept;

/// Whether the peer may change the mode with `set_permission_mode`.
enum class peer_mode : unsigned char {
    any,       ///< yes, to any mode
    stricter,  ///< only to a mode that allows less: allow -> ask -> deny
    never,     ///< no; the host alone sets it
};

/// True when a peer that is limited by `limit` may change the mode from `from` to `to`.
/// Asking for the mode that is already set is always permitted.
[[nodiscard]] bool peer_may_change(peer_mode limit, permission_mode from, permission_mode to) noexcept;

std::ostream& operator<<(std::ostream& out, permission_mode mode);

}  // namespace assent
