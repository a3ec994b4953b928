#include <assent/domain/programs/program_use.hpp>
#include <programs/small_languages.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::programs {
namespace {

// The words that are asked about.
std::string verdict(std::string_view command) {
    const shell_runs runs(command);
    const program_use use(runs[0]);
    if (!use.known()) return "unknown program";
    std::string words;
    for (const auto each : use.doubtful())
        words += (words.empty() ? "" : " ") + std::string(runs[0][each].text);
    return words.empty() ? "covered" : words;
}

BOOST_AUTO_TEST_SUITE(program_use_test)

BOOST_AUTO_TEST_CASE(a_use_is_covered_as_far_as_its_row_knows_it) {
    struct {
        const char* command;
        const char* verdict;
    } const rows[]{
        {"sort -rn -k 2 f", "covered"},
        {"sort -rnk2 f", "covered"},
        {"sort --key=2 f", "covered"},
        {"sort -o out f", "-o out"},
        {"sort f -oout", "-oout"},
        {"sort --output out f", "--output out"},
        {"sort --outp=out f", "--outp=out"},
        {"sort -r -- -o", "covered"},
        {"sort -$X f", "-$X"},
        {"sort $X", "covered"},
        {"sort {-o,x}", "{-o,x}"},
        {"head -20 f", "covered"},
        {"uniq a", "covered"},
        {"uniq a b", "b"},
        {"uniq a b c", "b c"},
        {"grep -e x f", "covered"},
        {"cp a b c", "covered"},
        {"tree -o f", "-o f"},
        {"find . -name '*.c' -type f", "covered"},
        {"find . -delete", "-delete"},
        {"find . -fprint x", "-fprint x"},
        {"tar tzf x.tar", "covered"},
        {"timeout 5 sort -o x", "covered"},
        {"git status --short", "covered"},
        {"find -- . -delete", "-delete"},
        {"npm run build --script-shell=./x", "--script-shell=./x"},
        {"npm run build -- --script-shell=./x", "covered"},
        {"gh alias set x '!rm z'", "set x !rm z"},
        {"npm docs --browser=./x", "--browser=./x"},
        {"npm install --script-sh ./x", "--script-sh ./x"},
        {"go build -ldflags=-extld=./x .", "-ldflags=-extld=./x"},
        {"gcc -fmodule-mapper='|./x' a.cc", "-fmodule-mapper=|./x"},
        {"gcc -O2 -Wall -fPIC -c a.c -o a.o", "covered"},
        {"cppcheck --addon=./x.py src", "--addon=./x.py"},
        {"sysctl kernel.x=1", "kernel.x=1"},
        {"psql -c 'select count(*) from t'", "covered"},
        {"psql -c 'insert into t (a) values (1)'", "-c insert into t (a) values (1)"},
        {"sqlite3 x.db .tables", "covered"},
        {"sqlite3 x.db 'select load_extension(1)'", "select load_extension(1)"},
        {"chmod +x run.sh", "covered"},
        {"chmod 777 run.sh", "777"},
        {"docker ps -a", "covered"},
        {"docker run -it --rm -v /:/h image sh", "-v"},
        {"git log -5 --oneline -Sneedle", "covered"},
        {"git branch -f x HEAD~3", "-f"},
        {"git log --outp=f", "--outp=f"},
        {"git diff --text", "covered"},
        {"git frobnicate", "frobnicate"},
        {"git -c a=b status", "-c a=b"},
        {"nobody-knows-it -x", "unknown program"},
    };
    for (const auto& [command, expected] : rows)
        BOOST_TEST(verdict(command) == expected, command << ": " << verdict(command));
}

BOOST_AUTO_TEST_CASE(a_script_of_sed_only_looks_where_all_of_it_is_known) {
    for (const auto* const script :
         {"s/a/b/g", "1,5p", "$d", "/x/,/y/{s|a|b|;p}", ":a;N;$!ba;s/\\n/ /g", "/a/!d", "5q"})
        BOOST_TEST(!sed_script_reaches_out(script), script);
    for (const auto* const script :
         {"1e rm x", "s/a/b/e", "s/a/b/w f", "w f", ":a e rm x", ":x;tx e rm x", "v 4.2 w f"})
        BOOST_TEST(sed_script_reaches_out(script), script);
}

BOOST_AUTO_TEST_CASE(a_program_of_awk_only_looks_where_all_of_it_is_known) {
    for (const auto* const program :
         {"{print $1}", "$3 > 5", "/a|b/ {n++} END {print n}", "{print ($1 > 5)}", "{print \"a > b | c\"}",
          "NR==1 || /x/", "{x = $1 / 2; print x}", "BEGIN {FS = \":\"} {printf \"%s\\n\", $1}"})
        BOOST_TEST(!awk_program_reaches_out(program), program);
    for (const auto* const program :
         {"{print > \"f\"}", "{print \"};\" > \"f\"}", "{print $1 \";\" > \"f\"}",
          "{print \"x\\n}\" | \"sh\"}", "BEGIN {system(\"x\")}", "{\"x\" | getline}",
          "BEGIN{f=\"sys\" \"tem\"; @f(\"x\")}", "{while ((getline l < \"f\") > 0) print}", "/unclosed"})
        BOOST_TEST(awk_program_reaches_out(program), program);
}

BOOST_AUTO_TEST_CASE(a_filter_of_jq_that_shows_the_environment_says_so) {
    BOOST_TEST((jq_filter_does(".a.env | .b") == effect::reads));
    BOOST_TEST((jq_filter_does("env.TOKEN") == effect::secrets));
    BOOST_TEST((jq_filter_does("$ENV.TOKEN") == effect::secrets));
    BOOST_TEST((jq_filter_does("include \"m\"; f") == effect::loads));
}

// Builds, packages, interpreters and what runs others: an option that the manual does not name may do
// anything.
BOOST_AUTO_TEST_CASE(what_the_manual_of_a_build_or_a_wrapper_does_not_name_is_not_known) {
    for (const auto* const program :
         {"make",        "cmake",       "ctest",       "ninja",    "gcc",        "clang",     "cargo build",
          "cargo tree",  "go build",    "go list",     "mvn",      "gradle",     "java",      "javac",
          "javap",       "pytest",      "jest",        "vitest",   "mocha",      "eslint",    "prettier",
          "ruff check",  "tsc",         "mypy",        "pylint",   "shellcheck", "gofmt",     "pkg-config",
          "npm ls",      "npm install", "npm test",    "npx",      "yarn add",   "pip list",  "pip install",
          "uv run",      "poetry add",  "apt install", "apt list", "dpkg",       "gem list",  "brew list",
          "bundle exec", "python3",     "node",        "ruby",     "perl",       "lua",       "bash",
          "deno test",   "bun test",    "vim",         "env",      "nice",       "timeout 5", "xargs",
          "stdbuf",      "sudo",        "nohup",       "time",     "watch",      "strace",    "flock f",
          "parallel",    "valgrind",    "firejail",    "fakeroot"})
        for (const auto* const option : {"--zzz", "--zzz=/x", "-,zz", "-,"}) {
            const std::string command = std::string(program) + ' ' + option;
            BOOST_TEST(verdict(command) != "covered", command);
        }
    struct {
        const char* command;
        const char* verdict;
    } const rows[]{
        {"pkg-config --cflags --libs zlib", "covered"},
        {"pkg-config -log-file=x zlib", "-log-file=x"},
        {"pkg-config --log-file=x zlib", "--log-file=x"},
        {"gcc -DX=1 -Iinc -Wall -std=c11 -march=native -o a a.c -lm", "covered"},
        {"gcc -fplugin-arg-x=y a.c", "-fplugin-arg-x=y"},
        {"gcc -Wl,-plugin,x.so a.c", "-Wl,-plugin,x.so"},
        {"gcc -Tx.ld a.c", "-Tx.ld"},
        {"cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug", "covered"},
        {"cmake -B build -DCMAKE_C_COMPILER=./x", "-DCMAKE_C_COMPILER=./x"},
        {"cmake -B build -DCMAKE_PROJECT_INCLUDE=x", "-DCMAKE_PROJECT_INCLUDE=x"},
        {"cmake --build build -j8", "covered"},
        {"ctest -j4 --output-on-failure", "covered"},
        {"ctest -S x.cmake", "-S x.cmake"},
        {"mvn -q -DskipTests -Dtest=A test", "covered"},
        {"mvn exec:exec -Dexec.executable=rm", "-Dexec.executable=rm"},
        {"gradle test --tests A -Pa=b", "covered"},
        {"gradle -I x test", "-I x"},
        {"gradle -Dorg.gradle.java.home=x test", "-Dorg.gradle.java.home=x"},
        {"java -Xmx1g -XX:+UseG1GC -Da=b Main", "covered"},
        {"java -XX:OnError=./x Main", "-XX:OnError=./x"},
        {"javac -Xlint:all -d out A.java", "covered"},
        {"javac -Xplugin:x A.java", "-Xplugin:x"},
        {"cargo test -p core --features a -- --nocapture", "covered"},
        {"cargo test --config x", "--config x"},
        {"pytest -xvs --tb=short -k a tests", "covered"},
        {"pytest -p x tests", "-p x"},
        {"pytest -c x tests", "-c x"},
        {"jest --coverage src", "covered"},
        {"jest --config=x src", "--config=x"},
        {"jest --reporters=default src", "covered"},
        {"jest --reporters=./x src", "--reporters=./x"},
        {"jest --seed -c x src", "--seed -c"},
        {"tox -p -c x", "-c x"},
        {"vitest run --coverage", "covered"},
        {"vitest --reporter=./x.js", "--reporter=./x.js"},
        {"mocha --require x test", "--require x"},
        {"eslint --fix --ext .ts -f stylish src", "covered"},
        {"eslint -f ./x.js src", "-f ./x.js"},
        {"eslint -c x src", "-c x"},
        {"prettier --check src", "covered"},
        {"prettier --plugin=x src", "--plugin=x"},
        {"ansible-lint -q play.yml", "covered"},
        {"ansible-lint -r ./x play.yml", "-r ./x"},
        {"npm ls --depth=0 --json", "covered"},
        {"npm test -- --watchAll=false", "covered"},
        {"npm install -D jest --legacy-peer-deps", "covered"},
        {"npm install --node-options=-rx", "--node-options=-rx"},
        {"pip list --format=json --user", "covered"},
        {"pip list --log=f", "--log=f"},
        {"pip install -q -r requirements.txt", "covered"},
        {"deno test a.ts --preload x", "--preload x"},
        {"php -f a.php -d auto_prepend_file=x", "-d auto_prepend_file=x"},
        {"perl -F -e x", "-e x"},
        {"strace -E LD_PRELOAD=x ls", "-E"},
        {"nano -s rm f", "-s rm"},
        {"dpkg -l", "covered"},
        {"dpkg -i x.deb", "-i"},
    };
    for (const auto& row : rows)
        BOOST_TEST(verdict(row.command) == row.verdict, row.command << ": " << verdict(row.command));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs
