#include "../process/running_programs.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace assent::cli {
namespace {

namespace fs = std::filesystem;

// The script of a program is its second word, or stands behind a few options.
constexpr std::size_t max_words_before_script = 4;

// Of a file with a zero behind each text. Those of other users cannot be read.
std::vector<std::string> texts_of(const fs::path& file) {
    std::ifstream from(file, std::ios::binary);
    std::vector<std::string> texts;
    for (std::string each; std::getline(from, each, '\0');) texts.push_back(each);
    return texts;
}

bool is_called(const std::vector<std::string>& words, std::string_view name) {
    const auto end =
        words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), max_words_before_script));
    return std::any_of(words.begin(), end,
                       [&](const auto& word) { return fs::path(word).filename().string() == name; });
}

}  // namespace

std::vector<running_program> programs_that_run(std::string_view name, const std::string& home) {
    std::vector<running_program> found;
    std::error_code error;
    for (const auto& folder : fs::directory_iterator("/proc", error)) {
        const auto number = folder.path().filename().string();
        if (std::isdigit(static_cast<unsigned char>(number.front())) == 0) continue;
        auto words = texts_of(folder.path() / "cmdline");
        if (!is_called(words, name)) continue;
        auto environment = texts_of(folder.path() / "environ");
        if (std::ranges::find(environment, "HOME=" + home) != environment.end())
            found.push_back({number, std::move(words), std::move(environment)});
    }
    return found;
}

}  // namespace assent::cli
