#include <assent/domain/decide/policy.hpp>

#include "../facts/protected_places.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/match/glob.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
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

template <class... Parts>
finding wrong(std::string where, fmt::format_string<Parts...> message, Parts&&... parts) {
    return invalid_policy{std::move(where), fmt::format(message, std::forward<Parts>(parts)...)};
}

// The first finding about one of a list: `check(place, element)`.
template <class List, class Check>
finding check_each(std::string_view name, const List& list, const Check& check) {
    for (std::size_t index = 0; index < list.size(); ++index)
        if (auto found = check(fmt::format("{}[{}]", name, index), list[index])) return found;
    return std::nullopt;
}

finding check_tool_name(std::string where, std::string_view name) {
    if (valid_tool_name(name)) return std::nullopt;
    return wrong(std::move(where),
                 "expected a tool name: 1 to 128 letters, digits, `_`, `.` and `-`, got `{}`",
                 display_text(name));
}

finding check_limits(const std::string& where, const rate_limits& limits) {
    for (const auto& [key, calls] :
         {std::pair("per_minute", limits.per_minute), {"per_hour", limits.per_hour}})
        if (calls && *calls > max_calls_per_window)
            return wrong(fmt::format("{}.{}", where, key), "expected at most {} calls, got {}",
                         max_calls_per_window, *calls);
    return std::nullopt;
}

finding check_loop(std::optional<std::size_t> calls) {
    if (!calls || (*calls > 0 && *calls <= max_loop_calls)) return std::nullopt;
    return wrong("loop", "expected 1 to {} calls, got {}", max_loop_calls, *calls);
}

finding check_scratch(const policy& of) {
    return check_each("scratch", of.scratch, [](std::string where, const std::string& folder) -> finding {
        const bool root = folder.find_first_not_of('/') == folder.npos;
        if (!root && folder.starts_with('/') && normal_path(folder, "/") == folder) return std::nullopt;
        return wrong(
            std::move(where),
            "expected the absolute path of a folder without `.`, `..` and a slash at its end, such as "
            "`/tmp`, got `{}`",
            display_text(folder));
    });
}

// The rule that such a pattern becomes has to be one that is accepted. Its messages begin with the rule's own
// field, which means nothing to whoever wrote the list.
finding check_pattern(std::string where, std::string_view tool_pattern, const json_object& input_pattern) {
    const auto made =
        permission_rule::make(tool_pattern, input_pattern, rule_behavior::deny, rule_origin::host);
    if (made) return std::nullopt;
    constexpr std::string_view end_of_field = "`: ";
    const std::string& message = made.error().message;
    const auto end = message.find(end_of_field);
    return invalid_policy{
        std::move(where),
        display_text(end == message.npos ? message : message.substr(end + end_of_field.size()))};
}

finding check_blocked(const policy& of) {
    auto found = check_each(
        "blocked_tools", of.blocked_tools,
        [](std::string where, const std::string& tool) { return check_pattern(std::move(where), tool, {}); });
    if (found) return found;
    found = check_each("blocked_commands", of.blocked_commands,
                       [](std::string where, const std::string& command) {
                           return check_pattern(std::move(where), "*", {{"command", command}});
                       });
    if (found) return found;
    return check_each("disabled_categories", of.disabled_categories,
                      [](std::string where, const std::string& name) -> finding {
                          if (!name.empty()) return std::nullopt;
                          return wrong(std::move(where),
                                       "expected the name of a category, got an empty string");
                      });
}

// That a wildcard blocks a trusted tool is no contradiction: what is blocked is an exception then.
finding check_trusted(const policy& of) {
    return check_each("trusted_tools", of.trusted_tools, [&](std::string where, const std::string& name) {
        if (auto found = check_tool_name(where, name)) return found;
        const auto blocks = [&](const std::string& pattern) {
            const glob blocked(pattern);
            return blocked.literal() && blocked.literal_text() == name;
        };
        if (std::ranges::any_of(of.blocked_tools, blocks))
            return wrong(std::move(where), "expected a tool that is not in blocked_tools, got `{}`", name);
        const auto tool = of.tools.find(name);
        if (tool != of.tools.end() && tool->second.decision == tool_default::deny)
            return wrong(fmt::format("tools.{}.decision", name),
                         "expected allow or ask for a tool in trusted_tools, got deny");
        return finding();
    });
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
        return wrong("questions.timeout", "expected a time, or 0 to wait for ever, got one below 0");
    return std::nullopt;
}

finding check_queue(const audit_policy& audit) {
    if (audit.queue_records == 0 || audit.queue_records > max_audit_queue_records)
        return wrong("audit.queue_records", "expected 1 to {} records, got {}", max_audit_queue_records,
                     audit.queue_records);
    if (audit.durability == audit_durability::accepted) return std::nullopt;
    if (audit.queue_records != default_audit_queue_records)
        return wrong("audit.queue_records", "expected {} unless audit.durability is accepted, got {}",
                     default_audit_queue_records, audit.queue_records);
    if (audit.on_overflow != audit_overflow::deny)
        return wrong("audit.on_overflow", "expected deny unless audit.durability is accepted, got block");
    return std::nullopt;
}

finding check_audit(const audit_policy& audit) {
    if (!audit.redact.empty() && audit.inputs != audit_inputs::full)
        return wrong("audit.redact", "expected none unless audit.inputs is full, got {} with audit.inputs {}",
                     audit.redact.size(), audit.inputs ? to_string(*audit.inputs) : "null");
    const auto unnamed = [](std::string where, const std::string& field) -> finding {
        if (!field.empty()) return std::nullopt;
        return wrong(std::move(where), "expected the name of a field, got an empty string");
    };
    if (auto found = check_each("audit.redact", audit.redact, unnamed)) return found;
    if (audit.rotate_bytes != 0 && audit.rotate_bytes < least_rotate_bytes)
        return wrong("audit.rotate", "expected 0 or at least {} bytes, got {}", least_rotate_bytes,
                     audit.rotate_bytes);
    if (audit.keep_files > max_kept_audit_files)
        return wrong("audit.keep", "expected at most {} files, got {}", max_kept_audit_files,
                     audit.keep_files);
    if (audit.keep_days > max_kept_audit_days)
        return wrong("audit.keep_days", "expected at most {} days, got {}", max_kept_audit_days,
                     audit.keep_days);
    if (audit.keep_files != 0 && audit.rotate_bytes == 0)
        return wrong("audit.keep", "expected 0 unless audit.rotate is set, got {}", audit.keep_files);
    return check_queue(audit);
}

finding check_switches(const rule_switches& switches) {
    const auto& names = switches.allow_env_names;
    if (names.size() > max_env_names)
        return wrong("compatibility.allow_env_names", "expected at most {} names, got {}", max_env_names,
                     names.size());
    return check_each("compatibility.allow_env_names", names,
                      [](std::string where, const std::string& name) -> finding {
                          auto flaw = env_name_flaw(name);
                          if (flaw.empty()) return std::nullopt;
                          return invalid_policy{std::move(where), std::move(flaw)};
                      });
}

finding check_rules(const policy& of) {
    if (of.rules.size() > default_max_rules)
        return wrong("rules", "expected at most {} rules, got {}", default_max_rules, of.rules.size());
    return check_each("rules", of.rules, [&](std::string where, const permission_rule& rule) -> finding {
        if (rule.condition() != nullptr)
            if (const auto flaw = rule.condition()->find_flaw())
                return wrong(std::move(where), "expected {} as the {} that the rule is for", flaw->expected,
                             flaw->key);
        if (of.allow_overbroad || !rule.overbroad()) return std::nullopt;
        return wrong(std::move(where),
                     "expected no rule that lets a program run any other unless allow_overbroad is set, got "
                     "`{}`",
                     display_text(rule.text()));
    });
}

finding check_effects(const policy& of) {
    for (const auto effect : {call_effect::destroys, call_effect::runs_code, call_effect::escapes,
                              call_effect::ruins, call_effect::unknown})
        if (of.of_effect(effect) == outcome::allow)
            return wrong(fmt::format("effects.{}", to_string(effect)), "expected ask or deny, got allow");
    for (const auto effect : {call_effect::secret, call_effect::sends, call_effect::destroys,
                              call_effect::escapes, call_effect::ruins})
        if (of.of_effect(effect) == outcome::wall)
            return wrong(
                fmt::format("effects.{}", to_string(effect)),
                "expected what is asked or denied, for a wall is no reason to let it start, got wall");
    return std::nullopt;
}

finding check_examples(const policy& of) {
    return check_each("examples", of.examples, [](const std::string& where, const policy_example& example) {
        return check_tool_name(where + ".tool", example.tool_name);
    });
}

}  // namespace

call_effects policy::walled_effects() const noexcept {
    call_effects walled;
    for (std::size_t each = 0; each < effects.size(); ++each) walled[each] = effects[each] == outcome::wall;
    return walled;
}

std::optional<outcome> policy::of_effects(const call_effects& does) const noexcept {
    call_effects all = does;
    const auto packages = static_cast<std::size_t>(call_effect::runs_packages);
    if (all[packages] && !effects[packages]) {
        all.reset(packages);
        all |= only(call_effect::installs) | only(call_effect::network);
    }
    bool asks = false;
    bool walls = false;
    bool runs = all.any();
    bool reaches = false;
    for (auto left = all.to_ulong(); left != 0; left &= left - 1) {
        const auto effect = static_cast<call_effect>(std::countr_zero(left));
        const auto said = of_effect(effect);
        const bool is_elsewhere = effect == call_effect::services || effect == call_effect::network;
        reaches = reaches || (is_elsewhere && said == outcome::allow);
        if (said == outcome::deny) return outcome::deny;
        asks = asks || said == outcome::ask;
        walls = walls || said == outcome::wall;
        runs = runs && (said == outcome::allow || said == outcome::wall);
    }
    // What is left open beside what is to run behind a wall would take that away from it, and what may ask
    // another machine could not do so there.
    if (asks || (walls && (!runs || (reaches && wall.network != wall_network::all)))) return outcome::ask;
    if (!runs) return std::nullopt;
    return walls ? outcome::wall : outcome::allow;
}

std::optional<invalid_policy> policy::validate() const {
    if (auto found = check_limits("limits", limits)) return found;
    if (auto found = check_loop(loop)) return found;
    if (auto found = check_rules(*this)) return found;
    if (auto found = check_blocked(*this)) return found;
    if (auto found = check_scratch(*this)) return found;
    if (auto found = check_trusted(*this)) return found;
    if (auto found = check_tools(*this)) return found;
    if (auto found = check_effects(*this)) return found;
    if (auto found = check_questions(*this)) return found;
    if (auto found = check_audit(audit)) return found;
    if (auto found = check_switches(switches)) return found;
    return check_examples(*this);
}

policy policy::careful() {
    policy made;
    for (const auto& pattern : secret_path_patterns())
        made.rules.push_back(permission_rule::make(path_rule_tool, {{"path", pattern}}, rule_behavior::ask,
                                                   rule_origin::built_in)
                                 .value());
    made.peer_may_set = peer_mode::never;
    made.protect_gate = true;
    made.tool_defaults = true;
    made.allow_always_safe = true;
    made.audit.chain = true;
    return made;
}

policy policy::standard() {
    policy made = careful();
    made.loop = default_loop_calls;
    for (const auto effect :
         {call_effect::destroys, call_effect::sends, call_effect::escapes, call_effect::secret})
        made.effects[static_cast<std::size_t>(effect)] = outcome::ask;
    made.effects[static_cast<std::size_t>(call_effect::ruins)] = outcome::deny;
    return made;
}

policy policy::project() {
    policy made = standard();
    for (const auto effect : {call_effect::edits, call_effect::services})
        made.effects[static_cast<std::size_t>(effect)] = outcome::allow;
    made.scratch = {"/tmp"};
    return made;
}

policy policy::walled() {
    policy made = project();
    for (const auto effect : {call_effect::runs, call_effect::runs_packages, call_effect::runs_code,
                              call_effect::changes, call_effect::unknown})
        made.effects[static_cast<std::size_t>(effect)] = outcome::wall;
    return made;
}

}  // namespace assent
