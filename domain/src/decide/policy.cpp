#include <assent/domain/decide/policy.hpp>

#include "protected_places.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/glob.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace assent {
void throw_exception_from_error(const invalid_policy& error, const boost::source_location&) {
    throw std::invalid_argument(error.where + ": " + error.message);
}

std::ostream& operator<<(std::ostream& out, const invalid_policy& error) {
    return out << error.where << ": " << error.message;
}

namespace {

using finding = std::optional<invalid_policy>;

constexpr std::string_view a_tool_name =
    "expected a tool name: 1 to 128 letters, digits, `_`, `.` and `-`, got `";

std::string element(std::string_view list, std::size_t index) {
    return std::string(list).append("[").append(std::to_string(index)).append("]");
}

finding check_tool_name(std::string where, std::string_view name) {
    if (valid_tool_name(name)) return std::nullopt;
    return invalid_policy{std::move(where), std::string(a_tool_name).append(display_text(name)).append("`")};
}

finding check_limit(const std::string& where, std::string_view key, std::optional<std::size_t> calls) {
    if (!calls || *calls <= max_calls_per_window) return std::nullopt;
    return invalid_policy{
        where + "." + std::string(key),
        "expected at most " + std::to_string(max_calls_per_window) + " calls, got " + std::to_string(*calls)};
}

finding check_limits(const std::string& where, const rate_limits& limits) {
    if (auto found = check_limit(where, "per_minute", limits.per_minute)) return found;
    return check_limit(where, "per_hour", limits.per_hour);
}

// The rule that such a pattern becomes has to be one that is accepted. Its messages begin with the rule's own
// field, which means nothing to whoever wrote the list.
finding check_pattern(std::string where, std::string_view tool_pattern, const json_object& input_pattern) {
    const auto made =
        permission_rule::make(tool_pattern, input_pattern, rule_behavior::deny, rule_origin::host);
    if (made) return std::nullopt;
    constexpr std::string_view end_of_field = "`: ";
    const std::string& message = made.error().message;
    const auto at = message.find(end_of_field);
    return invalid_policy{
        std::move(where),
        display_text(at == std::string::npos ? message : message.substr(at + end_of_field.size()))};
}

finding check_blocked(const policy& of) {
    for (std::size_t i = 0; i < of.blocked_tools.size(); ++i)
        if (auto found = check_pattern(element("blocked_tools", i), of.blocked_tools[i], {})) return found;
    for (std::size_t i = 0; i < of.blocked_commands.size(); ++i) {
        json_object command;
        command.emplace("command", of.blocked_commands[i]);
        if (auto found = check_pattern(element("blocked_commands", i), "*", command)) return found;
    }
    for (std::size_t i = 0; i < of.disabled_categories.size(); ++i)
        if (of.disabled_categories[i].empty())
            return invalid_policy{element("disabled_categories", i),
                                  "expected the name of a category, got an empty string"};
    return std::nullopt;
}

// That a wildcard blocks a trusted tool is no contradiction: what is blocked is an exception then.
finding check_trusted(const policy& of) {
    for (std::size_t i = 0; i < of.trusted_tools.size(); ++i) {
        const std::string& name = of.trusted_tools[i];
        if (auto found = check_tool_name(element("trusted_tools", i), name)) return found;
        const auto blocks = [&](const std::string& pattern) {
            const glob blocked(pattern);
            return blocked.literal() && blocked.literal_text() == name;
        };
        if (std::any_of(of.blocked_tools.begin(), of.blocked_tools.end(), blocks))
            return invalid_policy{element("trusted_tools", i),
                                  "expected a tool that is not in blocked_tools, got `" + name + "`"};
        const auto found = of.tools.find(name);
        if (found != of.tools.end() && found->second.decision == tool_default::deny)
            return invalid_policy{"tools." + name + ".decision",
                                  "expected allow or ask for a tool in trusted_tools, got deny"};
    }
    return std::nullopt;
}

finding check_tools(const policy& of) {
    for (const auto& [name, tool] : of.tools) {
        if (auto found = check_tool_name("tools", name)) return found;
        if (!tool.limits) continue;
        if (auto found = check_limits("tools." + name + ".limits", *tool.limits)) return found;
    }
    return std::nullopt;
}

finding check_questions(const policy& of) {
    if (auto flaw = grant_terms::for_time(of.grant_time).flaw())
        return invalid_policy{"grants.time", std::move(*flaw)};
    if (auto flaw = grant_terms::for_uses(of.grant_uses).flaw())
        return invalid_policy{"grants.uses", std::move(*flaw)};
    if (of.question_timeout < duration::zero())
        return invalid_policy{"questions.timeout", "expected a time, or 0 to wait for ever, got one below 0"};
    return std::nullopt;
}

finding check_queue(const audit_policy& audit) {
    if (audit.queue_records == 0 || audit.queue_records > max_audit_queue_records)
        return invalid_policy{"audit.queue_records",
                              "expected 1 to " + std::to_string(max_audit_queue_records) + " records, got " +
                                  std::to_string(audit.queue_records)};
    if (audit.durability == audit_durability::accepted) return std::nullopt;
    if (audit.queue_records != default_audit_queue_records)
        return invalid_policy{"audit.queue_records", "expected " +
                                                         std::to_string(default_audit_queue_records) +
                                                         " unless audit.durability is accepted, got " +
                                                         std::to_string(audit.queue_records)};
    if (audit.on_overflow != audit_overflow::deny)
        return invalid_policy{"audit.on_overflow",
                              "expected deny unless audit.durability is accepted, got block"};
    return std::nullopt;
}

finding check_audit(const audit_policy& audit) {
    if (!audit.redact.empty() && audit.inputs != audit_inputs::full)
        return invalid_policy{"audit.redact", "expected none unless audit.inputs is full, got " +
                                                  std::to_string(audit.redact.size()) +
                                                  " with audit.inputs " +
                                                  std::string(to_string(audit.inputs))};
    for (std::size_t i = 0; i < audit.redact.size(); ++i)
        if (audit.redact[i].empty())
            return invalid_policy{element("audit.redact", i),
                                  "expected the name of a field, got an empty string"};
    if (audit.rotate_bytes != 0 && audit.rotate_bytes < least_rotate_bytes)
        return invalid_policy{"audit.rotate", "expected 0 or at least " + std::to_string(least_rotate_bytes) +
                                                  " bytes, got " + std::to_string(audit.rotate_bytes)};
    if (audit.keep_files > max_kept_audit_files)
        return invalid_policy{"audit.keep", "expected at most " + std::to_string(max_kept_audit_files) +
                                                " files, got " + std::to_string(audit.keep_files)};
    if (audit.keep_files != 0 && audit.rotate_bytes == 0)
        return invalid_policy{
            "audit.keep", "expected 0 unless audit.rotate is set, got " + std::to_string(audit.keep_files)};
    return check_queue(audit);
}

finding check_switches(const rule_switches& switches) {
    const auto& names = switches.allow_env_names;
    if (names.size() > max_env_names)
        return invalid_policy{"compatibility.allow_env_names",
                              "expected at most " + std::to_string(max_env_names) + " names, got " +
                                  std::to_string(names.size())};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (auto flaw = env_name_flaw(names[i]); !flaw.empty())
            return invalid_policy{element("compatibility.allow_env_names", i), std::move(flaw)};
    return std::nullopt;
}

finding check_rules(const policy& of) {
    if (of.rules.size() > default_max_rules)
        return invalid_policy{"rules", "expected at most " + std::to_string(default_max_rules) +
                                           " rules, got " + std::to_string(of.rules.size())};
    for (std::size_t i = 0; i < of.rules.size() && !of.allow_overbroad; ++i)
        if (of.rules[i].overbroad())
            return invalid_policy{element("rules", i),
                                  "expected no rule that lets a program run any other unless allow_overbroad "
                                  "is set, got `" +
                                      display_text(of.rules[i].text()) + "`"};
    return std::nullopt;
}

finding check_effects(const policy& of) {
    for (const auto effect : {call_effect::destroys, call_effect::escapes, call_effect::unknown})
        if (of.of_effect(effect) == outcome::allow)
            return invalid_policy{"effects." + std::string(to_string(effect)),
                                  "expected ask or deny, got allow"};
    return std::nullopt;
}

finding check_examples(const policy& of) {
    for (std::size_t i = 0; i < of.examples.size(); ++i)
        if (auto found = check_tool_name(element("examples", i) + ".tool", of.examples[i].tool_name))
            return found;
    return std::nullopt;
}

}  // namespace

std::optional<outcome> policy::of_effects(const call_effects& all) const noexcept {
    bool asks = false;
    bool allows = all.any();
    for (std::size_t each = 0; each < all.size(); ++each) {
        if (!all[each]) continue;
        if (effects[each] == outcome::deny) return outcome::deny;
        asks = asks || effects[each] == outcome::ask;
        allows = allows && effects[each] == outcome::allow;
    }
    if (asks) return outcome::ask;
    return allows ? std::optional(outcome::allow) : std::nullopt;
}

std::optional<invalid_policy> policy::validate() const {
    if (auto found = check_limits("limits", limits)) return found;
    if (auto found = check_rules(*this)) return found;
    if (auto found = check_blocked(*this)) return found;
    if (auto found = check_trusted(*this)) return found;
    if (auto found = check_tools(*this)) return found;
    if (auto found = check_effects(*this)) return found;
    if (auto found = check_questions(*this)) return found;
    if (auto found = check_audit(audit)) return found;
    if (auto found = check_switches(switches)) return found;
    return check_examples(*this);
}

policy policy::standard() {
    policy made;
    for (const auto& pattern : secret_path_patterns())
        made.rules.push_back(permission_rule::make(path_rule_tool, {{"path", pattern}}, rule_behavior::ask,
                                                   rule_origin::built_in)
                                 .value());
    made.peer_may_set = peer_mode::never;
    made.limits = default_rate_limits();
    made.tool_defaults = true;
    made.allow_always_safe = true;
    made.audit.chain = true;
    return made;
}

}  // namespace assent
