#include <assent/domain/programs/program_use.hpp>

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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs
