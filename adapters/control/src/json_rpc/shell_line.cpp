#include "shell_line.hpp"

#include <algorithm>
#include <array>

namespace assent {
namespace {

// Nothing in a word of these has a meaning to a shell.
constexpr std::string_view plain_characters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:@_=";
constexpr std::string_view blanks = " \t";
// What a shell may put something else in place of, or ends a command at.
constexpr std::string_view meaningful = "$`;&|<>()\n*?[]{}~#!";

constexpr std::array<std::string_view, 5> shells{"bash", "sh", "zsh", "dash", "ksh"};
// A program of that name elsewhere may be anything.
constexpr std::array<std::string_view, 5> folders_of_shells{"", "/bin/", "/usr/bin/", "/usr/local/bin/",
                                                            "/opt/homebrew/bin/"};
constexpr std::array<std::string_view, 2> text_options{"-c", "-lc"};

std::string quoted_word(const std::string& word) {
    if (!word.empty() && word.find_first_not_of(plain_characters) == std::string::npos) return word;
    std::string text = "'";
    for (const char each : word) text += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return text + "'";
}

// Reads words; its state is in which quotes it is.
class word_reader {
public:
    [[nodiscard]] std::optional<std::vector<std::string>> read(std::string_view line) {
        for (std::size_t at = 0; at < line.size(); ++at) {
            const char each = line[at];
            if (each == '\\' && quote_ != '\'') {
                if (++at == line.size() || line[at] == '\n') return std::nullopt;
                // Between double quotes a backslash stays in front of what it does not protect.
                if (quote_ == '"' && std::string_view("\\\"$`").find(line[at]) == std::string_view::npos)
                    word_ += '\\';
                add(line[at]);
            } else if (!take(each)) {
                return std::nullopt;
            }
        }
        if (quote_ != 0) return std::nullopt;
        end_word();
        return std::move(words_);
    }

private:
    // \return false where it has a meaning that is not known here
    [[nodiscard]] bool take(char each) {
        if (quote_ != 0) {
            if (each == quote_)
                quote_ = 0;
            else if (quote_ == '"' && (each == '$' || each == '`' || each == '!'))
                return false;
            else
                add(each);
            return true;
        }
        if (each == '\'' || each == '"') {
            quote_ = each;
            any_ = true;
        } else if (blanks.find(each) != std::string_view::npos) {
            end_word();
        } else if (meaningful.find(each) != std::string_view::npos) {
            return false;
        } else {
            add(each);
        }
        return true;
    }
    void add(char each) {
        word_ += each;
        any_ = true;
    }
    void end_word() {
        if (any_) words_.push_back(std::move(word_));
        word_.clear();
        any_ = false;
    }

    std::vector<std::string> words_;
    std::string word_;
    bool any_ = false;
    char quote_ = 0;
};

}  // namespace

std::string shell_line_of(const std::vector<std::string>& words) {
    std::string line;
    for (const auto& each : words) {
        if (!line.empty()) line += ' ';
        line += quoted_word(each);
    }
    return line;
}

std::optional<std::vector<std::string>> plain_words_of(std::string_view line) {
    return word_reader().read(line);
}

std::optional<std::string> text_for_shell(const std::vector<std::string>& words) {
    if (words.size() != 3) return std::nullopt;
    std::string_view program = words[0];
    const auto folder = program.substr(0, program.rfind('/') + 1);
    program.remove_prefix(folder.size());
    const bool known = std::ranges::find(folders_of_shells, folder) != folders_of_shells.end() &&
                       std::ranges::find(shells, program) != shells.end() &&
                       std::ranges::find(text_options, words[1]) != text_options.end();
    return known ? std::optional(words[2]) : std::nullopt;
}

}  // namespace assent
