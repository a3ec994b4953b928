#include "substitution.hpp"

#include "../shell/shell_characters.hpp"

#include <assent/domain/programs/effect.hpp>

#include <algorithm>

namespace assent::programs {
namespace {

// Whether a word that is not known may be an option, or several words.
bool may_be_option(const shell_runs& runs, std::size_t run) {
    for (const auto& word : runs[run]) {
        if (word.known && word.text == "--") return false;
        const bool plain = !word.text.empty() && !word.splits && detail::name_letter(word.text.front());
        if (!word.known && !plain) return true;
    }
    return false;
}

bool understood(const shell_runs& runs, std::size_t run) {
    const auto& use = runs.use(run);
    const auto tells = [](const shell_word& each) {
        return each.text == "--help" || each.text == "--version";
    };
    return use.known() && !runs.wrapped(run) && use.unlisted().empty() && use.doubtful().empty() &&
           std::ranges::none_of(runs[run], tells) && !may_be_option(runs, run);
}

bool does(const shell_runs& runs, std::size_t run, effect any_of) {
    return (runs.use(run).does() & any_of) != effect::reads;
}

}  // namespace

std::size_t place_of_substitution(std::string_view text) noexcept {
    const auto place = text.find('$');
    const bool alone = place != text.npos && text.find_first_of("$`", place + 1) == text.npos;
    return alone && text.substr(place).starts_with(detail::substitution_mark) ? place : text.npos;
}

std::string_view name_of_variable(std::string_view text) noexcept {
    if (!text.starts_with('$')) return {};
    const bool braced = text.starts_with("${") && text.ends_with('}');
    text.remove_prefix(std::min<std::size_t>(braced ? 2 : 1, text.size()));
    if (braced) text.remove_suffix(1);
    return detail::name_length(text) == text.size() ? text : std::string_view();
}

std::size_t end_of_pipeline(const shell_runs& runs, const shell_word& word) {
    std::size_t commands = 0;
    auto last = shell_runs::none;
    for (std::size_t run = word.first_run; run < word.end_of_runs; ++run) {
        if (runs.wrapped(run)) continue;
        ++commands;
        last = run;
    }
    for (auto run = last; run != shell_runs::none && run >= word.first_run; run = runs.feeder(run))
        --commands;
    return commands == 0 ? last : shell_runs::none;
}

bool prints_number(const shell_runs& runs, const shell_word& word) {
    const auto last = end_of_pipeline(runs, word);
    if (last == shell_runs::none || word.led || !understood(runs, last)) return false;
    // Of several files it tells the names, too.
    std::size_t files = 0;
    for (const auto& part : runs.use(last).parts()) {
        const bool many = runs[last][part.word].splits;
        if (part.kind == part_kind::read && !part.of_option) files += many ? 2U : 1U;
    }
    constexpr auto others =
        effect::outside | effect::mixes | effect::names | effect::recurses | effect::follows;
    return files < 2 && does(runs, last, effect::numbers) && !does(runs, last, others) &&
           runs[last].front().text.find('/') == std::string_view::npos;
}

bool prints_plain_words(const shell_runs& runs, const shell_word& word) {
    if (word.fed || word.led || end_of_pipeline(runs, word) == shell_runs::none) return false;
    for (std::size_t run = word.first_run; run < word.end_of_runs; ++run) {
        const bool begins = run == word.first_run;
        const bool prints = does(runs, run, effect::hashes);
        const bool passes = does(runs, run, effect::passes) && runs.use(run).parts().empty();
        const bool others =
            does(runs, run, effect::mixes | effect::names | effect::outside | effect::recurses);
        if (!understood(runs, run) || others || !(begins ? prints : passes)) return false;
    }
    return true;
}

}  // namespace assent::programs
