#include "../word_list.hpp"
#include "command_words.hpp"

#include <assent/domain/rules/command_pattern.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <utility>

// Deny and ask: whether anything that a text may run is covered.
namespace assent {
namespace {

using detail::base_name;
using pattern_words = std::span<const sequence_element>;
using run_words = std::span<const shell_runs::word>;

// Room for the words of ordinary commands without asking for memory.
using command_words = boost::container::small_vector<std::string_view, 32>;

// Stands for a word that is not known: no pattern but `*` covers whatever it is.
constexpr std::string_view any_word = "*";

bool program_covered(const glob& pattern, std::string_view word) {
    if (pattern.matches(word)) return true;
    return pattern.literal_text().find('/') == std::string::npos && pattern.matches(base_name(word));
}

bool same_ignoring_case(std::string_view left, std::string_view right) {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](char one, char other) { return lower_case(one) == lower_case(other); });
}

// The last folder of a path; empty when it has none.
std::string_view last_folder(std::string_view path) noexcept {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : base_name(path.substr(0, slash));
}

// The pattern names a folder: whether a program in another place may be the same.
bool same_elsewhere(const glob& pattern, std::string_view word) {
    const auto base = base_name(word);
    const auto front = pattern.literal_front();
    if (pattern.literal()) return same_ignoring_case(base_name(front), base);
    const bool front_names = front.find('/') != std::string_view::npos;
    const auto front_of_base = front_names ? base_name(front) : std::string_view();
    const auto back_of_base = base_name(pattern.literal_back());
    if (front_of_base.size() + back_of_base.size() > base.size()) return false;
    if (!same_ignoring_case(base.substr(0, front_of_base.size()), front_of_base) ||
        !same_ignoring_case(base.substr(base.size() - back_of_base.size()), back_of_base))
        return false;
    if (!front_of_base.empty() || !back_of_base.empty()) return true;
    // All programs of a folder: only a path can lead there.
    const auto folder = last_folder(word);
    return folder == "." || folder == ".." ||
           (!folder.empty() && same_ignoring_case(folder, last_folder(front)));
}

// Names in other folders and of other case may be the same program.
bool program_doubtful(const glob& pattern, std::string_view word) {
    if (pattern.matches_ignoring_case(word) || pattern.matches_ignoring_case(base_name(word))) return true;
    return pattern.literal_text().find('/') != std::string::npos && same_elsewhere(pattern, word);
}

bool surely(pattern_words pattern, run_words run) {
    command_words words;
    for (const auto& each : run) words.push_back(each.known ? each.text : any_word);
    const auto same = [&](const glob& one, std::string_view word) {
        if (word.data() == any_word.data()) return one.any_text();
        return &one == &pattern.front().one ? program_covered(one, word) : one.matches(word);
    };
    return covers(pattern, std::span<const std::string_view>(words), same,
                  [](std::string_view) { return true; });
}

// As they are written, known or not.
bool written_so(pattern_words pattern, run_words run) {
    return pattern.size() == run.size() &&
           std::equal(pattern.begin(), pattern.end(), run.begin(), [](const auto& element, const auto& word) {
               return !element.many && element.one.literal() && element.one.literal_text() == word.text;
           });
}

// The letters with which an unknown word begins, whatever the shell puts in.
std::string_view known_front(const shell_runs::word& word) noexcept {
    return word.text.substr(0, word.text.find_first_of("$`*?[{~=<"));
}

// Whether a word may become one that the pattern covers.
bool may_become(const glob& pattern, const shell_runs::word& word, bool program) {
    if (word.known) return program ? program_doubtful(pattern, word.text) : pattern.matches(word.text);
    if (word.globs && pattern.literal()) return glob(word.text).matches(pattern.literal_text());
    const auto front = known_front(word);
    const auto expected = pattern.literal_front();
    if (pattern.literal()) return expected.starts_with(front);
    const auto common = std::min(front.size(), expected.size());
    return front.substr(0, common) == expected.substr(0, common);
}

// Which elements of a pattern may come next, when the words so far may have become some that those before
// cover.
class possible_places {
public:
    explicit possible_places(pattern_words pattern) : pattern_(pattern), here_(2 * pattern.size() + 1) {
        enter(here_, 0);
    }

    // \return whether there are any left
    bool take(const shell_runs::word& word, bool program) {
        places next(here_.size());
        for (std::size_t place = 0; place + 1 < here_.size(); ++place) {
            if (!here_[place]) continue;
            const std::size_t element = place / 2;
            if (pattern_[element].many)
                enter(next, 2 * element + 1);
            else if (may_become(pattern_[element].one, word, program))
                enter(next, 2 * (element + 1));
        }
        if (word.splits) become_many(word, next);
        here_ = std::move(next);
        return std::find(here_.begin(), here_.end(), true) != here_.end();
    }

    [[nodiscard]] bool at_end() const { return here_.back(); }

private:
    // Two for each element: nothing has been taken by it; it is a `*` that has taken a word. And the end.
    using places = boost::container::small_vector<bool, 64>;

    void enter(places& into, std::size_t place) const {
        into[place] = true;
        if (place + 1 == into.size()) return;
        const auto& element = pattern_[place / 2];
        if (place % 2 == 1 || (element.many && element.at_least == 0)) enter_next(into, place / 2 + 1);
    }
    // Not by recursion: `*` may follow `*`.
    void enter_next(places& into, std::size_t element) const {
        for (; element < pattern_.size(); ++element) {
            into[2 * element] = true;
            if (!pattern_[element].many || pattern_[element].at_least > 0) return;
        }
        into.back() = true;
    }

    // More words may follow the first, whatever they are; or there may be none.
    void become_many(const shell_runs::word& word, places& next) const {
        const auto first = std::find(next.begin(), next.end(), true);
        std::fill(first, next.end(), true);
        if (word.globs || !known_front(word).empty()) return;
        const auto stay = std::find(here_.begin(), here_.end(), true) - here_.begin();
        std::fill(next.begin() + stay, next.end(), true);
    }

    pattern_words pattern_;
    places here_;
};

// More comparisons than this are not made; whatever is too long may be covered.
constexpr std::size_t max_comparisons = 4'000'000;

bool possibly(pattern_words pattern, run_words run) {
    if (pattern.size() * run.size() > max_comparisons) return true;
    possible_places places(pattern);
    for (std::size_t item = 0; item < run.size(); ++item)
        if (!places.take(run[item], item == 0)) return false;
    return places.at_end();
}

bool behind_its_options(pattern_words pattern, run_words run) {
    if (pattern.size() < 2 || pattern[1].many) return false;
    boost::container::small_vector<shell_runs::word, 32> words;
    const auto places = behind_options(run);
    // More options than are looked at.
    if (places.size() == max_option_places) return true;
    for (const auto place : places) {
        words.assign(run.begin() + static_cast<std::ptrdiff_t>(place - 1), run.end());
        words.front() = run.front();
        if (possibly(pattern, words)) return true;
    }
    return false;
}

rule_match compare(pattern_words pattern, run_words run) {
    if (pattern.empty()) return rule_match::no;
    const auto& first = pattern.front();
    // Most runs are of other programs.
    if (!first.many && run.front().known && !program_doubtful(first.one, run.front().text))
        return rule_match::no;
    if (surely(pattern, run) || written_so(pattern, run)) return rule_match::yes;
    return possibly(pattern, run) || behind_its_options(pattern, run) ? rule_match::doubt : rule_match::no;
}

}  // namespace

boost::container::small_vector<std::size_t, 4> behind_options(run_words run) {
    boost::container::small_vector<std::size_t, 4> places;
    const auto option = [&](std::size_t at) {
        return at < run.size() && run[at].known && run[at].text.starts_with('-');
    };
    bool here = true;   // these words may begin here
    bool next = false;  // or at the next word
    for (std::size_t at = 1; at < run.size() && (here || next) && places.size() < max_option_places; ++at) {
        if (here && at > 1) places.push_back(at);
        const bool after_option = here && option(at);
        here = next || after_option;
        next = after_option;
    }
    return places;
}

rule_match command_pattern::catches_runs(const shell_runs& runs) const {
    auto sum = runs.complete() ? rule_match::no : rule_match::doubt;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        for (const pattern_words pattern : {pattern_words(words_), pattern_words(unquoted_)}) {
            const auto found = compare(pattern, runs[run]);
            if (found == rule_match::yes) return found;
            if (found == rule_match::doubt) sum = found;
        }
    }
    return sum;
}

}  // namespace assent
