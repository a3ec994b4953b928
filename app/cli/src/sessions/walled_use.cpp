#include "walled_use.hpp"

#include "../import/brought_rules.hpp"
#include "../install/agent_command.hpp"
#include "../install/hook_settings.hpp"
#include "../install/other_hooks.hpp"
#include "../process/running_programs.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/wall.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// The shell that was judged, without its start-up files.
constexpr std::string_view shell_of_wall = " -- /bin/bash --norc --noprofile -c ";

// Whatever aliases, functions and settings of the agent's shell, bash or zsh, say of `cd`.
constexpr std::string_view enters_only_below = "CDPATH= builtin cd -- ";

// Options by which an agent is given rules that stand in no file.
constexpr std::string_view rule_options[] = {"--settings",        "--disallowedTools", "--disallowed-tools",
                                             "--setting-sources", "--agents",          "--plugin-dir"};

// Why the agent may have rules that stand in no file, by what it was started with; empty: it has none.
std::string why_rules_by_option() {
    const auto ancestors = words_of_ancestors();
    // A program that has given itself another title has no words but that, and nothing behind it.
    const auto has_no_words = [](const std::vector<std::string>& words) {
        return words.empty() || std::ranges::any_of(words, &std::string::empty);
    };
    if (ancestors.empty() || std::ranges::any_of(ancestors, has_no_words))
        return "nobody can tell with which options it was started";
    const auto is_option = [](std::string_view word) {
        return std::ranges::any_of(rule_options, [&](std::string_view option) {
            return word == option ||
                   (word.starts_with(option) && word.substr(option.size()).starts_with("="));
        });
    };
    for (const auto& words : ancestors)
        if (const auto word = std::ranges::find_if(words, is_option); word != words.end())
            return fmt::format("it was started with {}",
                               std::string_view(*word).substr(0, std::min(word->find('='), word->size())));
    return {};
}

std::string named_rule(const brought_rule& rule, const fs::path& file) {
    return fmt::format("{} rule `{}` in {}", to_string(rule.behavior), display_text(rule.written),
                       display_text(file.string()));
}

// One that says nothing of files and commands is about no command.
bool may_be_about_commands(std::string_view tool) {
    const auto* const known = tool_registry::standard()->find(tool);
    return known == nullptr || known->kind == tool_kind::execute || known->kind == tool_kind::read ||
           known->kind == tool_kind::edit || known->kind == tool_kind::search ||
           known->kind == tool_kind::fetch;
}

// Whether a deny or ask rule covers the use, or may.
bool may_cover(const brought_rule& rule, const tool_call& said) {
    if (!may_be_about_commands(rule.tool)) return false;
    if (!rule.rule) return true;
    const auto set = rule_set::make({*rule.rule});
    const auto basis = judgement_basis::make(policy::bare());
    if (!set || !basis) return true;
    // Code in it runs behind the wall as well; agents do not look into it either.
    const call_reading reading(said, (*basis)->settings().switches, call_reading::behind_a_wall());
    const auto found = rules_about(**set, reading, (*basis)->about(said.tool_name));
    return found.deny || found.deny_doubt || found.ask || found.ask_doubt || found.ask_unknown;
}

void look_into(const hook_place& place, const fs::path& file, const std::string& home, const tool_call& said,
               own_rules_look& into) {
    std::error_code error;
    if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return;
    const auto text = text_of_settings(file);
    if (!text) throw unfit_settings("it cannot be read");
    settings_source source{.file = file, .whose = settings_of_whom::user};
    source.folders.home = home;
    source.folders.root = file.parent_path().parent_path().string();
    for (const auto& rule : rules_in(place.agent, *text, source).rules) {
        if (rule.behavior != rule_behavior::deny && rule.behavior != rule_behavior::ask) continue;
        if (into.covering.empty() && may_cover(rule, said)) into.covering = named_rule(rule, file);
    }
}

}  // namespace

std::string behind_wall(std::string_view text, const wall_words& with) {
    const auto [folder, rest] = kept_before_wall(text, with.cwd);
    std::string made;
    if (!folder.empty())
        made.append(enters_only_below)
            .append(folder.starts_with('/') ? "" : "./")
            .append(folder)
            .append(" && ");
    made.append(shell_quoted(with.program)).append(" wall --policy ").append(shell_quoted(with.policy));
    return made.append(shell_of_wall).append(shell_quoted(rest));
}

std::string with_command(const tool_call& said, std::string_view field, std::string_view command) {
    json_object input = said.input.retain()->whole();
    input[field] = command;
    std::string text;
    append_json(text, input);
    return text;
}

own_rules_look own_rules_about(const hook_place& place, const tool_call& said, const std::string& home) {
    own_rules_look made;
    if (!has_rules_to_read(place.agent)) {
        made.unread = "its rules cannot be read";
        return made;
    }
    made.unread = why_rules_by_option();
    for (const auto name : facts_of(place.agent).settings_variables)
        if (std::getenv(std::string(name).c_str()) != nullptr)
            made.unread = fmt::format("{} is set, which names other settings", name);
    const auto files = settings_that_count(place, home, said.cwd);
    if (files.empty()) made.unread = "nobody knows in which folder it works";
    for (const auto& file : files) try {
            look_into(place, file, home, said, made);
        } catch (const std::exception& failed) {
            made.unread = fmt::format("{}: {}", display_text(file.string()), display_text(failed.what()));
        }
    return made;
}

}  // namespace assent::cli
