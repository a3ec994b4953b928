#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Command lines that protocols carry as words, and words that they carry as a command line.
namespace assent {

/// A line that a shell takes apart into exactly these words.
[[nodiscard]] std::string shell_line_of(const std::vector<std::string>& words);

/// The words of a line in which nothing but quotes and backslashes has a meaning. Nothing: it has something
/// else in it, or a quote that does not end.
[[nodiscard]] std::optional<std::vector<std::string>> plain_words_of(std::string_view line);

/// The text that a shell is given by these words: `/bin/bash -lc TEXT`. Nothing: they are something else.
[[nodiscard]] std::optional<std::string> text_for_shell(const std::vector<std::string>& words);

}  // namespace assent
