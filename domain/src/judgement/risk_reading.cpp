#include "guarded_commands.hpp"
#include "protected_places.hpp"
#include "risky_commands.hpp"
#include "shell_words.hpp"

#include <assent/domain/rules/shell_command.hpp>

#include <algorithm>
#include <array>
#include <cstddef>

namespace assent {
namespace {

using lenient::program_name;
using lenient::shell_segment;
using lenient::shell_word;

struct statement_beginning {
    std::string_view first;
    std::string_view second;
};
// Of SQL, in lower case.
constexpr std::array destroying_statements{
    statement_beginning{"drop", "table"},  statement_beginning{"drop", "database"},
    statement_beginning{"drop", "schema"}, statement_beginning{"drop", "view"},
    statement_beginning{"drop", "index"},  statement_beginning{"drop", "user"},
    statement_beginning{"delete", "from"}, statement_beginning{"truncate", "table"},
};

bool destroys_rows(std::span<const shell_word> words) {
    for (std::size_t at = 0; at + 1 < words.size(); ++at) {
        const program_name first(words[at].text);
        const program_name second(words[at + 1].text);
        for (const auto& each : destroying_statements)
            if (first == each.first && second == each.second) return true;
    }
    return false;
}

// Reads all of the text: what comes later may be worse.
class risk_reader final : public lenient::segment_visitor {
public:
    bool segment(const shell_segment& segment) override {
        const auto words = segment.words;
        if (destroys_rows(words)) add(factor::destructive_command);
        std::size_t program = lenient::next_program(words, 0, false);
        // Any word may be run by the program before it, as with `flock file rm x`.
        const bool any_word = segment.certain && program < words.size() &&
                              !lenient::takes_text(program_name(words[program].text));
        std::size_t programs = 0;
        for (std::size_t at = 0; at < words.size(); ++at) {
            if (segment.certain && names_secret(words[at].text, words[at].nests)) add(factor::secret_in_path);
            const bool in_place = at == program;
            if (in_place && lenient::is_wrapper(words[at].text))
                program = lenient::next_program(words, at + 1, true);
            if ((in_place || any_word) && look_at_program(segment, at) &&
                ++programs > lenient::max_programs_in_segment) {
                // Nothing is worse than this.
                add(factor::too_long_to_read);
                break;
            }
        }
        return true;
    }

    bool unreadable() override {
        add(factor::unreadable_command);
        return true;
    }

    [[nodiscard]] factor_bits found() const noexcept {
        auto all = found_;
        if (downloads_ && runs_text_) all.set(static_cast<std::size_t>(factor::download_and_run));
        return all;
    }

private:
    void add(factor which) noexcept { found_.set(static_cast<std::size_t>(which)); }

    // \return whether something is known about it
    bool look_at_program(const shell_segment& segment, std::size_t at) {
        const program_name name(segment.words[at].text);
        const auto risk = lenient::risk_of_program(name, segment.words.subspan(at + 1));
        found_ |= risk.found;
        downloads_ = downloads_ || lenient::downloads(name);
        if (lenient::runs_text(name)) {
            const auto expands = [](const shell_word& word) { return word.expands; };
            runs_text_ = runs_text_ || segment.piped ||
                         std::any_of(segment.words.begin(), segment.words.end(), expands);
        }
        return risk.known;
    }

    factor_bits found_{};
    bool downloads_ = false;
    bool runs_text_ = false;
};

}  // namespace

factor_bits risks_of_command(std::string_view command) {
    factor_bits found;
    if (command.size() > max_command_bytes) {
        found.set(static_cast<std::size_t>(factor::too_long_to_read));
        return found;
    }
    risk_reader reader;
    lenient::read_shell(command, reader);
    return reader.found();
}

}  // namespace assent
