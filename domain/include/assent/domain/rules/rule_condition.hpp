#pragma once

#include <assent/domain/match/rule_match.hpp>

#include <boost/system/result.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

class call_reading;

/// The calls that a set of rules is for: all that is named here has to hold.
///
/// What a call does not tell is in doubt. Then the set's deny and ask rules hold, and its allow rules do not.
/// Immutable once a rule has it; any thread may use it.
struct rule_condition {
    std::string agent{};     ///< the program that asks, such as `claude`; empty: any
    std::string subagent{};  ///< the type of the sub-agent that asks; empty: any, and none
    /// The working directory is this folder or lies below it: absolute, or `~/x`; empty: any. Allow rules
    /// demand it of each folder that a command works in; for others one of them is enough.
    std::string folder{};
    bool below = true;      ///< false: the working directory is that folder itself
    std::string session{};  ///< the agent's session; empty: any
    /// Each path that the call names, and each that its commands read, write or go to, lies in the working
    /// directory, links followed.
    bool inside = false;

    // What the host has found out about the folder: see `placed`.
    std::string place{};  ///< the folder with the home written out; empty: that is not known
    std::string leads{};  ///< where it leads; empty: where it says, as far as is known

    /// Why it is none; nothing: it is good.
    struct flaw {
        std::string_view key;
        std::string expected;  ///< "an absolute folder ..."
    };
    [[nodiscard]] std::optional<flaw> find_flaw() const;

    /// Finds out where a path leads; nothing: that cannot be told.
    using path_lookup = std::function<std::optional<std::string>(std::string_view absolute_path)>;
    /// The same with its folder found.
    /// \param home  of the user; empty: not known   \param look  null: nobody looks
    [[nodiscard]] rule_condition placed(std::string_view home, const path_lookup& look) const;

    /// Whether it holds for a call.
    [[nodiscard]] rule_match holds(const call_reading& call) const;

    /// For people, to follow "rule `x`": ` for ~/work/shop, codex`.
    void append_text(std::string& out) const;
    /// What no other condition has the same of.
    [[nodiscard]] std::string key() const;

    /// The same calls are meant. Where its folder lies does not count.
    friend bool operator==(const rule_condition& one, const rule_condition& other) {
        return one.agent == other.agent && one.subagent == other.subagent && one.folder == other.folder &&
               one.below == other.below && one.session == other.session && one.inside == other.inside;
    }
};

}  // namespace assent
