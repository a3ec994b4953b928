#include "guard_reading.hpp"

#include "guarded_commands.hpp"
#include "protected_places.hpp"
#include "shell_words.hpp"

#include <assent/domain/rules/shell_command.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace assent {
namespace {

using lenient::base_name;
using lenient::program_name;
using lenient::shell_segment;
using lenient::shell_word;

class guard_reader final : public lenient::segment_visitor {
public:
    explicit guard_reader(std::string_view cwd) noexcept : cwd_(cwd) {}

    bool segment(const shell_segment& segment) override {
        const auto words = segment.words;
        std::size_t program = lenient::next_program(words, 0, false);
        std::size_t programs = 0;
        for (std::size_t at = 0; at < words.size(); ++at) {
            const bool in_place = at == program;
            if (in_place) {
                if (segment.certain && !look_at_program(words, at)) return false;
                program = lenient::is_wrapper(words[at].text) ? lenient::next_program(words, at + 1, true)
                                                              : words.size();
            }
            if (!look_at_word(words[at])) return false;
            const auto use = lenient::guarded_use(words, at, in_place);
            if (use.found) return find(*use.found);
            if (use.known && ++programs > lenient::max_programs_in_segment)
                return find(factor::too_long_to_read);
        }
        return true;
    }

    bool unreadable() override { return find(factor::unreadable_command); }

    [[nodiscard]] std::optional<factor> found() const noexcept { return found_; }

private:
    bool find(factor which) noexcept {
        found_ = which;
        return false;
    }

    bool look_at_word(const shell_word& word) {
        if (names_protected_place(word.text, word.globs)) return find(factor::protected_place);
        if (names_process_files(word.text)) return find(factor::process_files);
        if (lenient::sets_executing_variable(word.text)) return find(factor::executing_variable);
        return true;
    }

    // A word where the shell expects a program.
    bool look_at_program(std::span<const shell_word> words, std::size_t at) {
        const auto& word = words[at];
        const bool test = word.text == "[" || word.text == "[[";
        if (word.expands || (word.globs && !test) || word.text.empty())
            return find(factor::unreadable_command);
        const program_name name(word.text);
        if (name == std::string_view("crontab")) return find(factor::protected_place);
        if (name == std::string_view("git") && elsewhere_) return find(factor::changed_directory);
        if (changes_directory(name)) elsewhere_ = elsewhere_ || !stays(words.subspan(at + 1));
        return true;
    }

    static bool changes_directory(std::string_view name) noexcept {
        return name == "cd" || name == "pushd" || name == "popd" || name == "chdir";
    }

    [[nodiscard]] bool stays(std::span<const shell_word> arguments) const noexcept {
        return arguments.size() == 1 && !arguments.front().expands && !cwd_.empty() &&
               arguments.front().text == cwd_;
    }

    std::string_view cwd_;
    bool elsewhere_ = false;
    std::optional<factor> found_;
};

}  // namespace

std::optional<factor> guarded_command(std::string_view command, std::string_view cwd) {
    if (command.size() > max_command_bytes) return factor::too_long_to_read;
    guard_reader reader(cwd);
    lenient::read_shell(command, reader);
    return reader.found();
}

}  // namespace assent
