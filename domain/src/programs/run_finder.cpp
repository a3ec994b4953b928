#include "../shell/deciding_variables.hpp"
#include "../shell/shell_characters.hpp"
#include "../shell/shell_reader.hpp"
#include "../text/code_point.hpp"
#include "../text/word_list.hpp"
#include "../text/word_map.hpp"
#include "catalogue.hpp"
#include "small_languages.hpp"
#include "substitution.hpp"
#include "wrapper_reading.hpp"

#include <assent/domain/programs/git_settings.hpp>
#include <assent/domain/programs/shell_runs.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;
using programs::effect;
using programs::names_standard_input;
using programs::part_kind;

// Most bytes of all texts inside a text together.
constexpr std::size_t max_nested_bytes = 16 * max_run_bytes;

// Words that are looked at in search of the program that another one runs; more are unusual.
constexpr std::size_t max_wrapper_words = 64;
// Most words of a loop whose body is read once for each of them; the variable of another has no known value.
constexpr std::size_t max_loop_values = 16;
// Most times that bodies of loops and functions of one text are read again.
constexpr std::size_t max_bodies_read = 64;

// The program that a word names, without folder, in lower case. Empty when it is longer than any that is
// looked for.
class program_id {
public:
    explicit program_id(std::string_view word) noexcept {
        const auto name = base_name(word);
        if (name.size() > sizeof letters_) return;
        length_ = name.size();
        std::ranges::transform(name, letters_, lower_case);
    }
    [[nodiscard]] operator std::string_view() const noexcept { return {letters_, length_}; }

private:
    char letters_[20] = {};
    std::size_t length_ = 0;
};

// `set -k`: words like assignments are none of a program's arguments.
bool keyword_option(std::string_view word) noexcept {
    return word == "keyword" || (is_option(word) && word.find('k') != std::string_view::npos);
}

// `set -o NAME`: with others than these, words or names mean something else.
constexpr word_list plain_options{"errexit"sv, "nounset"sv, "pipefail"sv, "noclobber"sv, "errtrace"sv};

// `set -x`: `PS4` is expanded.
bool traces(std::string_view word) noexcept {
    return word == "xtrace" || (is_option(word) && word.find('x') != std::string_view::npos);
}

bool has_letter(std::string_view option, std::string_view letters) noexcept {
    return is_option(option) && option[1] != '-' && option.find_first_of(letters) != std::string_view::npos;
}

// An address of git that is a command.
constexpr std::string_view git_remote_program = "ext::";

// Programs of whose own words more is looked at.
enum class looked_at : unsigned char { none, git, find, fd, tmux };

looked_at looked_at_as(std::string_view name) {
    static const word_map<looked_at> all{{"git", looked_at::git},
                                         {"find gfind", looked_at::find},
                                         {"fd fdfind", looked_at::fd},
                                         {"tmux", looked_at::tmux}};
    return all.of(name);
}

// What builtins of shells do with their words.
enum class builtin : unsigned char {
    none,
    evals,
    traps,
    aliases,
    sources,
    calls_back,   // for lines that it reads
    looks_alone,  // without options
    sets,
    declares,
    names,  // variables, which may have subscripts
    tests,
    calculates,  // all its words are numbers, of which some shells calculate the value
    formats,
    unfollowed,  // what it makes of later words
    group,
};

builtin builtin_of(std::string_view name) {
    static const word_map<builtin> all{
        {"eval", builtin::evals},
        {"trap", builtin::traps},
        {"alias", builtin::aliases},
        {". source", builtin::sources},
        {"mapfile readarray", builtin::calls_back},
        {"hash enable jobs", builtin::looks_alone},
        {"set", builtin::sets},
        {"export declare typeset local readonly", builtin::declares},
        {"read unset getopts wait print", builtin::names},
        {"test [ [[", builtin::tests},
        {"let integer float exit return shift break continue ulimit", builtin::calculates},
        {"printf", builtin::formats},
        {"bind complete compgen fc emulate sched at batch zmodload autoload vared", builtin::unfollowed},
        {"{", builtin::group},
    };
    return all.of(name);
}

// `12`, `-3`, `1.5`
bool is_number_written(std::string_view text) noexcept {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    const auto dot = std::min(text.find('.'), text.size());
    return is_digits(text.substr(0, dot)) && (dot == text.size() || is_digits(text.substr(dot + 1)));
}

// Builtins that leave the shell as it was.
constexpr word_list keeps_shell{":"sv,      "true"sv,  "false"sv,    "["sv,    "[["sv,     "test"sv,
                                "jobs"sv,   "break"sv, "continue"sv, "exit"sv, "return"sv, "logout"sv,
                                "dirs"sv,   "echo"sv,  "kill"sv,     "pwd"sv,  "type"sv,   "where"sv,
                                "whence"sv, "which"sv, "times"sv,    "wait"sv, "{"sv,      "time"sv};
// Builtins that change variables, options or limits of the shell, and never its folder.
constexpr word_list keeps_folder{"declare"sv, "export"sv,    "getopts"sv, "let"sv,  "local"sv, "mapfile"sv,
                                 "printf"sv,  "readarray"sv, "read"sv,    "set"sv,  "shift"sv, "readonly"sv,
                                 "typeset"sv, "ulimit"sv,    "umask"sv,   "unset"sv};
// With one of these, `command` says what a name means.
constexpr word_list looking_up{"-v"sv, "-V"sv};

constexpr std::array calculating_tests{"-eq"sv, "-ne"sv, "-lt"sv, "-le"sv, "-gt"sv, "-ge"sv, "-v"sv, "-R"sv};
// Their values are expanded once more.
constexpr word_list expanded_variables{"PS4"sv, "BASH_ENV"sv, "ENV"sv};

bool sets_option(std::string_view word) noexcept {
    return word.size() > 1 && (word.front() == '-' || word.front() == '+');
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

constexpr std::string_view valued_letters_of_fd = "dtEeoScj";

constexpr word_list executing{"-exec"sv, "-execdir"sv, "-ok"sv, "-okdir"sv};

// Where the program begins in the word with which `fd` is told to run one: behind the word when that ends
// there; npos: it tells nothing of the kind.
std::size_t program_in(std::string_view option) noexcept {
    for (const auto name : {"--exec-batch"sv, "--exec"sv}) {
        if (option == name) return option.size();
        if (option.starts_with(name) && option[name.size()] == '=') return name.size() + 1;
    }
    if (option.size() < 2 || option[0] != '-' || option[1] == '-') return std::string_view::npos;
    const auto letter = option.find_first_of("xX");
    const auto valued = option.find_first_of(valued_letters_of_fd);
    if (letter == std::string_view::npos || valued < letter) return std::string_view::npos;
    return letter + 1 + (option.substr(letter + 1).starts_with('=') ? 1U : 0U);
}

// Whether one of its subcommands runs the words behind it.
bool some_run_others(const programs::known_program& program) {
    return program.any_subcommand([](const programs::known_program& each) {
        return wrapper_reading(each, nullptr).runs() != wrapper_reading::form::nothing ||
               each.form().fed() != part_kind::text || some_run_others(each);
    });
}

bool starts_script(const programs::row_form& form) noexcept {
    return !form.operands().empty() && form.operands().front().kind == part_kind::script;
}

// Whether a word assigns or names a variable whose value is expanded once more by whoever uses it.
bool names_expanded_variable(std::string_view word) noexcept {
    const auto name = word.substr(0, name_length(word));
    return expanded_variables.has(name) &&
           (name.size() == word.size() || word.substr(name.size()).starts_with('=') ||
            word.substr(name.size()).starts_with("+="));
}

// `1`, `{1..5}`
bool is_numbers(const shell_word& word) noexcept {
    const auto text = word.text;
    if (word.known) return is_digits(text);
    const auto dots = text.find("..");
    return text.starts_with('{') && text.ends_with('}') && dots != text.npos &&
           is_digits(text.substr(1, dots - 1)) && is_digits(text.substr(dots + 2, text.size() - dots - 3));
}

// Both as they are written: without zeros before them. Empty: they are no such numbers, or too many
std::vector<std::string> numbers_between(std::string_view first, std::string_view last) {
    const auto plain = [](std::string_view text) {
        return is_digits(text) && text.size() <= 6 && (text.size() == 1 || text.front() != '0');
    };
    if (!plain(first) || !plain(last)) return {};
    const auto number = [](std::string_view text) {
        std::size_t value = 0;
        for (const char byte : text) value = 10 * value + static_cast<std::size_t>(byte - '0');
        return value;
    };
    const auto from = number(first), to = number(last);
    if (to < from || to - from >= max_loop_values) return {};
    std::vector<std::string> all;
    for (auto each = from; each <= to; ++each) all.push_back(std::to_string(each));
    return all;
}

// `n`, or an assignment to it. \param word  of a builtin that sets variables
bool names_variable(std::string_view word, std::string_view variable) noexcept {
    const auto from = word.find(variable);
    return from != word.npos && name_length(word.substr(from)) == variable.size() &&
           (from == 0 || !name_letter(word[from - 1]));
}

// Lower-case names that the manual of zsh gives a meaning, or that are its own.
constexpr word_list names_of_zsh{
    "path"sv,      "fpath"sv,      "cdpath"sv,     "manpath"sv,    "mailpath"sv,     "module_path"sv,
    "argv"sv,      "fignore"sv,    "prompt"sv,     "psvar"sv,      "watch"sv,        "histchars"sv,
    "aliases"sv,   "galiases"sv,   "saliases"sv,   "functions"sv,  "commands"sv,     "options"sv,
    "status"sv,    "pipestatus"sv, "signals"sv,    "match"sv,      "mbegin"sv,       "mend"sv,
    "reply"sv,     "words"sv,      "history"sv,    "parameters"sv, "builtins"sv,     "reswords"sv,
    "modules"sv,   "dirstack"sv,   "jobdirs"sv,    "jobtexts"sv,   "jobstates"sv,    "historywords"sv,
    "nameddirs"sv, "userdirs"sv,   "usergroups"sv, "patchars"sv,   "funcstack"sv,    "functrace"sv,
    "keymaps"sv,   "widgets"sv,    "compstate"sv,  "mapfile"sv,    "terminfo"sv,     "termcap"sv,
    "langinfo"sv,  "errnos"sv,     "sysparams"sv,  "epochtime"sv,  "zle_highlight"sv};

constexpr std::string_view single_digits = "0123456789";

// A text that no shell takes apart, for a pattern, a home or a program.
bool is_plain_value(std::string_view value) noexcept {
    return !value.empty() && std::ranges::all_of(value, [](char byte) {
        return name_letter(byte) || "./@%+,-"sv.find(byte) != std::string_view::npos;
    });
}

// What a variable may hold that stands between quotes; or only names of files do, which have none of these.
bool is_quotable_value(const shell_word& value) noexcept {
    const std::string_view marks = value.globs ? "[]{}\\$`" : "*?[]{}\\$`";
    return (value.known || value.globs) && !value.text.empty() &&
           std::ranges::none_of(value.text, [&](char byte) {
               return static_cast<unsigned char>(byte) < ' ' || marks.find(byte) != marks.npos;
           });
}

// Whether it becomes one word, or a part of one.
bool stays_whole(const variable_value& value, bool in_quotes) noexcept {
    return in_quotes || (!value.globs && is_plain_value(value.text));
}

// `=grep -rn`, of which shells make words at its blanks, or none.
bool begins_program(std::string_view assigned) noexcept {
    if (assigned.size() < 2 || assigned.front() != '=' || !name_letter(assigned[1])) return false;
    return std::ranges::all_of(assigned, [](char byte) {
        return program_letter(byte) || " =*"sv.find(byte) != std::string_view::npos;
    });
}

bool is_lower_name(std::string_view name) noexcept {
    return name.front() != '_' && !name.starts_with("dis_") && !names_of_zsh.has(name) &&
           std::ranges::all_of(name, [](char byte) { return name_letter(byte) && byte == lower_case(byte); });
}

// Words that people name variables by, joined by `_`: with these alone none is a shell's own.
constexpr word_list words_of_names{
    "API"sv,   "APP"sv,    "BACKEND"sv, "BASE"sv,    "BRANCH"sv, "CLASS"sv,    "CLIENT"sv,  "COMMIT"sv,
    "COUNT"sv, "CSV"sv,    "DATA"sv,    "DIR"sv,     "DIRS"sv,   "DOC"sv,      "DOCS"sv,    "END"sv,
    "EXT"sv,   "FILE"sv,   "FILES"sv,   "FOLDER"sv,  "FROM"sv,   "FRONTEND"sv, "ID"sv,      "INPUT"sv,
    "JSON"sv,  "LEFT"sv,   "LIB"sv,     "LIMIT"sv,   "LOG"sv,    "MAX"sv,      "MIN"sv,     "NAME"sv,
    "NEW"sv,   "NUM"sv,    "OLD"sv,     "OUT"sv,     "OUTPUT"sv, "PACKAGE"sv,  "PAT"sv,     "PATTERN"sv,
    "PKG"sv,   "PR"sv,     "PROJ"sv,    "PROJECT"sv, "REPO"sv,   "REPORT"sv,   "RESULTS"sv, "RIGHT"sv,
    "ROOT"sv,  "SCRIPT"sv, "SERVER"sv,  "SHA"sv,     "SIZE"sv,   "SOURCE"sv,   "SRC"sv,     "START"sv,
    "SUB"sv,   "TAG"sv,    "TARGET"sv,  "TEST"sv,    "TESTS"sv,  "TO"sv,       "TOP"sv,     "VERSION"sv,
    "WEB"sv,   "WORK"sv};

// `F`, `DIR`, `SRC_DIR`, `FILE2`
bool is_usual_name(std::string_view name) noexcept {
    while (name.size() > 1 && digit(name.back())) name.remove_suffix(1);
    if (name.size() == 1) return name.front() >= 'A' && name.front() <= 'Z';
    return !any_between(name, '_', [](std::string_view part) { return !words_of_names.has(part); });
}

// Whether a variable of this name holds what it has been given, and means nothing to any shell.
bool is_plain_name(std::string_view name) noexcept { return is_lower_name(name) || is_usual_name(name); }

// `wc -l <a`, `cat a | wc -l`: one pipeline, whose last program prints numbers, and no other text.
bool prints_number(std::string_view command) {
    const bool plain = !command.empty() && std::ranges::all_of(command, [](char byte) {
        return program_letter(byte) || " |<=*?"sv.find(byte) != std::string_view::npos;
    });
    if (!plain || command.find("||") != command.npos || command.find("<<") != command.npos) return false;
    const shell_runs runs(command);
    const auto reads_file = [](const shell_mention& each) { return each.as == shell_mention::role::input; };
    if (!runs.complete() || runs.size() == 0 || !std::ranges::all_of(runs.mentioned(), reads_file))
        return false;
    for (std::size_t run = 1; run < runs.size(); ++run)
        if (!runs.piped(run) && !runs.wrapped(run)) return false;
    const auto last = runs.size() - 1;
    const auto& use = runs.use(last);
    const auto tells = [](const shell_word& word) { return word.text.starts_with("--"); };
    return use.known() && !runs.wrapped(last) && any(use.does() & effect::numbers) &&
           !any(use.does() & effect::outside) && use.doubtful().empty() &&
           runs[last].front().text.find('/') == std::string_view::npos &&
           std::ranges::none_of(runs[last], tells);
}

// Bytes of a substitution at the beginning of an expression for which a number stands, and no part of one.
std::size_t number_substituted(std::string_view before, std::string_view expression) {
    if (!expression.starts_with("$(") || (!before.empty() && name_letter(before.back()))) return 0;
    const auto end = std::min(expression.find(')'), expression.size());
    const auto behind = expression.substr(std::min(end + 1, expression.size()));
    if (end == expression.size() || (!behind.empty() && name_letter(behind.front()))) return 0;
    return prints_number(expression.substr(2, end - 2)) ? end + 1 : 0;
}

}  // namespace

// Puts into `shell_runs` what a text may run: the commands that `read_commands` finds, and the programs and
// texts that those run in turn.
class run_finder final : public command_sink {
public:
    explicit run_finder(shell_runs& into) noexcept : into_(into) {}

    void read(std::string_view text) {
        text_ = text;
        if (text.size() > max_command_bytes) unread();
        auto& words = into_.words_;
        const auto take = [&](const char* word, std::size_t bytes) {
            words.emplace_back().text = std::string_view(word, bytes);
        };
        const bool bare = text.size() <= max_command_bytes && split_bare_words(text, take) &&
                          !words.empty() && !reserved_word(words.front().text);
        if (bare) {
            into_.bare_ = true;
            const found_command alone{};
            auto fed = fed_text::data;
            const auto size = words.size();
            look_at({0, size, 0, 0, &alone, &fed});
            return note_change({words.data(), size}, 0);
        }
        words.clear();
        read_commands(text.substr(0, max_run_bytes), *this, 0);
        read_uncalled();
        if (follows_ && (lost_ || !values_hold(text))) {
            into_.words_.clear();
            into_.runs_.clear();
            into_.mentioned_.clear();
            into_.texts_.clear();
            into_.complete_ = true;
            into_.unclosed_ = {};
            into_.evaluates_ = false;
            run_finder again(into_);
            again.follows_ = false;
            return again.read(text);
        }
        const auto other = [&](std::string_view variable) { return may_set_otherwise(variable, text); };
        if (std::ranges::any_of(calculated_, other)) evaluates();
        const auto is_function = [](const shell_mention& each) {
            return each.as == shell_mention::role::function;
        };
        // What counts may be one of these.
        if (counts_ && (!functions_.empty() || std::ranges::any_of(into_.mentioned_, is_function)))
            evaluates();
        if (runs_kept_text()) unread();
        forget_defined();
    }

private:
    // A program and its arguments.
    struct run {
        std::size_t from;  // in into_.words_
        std::size_t end;
        std::size_t depth;            // of the text it stands in
        std::size_t wrappers;         // around it
        const found_command* source;  // the command it is a part of
        fed_text* fed;                // what the here-document of that is
        std::size_t number = 0;       // in into_.runs_
    };

    // A copy: the words move when others are added.
    shell_runs::word word(std::size_t at) const noexcept { return into_.words_[at]; }
    // It moves when another run is added.
    const programs::program_use& use_of(const run& at) const noexcept { return into_.runs_[at.number].use; }
    template <class Visit>
    void each_part(const run& at, const Visit& visit) {
        for (std::size_t each = 0; each < use_of(at).parts().size(); ++each) {
            const auto part = use_of(at).parts()[each];
            visit(part);
        }
    }
    // Of the grammar: what is not understood may change the shell, too.
    void unreadable() override {
        if (inner_texts_ == 0) changes_folder();
        unread();
    }
    // What is run is not known.
    void unread() { into_.complete_ = false; }
    // Behind what could not be read, nobody knows what is open.
    void unclosed(std::string_view mark) override {
        if (inner_texts_ == 0) changes_folder();
        if (std::exchange(into_.complete_, false)) into_.unclosed_ = {mark, character_of(mark.data())};
    }
    // 0: it is none of the text.
    [[nodiscard]] std::size_t character_of(const char* place) const {
        const auto* const end = text_.data() + text_.size();
        if (std::less<>()(place, text_.data()) || !std::less<>()(place, end)) return 0;
        return characters_in(text_.substr(0, static_cast<std::size_t>(place + 1 - text_.data())));
    }
    void evaluates() override { into_.evaluates_ = true; }
    void goes_on() override { into_.goes_on_ = true; }
    std::size_t commands_found() const override { return into_.runs_.size(); }
    std::size_t begins_chain() override { return ++chains_; }

    // A name that the text itself gives to a function is no program's, wherever it stands.
    void forget_defined() {
        boost::container::small_vector<std::string_view, 4> defined;
        for (const auto& mention : into_.mentioned_)
            if (mention.as == shell_mention::role::function) defined.push_back(mention.is.text);
        for (const auto& known : functions_) defined.push_back(known.name);
        std::ranges::sort(defined);
        if (defined.empty()) return;
        for (auto& command : into_.runs_)
            if (std::ranges::binary_search(defined, word(command.from).text)) command.use = {};
    }

    std::string& keep(std::size_t bytes) override {
        auto& kept = into_.texts_.emplace_back(std::make_unique<std::string>());
        kept->reserve(bytes);
        return *kept;
    }

    void text(std::string_view text, std::size_t depth) override {
        read_bytes_ += text.size();
        if (read_bytes_ > max_nested_bytes) return unread();
        forget_kept(text);
        ++inner_texts_;
        read_commands(text, *this, depth);
        --inner_texts_;
    }

    answer command(const found_command& command, std::size_t depth) override {
        const auto* first = command.words.data();
        const auto* const end = first + command.words.size();
        if (std::any_of(first, end, [](const found_word& each) {
                return expanded_variables.may_begin(each.is.text) && names_expanded_variable(each.is.text);
            }))
            evaluates();
        const auto* const program =
            std::find_if_not(first, end, [](const found_word& each) { return each.assigns; });
        const auto role = program == end ? shell_mention::role::assignment : shell_mention::role::surrounding;
        note_assignments(command);
        for (; first != program; ++first) {
            mentions(*first, role);
            const auto equals = std::min(first->is.text.find('='), first->is.text.size());
            const auto name = first->is.text.substr(0, name_length(first->is.text));
            assignment(name, first->is.text.substr(std::min(equals + 1, first->is.text.size())),
                       first->is.known, depth);
        }
        if (first == end) return {};
        // In some shells a subscript with blanks is one word, and the assignment goes on in the next ones.
        const auto length = name_length(first->is.text);
        if (length > 0 && first->is.text.substr(length).starts_with('[')) unread();
        const std::size_t from = into_.words_.size();
        if (add_program(first->is)) ++first;
        for (; first != end; ++first)
            expand(first->is, [this](const shell_word& word) { into_.words_.push_back(word); });
        // No shell that knows it takes its words apart.
        if (into_.words_[from].text == "[[")
            for (auto place = from; place < into_.words_.size(); ++place) into_.words_[place].splits = false;
        if (into_.words_.back().text == "]]")
            look_at_test({from, into_.words_.size(), depth, 0, &command, nullptr});
        const auto number = into_.runs_.size();
        const auto size = into_.words_.size() - from;
        auto fed = fed_text::data;
        look_at({from, from + size, depth, 0, &command, &fed});
        if (command.in_shell) note_change(std::span(into_.words_).subspan(from, size), number);
        return {fed, number};
    }

    // What runs in the shell itself, and is or may be a builtin that changes it.
    // \param number  of its run, if it has one
    void note_change(std::span<const shell_word> words, std::size_t number) {
        const auto name = words.front().text;
        const auto option = words.size() > 1 ? words[1].text : std::string_view();
        const bool looks_up =
            (name == "command" && looking_up.has(option)) ||
            (name == "printf" && words.size() > 1 && words[1].known && !option.starts_with('-'));
        if (looks_up || keeps_shell.has(name)) return;
        const programs::known_program* program = nullptr;
        if (number == into_.runs_.size())
            program = programs::find_program(name);
        else if (into_.runs_[number].use.known())
            program = &into_.runs_[number].use.program();
        const bool may_be_builtin =
            words.front().known ? is_builtin(name, program) : name.find('/') == name.npos;
        if (!may_be_builtin) return;
        into_.changes_shell_ = true;
        if (!keeps_folder.has(name)) changes_folder();
    }
    void changes_folder() { into_.changes_shell_ = into_.changes_folder_ = true; }

    static bool is_builtin(std::string_view name, const programs::known_program* program) {
        return builtin_of(name) != builtin::none || (program != nullptr && programs::is_builtin(*program));
    }

    void assignment(std::string_view name, std::string_view value, bool known, std::size_t depth) {
        // Whoever evaluates the variable runs it.
        if (keeps_substitution(value)) unread();
        // What git runs then is not read.
        if (names_git_settings(name) && (!known || value != "/dev/null")) unread();
        if (!holds_command(name)) return;
        if (!known) unread();
        text(value, depth + 1);
    }

    // `{a,b}.c` is `a.c b.c`, as long as there are no braces in others, and no numbers to count: those stay.
    // So does what is a home or a program only then, and where a word would be empty, which some shells drop.
    template <class Take>
    void expand(const shell_word& written, const Take& take) {
        if (written.braces)
            expand_braces(written, take);
        else
            take(written);
    }
    template <class Take>
    void expand_braces(const shell_word& written, const Take& take) {
        constexpr std::size_t most = 64;
        auto whole = written;
        whole.globs = false;
        bool plain = written.text.find('~') == written.text.npos;
        if (!plain) return take(whole);
        std::vector<std::string> texts{std::string()};
        auto rest = written.text;
        while (plain && !rest.empty()) {
            const auto open = std::min(rest.find_first_of("{}"), rest.size());
            for (auto& text : texts) text.append(rest.substr(0, open));
            rest.remove_prefix(open);
            if (rest.empty()) break;
            const auto close = std::min(rest.find_first_of("{}", 1), rest.size());
            const auto choices = rest.substr(1, std::max<std::size_t>(close, 1) - 1);
            plain = rest.front() == '{' && close < rest.size() && rest[close] == '}' &&
                    choices.find(',') != choices.npos && choices.find("..") == choices.npos;
            if (!plain) break;
            std::vector<std::string> longer;
            for (const auto& text : texts)
                for (auto left = choices;;) {
                    const auto end = std::min(left.find(','), left.size());
                    longer.push_back(text + std::string(left.substr(0, end)));
                    if (end == left.size()) break;
                    left.remove_prefix(end + 1);
                }
            texts = std::move(longer);
            rest.remove_prefix(close + 1);
            plain =
                texts.size() <= most && read_bytes_ + texts.size() * written.text.size() <= max_nested_bytes;
        }
        const auto other = [](const std::string& text) { return text.empty() || text.front() == '='; };
        if (!plain || std::ranges::any_of(texts, other)) return take(whole);
        for (const auto& text : texts) {
            read_bytes_ += text.size();
            auto& kept = keep(text.size());
            kept = text;
            const bool globs = text.find_first_of("*?[") != text.npos;
            take(shell_word{.text = kept,
                            .known = !globs,
                            .splits = globs,
                            .globs = globs && written.globs && has_plain_sets(text)});
        }
    }

    // `$search x`, where the variable holds a program with some of its words.
    bool add_program(const shell_word& written) {
        if (!follows_ || inner_texts_ > 0 || written.known || !written.splits || written.globs) return false;
        auto name = written.text;
        const bool braced = name.starts_with("${") && name.ends_with('}');
        name.remove_prefix(std::min<std::size_t>(braced ? 2 : 1, name.size()));
        if (braced) name.remove_suffix(1);
        const auto known =
            std::ranges::find_if(values_, [&](const valued& one) { return one.words && one.name == name; });
        if (known == values_.end() || !written.text.starts_with('$')) return false;
        known->used = true;
        for (auto rest = known->value; !rest.empty();) {
            const auto blank = std::min(rest.find(' '), rest.size());
            const auto piece = rest.substr(0, blank);
            const bool globs = piece.find('*') != piece.npos;
            if (!piece.empty())
                into_.words_.push_back({.text = piece, .known = !globs, .splits = globs, .globs = globs});
            rest.remove_prefix(std::min(blank + 1, rest.size()));
        }
        return true;
    }

    bool any_unknown(std::size_t from, std::size_t end) const noexcept {
        for (; from < end; ++from)
            if (!into_.words_[from].known) return true;
        return false;
    }

    // Words of it are read as shell text: a `$` that only some shells leave there means something then.
    void read_again(const run& at) {
        const auto words = at.source->words;
        if (std::ranges::any_of(words, [](const found_word& each) { return each.dollar; })) unread();
    }

    // One word is a shell text.
    void read_word(std::size_t which, const run& at) {
        if (which >= at.end) return;
        read_again(at);
        // What the shell puts into it may be any text.
        if (!word(which).known) unread();
        text(word(which).text, at.depth + 1);
    }

    // The words from there, joined by blanks, are a shell text.
    void read_joined(std::string_view first, std::size_t from, const run& at) {
        if (full_) return unread();
        if (any_unknown(from, at.end)) unread();
        read_again(at);
        std::size_t bytes = first.size();
        for (auto each = from; each < at.end; ++each) bytes += word(each).text.size() + 1;
        // Texts that double with each level would cost more than they are worth.
        full_ = read_bytes_ + bytes > max_nested_bytes;
        if (full_) return unread();
        auto& joined = keep(bytes);
        joined.append(first);
        for (auto each = from; each < at.end; ++each) {
            joined.append(joined.empty() ? "" : " ").append(word(each).text);
            forget_kept(word(each).text);
        }
        text(joined, at.depth + 1);
    }

    bool fed(const run& at) const noexcept {
        return at.source->piped || at.source->here_document || at.source->reads_process ||
               !at.source->here_strings.empty();
    }

    // What it reads is a shell text.
    void standard_input(const run& at) {
        if (at.source->here_document) *at.fed = fed_text::script;
        for (const auto& each : at.source->here_strings) {
            if (!each.is.known) unread();
            text(each.is.text, at.depth + 1);
        }
        if (!at.source->here_document && at.source->here_strings.empty()) unread();
    }

    void look_at_shell(const run& at) {
        bool has_text = false;
        bool reads_input = false;
        bool only_tells = false;
        std::size_t values = 0;  // of options, which may come before the text
        std::size_t next = at.from + 1;
        for (; next < at.end; ++next) {
            const auto each = word(next);
            if (!each.known) {
                // The name of a file that surely begins no option is the script.
                if (each.globs && (name_letter(each.text.front()) || each.text.front() == '/')) break;
                // It may be an option with a text, or that text.
                unread();
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
                if (letter == ' ' || letter == 'k') unread();
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
        if (!reads_input && next < at.end && !names_standard_input(word(next).text)) return;
        into_.runs_what_is_printed_ = into_.runs_what_is_printed_ || at.source->piped;
        standard_input(at);
    }

    void look_at_interpreter(const programs::program_use& use, const run& at) {
        std::size_t script = at.end;
        for (const auto& part : use.parts())
            if (part.kind == part_kind::script) script = std::min(script, at.from + part.word);
        // It may be an option with code.
        if (any_unknown(at.from, std::min(script + 1, at.end))) unread();
        if (script == at.end) {
            if (at.end - at.from == 1 || fed(at)) look_at_fed_code(at);
        } else if (names_standard_input(word(script).text) || (use.unclear() && fed(at))) {
            look_at_fed_code(at);
        }
    }

    // `mapfile -C text`: evaluated for the lines that it reads.
    void read_callback(std::size_t each, const run& at) {
        const auto option = word(each);
        const auto letter = is_option(option.text) ? option.text.find('C') : std::string_view::npos;
        if (letter == std::string_view::npos) return;
        if (letter + 1 == option.text.size()) return read_word(each + 1, at);
        if (!option.known) unread();
        text(option.text.substr(letter + 1), at.depth + 1);
    }

    // \return whether that is all there is to it
    bool look_at_builtin(std::string_view name, const run& at) {
        const std::size_t first = at.from + 1;
        const auto which = builtin_of(name);
        switch (which) {
            case builtin::none: return false;
            case builtin::evals:
                read_joined({}, first < at.end && word(first).text == "--" ? first + 1 : first, at);
                break;
            case builtin::traps: {
                auto next = first;
                while (next < at.end && is_option(word(next).text)) ++next;
                read_word(next, at);
                break;
            }
            case builtin::aliases: look_at_aliases(at); break;
            case builtin::sources:
                if (first < at.end && !word(first).known) unread();
                if (first < at.end && names_standard_input(word(first).text)) standard_input(at);
                break;
            case builtin::calls_back:
                for (auto each = first; each < at.end; ++each) read_callback(each, at);
                break;
            case builtin::looks_alone:
                for (auto each = first; each < at.end; ++each)
                    if (!word(each).known || is_option(word(each).text)) unread();
                break;
            case builtin::sets:
                for (auto each = first; each < at.end; ++each) {
                    const auto option = word(each);
                    if (!option.known || keyword_option(option.text)) unread();
                    const bool named = each > first && has_letter(word(each - 1).text, "o");
                    if (named && !plain_options.has(option.text)) unread();
                    if (traces(option.text)) evaluates();
                }
                break;
            case builtin::declares:
            case builtin::names:
                look_for_substitutions(at);
                look_at_names(which == builtin::declares, at);
                break;
            case builtin::tests:
                look_for_substitutions(at);
                look_at_test(at);
                break;
            case builtin::calculates:
                look_for_substitutions(at);
                look_at_numbers(name, at);
                break;
            case builtin::formats:
                look_for_substitutions(at);
                look_at_format(at);
                break;
            case builtin::unfollowed: unread(); break;
            // `repeat 3 { rm x; }`
            case builtin::group:
                if (first == at.end) return false;
                look_at_inner(first, at.end, at);
                break;
        }
        return true;
    }

    void look_at_aliases(const run& at) {
        for (auto each = at.from + 1; each < at.end; ++each) {
            const auto definition = word(each).text;
            const auto equals = definition.find('=');
            if (equals == std::string_view::npos) continue;
            // Where the name is used, more words follow.
            unread();
            text(definition.substr(equals + 1), at.depth + 1);
        }
    }

    // Which programs run others, and how each kind is looked at.

    void look_at(run at) {
        run_words_ += at.end - at.from;
        if (into_.runs_.size() >= max_shell_runs || run_words_ > max_run_words ||
            at.wrappers > max_wrapper_depth)
            return unread();
        at.number = into_.runs_.size();
        const auto words = std::span(into_.words_).subspan(at.from, at.end - at.from);
        note_numbers(words);
        auto& found = into_.runs_.emplace_back(at.from, words);
        found.piped = at.source->piped;
        found.wrapped = at.wrappers > 0;
        found.chain = at.source->chain;
        found.feeder = at.source->feeder;
        const auto program = word(at.from);
        if (!program.known) return unread();
        if (!functions_.empty() && call(at)) return;
        const program_id name(program.text);
        if (!look_at_builtin(name, at) && use_of(at).known()) look_at_known(name, at);
        // What runs another one hands that on.
        if (into_.runs_.size() == at.number + 1) note_orders(at);
    }

    // `-j$(nproc)`
    void note_numbers(std::span<shell_word> words) {
        for (auto& each : words) {
            const auto place = each.known || each.number ? 0 : programs::place_of_substitution(each.text);
            if (place == 0 || place == each.text.npos || !programs::prints_number(into_, each)) continue;
            each.number = true;
            counts_ = true;
        }
    }

    // Behind a wall its words count, and the document that it is fed, and what that program is given.
    void look_at_code(const run& at) {
        if (!into_.holds_code_ || any_unknown(at.from, at.end) || at.source->piped ||
            at.source->reads_process)
            return unread();
        const auto mention = [&](const shell_word& text) {
            into_.mentioned_.push_back({text, shell_mention::role::orders, into_.runs_.size()});
        };
        for (auto each = at.from + 1; each < at.end; ++each) mention(word(each));
        for (const auto& text : at.source->here_strings) {
            if (!text.is.known) unread();
            mention(text.is);
        }
        if (at.source->here_document) *at.fed = std::max(*at.fed, fed_text::code);
    }
    // `python3 - <<'EOF'`
    void look_at_fed_code(const run& at) {
        if (fed(at)) return look_at_code(at);
        unread();
    }

    // Of a program whose row does not tell, what it is fed may name files to read, as `.so FILE` does for
    // groff.
    void note_orders(const run& at) {
        if (const auto& use = use_of(at); use.known()) {
            const auto& form = use.read_by().form();
            if (form.input() || form.fed() == part_kind::fed_shell) return;
        }
        for (const auto& text : at.source->here_strings)
            into_.mentioned_.push_back({text.is, shell_mention::role::orders, into_.runs_.size()});
        if (at.source->here_document) *at.fed = std::max(*at.fed, fed_text::orders);
    }

    void look_at_known(std::string_view name, const run& at) {
        const auto& use = use_of(at);
        const auto& known = use.program();
        if (any(use.does() & effect::evaluates)) look_at_code(at);
        if (any(use.beyond() & effect::loads)) unread();
        if (use.read_by().form().others_run() && !use.unlisted().empty()) unread();
        const auto& form = known.form();
        if (starts_script(form) && form.fed() == part_kind::fed_shell) return look_at_shell(at);
        if (starts_script(form) && form.fed() == part_kind::fed_code) return look_at_interpreter(use, at);
        if (use.read_by().form().fed_commands() && fed(at)) unread();
        const wrapper_reading wrapper(known, nullptr);
        const bool wraps =
            wrapper.runs() != wrapper_reading::form::nothing || form.fed() == part_kind::fed_shell;
        if (wraps) look_at_wrapper(wrapper, name, form.fed(), at);
        if (form.takes_subcommand()) look_at_subcommands(known, name, at);
        const auto as = looked_at_as(name);
        if (as == looked_at::git) look_at_git(at);
        if (as == looked_at::find || as == looked_at::fd) return look_at_found(at, as == looked_at::fd);
        look_at_options(wraps, at);
        if (as == looked_at::tmux) look_at_tmux(at);
    }

    // The programs, and the texts for a shell, that are values of options.
    // \param wraps  texts have been read
    void look_at_options(bool wraps, const run& at) {
        each_part(at, [&](const programs::program_use::part& part) {
            if (!part.of_option || !programs::names_program(part.kind)) return;
            if (wraps && part.kind == part_kind::shell) return;
            std::size_t from = at.from + part.word;
            if (part.kind == part_kind::program_to_end) {
                if (word(from).text == "--" && from + 1 < at.end) ++from;
                std::size_t end = from;
                while (end < at.end && word(end).text != ";" && word(end).text != "+") ++end;
                return look_at_inner(from, end, at);
            }
            read_again(at);
            // `gcc -wrapper rm,x`
            if (!word(from).known ||
                (part.kind == part_kind::program && part.text.find(',') != std::string_view::npos))
                unread();
            text(part.text, at.depth + 1);
        });
    }

    void look_at_inner(std::size_t from, std::size_t end, const run& at) {
        auto inner = at;
        inner.from = from;
        inner.end = end;
        ++inner.wrappers;
        look_at(inner);
    }

    // Programs that run the words behind their options.

    // Where an option may or may not take the next word, both are followed.
    struct wrapper_walk {
        struct place {
            std::size_t word;
            std::size_t operands;
        };

        // Each place is looked at once.
        void go_to(std::size_t word, std::size_t operands) {
            if (word >= max_wrapper_words) {
                too_long = true;
                return;
            }
            const std::uint64_t bit = std::uint64_t{1} << word;
            if ((seen[operands] & bit) != 0) return;
            seen[operands] |= bit;
            places[count++] = {word, operands};
        }

        std::uint64_t seen[max_wrapper_operands + 1] = {};
        place places[(max_wrapper_operands + 1) * max_wrapper_words] = {};
        std::size_t count = 0;
        bool too_long = false;
    };

    // \param fed_as  what it takes its standard input for, where it finds no program
    void look_at_wrapper(const wrapper_reading& wrapper, std::string_view name, programs::part_kind fed_as,
                         run at) {
        if (name == "command" && at.end - at.from > 1 && has_letter(word(at.from + 1).text, "vV")) return;
        // The shell of busybox looks for a program of the name that it is told to give.
        if (name == "exec" && at.end - at.from > 1 && has_letter(word(at.from + 1).text, "a")) unread();
        if (name == "parallel") at.end = look_at_parallel(at);
        const bool text = wrapper.has_text_options() && look_for_text(wrapper, name, at);
        bool found = text;
        bool alone = false;  // there may be no program
        const std::size_t size = at.end - at.from;
        wrapper_walk walk;
        if (wrapper.runs() != wrapper_reading::form::nothing && size > 1) {
            walk.go_to(1, wrapper.operands());
            for (std::size_t each = 0; wrapper.optional_operands() && each < wrapper.operands(); ++each)
                walk.go_to(1, each);
        }
        if (wrapper.subcommand() && wrapper.runs() != wrapper_reading::form::nothing) {
            // The program comes behind dashes at the latest.
            std::size_t dashes = 1;
            while (dashes < size && word(at.from + dashes).text != "--") ++dashes;
            if (dashes + 1 < size) walk.go_to(dashes + 1, 0);
        }
        while (walk.count > 0) {
            const auto [place, operands] = walk.places[--walk.count];
            alone = alone || place >= size;
            if (place >= size) continue;
            const auto each = word(at.from + place);
            if (is_option(each.text)) {
                // `docker run image -c 'rm x'`: what a shell as its entry point runs.
                if (operands < wrapper.operands() && has_letter(each.text, "c") &&
                    wrapper.text_in(each.text) == std::string_view::npos)
                    read_word(at.from + place + 1, at);
                const auto reach = wrapper.reach_of(each.text);
                for (auto words = reach.least; words <= reach.most; ++words)
                    walk.go_to(place + words, operands);
                continue;
            }
            const auto variable = name_length(each.text);
            const bool assigns = variable > 0 && each.text.substr(variable).starts_with('=');
            // `env a-b=1 rm`: whatever has a `=` in it is no program to some wrappers.
            if (!assigns && each.text.find('=') != std::string_view::npos) walk.go_to(place + 1, operands);
            if (each.text == "-" || assigns) {
                if (assigns)
                    assignment(each.text.substr(0, variable), each.text.substr(variable + 1), each.known,
                               at.depth);
                walk.go_to(place + 1, operands);
                continue;
            }
            // It may become options, or nothing.
            if (each.splits) walk.go_to(place + 1, operands);
            if (operands > 0) {
                walk.go_to(place + 1, operands - 1);
                continue;
            }
            found = true;
            look_at_wrapped(wrapper, name, at, at.from + place);
        }
        if (walk.too_long) unread();
        if ((!found || (alone && !text)) && fed_as == programs::part_kind::fed_shell && fed(at))
            standard_input(at);
    }

    // `xargs -I% sh -c %`: whether a word holds what is replaced.
    // \param mark  what `parallel` replaces begins so: `{.}`; or it is what xargs does if nothing else is
    // said
    bool is_replaced(std::string_view text, std::string_view mark, const run& at,
                     std::size_t program) const noexcept {
        if (text.find(mark) != std::string_view::npos) return true;
        for (auto each = at.from + 1; each < program; ++each) {
            const auto option = word(each);
            if (!is_option(option.text)) continue;
            const auto equals = option.text.find('=');
            const bool named = option.text.starts_with("--r") && equals != std::string_view::npos;
            const auto letter =
                option.text[1] == '-' ? std::string_view::npos : option.text.find_first_of("IiJ");
            if (!named && letter == std::string_view::npos) continue;
            const auto attached = option.text.substr((named ? equals : letter) + 1);
            const auto next = word(each + 1);
            if (!option.known || (attached.empty() && !next.known)) return true;
            const auto replaced = attached.empty() ? next.text : attached;
            if (replaced.empty() || text.find(replaced) != std::string_view::npos) return true;
        }
        return false;
    }
    // `xargs -I{}`, and with no option that takes that back: what it reads comes nowhere else.
    bool only_replaces(const run& at, std::size_t program) const noexcept {
        bool replaces = false;
        for (auto each = at.from + 1; each < program; ++each) {
            const auto option = word(each);
            if (!option.known) return false;
            if (option.text == "-0" || option.text == "-r" || option.text == "-t") continue;
            if (replaces || !option.text.starts_with("-I")) return false;
            replaces = true;
            if (option.text.size() == 2) ++each;
        }
        return replaces;
    }

    void look_at_wrapped(const wrapper_reading& wrapper, std::string_view name, const run& at,
                         std::size_t program) {
        auto inner = at;
        inner.from = program;
        ++inner.wrappers;
        const bool xargs = name.ends_with("xargs");
        if (xargs || name == "parallel") {
            // More words come from what it reads, in place of some or at the end.
            inner.from = into_.words_.size();
            for (auto each = program; each < at.end; ++each) {
                auto argument = word(each);
                if (is_replaced(argument.text, xargs ? "{}" : "{", at, program)) argument.known = false;
                into_.words_.push_back(argument);
            }
            if (!xargs || !only_replaces(at, program))
                into_.words_.push_back({substitution_mark, false, true});
            inner.end = into_.words_.size();
        }
        using form = wrapper_reading::form;
        bool shell = wrapper.runs() == form::shell;
        if (wrapper.runs() == form::either) {
            shell = name != "sudo";
            for (auto each = at.from + 1; each < program; ++each)
                shell = shell || has_letter(word(each).text, "si");
        }
        if (wrapper.runs() != form::shell) look_at(inner);
        // What `parallel` puts in is quoted.
        if (shell) read_joined({}, program, at);
        for (auto each = program; wrapper.runs_each() && each < at.end; ++each) read_word(each, at);
    }

    // Behind a wall: a word behind the program that is the first word of all, `npx eslint $F`, goes to that
    // one.
    bool is_given_on(const wrapper_reading& wrapper, const run& at, std::size_t place) {
        const auto first = word(at.from + 1);
        return into_.holds_code_ && place > at.from + 1 && first.known && !is_option(first.text) &&
               !wrapper.subcommand() && wrapper.operands() == 0 &&
               wrapper.runs() == wrapper_reading::form::words;
    }

    // The value of an option is a shell text.
    // \return whether there is one
    bool look_for_text(const wrapper_reading& wrapper, std::string_view name, const run& at) {
        bool found = false;
        for (auto each = at.from + 1; each < at.end; ++each) {
            const auto option = word(each);
            if (!option.known && option.splits && !is_given_on(wrapper, at, each)) unread();
            const auto value = wrapper.text_in(option.text);
            if (value == std::string_view::npos) continue;
            found = true;
            if (!option.known) unread();
            const auto attached = option.text.substr(value);
            // What `env -S` splits is followed by the other words.
            if (name.ends_with("env"))
                read_joined(attached, each + 1, at);
            else if (!attached.empty())
                text(attached, at.depth + 1);
            else
                read_word(each + 1, at);
        }
        return found;
    }

    // `parallel echo ::: a b`; without a command, each word behind `:::` or each line that it reads is one.
    // \return where the command ends
    std::size_t look_at_parallel(const run& at) {
        std::size_t next = at.from + 1;
        while (next < at.end && !word(next).text.starts_with(":::")) ++next;
        const auto end = next;
        if (next == at.from + 1 || next == at.end) unread();
        for (; next < at.end; ++next) read_word(next, at);
        return end;
    }

    // Programs of which some subcommands run others.

    // Calls `found` with the place of each word that may be the subcommand.
    template <class Found>
    void each_subcommand(const run& at, Found found) {
        bool here = true;   // it may stand here
        bool next = false;  // or next
        for (auto each = at.from + 1; each < at.end && (here || next); ++each) {
            const auto candidate = word(each);
            const bool option = is_option(candidate.text);
            if (here && !option) found(each);
            const bool after_option = here && option;
            here = next || after_option;
            next = after_option;
        }
    }

    // Each word that may be a subcommand is looked at as one.
    void look_at_subcommands(const programs::known_program& program, std::string_view name, const run& at) {
        if (at.end - at.from > 1 && !word(at.from + 1).known && some_run_others(program)) unread();
        each_subcommand(at, [&](std::size_t place) {
            const auto* const subcommand = program.subcommand(word(place).text);
            if (subcommand == nullptr) {
                const auto* const other = program.subcommand("*");
                if (other != nullptr && word(place).known && programs::runs_word_itself(*other))
                    look_at_inner(place, at.end, at);
                return;
            }
            auto inner = at;
            inner.from = place;
            const wrapper_reading wrapper(*subcommand, &program);
            const auto fed_as = subcommand->form().fed();
            if (wrapper.runs() != wrapper_reading::form::nothing || fed_as == part_kind::fed_shell)
                look_at_wrapper(wrapper, name, fed_as, inner);
            if (subcommand->form().takes_subcommand()) look_at_subcommands(*subcommand, name, inner);
        });
    }

    // Its settings and addresses may be commands.
    void look_at_git(const run& at) {
        for (auto place = at.from + 1; place < at.end; ++place)
            if (word(place).text.starts_with(git_remote_program))
                text(word(place).text.substr(git_remote_program.size()), at.depth + 1);
        std::string_view name;
        each_part(at, [&](const programs::program_use::part& part) {
            const bool known = word(at.from + part.word).known;
            if (part.kind == part_kind::address && part.text.find("::") != part.text.npos) unread();
            if (part.kind == part_kind::setting) name = part.text;
            if (part.kind == part_kind::setting_value) git_setting(name, part.text, known, at);
            if (part.kind != part_kind::configuration) return;
            const auto equals = std::min(part.text.find('='), part.text.size());
            git_setting(part.text.substr(0, equals), part.text.substr(std::min(equals + 1, part.text.size())),
                        known, at);
        });
    }

    // Most that may run something are commands; what others are is not known.
    void git_setting(std::string_view name, std::string_view value, bool known, const run& at) {
        const auto reach = programs::reach_of_git_setting(name, known ? value : programs::any_setting_value);
        if (reach == programs::setting_reach::nowhere) return;
        unread();
        if (!known) return;
        if (value.starts_with('!')) return text(value.substr(1), at.depth + 1);
        constexpr std::string_view alias = "alias.";
        const program_id section(name.substr(0, alias.size()));
        if (section != alias) return text(value, at.depth + 1);
        constexpr std::string_view git = "git ";
        auto& command = keep(git.size() + value.size());
        command.append(git).append(value);
        text(command, at.depth + 1);
    }

    // Another command may follow, and formats hold commands of a shell.
    void look_at_tmux(const run& at) {
        for (auto each = at.from + 1; each < at.end; ++each) {
            const auto argument = word(each).text;
            if (argument.ends_with(';') || argument.find("#(") != std::string_view::npos) unread();
        }
    }

    // Builtins that evaluate words, or what variables hold, as text once more.

    void keeps(std::string_view text) override {
        keeps_dollar_ = keeps_dollar_ || text.ends_with('$') || text.find("$\n") != std::string_view::npos;
        keeps_parenthesis_ =
            keeps_parenthesis_ || text.starts_with('(') || text.find("\n(") != std::string_view::npos;
        if (keeps_substitution(text) || escapes_substitution(text)) kept_.push_back(text);
    }

    // What is read as a text is no mere data.
    void forget_kept(std::string_view text) {
        const auto read = [&](std::string_view each) { return inside(text, each); };
        kept_.erase(std::remove_if(kept_.begin(), kept_.end(), read), kept_.end());
    }

    bool runs_kept_text() const noexcept {
        return into_.evaluates_ && (!kept_.empty() || (keeps_dollar_ && keeps_parenthesis_));
    }

    // What is evaluated once more runs what the text keeps of them.
    void look_for_substitutions(const run& at) {
        for (auto each = at.from + 1; each < at.end; ++each)
            if (keeps_substitution(word(each).text)) unread();
    }

    void look_at_names(bool declares, const run& at) {
        for (auto each = at.from + 1; each < at.end; ++each) {
            const auto argument = word(each);
            const auto length = name_length(argument.text);
            const bool assigns = length > 0 && argument.text.substr(length).starts_with('=');
            if (assigns && declares)
                assignment(argument.text.substr(0, length), argument.text.substr(length + 1), argument.known,
                           at.depth);
            if (argument.text.find('[') != std::string_view::npos || (!argument.known && !assigns))
                evaluates();
            // Numbers, names of other variables, functions of zsh.
            if (declares && sets_option(argument.text) &&
                argument.text.find_first_of("iEFn") != std::string_view::npos)
                evaluates();
        }
    }

    void look_at_format(const run& at) {
        auto place = at.from + 1;
        if (place < at.end && word(place).known && word(place).text == "--") ++place;
        if (place >= at.end) return;
        const auto format = word(place);
        for (auto each = place; each < at.end; ++each)
            if (word(each).text == "-v") return evaluates();
        const auto kinds = format.known ? programs::directives_of(format.text) : std::nullopt;
        if (!kinds) return format.known && at.end == place + 1 ? void() : evaluates();
        if (kinds->find(programs::numeric_directive) == kinds->npos) return;
        const auto operands = at.end - place - 1;
        for (std::size_t each = 0; each < operands; ++each) {
            const auto operand = word(place + 1 + each);
            // Where it may become several words, or none, which of them are numbers is not known.
            const bool shifts = kinds->find(programs::textual_directive) != kinds->npos && operand.splits;
            const bool number = (*kinds)[each % kinds->size()] == programs::numeric_directive;
            if (shifts ? operand.text != "$?" && operand.text != "$#" : number && !surely_number(operand))
                return evaluates();
        }
    }

    // `exit 1`, `ulimit -n`
    void look_at_numbers(std::string_view name, const run& at) {
        for (auto each = at.from + 1; each < at.end; ++each) {
            const auto given = word(each);
            const bool option = name == "ulimit" && given.known && is_option(given.text) &&
                                std::all_of(given.text.begin() + 1, given.text.end(), name_letter);
            if (!option && !surely_number(given)) evaluates();
        }
    }

    // `12`, `$?`, `$n`, `$((n + 1))`, `$(ls | wc -l)`
    bool surely_number(const shell_word& given) {
        const auto text = given.text;
        if (given.known) return is_number_written(text);
        if (text == "$?" || text == "$#") return true;
        if (text == substitution_mark) {
            const bool counts = !given.number && programs::prints_number(into_, given);
            counts_ = counts_ || counts;
            return given.number || counts;
        }
        const auto name = programs::name_of_variable(text);
        if (name.empty() || inner_texts_ > 0 || !is_number(name)) return false;
        calculated_.push_back(name);
        return true;
    }

    // `[[ a -eq b ]]`, or what is left of it behind `&&`.
    void look_at_test(const run& at) {
        bool numbers = false;  // it takes its words for some
        for (auto place = at.from; place < at.end; ++place)
            numbers = numbers || one_of(word(place).text, calculating_tests);
        for (auto place = at.from; numbers && place < at.end; ++place) {
            const auto text = word(place).text;
            const bool named = !one_of(text, calculating_tests) && text != "$#" && text != "$?" &&
                               calculates_with_names(text) && builtin_of(text) != builtin::tests;
            const bool printed = named && text == substitution_mark && surely_number(word(place));
            if (named && !printed) calculates(text);
        }
        // It may become an operator, where words are split: `-v x[$(date)]` runs what stands there.
        for (auto place = at.from + 1; word(at.from).text != "[[" && place < at.end; ++place) {
            const auto each = word(place);
            const auto mark = each.globs ? each.text.find_last_of("*?[]") : each.text.npos;
            const bool has_ending = mark != each.text.npos && each.text.find('.', mark) != each.text.npos;
            if (each.splits && !has_ending && !surely_number(each)) evaluates();
        }
    }

    // Variables that are set to numbers, with which a text may calculate without running anything.

    bool is_number(std::string_view variable) const noexcept {
        const auto counts = [&](const loop& open) {
            return open.name == variable && open.items && open.numbers;
        };
        return std::ranges::find(numbers_, variable) != numbers_.end() || std::ranges::any_of(loops_, counts);
    }

    void calculates(std::string_view expression) override {
        if (inner_texts_ > 0) return evaluates();
        const auto whole = expression;
        while (!expression.empty()) {
            const auto before = whole.substr(0, whole.size() - expression.size());
            if (const auto bytes = number_substituted(before, expression); bytes > 0) {
                expression.remove_prefix(bytes);
                counts_ = true;
                continue;
            }
            const char byte = expression.front();
            const auto length = name_length(expression);
            const bool braced = expression.starts_with("${") && name_length(expression.substr(2)) > 0;
            if (length > 0) {
                const auto name = expression.substr(0, length);
                if (!is_number(name)) return evaluates();
                calculated_.push_back(name);
                expression.remove_prefix(length);
            } else if (digit(byte)) {
                expression.remove_prefix(
                    std::min(expression.find_first_not_of("0123456789"), expression.size()));
                // `0x1f`, `16#ff`
                if (name_length(expression) > 0) return evaluates();
            } else if (byte == '$' && !braced && name_length(expression.substr(1)) == 0) {
                return evaluates();
            } else if (" \t\n+-*/%()<>=!&|^~?:,;{}$"sv.find(byte) == std::string_view::npos) {
                return evaluates();
            } else {
                expression.remove_prefix(braced ? 2 : 1);
            }
        }
    }

    void mentions(const found_word& word, shell_mention::role as) override {
        using role = shell_mention::role;
        const auto mention = [&](const shell_word& is) {
            into_.mentioned_.push_back({is, as, into_.runs_.size()});
        };
        if (as == role::loop_item)
            expand(word.is, mention);
        else
            mention(word.is);
        if (as == role::input) into_.mentioned_.back().of_next = word.last;
        if (as != role::loop_item && word.is.braces) into_.mentioned_.back().is.globs = false;
        // It is read here, whatever its variables hold where it is called.
        if (as == role::function && (arguments_ || !loops_.empty())) lost_ = true;
        if (as == role::loop_name) looped_.push_back(word.is.text);
        if (as == role::loop_name || as == role::loop_begins) {
            auto& begun = loops_.emplace_back();
            if (as == role::loop_name) begun.name = word.is.text;
            begun.numbers_before = numbers_.size();
        }
        if (as == role::loop_ends && !loops_.empty()) {
            // What its body sets may not be set behind it.
            numbers_.resize(loops_.back().numbers_before);
            loops_.pop_back();
        }
        if (as != role::loop_item || loops_.empty()) return;
        auto& open = loops_.back();
        const bool all_known = !open.items || !open.values.empty();
        open.items = true;
        const bool printed = word.is.text == substitution_mark && surely_number(word.is);
        open.numbers = open.numbers && (printed || is_numbers(word.is));
        if (!open.numbers) others_.push_back(open.name);
        const auto counted = all_known ? numbers_of(word.is) : std::vector<std::string>();
        if (!counted.empty() && open.values.size() + counted.size() <= max_loop_values)
            for (const auto& number : counted) open.values.push_back({keep(number.size()) = number});
        else if (all_known && is_quotable_value(word.is) && open.values.size() < max_loop_values)
            open.values.push_back({word.is.text, word.is.globs});
        else
            open.values.clear();
    }

    // `{1..5}`, `$(seq 5)`. Empty: it is none of these, or there are too many.
    std::vector<std::string> numbers_of(const shell_word& item) const {
        if (item.braces && is_numbers(item)) {
            const auto dots = item.text.find("..");
            return numbers_between(item.text.substr(1, dots - 1),
                                   item.text.substr(dots + 2, item.text.size() - dots - 3));
        }
        const bool one_run = item.text == substitution_mark && item.end_of_runs == item.first_run + 1;
        if (!one_run || !item.splits || item.fed || item.led || !functions_.empty()) return {};
        const auto& counts = into_.runs_[item.first_run];
        const auto words = std::span(into_.words_).subspan(counts.from, counts.size);
        if (words.front().text != "seq" || words.size() > 3 || !counts.use.known() ||
            !std::ranges::all_of(words.subspan(1), [](const shell_word& each) { return each.known; }))
            return {};
        return words.size() == 1
                   ? std::vector<std::string>()
                   : numbers_between(words.size() == 2 ? "1" : words[1].text, words.back().text);
    }

    void body_begins() override {
        if (loops_.empty()) return;
        auto& open = loops_.back();
        open.inside = true;
        const bool twice = std::any_of(loops_.begin(), loops_.end() - 1,
                                       [&](const loop& around) { return around.name == open.name; });
        lost_ = lost_ || (twice && !open.name.empty());
        if (open.values.empty()) return;
        if (!follows_ || inner_texts_ > 0 || !is_plain_name(open.name)) open.values.clear();
    }

    bool body_goes_on(bool as_it_is) override {
        if (loops_.empty()) return false;
        auto& open = loops_.back();
        if (!open.used || open.value + 1 >= open.values.size()) return false;
        lost_ = lost_ || !as_it_is || ++bodies_read_ > max_bodies_read;
        ++open.value;
        return !lost_;
    }

    void note_assignments(const found_command& command) {
        if (!command.words.front().assigns) return;
        const bool alone = command.words.back().assigns;
        const auto program =
            std::ranges::find_if_not(command.words, [](const found_word& word) { return word.assigns; });
        const bool reads = program != command.words.end() && program->is.text == "read";
        for (const auto& assignment : command.words) {
            if (!assignment.assigns) return;
            const auto text = assignment.is.text;
            const auto name = text.substr(0, name_length(text));
            // It is for this line alone.
            if (reads && name == "IFS") continue;
            const auto value = text.substr(name.size());
            const bool number = value.starts_with('=') && is_number_assigned(assignment.is, value.substr(1));
            note_value(assignment, alone && command.surely && inner_texts_ == 0);
            if (alone && command.in_shell) into_.changes_shell_ = true;
            if (!number)
                others_.push_back(name);
            else if (alone && (command.surely || command.in_body) && inner_texts_ == 0)
                numbers_.push_back(name);
        }
    }

    // `n=3`, `n=$((n + 1))`, `n=$(ls | wc -l)`
    bool is_number_assigned(const shell_word& assignment, std::string_view value) {
        if (assignment.known) return is_digits(value);
        if (value != substitution_mark) return false;
        const bool counts = !assignment.number && programs::prints_number(into_, assignment);
        counts_ = counts_ || counts;
        return assignment.number || counts;
    }

    // \param surely  it is set in the shell itself, whatever happens
    void note_value(const found_word& assignment, bool surely) {
        const auto text = assignment.is.text;
        const auto name = text.substr(0, name_length(text));
        const bool again =
            std::ranges::any_of(values_, [&](const valued& before) { return before.name == name; });
        const bool plain = surely && !again && !name.empty() && assignment.is.known && is_plain_name(name) &&
                           text.substr(name.size()).starts_with('=') &&
                           is_plain_value(text.substr(name.size() + 1));
        const bool words = surely && !again && assignment.is.known &&
                           begins_program(text.substr(name.size())) && !name.starts_with('_') &&
                           !names_of_zsh.has(name) && !decides_what_runs(name);
        if (plain || words)
            values_.push_back({name, text.substr(name.size() + 1), !plain});
        else
            changed_.push_back(name);
    }

    std::optional<variable_value> value_of(std::string_view variable, bool in_quotes) override {
        if (!follows_ || inner_texts_ > 0 || variable.empty()) return std::nullopt;
        if (name_length(variable) == 0) return argument(variable, in_quotes);
        for (auto open = loops_.rbegin(); open != loops_.rend(); ++open) {
            if (open->name != variable || !open->inside) continue;
            if (open->values.empty() || !stays_whole(open->values[open->value], in_quotes))
                return std::nullopt;
            if (!open->used) followed_.push_back(variable);
            open->used = true;
            return open->values[open->value];
        }
        for (auto& known : values_) {
            if (known.name != variable || known.words) continue;
            known.used = true;
            return variable_value{known.value};
        }
        return std::nullopt;
    }

    // Whether all that has been put in the place of variables is what they hold.
    bool values_hold(std::string_view text) const {
        const auto is_used = [](const valued& one) { return one.used; };
        if (followed_.empty() && !argued_ && std::ranges::none_of(values_, is_used)) return true;
        if (into_.evaluates_ || std::ranges::any_of(into_.runs_, [&](const auto& command) {
                return sets_variables(command.from, command.from + command.size);
            }))
            return false;
        const auto among = [](const names& some, std::string_view name) {
            return std::ranges::find(some, name) != some.end();
        };
        const auto holds = [&](std::string_view name) {
            return !among(changed_, name) && !among(calculated_, name) && !is_set_elsewhere(name, text);
        };
        const auto holds_value = [&](const valued& one) {
            return !one.used || (holds(one.name) && !among(looped_, one.name));
        };
        const auto holds_word = [&](std::string_view name) {
            return holds(name) &&
                   std::ranges::none_of(values_, [&](const valued& one) { return one.name == name; });
        };
        return holds("IFS") && (!argued_ || holds("argv")) && std::ranges::all_of(values_, holds_value) &&
               std::ranges::all_of(followed_, holds_word);
    }

    // A builtin that may give any variable a value, or a function other arguments.
    bool sets_variables(std::size_t from, std::size_t end) const {
        const program_id program(word(from).text);
        const auto name = builtin_of(program);
        if (name == builtin::sources || name == builtin::unfollowed) return true;
        const auto words = std::span(into_.words_).subspan(from + 1, end - from - 1);
        if (name == builtin::calculates)
            return std::string_view(program) == "shift" ||
                   !std::ranges::all_of(words, [](const shell_word& number) {
                       return number.known && is_digits(number.text);
                   });
        return name == builtin::sets && argued_ && !std::ranges::all_of(words, [](const shell_word& option) {
                   return option.known &&
                          (plain_options.has(option.text) || (is_option(option.text) && option.text != "--"));
               });
    }

    // Functions that the text defines, and calls.

    bool defines(std::string_view name, std::string_view body) override {
        changes_folder();
        if (!follows_ || inner_texts_ > 0) return false;
        const auto again = [&](const function& known) { return known.name == name; };
        lost_ = lost_ || std::ranges::any_of(functions_, again);
        // Some builtins come before functions, in some shells.
        if (is_builtin(name, programs::find_program(name)) || name_length(name) != name.size()) return false;
        functions_.push_back({name, body});
        return true;
    }

    // \return whether the program is a function, and what it runs has been read
    bool call(const run& at) {
        const auto name = word(at.from).text;
        for (std::size_t index = 0; index < functions_.size(); ++index) {
            auto& called = functions_[index];
            if (called.name != name) continue;
            // Another shell, or a program that looks for one of that name, does not know it.
            if (inner_texts_ > 0 || at.wrappers > 0) return false;
            lost_ = lost_ || called.open || fed(at) || at.depth >= max_shell_depth ||
                    ++bodies_read_ > max_bodies_read;
            if (lost_) return false;
            called.called = called.open = true;
            into_.runs_.back().calls = true;
            const auto outer = std::exchange(arguments_, arguments{at.from, at.end - at.from});
            read_commands(called.body, *this, at.depth + 1);
            arguments_ = outer;
            functions_[index].open = false;
            return true;
        }
        return false;
    }

    // It may be called by another name: what it runs is told all the same.
    void read_uncalled() {
        for (std::size_t index = 0; index < functions_.size(); ++index) {
            const auto known = functions_[index];
            if (known.called) continue;
            into_.mentioned_.push_back({{known.name}, shell_mention::role::function, into_.runs_.size()});
            read_commands(known.body, *this, 1);
        }
    }

    // `1`, `@`, `#`
    std::optional<variable_value> argument(std::string_view name, bool in_quotes) {
        if (!arguments_ || name.size() != 1) return std::nullopt;
        const auto words = std::span(into_.words_).subspan(arguments_->from + 1, arguments_->size - 1);
        if (std::ranges::any_of(words, [](const shell_word& given) { return given.splits; }))
            return std::nullopt;
        argued_ = true;
        if (name == "#" && words.size() < single_digits.size())
            return variable_value{single_digits.substr(words.size(), 1)};
        // All of them are one word only where there is one.
        const bool all = name == "@" || name == "*";
        const auto index = all ? std::size_t{1} : single_digits.find(name);
        if (index == 0 || index > words.size() || (all && words.size() != 1)) return std::nullopt;
        const auto& given = words[index - 1];
        if (!is_quotable_value(given) || !stays_whole({given.text, given.globs}, in_quotes))
            return std::nullopt;
        return variable_value{given.text, given.globs};
    }

    bool may_set_otherwise(std::string_view variable, std::string_view text) const {
        return std::ranges::find(others_, variable) != others_.end() || is_set_elsewhere(variable, text);
    }

    // `read n`, `${n:=x}`
    bool is_set_elsewhere(std::string_view variable, std::string_view text) const {
        for (auto place = text.find("${"); place != text.npos; place = text.find("${", place + 1)) {
            const auto inner = text.substr(place + 2);
            if (name_length(inner) != variable.size() || !inner.starts_with(variable)) continue;
            const auto behind = inner.substr(variable.size());
            if (behind.starts_with('=') || behind.starts_with(":=")) return true;
        }
        const auto sets = [&](const auto& command) {
            const auto name = builtin_of(program_id(word(command.from).text));
            const bool formats =
                name == builtin::formats && command.size > 1 && word(command.from + 1).text == "-v";
            if (name != builtin::declares && name != builtin::names && name != builtin::calls_back &&
                !formats)
                return false;
            for (auto place = command.from + 1; place < command.from + command.size; ++place) {
                const auto set = word(place).text;
                const auto length = name_length(set);
                const bool assigns =
                    name == builtin::declares && length > 0 && set.substr(length).starts_with('=');
                if (assigns ? set.substr(0, length) == variable
                            : !word(place).known || names_variable(set, variable))
                    return true;
            }
            return false;
        };
        return std::ranges::any_of(into_.runs_, sets);
    }

    // Programs that run others for files which they find.

    // Runs the words with the names of files in place of `{}`.
    // \param attached  the first of them, when it is part of another word
    // \param fd        it is that which runs them: without a `{}` among them, the names come last
    void look_at_each(std::string_view attached, std::size_t from, std::size_t end, bool fd, const run& at) {
        bool appends = fd;
        auto inner = at;
        inner.from = into_.words_.size();
        ++inner.wrappers;
        if (!attached.empty()) into_.words_.push_back({attached});
        for (auto each = from; each < end; ++each) into_.words_.push_back(word(each));
        for (auto each = inner.from; each < into_.words_.size(); ++each) {
            auto& argument = into_.words_[each];
            // `{/}` is one of fd's, too.
            if (argument.text.find(fd ? "{" : "{}") == std::string_view::npos) continue;
            argument.known = false;
            appends = false;
        }
        if (inner.from == into_.words_.size()) return;
        if (appends) into_.words_.push_back({substitution_mark, false, true});
        inner.end = into_.words_.size();
        look_at(inner);
    }

    // \param fd  it is that, and not `find`
    void look_at_found(const run& at, bool fd) {
        for (auto each = at.from + 1; each < at.end; ++each) {
            const auto option = word(each);
            if (!option.known && option.splits && !option.globs) unread();
            const auto program = fd                           ? program_in(option.text)
                                 : executing.has(option.text) ? option.text.size()
                                                              : std::string_view::npos;
            if (program == std::string_view::npos) continue;
            const auto first = each + 1;
            for (each = first; each < at.end && word(each).text != ";"; ++each) {
                if (fd || word(each).text != "+" || each == first) continue;
                // Only behind `{}` it is the end.
                if (word(each - 1).text == "{}") break;
                if (!word(each - 1).known) unread();
            }
            look_at_each(option.text.substr(program), first, each, fd, at);
        }
    }

    shell_runs& into_;
    std::string_view text_;       // all of it
    std::size_t read_bytes_ = 0;  // of texts inside the text
    bool full_ = false;           // there was one more than is read
    std::size_t run_words_ = 0;

    // Text with a substitution that is nothing but data where it stands, and who would evaluate it.
    bool keeps_dollar_ = false;       // at the end of a word
    bool keeps_parenthesis_ = false;  // at the beginning of one
    boost::container::small_vector<std::string_view, 2> kept_;

    // Variables with which the text calculates.
    struct loop {
        std::string_view name;           // empty: of another kind
        bool items = false;              // it is set to some
        bool numbers = true;             // all of them are
        std::size_t numbers_before = 0;  // of numbers_
        // What its words are, and which of them it is; none: they are not known.
        boost::container::small_vector<variable_value, 4> values{};
        std::size_t value = 0;
        bool inside = false;  // its body
        bool used = false;    // what it is has been put in its place
    };
    using names = boost::container::small_vector<std::string_view, 2>;
    names numbers_;                                  // set to numbers so far, whatever happens
    names others_;                                   // set to anything else, at any time
    names calculated_;                               // that were numbers where they are used
    bool counts_ = false;                            // with numbers that programs print
    boost::container::small_vector<loop, 2> loops_;  // that are open
    // Variables that are set once, to a plain text.
    struct valued {
        std::string_view name;
        std::string_view value;
        bool words = false;  // it is a program with some of its words
        bool used = false;
    };
    boost::container::small_vector<valued, 2> values_;
    names changed_;                // set in any other way
    names looped_;                 // of loops
    names followed_;               // of loops, whose values have been put in their place
    bool follows_ = true;          // what they hold
    bool lost_ = false;            // they cannot be followed
    std::size_t inner_texts_ = 0;  // that are open: other shells, with other variables
    std::size_t bodies_read_ = 0;
    std::size_t chains_ = 0;

    struct function {
        std::string_view name;
        std::string_view body;
        bool called = false;
        bool open = false;  // it is being read
    };
    boost::container::small_vector<function, 2> functions_;
    // What the function that is being read is called with: words, the first of which is its name.
    struct arguments {
        std::size_t from;
        std::size_t size;
    };
    std::optional<arguments> arguments_;
    bool argued_ = false;  // they have been put in their places
};

}  // namespace assent::detail

namespace assent {

shell_runs::shell_runs(std::string_view text, bool holds_code) : holds_code_(holds_code) {
    detail::run_finder(*this).read(text);
}

shell_runs::~shell_runs() = default;

}  // namespace assent
