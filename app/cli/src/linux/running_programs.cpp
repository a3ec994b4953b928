#include "../process/running_programs.hpp"

#include <unistd.h>
#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// Their first word that is no option is the program.
constexpr std::array interpreters{"node", "bun", "deno", "python", "python3", "sh", "bash", "dash"};

// Of a file with a zero behind each text. Those of other users cannot be read.
std::vector<std::string> texts_of(const fs::path& file) {
    std::ifstream from(file, std::ios::binary);
    std::vector<std::string> texts;
    for (std::string each; std::getline(from, each, '\0');) texts.push_back(each);
    return texts;
}

std::string name_in(const std::string& word) { return fs::path(word).filename().string(); }

// From the program on, where it has this name; else none.
std::vector<std::string> words_of_program(std::vector<std::string> words, std::string_view name) {
    if (words.empty() || name_in(words.front()) == name) return words;
    if (std::ranges::find(interpreters, name_in(words.front())) == interpreters.end()) return {};
    const auto script =
        std::find_if(words.begin() + 1, words.end(), [](const auto& word) { return !word.starts_with('-'); });
    if (script == words.end() || name_in(*script) != name) return {};
    words.erase(words.begin(), script);
    return words;
}

std::string_view without_last_slashes(std::string_view folder) {
    while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
    return folder;
}

bool has_home(const std::vector<std::string>& environment, std::string_view home) {
    constexpr std::string_view variable = "HOME=";
    return std::ranges::any_of(environment, [&](std::string_view each) {
        return each.starts_with(variable) &&
               without_last_slashes(each.substr(variable.size())) == without_last_slashes(home);
    });
}

// The number of the process that has started this one; empty: it cannot be told.
std::string parent_of(const std::string& number) {
    constexpr std::string_view key = "PPid:\t";
    std::ifstream from("/proc/" + number + "/status");
    for (std::string line; std::getline(from, line);)
        if (line.starts_with(key)) return line.substr(key.size());
    return {};
}

// When a process has begun, to a tick of the system's.
std::optional<std::chrono::system_clock::time_point> started_at(const fs::path& process) {
    // proc(5): behind the name in parentheses, the twentieth value is the tick since the system has begun.
    constexpr std::size_t values_before = 19;
    std::ifstream from(process / "stat");
    std::string line;
    std::getline(from, line);
    std::istringstream values(line.substr(std::min(line.rfind(')') + 1, line.size())));
    std::string value;
    for (std::size_t i = 0; i < values_before; ++i) values >> value;
    long long ticks = 0;
    struct timespec since_boot {};
    if (!(values >> ticks) || ::clock_gettime(CLOCK_BOOTTIME, &since_boot) != 0) return std::nullopt;
    using std::chrono::milliseconds;
    const auto is = std::chrono::seconds(since_boot.tv_sec) + std::chrono::nanoseconds(since_boot.tv_nsec);
    const auto was = milliseconds(ticks * 1000 / ::sysconf(_SC_CLK_TCK));
    return std::chrono::system_clock::now() - std::chrono::duration_cast<milliseconds>(is - was);
}

running_program program_of(const fs::path& process, std::vector<std::string> words) {
    return {.number = process.filename().string(),
            .words = std::move(words),
            .environment = texts_of(process / "environ"),
            .began = started_at(process)};
}

}  // namespace

std::vector<running_program> started_by(std::string_view name) {
    std::vector<running_program> all;
    for (auto number = parent_of("self"); !number.empty() && number != "0"; number = parent_of(number)) {
        const auto folder = fs::path("/proc") / number;
        auto words = texts_of(folder / "cmdline");
        if (auto own = words_of_program(words, name); !own.empty())
            return {program_of(folder, std::move(own))};
        all.push_back(program_of(folder, std::move(words)));
    }
    return all;
}

std::vector<running_program> programs_that_run(std::string_view name, const std::string& home) {
    std::vector<running_program> found;
    std::error_code error;
    for (const auto& folder : fs::directory_iterator("/proc", error)) {
        const auto number = folder.path().filename().string();
        if (std::isdigit(static_cast<unsigned char>(number.front())) == 0) continue;
        auto words = words_of_program(texts_of(folder.path() / "cmdline"), name);
        if (words.empty()) continue;
        auto program = program_of(folder.path(), std::move(words));
        if (has_home(program.environment, home)) found.push_back(std::move(program));
    }
    return found;
}

}  // namespace assent::cli
