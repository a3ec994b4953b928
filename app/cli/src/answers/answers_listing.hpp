#pragma once

#include "answers_file.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace assent::cli {

/// What becomes of a kept answer now, in two words: `holds`, `folder gone`.
[[nodiscard]] std::string_view state_of_answer(const stored_answer& answer);

/// Where a person has answered: `on the page`, `in the terminal`.
[[nodiscard]] std::string where_given(std::string_view by);

/// All of them for people, two lines each, with their numbers.
[[nodiscard]] std::string answers_text(const std::vector<stored_answer>& all);
/// The same as one line of JSON.
[[nodiscard]] std::string answers_json(const std::vector<stored_answer>& all);
/// One of them, with what it means. \param number  of the list, from 1
[[nodiscard]] std::string explained_answer(const stored_answer& answer, std::size_t number);

}  // namespace assent::cli
