#pragma once

#include <assent/domain/call/permission_mode.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/tools/agent_facts.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assent::cli {

/// The rules that a user has in an agent already, as rules of ours.
struct found_rules {
    std::vector<permission_rule> rules{};
    std::map<std::string, std::string> origins{};  ///< where each stands, by its key
    std::optional<permission_mode> mode{};
    std::map<std::string, tool_default> tools{};  ///< what becomes of uses about which no rule says anything
    bool through_wrappers = false;                ///< `allow_sees_through_wrappers` is on in the agent
    std::string report{};  ///< for people, a line for each file, and for each rule that is not as it was
};

/// The user's own, and the administrator's, wherever the agent keeps them. What cannot be read allows
/// nothing, and the report says why.
[[nodiscard]] found_rules rules_of_user(const hook_place& place);

}  // namespace assent::cli
