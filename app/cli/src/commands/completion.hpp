#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace assent::cli {

/// What may stand where a command line ends.
struct completions {
    /// What the shell adds.
    enum class also : unsigned char { nothing, files, folders, programs };

    also add = also::nothing;
    std::vector<std::pair<std::string, std::string>> words;  ///< each with what it means
};

[[nodiscard]] constexpr auto enum_words(completions::also) noexcept {
    return word_table("nothing", "files", "folders", "programs");
}

/// \param typed  the words of the command line, `assent` first; the last one is begun, or empty
[[nodiscard]] completions complete(const CLI::App& app, const std::vector<std::string>& typed);

/// `words`: prints what completes the words; else the script that has a shell ask for them.
/// \throws usage_error when there is none for that shell
int completion(const CLI::App& app, const std::string& shell, const std::vector<std::string>& typed);

}  // namespace assent::cli
