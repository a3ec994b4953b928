#include "reference_parts.hpp"

#include <assent/domain/rules/shell_runs.hpp>

#include <algorithm>

namespace assent::differential::reference {
namespace {

std::string base(text program) { return std::string(program.substr(program.rfind('/') + 1)); }

bool fits_words(text pattern, const list& words, bool deny) {
    const list parts = split(pattern, " \t", true);
    std::size_t wildcards = 0;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\')
            ++at;
        else if (pattern[at] == '?' || (pattern[at] == '*' && (at == 0 || pattern[at - 1] != '*')))
            ++wildcards;
    }
    const auto glued = [&] {
        return parts.back() != "*" && parts.back().ends_with("*") && !parts.back().ends_with("\\*");
    };
    const auto many = [&](std::size_t at) {
        if (at == parts.size()) return 0;
        if (parts[at] != "*") return -1;
        return at + 1 == parts.size() && at > 0 && wildcards == 1 ? 0 : 1;
    };
    const auto one = [&](std::size_t at, text word) {
        if (fits(parts[at], word))
            return deny || !wild(parts[at]) || at > 0 || parts[at].find('/') != text::npos ||
                   word.find('/') == text::npos;
        return deny && at == 0 && parts[0].find('/') == text::npos && fits(parts[0], base(word));
    };
    return fit_lists(parts.size() + (glued() ? 1 : 0), many, words, one, [](auto, auto) { return true; });
}

bool is_exactly(text pattern, text value) {
    return pattern == "*" || (!wild(pattern) && fits(pattern, value));
}

}  // namespace

bool covers_simple(text pattern, const shell_command& shell, std::size_t at) {
    const auto as_list = [](auto words) { return list(words.begin(), words.end()); };
    const auto wrapped = shell.behind_wrapper(at);
    return fits_words(pattern, as_list(shell[at]), false) ||
           (!wrapped.empty() && fits_words(pattern, as_list(wrapped), false));
}

answers command_answers(text pattern, text raw, const rule_switches& switches, bool deny) {
    if (!deny) {
        if (is_exactly(pattern, raw)) return sure_yes;
        const shell_command shell(raw, switches);
        bool all = shell.size() > 0;
        for (std::size_t at = 0; at < shell.size(); ++at) all = all && covers_simple(pattern, shell, at);
        return exactly(all);
    }
    if (fits(pattern, raw)) return sure_yes;
    const shell_runs runs(raw);
    bool maybe = !runs.complete();
    bool sure = false;
    const std::string program = base(split(pattern, " \t", true)[0]);
    for (std::size_t at = 0; at < runs.size(); ++at) {
        list words;
        bool known = true;
        for (const auto& word : runs[at]) {
            words.emplace_back(word.text);
            known = known && word.known;
        }
        if (known && fits_words(pattern, words, true)) sure = true;
        // Quotes may be meant as such; options may stand between the words, and programs have other names.
        maybe = maybe || !known || pattern.find_first_of("\"'") != text::npos ||
                fits(lower(program), lower(base(words[0]))) || fits(lower(program), lower(words[0]));
    }
    return sure ? sure_yes : !runs.complete() ? doubtful | sure_yes : maybe ? anything : sure_no;
}
}  // namespace assent::differential::reference
