// What rules and the guard tell each other about programs.
#include "judgement/known_programs.hpp"
#include "judgement/guarded_commands.hpp"
#include "judgement/guarded_program_table.hpp"
#include "judgement/interpreter_words.hpp"
#include "rules/bare_words.hpp"
#include "rules/running_programs.hpp"
#include "rules/unread_programs.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <cstddef>

namespace assent {

namespace lenient {

std::span<const shell_word> own_words(std::string_view program, std::span<const shell_word> arguments) {
    const auto* const language = detail::interpreting(program);
    // Of which no options are known, any word may be one's value, or a subcommand.
    if (language == nullptr || language->letters.flags.empty()) return arguments;
    for (std::size_t at = 0; at < arguments.size();) {
        const shell_word& word = arguments[at];
        if (word.expands || word.globs || word.target) break;
        if (word.text == "--" || word.text.size() < 2 || word.text.front() != '-') return arguments.first(at);
        if (language->names_module(word.text)) return arguments.first(at + 1);
        const auto reach = detail::reach_of(word.text, language->letters);
        if (reach == detail::option_reach::unclear) break;
        at += reach == detail::option_reach::two ? 2U : 1U;
    }
    return arguments;
}

}  // namespace lenient

namespace detail {
namespace {

// What its options may begin with.
std::uint64_t beginnings_of(const lenient::option_set& options) noexcept {
    std::uint64_t bits = options.letters.empty() ? 0 : bit_of_beginning('-');
    for (const auto& each : options.each) {
        const char first = options.words[each.from];
        bits |= first == '~' ? ~std::uint64_t{0} : bit_of_beginning(first);
    }
    return bits;
}

}  // namespace

bool may_run_unread(std::string_view name, std::uint64_t beginnings) noexcept {
    const auto* const program = lenient::find_program(name, marks_of(name));
    if (program == nullptr) return false;
    if (program->reads == lenient::known_program::script::sed) return true;
    const auto* const row = program->guarded;
    if (row == nullptr || row->found == lenient::guarded::code) return false;
    // The letters of `tar xzf` need no dash.
    if (row->in_every_use() || row->name.ends_with("tar")) return true;
    return (beginnings_of(row->options) & beginnings) != 0;
}

bool runs_unread(std::span<const shell_runs::word> run, bool looked_at) {
    const auto name = run.front().text;
    const auto* const program = lenient::find_program(name, marks_of(name));
    if (program == nullptr) return false;
    if (program->guarded != nullptr && program->guarded->in_every_use()) return !looked_at;
    boost::container::small_vector<lenient::shell_word, 32> arguments;
    for (const auto& word : run.subspan(1)) {
        auto& argument = arguments.emplace_back();
        argument.text = word.text;
        argument.expands = !word.known;
        argument.globs = word.globs;
    }
    return lenient::runs_unread(*program, arguments);
}

}  // namespace detail
}  // namespace assent
