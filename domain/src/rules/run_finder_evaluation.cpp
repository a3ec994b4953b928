#include "../word_list.hpp"
#include "name_filter.hpp"
#include "run_finder.hpp"
#include "shell_characters.hpp"

#include <algorithm>
#include <array>
#include <functional>

// Builtins that evaluate words, or what variables hold, as text once more.
namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// All their words are numbers, of which some shells calculate the value.
constexpr std::array calculating{"let"sv,   "integer"sv, "float"sv,  "exit"sv,    "return"sv,
                                 "shift"sv, "break"sv,   "ulimit"sv, "continue"sv};
// They take names of variables, which may have subscripts.
constexpr std::array naming{"read"sv, "unset"sv, "getopts"sv, "wait"sv, "print"sv};
constexpr std::array declaring{"export"sv, "declare"sv, "typeset"sv, "local"sv, "readonly"sv};
constexpr std::array testing{"test"sv, "["sv, "[["sv};
constexpr std::array formatting{"printf"sv};
constexpr name_filter evaluating_names =
    name_filter().add(calculating).add(naming).add(declaring).add(testing).add(formatting);
constexpr std::array calculating_tests{"-eq"sv, "-ne"sv, "-lt"sv, "-le"sv, "-gt"sv, "-ge"sv, "-v"sv, "-R"sv};
// Their values are expanded once more.
constexpr std::array expanded_variables{"PS4"sv, "BASH_ENV"sv, "ENV"sv};

bool sets_option(std::string_view word) noexcept {
    return word.size() > 1 && (word.front() == '-' || word.front() == '+');
}

// `%d` and the like, of which some shells calculate the value.
bool formats_number(std::string_view format) noexcept {
    for (auto at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 1)) {
        at = format.find_first_not_of("-+ #0'123456789.*", at + 1);
        if (at == std::string_view::npos) return false;
        if ("diouxXeEfFgGaAc"sv.find(format[at]) != std::string_view::npos) return true;
    }
    return false;
}

// An escape of `$` or of a backquote, such as `\x24`, which programs put in its place.
bool escapes_substitution(std::string_view text) noexcept {
    for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
        auto code = text.substr(at + 1);
        const bool hexadecimal = !code.empty() && "xXuU"sv.find(code.front()) != std::string_view::npos;
        if (hexadecimal) code.remove_prefix(1);
        code.remove_prefix(std::min(code.find_first_not_of('0'), code.size()));
        if (code.starts_with(hexadecimal ? "24" : "44") || code.starts_with(hexadecimal ? "60" : "140"))
            return true;
    }
    return false;
}

bool inside(std::string_view text, std::string_view whole) noexcept {
    const std::less<> before;
    return !before(text.data(), whole.data()) && before(text.data(), whole.data() + whole.size());
}

}  // namespace

bool names_expanded_variable(std::string_view word) noexcept {
    if (word.empty() || (word.front() != 'P' && word.front() != 'B' && word.front() != 'E')) return false;
    const auto name = word.substr(0, name_length(word));
    return one_of(name, expanded_variables) &&
           (name.size() == word.size() || word.substr(name.size()).starts_with('=') ||
            word.substr(name.size()).starts_with("+="));
}

void run_finder::keeps(std::string_view text) {
    keeps_dollar_ = keeps_dollar_ || text.ends_with('$') || text.find("$\n") != std::string_view::npos;
    keeps_parenthesis_ =
        keeps_parenthesis_ || text.starts_with('(') || text.find("\n(") != std::string_view::npos;
    if (keeps_substitution(text) || escapes_substitution(text)) kept_.push_back(text);
}

// What is read as a text is no mere data.
void run_finder::forget_kept(std::string_view text) {
    const auto read = [&](std::string_view each) { return inside(text, each); };
    kept_.erase(std::remove_if(kept_.begin(), kept_.end(), read), kept_.end());
}

bool run_finder::runs_kept_text() const noexcept {
    return evaluates_ && (!kept_.empty() || (keeps_dollar_ && keeps_parenthesis_));
}

bool run_finder::evaluates_words(std::string_view name) noexcept {
    return evaluating_names.may_hold(name) &&
           (one_of(name, declaring) || one_of(name, naming) || one_of(name, testing) ||
            one_of(name, calculating) || one_of(name, formatting));
}

const name_filter& run_finder::evaluating_filter() noexcept { return evaluating_names; }

void run_finder::look_at_evaluation(std::string_view name, const run& at) {
    const std::size_t first = at.from + 1;
    const bool declares = one_of(name, declaring);
    for (auto each = first; each < at.end; ++each) {
        const auto argument = word(each);
        const auto length = name_length(argument.text);
        const bool assigns = length > 0 && argument.text.substr(length).starts_with('=');
        if (keeps_substitution(argument.text)) unreadable();
        if (assigns && declares)
            assignment(argument.text.substr(0, length), argument.text.substr(length + 1), argument.known,
                       at.depth);
        if (one_of(name, testing)) continue;
        const bool names = declares || one_of(name, naming);
        if (names && (argument.text.find('[') != std::string_view::npos || (!argument.known && !assigns)))
            evaluates();
        // Numbers, names of other variables, functions of zsh.
        if (declares && sets_option(argument.text) &&
            argument.text.find_first_of("iEFn") != std::string_view::npos)
            evaluates();
    }
    if (one_of(name, calculating) && first < at.end) evaluates();
    if (one_of(name, testing)) look_at_test(at);
    if (name == "printf" && first < at.end)
        for (auto each = first; each < at.end; ++each)
            if (formats_number(word(each).text) || (each == first && !word(each).known) ||
                word(each).text == "-v")
                evaluates();
}

// `[[ a -eq b ]]`, or what is left of it behind `&&`.
void run_finder::look_at_test(const run& at) {
    bool calculates = false;
    bool names = false;  // anything but numbers
    for (auto each = at.from; each < at.end; ++each) {
        const auto text = word(each).text;
        const bool test = one_of(text, calculating_tests);
        calculates = calculates || test;
        names = names || (!test && text != "$#" && text != "$?" && calculates_with_names(text) &&
                          !one_of(text, testing));
    }
    if (calculates && names) evaluates();
    // It may become an operator.
    const auto first = at.end - at.from > 1 ? word(at.from + 1) : shell_runs::word{};
    if (first.splits && first.text != "$#" && first.text != "$?") evaluates();
}

}  // namespace assent::detail
