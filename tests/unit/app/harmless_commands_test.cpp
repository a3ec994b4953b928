// What passes in the policy `standard` unasked: of lists of commands that others wrote, and by kinds.
#include "gate_probe.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <array>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace assent::harmless_commands_test {
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
    {"t4-15", "a folder behind `;` may not be there, and `cd ..` goes elsewhere then"},
    {"t5-08", "a script of sed with a variable in it is not read"},
    {"t6-08", "`GOFLAGS` may name programs"},
    {"t6-13", "settings of the project may name what cargo runs"},
    {"t6-15", "settings of the project may name what cargo runs"},
    {"t7-05", "what the daemon of docker tells is of the whole machine"},
    {"t8-15", "`exec` may have all that follows read a file"},
    {"t9-07", "`identify` has settings that name programs"},
    {"t9-08", "the journal is of the whole machine"},
    {"u3-01", "a file may have the name of an option of jq"},
    {"u3-11", "a file may have the name of an option of file"},
    {"u7-15", "settings of the project may name what cargo runs"},
    {"u10-09", "the list may name files elsewhere"},
    {"u10-11", "a later letter has it compress all the same"},
    {"u7-10", "a build folder may have a settings file that runs something"},
    {"u8-12", "a chart may be one of a repository elsewhere"},
    {"u9-11", "code of perl is not read"},
    {"u9-12", "code of perl is not read"},
    {"v1-11", "links may lead elsewhere, and `-R` follows them"},
    {"v2-11", "the top of the repository may be above the project"},
    {"v2-12", "the top of the repository may be above the project"},
    {"v2-13", "the top of the repository may be above the project"},
    {"v2-20", "the list may name files elsewhere"},
    {"v3-01", "a name with a blank may become an option of sed"},
    {"v3-09", "a name with a line end may become an option of jq"},
    {"v3-14", "a name with a blank may become an option of awk"},
    {"v3-19", "what printf prints is not followed"},
    {"v4-19", "`mapfile` may run what its options name"},
    {"v5-01", "a file may have the name of an option of sort"},
    {"v6-01", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-02", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-03", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-04", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-05", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-11", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-16", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-17", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-18", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-19", "the value of a variable that is set elsewhere may be a secret"},
    {"v6-20", "it may be the name of any file"},
    {"w2-05", "code of perl"},
    {"w2-12", "code of perl"},
    {"w3-01", "a link may lie before `..`"},
    {"w3-10", "a link may lie before `..`"},
    {"w5-01", "settings of git may hold tokens"},
    {"w5-10", "settings of git may hold tokens"},
    {"w5-15", "options of `set` are not told apart"},
    {"w6-02", "words of a function are not followed"},
    {"w6-08", "a name that a pattern stands for may be an option"},
    {"w6-13", "`compgen` and `declare` are not known to look"},
    {"w6-15", "words of a function are not followed"},
    {"w7-10", "an exported pager"},
    {"w7-14", "parts of a list are not followed"},
    {"w9-06", "names that another program prints"},
    {"x3-06", "a commit in a word of its own behind `--contains` may be a name"},
    {"x4-06", "a pattern of ag may choose any name"},
    {"x5-06", "code of perl"},
    {"x5-08", "code of Python"},
    {"x5-10", "what awk starts is not read"},
    {"x5-12", "code of JavaScript"},
    {"x6-01", "to some shells `((n > 10))` writes a file"},
    {"x6-03", "what printf prints is not followed"},
    {"x6-06", "to some shells `((x >= 20))` writes a file"},
    {"x6-11", "to some shells `((total += s))` runs a program"},
    {"x6-14", "a name may have a calculation run something"},
    {"x7-01", "a calculation may run what a variable holds"},
    {"x7-04", "code of Python"},
    {"x7-07", "commands of sqlite3 may run a shell"},
    {"x7-13", "code of JavaScript"},
    {"x9-05", "a filter of ss may have a host looked up"},
    {"x10-10", "settings of the project may name what cargo runs"},
};

// Labelled as more than looking. A search below a folder counts as one for secrets by its pattern alone.
const std::set<std::string, std::less<>> passes_all_the_same{"x4-05"};

BOOST_AUTO_TEST_CASE(of_the_lists_by_kind_nothing_but_looks_passes_and_no_look_is_lost) {
    const auto probe = standard_gate();
    for (const auto* const name :
         {"commands_by_kind", "commands_by_kind_2", "commands_by_kind_3", "commands_by_kind_4",
          "commands_by_kind_5", "commands_by_kind_6", "commands_by_kind_7", "commands_by_kind_8"}) {
        std::ifstream file(std::string(ASSENT_TEST_DATA "/").append(name).append(".jsonl"));
        BOOST_REQUIRE(file.good());
        for (std::string line; std::getline(file, line);) {
            const auto row = boost::json::parse(line).as_object();
            const std::string id(row.at("id").as_string());
            const std::string command(row.at("command").as_string());
            const bool looks = row.at("effect").as_string() == "looks" || passes_all_the_same.contains(id);
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

BOOST_AUTO_TEST_CASE(printf_calculates_only_what_it_prints_as_a_number) {
    all_pass(std::to_array<std::string_view>({
        "printf '%d files\\n' \"$(git ls-files | wc -l)\"",
        "printf '%-20s %5d\\n' src \"$(find src -name '*.ts' | wc -l)\"",
        "for d in src tests; do printf '%s\\t%d\\n' \"$d\" \"$(ls \"$d\" | wc -l)\"; done",
        "printf '%3d%%\\n' $((100 * 3 / 7))",
        "printf '%s=%d ' a 1 b 2 c 3; echo",
        "printf '%05.2f\\n' 3.14159",
        "printf '%x %o\\n' 255 8",
        "printf '%*s|\\n' 10 abc",
        "n=$(wc -l < README.md); printf 'lines: %d\\n' \"$n\"",
        "printf '%s exit %d\\n' \"last\" $?",
        "printf -- '%s\\t%d\\n' alpha 1 beta 2",
        "git ls-files | while read -r f; do printf '%6d %s\\n' 1 \"$f\"; done",
        "printf '100% done\\n'",
    }));
    none_passes(std::to_array<std::string_view>({
        "printf '%d\\n' \"$(cat n)\"",
        "printf '%d\\n' x",
        "printf '%s %d\\n' a \"$line\"",
        "while read -r a b; do printf '%s: %d\\n' \"$a\" \"$b\"; done < list",
        "printf '%s=%d ' a 1 2 b",
        "printf '%1$d\\n' \"$line\"",
        "printf '\\x25d\\n' \"$line\"",
        "printf '%y %d\\n' 1 2",
        "printf '%s %d\\n' $(ls | wc -l) \"$line\" 3",
        "printf '%d %s\\n' $(ls | wc -l) a",
        "printf '%*s\\n' \"$w\" x",
        "printf '%d\\n' \"$(wc -l < a 2>&1)\"",
        "printf '%d\\n' \"$(ls | wc -l; cat n)\"",
        "printf '%d\\n' \"$(ls | { cat n; wc -l; })\"",
        "printf '%d\\n' \"$(./count.sh)\"",
        "printf '%d\\n' \"$(ls | ./wc -l)\"",
        "printf '%d\\n' \"$(wc -l a)\"",
        "printf -v x '%d' 3",
        "printf \"$fmt\" 3",
        "printf '%(%F)T\\n' \"$x\"",
        "wc() { cat n; }; printf '%d\\n' \"$(ls | wc -l)\"",
    }));
}

BOOST_AUTO_TEST_CASE(hashes_of_commits_are_no_options_and_no_paths) {
    all_pass(std::to_array<std::string_view>({
        "git diff --stat \"$(git merge-base main HEAD)\"",
        "git log --oneline $(git merge-base origin/main HEAD)..HEAD",
        "git diff $(git merge-base main HEAD) --name-only | head -20",
        "git show --stat $(git rev-parse HEAD)",
        "git show --stat $(git rev-parse HEAD~2) -- src",
        "base=$(git merge-base main HEAD); git diff --stat \"$base\" HEAD",
        "base=$(git merge-base main HEAD) && git log --oneline \"$base\"..HEAD",
        "git diff --name-status \"$(git rev-parse --short HEAD~1)\" HEAD",
        "git log -1 --format=%s \"$(git rev-list --max-parents=0 HEAD)\"",
        "git cat-file -t $(git rev-parse --verify HEAD)",
        "git diff \"$(git merge-base main HEAD)\"...HEAD -- src/ 2>&1 | head -50",
        "for c in $(git rev-list -5 HEAD); do git show --stat \"$c\"; done",
    }));
    none_passes(std::to_array<std::string_view>({
        "git diff \"$(cat base.txt)\"",
        "git diff $(git rev-parse .env)",
        "git diff $(git rev-parse HEAD .env)",
        "git diff $(git rev-parse HEAD:.env)",
        "git diff $(git rev-parse --end-of-options HEAD)",
        "git diff $(git rev-parse --show-toplevel)",
        "git show $(git rev-parse --abbrev-ref HEAD)",
        "git show \"$(git rev-parse \"$x\")\"",
        "git diff $(git merge-base main HEAD 2>&1)",
        "git diff $(git merge-base main HEAD; cat x)",
        "git diff $(git merge-base main HEAD || echo .env)",
        "git diff $(git log --format=%h | head -1 < list)",
        "git show $(git log --format=%s)",
        "git show $(git rev-list --objects HEAD)",
        "git show $(git rev-list --format=%s HEAD)",
        "git show ../$(git rev-parse HEAD)",
        "git checkout $(git merge-base main HEAD)",
        "base=$(git merge-base main HEAD); git reset --hard \"$base\"",
        "base=$(cat base); git diff \"$base\"",
        "base=$(git merge-base main HEAD); base=$(cat x); git diff \"$base\"",
        "base=$(git merge-base main HEAD)x/../../y; git diff \"$base\"",
        "git diff $(./git rev-parse HEAD)",
    }));
}

BOOST_AUTO_TEST_CASE(what_is_fed_into_a_count_is_counted) {
    all_pass(std::to_array<std::string_view>({
        "git diff --name-only | while read -r f; do echo \"$(wc -l < \"$f\") $f\"; done",
        "git ls-files '*.ts' | while read f; do n=$(wc -l < \"$f\"); echo \"$n $f\"; done",
        "for f in src/*.ts; do echo \"$f: $(wc -l < \"$f\")\"; done",
        "wc -c < dist/app.js",
        "wc -l < .env",
        "wc -l < src/a.c 2>/dev/null",
        "git diff --name-only HEAD~1 | while read -r f; do wc -l < \"$f\"; done | sort -n",
        "find src -name '*.py' | while read -r f; do printf '%6d %s\\n' \"$(wc -l < \"$f\")\" \"$f\"; done",
        "for f in *.md; do printf '%s %d\\n' \"$f\" \"$(wc -w < \"$f\")\"; done",
        "git diff --name-only main...HEAD | while IFS= read -r f; do [ -f \"$f\" ] && wc -l < \"$f\"; done",
    }));
    none_passes(std::to_array<std::string_view>({
        "cat < \"$f\"",
        "git diff --name-only | while read -r f; do cat < \"$f\"; done",
        "{ cat; } < .env; wc -l",
        "{ cat; } < \"$f\"",
        "< .env cat $(wc -l)",
        "(cat; wc -l) < .env",
        "while read x; do echo \"$x\"; done < .env",
        "x=1 < .env; wc -l",
        "wc -l < /etc/shadow",
        "wc -l < ~/.ssh/id_rsa",
        "wc -l --files0-from=- < list",
        "wc -l < .env | cat - .env",
        "head -1 < .env",
        "sort < .env",
        "./wc -l < .env",
        "time cat < .env",
        "wc() { cat; }; wc -l < .env",
    }));
}

BOOST_AUTO_TEST_CASE(variables_that_hold_numbers_are_calculated_with) {
    all_pass(std::to_array<std::string_view>({
        "total=$(git ls-files | wc -l); echo $((total / 2))",
        "a=$(ls src | wc -l); b=$(ls tests | wc -l); echo \"sum $((a + b))\"",
        "a=$(ls src | wc -l); b=$(ls tests | wc -l); echo $(( b > 0 ? a * 100 / b : 0 ))%",
        "n=$(git rev-list --count HEAD); echo \"$((n - 1)) before\"",
        "n=$(wc -l < a.txt); [ \"$n\" -gt 100 ] && echo big",
        "n=$(git status --porcelain | wc -l); if [ \"$n\" -eq 0 ]; then echo clean; else echo \"$n "
        "changed\"; fi",
        "[ \"$(git ls-files | wc -l)\" -gt 500 ] && echo large",
        "if [[ $(git diff --name-only | wc -l) -gt 0 ]]; then git diff --stat; fi",
        "i=0; while [ $i -lt 3 ]; do echo \"$i\"; i=$((i + 1)); done",
        "n=$(nproc); echo $((n * 2))",
        "i=0; for f in src/*.ts; do i=$((i+1)); done; echo \"$i files\"",
        "n=$(wc -l < a.txt); tail -n $((n - 10)) a.txt | head -5",
        "cd src || exit 1; ls",
        "start=$(date +%s); ls; end=$(date +%s); echo \"took $((end - start))s\"",
        "lines=$(grep -c TODO src/app.ts); echo $((lines + 1))",
        "for f in src/*.go; do n=$(wc -l < \"$f\"); if [ \"$n\" -gt 300 ]; then echo \"$f $n\"; fi; done",
        "find src -name '*.ts' | while read -r f; do n=$(wc -l < \"$f\"); [ \"$n\" -gt 400 ] && echo \"$n "
        "$f\"; done | sort -rn",
        "sum=0; for f in src/*.ts; do n=$(wc -l < \"$f\"); sum=$((sum + n)); done; echo \"$sum\"",
        "for f in src/*.ts; do n=$(grep -c TODO \"$f\"); [ $n -gt 0 ] && echo \"$f\"; done",
        "for i in $(seq 1 5); do printf '%d ' \"$i\"; done",
        "for i in $(seq 3); do echo $((i * 2)); done",
        "if [ $(git rev-list --count HEAD..origin/main) -gt 0 ]; then echo behind; fi",
        "echo \"exit: $?\"; exit 0",
    }));
    none_passes(std::to_array<std::string_view>({
        "n=$(cat n); echo $((n + 1))",
        "n=$(ls | wc -l); n=$(cat x); echo $((n + 1))",
        "n=$(ls | wc -l); read n; echo $((n + 1))",
        "n=$(wc -l a); echo $((n + 1))",
        "n=$(grep -c x a b); echo $((n + 1))",
        "n=$(grep -c x *); echo $((n + 1))",
        "n=$(grep -rc x src); echo $((n + 1))",
        "n=$(grep -c \"$x\" a); echo $((n + 1))",
        "n=$(grep -Hc x a); echo $((n + 1))",
        "n=$(date +%s%N \"$x\"); echo $((n + 1))",
        "n=$(date \"$x\"); echo $((n + 1))",
        "for f in a b; do n=$(wc -l < \"$f\"); done; echo $((n + 1))",
        "for f in a b; do [ -f \"$f\" ] && n=$(wc -l < \"$f\"); echo $((n + 1)); done",
        "for f in a b; do n=$(cat \"$f\"); echo $((n + 1)); done",
        "for f in a b; do if [ -f \"$f\" ]; then n=$(wc -l < \"$f\"); fi; [ \"$n\" -gt 1 ] && echo x; done",
        "for i in $(seq -f 'a[%g]' 3); do echo $((i * 2)); done",
        "for i in $(cat list); do echo $((i * 2)); done",
        "for i in $(seq $n); do echo $((i * 2)); done",
        "for i in $(seq 3) $x; do echo $((i * 2)); done",
        "false && n=$(ls | wc -l); echo $((n + 1))",
        "n=$(ls | wc -l)x; echo $((n))",
        "n=$(git rev-list --count --left-right a...b); echo $((n + 1))",
        "n=$(git rev-list HEAD); echo $((n + 1))",
        "n=$(ls | wc -l) ./run; echo $((n + 1))",
        "n=$((m)); echo $((n + 1))",
        "i=0; while [ $i -lt 3 ]; do i=$((i + 1)); read i; done",
        "[ \"$(cat n)\" -gt 500 ] && echo large",
        "[ $(cat n) -gt 500 ] && echo large",
        "[ \"$m\" -gt 3 ]",
        "exit $((n))",
        "exit \"$(cat n)\"",
        "exit $code",
        "ulimit -n \"$n\"",
        "let \"x=$(cat n)\"",
    }));
}

BOOST_AUTO_TEST_CASE(folders_above_are_known_where_the_line_surely_is) {
    all_pass(std::to_array<std::string_view>({
        "cd src && ls && cd .. && ls",
        "cd /proj/src && ls && cd ../tests && ls",
        "cd src && ls && cd ../tests && wc -l *.ts | tail -1",
        "cd src/app && ls && cd ../.. && ls",
        "cd packages/core && cat package.json | head -20 && cd ../web && cat package.json | head -20",
        "cd src && ls | head -3 && cd .. && git status --short",
        "(cd src && ls) && cd tests && ls",
    }));
    none_passes(std::to_array<std::string_view>({
        "cd src; cd ../tests && ls",
        "cd src; cd .. && ls",
        "cd src || cd ../tests",
        "cd .. && ls",
        "cd src && cd ../../other && ls",
        "cd \"$d\" && cd .. && ls",
        "cd src && ls; cd ../tests && ls",
        "cd src | head && cd .. && ls",
        "(cd src && ls) | head && cd .. && ls",
        "{ cd src && ls; } | head && cd .. && ls",
        "cd src && ls | head || cd ../.. && ls",
        "cd src && ls | head; cd .. && ls",
        "cd src && ls & cd .. && ls",
        "cd src && ls | cd app && cd ../.. && ls",
    }));
}

BOOST_AUTO_TEST_CASE(what_lists_scripts_helps_and_facts_of_the_machine_only_tells) {
    all_pass(std::to_array<std::string_view>({
        "npm run",
        "npm run 2>/dev/null | head -40",
        "npm run --silent",
        "npm config get registry",
        "npm config get cache; npm root -g",
        "git help -a | head",
        "git help -g",
        "git help --all | grep worktree",
        "cat /proc/loadavg; ulimit -n",
        "ulimit -a",
        "cat /proc/vmstat | head; grep MemFree /proc/meminfo; cat /proc/swaps",
    }));
    none_passes(std::to_array<std::string_view>({
        "npm run build",
        "npm run -- build",
        "npm run build --if-present",
        "npm run --script-shell=./x",
        "npm config get //registry.npmjs.org/:_authToken",
        "npm config get _auth",
        "npm config get",
        "npm config list",
        "npm config set registry http://x",
        "npm config get registry cache",
        "git help log",
        "git help -w log",
        "git help",
        "cat /proc/self/environ",
        "cat /proc/1/environ",
        "cat /proc/self/mem",
        "cat /proc/[0-9]*/environ",
        "cat /proc/*/cmdline",
        "cat /proc/vmstat/../self/environ",
        "docker ps",
        "docker images",
    }));
}

BOOST_AUTO_TEST_CASE(sets_in_brackets_may_have_ranges) {
    all_pass(std::to_array<std::string_view>({
        "cat src/[a-m]*.py",
        "head -5 docs/[0-9]*.md",
        "ls [A-Z]*",
        "wc -l src/[a-c]*.ts",
        "grep -n TODO src/[a-z]*.go",
        "for f in src/[a-f]*.c; do head -3 \"$f\"; done",
        "cat src/[a-cx]*.{c,h}",
        "ls -la [a-z]*/[0-9]*.log",
        "tail -3 logs/app-202[4-6].txt",
        "diff src/[a-b].c",
        "grep -l foo src/[!_]*.py",
        "wc -l src/[^a-c]*.ts",
    }));
    none_passes(std::to_array<std::string_view>({
        "cat .[a-z]*",
        "cat [.]e*",
        "cat [a-z.]*",
        "cat [+-z]*",
        "cat [!a]*",
        "cat .[!.]*",
        "cat .e[a-z]v",
        "cat ../[a-z]*",
        "cat id_[a-z]*",
        "cat /etc/[a-z]*",
        "cat src/[[:alpha:]]*",
        "cat src/[z-a]*",
        "cat src/[a-Z]*.c",
        "cat *.[p-q]em",
        "rm src/[a-m]*.py",
    }));
}

BOOST_AUTO_TEST_CASE(lines_of_a_file_are_told_of_in_git_log) {
    all_pass(std::to_array<std::string_view>({
        "git log -L '/^export/,/^}/:src/config.ts' -n 5",
        "git log -L 10,+20:src/app.ts --oneline",
        "git log -L ':parseConfig:src/config.ts' -s",
        "git blame -L '/^def main/,+10' src/main.py",
        "git --no-pager log -L1,5:README.md -1",
        "git log -L '/a:b/,/c\\/d/:src/a.c'",
        "git log -L '^/int main/,/^}/:src/main.c'",
        "git log -L5,:src/app.go -n 3",
        "git log -s -L 1,10:a.c -L 3,4:b.c",
        "git show -L '/x/,+3:a.ts' HEAD",
    }));
    none_passes(std::to_array<std::string_view>({
        "git log -L 1,5:.env",
        "git log -L :x:.env",
        "git log -L ':a\\:b:.env'",
        "git log -L '/a/,/b/:.env.production'",
        "git log -L 1,5:../x",
        "git log -L 1,5:/etc/passwd",
        "git log -L \"$l\"",
        "git log -L \"1,5:$f\"",
        "git log -L '/a:.env'",
    }));
}

BOOST_AUTO_TEST_CASE(what_only_lists_the_names_that_it_is_given_reads_nothing) {
    all_pass(std::to_array<std::string_view>({
        "fd -e rs . src tests -X wc -l",
        "fd . src -t f -x basename",
        "fd -e ts . src -x wc -l {}",
        "find src -regex '.*\\.rs' -exec wc -l {} +",
        "find tests -name '*_test.go' -print0 | xargs -0 grep -lZ 't.Parallel()' | xargs -0 -n1 basename",
        "git ls-files | xargs grep -l TODO | xargs -n1 dirname | sort -u",
        "find . -name '*.go' | xargs grep -l panic | xargs wc -l",
        "rg -l TODO src | xargs -n1 dirname | sort | uniq -c",
        "git ls-files '*.py' | xargs grep -L 'import os' | head",
        "fd . src | xargs wc -l | tail -1",
        "git ls-files | while read -r f; do [ -f \"$f\" ] && echo \"$(basename \"$f\")\"; done",
    }));
    none_passes(std::to_array<std::string_view>({
        "fd . src -X cat",
        "fd . src -x wc -l \\; -x cat",
        "fd . / -X wc -l",
        "fd . src -X wc -l --files0-from=x",
        "fd . src -X sh",
        "fd . src | xargs wc -l | xargs cat",
        "find . -regex '.*' -exec wc -l {} + -exec cat {} +",
        "find / -name '*.go' | xargs grep -l x | xargs basename",
        "cat list | xargs grep -l TODO | xargs cat",
        "find . -name '*.go' | xargs -d. grep -l x | xargs cat",
        "find . -name '*.go' | xargs grep -l x /etc/passwd | xargs cat",
        "find . -name '*.go' | xargs -a list grep -l x | xargs cat",
        "find . -name '*.go' | xargs grep -l x < list | xargs cat",
        "find . -type f | xargs grep -h x | xargs cat",
        "find . -type f | xargs grep -rl x | xargs cat",
        "find . -name '*.go' | xargs -I{} grep -l x ../{} | xargs cat",
        "find . -name '*.c' | xargs grep -lf pats | xargs rm",
        "printf '%s\\n' /etc/passwd | xargs grep -l root | xargs cat",
        "ls | xargs grep -lZ x | xargs -0 sh",
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
        // What feeds a program that takes no input may be anything.
        "f | find . -exec cat {} +",
        "./build.sh | find . -exec head {} +",
        "ls | f | find . -exec cat {} +",
        "$x | find . -exec cat {} +",
        "f|fd -x cat",
        "f(){ ls; }; f | find . -exec cat {} \\;",
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

BOOST_AUTO_TEST_CASE(braces_in_a_glob_for_a_program_are_words) {
    all_pass(std::to_array<std::string_view>({
        "rg -g '*.{ts,tsx}' useEffect src",
        "rg --glob '!{a,b}/**' x src",
        "rg -n --glob='*.{yml,yaml}' image: deploy",
        "rg --files -g '*.{md,mdx}' docs | sort",
        "rg -g '{src,lib}/**/*.rs' unsafe",
        "grep -rn --include='*.{js,ts}' require src",
        "git grep -n TODO -- ':(glob)src/**/*.{js,jsx}'",
        "fd -g '*.{png,svg}' assets",
    }));
    none_passes(std::to_array<std::string_view>({
        "rg -g '*.{env,ts}' x",
        "rg -g '*.{e,t}nv' x",
        "rg -g '.{env,ts}' x .",
        "rg -g '.en{u..w}' x",
        "rg -g '.e{n{v,w},x}' x",
        "rg -g '*.\\{env,x}' x",
        "rg -g '*.{en[v],ts}' x",
        "rg -g 'id_{rsa,dsa}' x",
        "rg --hidden -g '*{.env,x}*' x",
        "rg -g '*.{,e}nv' x",
        "grep -r --include='*.{pem,env}' x .",
        "git grep x -- '*.{env,pem}'",
        "fd -g '*.{ts,tsx}' -x sed -n 1w{/.}",
    }));
}

BOOST_AUTO_TEST_CASE(what_gets_names_of_files_is_read_as_it_is_written) {
    all_pass(std::to_array<std::string_view>({
        "find src -name '*.ts' -print0 | xargs -0 sed -n '1,5p'",
        "find src -name '*.ts' -print0 | sort -z | xargs -0 awk 'END {print NR}'",
        "find . -name '*.go' -exec awk '/^func/ {n++} END {print FILENAME, n}' {} +",
        "find src -name '*.md' | xargs -I{} sh -c 'echo ok'",
        "find src -name '*.c' -exec sh -c '{ echo ok; }' \\;",
        "sort -u <(git log --format=%an) | wc -l",
        "awk 'NR==FNR {a[$1]; next} $1 in a' <(cut -d' ' -f1 x.txt) y.txt",
        "git log --oneline --author=\"$USER\"",
        "sort -- *.md",
        "DIR=src; ls \"$DIR/components\"",
        "find src -name \"$NAME\" -type f",
        "du -sh .[!.]* *",
        "ls -d .[!.]*",
        "while read -r n; do find src -name \"*$n*\"; done < names.txt",
        "for i in {1..5}; do sed -n \"${i}p\" notes.txt; done",
        "for i in $(seq 3 6); do sed -n \"${i}p\" notes.txt; done",
        "cat \"$(pwd)/README.md\"",
        "ls $(pwd)/src | head",
        "SRC_DIR=src/api; grep -rn x \"$SRC_DIR\" \"$SRC_DIR/a.ts\" | head -3; ls $SRC_DIR",
    }));
    none_passes(std::to_array<std::string_view>({
        // A name with a blank, a quote or a line end in it, and what nobody has seen.
        "find src -name '*.ts' | xargs sed -n 1p",
        "find src -name '*.ts' | xargs -I{} sed -n 1p {}",
        "rg -l hello src | xargs -d '\\n' sort",
        "rg -l hello src | xargs -I{} sort {}",
        "for f in $(find src -name '*.ts'); do sed -n 1p \"$f\"; done",
        "find src -name '*.ts' | while read -r f; do sed -n 1p \"$f\"; done",
        "sort *.md",
        // More than that is done.
        "find src -name '*.ts' -print0 | xargs -0 sed -n '1w out'",
        "find src -name '*.ts' -print0 | xargs -0 sed -n",
        "find src -name '*.ts' -print0 | xargs -0 awk -f",
        "find src -name '*.ts' -print0 | tail -c 9 | xargs -0 sed -n 1p",
        "find src -name '*.ts' -printf '%f\\0' | xargs -0 sed -n 1p",
        "find $D -name '*.ts' -print0 | xargs -0 sed -n 1p",
        "find src -name '*.ts' -exec awk '{print}{}' \\;",
        "find src -name '*.ts' -exec awk '{print > \"x\"}' {} +",
        "find src -name '*.c' -exec sh -c '{ rm x; }' \\;",
        "find src -name '*.c' -exec sh -c '{ cat \"$1\"; }' _ {} \\;",
        "find src -name '*.md' | xargs -I{} -n1 sh -c 'echo ok'",
        "find src -name '*.md' | xargs -I{} sh -c 'cat {}'",
        "find src -name '*.md' | xargs -I{} sh",
        "find src -name '*.md' | xargs -Ip awk '{print}'",
        "find src -name '*.md' | xargs -I '{' awk '{print}'",
        "find src -name '*.md' | xargs --replace=p awk '{print}'",
        "sort -o <(ls) a.txt",
        "sort <(cat .env)",
        "git log --output=\"$USER\"",
        "git log --author=$USER",
        "git log \"--$USER=x\"",
        "sort \"$USER\" -- a.txt",
        "rg -- \"$USER\" .env",
        "DIR=src; unset DIR; cat \"$DIR/etc/passwd\"",
        "false && DIR=src; cat \"$DIR/etc/passwd\"",
        "DIR=src | cat \"$DIR/etc/passwd\"",
        "DIR=src; bash -c 'cat \"$DIR/etc/passwd\"'",
        "F=-oout; sort $F a.txt",
        "LINES=src; cat \"$LINES/etc/passwd\"",
        "find src -name \"$NAME\" | xargs cat",
        "cat .[!.]*",
        "ls .[!a]*",
        "ls .[^.]*",
        "ls .[!.]*/../x",
        "find src -name \"$NAME\" -delete",
        "find src -name $NAME",
        "find \"$NAME\" -name x",
        "find src -fprint \"$NAME\"",
        "find src -nme \"$NAME\"",
        "for i in {1..3}; do sed -n \"${i}w out\" notes.txt; done",
        "for i in $(seq 3); do sort -o \"$i\" a.txt; done",
        "cat \"$(pwd)/.env\"",
        "cat \"$(pwd)/../x\"",
        "cat \"$(pwd)-old/x\"",
        "cd /etc; cat \"$(pwd)/passwd\"",
        "pwd() { echo /etc; }; cat \"$(pwd)/passwd\"",
        "cat \"$(./pwd)/passwd\"",
        "cat \"$(pwd; echo /x)/passwd\"",
    }));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::harmless_commands_test
