#pragma once

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <boost/json/parse.hpp>

#include <string>
#include <string_view>

/// Short ways to write rules and calls in tests.
namespace assent {

inline json_object object(std::string_view text) { return boost::json::parse(text).as_object(); }

inline permission_rule make_rule(rule_behavior behavior, std::string_view tool,
                                 std::string_view fields = "{}", rule_origin origin = rule_origin::host) {
    return permission_rule::make(tool, object(fields), behavior, origin).value();
}

/// Why a rule is refused; empty when it is not.
inline std::string flaw(rule_behavior behavior, std::string_view tool, const json_object& fields = {}) {
    const auto made = permission_rule::make(tool, fields, behavior, rule_origin::host);
    return made ? std::string() : made.error().message;
}

inline rule_match match(const permission_rule& rule, std::string_view tool, const json_object& input = {},
                        std::string_view cwd = {}) {
    const auto kept = make_input(input);
    const tool_call call{.tool_name = tool, .input = *kept, .cwd = cwd};
    return rule.match(call_reading(call));
}

inline rule_match match(const permission_rule& rule, std::string_view tool, std::string_view input) {
    return match(rule, tool, object(input));
}

}  // namespace assent
