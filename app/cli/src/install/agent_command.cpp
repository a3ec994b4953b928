#include "agent_command.hpp"

#include "agent_place.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/control/hooks/agent_settings.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

namespace assent::cli {

std::vector<std::string_view> values_of(std::span<const std::string> command, std::string_view option) {
    std::vector<std::string_view> values;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const std::string_view word = command[i];
        if (word == option && i + 1 < command.size()) values.emplace_back(command[i + 1]);
        if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
            values.push_back(word.substr(option.size() + 1));
    }
    return values;
}

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

// Larger files hold no settings.
constexpr std::size_t max_settings_bytes = std::size_t{16} * 1024 * 1024;

// An option for settings names a file, or has their text.
bool is_text_of_settings(std::string_view value) {
    return value.substr(std::min(value.find_first_not_of(" \t\r\n"), value.size())).starts_with('{');
}

// An agent reads nothing sooner after its beginning.
constexpr std::chrono::milliseconds first_moments{50};

bool is_older_than(const fs::path& file, const running_program& program) {
    struct stat status {};
    if (!program.began || ::stat(file.c_str(), &status) != 0) return false;
    const auto changed =
        std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
    return changed < (*program.began + first_moments).time_since_epoch();
}

given_settings settings_in(std::string_view value, const running_program& program) {
    if (is_text_of_settings(value)) return {.text = std::string(value)};
    given_settings made{.file = value};
    // Where the agent was when it began, nobody knows.
    if (!made.file.is_absolute()) made.unread = "expected an absolute path";
    // What it has read of an older one is not there any more.
    else if (!is_older_than(made.file, program))
        made.unread = "it may have changed since the agent began";
    else if (auto text = text_of_settings(made.file))
        made.text = std::move(*text);
    else
        made.unread = "it cannot be read";
    return made;
}

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

std::optional<std::string> text_of_settings(const fs::path& file) {
    const detail::unique_descriptor opened(
        ::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!opened.valid()) return std::nullopt;
    struct stat status {};
    std::optional<std::string> text;
    if (::fstat(opened.get(), &status) == 0 && S_ISREG(status.st_mode) &&
        static_cast<std::size_t>(status.st_size) <= max_settings_bytes) {
        text.emplace(static_cast<std::size_t>(status.st_size), '\0');
        const auto count = ::read(opened.get(), text->data(), text->size());
        text->resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return text;
}

std::vector<given_settings> settings_by_option(const agent_facts& agent,
                                               std::span<const running_program> programs) {
    std::vector<given_settings> all;
    if (!agent.launch) return all;
    for (const auto& program : programs)
        for (const auto value : values_of(program.words, agent.launch->settings_option))
            all.push_back(settings_in(value, program));
    return all;
}

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
