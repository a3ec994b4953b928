#include "run_finder.hpp"

// Programs of awk, which are not read as such.
namespace assent::detail {
namespace {

bool is_option(std::string_view word) noexcept { return word.size() > 1 && word.front() == '-'; }

// A program of awk that may run others.
bool awk_runs(std::string_view program) noexcept {
    if (program.find("system") != std::string_view::npos) return true;
    for (std::size_t at = program.find('|'); at != std::string_view::npos; at = program.find('|', at + 1)) {
        if (at + 1 >= program.size() || program[at + 1] != '|') return true;
        ++at;
    }
    return false;
}

}  // namespace

void run_finder::look_at_awk(const run& at) {
    constexpr option_letters letters{"bcCghIkMnNOPrsStV", "FvfeEiLlpd"};
    std::size_t next = at.from + 1;
    while (next < at.end && is_option(word(next).text)) {
        const auto reach = reach_of(word(next).text, letters);
        next += reach == option_reach::two ? 2U : 1U;
    }
    for (auto each = at.from + 1; each < at.end; ++each)
        if (word(each).known && awk_runs(word(each).text)) unreadable();
    if (next < at.end && !word(next).known) unreadable();
}

}  // namespace assent::detail
