#include "run_finder.hpp"
#include "command_words.hpp"

#include "bare_words.hpp"
#include "shell_characters.hpp"
#include "unread_programs.hpp"

#include <assent/domain/rules/shell_command.hpp>

#include <algorithm>

// Commands, shells and builtins. Which programs are looked at is in run_finder_programs.cpp.
namespace assent::detail {
namespace {

// Most bytes of all texts inside a text together.
constexpr std::size_t max_nested_bytes = 16 * max_run_bytes;

bool names_standard_input(std::string_view file) noexcept {
    if (file == "-") return true;
    // However it is spelled: below `/dev` and `/proc` are names of what is read already.
    const bool special =
        file.find("dev/") != std::string_view::npos || file.find("proc/") != std::string_view::npos;
    const bool leads_up = file.find("..") != std::string_view::npos;
    const auto first = std::min(file.find_first_not_of("/."), file.size());
    return special && (leads_up || (file.starts_with('/') && (file.substr(first).starts_with("dev/") ||
                                                              file.substr(first).starts_with("proc/"))));
}

// `set -k`: words like assignments are none of a program's arguments.
bool keyword_option(std::string_view word) noexcept {
    return word == "keyword" || (is_option(word) && word.find('k') != std::string_view::npos);
}

// `set -x`: `PS4` is expanded.
bool traces(std::string_view word) noexcept {
    return word == "xtrace" || (is_option(word) && word.find('x') != std::string_view::npos);
}

}  // namespace

void run_finder::read(std::string_view text) {
    if (text.size() > max_command_bytes)
        unreadable();
    else if (read_bare(text))
        return;
    shell_reader(text.substr(0, max_run_bytes), *this, 0).commands();
    if (runs_kept_text()) unreadable();
}

bool run_finder::read_bare(std::string_view text) {
    auto& words = into_.words_;
    const auto take = [&](const char* word, std::size_t bytes) {
        words.emplace_back().text = std::string_view(word, bytes);
    };
    const bool bare = split_bare_words(text, take) && !words.empty();
    if (!bare || shell_reader::reserved_word(words.front().text)) {
        words.clear();
        return false;
    }
    into_.bare_ = true;
    const program_id program(words.front().text);
    if (!may_run_others(program) && !may_run_unread(program)) {
        into_.runs_.push_back({0, words.size()});
        return true;
    }
    boost::container::small_vector<found_word, 16> found;
    for (const auto& word : words) found.emplace_back().is = word;
    words.clear();
    command({found}, 0);
    return true;
}

std::string& run_finder::keep(std::size_t bytes) {
    auto& kept = into_.texts_.emplace_back(std::make_unique<std::string>());
    kept->reserve(bytes);
    return *kept;
}

void run_finder::text(std::string_view text, std::size_t depth) {
    read_bytes_ += text.size();
    if (read_bytes_ > max_nested_bytes) return unreadable();
    forget_kept(text);
    shell_reader(text, *this, depth).commands();
}

bool run_finder::command(const found_command& command, std::size_t depth) {
    const auto* first = command.words.data();
    const auto* const end = first + command.words.size();
    if (std::any_of(first, end, [](const found_word& each) { return names_expanded_variable(each.is.text); }))
        evaluates();
    for (; first != end && first->assigns; ++first) {
        mentions(*first);
        const auto equals = std::min(first->is.text.find('='), first->is.text.size());
        const auto name = first->is.text.substr(0, name_length(first->is.text));
        assignment(name, first->is.text.substr(std::min(equals + 1, first->is.text.size())), first->is.known,
                   depth);
    }
    if (first == end) return false;
    // In some shells a subscript with blanks is one word, and the assignment goes on in the next ones.
    const auto length = name_length(first->is.text);
    if (length > 0 && first->is.text.substr(length).starts_with('[')) unreadable();
    const std::size_t from = into_.words_.size();
    for (; first != end; ++first) into_.words_.push_back(first->is);
    if (into_.words_.back().text == "]]")
        look_at_test({from, into_.words_.size(), depth, 0, &command, nullptr});
    bool script = false;
    look_at({from, into_.words_.size(), depth, 0, &command, &script});
    return script;
}

void run_finder::assignment(std::string_view name, std::string_view value, bool known, std::size_t depth) {
    // Whoever evaluates the variable runs it.
    if (keeps_substitution(value)) unreadable();
    if (!holds_command(name)) return;
    if (!known) unreadable();
    text(value, depth + 1);
}

bool run_finder::any_unknown(std::size_t from, std::size_t end) const noexcept {
    for (; from < end; ++from)
        if (!into_.words_[from].known) return true;
    return false;
}

// Words of it are read as shell text: a `$` that only some shells leave there means something then.
void run_finder::read_again(const run& at) {
    const auto words = at.source->words;
    if (std::any_of(words.begin(), words.end(), [](const found_word& each) { return each.dollar; }))
        unreadable();
}

// One word is a shell text.
void run_finder::read_word(std::size_t which, const run& at) {
    if (which >= at.end) return;
    read_again(at);
    // What the shell puts into it may be any text.
    if (!word(which).known) unreadable();
    text(word(which).text, at.depth + 1);
}

// The words from there, joined by blanks, are a shell text.
void run_finder::read_joined(std::string_view first, std::size_t from, const run& at) {
    if (any_unknown(from, at.end)) unreadable();
    read_again(at);
    std::size_t bytes = first.size();
    for (auto each = from; each < at.end; ++each) bytes += word(each).text.size() + 1;
    // Texts that double with each level would cost more than they are worth.
    if (read_bytes_ + bytes > max_nested_bytes) return unreadable();
    auto& joined = keep(bytes);
    joined.append(first);
    for (auto each = from; each < at.end; ++each) {
        joined.append(joined.empty() ? "" : " ").append(word(each).text);
        forget_kept(word(each).text);
    }
    text(joined, at.depth + 1);
}

bool run_finder::fed(const run& at) const noexcept {
    return at.source->piped || at.source->here_document || !at.source->here_strings.empty();
}

// What it reads is a shell text.
void run_finder::standard_input(const run& at) {
    if (at.source->here_document) *at.script = true;
    for (const auto& each : at.source->here_strings) {
        if (!each.is.known) unreadable();
        text(each.is.text, at.depth + 1);
    }
    if (!at.source->here_document && at.source->here_strings.empty()) unreadable();
}

void run_finder::look_at_shell(const run& at) {
    bool has_text = false;
    bool reads_input = false;
    bool only_tells = false;
    std::size_t values = 0;  // of options, which may come before the text
    std::size_t next = at.from + 1;
    for (; next < at.end; ++next) {
        const auto each = word(next);
        if (!each.known) {
            // It may be an option with a text, or that text.
            unreadable();
            if (has_text) break;
            continue;
        }
        if (each.text == "--" || each.text == "-") {
            ++next;
            break;
        }
        if (each.text.size() < 2 || (each.text[0] != '-' && each.text[0] != '+')) break;
        if (each.text.starts_with("--")) {
            only_tells = each.text == "--version" || each.text == "--help";
            if (each.text == "--rcfile" || each.text == "--init-file" || each.text == "--emulate") ++next;
            const auto equals = each.text.find('=');
            if (each.text.substr(0, equals).ends_with("-command") ||
                each.text.substr(0, equals) == "--command") {
                if (equals != std::string_view::npos)
                    text(each.text.substr(equals + 1), at.depth + 1);
                else
                    read_word(++next, at);
            }
            continue;
        }
        for (const char letter : each.text.substr(1)) {
            has_text = has_text || letter == 'c' || letter == 'C';
            reads_input = reads_input || letter == 's';
            if (letter == 'x') evaluates();
            if (letter == 'o' || letter == 'O') ++values;
            if (letter == ' ' || letter == 'k') unreadable();
        }
        if (!has_text && (each.text.ends_with('o') || each.text.ends_with('O')) && next + 1 < at.end) {
            // `bash -o pipefail`
            ++next;
            --values;
        }
    }
    if (has_text) {
        for (std::size_t each = 0; each <= values; ++each) read_word(next + each, at);
        return;
    }
    if (only_tells) return;
    if (reads_input || next >= at.end || names_standard_input(word(next).text)) return standard_input(at);
}

void run_finder::look_at_interpreter(const interpreter& program, const run& at) {
    std::size_t next = at.from + 1;
    while (next < at.end) {
        const auto each = word(next);
        if (!each.known) return unreadable();
        if (!is_option(each.text)) break;
        if (each.text.starts_with("--")) {
            if (each.text == "--") break;
            if (each.text.starts_with("--eval") || each.text.starts_with("--print") ||
                each.text.starts_with("--command"))
                return unreadable();
        } else if (each.text.find_first_of(program.text_letters) != std::string_view::npos &&
                   reach_of(each.text, program.letters) == option_reach::unclear) {
            return unreadable();
        }
        // A module is named, as with `python -m`.
        if (program.names_module(each.text)) return;
        next += reach_of(each.text, program.letters) == option_reach::two ? 2U : 1U;
    }
    const bool alone = at.end - at.from == 1;
    if (next >= at.end) {
        if (alone || fed(at)) unreadable();
    } else if (names_standard_input(word(next).text) || word(next).text == "eval") {
        unreadable();
    }
}

// `mapfile -C text`: evaluated for the lines that it reads.
void run_finder::read_callback(std::size_t each, const run& at) {
    const auto option = word(each);
    const auto letter = is_option(option.text) ? option.text.find('C') : std::string_view::npos;
    if (letter == std::string_view::npos) return;
    if (letter + 1 == option.text.size()) return read_word(each + 1, at);
    if (!option.known) unreadable();
    text(option.text.substr(letter + 1), at.depth + 1);
}

// \return whether it is one
bool run_finder::look_at_builtin(std::string_view name, const run& at) {
    const std::size_t first = at.from + 1;
    if (name == "eval") {
        read_joined({}, first < at.end && word(first).text == "--" ? first + 1 : first, at);
    } else if (name == "trap") {
        auto next = first;
        while (next < at.end && is_option(word(next).text)) ++next;
        read_word(next, at);
    } else if (name == "alias") {
        for (auto each = first; each < at.end; ++each) {
            const auto definition = word(each).text;
            const auto equals = definition.find('=');
            if (equals == std::string_view::npos) continue;
            // Where the name is used, more words follow.
            unreadable();
            text(definition.substr(equals + 1), at.depth + 1);
        }
    } else if (name == "." || name == "source") {
        if (first < at.end && !word(first).known) unreadable();
        if (first < at.end && names_standard_input(word(first).text)) standard_input(at);
    } else if (name == "mapfile" || name == "readarray") {
        for (auto each = first; each < at.end; ++each) read_callback(each, at);
    } else if (name == "hash" || name == "enable" || name == "jobs") {
        for (auto each = first; each < at.end; ++each)
            if (!word(each).known || is_option(word(each).text)) unreadable();
    } else if (evaluates_words(name)) {
        look_at_evaluation(name, at);
    } else if (name == "set") {
        for (auto each = first; each < at.end; ++each) {
            const auto option = word(each);
            if (!option.known || keyword_option(option.text)) unreadable();
            if (traces(option.text)) evaluates();
        }
    } else {
        return false;
    }
    return true;
}

}  // namespace assent::detail
