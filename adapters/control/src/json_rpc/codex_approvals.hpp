#pragma once

#include "../lines/line_edits.hpp"

#include <string>
#include <string_view>

/// Where a client of Codex says when Codex is to ask, and whom.
namespace assent {

/// The settings of a request that decide about asking, and what stands in their place.
///
/// They are members of requests (`approvalPolicy`), of objects in the form of config.toml
/// (`approval_policy`, also as the end of a dotted key), and what a `keyPath` leads to. Source: the schema of
/// 0.169.0, and what it did with the others of its configuration.
class codex_approvals {
public:
    /// \param edits  of the line in which everything lies that is looked at
    explicit codex_approvals(line_edits& edits) : edits_(edits) {}

    /// Looks at a value and all that is in it.
    void look_at(std::string_view value);

    /// Something other than asking the client about everything was replaced.
    [[nodiscard]] bool replaced() const noexcept { return replaced_; }
    /// A form that is not understood; empty: there is none.
    [[nodiscard]] const std::string& flaw() const noexcept { return flaw_; }

private:
    void look_into_object(std::string_view object);
    /// \return it was a setting: its value need not be looked at
    bool look_at_setting(std::string_view key, std::string_view value);

    line_edits& edits_;
    bool replaced_ = false;
    std::string flaw_;
};

}  // namespace assent
