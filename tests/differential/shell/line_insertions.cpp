#include "line_insertions.hpp"

#include <algorithm>
#include <string_view>

namespace assent::differential {
namespace {

// One of everything that shells know; most run `rm z`.
constexpr std::string_view seeds[] = {
    "rm z",
    "'rm' z",
    "\"rm\" z",
    "r\\m z",
    "$'rm' z",
    "rm$IFS\"z\"",
    "x=rm; $x z",
    "x=1 rm z",
    "! rm z",
    "(rm z)",
    "{ rm z; }",
    "true && rm z || alpha",
    "alpha | rm z",
    "alpha |& rm z",
    "alpha & rm z",
    "alpha 'x; y' \"w # v\"; rm z",
    "echo 'a'\\''b'; rm z",
    "echo \"a\\\"b\"; rm z",
    "echo $(rm z)",
    "echo \"$(rm z)\"",
    "echo `rm z`",
    "echo \"`rm z`\"",
    "echo ${x:-$(rm z)}",
    "echo \"${x:-`rm z`}\"",
    "echo $((1+2)); rm z",
    "echo $(( $(rm z) ))",
    "((x=1)); rm z",
    "[[ a = b ]] || rm z",
    "[ a = b ] || rm z",
    "a=(); rm z",
    "a=(x y); rm z",
    "declare a=(x); rm z",
    "a=([1]=$(rm z))",
    "b=x a=() c=(y) rm z",
    "a[0]=x; rm z",
    "export x=$(rm z)",
    "if true; then rm z; fi",
    "for x in a b; do rm $x; done",
    "for ((x=0; x<1; x++)); do rm z; done",
    "while rm z; false; do :; done",
    "case a in a) rm z;; esac",
    "case a in (b|a) rm z; esac",
    "f() { rm z; }; f",
    "function f { rm z; }; f",
    "rm z >/dev/null 2>&1",
    "2>x rm z",
    "alpha &>x; rm z",
    "cat <<E\n$(rm z)\nE\n",
    "alpha <<E; rm z\nb\nE",
    "alpha <<'E'\n$(beta)\nE\nrm z",
    "alpha <<-E\n\tb\n\tE\nrm z",
    "alpha <<<\"$(rm z)\"",
    "alpha # x\nrm z",
    "eval 'rm z'",
    "trap 'rm z' EXIT",
    "command rm z",
    "echo a{b,c}; rm z",
    "echo <(rm z)",
    "set -- rm z; \"$@\"",
    // Of zsh.
    "repeat 1 rm z",
    "for x (a b) rm z",
    "if [[ a = a ]] { rm z }",
    "noglob rm z",
    "function f g { rm z; }; g",
    "x=rm; $=x z",
};

// Odd bytes, what is special to a shell, ends and continuations of lines, comments, and what is empty.
constexpr std::string_view pieces[] = {
    "\x01", "\x7f", "\r",   "\v",  "\f", "\x80", "\xff", "\xc2\xa0", " ",     "\t",     "\n",
    "\\\n", "`",    "'",    "\"",  "\\", "$",    "(",    ")",        "{",     "}",      "[",
    "]",    "<",    ">",    "|",   "&",  ";",    "#",    "# y\n",    " #",    " # y\n", "~",
    "*",    "?",    "!",    "=",   "%",  "^",    "@",    "+",        "-",     ":",      ",",
    ".",    "''",   "\"\"", "$()", "()", "{}",   "``",   "$''",      "$\\\n",
};

// What something is glued to.
constexpr std::string_view ends[] = {
    "a=()",
    "a=(x)",
    "a+=(x)",
    "a=() b=(x)",
    "declare a=(x y)",
    "export x=1 a=()",
    "a[1]=",
    "x=",
    "x=1",
    "alpha $",
    "alpha $x",
    "alpha ${x}",
    "alpha $(beta)",
    "alpha `beta`",
    "alpha $((1))",
    "alpha \"$(beta)\"",
    "alpha 'a'",
    "alpha \"a\"",
    "alpha $'a'",
    "alpha >x",
    "alpha >&2",
    "alpha 2>&-",
    "alpha <<<a",
    "alpha <(beta)",
    "alpha a{b,c}",
    "alpha *",
    "alpha ~",
    "(beta)",
    "{ beta; }",
    "f()",
    "f() { beta; }; f",
    "[[ a ]]",
    "((x=1))",
    "if beta; then alpha; fi",
    "for x in a; do alpha; done",
    "for x in a",
    "case a in b) alpha;; esac",
    "case a in a)",
    "while beta; false; do :; done",
    "repeat 1",
    "eval 'alpha'",
    "time",
    "!",
    "$(beta)",
    "",
};

constexpr std::string_view tails[] = {"; rm z", " rm z",     "rm z",   "\nrm z",
                                      "(rm z)", "{ rm z; }", "| rm z", "& rm z"};

struct context {
    std::string_view before;
    std::string_view behind;
};
constexpr context contexts[] = {{"", ""}, {"echo $(", ")"}, {"{ ", "\n}"}};

constexpr std::size_t places_in(std::string_view seed) { return seed.size() + 1; }

}  // namespace

std::size_t insertion_count() {
    std::size_t places = 0;
    for (const auto seed : seeds) places += places_in(seed);
    return places * std::size(pieces);
}

std::string line_with_insertion(std::size_t number) {
    const auto piece = pieces[number % std::size(pieces)];
    auto place = number / std::size(pieces);
    const auto* seed = std::begin(seeds);
    for (; place >= places_in(*seed); ++seed) place -= places_in(*seed);
    return std::string(*seed).insert(place, piece);
}

std::size_t joint_count() {
    return std::size(ends) * std::size(pieces) * std::size(tails) * std::size(contexts);
}

std::string line_with_joint(std::size_t number) {
    const auto take = [&number](const auto& list) {
        const auto& taken = list[number % std::size(list)];
        number /= std::size(list);
        return taken;
    };
    const auto [before, behind] = take(contexts);
    const auto tail = take(tails);
    const auto piece = take(pieces);
    const auto end = take(ends);
    return std::string(before).append(end).append(piece).append(tail).append(behind);
}

}  // namespace assent::differential
