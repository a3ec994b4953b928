#include "given_settings.hpp"

#include <assent/adapters/asio/descriptors.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// Larger files hold no settings.
constexpr std::size_t max_settings_bytes = std::size_t{16} * 1024 * 1024;

// An agent reads nothing sooner after its beginning.
constexpr std::chrono::milliseconds first_moments{50};

bool is_older_than(const fs::path& file, const running_program& program) {
    struct stat status {};
    if (!program.began || ::stat(file.c_str(), &status) != 0) return false;
    const auto changed =
        std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
    return changed < (*program.began + first_moments).time_since_epoch();
}

bool lies_below(const fs::path& file, const fs::path& folder) {
    if (!folder.is_absolute()) return false;
    std::error_code error;
    const auto from = file.lexically_relative(fs::weakly_canonical(folder, error));
    return error || (!from.empty() && *from.begin() != "..");
}

bool lies_where_agent_works(const agent_facts& agent, const fs::path& file, std::string_view cwd) {
    const std::string variable(agent.project_variable);
    const char* const project = variable.empty() ? nullptr : std::getenv(variable.c_str());
    return lies_below(file, cwd) || (project != nullptr && lies_below(file, project));
}

// Why what an agent has read of a file may be something else than what is there now; empty: it is not.
std::string why_not_as_read(const agent_facts& agent, const fs::path& file, const running_program& program,
                            std::string_view cwd) {
    // Where the agent was when it began, nobody knows.
    if (!file.is_absolute()) return "expected an absolute path";
    std::error_code error;
    if (fs::canonical(file, error) != file || error) return "expected a file, to which no link leads";
    if (lies_where_agent_works(agent, file, cwd)) return "it lies where the agent works";
    return is_older_than(file, program) ? std::string() : "it may have changed since the agent began";
}

given_settings settings_in(const agent_facts& agent, std::string_view value, const running_program& program,
                           std::string_view cwd) {
    if (is_text_of_settings(value)) return {.text = std::string(value)};
    given_settings made{.file = value};
    made.unread = why_not_as_read(agent, made.file, program, cwd);
    if (!made.unread.empty()) return made;
    if (auto text = text_of_settings(made.file))
        made.text = std::move(*text);
    else
        made.unread = "it cannot be read";
    return made;
}

}  // namespace

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

bool is_text_of_settings(std::string_view value) {
    return value.substr(std::min(value.find_first_not_of(" \t\r\n"), value.size())).starts_with('{');
}

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
                                               std::span<const running_program> programs,
                                               std::string_view cwd) {
    std::vector<given_settings> all;
    if (!agent.launch) return all;
    for (const auto& program : programs)
        for (const auto value : values_of(program.words, agent.launch->settings_option))
            all.push_back(settings_in(agent, value, program, cwd));
    return all;
}

}  // namespace assent::cli
