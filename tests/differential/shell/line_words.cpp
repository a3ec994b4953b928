#include "line_words.hpp"

#include <array>

namespace assent::differential {
namespace {

using text_list = std::span<const std::string_view>;

constexpr std::string_view programs[] = {
    "alpha", "beta",    "gamma",  "delta",  "epsilon_no", "zeta_no", "env",   "nohup", "timeout",
    "nice",  "xargs",   "sudo",   "time",   "stdbuf",     "sh",      "bash",  "rm",    "git",
    "find",  "echo_no", "setsid", "ionice", "su",         "doas",    "watch", "npm",
};

// Characters that a word may have anywhere, and words as people write them.
constexpr std::string_view literals[] = {
    "a",    "b1",       "-x",  "--opt", "--opt=val", "k=v",   "x.y",  ",",     ":",     "@",    "%s",
    "+",    "_",        "^",   "!",     "a#b",       "}",     "{",    "]",     "-",     "--",   "5",
    "2",    "file.txt", "a~b", "v1.2",  "origin",    "HEAD^", "a,b",  "KILL",  "-rf",   "{}",   "é",
    "日本", "+%F",      "1,2", "x:y",   "a@b",       "-c",    "if",   "done",  "in",    "do",   "then",
    "!x",   "x!",       "=",   "=a",    "-n",        "100%",  "-I{}", "-exec", "alpha", "beta", "gamma",
    "EXIT", "...",      "..",  ".",     "a=~",       "s@{0}", "@{u}", "{a}",   "x{}y",  "{-1}",
};

constexpr std::string_view globs[] = {"*", "?", "*.c", "[ab]", "a*", "[!a]*", "x?y", "[", "a[", "[a-c]x"};

constexpr std::string_view in_single_quotes[] = {
    "",
    "a b",
    "$x",
    "$(alpha)",
    "`beta`",
    "; gamma",
    "&& delta",
    "|",
    "\\",
    "\"",
    "#",
    "*",
    "~",
    "{a,b}",
    "> x",
    "a\tb",
    "!",
    "=",
    "%d",
    "é",
    "x' 'y",
    "alpha b",
    "\\n",
    "<y",
    "(",
    ")",
    "&",
    "\\'"
    "'",
    "a; b",
};

constexpr std::string_view in_double_quotes[] = {
    "",  "a b", "\\$x", "\\`beta\\`", "; gamma", "&& delta", "|",          "\\\\",    "\\\"",
    "#", "*",   "~",    "{a,b}",      "> x",     "a\tb",     "it's",       "=",       "%d",
    "é", "\\n", "\\a",  "'",          "(",       ")",        "\\$(alpha)", "alpha b",
};

constexpr std::string_view escapes[] = {"\\ ", "\\a", "\\\\", "\\'",  "\\\"", "\\$", "\\;", "\\&", "\\|",
                                        "\\(", "\\)", "\\*",  "\\?",  "\\#",  "\\~", "\\<", "\\>", "\\`",
                                        "\\{", "\\!", "\\=",  "\\\t", "\\-",  "\\n", "\\["};

constexpr std::string_view redirections[] = {
    "2>&1",         ">/dev/null", "2>/dev/null", "</dev/null", "> /dev/null",  "1>&2",        ">&2",
    "2>>/dev/null", "3>&1",       ">>/dev/null", "<&0",        "2> /dev/null", "1>/dev/null", "0</dev/null",
};

constexpr std::string_view odd_redirections[] = {"&>/dev/null", ">&/dev/null", "2>&-",  "<&-",
                                                 ">|/dev/null", "<>/dev/null", "2>& 1", ">& 2",
                                                 ">&2-",        "&>>/dev/null"};

std::string quoted(dice& from) {
    if (from.chance(50)) return "'" + std::string(from.pick(in_single_quotes)) + "'";
    return '"' + std::string(from.pick(in_double_quotes)) + '"';
}

std::string piece(dice& from) {
    switch (from.below(10)) {
        case 0:
        case 1: return quoted(from);
        case 2: return std::string(from.pick(escapes));
        case 3: return from.chance(50) ? std::string(from.pick(globs)) : quoted(from);
        default: return std::string(from.pick(literals));
    }
}

}  // namespace

std::span<const std::string_view> program_names() { return programs; }

std::string plain_program(dice& from) {
    // Two thirds are short names that mean nothing to a reader.
    std::string name(from.chance(66) ? programs[from.below(6)] : from.pick(programs));
    if (from.chance(85)) return name;
    const auto at = from.below(name.size());
    switch (from.below(5)) {
        case 0: return '"' + name + '"';
        case 1: return "'" + name + "'";
        case 2: return name.insert(at, "\\");
        case 3: return name.insert(at, "''");
        default: return name.insert(at, "\"").append("\"");
    }
}

std::string plain_word(dice& from) {
    std::string word = piece(from);
    while (from.chance(20)) word += piece(from);
    return word;
}

std::string plain_redirection(dice& from) {
    return std::string(from.chance(85) ? from.pick(redirections) : from.pick(odd_redirections));
}

std::string_view blanks(dice& from) {
    constexpr std::string_view choices[] = {" ", " ", " ", " ", " ", " ", "  ", "\t", " \t "};
    return from.pick(choices);
}

std::string_view blanks_or_none(dice& from) {
    return from.chance(70) ? " " : from.chance(50) ? "" : blanks(from);
}

}  // namespace assent::differential
