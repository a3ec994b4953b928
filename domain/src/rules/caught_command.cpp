#include "caught_command.hpp"

#include "../programs/command_options.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <string_view>

namespace assent::detail {
namespace {

using programs::command_options;
using role = command_options::role;
using pattern_words = std::span<const sequence_element>;
using run_words = std::span<const shell_word>;
using wording = caught_command::wording;
using reading = caught_command::reading;

// A pattern is read.

constexpr std::string_view wildcards = "*?";

glob literal_glob(std::string_view text) {
    std::string pattern;
    for (const char byte : text) {
        if (wildcards.find(byte) != std::string_view::npos || byte == '\\') pattern += '\\';
        pattern += byte;
    }
    return glob(pattern);
}

// An option with a wildcard in its name: no row has it.
bool wild_option(const glob& word, std::string_view pattern) {
    const auto name = pattern.substr(0, pattern.find('='));
    return !word.literal() && word.literal_front().starts_with('-') &&
           name.find_first_of(wildcards) != std::string_view::npos;
}

// Reads the words of a pattern as those of a command.
class pattern_reader {
public:
    explicit pattern_reader(std::span<const std::string> patterns) : patterns_(patterns) {
        for (std::size_t word = 0; word < patterns.size(); ++word) {
            globs_.emplace_back(patterns[word]);
            // Whatever a `*` stands for is no word of a command, unless an option needs it for a value.
            const bool value = word > 0 && globs_[word - 1].literal_front().starts_with('-');
            if (word > 0 && !value && globs_[word].any_text()) continue;
            if (!wild_option(globs_[word], patterns[word])) read_.push_back(word);
        }
        for (const auto word : read_) {
            const auto& one = globs_[word];
            const std::string_view text =
                one.literal() ? one.literal_text() : std::string_view(patterns[word]);
            shown_.push_back({.text = text, .known = word > 0 || one.literal()});
        }
    }

    [[nodiscard]] wording read() {
        const command_options told(shown_);
        wording made;
        for (std::size_t word = 0; word < globs_.size(); ++word) made.words.push_back(element(word));
        add_open_end(made.words);
        made.readings.push_back(read(told, false));
        if (!made.readings.front().sure) made.readings.push_back(read(told, true));
        return made;
    }

private:
    [[nodiscard]] sequence_element element(std::size_t word) const {
        const bool many = globs_[word].any_text();
        return {globs_[word], many, many ? 0U : 1U};
    }
    // `ls*`: the last word is finished, and more words may follow.
    void add_open_end(std::vector<sequence_element>& elements) const {
        if (globs_.back().open_ended() && !globs_.back().any_text()) elements.push_back({glob(), true, 0});
    }

    // \param as_values  words that may be an operand or a value are that
    [[nodiscard]] reading read(const command_options& told, bool as_values) const {
        reading made;
        std::size_t next = 0;  // in read_
        for (std::size_t word = 0; word < globs_.size(); ++word) {
            const bool shown = next < read_.size() && read_[next] == word;
            const auto as = shown ? told.roles[next++] : role::operand;
            if (globs_[word].any_text()) {
                made.operands.push_back(element(word));
            } else if (!shown) {
                made.options.push_back({.names = {globs_[word]}});
            } else if (as == role::operand || as == role::no_command || as == role::end ||
                       (as == role::either && !as_values)) {
                made.operands.push_back(element(word));
            }
            if (as == role::either && !globs_[word].any_text()) made.sure = false;
            if (as == role::end) made.ends_options = true;
        }
        add_open_end(made.operands);
        for (const auto& option : told.options)
            if (counts(told, option)) made.options.push_back(read(told, option, as_values));
        return made;
    }

    // An option that the row has is there as it is written, too.
    static bool counts(const command_options& told, const command_options::option& option) {
        if (option.short_for) return false;
        const auto& written = *std::ranges::find(told.options, option.word, &command_options::option::word);
        const bool in_row = written.listed && std::ranges::any_of(told.options, [&](const auto& other) {
                                return &other != &written && other.word == option.word;
                            });
        return (&option == &written) != in_row;
    }

    [[nodiscard]] caught_command::option read(const command_options& told,
                                              const command_options::option& option, bool as_values) const {
        caught_command::option made;
        each_between(option.names, '|',
                     [&](std::string_view name) { made.names.push_back(literal_glob(name)); });
        if (!option.value) return made;
        const std::string_view text = option.value->text;
        const bool behind = text.data() >= shown_[option.word].text.data() &&
                            text.data() <= shown_[option.word].text.data() + shown_[option.word].text.size();
        const auto place = behind ? option.word : option.word + 1;
        if (!behind && told.roles[place] == role::either && !as_values) return made;
        if (globs_[read_[place]].any_text()) return made;
        made.value = globs_[read_[place]].literal() ? literal_glob(text) : glob(text);
        return made;
    }

    std::span<const std::string> patterns_;
    std::vector<glob> globs_;
    std::vector<std::size_t> read_;  // the words of the pattern that are read as those of a command
    std::vector<shell_word> shown_;  // as which
};

// The words of a pattern are compared with those of a command.

// Room for the words of ordinary commands without asking for memory.
using command_words = boost::container::small_vector<std::string_view, 32>;

// Stands for a word that is not known: no pattern but `*` covers whatever it is.
constexpr std::string_view any_word = "*";

bool program_covered(const glob& pattern, std::string_view word) {
    if (pattern.matches(word)) return true;
    return pattern.literal_text().find('/') == std::string::npos && pattern.matches(base_name(word));
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
    if (pattern.literal()) return equal_ignoring_case(base_name(front), base);
    const bool front_names = front.find('/') != std::string_view::npos;
    const auto front_of_base = front_names ? base_name(front) : std::string_view();
    const auto back_of_base = base_name(pattern.literal_back());
    if (front_of_base.size() + back_of_base.size() > base.size()) return false;
    if (!equal_ignoring_case(base.substr(0, front_of_base.size()), front_of_base) ||
        !equal_ignoring_case(base.substr(base.size() - back_of_base.size()), back_of_base))
        return false;
    if (!front_of_base.empty() || !back_of_base.empty()) return true;
    // All programs of a folder: only a path can lead there.
    const auto folder = last_folder(word);
    return folder == "." || folder == ".." ||
           (!folder.empty() && equal_ignoring_case(folder, last_folder(front)));
}

// Names in other folders and of other case may be the same program.
bool program_doubtful(const glob& pattern, std::string_view word) {
    if (pattern.matches_ignoring_case(word) || pattern.matches_ignoring_case(base_name(word))) return true;
    return pattern.literal_text().find('/') != std::string::npos && same_elsewhere(pattern, word);
}

// `0777` is `777`.
bool same_number(const glob& pattern, std::string_view word) {
    constexpr std::string_view digits = "0123456789";
    const std::string_view number = pattern.literal() ? pattern.literal_text() : std::string_view();
    if (number.empty() || number.find_first_not_of(digits) != std::string_view::npos) return false;
    const auto significant = [](std::string_view text) {
        return text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
    };
    return !word.empty() && significant(word) == significant(number);
}

bool same_word(const glob& pattern, std::string_view word) {
    return pattern.matches(word) || same_number(pattern, word);
}

bool surely(pattern_words pattern, std::span<const std::string_view> words) {
    const auto same = [&](const glob& one, std::string_view word) {
        if (word.data() == any_word.data()) return one.any_text();
        return &one == &pattern.front().one ? program_covered(one, word) : same_word(one, word);
    };
    return covers(pattern, words, same, [](std::string_view) { return true; });
}

bool surely(pattern_words pattern, run_words run) {
    command_words words;
    for (const auto& word : run) words.push_back(word.known ? word.text : any_word);
    return surely(pattern, std::span<const std::string_view>(words));
}

// As they are written, known or not.
bool written_so(pattern_words pattern, run_words run) {
    return pattern.size() == run.size() &&
           std::equal(pattern.begin(), pattern.end(), run.begin(), [](const auto& element, const auto& word) {
               return !element.many && element.one.literal() && element.one.literal_text() == word.text;
           });
}

// The letters with which an unknown word begins, whatever the shell puts in.
std::string_view known_front(const shell_word& word) noexcept {
    return word.text.substr(0, word.text.find_first_of("$`*?[{~=<"));
}

// Whether a word may become one that the pattern covers.
bool may_become(const glob& pattern, const shell_word& word, bool program) {
    if (word.known) return program ? program_doubtful(pattern, word.text) : same_word(pattern, word.text);
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

    // \param skip  it may be none that counts   \return whether there are any left
    bool take(const shell_word& word, bool program, bool skip = false) {
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
        for (std::size_t place = 0; skip && place < here_.size(); ++place)
            next[place] = next[place] || here_[place];
        here_ = std::move(next);
        return std::ranges::find(here_, true) != here_.end();
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
    void become_many(const shell_word& word, places& next) const {
        const auto first = std::ranges::find(next, true);
        std::fill(first, next.end(), true);
        if (word.globs || !known_front(word).empty()) return;
        const auto stay = std::ranges::find(here_, true) - here_.begin();
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

// Options.

// Whether an unknown word may become an option: of any name, or for a glob of one of these.
bool may_be_option(const shell_word& word, std::span<const glob> names) {
    if (word.known || word.pipe) return false;
    const auto front = known_front(word);
    if (word.globs && !word.text.starts_with('-')) {
        const glob files(word.text);
        return front.empty() && std::ranges::any_of(names, [&](const glob& name) {
                   return name.literal() && files.matches(name.literal_text());
               });
    }
    return front.empty() || front.front() == '-';
}

rule_match compare_value(const std::optional<glob>& pattern, const std::optional<shell_word>& value) {
    if (!pattern) return rule_match::yes;
    if (!value) return rule_match::no;
    if (value->known) return same_word(*pattern, value->text) ? rule_match::yes : rule_match::no;
    return may_become(*pattern, *value, false) ? rule_match::doubt : rule_match::no;
}

// Whether a letter of `-abc`, of which it is not known whether it is one option or several, may be the one.
bool may_hold(const command_options::option& option, char letter, const std::optional<glob>& value) {
    const auto text = option.names;
    if (option.listed || text.starts_with("--")) return false;
    const auto place = text.find(letter, 1);
    if (place == std::string_view::npos) return false;
    const auto rest = text.substr(place + 1);
    return !value ||
           (rest.empty() ? compare_value(value, option.value) != rule_match::no : value->matches(rest));
}

// Whether an option of which nothing is known may be the one of this name.
bool may_be(const command_options& told, const command_options::option& option, std::string_view name,
            const std::optional<glob>& value) {
    if (option.listed) return false;
    const auto same_value = [&] { return compare_value(value, option.value) != rule_match::no; };
    // `-name` is `--name` to some.
    const auto words = [](std::string_view text) {
        return text.substr(std::min(text.find_first_not_of('-'), text.size()));
    };
    if (words(name).size() > 1 && words(name) == words(option.names)) return same_value();
    // `--forc`
    if (name.starts_with("--"))
        return option.names.size() > 2 && name.starts_with(option.names) && same_value();
    return std::all_of(name.begin() + 1, name.end(), [&](char letter) {
        return std::ranges::any_of(told.options,
                                   [&](const auto& other) { return may_hold(other, letter, value); });
    });
}

rule_match compare(const caught_command::option& pattern, const command_options& told,
                   const command_options::option& option) {
    const auto named = [&](std::string_view name) {
        return std::ranges::any_of(pattern.names, [&](const glob& one) { return one.matches(name); });
    };
    if (any_between(option.names, '|', named)) {
        const auto value = compare_value(pattern.value, option.value);
        return option.sure && (option.listed || !pattern.value) ? value : std::min(value, rule_match::doubt);
    }
    const bool possible = std::ranges::any_of(pattern.names, [&](const glob& one) {
        return one.literal() && one.literal_text().size() > 1 &&
               may_be(told, option, one.literal_text(), pattern.value);
    });
    return possible ? rule_match::doubt : rule_match::no;
}

// Whether the command has the option.
rule_match compare(const caught_command::option& pattern, run_words run, const command_options& told) {
    auto best = rule_match::no;
    for (const auto& option : told.options) best = std::max(best, compare(pattern, told, option));
    if (best != rule_match::no) return best;
    for (std::size_t word = 1; word < run.size() && told.roles[word] != role::end; ++word) {
        const bool value = told.roles[word] == role::value && !run[word].splits;
        if (!value && may_be_option(run[word], pattern.names)) return rule_match::doubt;
    }
    return best;
}

// Operands.

// \param either  words that may be the value of an option count
bool surely_operands(const reading& pattern, run_words run, const command_options& told, bool either) {
    command_words words;
    for (std::size_t word = 0; word < run.size(); ++word) {
        const auto as = told.roles[word];
        const bool counts = as == role::operand || as == role::no_command || (as == role::either && either) ||
                            (as == role::end && pattern.ends_options);
        if (counts) words.push_back(run[word].known ? run[word].text : any_word);
    }
    return surely(pattern.operands, std::span<const std::string_view>(words));
}

bool possibly_operands(const reading& pattern, run_words run, const command_options& told) {
    if (pattern.operands.size() * run.size() > max_comparisons) return true;
    possible_places places(pattern.operands);
    for (std::size_t word = 0; word < run.size(); ++word) {
        auto item = run[word];
        const bool vague = word > 0 && !item.known && (item.splits || may_be_option(item, {}));
        switch (told.roles[word]) {
            case role::end:
                if (!pattern.ends_options) continue;
                break;
            case role::option:
            case role::value:
                if (!item.splits) continue;
                break;
            case role::no_command: item = {.known = false, .splits = true}; break;
            case role::either:
            case role::operand: break;
        }
        const bool skip = vague || told.roles[word] == role::either;
        if (!places.take(item, word == 0, skip)) return false;
    }
    return places.at_end();
}

rule_match compare(const reading& pattern, run_words run, const command_options& told) {
    auto options = rule_match::yes;
    for (const auto& option : pattern.options) {
        options = std::min(options, compare(option, run, told));
        if (options == rule_match::no) return options;
    }
    if (options == rule_match::yes && pattern.sure && surely_operands(pattern, run, told, true) &&
        surely_operands(pattern, run, told, false))
        return rule_match::yes;
    return possibly_operands(pattern, run, told) ? rule_match::doubt : rule_match::no;
}

bool of_other_program(const wording& pattern, const shell_word& program) {
    const auto& first = pattern.words.front();
    return !first.many && program.known && !program_doubtful(first.one, program.text);
}

// \param told  gives the words of the run, told apart
template <class Told>
rule_match compare(const wording& pattern, run_words run, const Told& told) {
    // Most runs are of other programs.
    if (of_other_program(pattern, run.front())) return rule_match::no;
    if (surely(pattern.words, run) || written_so(pattern.words, run)) return rule_match::yes;
    auto best = possibly(pattern.words, run) ? rule_match::doubt : rule_match::no;
    for (const auto& one : pattern.readings) best = std::max(best, compare(one, run, told()));
    return best;
}

// A program of which nothing is known gets words that may be a command, and run it.

// Behind these, a command may begin in a word; at some of them, it ends.
constexpr std::string_view begins_command = " \t\n=:;|&('\"`";
constexpr std::string_view ends_command = "\n;|&)'\"`";
// Places in the words of a text that are looked at for one rule; whatever has more may be anything.
constexpr std::size_t max_commands_in_words = 64;

// The command that begins there in a word; the words behind that one belong to it, too.
std::vector<shell_word> command_in(run_words run, std::size_t word, std::size_t begin) {
    std::vector<shell_word> words;
    const auto text = run[word].text;
    const auto end = std::min(text.find_first_of(ends_command, begin), text.size());
    while (begin < end) {
        const auto next = std::min(text.find_first_of(blanks, begin), end);
        const auto part = text.substr(begin, next - begin);
        const bool known = run[word].known || part.find_first_of("$`*?[{~") == std::string_view::npos;
        if (!part.empty()) words.push_back({.text = part, .known = known, .splits = !known});
        begin = next + 1;
    }
    if (end == text.size())
        words.insert(words.end(), run.begin() + static_cast<std::ptrdiff_t>(word) + 1, run.end());
    return words;
}

// Shows the words in a word with which a command may begin: `visit(begin, name)`, until it is true.
template <class Visit>
bool any_beginning(std::string_view text, const Visit& visit) {
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find_first_of(begins_command, begin), text.size());
        if (end > begin && visit(begin, text.substr(begin, end - begin))) return true;
        begin = end + 1;
    }
    return false;
}

// Shows the words that the program may run: those of one of which nothing is known; of a known one, texts
// inside of words that its row does not know, or of words behind these. `visit(word)`, until it is true.
template <class Visit>
bool any_handed_on(run_words run, const programs::program_use& use, const Visit& visit) {
    if (!run.front().known) return false;
    const auto visit_text = [&](std::size_t word) {
        return word < run.size() && run[word].text.find_first_of(begins_command) != std::string_view::npos &&
               visit(word);
    };
    if (use.known())
        return std::ranges::any_of(
            use.unlisted(), [&](std::size_t word) { return visit_text(word) || visit_text(word + 1); });
    for (std::size_t word = 1; word < run.size(); ++word)
        if (visit(word)) return true;
    return false;
}

// \param tried  how many places of the text were looked at
bool begins_in(const wording& pattern, run_words run, std::size_t word, std::size_t& tried) {
    return any_beginning(run[word].text, [&](std::size_t begin, std::string_view name) {
        if (of_other_program(pattern, {.text = name})) return false;
        if (++tried > max_commands_in_words) return true;
        const auto command = command_in(run, word, begin);
        std::optional<command_options> told;
        const auto match = compare(pattern, command, [&]() -> const command_options& {
            return told ? *told : told.emplace(run_words(command));
        });
        return match != rule_match::no && command.front().known;
    });
}

bool names_program(const wording& pattern) {
    const auto& first = pattern.words.front();
    return !first.many && !first.one.literal_front().empty();
}

bool handed_on(const wording& pattern, run_words run, const programs::program_use& use, std::size_t& tried) {
    return names_program(pattern) &&
           any_handed_on(run, use, [&](std::size_t word) { return begins_in(pattern, run, word, tried); });
}

// What it is fed, it may take for commands.
bool fed_on(const wording& pattern, const shell_mention& text, std::size_t& tried) {
    return text.as == shell_mention::role::orders && names_program(pattern) &&
           begins_in(pattern, {&text.is, 1}, 0, tried);
}

// Code may put the words of a command together as it likes: `run(["git", "push"])`. What the line sets for
// it may be one of them.
bool named_in_code(const wording& pattern, const shell_mention& text) {
    const bool counts = text.as == shell_mention::role::orders || text.as == shell_mention::role::surrounding;
    if (!counts || !names_program(pattern)) return false;
    const auto of_name = [](char byte) { return name_letter(byte) || byte == '-' || byte == '.'; };
    const std::string_view code = text.is.text;
    for (auto from = std::ranges::find_if(code, of_name); from != code.end();) {
        const auto end = std::find_if_not(from, code.end(), of_name);
        if (!of_other_program(pattern, {.text = {from, end}})) return true;
        from = std::find_if(end, code.end(), of_name);
    }
    return false;
}

}  // namespace

caught_command::caught_command(const glob& text, const std::vector<std::vector<std::string>>& wordings) {
    for (const auto& words : wordings)
        if (!words.empty()) wordings_.push_back(pattern_reader(words).read());
    // `npm *` and `npm*` are the same by their words.
    const bool at_end = text.wildcards() == 1 && text.open_ended();
    if (!text.literal() && !at_end) text_ = text;
}

bool caught_command::is_text_of(std::span<const shell_word> run) const {
    if (!text_) return false;
    boost::container::small_vector<char, 256> joined;
    for (const auto& word : run) {
        if (!joined.empty()) joined.push_back(' ');
        joined.insert(joined.end(), word.text.begin(), word.text.end());
    }
    return text_->matches({joined.data(), joined.size()});
}

rule_match caught_command::catches(const shell_runs& runs) const {
    auto sum = runs.complete() ? rule_match::no : rule_match::doubt;
    std::size_t tried = 0;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        for (const auto& pattern : wordings_) {
            const auto match = compare(
                pattern, runs[run], [&]() -> const auto& { return runs.options(run); });
            if (match == rule_match::yes) return match;
            if (match == rule_match::doubt ||
                (sum == rule_match::no && handed_on(pattern, runs[run], runs.use(run), tried)))
                sum = rule_match::doubt;
        }
        if (sum == rule_match::no && is_text_of(runs[run])) sum = rule_match::doubt;
    }
    for (const auto& text : runs.mentioned())
        for (const auto& pattern : wordings_)
            if (sum == rule_match::no &&
                (fed_on(pattern, text, tried) || (runs.holds_code() && named_in_code(pattern, text))))
                sum = rule_match::doubt;
    return sum;
}

void each_named_program(const shell_runs& runs,
                        const std::function<void(std::string_view name, bool known)>& visit) {
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto words = runs[run];
        visit(words.front().text, words.front().known);
        any_handed_on(words, runs.use(run), [&](std::size_t word) {
            return any_beginning(words[word].text, [&](std::size_t, std::string_view name) {
                visit(name, true);
                return false;
            });
        });
    }
    for (const auto& text : runs.mentioned())
        if (text.as == shell_mention::role::orders)
            any_beginning(text.is.text, [&](std::size_t, std::string_view name) {
                visit(name, true);
                return false;
            });
}

}  // namespace assent::detail
