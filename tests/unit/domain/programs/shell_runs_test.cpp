#include "unit/domain/programs/shell_runs_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::shell_runs_test {
namespace {

using namespace std::string_view_literals;

struct row {
    std::string_view text;
    std::string_view expected;
};

template <class Rows>
void expect(const Rows& rows) {
    for (const row& each : rows) {
        BOOST_TEST_CONTEXT('`' << each.text << '`') { BOOST_TEST(runs(each.text) == each.expected); }
    }
}

BOOST_AUTO_TEST_SUITE(shell_runs_test)

BOOST_AUTO_TEST_CASE(bodies_are_read_with_the_values_that_they_surely_have) {
    constexpr row rows[] = {
        {"for x in a b; do for y in c d; do e $x$y; done; done", "[e ac][e ad][e bc][e bd]"},
        {"for x in 1 2; do a $((x * 2)) \"$x\"; done", "[a 2 1][a 4 2]"},
        {"for x in a b; do c; done", "[c]"},
        {"for x in a b; do x=c; d $x; done", "[d $x*]"},
        {"for x in a b; do read x; d $x; done", "[read x][d $x*]"},
        {"for x in a $y; do d $x; done", "[d $x*]"},
        {"for x in 'a b'; do d $x \"$x\"; done", "[d $x* a b]"},
        {"for x in *.c; do d \"$x\"; done", "[d *.cg]"},
        {"for x in a b; do x() { c $x; }; done", "[c $x*]"},
        {"for x in a; do for x in b; do :; done; c $x; done", "[:][c $x*]"},
        {"for x in a b; do c <<E $x; done\n$x\nE", "[c $x*]"},
        {"for x in a; do for x in $y; do :; done; c $x; done", "[:][c $x*]"},
        {"for x in {1..3}; do a \"${x}p\"; done", "[a 1p][a 2p][a 3p]"},
        {"for x in $(seq 2); do a $x; done", "[seq 2][a 1][a 2]"},
        {"for x in `seq 9 10` b; do a $x; done", "[seq 9 10][a 9][a 10][a b]"},
        {"for x in \"$(seq 2)\"; do a $x; done", "[seq 2][a $x*]"},
        {"for x in $(seq 99); do a $x; done", "[seq 99][a $x*]"},
        {"for x in $(seq 1 2 9); do a $x; done", "[seq 1 2 9][a $x*]"},
        {"for x in $(seq -s, 2); do a $x; done", "[seq -s, 2][a $x*]"},
        {"for x in $(seq 2; b); do a $x; done", "[seq 2][b][a $x*]"},
        {"for x in $(seq $y); do a $x; done", "[seq $y*][a $x*]"},
        {"for x in {01..03}; do a $x; done", "[a $x*]"},
        {"for x in {3..1}; do a $x; done", "[a $x*]"},
        {"for x in {a..c}; do a $x; done", "[a $x*]"},
        {"for x in {1..3}; do x=b; a $x; done", "[a $x*]"},
        {"seq() { b; }; for x in $(seq 2); do a $x; done", "[seq 2][b][a $x*]"},
        {"for X in a b; do c $X; done", "[c a][c b]"},
        {"for SRC_DIR in a b; do c \"$SRC_DIR\"; done", "[c a][c b]"},
        {"for LINES in a b; do c $LINES; done", "[c $LINES*]"},
        {"DIR=a; b \"$DIR/c\" $DIR", "[b a/c a]"},
        {"F1=a; b $F1", "[b a]"},
        {"SRC_DIR=a; b $SRC_DIR", "[b a]"},
        {"SRC__DIR=a; b $SRC__DIR", "[b $SRC__DIR*]"},
        {"_DIR=a; b $_DIR", "[b $_DIR*]"},
        {"GIT_DIR=a; b $GIT_DIR", "[b $GIT_DIR*]"},
        {"UID=a; b $UID", "[b $UID*]"},
        {"Dir=a; b $Dir", "[b $Dir*]"},
        {"DIR=a; unset DIR; b $DIR", "[unset DIR][b $DIR*]"},
        {"a && DIR=b; c $DIR", "[a][c $DIR*]"},
        {"f() { a \"$1\" $#; }; f b; f 'c d'", "[f b][a b 1][f c d][a c d 1]"},
        {"f() { a \"$@\"; }; f b; f c d", "[f b][a b][f c d][a $@*]"},
        {"f() { a $2; }; f b", "[f b][a $2*]"},
        {"f() { a $1; }; f $x", "[f $x*][a $1*]"},
        {"f() { g $1; }; g() { a $1; }; f b", "[f b][g b][a b]"},
        {"f() { a; }", "[a]"},
        {"f() { a $1; }; trap 'f b' EXIT", "[trap f b EXIT][f b][a $1*]"},
        {"f() { f; }; f", "[f][f]"},
        {"f() { a $1; shift; }; f b", "[a $1*][shift][f b]"},
        {"f() { a $1; set -- c; }; f b", "[a $1*][set -- c][f b]"},
        {"f() { a $1; }; b | f c", "[a $1*][b][f c]"},
        {"f() { a $1; }; f b; f() { c; }", "[a $1*][f b][c]"},
        {"b && f() { a $1; }; f c", "[b][a $1*][f c]"},
        {"exec() { a $1; }; exec b", "[a $1*][exec b][b]"},
        {"a $((2 * (3 + 4))) $((7 / 2 - 5)) $((08)) $((1 / 0))", "[a 14 -2 $@? $@?]"},
        {"n=5; a $((n - 1))", "[a 4]"},
        {"[[ a =~ ^(b|c)$ ]] && d", "[[[ a =~? ^(b|c)$ ]]][d]"},
        {"[[ a =~ (b ]]; d", "[[[ a =~? (b ]]][d]!"},
        {"[[ -f a && -d b || -e c ]]", "[[[ -f a][[[ -d b][[[ -e c ]]]"},
    };
    expect(rows);
    std::string many = "for x in";
    for (int word = 0; word < 16; ++word) many += " a";
    BOOST_TEST(runs(many + "; do b $x; done").ends_with("[b a][b a]"));
    BOOST_TEST(runs(many + " a; do b $x; done") == "[b $x*]");
    BOOST_TEST(runs("for y in a b c d e; do " + many + "; do b $x$y; done; done") == "[b ${x}$y*]");
}

BOOST_AUTO_TEST_CASE(every_command_of_a_text_is_found) {
    constexpr row rows[] = {
        {"", ""},
        {"rm x", "[rm x]"},
        {"a; b && c || d | e |& f & g", "[a][b][c][d][e][f][g]"},
        {"ls\nrm x\n\n y", "[ls][rm x][y]"},
        {"(a; (b))", "[a][b]"},
        {"{ a; }; b", "[a][b]"},
        {"! a", "[a]"},
        {"if a; then b; elif c; then d; else e; fi; f", "[a][b][c][d][e][f]"},
        {"while a; do b; done; until c; do d; done", "[a][b][c][d]"},
        {"for x in rm a b; do c $x; done", "[c rm][c a][c b]"},
        {"for x do c; done", "[c]"},
        {"for x\ndo c; done", "[c]"},
        {"for ((i=0; i<3; i++)); do c; done", "[i][i++][c]"},
        {"select x in rm; do c; done", "[c]!"},
        {"case rm in rm) b;; c|d) e;& (f) g;;& esac; h", "[b][e][g][h]"},
        {"case x in\n  a)\n b\n ;;\nesac", "[b]"},
        {"f() { b; }; f", "[f][b]"},
        {"f () (b)", "[b]"},
        {"function f { b; }", "[b]"},
        {"function f() { b; }", "[b]"},
        {"coproc a b", "[a b]!"},
        {"coproc N { b; }", "[N { b]!"},
        {"a # b; c\nd", "[a][d]"},
        {"a#b", "[a#b]"},
        {"a \\\n b\\\nc", "[a bc]!"},
        {"a &>x b", "[a b][a][b]"},
        {"echo 'rm -rf x' \"rm y\" rm\\ z", "[echo rm -rf x rm y rm z]"},
        {"git commit -m 'rm x; rm y'", "[git commit -m rm x; rm y]"},
        {"a ((b))", "[a][b]!"},
        // In zsh.
        {"if [[ a = b ]] { c }", "[[[ a = b ]]][c }]!"},
        {"[[ a = b && c ]] && d | e", "[[[ a = b][[[ c ]]][d][e]"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(redirections_and_assignments_are_no_words) {
    constexpr row rows[] = {
        {"a>b c", "[a c]"},
        {">b a c", "[a c]"},
        {"2>b a 2>&1 c >&2 <d", "[a c]"},
        {"a 2 >b", "[a 2]"},
        {"{fd}>b a", "[a]!"},
        {"a {fd}>b c", "[a c]"},
        {"a >| b c", "[a c]"},
        {"a >& -c x 2>&- d <&-", "[a c x d]!"},
        {"a 5 >b>c", "[a 5]"},
        {"a 5>b>c", "[a]"},
        {"A=1 B='c d' E+=f a", "[a]"},
        {"A=1", ""},
        {"A\\\n=1 a", "[a]!"},
        {"A[1]=2 a", "[a]"},
        {"'A=1' a", "[A=1 a]!"},
        {"A=(rm b\n# c\nd) e", "[e]"},
        {"a A=1", "[a A=1]"},
        {"A=$(b) c", "[b][c]"},
        {"a > $(b)", "[b][a]"},
        {"EDITOR='rm x' git commit", "[rm x][git commit]"},
        {"PATH=$PATH:/x a", "[a]"},
        {"a 22>b", "[a]!"},
        // What dash makes of it, too.
        {"a &>b c", "[a c][a][c]"},
        {"a &>b c &>d e", "[a c e][a][c][e]"},
        {"select &>b c", "!"},
        {"time a &>b c", "[a c][a][c][time a c][a c][time a][a][c]"},
        // bash expands the target twice.
        {"a >& 'b$(c)'", "[a]!"},
        {"a > 'b$(c)'", "[a]"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(substitutions_are_looked_into) {
    constexpr row rows[] = {
        {"a $(b c) d", "[b c][a $@* d]"},
        {"a \"$(b)\" \"x`c`\"", "[b][c][a $@? x$@?]"},
        {"a `b \\`c\\``", "[c][b $@*][a $@*]"},
        {"a $(b $(c $(d)))", "[d][c $@*][b $@*][a $@*]"},
        {"a <(b) >(c)", "[b][c][a $@? $@?]"},
        // bash leaves them out.
        {"a <() >( ) <(#\n)", "[a $@* $@* $@*]"},
        {"a ${x:-$(b)} \"${y:-`c`}\"", "[b][c][a ${x:-$@}* ${y:-$@}?]"},
        {"a $((1 + $(b)))", "[b][a $@?]"},
        {"a $((b) | c)", "[b][c][a $@*]"},
        {"a $((b ')' $(c)))", "[c][b ) $@*][a $@*]!"},
        {"a ${x:-<(b)} \"${y:-<(c)}\"", "[b][a ${x:-$@}* ${y:-<(c)}?]"},
        // bash 3.2 ends them there.
        {"a \"$(case x in y) b;; esac)\" c", "[b][a $@? c]!"},
        {"a \"$(b \")\" ')')\" c", "[b ) )][a $@? c]"},
        {"a $(b # )\n)c", "[b][a $@c*]!"},
        {"a $(b # d\n)c", "[b][a $@c*]"},
        {"a '$(b)' \\$(b", "[a $(b) $][b]!"},
        {"((i++))", "[i++]"},
        {"((a b))", "[a b]"},
        {"a \"$(b)\"$(c)", "[b][c][a $@$@*]"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(words_are_known_as_far_as_the_shell_leaves_them_alone) {
    constexpr row rows[] = {
        {"a $x \"$x\" ${x} \"${x}\" $1 \"$@\" \"$*\" \"${x[@]}\"",
         "[a $x* $x? ${x}* ${x}? $1* $@* $*? ${x[@]}*]"},
        {"a *.c b?d [ab] x[ ]", "[a *.cg b?dg [ab]g x[ ]]"},
        {"a '*' \\* \"?\"", "[a * * ?]"},
        {"a {b,c} {1..3} {} x{y}", "[a b c {1..3}* {} x{y}]"},
        {"a ~ ~/b HEAD~1 x=~", "[a ~? ~/b? HEAD~1 x=~?]"},
        {"a $ b$ \"$\"", "[a $ b$ $]"},
        {"a $'\\x72\\155' $'\\u00e9\\t'", "[a rm \u00e9\t]"},
        // dash evaluates `a $b`.
        {"eval a $'b'", "[eval a b][a b]!"},
        {"eval a $\"b\"", "[eval a b][a b]!"},
        {"a $\"b\"", "[a b]"},
        {"a =b =", "[a =b? =]"},
        {"[ a = b ]", "[[ a = b ]]"},
        {"r\"\"m 'x' \\y", "[rm x y]"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_known_may_be_any) {
    for (const auto text : {"$x y",
                            "\"$x\" y",
                            "rm$IFS-rf x",
                            "${x:-rm} y",
                            "r$@m x",
                            "$(echo rm) x",
                            "\"`x`\" y",
                            "/usr/bin/r? x",
                            "/bi[n]/rm x",
                            "* x",
                            "{rm,x}",
                            "~/rm x",
                            "=rm x",
                            "ls; $x",
                            "sudo $x",
                            "timeout 5 \"$x\"",
                            "find . -exec {} \\;",
                            "xargs $x",
                            "A=1 $x",
                            "if $x; then y; fi"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!shell_runs(text).complete()); }
    }
}

BOOST_AUTO_TEST_CASE(wrappers_are_looked_through) {
    constexpr row rows[] = {
        {"sudo rm x", "[sudo rm x][rm x]"},
        {"/usr/bin/sudo -u bob -n A=1 rm x", "[/usr/bin/sudo -u bob -n A=1 rm x][rm x]"},
        {"SUDO rm x", "[SUDO rm x][rm x]"},
        {"sudo -- rm x", "[sudo -- rm x][rm x]"},
        {"sudo -z rm x", "[sudo -z rm x][x][rm x]"},
        {"doas rm x", "[doas rm x][rm x]"},
        {"env -i A=1 -u B rm x", "[env -i A=1 -u B rm x][rm x]"},
        {"nohup rm x", "[nohup rm x][rm x]"},
        {"nice -n 5 rm x", "[nice -n 5 rm x][rm x]"},
        {"nice -n5 rm", "[nice -n5 rm][rm]"},
        {"time rm x", "[rm x][time rm x][rm x]"},
        {"time -p rm x", "[time -p rm x][rm x]"},
        {"time -o f rm x", "[time -o f rm x][rm x]"},
        {"time { rm x; }", "[rm x][time rm x][rm x]!"},
        {"timeout -s KILL 5 rm x", "[timeout -s KILL 5 rm x][rm x]"},
        {"timeout $t rm x", "[timeout $t* rm x][rm x][x]"},
        {"stdbuf -oL rm x", "[stdbuf -oL rm x][rm x]"},
        {"setsid -f rm x", "[setsid -f rm x][rm x]"},
        {"ionice -c3 rm x", "[ionice -c3 rm x][rm x]"},
        {"chroot / rm x", "[chroot / rm x][rm x]"},
        {"command rm x", "[command rm x][rm x]"},
        {"command -p rm x", "[command -p rm x][rm x]"},
        {"command -v rm", "[command -v rm]"},
        {"builtin rm", "[builtin rm][rm]"},
        {"exec -a y rm x", "[exec -a y rm x][rm x]!"},
        {"exec >x", "[exec]"},
        {"busybox rm x", "[busybox rm x][rm x]"},
        {"flock f rm x", "[flock f rm x][rm x]"},
        {"sudo env nice -n 1 rm x", "[sudo env nice -n 1 rm x][env nice -n 1 rm x][nice -n 1 rm x][rm x]"},
        {"xargs rm", "[xargs rm][rm $@*]"},
        {"xargs -n 1 -I{} rm {} y", "[xargs -n 1 -I{} rm {} y][rm {}? y $@*]"},
        {"xargs", "[xargs]"},
        {"find . -name '*.c' -exec rm {} + -execdir a \\; -ok b ';'",
         "[find . -name *.c -exec rm {} + -execdir a ; -ok b ;][rm {}?][a][b]"},
        {"find . $x", "[find . $x*]!"},
        {"fd c -x rm {}", "[fd c -x rm {}][rm {}?]"},
        {"fd c -x rm", "[fd c -x rm][rm $@*]"},
        {"npm exec -- rm x", "[npm exec -- rm x][rm x]"},
        {"uv run --with a rm x", "[uv run --with a rm x][rm x][a rm x]"},
        {"docker exec -it c rm x", "[docker exec -it c rm x][rm x]"},
        {"docker rm x", "[docker rm x]"},
        {"watch -n1 rm x", "[watch -n1 rm x][rm x][rm x]"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(texts_for_shells_are_read) {
    constexpr row rows[] = {
        {"bash -c 'rm x; a'", "[bash -c rm x; a][rm x][a]"},
        {"/bin/sh -ec 'rm x' a b", "[/bin/sh -ec rm x a b][rm x]"},
        {"bash -lc \"rm x\"", "[bash -lc rm x][rm x]"},
        {"bash -o pipefail -c 'rm x'", "[bash -o pipefail -c rm x][rm x]"},
        {"bash -eo pipefail -c 'rm x'", "[bash -eo pipefail -c rm x][rm x]"},
        {"zsh --rcfile f -c 'rm x'", "[zsh --rcfile f -c rm x][rm x]!"},
        {"fish --command='rm x'", "[fish --command=rm x][rm x]!"},
        {"sh -c 'sh -c \"rm x\"'", "[sh -c sh -c \"rm x\"][sh -c rm x][rm x]"},
        {"sudo bash -c 'rm x'", "[sudo bash -c rm x][bash -c rm x][rm x]"},
        {"su - bob -c 'rm x'", "[su - bob -c rm x][rm x]"},
        {"su -c'rm x' bob", "[su -crm x bob][rm x]"},
        {"script -qc 'rm x' f", "[script -qc rm x f][rm x]"},
        {"flock f -c 'rm x'", "[flock f -c rm x][rm x]"},
        {"eval 'rm x' y", "[eval rm x y][rm x y]"},
        {"eval rm x", "[eval rm x][rm x]"},
        {"trap 'rm x' EXIT", "[trap rm x EXIT][rm x]"},
        {"trap - INT", "[trap - INT][-]"},
        {"env -S 'rm x' y", "[env -S rm x y][rm x y][y]"},
        {"ssh -p 22 host rm x", "[ssh -p 22 host rm x][rm x]"},
        {"ssh host 'rm x; a'", "[ssh host rm x; a][rm x][a]"},
        {"bash build.sh -c x", "[bash build.sh -c x]"},
        {"bash --version", "[bash --version]"},
        {"alias a='rm -rf'", "[alias a=rm -rf][rm -rf]!"},
    };
    expect(rows);
    for (const auto text : {"bash -c \"rm $x\"",
                            "bash -c \"$x\"",
                            "eval \"$x\"",
                            "eval $(x)",
                            "bash",
                            "a | sh",
                            "a | sudo bash",
                            "bash -s",
                            "bash < x",
                            "bash /dev/stdin",
                            "bash <(a)",
                            "source <(a)",
                            ". \"$x\"",
                            "bash $x",
                            "python3 -c 'x'",
                            "python3.11 -c x",
                            "perl -e x",
                            "node --eval x",
                            "ruby -e x",
                            "a | python3",
                            "python3 - <<E\nx\nE",
                            "awk 'BEGIN{system(\"x\")}'",
                            "awk '{print | \"sh\"}'",
                            "parallel",
                            "at now",
                            "x='$(rm y)'",
                            "declare x='$(rm y)'",
                            "let 'a[$(x)]'",
                            "echo ${x@P}",
                            "hash -p /x ls",
                            "set -k",
                            "fc -s",
                            "test -v 'a[`x`]'"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(!shell_runs(text).complete()); }
    }
    for (const auto text :
         {"python3 x.py -c y", "python3 -m pytest -c y", "python3 --version", "node x.js -e", "perl x.pl",
          "awk '{print $1}' x", "awk '$1 || $2' \"$f\"", "set -e", "test -f x", "hash", ". ./env.sh"}) {
        BOOST_TEST_CONTEXT(text) { BOOST_TEST(shell_runs(text).complete()); }
    }
}

BOOST_AUTO_TEST_CASE(here_documents_are_text_but_for_shells) {
    constexpr row rows[] = {
        {"cat <<E\nrm x\nE\nls", "[cat][ls]"},
        {"cat <<E\nit's \"\nE\nls", "[cat][ls]"},
        {"cat <<-E\n\trm x\n\tE\nls", "[cat][ls]"},
        {"cat <<E\n$(a) `b` \\$(c) ${x:-$(d)}\nE\nls", "[cat][a][b][d][ls]"},
        {"cat <<'E'\n$(a)\nE\nls", "[cat][ls]"},
        {"cat <<\\E\n$(a)\nE\nls", "[cat][ls]"},
        {"cat <<A <<B; c\nx\nA\ny\nB\nls", "[cat][c][ls]"},
        {"cat <<E && b\nx\nE\nls", "[cat][b][ls]"},
        {"bash <<E\nrm x\nE\nls", "[bash][rm x][ls]"},
        {"bash -s <<'E'\nrm $x\nE\nls", "[bash -s][rm $x*][ls]"},
        {"sudo sh <<E\nrm x\nE", "[sudo sh][sh][rm x]"},
        {"ssh host <<E\nrm x\nE", "[ssh host][rm x]"},
        {"bash <<< 'rm x'", "[bash][rm x]"},
        {"cat <<< 'rm x'", "[cat]"},
        {"bash <<E\n$x\nE", "[bash][$x*]!"},
        {"cat <<E | sh\nrm x\nE", "[cat][sh]!"},
        {"cat <<E\nrm x", "[cat]!"},
        {"cat <<E\nx\\\nE\nls", "[cat][ls]!"},
        {"a $(cat <<E\nx $(b)\nE\n) c", "[cat][b][a $@* c]"},
    };
    expect(rows);
}

BOOST_AUTO_TEST_CASE(what_is_not_closed_is_read_and_not_complete) {
    for (const auto& each :
         {row{"rm x \"y", "[rm x y]!"}, row{"rm x 'y", "[rm x y]!"}, row{"rm x $(y", "[y][rm x $@*]!"},
          row{"rm x `y", "[y][rm x $@*]!"}, row{"rm x ${y", "[rm x ${y*]!"}, row{"(rm x", "[rm x]!"},
          row{"rm x) y", "[rm x][y]!"}, row{"case x in a) rm", "[rm]!"}, row{"a=(b", "!"},
          row{"rm x\r\ny", "[rm x\r][y]!"}}) {
        BOOST_TEST_CONTEXT(each.text) { BOOST_TEST(runs(each.text) == each.expected); }
    }
    BOOST_TEST(!shell_runs("rm\0x"sv).complete());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::shell_runs_test
