#pragma once

#include "terminal_text.hpp"

#include <assent/app/console/console_question.hpp>
#include <assent/domain/time.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace assent::detail {

/// From this risk on, a second key confirms what allows.
[[nodiscard]] bool needs_confirmation(const console_question& question) noexcept;

/// A question in words.
struct description {
    std::vector<paragraph> text;
    bool whole = true;  ///< nothing of what the call would do was left out
};
/// What matters most first; the whole input where nothing else says what the call would do.
/// \param waiting  how many are open, this one included
[[nodiscard]] description describe(const console_question& question, std::size_t waiting);
/// The same, and the whole input in any case.
[[nodiscard]] description describe_all(const console_question& question, std::size_t waiting);

/// A key and what it does, in a few words.
struct offered_key {
    std::string key;
    std::string words;
};
/// The answers that this question takes.
[[nodiscard]] std::vector<offered_key> answers_for(const console_question& question);
/// The few that a small window has room for.
[[nodiscard]] std::vector<offered_key> fewest_answers(const console_question& question);
/// The same in whole sentences.
[[nodiscard]] std::vector<paragraph> help_for(const console_question& question);
/// As many keys as fit in each line.
void lay_out_keys(std::span<const offered_key> keys, std::size_t columns, palette shown,
                  std::vector<std::string>& lines);

/// What an answer does, to be confirmed: `allow it once`.
[[nodiscard]] std::string words_for(const console_answer& answer, const console_question& question);
/// What an answer has done: `allowed once`.
[[nodiscard]] std::string past_words_for(const console_answer& answer, const console_question& question);

}  // namespace assent::detail
