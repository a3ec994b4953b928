#include "unit/domain/programs/shell_runs_samples.hpp"

#include <assent/domain/rules/command_pattern.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::shell_doubt_test {
namespace {

BOOST_AUTO_TEST_SUITE(shell_doubt_test)

// Each of them runs `rm` in one shell at least.
BOOST_AUTO_TEST_CASE(a_deny_rule_never_misses_what_only_some_shells_run) {
    constexpr std::string_view commands[] = {
        // A line that goes on joins what looks like two things.
        "echo \"$\\\n(rm z)\"",
        "echo ${x:-$\\\n(rm z)}",
        "echo ${x:-$(\\\n(rm z))}",
        "rm$\\\nIFS/z",
        "$\\\n'rm' z",
        "$\\\n\"rm\" z",
        "r\\\nm z",
        "cat <\\\n<E\nE\nrm z\nE",
        "echo a &\\\n& rm z",
        "rm}\\\n",
        "rm z}\\\n",
        "echo a; rm}\\\n x",
        // Nothing is a comment in arithmetic.
        "((#$(rm)))",
        "(( 1 # $(rm z) ))",
        "for ((i = 0; i < 1; i++ # $(rm z)\n)); do :; done",
        // What is glued to the end of an array is part of it.
        "a=()#; rm z",
        "declare a=(x)#; rm z",
        "export a=(x)#; rm z",
        "a=(x)\\; rm z",
        "a=()echo rm z",
        "a=()#`rm z`",
        "a=(\n)x rm z",
        "b=1 a=(x)y rm z",
        "a=(x)y b=1 rm z",
        "echo $(a=()y rm z)",
        "a==(rm z)",
        // zsh.
        "function f g { rm z; }; f",
        "function { rm z }",
        "() { rm z }",
        "$= rm z",
        "$~x rm z",
        "$^x rm z",
        "$+x rm z",
        "repeat 1 ! rm z",
        "repeat 1 if rm z; then :; fi",
        "repeat 1 rm z",
        "{rm z}",
        "x=1; {rm z}",
        "1=x rm z",
        "\u00e9=1 rm z",
        "if (true) rm z",
        "if [[ a = a ]] { rm z }",
        "for x (a b) rm z",
        "for x y in a b; do rm z; done",
        "for x in a; rm z",
        "{ false } always { rm z }",
        "while { rm z } { break }",
        "echo *(e:'rm z':)",
        "echo =(rm z)",
        "echo ${(e)x}",
        "case x { x) rm z;; }",
        "select x (a) rm z",
        "coproc rm z",
        "echo 'rm z' | sh\\",
        // mksh and later versions of bash.
        "echo ${ rm z;}",
        "echo ${|rm z;}",
        "$\\\n{ rm z;}",
        // busybox.
        "exec -arm z",
        // What is glued to a redirection.
        ">&-#; rm z",
        "a 2>&-#; rm z",
    };
    const auto rule = command_pattern::make("rm *", rule_behavior::deny).value();
    for (const auto command : commands) BOOST_TEST_CONTEXT('`' << command << '`')
    BOOST_TEST((rule.catches(command, shell_runs(command)) != rule_match::no));
}

BOOST_AUTO_TEST_CASE(words_of_the_grammar_in_other_places_than_it_gives_them_are_in_doubt) {
    constexpr std::string_view commands[] = {
        "if a; b; fi",
        "if a; then b; done",
        "then a",
        "while a; b; done",
        "for x in a; { b; }",
        "for 1 in a; do b; done",
        "case x y in a) b;; esac",
        "case x in a) b;; esac; esac",
        "a; }",
        "{ a }",
        "echo }",
        "(a) b",
        "{ a; } b",
        "if a; then b; fi c",
        "[[ a ]] b",
        "((1)) b",
        "!(a)",
        "{(a)}",
        "a=(b) (c)",
        "echo a=(b)",
        "a[0]=(b)",
        "function f; a",
        "function f a",
        "a() b() { c; }; {",
        "echo \x01",
        "echo '\x7f'",
        "a <<\"\"\n\n",
        "a <<$'E'\nE\n",
        "a <<E $(b\nE\n)",
        "a <1-5>",
        "a {b} >c",
        "a 2&>1",
        "a 2>&-b",
        "a >&-\"\"",
        "echo $[1+1]",
        "echo ${}",
        "echo ${x@P}",
        "echo ${x:-{a}}",
        "echo ${x:-$'a'}",
        "echo \"${x:-\"a\"}\"",
        "echo ${a[\"x\"]}",
    };
    for (const auto command : commands)
        BOOST_TEST_CONTEXT('`' << command << '`') BOOST_TEST(!shell_runs(command).complete());
}

BOOST_AUTO_TEST_CASE(what_people_and_agents_write_is_understood) {
    constexpr std::string_view commands[] = {
        "a && b || c; d | e |& f &",
        "a && \\\n  b \\\n  --c d\\\n  | e",
        "a &&\\\n  b",
        "echo \"one \\\ntwo\"",
        "if a; then b; elif c; then d; else e; fi > f 2>&1",
        "if (a); then b; fi; if { a; } then b; fi",
        "for x in a \"$b\" $(c) *.d; do e \"$x\" || break; done | f",
        "for x; do a; done",
        "for x do a; done",
        "for x in a b\ndo\n  c\ndone",
        "for ((i = 0; i < 3; i++)); do a; done",
        "for ((i = 0; i < 3; i++)) do a; done",
        "while read -r x; do a \"$x\"; done < b",
        "until a; do b; done &",
        "case \"$1\" in\n  -a | --all) b ;;\n  (c) d ;;\n  *) e; f ;;\nesac",
        "case $x in a) (b);; esac || c",
        "{ { a; }; b; } 2>/dev/null",
        "( (a); b )",
        "f() { a; }\ng ()\n{\n  b\n}\nfunction h { c; }\nfunction i()\n{ d; }\nf",
        "a=(b 'c d' \"$e\"\n# f\n) ; b+=(g); c=1 d=(h) i",
        "declare -a a=(b c) && local x=1",
        "[[ -f a && ! -d \"$b\" ]] && c",
        "((x > 3)) && a",
        "! a",
        "x=1 y=\"$(a)\" b",
        "2>&1 a; a 2>&1 >/dev/null | b; { a; } 2>b; a {fd}>b",
        "a &> b; a >& b; a >> b; a < b; a <> b; a >| b",
        "cat <<E\n$x ${y:-z} $(a) costs $5\nE\nb",
        "cat <<-'E' | a\n\t$(b) ${ `\n\tE\nc",
        "cat > a <<\"E\"\nb\nE",
        "a <<< \"$b\"",
        "git commit -m \"$(cat <<'E'\nfix: `it` is done (well)\n\nmore\nE\n)\"",
        "grep -E \"^a$|b$\" c | sed 's/$/x/' | sed s/a$/b/",
        "echo \"($a) $1 $@ $# $? $$ $! $- ${#a} ${a[0]} ${a[@]} ${#a[@]} ${!a} ${a%.*} ${a##*/} ${a/b/c}\"",
        "echo ${a:-b} ${a:=b} ${a:+b} ${a:?b} ${a^^} ${a,,} ${a:1:2} ${10} \"${a:-$(b)}\"",
        "echo $((1 + 2)) \"$((x * (y + 1)))\" $(date +%s)",
        "echo {a,b} stash@{0} HEAD^ HEAD~1 a=b 'x{' \"}\" {} x{",
        "find . -name '*.c' -exec grep -l a {} +",
        "awk '{print $1}' a | xargs -I {} echo {}",
        "echo caf\u00e9 \u2705 'na\u00efve'",
        "time a",
        "# a\nb # c",
    };
    for (const auto command : commands)
        BOOST_TEST_CONTEXT('`' << command << '`') BOOST_TEST(shell_runs(command).complete());
}

// bash 3.2 counts what stands in the document.
BOOST_AUTO_TEST_CASE(a_here_document_in_a_substitution_closes_what_it_opens) {
    constexpr std::string_view known[] = {"a \"$(cat <<'E'\nwith `tick` and (more)\nE\n)\"",
                                          "a \"$(cat <<E\nx\nE\n)\"", "cat <<'E'\ndon't)\nE",
                                          "a $(b) <<'E'\ndon't)\nE", "a $(b # c\n)",
                                          // It finds no end of the quote, and runs nothing.
                                          "a \"$(cat <<'E'\ndon't\nE\n)\"", "a `cat <<'E'\ndon't\nE\n`"};
    for (const auto command : known)
        BOOST_TEST_CONTEXT('`' << command << '`') BOOST_TEST(shell_runs(command).complete());
    constexpr std::string_view doubtful[] = {
        "echo \"$(cat <<'A'\nx)\";touch y;: \"y\nA\n)\"",
        "a \"$(cat <<'E'\ndon't\nE\n)\"; b 'c'",
        "a \"$(cat <<'E'\n`\nE\n)\"",
        "a \"$(b; c <<'E' | d\n\"\nE\n)\"",
        "a $(b # don't\n)",
        "a $(case x in b) c;; esac)",
    };
    for (const auto command : doubtful)
        BOOST_TEST_CONTEXT('`' << command << '`') BOOST_TEST(!shell_runs(command).complete());
}

BOOST_AUTO_TEST_CASE(a_function_of_the_text_is_not_the_program_of_that_name) {
    struct {
        std::string_view text;
        std::string_view program;
        bool known;
    } const rows[]{
        {"ls; cat x", "ls", true},
        {"ls() { ls | ls & }; ls", "ls", false},
        {"f() { ls; }; function ls { rm x; }; f", "ls", false},
        {"ls() { rm x; }; cat y", "cat", true},
        {"ls() { rm x; }; ls", "rm", true},
        {":(){ :|:& };:", ":", false},
        {"eval 'ls() { rm x; }'; ls", "ls", false},
        {"command ls", "ls", true},
    };
    for (const auto& [text, program, known] : rows) {
        const shell_runs runs(text);
        std::size_t seen = 0;
        for (std::size_t run = 0; run < runs.size(); ++run) {
            if (runs[run].front().text != program) continue;
            ++seen;
            BOOST_TEST(runs.use(run).known() == known, text);
        }
        BOOST_TEST(seen > 0, text);
    }
}

BOOST_AUTO_TEST_CASE(a_text_may_calculate_with_numbers_that_it_sets_itself) {
    constexpr std::string_view harmless[] = {
        "echo $((1 + 2))",
        "n=5; echo $((n * 2)) $(( $n + ${n} ))",
        "n=5 && echo $((n))",
        "n=1 m=2\necho $((n < m ? n : m))",
        "for i in 1 2 3; do echo $((i * 2)); done",
        "for i in {1..5}; do echo \"$((i + 1))\"; done",
        "n=3; [ \"$n\" -gt 1 ] && ls",
        "[[ -f x ]] && ls",
        "[[ $x == foo* ]] && ls",
        "[ 1 -lt 2 ]",
    };
    for (const auto text : harmless) BOOST_TEST(!shell_runs(text).evaluates(), text);
    constexpr std::string_view evaluating[] = {
        "echo $((n * 2))",
        "echo $((n)); n=5",
        "n=$x; echo $((n))",
        "n=a; echo $((n))",
        "n=5; n=a; echo $((n))",
        "n=5; n+=a; echo $((n))",
        "n=5; read n; echo $((n))",
        "n=5; read -r m n; echo $((n))",
        "n=5; printf -v n x; echo $((n))",
        "n=5; export n=x; echo $((n))",
        "unset n; n=5; echo ${n:=x} $((n))",
        "false && n=5; echo $((n))",
        "n=5 | cat; echo $((n))",
        "n=5 & echo $((n))",
        "n=5 > /x/y; echo $((n))",
        "(n=5); echo $((n))",
        "if a; then n=5; fi; echo $((n))",
        "f() n=5; echo $((n))",
        "n=5 ls; echo $((n))",
        "n=5; bash -c 'echo $((n))'",
        "n=5; echo $((n[x]))",
        "n=5; echo $((16#n))",
        "for i in 1 $x; do echo $((i)); done",
        "for i; do echo $((i)); done",
        "for i in 1 2; do a; done; echo $((i))",
        "for i in 1 2; do read i; echo $((i)); done",
        "[ \"$n\" -gt 1 ]",
        "[ $x = y ]",
    };
    for (const auto text : evaluating) BOOST_TEST(shell_runs(text).evaluates(), text);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::shell_doubt_test
