#include "line_values.hpp"

#include "../programs/substitution.hpp"
#include "../shell/shell_characters.hpp"
#include "../text/word_list.hpp"

#include <algorithm>
#include <cstddef>

namespace assent {
namespace {

using namespace std::string_view_literals;
using role = shell_mention::role;
using detail::name_length;

constexpr word_list moving{"cd"sv, "chdir"sv, "pushd"sv, "popd"sv};

// Longest text that a variable and what stands around it may become, in bytes.
constexpr std::size_t max_text_bytes = 512;

// A word with one variable: what stands around it.
struct variable_place {
    std::string_view before;
    std::string_view name;  // empty: there is none, or more than one
    std::string_view behind;
};

variable_place place_of_variable(std::string_view text) {
    const auto dollar = text.find('$');
    if (dollar == text.npos || text.find('$', dollar + 1) != text.npos) return {};
    const bool braced = text.substr(dollar).starts_with("${");
    const auto rest = text.substr(dollar + (braced ? 2U : 1U));
    const auto name = rest.substr(0, name_length(rest));
    auto behind = rest.substr(name.size());
    if (braced && !behind.starts_with('}')) return {};
    // To zsh that changes the value, or takes a part of it: `$x:s/a/b/`, `$x[1]`.
    if (!braced && (behind.starts_with(':') || behind.starts_with('['))) return {};
    if (braced) behind.remove_prefix(1);
    return {text.substr(0, dollar), name, behind};
}

// Shows the value in its place. \param splits  no quotes stand around it
bool show(const variable_place& place, const shell_word& value, std::string_view is, bool splits,
          const line_values::visitor& visit) {
    if (!value.known && !value.globs) return false;
    if (splits && (is.empty() || is.find_first_of(value.globs ? " \t\n[{(" : " \t\n*?[{(") != is.npos))
        return false;
    char made[max_text_bytes];
    if (place.before.size() + is.size() + place.behind.size() > sizeof made) return false;
    auto* end = std::copy(place.before.begin(), place.before.end(), made);
    end = std::copy(is.begin(), is.end(), end);
    end = std::copy(place.behind.begin(), place.behind.end(), end);
    const bool globs = value.globs || (place.before.find_first_of(detail::glob_marks) != place.before.npos) ||
                       (place.behind.find_first_of(detail::glob_marks) != place.behind.npos);
    visit({made, static_cast<std::size_t>(end - made)}, globs);
    return true;
}

// Where it fails, it prints nothing.
bool show_nothing(const variable_place& place, const line_values::visitor& visit) {
    return (place.before.empty() && place.behind.empty()) || show(place, {""}, "", false, visit);
}

// What a substitution prints, where that is a number, or the hash of a commit: any other would do as well.
// \param something  it is one of its words, which a loop goes over: of nothing it has none
bool show_printed(const shell_runs& runs, const variable_place& place, const shell_word& word, bool splits,
                  const line_values::visitor& visit, bool something = false) {
    if (word.known || word.globs) return false;
    const bool printed = programs::prints_number(runs, word);
    if (word.number || printed)
        return show(place, {"0"}, "0", splits, visit) && show(place, {"-1"}, "-1", splits, visit) &&
               (something || !printed || show_nothing(place, visit));
    return programs::prints_plain_words(runs, word) && show(place, {"0"}, "0", splits, visit) &&
           (something || show_nothing(place, visit));
}

// `$(pwd)`
bool prints_folder(const shell_runs& runs, const shell_word& word) {
    const auto run = programs::end_of_pipeline(runs, word);
    return run != shell_runs::none && run == word.first_run && word.end_of_runs == run + 1 && !word.fed &&
           !word.led && runs[run].size() == 1 && runs[run].front().text == "pwd" && runs.use(run).known() &&
           !runs.calls(run);
}
// In the place of the only substitution.
bool show_in_place(std::string_view text, std::string_view value, bool splits,
                   const line_values::visitor& visit) {
    const auto dollar = programs::place_of_substitution(text);
    if (dollar == text.npos) return false;
    const auto behind = text.substr(dollar + detail::substitution_mark.size());
    return show({text.substr(0, dollar), {}, behind}, {value}, value, splits, visit);
}

// `$(git merge-base a b)..HEAD`
bool show_substituted(const shell_runs& runs, const shell_word& word, std::string_view text,
                      const line_values::visitor& visit) {
    const auto dollar = programs::place_of_substitution(text);
    if (dollar == text.npos) return false;
    const auto behind = text.substr(dollar + detail::substitution_mark.size());
    return show_printed(runs, {text.substr(0, dollar), {}, behind}, word, word.splits, visit);
}

}  // namespace

bool moves(std::string_view program) noexcept { return moving.has(program); }

bool is_test(std::string_view program) noexcept {
    return program == "[" || program == "[[" || program == "test";
}

bool goes_anywhere(const shell_runs& runs) {
    for (std::size_t run = 0; run < runs.size(); ++run)
        if (moves(runs[run].front().text)) return true;
    return false;
}

bool goes_in_no_order(const shell_runs& runs) {
    const auto in_loop = [&](std::size_t run) {
        std::size_t open = 0;
        for (const auto& each : runs.mentioned()) {
            if (each.runs_before > run) break;
            if (each.as == role::loop_name || each.as == role::loop_begins) ++open;
            if (each.as == role::loop_ends && open > 0) --open;
        }
        return open > 0;
    };
    bool goes = false;
    bool later =
        std::ranges::find(runs.mentioned(), role::function, &shell_mention::as) != runs.mentioned().end();
    for (std::size_t run = 0; run < runs.size(); ++run) {
        const auto program = runs[run].front().text;
        if (moves(program) && in_loop(run)) return true;
        goes = goes || moves(program);
        later = later || program == "trap";
    }
    return goes && later;
}

bool line_values::each(const shell_word& word, std::string_view text, std::size_t run,
                       const visitor& visit) const {
    const auto place = place_of_variable(text);
    if (place.name.empty()) {
        if (cwd_.empty() || !prints_folder(runs_, word)) return show_substituted(runs_, word, text, visit);
        return show_in_place(text, cwd_, word.splits, visit);
    }
    if (reads(place.name)) return false;
    if (place.name == "PWD" && !cwd_.empty() && !sets(place.name))
        return show(place, {cwd_}, cwd_, word.splits, visit);
    bool found = false;
    bool loops = false;  // over the words that follow
    for (const auto& each : runs_.mentioned()) {
        const auto is = each.is.text;
        if (each.as == role::loop_name) loops = is == place.name;
        if (each.as == role::assignment && is.substr(0, name_length(is)) == place.name) {
            const auto rest = is.substr(place.name.size());
            const bool shown = rest == "=$@" ? show_printed(runs_, place, each.is, word.splits, visit)
                                             : rest.starts_with('=') &&
                                                   show(place, each.is, rest.substr(1), word.splits, visit);
            if (!shown) return false;
            found = true;
        }
        if (each.as != role::loop_item || !loops) continue;
        const bool shown = is == detail::substitution_mark
                               ? show_printed(runs_, place, each.is, word.splits, visit, each.is.splits)
                               : show(place, each.is, is, word.splits, visit);
        if (!shown) return false;
        found = true;
    }
    if (!found || in_loop_over(place.name, run)) return found;
    // Before it is set, and where that did not happen.
    const bool all_of_it = place.before.empty() && place.behind.empty();
    return all_of_it || show(place, {""}, "", false, visit);
}

// In the body of a `for` with this variable, which has a value there.
bool line_values::in_loop_over(std::string_view name, std::size_t run) const {
    std::size_t depth = 0;  // of loops inside of it
    bool inside = false;
    for (const auto& each : runs_.mentioned()) {
        const bool begins = each.as == role::loop_name || each.as == role::loop_begins;
        if (!inside) {
            inside = each.as == role::loop_name && each.is.text == name && each.runs_before <= run;
            continue;
        }
        if (begins) ++depth;
        if (each.as != role::loop_ends) continue;
        if (depth == 0 && run < each.runs_before) return true;
        if (depth == 0) inside = false;
        if (depth > 0) --depth;
    }
    return false;
}

bool line_values::may_glob(std::string_view text) const {
    const auto place = place_of_variable(text);
    if (place.name.empty()) return false;
    return std::ranges::any_of(runs_.mentioned(), [&](const shell_mention& each) {
        const auto is = each.is.text;
        return each.as == role::assignment && is.substr(0, name_length(is)) == place.name &&
               is.find_first_of(detail::glob_marks) != is.npos;
    });
}

std::optional<line_values::source> line_values::source_of(std::string_view text) const {
    const auto place = place_of_variable(text);
    if (place.name.empty() || !place.before.empty() || !place.behind.empty()) return std::nullopt;
    std::size_t sources = 0;
    source only;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        const auto words = runs_[run];
        if (words.front().text != "read" ||
            std::ranges::find(words, place.name, &shell_word::text) == words.end())
            continue;
        const bool whole_line = words.size() == 2 || (words.size() == 3 && words[1].text == "-r");
        const bool cuts = std::ranges::any_of(runs_.mentioned(), [&](const shell_mention& each) {
            return each.as == role::surrounding && each.runs_before == run && each.is.text != "IFS=";
        });
        if (!whole_line || cuts || ++sources > 1) return std::nullopt;
        only.read = run;
    }
    bool loops = false;
    for (const auto& each : runs_.mentioned()) {
        const auto is = each.is.text;
        if (each.as == role::loop_name) loops = is == place.name;
        const bool assigned = each.as == role::assignment && is.substr(0, name_length(is)) == place.name;
        if (!assigned && !(each.as == role::loop_item && loops)) continue;
        const bool whole = !assigned || is.substr(place.name.size()) == "=$@";
        if (!whole || ++sources > 1) return std::nullopt;
        only.word = &each.is;
    }
    return sources == 1 ? std::optional(only) : std::nullopt;
}

bool line_values::sets(std::string_view name) const {
    return std::ranges::any_of(runs_.mentioned(),
                               [&](const shell_mention& each) {
                                   const auto is = each.is.text;
                                   return (each.as == role::assignment || each.as == role::loop_name) &&
                                          is.substr(0, name_length(is)) == name;
                               }) ||
           reads(name);
}

bool line_values::reads(std::string_view name) const {
    for (std::size_t run = 0; run < runs_.size(); ++run) {
        if (runs_[run].front().text != "read") continue;
        for (const auto& each : runs_[run].subspan(1))
            if (each.text == name) return true;
    }
    return false;
}

}  // namespace assent
