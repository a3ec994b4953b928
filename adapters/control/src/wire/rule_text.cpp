#include <assent/adapters/control/wire/rule_text.hpp>

#include "rule_marks.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_tools.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {
namespace {

constexpr std::string_view root_mark = "//";

boost::system::result<permission_rule, invalid_rule> parse_json_rule(std::string_view text,
                                                                     rule_behavior behavior,
                                                                     rule_origin origin,
                                                                     bool allow_overbroad) {
    json_scanner scanner;
    if (const auto& fault = scanner.scan(text, json_scanner::duplicates::everywhere))
        return invalid_rule{"not a JSON object: " + std::string(to_string(fault.flaw)) + " at byte " +
                            std::to_string(fault.offset)};
    return rule_from_flat(parse_scanned(text), behavior, origin, "rule", allow_overbroad);
}

// `x:*` is how users of agents write `x *`.
std::string command_text(std::string_view pattern) {
    if (pattern.size() <= prefix_end.size() || !pattern.ends_with(prefix_end)) return std::string(pattern);
    return std::string(pattern.substr(0, pattern.size() - prefix_end.size())).append(words_end);
}

// `//x` is how they write an absolute path. Nothing: it begins in a home folder that is not known.
std::optional<std::string> path_text(std::string_view pattern, std::string_view home) {
    if (pattern.starts_with(root_mark)) return std::string(pattern.substr(1));
    if (!pattern.starts_with('~')) return std::string(pattern);
    if (!(pattern == "~" || pattern.starts_with("~/")) || !clean_path(home)) return std::nullopt;
    return escape_pattern(home, field_kind::path).append(pattern.substr(1));
}

std::string rule_meant(std::string_view tool, std::string_view pattern) {
    return fmt::format("; did you mean `{}({})`?", tool, display_text(pattern));
}

// Of a tool that has no main field by that name: what is meant may be a tool that an agent calls so.
std::string tool_meant(std::string_view tool, std::string_view pattern) {
    if (const auto standard = standard_tool_called(tool); !standard.empty())
        return rule_meant(standard, pattern);
    const auto space = tool.rfind(' ');
    if (space != std::string_view::npos && !main_field(tool.substr(space + 1)).empty())
        return rule_meant(tool.substr(space + 1), pattern);
    const auto names = tool_registry::standard()->names();
    return did_you_mean(tool, std::vector<std::string_view>(names.begin(), names.end()));
}

// What may be meant by a text that is no name of a tool: `npm *`, `Bash npm *`, `/npm.*/`.
std::string rule_of_words_meant(std::string_view text) {
    if (text.starts_with('/')) return "; a rule is no regular expression: in it `*` stands for any letters";
    const auto space = text.find(' ');
    if (space == std::string_view::npos) return {};
    const bool names_tool = !main_field(text.substr(0, space)).empty();
    return rule_meant(names_tool ? text.substr(0, space) : "Bash",
                      names_tool ? text.substr(space + 1) : text);
}

boost::system::result<permission_rule, invalid_rule> rule_of_text(std::string_view text,
                                                                  rule_behavior behavior, rule_origin origin,
                                                                  bool allow_overbroad,
                                                                  std::string_view home) {
    // It would cover nothing, because calls are UTF-8, and be another rule once it is written down.
    if (!valid_utf8(text)) return invalid_rule{"expected UTF-8"};
    if (text.starts_with('{')) return parse_json_rule(text, behavior, origin, allow_overbroad);
    const auto open = text.find('(');
    if (open == std::string_view::npos) {
        auto made = permission_rule::make(text, {}, behavior, origin);
        if (!made) return invalid_rule{made.error().message + rule_of_words_meant(text)};
        return made;
    }
    if (!text.ends_with(')')) return invalid_rule{"expected `)` at the end"};
    const auto tool = text.substr(0, open);
    const auto pattern = text.substr(open + 1, text.size() - open - 2);
    const auto field = main_field(tool);
    if (field.empty())
        return invalid_rule{
            "`" + std::string(tool) +
            "` has no main field; write the tool alone, or the rule as JSON with the field's name" +
            tool_meant(tool, pattern)};
    std::string content(pattern);
    switch (kind_of_field(field)) {
        case field_kind::command: content = command_text(pattern); break;
        case field_kind::url:
            if (pattern.starts_with(domain_mark)) content = pattern.substr(domain_mark.size());
            break;
        case field_kind::path: {
            auto path = path_text(pattern, home);
            if (!path)
                return invalid_rule{
                    "expected an absolute path in place of `~`: no home folder is known here"};
            content = std::move(*path);
            break;
        }
        case field_kind::glob:
        case field_kind::search:
        case field_kind::text: break;
    }
    json_object fields;
    fields.emplace(field, json_string(content));
    auto made = permission_rule::make(tool, fields, behavior, origin, allow_overbroad);
    if (!made && pattern.find("),") != std::string_view::npos)
        return invalid_rule{made.error().message +
                            "; of several rules each has an option of its own, or is an element of a list"};
    return made;
}

}  // namespace

boost::system::result<permission_rule, invalid_rule> parse_rule(std::string_view text, rule_behavior behavior,
                                                                rule_origin origin, bool allow_overbroad,
                                                                std::string_view home) {
    auto made = rule_of_text(text, behavior, origin, allow_overbroad, home);
    if (!made) return invalid_rule{made.error().message, std::string(text)};
    return made;
}

}  // namespace assent
