#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Ways in which allow rules may mean more than they safely do, for hosts that have to keep rules written for
/// another agent. All are off. Deny and ask rules do not change. Each one that is on is put into the audit.
struct rule_switches {
    /// In paths, `*` and `?` also stand for `/`.
    bool star_crosses_slash = false;
    /// In paths, wildcards also cover components that start with a dot.
    bool allow_dotfiles = false;
    /// `timeout 5 npm test` is covered where `npm test` is: timeout, nice, nohup, stdbuf and time.
    bool allow_sees_through_wrappers = false;
    /// `npm test &` is covered where `npm test` is.
    bool allow_background = false;
    /// Variables that a command may set for itself: with `CI`, `CI=1 npm test` is covered where `npm test`
    /// is. The value has to be plain text.
    std::vector<std::string> allow_env_names{};

    /// None is on.
    [[nodiscard]] bool all_off() const { return *this == rule_switches(); }

    friend bool operator==(const rule_switches&, const rule_switches&) = default;
};

/// Most names in `allow_env_names`.
inline constexpr std::size_t max_env_names = 64;

/// The fault of a name in `allow_env_names`; empty: none. A name is letters, digits and `_`, and no
/// digit first. Variables that may decide what programs run, load or read as settings are refused, by
/// families of names: `PATH`, `LD_PRELOAD`, `GIT_SSH`, `NODE_OPTIONS`, `CFLAGS`.
[[nodiscard]] std::string env_name_flaw(std::string_view name);

/// The switches that are on, such as `allow_background, allow_env_names CI TERM`; empty when all are off.
[[nodiscard]] std::string to_string(const rule_switches& switches);

}  // namespace assent
