#pragma once

#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <optional>
#include <string>
#include <vector>

namespace assent {

/// The place where the peer is to keep an update. The flat dialect does not carry it.
enum class update_destination : unsigned char {
    session,           ///< in memory, until the session ends
    local_settings,    ///< the project's settings of this user
    project_settings,  ///< the project's shared settings
    user_settings,     ///< the user's settings
    cli_arg,           ///< in memory, as if given on the agent's command line
};
/// As agents say it, and policies.
[[nodiscard]] constexpr auto enum_words(update_destination) noexcept {
    return word_table("session", "localSettings", "projectSettings", "userSettings", "cliArg");
}

/// A change of permission state that travels with an answer, or that a peer suggests.
///
/// What Assent understands it can store; everything else a peer may send (directories, modes of
/// the agent's own, kinds that do not exist yet) is carried as `opaque`: returned where it is
/// accepted, never stored.
struct permission_update {
    enum class kind : unsigned char { add_rules, replace_rules, remove_rules, set_mode, opaque };

    kind what = kind::opaque;
    /// For the three rule kinds: all have the behavior named beside them. In an opaque update, those
    /// of its rules that could be read; they are looked at, and never stored.
    std::vector<permission_rule> rules{};
    rule_behavior behavior = rule_behavior::allow;
    /// For `set_mode`.
    permission_mode mode = permission_mode::ask;
    update_destination destination = update_destination::session;
    /// It sets a mode, be it one that has no meaning here.
    bool sets_mode = false;
    /// For an opaque update that sets a mode of the agent's own: which mode that is in the agent's own gate.
    /// The gate of whoever answers an agent does not follow it.
    std::optional<permission_mode> agent_mode{};
    /// For an opaque update: why the first of its rules that has no meaning here has none; empty: it is
    /// opaque for another reason.
    std::string why_opaque{};
    /// The update as the peer wrote it; null when it was made here. An update that is returned to
    /// the peer it came from goes back as this value.
    json_value wire = nullptr;
};

/// Adds rules of one behavior.
[[nodiscard]] permission_update add_rules(std::vector<permission_rule> rules,
                                          update_destination destination = update_destination::session);
[[nodiscard]] permission_update set_mode(permission_mode mode,
                                         update_destination destination = update_destination::session);

[[nodiscard]] constexpr auto enum_words(permission_update::kind) noexcept {
    return word_table("add_rules", "replace_rules", "remove_rules", "set_mode", "opaque");
}

}  // namespace assent
