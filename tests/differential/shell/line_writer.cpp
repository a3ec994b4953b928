#include "line_writer.hpp"

#include "dice.hpp"
#include "line_tricks.hpp"
#include "line_words.hpp"

#include <string_view>

namespace assent::differential {
namespace {

constexpr std::size_t max_depth = 3;
constexpr std::string_view null_device = "/dev/null";

constexpr std::string_view joiners[] = {"&&", "&&", "&&", "||", "||", ";", ";", ";", "|", "|", "|&", "&"};
constexpr std::string_view wild_joiners[] = {"&&", "||", ";",  ";",   "|",     "|&", "&",
                                             "\n", "\n", ";;", "& &", "&& \n", "|\n"};

constexpr std::string_view variables[] = {
    "$x",   "${x}",    "\"$x\"",   "${x:-a}",  "${x:=b}",  "${#x}",  "${x#*}", "${x%%a}",
    "$1",   "$@",      "\"$@\"",   "$*",       "$#",       "$?",     "$-",     "${!x}",
    "$IFS", "${x:+y}", "${x/a/b}", "\"${x}\"", "$((1+1))", "$[1+1]", "$",      "\"$\"",
    "a$",   "${y[0]}", "${x^^}",   "$0",       "${x:-",    "$((1",
};
constexpr std::string_view expansions[] = {
    "{a,b}",    "{1..3}", "~",   "~x",    "*",         "[a",  "?(a)",   "@(a|b)", "!(a)", "$'a\\'b'",
    "$'\\x41'", "$\"a\"", "$'a", "x{a,}", "{alpha,b}", "a=~", "$'\\n'", "{}",     "{a,b", "a\\\nb",
};
constexpr std::string_view odd_bytes[] = {
    "\r",   "\x01",         "\x7f", "\xc2\xa0", "\xe2\x80\x8b", "\xe2\x80\xae", "\xff",
    "\xc3", "\xe3\x80\x80", "\v",   "\f",       "\xef\xbb\xbf", "\xe2\x80\xa8", "\x1b"};
constexpr std::string_view redirections[] = {">x",    ">>y",   "<x",        "2>x",    ">|x",   "<>x",
                                             "&>x",   ">&x",   "3<x",       "4>&-",   ">&$x",  "<<<a",
                                             "<<<$x", "> a b", "1>&2 2>&1", "{fd}>x", ">\"x\""};
constexpr std::string_view builtins[] = {
    "true",         "false",       ":",          "echo",        "printf %s",
    "test a = a",   "export x=a",  "set -- a b", "cd .",        "unset x",
    "shift",        "read x",      "type",       "wait",        "let x=1",
    "[ a = b ]",    "[[ a = b ]]", "((x=1))",    "declare x=a", "local x=a",
    "readonly z=1", "pwd",         "umask",      "return",      "break",
    "continue",     "times",       "set -f",     "set -e",      "shopt -s extglob",
    "getopts a x",  "set +e",
};
// Builtins that run their words, or read them as shell text.
constexpr std::string_view runners[] = {
    "command",         "command --",   "exec",         "exec -a x", "builtin command", "eval", "eval --",
    "command eval",    "exec -c",      "builtin eval", "time",      "time -p",         "!",    "coproc",
    "command command", "command exec", "builtin exec", "exec -l",   "eval eval"};
constexpr std::string_view wrappers[] = {"env",          "env x=1",   "nohup",
                                         "timeout 5",    "nice -n 5", "xargs",
                                         "sudo -u a",    "sudo",      "timeout -s KILL 5",
                                         "stdbuf -oL",   "setsid",    "watch",
                                         "find . -exec", "sh -c",     "bash -c",
                                         "su -c"};
constexpr std::string_view soup[] = {
    ";",    "&&",   "||",  "|",       "&",     "(",     ")",      "{",       "}",       "<",        ">",
    "<<",   "'",    "\"",  "`",       "$(",    "\\",    "\n",     "#",       "!",       "if",       "then",
    "else", "fi",   "for", "in",      "do",    "done",  "while",  "case",    "esac",    "function", "[[",
    "]]",   "((",   "))",  ";;",      "alpha", "beta",  "gamma",  "alpha x", "beta_no", "$x",       "${",
    "}",    "~",    "*",   "=",       "x=1",   "eval",  "trap",   "exec",    "command", "EXIT",     "-c",
    "sh",   "<<E",  "E",   "2>&1",    "$'",    "$\"",   "a",      "-x",      " ",       "\t",       "time",
    "|&",   ">&",   "<(",  ";&",      "elif",  "until", "select", "coproc",  "f()",     "()",       "&>",
    "<<<",  "\\\n", "x",   "zeta_no", "true",  "false",
};

class writer {
public:
    explicit writer(dice& from) : from_(from) {}

    std::string plain_line() {
        std::string line(from_.chance(5) ? blanks(from_) : "");
        line += plain_command();
        while (from_.chance(45)) join(line, plain_command(), from_.pick(joiners));
        if (from_.chance(4)) line += ";";
        if (from_.chance(4)) line += blanks(from_);
        return line;
    }

    std::string wild_line() {
        std::string line = list(max_depth);
        if (from_.chance(6)) line.append(" #").append(plain_word(from_));
        if (from_.chance(3)) line.append(from_.pick(soup));
        return line;
    }

    std::string soup_line() {
        std::string line;
        const auto pieces = 2 + from_.below(12);
        for (std::size_t each = 0; each < pieces; ++each) {
            line += from_.chance(80) ? std::string(from_.pick(soup)) : plain_word(from_);
            if (from_.chance(60)) line += ' ';
        }
        return line;
    }

    std::string trick_line() {
        std::string line(from_.pick(shell_tricks()));
        if (from_.chance(20)) line = plain_line() + std::string(from_.pick(wild_joiners)) + " " + line;
        if (from_.chance(20)) join(line, simple(1), from_.pick(wild_joiners));
        if (from_.chance(10)) return "eval " + single_quoted(line);
        if (from_.chance(10)) return ": \"$(" + line + ")\"";
        return line;
    }

private:
    // How the programs of a line are called most of the time: without ceremony.
    std::string plain_command() {
        std::string command = from_.chance(85) ? plain_program(from_) : std::string(from_.pick(builtins));
        if (from_.chance(3)) command = std::string(from_.pick(runners)) + " " + command;
        if (from_.chance(4)) command.insert(0, plain_redirection(from_) + " ");
        if (from_.chance(4)) command.insert(0, "x=" + plain_word(from_) + " ");
        while (from_.chance(55)) command.append(blanks(from_)).append(plain_word(from_));
        while (from_.chance(12)) command.append(blanks_or_none(from_)).append(plain_redirection(from_));
        return command;
    }

    void join(std::string& line, const std::string& next, std::string_view joiner) {
        line.append(blanks_or_none(from_)).append(joiner).append(blanks_or_none(from_)).append(next);
    }

    std::string list(std::size_t depth) {
        std::string line = command(depth);
        while (from_.chance(35) && line.size() < max_line_bytes / 2)
            join(line, command(depth), from_.pick(wild_joiners));
        return line;
    }

    std::string command(std::size_t depth) {
        if (depth == 0 || from_.chance(65)) return simple(depth);
        switch (from_.below(12)) {
            case 0: return "( " + list(depth - 1) + " )";
            case 1: return "(" + list(depth - 1) + ")";
            case 2: return "{ " + list(depth - 1) + "; }";
            case 3:
                return "if " + list(depth - 1) + "; then " + list(depth - 1) + "; else " + list(depth - 1) +
                       "; fi";
            case 4: return "while " + list(depth - 1) + "; false; do " + list(depth - 1) + "; done";
            case 5: return "until true; do " + list(depth - 1) + "; done";
            case 6: return "for x in a " + word(depth - 1) + "; do " + list(depth - 1) + "; done";
            case 7:
                return "case " + word(depth - 1) + " in x) " + list(depth - 1) + ";; *) " + list(depth - 1) +
                       ";; esac";
            case 8: return "fun() { " + list(depth - 1) + "; }; fun " + word(depth - 1);
            case 9: return "gamma() { alpha " + plain_word(from_) + "; }; gamma " + word(depth - 1);
            case 10: return "! " + command(depth - 1);
            default: return here_document(depth - 1);
        }
    }

    std::string here_document(std::size_t depth) {
        const bool quoted = from_.chance(30);
        const bool dash = from_.chance(20);
        return plain_program(from_) + " <<" + (dash ? "-" : "") + (quoted ? "'E'" : "E") + "\n" +
               (dash ? "\t" : "") + word(depth) + " " + plain_word(from_) + "\n" + (dash ? "\tE" : "E") +
               "\n";
    }

    std::string simple(std::size_t depth) {
        std::string text;
        while (from_.chance(8)) text.append("x=").append(word(depth)).append(" ");
        if (from_.chance(6)) text.append(redirection(depth)).append(" ");
        text += program(depth);
        while (from_.chance(45)) text.append(blanks(from_)).append(word(depth));
        while (from_.chance(12)) text.append(" ").append(redirection(depth));
        return text;
    }

    std::string program(std::size_t depth) {
        switch (from_.below(16)) {
            case 0: return std::string(from_.pick(builtins));
            case 1: return std::string(from_.pick(runners)) + " " + plain_program(from_);
            case 2: return std::string(from_.pick(wrappers)) + " " + plain_program(from_);
            case 3: return "eval " + shell_text(depth);
            case 4: return "trap " + shell_text(depth) + " EXIT";
            case 5: return from_.chance(50) ? word(depth) : "x=alpha; $x";
            case 6: return "alias " + plain_program(from_) + "=" + plain_program(from_);
            default: return plain_program(from_);
        }
    }

    // Shell text as one word.
    std::string shell_text(std::size_t depth) {
        std::string text = depth == 0 ? plain_line() : list(depth - 1);
        if (from_.chance(20)) return text;
        return from_.chance(50) ? '"' + text + '"' : single_quoted(text);
    }

    static std::string single_quoted(std::string text) {
        for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4))
            text.replace(at, 1, "'\\''");
        return "'" + text + "'";
    }

    std::string redirection(std::size_t depth) {
        if (from_.chance(40)) return plain_redirection(from_);
        if (from_.chance(10)) return ">" + word(depth);
        return std::string(from_.pick(redirections));
    }

    std::string word(std::size_t depth) {
        switch (from_.below(14)) {
            case 0:
            case 1: return std::string(from_.pick(variables));
            case 2: return std::string(from_.pick(expansions));
            case 3: return substitution(depth);
            case 4: return plain_word(from_) + substitution(depth);
            case 5: return plain_word(from_).append(from_.pick(variables));
            case 6:
                return from_.chance(30) ? plain_word(from_).append(from_.pick(odd_bytes)) : plain_word(from_);
            default: return plain_word(from_);
        }
    }

    std::string substitution(std::size_t depth) {
        const std::string text = depth == 0 ? plain_command() : list(depth - 1);
        switch (from_.below(9)) {
            case 0: return "`" + text + "`";
            case 1: return "\"`" + text + "`\"";
            case 2: return "\"$(" + text + ")\"";
            case 3: return "${x:-$(" + text + ")}";
            case 4: return "\"${x:-`" + text + "`}\"";
            case 5: return "$((1 + $(" + text + ")))";
            case 6: return "<(" + text + ")";
            case 7: return "\"a $(" + text + ") b\"";
            default: return "$(" + text + ")";
        }
    }

    dice& from_;
};

// Takes out, puts in and doubles some bytes.
void damage(std::string& line, dice& from) {
    constexpr std::string_view bytes = " \t\n;&|<>(){}[]$`\\'\"#!*?~=%-+,.:@^_0123456789ab";
    const auto times = 1 + from.below(4);
    for (std::size_t each = 0; each < times && !line.empty(); ++each) {
        const auto at = from.below(line.size());
        switch (from.below(4)) {
            case 0: line.erase(at, 1); break;
            case 1: line.insert(at, 1, bytes[from.below(bytes.size())]); break;
            case 2: line[at] = bytes[from.below(bytes.size())]; break;
            default: line.insert(at, from.chance(80) ? from.pick(soup) : from.pick(odd_bytes)); break;
        }
    }
}

// Paths lead nowhere but to the null device. A NUL cannot be passed to a shell.
void make_harmless(std::string& line) {
    if (line.size() > max_line_bytes) line.resize(max_line_bytes);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\0') line[at] = 'x';
        if (line[at] != '/') continue;
        const bool whole = line.compare(at, null_device.size(), null_device) == 0;
        const auto end = at + null_device.size();
        const bool pattern =
            whole && end < line.size() && std::string_view("*?[/{").find(line[end]) != std::string_view::npos;
        if (whole && !pattern)
            at = end - 1;
        else
            line[at] = 'x';
    }
}

}  // namespace

std::string random_line(std::uint64_t seed, std::uint64_t number) {
    // Mixed twice: neighbouring numbers must not give neighbouring states.
    dice from(dice(dice(seed).next() + number).next());
    writer write(from);
    const auto kind = from.below(100);
    std::string line = kind < 60   ? write.plain_line()
                       : kind < 84 ? write.wild_line()
                       : kind < 92 ? write.soup_line()
                                   : write.trick_line();
    if (from.chance(12)) damage(line, from);
    make_harmless(line);
    return line;
}

}  // namespace assent::differential
