// What passes in the policy `standard` unasked: of lists of commands that others wrote, and by kinds.
#include "gate_probe.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace assent {
namespace {

gate_probe standard_gate() {
    gate_options options;
    options.policy = policy::standard();
    options.repositories = std::make_shared<harmless_repositories>();
    return gate_probe(std::move(options));
}

bool passes(const gate_probe& probe, std::string_view command) {
    const auto kept = make_input({{"command", command}});
    probe.time->advance(std::chrono::minutes(1));  // not so many at once that their rate is asked about
    return probe.gate->check({.tool_name = "Bash", .input = *kept, .cwd = "/proj"}, "r", probe.scratch)
        .allowed();
}

void all_pass(std::span<const std::string_view> commands) {
    const auto probe = standard_gate();
    for (const auto command : commands) BOOST_TEST_CONTEXT(command) {
            BOOST_TEST(passes(probe, command));
        }
}
void none_passes(std::span<const std::string_view> commands) {
    const auto probe = standard_gate();
    for (const auto command : commands) BOOST_TEST_CONTEXT(command) {
            BOOST_TEST(!passes(probe, command));
        }
}

BOOST_AUTO_TEST_SUITE(harmless_commands_test)

// Harmless ones that are asked all the same, and why.
const std::map<std::string_view, std::string_view> asked_without_need{
    {"k1-13", "an abbreviated option is not known"},
    {"k2-12", "code of perl is not read"},
    {"r2-09", "code of perl is not read"},
    {"s2-09", "code of perl is not read"},
    {"s2-10", "code of perl is not read"},
    {"r7-01", "behind `cd -` git may have the settings of another folder"},
    {"s3-05", "a name with a blank may become an option of sed"},
    {"s7-08", "a folder behind `;` may not be there, and `cd -` goes elsewhere then"},
    {"s7-10", "what is below `/` is not the project's"},
    {"s7-14", "the top of the repository may be above the project"},
    {"s1-14", "what the daemon of docker tells is of the whole machine"},
    {"s5-12", "what the daemon of docker tells is of the whole machine"},
    {"s9-09", "to some shells `((x > 10))` writes a file"},
    {"s9-11", "to some shells `((i < 3))` runs a program"},
};

BOOST_AUTO_TEST_CASE(of_the_lists_by_kind_nothing_but_looks_passes_and_no_look_is_lost) {
    const auto probe = standard_gate();
    for (const auto* const name : {"commands_by_kind", "commands_by_kind_2", "commands_by_kind_3"}) {
        std::ifstream file(std::string(ASSENT_TEST_DATA "/").append(name).append(".jsonl"));
        BOOST_REQUIRE(file.good());
        for (std::string line; std::getline(file, line);) {
            const auto row = boost::json::parse(line).as_object();
            const std::string id(row.at("id").as_string());
            const std::string command(row.at("command").as_string());
            const bool looks = row.at("effect").as_string() == "looks";
            const bool expected = looks && !asked_without_need.contains(id);
            BOOST_TEST_CONTEXT(id << ": " << command) { BOOST_TEST(passes(probe, command) == expected); }
        }
    }
}

BOOST_AUTO_TEST_CASE(options_that_only_tell_pass_where_they_surely_do) {
    all_pass(std::to_array<std::string_view>({
        "git add -n .",
        "git add -nA",
        "git add --dry-run --verbose src",
        "apt-get -s upgrade",
        "apt-get install -s htop",
        "apt --dry-run autoremove",
        "git ls-remote --get-url origin",
        "git ls-remote --get-url",
        "systemctl list-units --type=service --state=failed --no-pager",
        "systemctl is-active nginx",
        "systemctl --user list-timers --all",
        "go env GOPATH GOMODCACHE GOFLAGS",
        "go env -json GOOS GOARCH",
        "bash -n scripts/deploy.sh",
    }));
    none_passes(std::to_array<std::string_view>({
        "git add -N src/new.ts",
        "git add -A",
        "git add -n --refresh .",
        "git add -n -e",
        "git add -n -p",
        "git add -n --chmod=+x run.sh",
        "git add . -n",
        "git add -n .env",
        "apt-get upgrade",
        "apt-get -s update",
        "apt-get -s update main",
        "apt-get -s source bash",
        "apt-get -s download bash",
        "apt-get -s changelog bash",
        "apt-get -s clean",
        "apt-get -s edit-sources",
        "apt-get -s -o APT::Update::Pre-Invoke::=./x install bash",
        "apt-get -s -c ./apt.conf install bash",
        "apt-get install bash -s",
        "git ls-remote origin",
        "git ls-remote origin --get-url",
        "git ls-remote --get-url --upload-pack=./x origin",
        "systemctl list-units -H web1",
        "systemctl --root=/mnt list-unit-files",
        "systemctl show nginx",
        "systemctl status nginx",
        "systemctl restart nginx",
        "go env",
        "go env GOPROXY",
        "go env -w GOFLAGS=-mod=mod",
        "go env GOPATH -u",
        "bash scripts/deploy.sh",
        "bash -n -i",
    }));
}

BOOST_AUTO_TEST_CASE(what_only_counts_reads_no_content) {
    all_pass(std::to_array<std::string_view>({
        "wc -l .env",
        "wc -c keys/server.pem src/a.c",
        "find . -type f | xargs wc -l",
        "find . -type f -print0 | xargs -0 wc -c | sort -n | tail -5",
        "git ls-files | xargs wc -l",
        "ls -la .env*",
        "find . -type f | xargs du -ch",
    }));
    none_passes(std::to_array<std::string_view>({
        "wc -l ~/.ssh/id_rsa",
        "wc -l /etc/shadow",
        "wc -l --files0-from=list",
        "cat list | xargs wc -l",
        "find . -type f | xargs cat",
        "find . -type f | xargs sha256sum",
        "find / -type f | xargs wc -l",
        "cat .env | wc -l",
        "find . -name '*.pem' -exec cat {} +",
        "sort .env",
    }));
}

BOOST_AUTO_TEST_CASE(what_tee_prints_once_more_is_written_nowhere) {
    all_pass(std::to_array<std::string_view>({
        "grep -n 'error TS' logs/build.log | tee /dev/stderr | wc -l",
        "cat a.txt | tee /dev/null",
        "ls | tee",
        "ls | tee -a /dev/stderr",
        "ls src > /dev/stdout",
        "sort a.txt -o /dev/stdout",
        "ls x 2>/dev/null | tee /dev/stderr 2>/dev/null",
    }));
    none_passes(std::to_array<std::string_view>({
        "ls | tee out.txt",
        "ls | tee /dev/stderr out.txt",
        "ls | tee -- out.txt",
        "ls | tee /dev/sda",
        "ls | tee /dev/tcp/host/80",
        "ls | tee /dev/pts/1",
        "ls | tee \"$out\"",
        "ls | tee /dev/shm/x",
        "cat .env | tee /dev/stderr",
        "mv a.txt /dev/stdout",
        "ln -sf a /dev/stdout",
        "ls | tee >(sh)",
        "ls | tee /dev/stderr >out.txt",
    }));
}

BOOST_AUTO_TEST_CASE(what_is_found_by_its_content_may_be_shown) {
    all_pass(std::to_array<std::string_view>({
        "rg -l 'legacyClient' src | xargs -r wc -l | sort -n | tail -5",
        "grep -rl 'TODO' src | xargs grep -n FIXME",
        "grep -rl TODO . | xargs head -3",
        "rg -l0 TODO src | xargs -0 sed -n 1,5p",
        "rg -l TODO | xargs -n1 tail -1",
        "grep -rl TODO src | xargs -P4 cat",
        "rg -l TODO src | xargs -I{} head -2 {}",
        "git grep -l TODO | xargs cat",
        "rg -l TODO src | grep -v test | sort -u | xargs cat",
    }));
    none_passes(std::to_array<std::string_view>({
        "rg -l TODO | xargs sed -n 1p",
        "rg -l TODO -- \"$d\" | xargs sed -n 1p",
        "ls src | xargs sed -n 1p",
        "rg -l 'legacyClient' src | xargs -r sed -i 's/legacyClient/client/g'",
        "rg -l TODO src | xargs rm",
        "rg -l TODO src | xargs sh",
        "rg -l TODO src | xargs -I{} sh -c 'cat {}'",
        "grep -rl 'BEGIN RSA PRIVATE KEY' . | xargs cat",
        "grep -rl TODO ~ | xargs cat",
        "grep -rl TODO /etc | xargs cat",
        "grep -l TODO .env | xargs cat",
        "rg -l -g '*.env' TODO | xargs cat",
        "rg --files | xargs cat",
        "rg -l TODO src | xargs -d. cat",
        "rg -l TODO src | xargs -I{} cat /etc/{}",
        "rg -l TODO src | sed 's/src/../' | xargs cat",
        "(rg -l TODO src; cat list) | xargs cat",
        "cat list | xargs grep -l TODO | xargs cat",
        "find . -type f | xargs cat",
        "rg --pre ./x -l TODO src | xargs cat",
        "rg -c TODO src | xargs cat",
    }));
}

BOOST_AUTO_TEST_CASE(braces_are_expanded_before_globs_are_judged) {
    all_pass(std::to_array<std::string_view>({
        "ls -l src/**/*.test.{ts,tsx} 2>/dev/null | head",
        "ls -l build/*.{o,d} | awk '{s+=$5} END {print s}'",
        "cat src/{a,b}*.c",
        "wc -l {src,tests}/*.py",
        "head -3 *.{md,txt}",
        "for f in src/*.{ts,js}; do head -3 \"$f\"; done",
        "for f in src/{a,b}.c; do wc -l \"$f\"; done",
        "ls {src,lib}/[ab].c",
        "grep -n x src/{a,b}/*.{c,h}",
        "ls docs/*.{md,rst} | wc -l",
    }));
    none_passes(std::to_array<std::string_view>({
        "cat {src,/etc}/*.conf",
        "cat *.{env,pem}",
        "cat .{e,x}*",
        "cat {.env,a}*",
        "ls {src,..}/*",
        "cat {~,src}/*.txt",
        "rm build/*.{o,d}",
        "ls > {a,b}*",
        "for f in *.{env,key}; do cat \"$f\"; done",
        "for f in build/*.{o,d}; do rm \"$f\"; done",
        "for f in {.,src}*; do cat \"$f\"; done",
        "{ls,-l}; {rm,x}*",
        "sort -{n,o}* a",
    }));
}

BOOST_AUTO_TEST_CASE(tests_tell_no_more_than_whether_a_file_is_there) {
    all_pass(std::to_array<std::string_view>({
        "while read -r f; do [[ -f $f ]] || echo \"missing: $f\"; done < MANIFEST",
        "while read -r f; do [ -e \"$f\" ] || echo \"missing: $f\"; done < MANIFEST",
        "[[ $(git rev-parse --abbrev-ref HEAD) == main ]] && echo \"on main\"",
        "[[ $(git branch --show-current) == release/* ]] && echo release",
        "[[ -n $(git status --porcelain) ]] && echo dirty",
        "[[ -z $(git diff --name-only) ]] || git diff --stat",
        "[[ $(wc -l < a) != $(wc -l < b) ]] && diff a b",
        "[[ main == $(git branch --show-current) ]] && echo yes",
        "for f in a b; do [[ -s $f ]] && echo \"$f\"; done",
    }));
    none_passes(std::to_array<std::string_view>({
        "while read -r f; do [[ -f $f ]] && rm \"$f\"; done < MANIFEST",
        "while read -r f; do [[ -f $f ]] && cat \"$f\"; done < MANIFEST",
        "while read -r f; do [[ -f $f ]] && cat < \"$f\"; done < MANIFEST",
        "while read -r f; do ls \"$f\"; done < MANIFEST",
        "while read -r f; do [[ -f $f ]] && $f; done < MANIFEST",
        "[[ $(cat .env) == x ]]",
        "[[ $(./run.sh) == x ]]",
        "[[ $(rm a) == x ]]",
        "[[ $(cat n) -eq 1 ]]",
        "[[ -v $(cat n) ]]",
        "[ $(cat n) = main ]",
        "[[ $(npm -s run v) == 1 ]]",
        "[[ $API_TOKEN == x ]]",
    }));
}

BOOST_AUTO_TEST_CASE(it_is_calculated_with_what_surely_prints_a_number) {
    all_pass(std::to_array<std::string_view>({
        "echo $(( $(wc -l < src/a.c) + $(wc -l < src/b.c) ))",
        "echo $(( $(cat a.txt | wc -l) * 2 ))",
        "echo \"$(( $(ls src | wc -l) - 1 )) files\"",
        "echo $(( $(git ls-files | wc -l) / 2 ))",
        "echo $(($(nproc) - 1))",
        "n=3; echo $(( $(wc -c <a) + 10 ))",
        "echo $(( 2 * $(git log --oneline | wc -l) ))",
        "echo $(( ($(wc -w < a) + 1) % 7 ))",
    }));
    none_passes(std::to_array<std::string_view>({
        "echo $(( $(cat n) + 1 ))",
        "echo $(( $(wc -l a) + 1 ))",
        "echo $(( $(wc -l < a; cat n) + 1 ))",
        "echo $(( $(wc -l < a || cat n) + 1 ))",
        "echo $(( $(wc -l < a | tee x) + 1 ))",
        "echo $(( $(ls | xargs wc -l) + 1 ))",
        "echo $(( $(./wc -l < a) + 1 ))",
        "echo $(( $(wc -l --files0-from=n) + 1 ))",
        "echo $(( $(wc --version) + 1 ))",
        "echo $(( a$(wc -l < a) + 1 ))",
        "echo $(( $(wc -l < a)[1] ))",
        "echo $(( $(wc -l < .env | cat x) ))",
        "wc() { cat n; }; echo $(( $(wc -l < a) + 1 ))",
        "echo $(( $(wc -l < a 2>&1) + 1 ))",
        "echo $(( $(rm a | wc -l) + 1 ))",
        "echo $(( $(npm test | wc -l) + 1 ))",
        "echo $(( $(echo 1) + 1 ))",
        "(( $(cat n) > 10 )) && echo big",
        "[ \"$(wc -l < notes.txt)\" > 10 ] && echo big",
    }));
}

BOOST_AUTO_TEST_CASE(a_variable_may_hold_a_program_with_its_first_words) {
    all_pass(std::to_array<std::string_view>({
        "GREP=\"grep -rn --include=*.go\"; $GREP 'context.TODO' ./internal",
        "search='rg -n -t ts'; $search useSession src",
        "G=\"git log --oneline\"; $G -5; $G src | head",
        "count=\"wc -l\"; ${count} src/a.c",
        "show=\"sed -n 1,5p\"; $show a.txt && $show b.txt",
        "look=\"ls -la\"; $look src; $look tests",
        "FIND=\"find src -type f\"; $FIND -name x.c",
    }));
    none_passes(std::to_array<std::string_view>({
        "GREP=\"rm -rf\"; $GREP src",
        "GREP=\"grep -rn\"; GREP=\"rm -rf\"; $GREP src",
        "GREP=\"grep -rn\"; read GREP < x; $GREP src",
        "GREP=\"grep -rn\"; export GREP=\"rm -rf\"; $GREP src",
        "GREP=\"grep -rn\"; for GREP in \"rm x\"; do $GREP src; done",
        "GREP=\"grep -rn\"; \"$GREP\" x src",
        "IFS=n; GREP=\"grep -rn\"; $GREP x src",
        "GREP=\"grep -rn x;rm\"; $GREP src",
        "GREP=\"grep -f \"; $GREP .env src",
        "GREP=\"cat .env\"; $GREP",
        "GREP=\"eval rm\"; $GREP x",
        "GREP=\"sort -o\"; $GREP x y",
        "true && GREP=\"grep -rn\"; $GREP x src",
        "GREP=\"$x -rn\"; $GREP x src",
        "PATH=\"grep -rn\"; $PATH x",
        "unset GREP; GREP=\"grep -rn\"; unset GREP; $GREP x src",
        "GREP=\"grep -rn\"; bash -c '$GREP x'",
        "GREP=\"grep -rn\"; GREP+=\" -f .env\"; $GREP x",
    }));
}

BOOST_AUTO_TEST_CASE(a_loop_over_hashes_is_one_over_plain_words) {
    all_pass(std::to_array<std::string_view>({
        "for c in $(git log --format=%h -5); do git show --stat --oneline \"$c\" | tail -1; done",
        "for c in $(git log --format=%H --since=2024-01-01 -- src); do echo \"$c\"; done",
        "for c in $(git log --format=%h | head -5); do git show --stat $c; done",
        "for c in $(git log --format=%h main..HEAD); do git diff --stat \"$c~1\" \"$c\"; done",
        "for c in $(git log --all --no-merges --format=%h | tail -3); do git cat-file -t \"$c\"; done",
        "for n in $(nproc); do echo \"$n\"; done",
        "for c in `git log --format=%h -3`; do git show -s \"$c\"; done",
    }));
    none_passes(std::to_array<std::string_view>({
        "for c in $(git log --format=%s -5); do cat \"$c\"; done",
        "for c in $(git log --format=%h --name-only -5); do cat \"$c\"; done",
        "for c in $(git log -p --format=%h -5); do cat \"$c\"; done",
        "for c in $(git log --format=%h --format=%s -5); do cat \"$c\"; done",
        "for c in $(git log --format=%h --oneline -5); do cat \"$c\"; done",
        "for c in $(git log --format=%h --pretty -5); do cat \"$c\"; done",
        "for c in $(git log --format=%h x/etc 2>&1); do cat \"$c\"; done",
        "for c in $(git show --format=%h); do cat \"$c\"; done",
        "for c in $(git log --format=%h; cat list); do cat \"$c\"; done",
        "for c in $(cat list; git log --format=%h); do cat \"$c\"; done",
        "for c in $(git log --format=%h | cat list); do cat \"$c\"; done",
        "for c in $(git log --format=%h | cat < list); do cat \"$c\"; done",
        "for c in $(git log --format=%h | cat <<< /etc/passwd); do cat \"$c\"; done",
        "for c in $(git log --format=%h) $(cat list); do cat \"$c\"; done",
        "for c in $(git log --format=%h)$(cat list); do cat \"$c\"; done",
        "for c in /etc/$(git log --format=%h); do cat \"$c\"; done",
        "for c in $(git log --format=%h) $@; do cat \"$c\"; done",
        "git() { cat list; }; for c in $(git log --format=%h); do cat \"$c\"; done",
        "for c in $(git log --format=%h -5); do git reset --hard \"$c\"; done",
        "for c in $(git log --format=%h -5); do cat \"/etc/$c\"; done",
        "for c in $(git log --format=%h -5); do rm \"$c\"; done",
        "for c in $(git log --format=%h -5); do git show \"$c:.env\"; done",
    }));
}

BOOST_AUTO_TEST_CASE(what_a_pipe_does_not_bring_are_no_names) {
    all_pass(std::to_array<std::string_view>({
        "find . -name '*.c' | sort | xargs cat",
        "find . -name '*.c' | cat - | head -5 | xargs cat",
        "find . -name '*.c' 2>/dev/null | grep -v test | xargs cat",
        "git ls-files '*.c' | grep -f patterns.txt | xargs wc -l",
    }));
    none_passes(std::to_array<std::string_view>({
        "find . -name '*.c' | cat list | xargs cat",
        "find . -name '*.c' | cat - list | xargs cat",
        "find . -name '*.c' | sort list | xargs cat",
        "find . -name '*.c' | head -5 list | xargs cat",
        "find . -name '*.c' | grep -rh etc | xargs cat",
        "find . -name '*.c' | cat < list | xargs cat",
        "find . -name '*.c' | cat <&3 | xargs cat",
        "find . -name '*.c' | cat <<< /etc/passwd | xargs cat",
        "find . -name '*.c' | cat <<E | xargs cat\n/etc/passwd\nE",
        "find . -name '*.c' | { cat; } < list | xargs cat",
        "find . -name '*.c' | { cat; } <<< /etc/passwd | xargs cat",
        "find . -name '*.c' | (cat; cat list) | xargs cat",
        "find . -name '*.c' | xargs cat < list",
        "find . -name '*.c' | xargs cat <<< /etc/passwd",
        "find . -name '*.c' | while read -r f; do cat \"$f\"; done < list",
        "find . -name '*.c' | while read -r f; do cat \"$f\"; done <<< /etc/passwd",
        "for f in $(find . -name '*.c' | cat < list); do cat \"$f\"; done",
        "cat $(find . -name '*.c' | cat list)",
        "find . -name '*.c' | cat \"$x\" | xargs cat",
    }));
}

BOOST_AUTO_TEST_CASE(quotes_end_the_name_of_a_variable) {
    all_pass(std::to_array<std::string_view>({
        "X=src/a; cat \"$X\".c",
        "X=src/a; cat ${X}.c",
        "echo \"$HOME\"x",
        "X=src; ls \"$X\"",
    }));
    none_passes(std::to_array<std::string_view>({
        "X=.; Xenv=readme.md; cat \"$X\"env",
        "X=.; Xenv=readme.md; cat $X\"env\"",
        "X=.; Xenv=readme.md; cat \"$X\"'env'",
        "X=.; Xenv=readme.md; cat \"$X\"\\env",
        "X=.; Xenv=readme.md; cat $X''env",
        "X=.; Xenv=readme.md; cat $X$'env'",
        "X=.; Xenv=readme.md; cat < \"$X\"env",
        "X=.; Xenv=readme.md; for f in \"$X\"env; do cat \"$f\"; done",
        "X=.; Xenv=readme.md; Y=\"$X\"env; cat \"$Y\"",
        "XY=\"ls -l\"; X=\"rm \"; $X\"Y\"",
    }));
}

BOOST_AUTO_TEST_CASE(the_folder_of_the_call_may_be_named_to_git) {
    all_pass(std::to_array<std::string_view>({
        "git --git-dir=/proj/.git --work-tree=/proj diff --stat",
        "git --git-dir /proj/.git log --oneline -5",
        "git --work-tree=/proj status --short",
        "git --git-dir=/proj/.git show HEAD~1",
        "git -C /proj log --oneline",
        "git -C . log --oneline",
        "git -C /proj --git-dir=/proj/.git status",
    }));
    none_passes(std::to_array<std::string_view>({
        "git --git-dir=./fixtures/repo.git --work-tree=. status",
        "git --git-dir=/proj/sub/.git diff",
        "git --git-dir=/other/.git diff",
        "git --git-dir=/proj/../x/.git diff",
        "git --git-dir=/projx/.git diff",
        "git --git-dir=/proj/.git --work-tree=/ status",
        "git --git-dir=/proj/.git --work-tree=/home/me diff",
        "git --git-dir=$d/.git diff",
        "cd sub && git --git-dir=/proj/.git diff",
        "git --git-dir=/proj/.git commit -m x",
        "git --git-dir=/proj/.git show HEAD:.env",
        "make -C /proj/.git",
    }));
}

BOOST_AUTO_TEST_CASE(what_another_shell_an_odd_name_or_a_rare_option_makes_of_it_is_asked_about) {
    none_passes(std::to_array<std::string_view>({
        // zsh changes a value behind a colon.
        "x=a; rg x \"$x:s,a,--pre=./evil.sh,\" src",
        "x=a; sort \"$x:s,a,-oz.txt,\" src/a.ts",
        "x=a; cat $x:s/a/.e/nv",
        "x=a; cat < $x:s,a,/etc/hostname,",
        "x=abc; cat $x[1]env",
        // Words of a test that may become operators, which calculate.
        "git ls-files -o | while read -r f; do [ -f $f ] && echo y; done",
        "read -r x < list2.txt; [ -f $x ]",
        "git ls-files | while read -r f; do test -s $f && echo $f; done",
        "[ ! -f $f ]",
        // Names with blanks may be taken apart, and their pieces be options.
        "rg -l hello src | xargs sort",
        "grep -rl hello src | xargs rg x",
        "rg -l hello src | xargs -n1 sed -n 1p",
        "git diff --submodule=diff A B",
        "git log -p --submodule=diff",
        "git -c diff.submodule=diff diff A B",
        "git tag -n-1 newtag",
        "git tag -n5x newtag",
        // What comes before a pattern is done to all.
        "find . -print -name '*.ts' | xargs cat",
        "find . -exec cat {} + -name '*.ts'",
        "find . -name '*.c' -print0 -o -name '*.h' -print0 -name '*.x' | xargs -0 cat",
        // One choice beside another.
        "rg --files -g '*.ts' -g '*' -uu | xargs cat",
        "rg --files -g 'sub/**' | xargs cat",
        "git ls-files -co ':!*.md' | xargs cat",
        "git ls-files ':^*.md' | xargs cat",
        "cat $(git diff --name-only ':!*.md')",
        "x='.e@(n)v'; cat $x",
        "file -m src/magic .env.example",
        "md5sum -c list.txt",
        "sha256sum --check SHA256SUMS",
        "rsync -n -f 'merge,- .env' src sub",
        "rsync -n --filter='. /etc/hostname' src sub",
        "x='/etc/ss*'; echo $x",
        "x='*'; echo /etc/$x",
        "ls -RL",
        "ls -R --dereference src",
        "tree -l",
        "find -L . -name 'ss*'",
        "du -aL",
        "ssh-keygen -l -F host",
    }));
    all_pass(std::to_array<std::string_view>({
        "x=a; cat \"$x.c\" $x/b.c",
        "for f in a.c b.c; do [ -f $f ] && wc -l $f; done",
        "git ls-files -o | while read -r f; do [ -f \"$f\" ] && echo y; done",
        "[ -f *.c ]",
        "[ $# -gt 0 ]",
        "rg -l0 hello src | xargs -0 sort",
        "rg -l hello src | xargs -d '\\n' sort",
        "rg -l hello src | xargs cat",
        "rg -l hello src | xargs wc -l",
        "git tag -n",
        "git tag -n5",
        "git tag -ln",
        "find . -name '*.ts' -print | xargs cat",
        "find . -name '*.ts' -print0 | xargs -0 cat",
        "find . -name '*.c' -exec cat {} +",
        "rg --files -g '*.ts' -g '!*.d.ts' | xargs cat",
        "rg -l hello -g 'src/**' | xargs cat",
        "git ls-files '*.md' ':!docs/**' | xargs cat",
        "ls -L src",
        "ls -la src",
        "find . -lname 'x*'",
        "x='a b'; echo \"$x\"",
        "x='*'; echo \"$x\"",
        "rsync -n src/ sub/",
        "git -c diff.submodule=log diff A B",
    }));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent
