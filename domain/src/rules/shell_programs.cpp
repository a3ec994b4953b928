#include "shell_programs.hpp"
#include "../word_list.hpp"

#include "name_filter.hpp"
#include "shell_characters.hpp"

#include <algorithm>
#include <array>

namespace assent::detail {
namespace {

using namespace std::string_view_literals;

// Of POSIX, bash, ksh and zsh.
constexpr std::array reserved_words{"if"sv,       "then"sv,   "else"sv,      "elif"sv,     "fi"sv,   "for"sv,
                                    "while"sv,    "until"sv,  "do"sv,        "done"sv,     "case"sv, "esac"sv,
                                    "in"sv,       "select"sv, "repeat"sv,    "foreach"sv,  "end"sv,  "time"sv,
                                    "function"sv, "coproc"sv, "!"sv,         "{"sv,        "}"sv,    "[["sv,
                                    "]]"sv,       "noglob"sv, "nocorrect"sv, "namespace"sv};

// Builtins of these shells that run their words or evaluate them, or give later words another meaning.
constexpr std::array evaluating{
    // run their words, or a file
    "eval"sv, "."sv, "source"sv, "exec"sv, "command"sv, "builtin"sv, "trap"sv, "fc"sv, "r"sv, "emulate"sv,
    "sched"sv, "bind"sv, "complete"sv, "compgen"sv, "compopt"sv,
    // what a name means
    "alias"sv, "unalias"sv, "hash"sv, "rehash"sv, "enable"sv, "disable"sv, "unfunction"sv, "functions"sv,
    "autoload"sv, "zmodload"sv,
    // how the shell reads
    "set"sv, "unset"sv, "shopt"sv, "setopt"sv, "unsetopt"sv,
    // variables, whose subscripts and numbers are evaluated
    "export"sv, "declare"sv, "typeset"sv, "local"sv, "readonly"sv, "nameref"sv, "integer"sv, "float"sv,
    "read"sv, "readarray"sv, "mapfile"sv, "getopts"sv, "let"sv, "vared"sv, "print"sv, "zparseopts"sv};

// With arguments, they assign variables or run commands.
constexpr std::array evaluating_arguments{"wait"sv, "jobs"sv};

// Their arguments are names or numbers, which some shells evaluate.
constexpr std::array calculating{"test"sv,  "["sv,        "exit"sv,  "logout"sv, "return"sv,
                                 "break"sv, "continue"sv, "shift"sv, "ulimit"sv};

// Most programs are told from all of these at once.
constexpr name_filter unusual_programs = name_filter().add(reserved_words).add(evaluating);
constexpr name_filter unusual_commands =
    name_filter().add(evaluating_arguments).add(calculating).add({"printf"});

constexpr name_filter unusual_names = name_filter().add(unusual_programs).add(unusual_commands);

constexpr std::string_view glob_characters = "*?[";
constexpr std::string_view expanded = "$`";

bool unusual_front(char byte) noexcept { return byte == '-' || byte == '%' || byte == '+'; }

bool has_any(std::string_view word, std::string_view characters) noexcept {
    return word.find_first_of(characters) != std::string_view::npos;
}

// `%n` stores a number in the variable that is named by an argument.
bool stores_count(std::string_view format) noexcept {
    for (std::size_t at = format.find('%'); at != std::string_view::npos; at = format.find('%', at + 1)) {
        const auto end = format.find_first_not_of("-+ #0'123456789.*hjlLqtz$", at + 1);
        if (end == std::string_view::npos) return false;
        if (format[end] == 'n') return true;
        at = end;
    }
    return false;
}

// `printf -v NAME` and `%n` set variables; in some shells, numbers are evaluated.
std::string_view printf_flaw(shell_word_list arguments) noexcept {
    constexpr std::string_view why = "`printf` may set a variable there";
    if (arguments.empty()) return {};
    const bool dashes = arguments.front() == "--";
    if (!dashes && arguments.front().starts_with('-')) return why;
    const auto format = dashes && arguments.size() > 1 ? arguments[1] : arguments.front();
    // A glob may stand for a file with such a name.
    if (has_any(format, glob_characters) || stores_count(format)) return why;
    const bool evaluated = std::any_of(arguments.begin(), arguments.end(),
                                       [](std::string_view each) { return has_any(each, expanded); });
    return evaluated ? why : std::string_view();
}

bool decimal(std::string_view text) noexcept {
    const auto dot = text.find('.');
    const auto digits = [](std::string_view part) { return std::all_of(part.begin(), part.end(), digit); };
    const auto whole = text.substr(0, dot);
    if (whole.empty() || !digits(whole)) return false;
    return dot == std::string_view::npos || digits(text.substr(dot + 1));
}

// As `timeout` takes it: `5`, `1.5m`.
bool duration(std::string_view word) noexcept {
    if (!word.empty() && "smhd"sv.find(word.back()) != std::string_view::npos) word.remove_suffix(1);
    return decimal(word);
}

bool whole_number(std::string_view word) noexcept {
    if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
    return !word.empty() && std::all_of(word.begin(), word.end(), digit);
}

bool signal_name(std::string_view word) noexcept {
    return !word.empty() && std::all_of(word.begin(), word.end(), name_letter);
}

// As `stdbuf` takes it: `L`, or a size such as `0` or `4K`.
bool buffer_mode(std::string_view word) noexcept {
    if (word == "L") return true;
    const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
    return digits > 0 && (digits == word.size() || (digits + 1 == word.size() &&
                                                    "kKMG"sv.find(word.back()) != std::string_view::npos));
}

// An option of a wrapper: its short and long name, and what its value is like.
struct wrapper_option {
    std::string_view brief;
    std::string_view name;
    bool (*value)(std::string_view) noexcept;  // nullptr: it has none
};

struct wrapper {
    std::string_view program;
    std::span<const wrapper_option> options;
    bool (*operand)(std::string_view) noexcept;  // comes before the program; nullptr: nothing does
};

constexpr wrapper_option timeout_options[] = {{"-s", "--signal", signal_name},
                                              {"-k", "--kill-after", duration},
                                              {"-v", "--verbose", nullptr},
                                              {{}, "--foreground", nullptr},
                                              {{}, "--preserve-status", nullptr}};
constexpr wrapper_option nice_options[] = {{"-n", "--adjustment", whole_number}};
constexpr wrapper_option stdbuf_options[] = {
    {"-i", "--input", buffer_mode}, {"-o", "--output", buffer_mode}, {"-e", "--error", buffer_mode}};
constexpr wrapper_option time_options[] = {{"-p", {}, nullptr}};
constexpr wrapper wrappers[] = {{"timeout", timeout_options, duration},
                                {"nice", nice_options, nullptr},
                                {"nohup", {}, nullptr},
                                {"stdbuf", stdbuf_options, nullptr},
                                {"time", time_options, nullptr}};

// How many words the option at the beginning takes; 0: it is not understood.
std::size_t option_words(const wrapper_option& option, shell_word_list words) noexcept {
    const auto word = words.front();
    if (option.value == nullptr) return word == option.brief || word == option.name ? 1 : 0;
    if (word == option.brief || word == option.name)
        return words.size() > 1 && option.value(words[1]) ? 2 : 0;
    if (!option.brief.empty() && word.starts_with(option.brief))
        return option.value(word.substr(option.brief.size())) ? 1 : 0;
    const auto equals = word.find('=');
    return word.substr(0, equals) == option.name && equals != std::string_view::npos &&
                   option.value(word.substr(equals + 1))
               ? 1
               : 0;
}

// The words of one wrapper; 0: not understood.
std::size_t words_of(const wrapper& each, shell_word_list words) noexcept {
    std::size_t at = 1;
    while (at < words.size() && words[at].starts_with('-')) {
        std::size_t taken = 0;
        for (const auto& option : each.options)
            if (taken == 0) taken = option_words(option, words.subspan(at));
        if (taken == 0) return 0;
        at += taken;
    }
    if (each.operand != nullptr) {
        if (at >= words.size() || !each.operand(words[at])) return 0;
        ++at;
    }
    return at < words.size() ? at : 0;
}

}  // namespace

std::string_view program_flaw(std::string_view program) noexcept {
    if (program.empty()) return "it has an empty word in the place of a program";
    if (program == "[") return {};
    if (unusual_programs.may_hold(program)) {
        if (one_of(program, reserved_words)) return "it has a reserved word of the shell";
        if (one_of(program, evaluating)) return "it has a command of the shell that evaluates its words";
    }
    const bool usual =
        std::all_of(program.begin(), program.end(), [](char byte) { return program_letter(byte); });
    if (!usual && has_any(program, glob_characters)) return "it has a glob in the place of a program";
    if (!usual || unusual_front(program.front()))
        return "it has an unusual character in the name of a program";
    return {};
}

bool ordinary_program(std::string_view program) noexcept {
    return !unusual_names.may_hold(program) && !unusual_front(program.front());
}

std::string_view command_flaw(shell_word_list words) noexcept {
    const auto program = words.front();
    if (!unusual_commands.may_hold(program)) return {};
    const auto arguments = words.subspan(1);
    if (one_of(program, evaluating_arguments) && !arguments.empty())
        return "it has a command of the shell that evaluates its words";
    if (program == "printf") return printf_flaw(arguments);
    if (!one_of(program, calculating)) return {};
    const bool odd = std::any_of(arguments.begin(), arguments.end(), [](std::string_view each) {
        return has_any(each, expanded) || has_any(each, glob_characters);
    });
    return odd ? "it has a command of the shell that evaluates such words" : std::string_view();
}

std::size_t wrapper_words(shell_word_list words) noexcept {
    std::size_t skipped = 0;
    while (true) {
        const auto rest = words.subspan(skipped);
        const auto* found = std::find_if(std::begin(wrappers), std::end(wrappers),
                                         [&](const wrapper& each) { return each.program == rest.front(); });
        if (found == std::end(wrappers)) return skipped;
        const auto taken = words_of(*found, rest);
        if (taken == 0) return skipped;
        const auto behind = rest.subspan(taken);
        const bool nested = behind.front() == "time";
        if ((!nested && !program_flaw(behind.front()).empty()) || !command_flaw(behind).empty()) return 0;
        skipped += taken;
    }
}

}  // namespace assent::detail
