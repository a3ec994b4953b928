#include "line_grammar.hpp"

#include "line_tricks.hpp"
#include "line_words.hpp"

#include <span>

namespace assent::differential {
namespace {

constexpr std::size_t max_depth = 3;
constexpr std::size_t many_odd_words = 55;

constexpr std::string_view joiners[] = {"&&", "&&", "&&", "||", "||", ";", ";", ";", "|", "|", "|&", "&"};
constexpr std::string_view wild_joiners[] = {"&&", "||", ";", ";", "|", "|", "&", "\n", "\n", "&& \n", "|\n"};

constexpr std::string_view variables[] = {
    "$x",      "${x}",  "\"$x\"", "${x:-a}", "${x:=b}",  "${#x}",    "${x#*}",
    "${x%%a}", "$1",    "$@",     "\"$@\"",  "$*",       "$#",       "$?",
    "$-",      "${!x}", "$IFS",   "${x:+y}", "${x/a/b}", "\"${x}\"", "$((1+1))",
    "$[1+1]",  "$",     "\"$\"",  "a$",      "${y[0]}",  "${x^^}",   "$0",
};
constexpr std::string_view expansions[] = {
    "{a,b}",  "{1..3}", "~",         "~x",  "*",      "[a", "$'a\\'b'", "$'\\x41'",
    "$\"a\"", "x{a,}",  "{alpha,b}", "a=~", "$'\\n'", "{}", "{a,b",     "a\\\nb",
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
constexpr std::string_view pieces[] = {
    ";",       "&&",       "||",      "|",      "&",       "(",       ")",     "{",        "}",      "<",
    ">",       "<<",       "'",       "\"",     "`",       "$(",      "\\",    "\n",       "#",      "!",
    "if",      "then",     "else",    "fi",     "for",     "in",      "do",    "done",     "while",  "case",
    "esac",    "function", "[[",      "]]",     "((",      "))",      ";;",    "alpha",    "beta",   "gamma",
    "alpha x", "beta_no",  "$x",      "${",     "}",       "~",       "*",     "=",        "x=1",    "eval",
    "trap",    "exec",     "command", "EXIT",   "-c",      "sh",      "<<E",   "E",        "2>&1",   "$'",
    "$\"",     "a",        "-x",      " ",      "\t",      "time",    "|&",    ">&",       "<(",     ";&",
    "elif",    "until",    "select",  "coproc", "f()",     "()",      "&>",    "<<<",      "\\\n",   "x",
    "& &",     "${x:-",    "$((1",    "$'a",    "zeta_no", "true",    "false", "repeat 1", "always", "noglob",
    "a=(",     "$=",       "$~",      "$\\\n",  "=(",      "foreach", "end",   "\\",       "&!",     "{ ",
    "; }",
};

// Directly behind a parenthesis.
constexpr std::string_view glued[] = {"#", "#a",  "# a",  "x", "\\;", "''", "$x",
                                      "=", "(a)", "\\\n", "{", "}",   "[1]"};
// Forms of single dialects.
constexpr std::string_view words_of_bash[] = {"${x@Q}",   "${!x*}", "${x,,}", "$'\\t'", "${x[@]}",
                                              "${#x[@]}", "@(a|b)", "?(a)",   "!(a)"};
constexpr std::string_view words_of_ksh[] = {"${x@Q}", "${ alpha;}", "${|alpha;}", "${x[*]}",
                                             "+(a)",   "@(a|b)",     "$'\\t'"};
constexpr std::string_view words_of_zsh[] = {
    "$=x",  "$~x",         "$^x",  "$+x",     "$==x",    "${=x}",     "${(f)x}", "=alpha", "=(alpha)",
    "*(.)", "*(e:alpha:)", "x(N)", "${(e)x}", "$x[1]",   "<->",       "${x:u}",  "${^x}a", "**",
    "^a",   "a~b",         "$#x",  "(a|b)",   "${(%)x}", "${${x}#a}", "$x:h"};

class writer {
public:
    /// \param odd_words  of a hundred words, how many are more than plain. Lines with few show best which one
    /// is
    ///                   misread: in others, something else is in doubt.
    writer(dice& from, dialect shells, std::size_t odd_words)
        : from_(from), shells_(shells), odd_words_(odd_words) {}

    std::string plain_line() {
        std::string line(from_.chance(5) ? blanks(from_) : "");
        line += plain_command();
        while (from_.chance(45)) join(line, plain_command(), from_.pick(joiners));
        if (from_.chance(4)) line += ";";
        if (from_.chance(4)) line += blanks(from_);
        return line;
    }

    std::string list(std::size_t depth) {
        std::string line = command(depth);
        while (from_.chance(35) && line.size() < max_line_bytes / 2)
            join(line, command(depth), from_.pick(wild_joiners));
        return line;
    }

    std::string simple(std::size_t depth) {
        std::string text;
        while (from_.chance(8)) text.append(assignment(depth)).append(" ");
        if (from_.chance(6)) text.append(redirection(depth)).append(" ");
        text += program(depth);
        while (from_.chance(45)) text.append(blanks(from_)).append(word(depth));
        while (from_.chance(12)) text.append(" ").append(redirection(depth));
        return text;
    }

    static std::string single_quoted(std::string text) {
        for (std::size_t at = text.find('\''); at != std::string::npos; at = text.find('\'', at + 4))
            text.replace(at, 1, "'\\''");
        return "'" + text + "'";
    }

private:
    [[nodiscard]] bool arrays() const { return shells_ != dialect::posix; }

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

    std::string command(std::size_t depth) {
        if (depth == 0 || from_.chance(60)) return simple(depth);
        if (from_.chance(shells_ == dialect::posix ? 0 : 35)) return dialect_command(depth - 1);
        switch (from_.below(4)) {
            case 0: return group(depth - 1);
            case 1: return function(depth - 1);
            case 2: return here_document(depth - 1);
            default: return control(depth - 1);
        }
    }

    std::string group(std::size_t depth) {
        switch (from_.below(4)) {
            case 0: return "( " + list(depth) + " )";
            case 1: return "(" + list(depth) + ")";
            case 2: return "! " + command(depth);
            default: return "{ " + list(depth) + "; }";
        }
    }

    std::string function(std::size_t depth) {
        switch (from_.below(4)) {
            case 0: return "fun() { " + list(depth) + "; }; fun " + word(depth);
            case 1: return "gamma() { alpha " + plain_word(from_) + "; }; gamma " + word(depth);
            case 2: return "fun () ( " + list(depth) + " )\nfun";
            default: return "fun()\n" + control(depth) + "; fun " + word(depth);
        }
    }

    std::string control(std::size_t depth) {
        switch (from_.below(7)) {
            case 0: return "if " + list(depth) + "; then " + list(depth) + "; else " + list(depth) + "; fi";
            case 1:
                return "if " + list(depth) + "\nthen " + list(depth) + "\nelif " + list(depth) +
                       "; then :; fi";
            case 2: return "while " + list(depth) + "; false; do " + list(depth) + "; done";
            case 3: return "until true; do " + list(depth) + "; done " + redirection(depth);
            case 4: return "for x in a " + word(depth) + "; do " + list(depth) + "; done";
            case 5: return "set -- a; for x do " + list(depth) + "; done";
            default: return choice(depth);
        }
    }

    std::string choice(std::size_t depth) {
        std::string text = "case " + word(depth) + " in ";
        if (from_.chance(30)) text += "\n";
        text += from_.chance(50) ? "x) " : "(x|" + word(depth) + ") ";
        text += list(depth) + ";; *) " + list(depth);
        return text + (from_.chance(70) ? ";; esac" : "\nesac");
    }

    std::string here_document(std::size_t depth) {
        const bool quoted = from_.chance(30);
        const bool dash = from_.chance(20);
        const std::string tab = dash ? "\t" : "";
        std::string text = plain_program(from_) + " <<" + (dash ? "-" : "") + (quoted ? "'E'" : "E");
        if (from_.chance(30)) text += "; " + simple(0);
        text += "\n" + tab + word(depth) + " " + plain_word(from_) + "\n";
        if (from_.chance(20)) text += tab + list(depth) + "\n";
        return text + tab + "E\n";
    }

    // Forms that not all shells have.
    std::string dialect_command(std::size_t depth) {
        if (shells_ == dialect::zsh && from_.chance(60)) return zsh_command(depth);
        switch (from_.below(14)) {
            case 0: return "function fun { " + list(depth) + "; }; fun";
            case 1: return "function fun() ( " + list(depth) + " ); fun " + word(depth);
            case 2: return "[[ " + test(depth) + " ]] && " + simple(depth);
            case 3: return "if [[ " + test(depth) + " ]]; then " + list(depth) + "; fi";
            case 4: return "(( x = 1 + $(" + list(depth) + ") )); " + simple(0);
            case 5: return "for ((x=0; x<1; x++)); do " + list(depth) + "; done";
            case 6: return "for ((x=0; x<1; x++)) { " + list(depth) + "; }";
            case 7: return "time " + command(depth);
            case 8: return "coproc " + command(depth);
            case 9: return "select x in a; do " + list(depth) + "; done";
            case 10: return "case x in x) " + list(depth) + ";& y) " + simple(0) + ";; esac";
            default: return assignment(depth) + (from_.chance(50) ? "; " : " ") + simple(depth);
        }
    }

    std::string zsh_command(std::size_t depth) {
        constexpr std::string_view modifiers[] = {"-", "noglob", "nocorrect", "command", "builtin", "exec"};
        switch (from_.below(15)) {
            case 0: return "repeat 1 " + command(depth);
            case 1: return "repeat 1; do " + list(depth) + "; done";
            case 2: return "function fun gun { " + list(depth) + "; }; gun";
            case 3: return "fun gun() { " + list(depth) + "; }; gun " + word(depth);
            case 4: return "() { " + list(depth) + "; } " + word(depth);
            case 5: return "for x (a " + word(depth) + ") " + command(depth);
            case 6: return "for x y (a b) { " + list(depth) + " }";
            case 7: return "foreach x (a b) " + list(depth) + "; end";
            case 8:
                return "if [[ " + test(depth) + " ]] { " + list(depth) + " } else { " + list(depth) + " }";
            case 9: return "if (true) " + simple(depth);
            case 10: return "{ " + list(depth) + " } always { " + list(depth) + " }";
            case 11: return "case x { x) " + list(depth) + " ;; }";
            case 12: return "fun() " + simple(depth) + "; fun";
            case 13: return "while [[ a = b ]] { " + list(depth) + " }; " + simple(0);
            default: return std::string(from_.pick(modifiers)) + " " + simple(depth);
        }
    }

    std::string test(std::size_t depth) {
        switch (from_.below(5)) {
            case 0: return "a = " + word(depth);
            case 1: return word(depth) + " != b* || -n " + word(depth);
            case 2: return "( a == a ) && ! -z " + word(depth);
            case 3: return "x =~ (b|x) && a < b";
            default: return "-n $(" + list(depth) + ")";
        }
    }

    std::string assignment(std::size_t depth) {
        if (!arrays() || from_.chance(50)) return (from_.chance(80) ? "x=" : "x+=") + word(depth);
        constexpr std::string_view declares[] = {"",         "",         "",          "",
                                                 "declare ", "typeset ", "local -a ", "export "};
        std::string text(from_.pick(declares));
        text += from_.chance(80) ? "y=(" : "y+=(";
        while (from_.chance(60)) {
            if (from_.chance(15)) text += "[1]=";
            text.append(word(depth)).append(from_.chance(85) ? " " : "\n");
        }
        text += ")";
        return from_.chance(30) ? text.append(from_.pick(glued)) : text;
    }

    std::string program(std::size_t depth) {
        switch (from_.below(20)) {
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

    std::string redirection(std::size_t depth) {
        if (from_.chance(40)) return plain_redirection(from_);
        if (from_.chance(10)) return ">" + word(depth);
        return std::string(from_.pick(redirections));
    }

    std::string word(std::size_t depth) {
        if (!from_.chance(odd_words_)) return plain_word(from_);
        switch (from_.below(10)) {
            case 0:
            case 1: return std::string(from_.pick(variables));
            case 2: return std::string(from_.pick(expansions));
            case 3:
            case 4: return substitution(depth);
            case 5: return plain_word(from_) + substitution(depth);
            case 6: return plain_word(from_).append(from_.pick(variables));
            case 7: return dialect_word();
            case 8: return depth == 0 ? plain_word(from_) : '"' + quoted_text(depth - 1) + '"';
            default: return from_.chance(30) ? plain_word(from_).append(odd_byte(from_)) : plain_word(from_);
        }
    }

    std::string dialect_word() {
        switch (shells_) {
            case dialect::posix: break;
            case dialect::bash: return std::string(from_.pick(words_of_bash));
            case dialect::ksh: return std::string(from_.pick(words_of_ksh));
            case dialect::zsh: return std::string(from_.pick(words_of_zsh));
        }
        return plain_word(from_);
    }

    // What may stand between double quotes.
    std::string quoted_text(std::size_t depth) {
        std::string text;
        while (from_.chance(60)) {
            switch (from_.below(5)) {
                case 0: text += "$x"; break;
                case 1: text += "${x:-" + word(depth) + "}"; break;
                case 2: text += "\\\""; break;
                case 3: text += "$(" + list(depth) + ")"; break;
                default: text += "a b"; break;
            }
        }
        return text;
    }

    std::string substitution(std::size_t depth) {
        const std::string text = depth == 0 ? plain_command() : list(depth - 1);
        switch (from_.below(14)) {
            case 0: return "`" + text + "`";
            case 1: return "\"`" + text + "`\"";
            case 2: return "\"$(" + text + ")\"";
            case 3: return "${x:-$(" + text + ")}";
            case 4: return "\"${x:-`" + text + "`}\"";
            case 5: return "$((1 + $(" + text + ")))";
            case 6: return arrays() ? "<(" + text + ")" : "$( " + text + " )";
            case 7: return "\"a $(" + text + ") b\"";
            case 8: return "${x#$(" + text + ")}";
            case 9: return "${x:+" + text + "}";
            case 10: return "$(\n" + text + "\n)";
            case 11: return arrays() ? "{a,$(" + text + ")}" : "`" + text + "`";
            default: return "$(" + text + ")";
        }
    }

    dice& from_;
    dialect shells_;
    std::size_t odd_words_;
};

}  // namespace

std::string plain_line(dice& from) { return writer(from, dialect::posix, 0).plain_line(); }

std::string nested_line(dice& from, dialect shells) {
    const auto depth = 1 + from.below(max_depth);
    std::string line = writer(from, shells, from.below(many_odd_words)).list(depth);
    if (from.chance(6)) line.append(" #").append(plain_word(from));
    return line;
}

std::string line_of_pieces(dice& from) {
    std::string line;
    const auto count = 2 + from.below(12);
    for (std::size_t each = 0; each < count; ++each) {
        line += from.chance(80) ? std::string(shell_piece(from)) : plain_word(from);
        if (from.chance(60)) line += ' ';
    }
    return line;
}

std::string trick_line(dice& from) {
    writer write(from, dialect::posix, many_odd_words);
    std::string line(from.pick(shell_tricks()));
    if (from.chance(20)) line = write.plain_line() + std::string(from.pick(wild_joiners)) + " " + line;
    if (from.chance(20)) line.append(from.pick(wild_joiners)).append(" ").append(write.simple(1));
    if (from.chance(10)) return "eval " + writer::single_quoted(line);
    if (from.chance(10)) return ": \"$(" + line + ")\"";
    return line;
}

std::string_view shell_piece(dice& from) { return from.pick(pieces); }

std::string_view odd_byte(dice& from) { return from.pick(odd_bytes); }

}  // namespace assent::differential
