#include "risk_reader.hpp"

#include "protected_places.hpp"
#include "risky_use_table.hpp"

#include <algorithm>
#include <string_view>

namespace assent::lenient {
namespace {

// What the name of a secret's file has.
constexpr text_marks telling = marks::dot | marks::underscore | marks::secret_letter;

bool destroys_rows(std::span<const shell_word> words) {
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
        const auto* const first = words[at].program;
        const auto* const second = words[at + 1].program;
        if (first == nullptr || !first->in_statement || second == nullptr) continue;
        for (const auto& each : risky::destroying_statements)
            if (first->name == each.first && second->name == each.second) return true;
    }
    return false;
}

bool takes_its_words(const shell_word& word) noexcept {
    return word.program != nullptr && word.program->takes_text;
}

}  // namespace

bool risk_reader::segment(const shell_segment& segment) {
    const auto words = segment.words;
    if (destroys_rows(words)) add(factor::destructive_command);
    std::size_t program = next_program(words, 0, false);
    // Any word may be run by the program before it, as with `flock file rm x`.
    const bool any_word = segment.certain && program < words.size() && !takes_its_words(words[program]);
    std::size_t programs = 0;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const auto& word = words[at];
        if (segment.certain && (word.found & telling) != 0 && names_secret(word.text, word.nests))
            add(factor::secret_in_path);
        if (word.program == nullptr) continue;
        const bool in_place = at == program;
        if (in_place && is_wrapper(word)) program = next_program(words, at + 1, true);
        if ((in_place || any_word) && look_at_program(segment, at) && ++programs > max_programs_in_segment) {
            // Nothing is worse than this.
            add(factor::too_long_to_read);
            break;
        }
    }
    return true;
}

factor_bits risk_reader::found() const noexcept {
    auto all = found_;
    if (downloads_ && runs_text_) all.set(static_cast<std::size_t>(factor::download_and_run));
    return all;
}

bool risk_reader::look_at_program(const shell_segment& segment, std::size_t at) {
    const known_program& program = *segment.words[at].program;
    const auto risk = risk_of_program(program, segment.words.subspan(at + 1));
    found_ |= risk.found;
    downloads_ = downloads_ || program.downloads;
    if (program.runs_text) {
        const auto expands = [](const shell_word& word) { return word.expands; };
        runs_text_ =
            runs_text_ || segment.piped || std::any_of(segment.words.begin(), segment.words.end(), expands);
    }
    return risk.known;
}

}  // namespace assent::lenient
