#include "agent_command.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/control/hooks/agent_settings.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// Options of Claude Code. It looks for the first one anywhere on its command line.
constexpr std::string_view bare_option = "--bare";
constexpr std::string_view settings_option = "--settings";
constexpr std::string_view input_option = "--input-format";
constexpr std::string_view prompt_option = "--permission-prompt-tool";
constexpr std::array<std::string_view, 2> print_options{"-p", "--print"};
constexpr std::array<std::string_view, 4> asks_about_itself{"-v", "--version", "-h", "--help"};

// Where it keeps its settings, beside those that others look at, too.
constexpr const char* global_file = ".claude.json";
constexpr const char* managed_parts = "/etc/claude-code/managed-settings.d";

// Larger files hold no settings.
constexpr std::size_t max_settings_bytes = std::size_t{16} * 1024 * 1024;

template <std::size_t N>
bool has_one_of(const std::vector<std::string>& command, const std::array<std::string_view, N>& options) {
    return std::find_first_of(command.begin(), command.end(), options.begin(), options.end()) !=
           command.end();
}

std::vector<std::string_view> values_of(const std::vector<std::string>& command, std::string_view option) {
    std::vector<std::string_view> values;
    for (std::size_t i = 0; i < command.size(); ++i) {
        const std::string_view word = command[i];
        if (word == option && i + 1 < command.size()) values.emplace_back(command[i + 1]);
        if (word.starts_with(option) && word.substr(option.size()).starts_with('='))
            values.push_back(word.substr(option.size() + 1));
    }
    return values;
}

bool gives(const std::vector<std::string>& command, std::string_view option, std::string_view value) {
    const auto values = values_of(command, option);
    return std::find(values.begin(), values.end(), value) != values.end();
}

std::vector<fs::path> files_of_settings() {
    std::vector<fs::path> files;
    const hook_place& place = *claude_facts.place;
    const char* const home = std::getenv("HOME");
    const char* const chosen = std::getenv(std::string(place.variable).c_str());
    const fs::path at_home = home == nullptr ? fs::path() : fs::path(home);
    const fs::path folder = chosen == nullptr ? at_home / place.folder : fs::path(chosen);
    files.push_back(folder / place.file);
    for (const auto file : claude_facts.other_settings) files.push_back(folder / file);
    files.push_back((chosen == nullptr ? at_home : folder) / global_file);
    std::error_code ignored;  // there is usually no such folder
    for (const auto& entry : fs::directory_iterator(managed_parts, ignored)) files.push_back(entry.path());
    return files;
}

std::string set_by(std::string_view what) {
    return "`" + std::string(hookless_variable) + "` is set by " + std::string(what);
}

std::string switched_off_by_settings(const std::vector<std::string>& command) {
    std::vector<fs::path> files = files_of_settings();
    for (const auto value : values_of(command, settings_option)) {
        const bool is_text =
            value.substr(std::min(value.find_first_not_of(" \t\r\n"), value.size())).starts_with('{');
        if (is_text && settings_switch_hooks_off(value))
            return set_by("`" + std::string(settings_option) + "`");
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

bool will_ask(const std::vector<std::string>& command) { return gives(command, prompt_option, "stdio"); }

std::string hook_switched_off_by(const std::vector<std::string>& command) {
    if (std::find(command.begin(), command.end(), bare_option) != command.end())
        return "`" + std::string(bare_option) + "` is among its arguments";
    if (const char* const value = std::getenv(std::string(hookless_variable).c_str());
        value != nullptr && switched_on(value))
        return "`" + std::string(hookless_variable) + "` is set";
    const bool works_at_once = has_one_of(command, print_options) || will_ask(command);
    if (works_at_once && !has_one_of(command, asks_about_itself) &&
        !gives(command, input_option, "stream-json"))
        return "`" + std::string(input_option) + " stream-json` is not among its arguments";
    return switched_off_by_settings(command);
}

}  // namespace assent::cli
