#include "agent_command.hpp"

#include "agent_place.hpp"

#include <assent/adapters/control/hooks/agent_settings.hpp>
#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace assent::cli {
namespace {

// By itself, or with its value in the same word. One letter needs no `=` for that.
bool is_option(std::string_view word, std::string_view option) {
    if (!word.starts_with(option)) return false;
    const bool is_letter = option.size() == 2 && option[1] != '-';
    return is_letter || word.size() == option.size() || word[option.size()] == '=';
}

}  // namespace

bool has_option(std::span<const std::string> command, std::string_view option) {
    const auto blank = option.find(' ');
    if (blank == option.npos)
        return std::ranges::any_of(command, [&](std::string_view word) { return is_option(word, option); });
    const auto values = values_of(command, option.substr(0, blank));
    return std::ranges::find(values, option.substr(blank + 1)) != values.end();
}

std::string without_comment_lines(agent_program agent, std::string_view text) {
    if (!facts_of(agent).settings_have_comments) return std::string(text);
    std::string rest;
    while (!text.empty()) {
        const auto line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
        text.remove_prefix(line.size());
        if (!line.substr(std::min(line.find_first_not_of(" \t"), line.size())).starts_with("//"))
            rest += line;
    }
    return rest;
}

namespace {

namespace fs = std::filesystem;

// Of the one agent that a bridge is put in front of by itself.
const launch_facts& launch = *claude_facts.launch;

bool has_one_of(const std::vector<std::string>& command, const few_words& options) {
    return std::ranges::any_of(command, [&](const auto& word) { return options.has(word); });
}

bool gives(const std::vector<std::string>& command, std::string_view option, std::string_view value) {
    const auto values = values_of(command, option);
    return std::find(values.begin(), values.end(), value) != values.end();
}

std::string set_by(std::string_view what) {
    return "`" + std::string(hookless_variable) + "` is set by " + std::string(what);
}

std::string switched_off_by_settings(const std::vector<std::string>& command) {
    std::vector<fs::path> files;
    try {
        files = other_settings_of(*claude_facts.place);
        files.push_back(settings_of(*claude_facts.place));
    } catch (const std::runtime_error&) {
        // There is no home folder, and nothing in it.
    }
    for (const auto value : values_of(command, launch.settings_option)) {
        const bool is_text = is_text_of_settings(value);
        if (is_text && settings_switch_hooks_off(value))
            return set_by("`" + std::string(launch.settings_option) + "`");
        if (!is_text) files.emplace_back(value);
    }
    for (const auto& file : files)
        if (const auto text = text_of_settings(file); text && settings_switch_hooks_off(*text))
            return set_by("the settings in " + display_text(file.string()));
    return {};
}

}  // namespace

bool will_ask(const std::vector<std::string>& command) {
    return gives(command, launch.prompt_option, launch.prompt_word);
}

std::string hook_switched_off_by(const std::vector<std::string>& command) {
    if (std::find(command.begin(), command.end(), launch.hookless_option) != command.end())
        return "`" + std::string(launch.hookless_option) + "` is among its arguments";
    if (const char* const value = std::getenv(std::string(hookless_variable).c_str());
        value != nullptr && switched_on(value))
        return "`" + std::string(hookless_variable) + "` is set";
    const bool works_at_once = has_one_of(command, launch.print_options) || will_ask(command);
    if (works_at_once && !has_one_of(command, launch.asks_about_itself) &&
        !gives(command, launch.input_option, launch.input_word))
        return "`" + std::string(launch.input_option) + " " + std::string(launch.input_word) +
               "` is not among its arguments";
    return switched_off_by_settings(command);
}

}  // namespace assent::cli
