// Cursor, by its documents: `Shell(git)`, `Read(src/**)`, `Write(.env)` in `cli-config.json`, where denials
// are the strongest, and in `permissions.json` how commands begin that are not asked about.
#include "../install/json_settings.hpp"
#include "brought_rules.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/files/policy_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assent::cli {
namespace {

constexpr std::string_view key_of_permissions = "permissions";
constexpr std::string_view key_of_commands = "terminalAllowlist";

brought_rule shell_rule(rule_behavior behavior, const std::string& written, std::string content,
                        const settings_source& source) {
    if (content.find_first_not_of('*') == std::string::npos)
        return import::fielded(behavior, written, "Bash");
    // `curl:*`: the program, and a pattern for what follows.
    const auto colon = content.find(':');
    const bool words = content.find(' ') != std::string::npos;
    if (colon != std::string::npos)
        content[colon] = ' ';
    else if (words && behavior == rule_behavior::allow)
        return import::left_out(behavior, written, "Bash", "there it is compared with the first word alone");
    if (behavior == rule_behavior::allow && content.find(':') != std::string::npos)
        return import::left_out(behavior, written, "Bash", "there its second `:` is a letter of the command");
    if (!content.ends_with('*'))
        content += behavior == rule_behavior::allow && colon != std::string::npos ? "" : " *";
    return import::nested(behavior, written, {"Bash", content}, source);
}

// A path from the folder of a project, which is known of a project's own settings alone.
brought_rule path_rule(rule_behavior behavior, const std::string& written, std::string tool,
                       std::string content, const settings_source& source) {
    if (content.starts_with('/')) content.insert(0, "/");
    if (behavior == rule_behavior::allow || tool == "Read")
        return import::nested(behavior, written, {std::move(tool), std::move(content)}, source);
    if (content.find_first_of("[]{}\\!~") != std::string::npos || content.find("..") != std::string::npos)
        return import::left_out(behavior, written, "Edit",
                                "expected a path with no other signs than `*` and `?`");
    while (content.starts_with("./")) content.erase(0, 2);
    const auto pattern = content.starts_with('/')    ? content.substr(1)
                         : content.starts_with("**") ? content
                                                     : "**/" + content;
    return import::fielded(behavior, written, "Edit", "file_path", pattern);
}

void read_rule(rule_behavior behavior, const std::string& written, const settings_source& source,
               brought_rules& into) {
    const auto open = written.find('(');
    const auto kind = written.substr(0, open);
    const auto content =
        open == std::string::npos ? std::string("*") : written.substr(open + 1, written.size() - open - 2);
    if (content.empty() || (open != std::string::npos && !written.ends_with(')')))
        return into.rules.push_back(import::left_out(behavior, written, "*", "expected `Kind(content)`"));
    if (kind == "Shell") return into.rules.push_back(shell_rule(behavior, written, content, source));
    if (kind == "Read") return into.rules.push_back(path_rule(behavior, written, kind, content, source));
    if (kind == "Write") {
        into.rules.push_back(path_rule(behavior, written, "Edit", content, source));
        if (behavior != rule_behavior::allow || !into.rules.back().rule) return;
        auto write = into.rules.back();
        const auto pattern = std::string(write.rule->input_pattern().begin()->value().get_string());
        return into.rules.push_back(import::fielded(behavior, written, "Write", "file_path", pattern));
    }
    if (kind == "WebFetch")
        return into.rules.push_back(
            content == "*" ? import::fielded(behavior, written, "WebFetch")
                           : import::nested(behavior, written, {"WebFetch", "domain:" + content}, source));
    const bool server = kind == "Mcp";
    into.rules.push_back(import::left_out(
        behavior, written, server ? "mcp__*" : "*",
        server ? "what its hooks call the tools of a server is not known" : "this kind is not known"));
}

}  // namespace

brought_rules import::cursor(std::string_view settings, const settings_source& source) {
    brought_rules made;
    const std::string text = without_json_comments(settings);
    if (const auto member = json_settings::value_in(text, {key_of_permissions})) {
        const auto value = parse_scanned(*member);
        if (!value.is_object())
            throw unfit_settings(fmt::format("{}: expected an object", key_of_permissions));
        for (const auto behavior : {rule_behavior::deny, rule_behavior::allow})
            for (const auto& written : texts_of(value.get_object(), behavior))
                read_rule(behavior, written, source, made);
    }
    if (const auto member = json_settings::value_in(text, {key_of_commands})) {
        const auto value = parse_scanned(*member);
        if (!value.is_array()) throw unfit_settings(fmt::format("{}: expected an array", key_of_commands));
        for (const auto& each : value.get_array())
            if (each.is_string()) {
                const std::string words(std::string_view(each.get_string()));
                made.rules.push_back(import::begun(rule_behavior::allow, words, words, source));
            }
    }
    for (const std::string_view other : {"mcpAllowlist", "autoRun"})
        if (json_settings::value_in(text, {other}))
            made.notes.push_back(fmt::format("{}: it has no form here", other));
    return made;
}

}  // namespace assent::cli
