#include "guard_reader.hpp"

#include "guarded_commands.hpp"
#include "protected_places.hpp"

namespace assent::lenient {
namespace {

// What a word has that is a place, or gives a value to a variable.
constexpr text_marks telling = marks::slash | marks::dot | marks::underscore | marks::foreign | marks::equals;

}  // namespace

bool guard_reader::segment(const shell_segment& segment) {
    const auto words = segment.words;
    std::size_t program = next_program(words, 0, false);
    std::size_t programs = 0;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const auto& word = words[at];
        const bool in_place = at == program;
        if (in_place) {
            if (segment.certain && !look_at_program(words, at)) return false;
            program = is_wrapper(word) ? next_program(words, at + 1, true) : words.size();
        }
        if ((word.found & telling) != 0 && !look_at_word(word)) return false;
        if (word.program == nullptr) continue;
        const auto use = guarded_use(words, at, in_place);
        if (use.found) return find(*use.found);
        if (use.known && ++programs > max_programs_in_segment) return find(factor::too_long_to_read);
    }
    return true;
}

bool guard_reader::look_at_word(const shell_word& word) {
    if (names_protected_place(word.text, word.globs)) return find(factor::protected_place);
    if (names_process_files(word.text)) return find(factor::process_files);
    if (sets_executing_variable(word.text)) return find(factor::executing_variable);
    return true;
}

// A word where the shell expects a program.
bool guard_reader::look_at_program(std::span<const shell_word> words, std::size_t at) {
    const auto& word = words[at];
    const bool test = word.text == "[" || word.text == "[[";
    if (word.expands || (word.globs && !test) || word.text.empty()) return find(factor::unreadable_command);
    if (word.program == nullptr) return true;
    const known_program& program = *word.program;
    if (program.schedules) return find(factor::protected_place);
    if (program.reads == known_program::script::git && elsewhere_) return find(factor::changed_directory);
    if (program.changes_directory) elsewhere_ = elsewhere_ || !stays(words.subspan(at + 1));
    return true;
}

bool guard_reader::stays(std::span<const shell_word> arguments) const noexcept {
    return arguments.size() == 1 && !arguments.front().expands && !cwd_.empty() &&
           arguments.front().text == cwd_;
}

}  // namespace assent::lenient
