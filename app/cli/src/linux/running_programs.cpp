#include "../process/running_programs.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

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

}  // namespace

std::vector<running_program> started_by(std::string_view name) {
    std::vector<running_program> all;
    for (auto number = parent_of("self"); !number.empty() && number != "0"; number = parent_of(number)) {
        const auto folder = fs::path("/proc") / number;
        auto words = texts_of(folder / "cmdline");
        auto environment = texts_of(folder / "environ");
        if (auto own = words_of_program(words, name); !own.empty())
            return {{number, std::move(own), std::move(environment)}};
        all.push_back({number, std::move(words), std::move(environment)});
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
        auto environment = texts_of(folder.path() / "environ");
        if (has_home(environment, home)) found.push_back({number, std::move(words), std::move(environment)});
    }
    return found;
}

}  // namespace assent::cli
