// Gemini CLI: `[[rule]]` tables in TOML, of which the one of the highest priority counts.
#include "../install/json_settings.hpp"
#include "../install/toml_settings.hpp"
#include "brought_rules.hpp"

#include <assent/adapters/files/policy_file.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

namespace assent::cli {
namespace {

using toml_settings::listed_table;

constexpr std::string_view shell_tool = "run_shell_command";
constexpr std::string_view mcp_begin = "mcp_";
constexpr double strongest = 10'000;

using import::word_of_behavior;
constexpr std::array gemini_decisions{
    word_of_behavior{.written = "allow", .behavior = rule_behavior::allow},
    word_of_behavior{.written = "ask_user", .behavior = rule_behavior::ask},
    word_of_behavior{.written = "deny", .behavior = rule_behavior::deny},
};

// Conditions of a rule, beside its tool and what it is given. A rule of ours holds without them.
struct condition {
    std::string_view key;
    std::string_view why;        // it cannot allow
    bool may_cover_more = true;  // it denies or asks without it, too
};
constexpr condition conditions[] = {
    {.key = "modes", .why = "it holds in some modes alone"},
    {.key = "subagent", .why = "it holds for one subagent"},
    {.key = "interactive", .why = "it holds only where somebody can be asked, or nobody"},
    {.key = "toolAnnotations", .why = "it is about what a tool says of itself", .may_cover_more = false},
    {.key = "argsPattern", .why = "a regular expression has no form here", .may_cover_more = false},
};

// Files of the administrator count more than those of the user, and these more than those of a project.
double tier_of(const settings_source& source) {
    if (source.file.string().starts_with("/etc/")) return 3000;
    return source.whose == settings_of_whom::user ? 2000 : 1000;
}

// All of the text, in decimal digits.
bool read_number(std::string_view text, unsigned& into) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
    return error == std::errc() && end == text.data() + text.size();
}

// One rule of the file, and what is known of it.
class table_reader {
public:
    table_reader(const listed_table& table, const settings_source& source, brought_rules& into)
        : table_(table), source_(source), into_(into) {}

    void read() {
        const auto decision = text("decision");
        const auto found = std::ranges::find_if(
            gemini_decisions, [&](const word_of_behavior& each) { return decision == each.written; });
        const auto* const written_priority = table_.find("priority");
        unsigned priority = 0;
        const bool counted = written_priority != nullptr && read_number(*written_priority, priority);
        if (found == gemini_decisions.end() || !counted || priority > 999)
            return leave_out("*", "expected a decision (allow, ask_user, deny) and a priority from 0 to 999");
        behavior_ = found->behavior;
        strength_ = tier_of(source_) + priority;
        read_tools();
    }

private:
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const {
        const auto* const raw = table_.find(key);
        return raw == nullptr ? std::nullopt : toml_settings::string_in(*raw);
    }
    void add(brought_rule rule) {
        rule.strength = strength_;
        if (!rule.rule && rule.why.empty()) return;
        for (const auto& each : conditions) {
            if (table_.find(each.key) == nullptr && !table_has_below(each.key)) continue;
            if (rule.behavior == rule_behavior::allow || !each.may_cover_more) {
                rule.rule.reset();
                rule.why = each.why;
            } else if (rule.rule) {
                rule.stricter = fmt::format("`{}` is no condition here", each.key);
            }
        }
        into_.rules.push_back(std::move(rule));
    }
    [[nodiscard]] bool table_has_below(std::string_view key) const {
        return std::ranges::any_of(table_.pairs, [&](const auto& pair) {
            return pair.first.starts_with(key) && pair.first.substr(key.size()).starts_with('.');
        });
    }
    [[nodiscard]] std::string named(std::string_view what) const {
        return fmt::format("line {}: {}", table_.line, what);
    }
    void leave_out(std::string_view tool, std::string_view why) {
        add(import::left_out(behavior_, named(tool), std::string(tool), std::string(why)));
    }

    void read_tools() {
        const auto* const raw = table_.find("toolName");
        const auto tools = raw == nullptr ? std::nullopt : toml_settings::strings_in(*raw);
        if (!tools) return leave_out("*", "expected `toolName` on one line");
        const auto* const server_raw = table_.find("mcpName");
        const auto server = text("mcpName");
        if (server_raw != nullptr && !server) return leave_out("*", "expected a text for `mcpName`");
        for (const auto& tool : *tools) {
            if (server)
                read_server(*server, tool);
            else if (tool.starts_with(mcp_begin))
                read_mcp_name(tool);
            else
                read_tool(tool);
        }
    }
    void read_server(const std::string& server, const std::string& tool) {
        if (server.find_first_of("*?\\") != std::string::npos ||
            tool.find_first_of("?\\") != std::string::npos ||
            (tool != "*" && tool.find('*') != std::string::npos))
            return leave_out("mcp__*", "expected the name of a server, and of a tool or `*`");
        add(import::fielded(behavior_, named(fmt::format("{} of {}", tool, server)),
                            fmt::format("mcp__{}__{}", server, tool)));
    }
    // `mcp_SERVER_TOOL`, in which both may have a `_`.
    void read_mcp_name(const std::string& name) {
        const auto rest = name.substr(mcp_begin.size());
        if (rest.ends_with("_*") && rest.find('*') == rest.size() - 1)
            return read_server(rest.substr(0, rest.size() - 2), "*");
        if (rest.find('*') != std::string::npos)
            return rest == "*" && behavior_ != rule_behavior::allow
                       ? add(import::fielded(behavior_, named(name), "mcp__*"))
                       : leave_out("mcp__*", "expected `mcp_SERVER_*` or `mcp_SERVER_TOOL`");
        const auto parts = std::ranges::count(rest, '_');
        if (parts == 0 || (parts > 1 && behavior_ == rule_behavior::allow))
            return leave_out("mcp__*", "which part of it is the name of the server is not known");
        for (auto at = rest.find('_'); at != std::string::npos; at = rest.find('_', at + 1))
            if (at > 0 && at + 1 < rest.size()) read_server(rest.substr(0, at), rest.substr(at + 1));
    }
    void read_tool(const std::string& own) {
        if (own == "*") return add(import::fielded(behavior_, named(own), own));
        const auto tool = std::string(import::standard_name(agent_program::gemini, own));
        if (tool.empty()) return leave_out("Task", fmt::format("no tool `{}` is known", own));
        if (own == shell_tool) return read_commands(own);
        constexpr std::array<std::string_view, 3> anywhere{"WebFetch", "WebSearch", "TodoWrite"};
        if (behavior_ == rule_behavior::allow && std::ranges::find(anywhere, tool) == anywhere.end())
            return add(import::left_out(behavior_, named(own), tool,
                                        "there it ends at the folder in which Gemini works"));
        add(import::fielded(behavior_, named(own), tool));
    }
    void read_commands(const std::string& own) {
        const auto* const prefixes = table_.find("commandPrefix");
        const auto* const expression = table_.find("commandRegex");
        if (prefixes == nullptr && expression == nullptr)
            return behavior_ == rule_behavior::allow
                       ? leave_out("Bash", "there it asks about dangerous commands all the same")
                       : add(import::fielded(behavior_, named(own), "Bash"));
        const auto texts = toml_settings::strings_in(prefixes != nullptr ? *prefixes : *expression);
        if (!texts || (prefixes != nullptr && expression != nullptr))
            return leave_out("Bash", "expected one of `commandPrefix` and `commandRegex`, on one line");
        for (const auto& each : *texts)
            prefixes != nullptr ? add(import::begun(behavior_, named(each), each, source_))
                                : read_expression(each);
    }
    // One that is nothing but the beginning of a command, which may end inside a word.
    void read_expression(std::string expression) {
        const auto written = expression;
        while (expression.ends_with(".*")) expression.erase(expression.size() - 2);
        if (expression.find_first_of("\\.[](){}^$|*+?") != std::string::npos)
            return leave_out("Bash", fmt::format("`{}` is more than the beginning of a command", written));
        add(command(written, behavior_ == rule_behavior::allow ? expression + " *" : expression + "*"));
    }
    [[nodiscard]] brought_rule command(const std::string& written, const std::string& content) const {
        return import::nested(behavior_, named(written), {"Bash", content}, source_);
    }

    const listed_table& table_;
    const settings_source& source_;
    brought_rules& into_;
    rule_behavior behavior_ = rule_behavior::deny;
    double strength_ = strongest;  // until it is known
};

// The settings of Gemini deny tools, too, or name files that do, and count more than its rules. What they
// deny is not read.
brought_rules of_settings(std::string_view settings) {
    brought_rules made;
    const std::vector<std::string_view> places[] = {
        {"tools", "exclude"}, {"tools", "core"}, {"tools", "confirmationRequired"},
        {"excludeTools"},     {"coreTools"},     {"policyPaths"},
        {"adminPolicyPaths"}};
    for (const auto& place : places) {
        const auto value = json_settings::value_in(settings, place);
        if (!value || value->find_first_not_of("[] \t\r\n") == std::string::npos) continue;
        auto denies = import::left_out(rule_behavior::deny, fmt::format("{}", fmt::join(place, ".")), "*",
                                       "what the settings of Gemini deny has no form here");
        denies.strength = strongest;
        made.rules.push_back(std::move(denies));
    }
    return made;
}

}  // namespace

brought_rules import::gemini(std::string_view settings, const settings_source& source) {
    if (source.file.extension() == ".json") return of_settings(without_json_comments(settings));
    brought_rules made;
    for (const auto& each : toml_settings::tables_in(settings, "rule"))
        table_reader(each, source, made).read();
    if (!toml_settings::tables_in(settings, "safety_checker").empty())
        made.notes.emplace_back("safety_checker: it runs a program, and is no rule");
    return made;
}

}  // namespace assent::cli
