#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <string_view>

namespace assent {

/// The treatment of a call that neither a deny rule nor an ask rule stops.
enum class permission_mode : unsigned char {
    ask,           ///< allow rules allow; everything else is asked
    allow,         ///< everything is allowed, except what deny and ask rules stop
    deny,          ///< everything is denied
    accept_edits,  ///< as `ask`, and edits of clean, non-hidden paths inside the working directory are
                   ///< allowed
    plan,          ///< as `ask`, but nothing stored allows anything except calls that only look
    dont_ask,      ///< as `ask`, but what would be asked is denied
};

/// The mode's name, as `--mode` and policy files spell it: `ask`, `allow`, `deny`, `accept_edits`, `plan`,
/// `dont_ask`.
[[nodiscard]] constexpr auto enum_words(permission_mode) noexcept {
    return word_table("ask", "allow", "deny", "accept_edits", "plan", "dont_ask");
}

/// The changes of mode that a peer may make with `set_permission_mode`.
enum class peer_mode : unsigned char {
    any,  ///< yes, to any mode
    /// To any mode but `allow`: as agents do that were not launched for bypassing permissions.
    any_but_allow,
    /// Only to a mode that lets less through: from `allow` to any, from `accept_edits` to `ask` and what is
    /// stricter than that, from `ask` to `plan` or `dont_ask`, from all to `deny`.
    stricter,
    never,  ///< no; the host alone sets it
};

/// True when a peer that is limited by `limit` may change the mode from `from` to `to`.
/// Asking for the mode that is already set is always permitted.
[[nodiscard]] bool peer_may_change(peer_mode limit, permission_mode from, permission_mode to) noexcept;

}  // namespace assent
