#include <assent/domain/rules/permission_rule.hpp>

#include <assent/domain/tool_call.hpp>

#include <algorithm>
#include <utility>

// How a rule is compiled, and what it was compiled as.
namespace assent {
namespace {

invalid_rule at_field(std::string_view name, std::string_view message) {
    return {"`input_pattern." + std::string(name) + "`: " + std::string(message)};
}

// What every pattern has to be, whatever it is for. Empty when it is all right.
std::string pattern_flaw(std::string_view pattern) {
    if (pattern.empty()) return "expected a pattern, got an empty string";
    if (pattern.size() > max_pattern_bytes)
        return "pattern longer than " + std::to_string(max_pattern_bytes) + " bytes";
    if (dangling_escape(pattern)) return "pattern ends in a `\\` that escapes nothing";
    if (glob(pattern).wildcards() > max_pattern_wildcards)
        return "pattern with more than " + std::to_string(max_pattern_wildcards) + " wildcards";
    return {};
}

}  // namespace

boost::system::result<permission_rule::value_pattern, invalid_rule> permission_rule::compile(
    std::string_view name, const json_value& pattern, field_kind kind, rule_behavior behavior,
    bool allow_overbroad) {
    if (!pattern.is_string()) {
        if (!all_finite(pattern)) return at_field(name, "expected finite numbers");
        return value_pattern(pattern);
    }
    const std::string_view text(pattern.get_string().data(), pattern.get_string().size());
    if (const auto flaw = pattern_flaw(text); !flaw.empty()) return at_field(name, flaw);
    const auto lift = [&](auto made) -> boost::system::result<value_pattern, invalid_rule> {
        if (!made) return at_field(name, made.error().message);
        return value_pattern(std::move(*made));
    };
    switch (kind) {
        case field_kind::command: return lift(command_pattern::make(text, behavior, allow_overbroad));
        case field_kind::path: return lift(path_pattern::make(text, behavior));
        case field_kind::url: return lift(url_pattern::make(text));
        case field_kind::text: break;
    }
    return value_pattern(glob(text));
}

std::optional<invalid_rule> permission_rule::add_field(std::string_view name, const json_value& pattern,
                                                       field_kind kind, bool allow_overbroad) {
    auto compiled = compile(name, pattern, kind, behavior_, false);
    if (!compiled && allow_overbroad) {
        compiled = compile(name, pattern, kind, behavior_, true);
        overbroad_ = overbroad_ || compiled.has_value();
    }
    if (!compiled) return compiled.error();
    fields_.push_back({std::string(name), std::move(*compiled)});
    return std::nullopt;
}

boost::system::result<permission_rule, invalid_rule> permission_rule::make(std::string_view tool_pattern,
                                                                           const json_object& input_pattern,
                                                                           rule_behavior behavior,
                                                                           rule_origin origin,
                                                                           bool allow_overbroad) {
    if (const auto flaw = pattern_flaw(tool_pattern); !flaw.empty())
        return invalid_rule{"`tool_pattern`: " + flaw};
    const auto nameable = [](const char& byte) {
        return valid_tool_name({&byte, 1}) || byte == '*' || byte == '?' || byte == '\\';
    };
    if (!std::all_of(tool_pattern.begin(), tool_pattern.end(), nameable))
        return invalid_rule{"`tool_pattern`: expected letters, digits, `_`, `.`, `-`, `*` and `?`, got `" +
                            std::string(tool_pattern) + "`"};
    if (input_pattern.size() > max_rule_fields)
        return invalid_rule{"`input_pattern`: more than " + std::to_string(max_rule_fields) + " fields"};
    permission_rule made;
    made.behavior_ = behavior;
    made.origin_ = origin;
    made.tool_text_ = tool_pattern;
    made.tool_ = glob(tool_pattern);
    made.input_pattern_ = input_pattern;
    for (const auto& member : input_pattern) {
        const std::string_view name = member.key();
        if (auto flaw = made.add_field(name, member.value(), kind_of_field(name), allow_overbroad))
            return std::move(*flaw);
    }
    return made;
}

std::optional<field_kind> permission_rule::kind_in(std::string_view field_name) const noexcept {
    const auto found = std::find_if(fields_.begin(), fields_.end(),
                                    [&](const field_pattern& each) { return each.name == field_name; });
    if (found == fields_.end()) return std::nullopt;
    if (std::holds_alternative<glob>(found->expected)) return field_kind::text;
    if (std::holds_alternative<command_pattern>(found->expected)) return field_kind::command;
    if (std::holds_alternative<path_pattern>(found->expected)) return field_kind::path;
    if (std::holds_alternative<url_pattern>(found->expected)) return field_kind::url;
    return std::nullopt;
}

boost::system::result<permission_rule, invalid_rule> permission_rule::with_kinds(
    std::span<const std::pair<std::string, field_kind>> kinds) const {
    permission_rule made = *this;
    made.fields_.clear();
    made.overbroad_ = false;
    for (const auto& member : input_pattern_) {
        const std::string_view name = member.key();
        const auto known =
            std::find_if(kinds.begin(), kinds.end(), [&](const auto& each) { return each.first == name; });
        const field_kind kind = known == kinds.end() ? kind_of_field(name) : known->second;
        if (auto flaw = made.add_field(name, member.value(), kind, overbroad_)) return std::move(*flaw);
    }
    return made;
}

}  // namespace assent
