#pragma once

#include "differential/shell/dice.hpp"

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/shell/rule_switches.hpp>

#include <memory>
#include <string>
#include <vector>

namespace assent::differential {

/// A call with all that belongs to it.
struct random_call {
    std::string tool_name;
    std::shared_ptr<const kept_input> input;
    std::string cwd;
    resolved_paths resolved;
    bool looked_at = false;  ///< somebody has resolved the paths
    rule_switches switches;

    [[nodiscard]] tool_call view() const {
        tool_call call{.tool_name = tool_name, .input = *input, .cwd = cwd};
        if (looked_at) call.resolved = &resolved;
        return call;
    }
    /// For people, when something is wrong with it.
    [[nodiscard]] std::string text() const;
};

/// A rule of any behavior and origin. Few words, so that rules and calls have much in common; the patterns
/// hold everything that the syntax knows.
[[nodiscard]] permission_rule make_random_rule(dice& random);

/// Calls like those that the rules speak of, some of them odd: other types, other spellings, unclear
/// commands.
[[nodiscard]] random_call make_random_call(dice& random);

}  // namespace assent::differential
