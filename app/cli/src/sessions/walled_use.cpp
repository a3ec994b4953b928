#include "walled_use.hpp"

#include "../import/brought_rules.hpp"
#include "../install/agent_command.hpp"
#include "../install/hook_settings.hpp"
#include "../install/other_hooks.hpp"
#include "../process/running_programs.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/wall.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/tool_fields.hpp>
#include <assent/domain/tools/tool_registry.hpp>
#include <assent/domain/wall/wall_place.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
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

constexpr const char* variable_of_home = "HOME";

constexpr std::string_view word_of_hiding = " --hide ";

// So many patterns are put into a command; what others are about is not hidden.
constexpr std::size_t max_hidden_patterns = 32;

// Without what it hides.
std::string beginning_of_wall(const wall_words& with) {
    return shell_quoted(with.program) + " wall --policy " + shell_quoted(with.policy);
}

bool has_no_words(const running_program& program) {
    // One that has given itself another title has no words but that, and nothing behind it.
    return program.words.empty() || std::ranges::any_of(program.words, &std::string::empty);
}

// The option among these with which one of the programs was started; empty: none was.
std::string_view option_among(std::span<const running_program> programs, const few_words& options) {
    for (const auto option : options)
        for (const auto& each : programs)
            if (has_option(each.words, option)) return option;
    return {};
}

// What a variable is here, and in each of the programs where it is set.
std::vector<std::string> values_of_variable(std::span<const running_program> programs,
                                            const std::string& name) {
    std::vector<std::string> values;
    if (const char* const value = std::getenv(name.c_str())) values.emplace_back(value);
    for (const auto& program : programs)
        for (const auto& set : program.environment)
            if (set.starts_with(name + "=")) values.push_back(set.substr(name.size() + 1));
    return values;
}

bool is_same_folder(const fs::path& one, const fs::path& other) {
    return (one / "").lexically_normal() == (other / "").lexically_normal();
}

// It says that the agent's own folder is where it is by itself.
bool names_usual_folder(const hook_place& place, std::string_view variable, const std::string& value,
                        const std::string& home) {
    if (variable != place.variable) return false;
    const auto named =
        place.below_variable.empty() ? fs::path(value) : fs::path(value) / place.below_variable;
    return is_same_folder(named, fs::path(home) / place.folder);
}

// The variable by which the agent reads other settings; empty: none is set where that can be seen.
std::string variable_of_settings(const hook_place& place, std::span<const running_program> programs,
                                 const std::string& home) {
    for (const auto each : facts_of(place.agent).settings_variables) {
        const std::string name(each);
        for (const auto& value : values_of_variable(programs, name))
            if (!names_usual_folder(place, name, value, home)) return name;
    }
    for (const auto& value : values_of_variable(programs, variable_of_home))
        if (!is_same_folder(value, home)) return variable_of_home;
    return {};
}

// Why the agent may have other rules than those in its files, by how it was started; empty: it has none.
std::string why_other_rules(const hook_place& place, std::span<const running_program> programs,
                            const std::string& home) {
    if (programs.empty() || std::ranges::any_of(programs, has_no_words))
        return "nobody can tell with which options it was started";
    if (programs.front().environment.empty()) return "nobody can tell with which variables it was started";
    if (const auto option = option_among(programs, facts_of(place.agent).rule_options); !option.empty())
        return fmt::format("it was started with {}", option);
    if (const auto name = variable_of_settings(place, programs, home); !name.empty())
        return fmt::format("{} is set, which names other settings", name);
    return {};
}

std::string named_rule(const brought_rule& rule, std::string_view where) {
    return fmt::format("{} rule `{}` in {}", to_string(rule.behavior), display_text(rule.written), where);
}

struct asked_use {
    const tool_call& said;
    const std::string& home;
    const hides_secrets& hides;
};

// One that says nothing of files and commands is about no command.
bool may_be_about_commands(std::string_view tool) {
    const auto* const known = tool_registry::standard()->find(tool);
    return known == nullptr || known->kind == tool_kind::execute || known->kind == tool_kind::read ||
           known->kind == tool_kind::edit || known->kind == tool_kind::search ||
           known->kind == tool_kind::fetch;
}

// The path that a rule names behind such a beginning, and all that lies below; empty: it may be of others.
std::string_view whole_name(std::string_view rule, std::string_view begins) {
    constexpr std::string_view all_below = "/**", others = "*?[{!\\";
    if (!rule.starts_with(begins) || !rule.ends_with(')')) return {};
    auto name = rule.substr(begins.size(), rule.size() - begins.size() - 1);
    if (name.ends_with(all_below)) name.remove_suffix(all_below.size());
    const bool plain = name.find_first_of(others) == name.npos && name.find("..") == name.npos;
    return plain ? name : std::string_view();
}

// A rule of Claude's about reading one name in the project's folder, which a wall hides for its name:
// `Read(./.env)`.
bool is_about_hidden(const brought_rule& rule) {
    constexpr std::string_view begins = "Read(./";
    const auto name = whole_name(rule.written, begins);
    return !name.empty() && name.find('/') == name.npos && wall_place_of(name, false).secret &&
           wall_place_of(name, true).secret;
}

// The same of one about a folder of secrets in the home, which is not there behind a wall: `Read(~/.ssh/**)`.
// Where a link leads may be.
bool is_about_home(const brought_rule& rule, const fs::path& home) {
    constexpr std::string_view begins = "Read(~/";
    const auto name = whole_name(rule.written, begins);
    if (!name.starts_with('.') || !wall_place_of(name.substr(0, name.find('/')), true).secret) return false;
    std::error_code home_error, error;
    const auto leads = fs::weakly_canonical(home / name, error);
    return leads == fs::weakly_canonical(home, home_error) / name && !error && !home_error;
}

// A wall hides no file from git, which has what was committed, and none of installed packages.
bool is_hidden_from(const tool_call& said) {
    std::string scratch;
    const auto command = said.input.field(hook_dialect::changed_input::field, scratch);
    const auto is_packages = [](const fs::path& name) { return holds_packages(name.string()); };
    const shell_runs runs(command.text);
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto& program = runs[run].front();
        if (!program.known || program.text.find("git") != program.text.npos) return false;
    }
    return runs.complete() && std::ranges::none_of(fs::path(said.cwd), is_packages);
}

// Files and folders of one name in the project that a deny rule says not to read, for a wall to hide them:
// `Read(./secrets/**)`. Empty: it is no such rule, or says so of all files, or of some below others, which a
// link may lead to by another name.
std::string hidden_by(const brought_rule& rule) {
    if (rule.behavior != rule_behavior::deny || !rule.rule || rule.rule->condition() != nullptr) return {};
    if (is_about_hidden(rule)) return {};  // by its name
    const auto& input = rule.rule->input_pattern();
    const auto* const pattern = input.size() == 1 ? input.begin()->value().if_string() : nullptr;
    if (rule.rule->tool_pattern() != path_rule_tool || pattern == nullptr) return {};
    constexpr std::string_view anywhere = "**/", all_below = "/**";
    std::string_view name = *pattern;
    if (!name.starts_with(anywhere)) return {};
    name.remove_prefix(anywhere.size());
    if (name.ends_with(all_below)) name.remove_suffix(all_below.size());
    const bool names_some = std::ranges::any_of(
        name, [](char byte) { return std::isalnum(static_cast<unsigned char>(byte)) != 0; });
    return names_some && name.find('/') == name.npos ? std::string(*pattern) : std::string();
}

// Whether a deny or ask rule covers the use, or may. \param hides  the wall is made to hide what it is about
bool may_cover(const brought_rule& rule, const asked_use& asked, bool hides) {
    const auto& said = asked.said;
    if (!may_be_about_commands(rule.tool)) return false;
    if (!rule.rule) return true;
    const auto set = rule_set::make({*rule.rule});
    const auto basis = judgement_basis::make(policy::bare());
    if (!set || !basis) return true;
    // Code in it runs behind the wall as well; agents do not look into it either.
    const call_reading reading(said, (*basis)->settings().switches, call_reading::behind_a_wall());
    const auto found = rules_about(**set, reading, (*basis)->about(said.tool_name));
    if (found.deny || found.ask) return true;
    const bool doubt = found.deny_doubt || found.ask_doubt || found.ask_unknown;
    const bool hidden =
        is_about_home(rule, asked.home) || ((hides || is_about_hidden(rule)) && is_hidden_from(said));
    return doubt && !(hidden && asked.hides());
}

// \return it is among them now
bool add_hidden(std::vector<std::string>& hides, std::string pattern) {
    if (std::ranges::find(hides, pattern) != hides.end()) return true;
    if (hides.size() >= max_hidden_patterns) return false;
    hides.push_back(std::move(pattern));
    return true;
}

// The rules in settings. \param where  they stand, for people
void look_at_rules(agent_program agent, std::string_view settings, const settings_source& source,
                   std::string_view where, const asked_use& asked, own_rules_look& into) {
    for (const auto& rule : rules_in(agent, settings, source).rules) {
        if (rule.behavior != rule_behavior::deny && rule.behavior != rule_behavior::ask) continue;
        if (!into.covering.empty() || !may_cover(rule, asked, false)) continue;
        // Only what the command might read otherwise: others may need to be read for it to work.
        auto hidden = hidden_by(rule);
        const bool hides = !hidden.empty() && !may_cover(rule, asked, true);
        if (!hides || !add_hidden(into.hides, std::move(hidden))) into.covering = named_rule(rule, where);
    }
}

void look_into(const hook_place& place, const fs::path& file, const std::string& home, const asked_use& asked,
               own_rules_look& into) {
    std::error_code error;
    if (fs::is_directory(file, error)) throw unfit_settings("what is in there is not read");
    if (fs::symlink_status(file, error).type() == fs::file_type::not_found) return;
    const bool is_named = is_named_for_rules(place.agent, file);
    const auto& unread = facts_of(place.agent).unread_files;
    const auto is_meant = [&](const unread_file& each) { return file.string().ends_with(each.end); };
    if (!is_named && std::ranges::none_of(unread, is_meant)) return;
    const auto text = text_of_settings(file);
    if (!text) throw unfit_settings("it cannot be read");
    for (const auto& each : unread)
        if (is_meant(each) && text->find(each.text) != std::string::npos)
            throw unfit_settings("it brings more rules or hooks, which are not read here");
    if (!is_named) return;
    settings_source source{.file = file, .whose = settings_of_whom::user};
    source.folders.home = home;
    source.folders.root = file.parent_path().parent_path().string();
    look_at_rules(place.agent, *text, source, display_text(file.string()), asked, into);
}

// For people.
std::string name_of(const hook_place& place, const given_settings& given) {
    const auto option = facts_of(place.agent).launch->settings_option;
    return given.file.empty() ? std::string(option)
                              : fmt::format("{} {}", option, display_text(given.file.string()));
}

// Claude Code takes paths in a file that it was given as those below its folder, in a text below its own.
void look_into_given(const hook_place& place, const given_settings& given, const std::string& home,
                     const asked_use& asked, own_rules_look& into) {
    const auto where = name_of(place, given);
    if (!given.unread.empty()) {
        into.unread = fmt::format("{}: {}", where, given.unread);
        return;
    }
    settings_source source{.file = given.file, .whose = settings_of_whom::user};
    source.folders.home = home;
    source.folders.root =
        given.file.empty() ? std::string(asked.said.cwd) : given.file.parent_path().string();
    look_at_rules(place.agent, given.text, source, where, asked, into);
}

// Has it say that not all rules are known, where this fails.
void look(own_rules_look& into, std::string_view where, const auto& at) {
    try {
        at();
    } catch (const std::exception& failed) {
        into.unread = fmt::format("{}: {}", display_text(where), display_text(failed.what()));
    }
}

}  // namespace

std::optional<walled_text> text_behind_wall(std::string_view command, const wall_words& with) {
    const auto skip = [&](std::string_view begin) {
        if (!command.starts_with(begin)) return false;
        command.remove_prefix(begin.size());
        return true;
    };
    walled_text found;
    if (!skip(beginning_of_wall(with))) return std::nullopt;
    while (skip(word_of_hiding)) {
        found.hides.push_back(program_of(command));
        if (!skip(shell_quoted(found.hides.back()))) return std::nullopt;
    }
    if (!skip(shell_of_wall)) return std::nullopt;
    found.command = program_of(command);
    return shell_quoted(found.command) == command ? std::optional(std::move(found)) : std::nullopt;
}

std::string behind_wall(std::string_view text, const wall_words& with) {
    const auto [folder, rest] = kept_before_wall(text, with.cwd);
    std::string made;
    if (!folder.empty())
        made.append(enters_only_below)
            .append(folder.starts_with('/') ? "" : "./")
            .append(folder)
            .append(" && ");
    made.append(beginning_of_wall(with));
    for (const auto& each : with.hides) made.append(word_of_hiding).append(shell_quoted(each));
    return made.append(shell_of_wall).append(shell_quoted(rest));
}

std::string with_command(const tool_call& said, std::string_view field, std::string_view command) {
    json_object input = said.input.retain()->whole();
    input[field] = command;
    std::string text;
    append_json(text, input);
    return text;
}

own_rules_look own_rules_about(const hook_place& place, const tool_call& said, const std::string& home,
                               const hides_secrets& hides) {
    const asked_use asked{said, home, hides};
    own_rules_look made;
    if (!has_rules_to_read(place.agent)) {
        made.unread = "its rules cannot be read";
        return made;
    }
    const auto programs = started_by(place.program);
    made.unread = why_other_rules(place, programs, home);
    const auto files = rules_that_count(place, home, said.cwd);
    if (files.empty()) made.unread = "nobody knows in which folder it works";
    for (const auto& file : files)
        look(made, file.string(), [&] { look_into(place, file, home, asked, made); });
    for (const auto& given : settings_by_option(facts_of(place.agent), programs, said.cwd))
        look(made, name_of(place, given), [&] { look_into_given(place, given, home, asked, made); });
    return made;
}

std::string why_confined(const hook_place& place) {
    const auto& options = facts_of(place.agent).unconfined_options;
    if (options.begin() == options.end() || !option_among(started_by(place.program), options).empty())
        return {};
    return "the agent may have its own sandbox around it, in which no wall can be made";
}

bool is_known_input(const tool_call& said, const hook_dialect::changed_input& how) {
    const auto input = said.input.retain();
    for (const auto& member : input->whole()) {
        const std::string_view key = member.key();
        const json_value& value = member.value();
        if (key == how.field || value.is_null() || (value.is_bool() && !value.get_bool())) continue;
        const auto named = std::ranges::find_if(how.beside, [&](const hook_dialect::kept_member& each) {
            return !each.key.empty() && key == each.key;
        });
        if (named == std::end(how.beside)) return false;
        if (!named->value.empty() && !(value.is_string() && value.get_string() == named->value)) return false;
    }
    return true;
}

}  // namespace assent::cli
