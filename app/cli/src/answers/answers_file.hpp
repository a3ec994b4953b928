#pragma once

#include "named_text.hpp"

#include <assent/domain/rules/permission_rule.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

/// What people have allowed with "always", in one file that they can read: docs/state-and-persistence.md.
namespace assent::cli {

/// Most answers in the file; one more is not kept.
inline constexpr std::size_t max_kept_answers = 1000;
/// Longest text of a question that is kept with its answer, in bytes.
inline constexpr std::size_t max_kept_question_bytes = 512;
/// Longest time for which another program that changes the file is waited for.
inline constexpr std::chrono::seconds longest_answers_wait{2};

/// A rule that a person has allowed, for one agent in one folder.
struct stored_answer {
    permission_rule rule;  ///< of origin `stored`, with its condition
    /// What its command runs by name, as that was then. Where there is something, the answer is for the very
    /// folder, and not for those below: there the names stand for other texts.
    std::vector<named_text> runs{};
    std::string by{};         ///< where it was given: `web` is the page, `terminal`
    std::string user{};       ///< by the number that the system knows them by
    std::string given{};      ///< when: `2026-11-28T05:19:16Z`
    std::string question{};   ///< from which question; it may be empty
    std::size_t uses = 0;     ///< calls that it has allowed since
    std::string last_used{};  ///< when; empty: never
};
/// The same, for what it runs now. \throws std::runtime_error as `texts_named_by`
[[nodiscard]] stored_answer with_texts_of_now(stored_answer answer);
/// What it runs is what it was. One that says nothing of what it runs, and runs something, is not.
[[nodiscard]] bool runs_what_it_ran(const stored_answer& answer);

/// Something is wrong with the file: nothing in it holds. The text names the file, the field, what was
/// expected and what was found.
struct unreadable_answers : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The file in the folder of states. \param state  empty: there is none, nor a file
[[nodiscard]] std::filesystem::path answers_path(const std::filesystem::path& state);

/// Where the file lies, and how folders in it are found.
struct answers_place {
    std::filesystem::path file;
    std::string home{};  ///< what `~` stands for in rules
    rule_condition::path_lookup look{};
};

/// The folder is there, and no link on its way: an answer for it is for what the person has seen.
[[nodiscard]] bool leads_to_itself(const rule_condition& where);

/// What is in the file; nothing where there is none.
/// \throws unreadable_answers
[[nodiscard]] std::vector<stored_answer> read_answers(const answers_place& place);

/// Reads the file, has it changed, and puts it in the place of the old one, whole or not at all. Nobody else
/// changes it meanwhile. One that cannot be read is kept under another name, in the same folder.
/// \param change  false: it stays as it is \return where one that cannot be read is now; empty: it was read
/// \throws std::runtime_error where it cannot be written; nothing is changed then
std::filesystem::path change_answers(const answers_place& place,
                                     const std::function<bool(std::vector<stored_answer>&)>& change);

/// The time now, as it stands in the file.
[[nodiscard]] std::string answer_time(std::chrono::system_clock::time_point at);

}  // namespace assent::cli
