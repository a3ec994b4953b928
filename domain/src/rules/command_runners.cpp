#include "command_runners.hpp"

#include "../programs/catalogue.hpp"
#include "../word_list.hpp"
#include "command_words.hpp"
#include "wrapper_reading.hpp"

#include <assent/domain/rules/glob.hpp>

#include <algorithm>
#include <array>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// Most of their uses run others, though their own words are subcommands.
constexpr std::array running_subcommands{"docker"sv, "podman"sv, "nerdctl"sv, "bun"sv, "deno"sv, "pipx"sv};

// Whether it runs the program, the script or the text among its words.
bool is_runner(const programs::known_program& program, bool subcommand) {
    const auto& operands = program.form().operands();
    if (wrapper_reading(program, nullptr).runs() != wrapper_reading::form::nothing) return true;
    if (program.form().fed() != programs::part_kind::text) return true;
    return !subcommand && !operands.empty() && operands.front().kind == programs::part_kind::script;
}

// Whether this pattern of a program's name covers a shell, an interpreter or the like. A lone `*` is left to
// the author.
bool covers_runner(std::string_view pattern) {
    const glob name(base_name(pattern));
    if (name.any_text()) return false;
    // `python3.1*`
    const auto* const versions = programs::find_program(name.literal_front());
    if (versions != nullptr && is_runner(*versions, false)) return true;
    return programs::any_program([&](std::string_view each, const auto& program) {
        return name.matches(each) &&
               (one_of(each, running_subcommands) || program.form().fed() != programs::part_kind::text);
    });
}

// An option, or a number that belongs to one: what is run comes after it.
bool before_operand(std::string_view word) noexcept {
    return word.starts_with('-') || (word.front() >= '0' && word.front() <= '9');
}

}  // namespace

std::string free_runner(std::span<const std::string_view> words) {
    std::size_t next = 0;
    while (next < words.size()) {
        if (!glob(words[next]).literal())
            return covers_runner(words[next]) ? std::string(words[next]) : std::string();
        const auto* program = programs::find_program(glob(words[next]).literal_text());
        if (program == nullptr) return {};
        std::string runner(words[next++]);
        bool runs = one_of(runner, running_subcommands) || is_runner(*program, false);
        bool number = false;  // the last word that was skipped: an option's value, or an operand
        const auto skip_options = [&] {
            for (; next < words.size() && before_operand(words[next]) && glob(words[next]).literal(); ++next)
                number = !words[next].starts_with('-');
        };
        for (skip_options(); next < words.size() && glob(words[next]).literal(); skip_options()) {
            const auto* const subcommand = program->subcommand(words[next]);
            if (subcommand == nullptr) break;
            program = subcommand;
            runs = is_runner(*program, true);
            runner.append(" ").append(words[next++]);
        }
        if (!runs) return {};
        const wrapper_reading wrapper(*program, nullptr);
        auto operands = wrapper.runs() == wrapper_reading::form::nothing ? 0 : wrapper.operands();
        if (number && operands > 0) --operands;
        for (; operands > 0 && next < words.size() && glob(words[next]).literal(); --operands)
            runner.append(" ").append(words[next++]);
        skip_options();
        if (next == words.size() || glob(words[next]).literal()) continue;
        // `bash ./scripts/*` says what is run; `bash *`, `bash -*` and `bash ?cript` do not.
        const char first = words[next].front();
        return first == '*' || first == '?' || before_operand(words[next]) ? runner : std::string();
    }
    return {};
}

}  // namespace assent::detail
