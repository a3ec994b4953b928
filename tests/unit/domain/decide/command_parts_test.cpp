#include <assent/domain/decide/command_effect.hpp>
#include <assent/domain/shell/shell_command.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::command_parts_test {
namespace {

// Of each simple command: `l` it only looks, `d` it does more, `R` it passes by a rule only. "-": no parts.
std::string parts_of(std::string_view command) {
    const shell_runs runs(command);
    const command_facts facts(runs, "/proj");
    repository_readings repositories;
    for (auto& folder : repository_folders(facts)) repositories.push_back({std::move(folder), std::string()});
    const command_effect effect(facts, {.repositories = &repositories});
    std::string letters;
    for (const auto& part : parts_of(facts, effect, shell_command(command)))
        letters += !part.may_pass ? 'R' : part.does.none() ? 'l' : 'd';
    return letters.empty() ? "-" : letters;
}

struct expected_parts {
    std::string_view command;
    std::string_view parts;
};

void check(const auto& table) {
    for (const auto& row : table) BOOST_TEST_CONTEXT(row.command) {
            BOOST_TEST(parts_of(row.command) == row.parts);
        }
}

BOOST_AUTO_TEST_SUITE(command_parts_test)

BOOST_AUTO_TEST_CASE(what_only_looks_may_pass_beside_what_a_rule_covers) {
    const expected_parts table[] = {
        {"npm test 2>&1 | tail -20", "dl"},   {"git status && npm test", "ld"},
        {"cd sub && npm test", "ld"},         {"ls; npm test || echo no", "ldl"},
        {"npm test | grep x | wc -l", "dll"},
    };
    check(table);
}

BOOST_AUTO_TEST_CASE(what_feeds_orders_or_what_nobody_knows_passes_by_a_rule_only) {
    const expected_parts table[] = {
        {"cat x | npm test", "ld"},   {"cat x | go test ./...", "ld"}, {"cat x | pytest -q", "ld"},
        {"cat x | unknown", "Rd"},    {"cat x | make all", "Rd"},      {"cat x | bash", "-"},
        {"cat x | python3 -", "-"},   {"cat x | nc host 80", "Rd"},    {"cat x | yarn test", "ld"},
        {"cat x | yarn start", "Rd"}, {"cat x | bun test", "ld"},
    };
    check(table);
}

BOOST_AUTO_TEST_CASE(a_folder_that_the_line_may_have_made_is_not_gone_to) {
    const expected_parts table[] = {
        {"ln -s / up && cd up && npm test", "dRR"},
        {"mkdir a && cd a/b && npm test", "dRd"},
        {"mkdir a && cd sub && npm test", "dRd"},
    };
    check(table);
}

// What it reads may have been put there by the line itself.
BOOST_AUTO_TEST_CASE(behind_what_brings_links_along_nothing_only_looks) {
    const expected_parts table[] = {
        {"ln -s .. up && cat up/y", "dd"},
        {"ln -s /home/me/.ssh k; cat k/id_rsa", "dd"},
        {"tar xf a.tar && cat x", "dd"},
        {"tar tf a.tar && cat x", "ll"},
        {"tar czf a.tgz src && ls -l a.tgz", "dl"},
        {"tar xf a.tar && pwd", "dl"},
        {"unzip a.zip && cat notes/x", "dd"},
        {"unzip -l a.zip; cat x", "ll"},
        {"7z x a.7z && cat x", "dd"},
        {"patch -p1 -i p && cat x", "dd"},
        {"git apply p && cat x", "dd"},
        {"git pull && cat x", "dd"},
        {"git pull && git log", "dl"},
        {"git checkout b && cat x", "dd"},
        {"git stash pop; head x", "dd"},
        {"git clone u d && cat d/x", "dd"},
        {"git mv a b && cat b/x", "dd"},
        {"git mv a b && cat c", "dl"},
        {"cp -r d e && cat e/k", "dd"},
        {"cp -a d ./e/; cat e/k", "dd"},
        {"cp -r d e && cat f", "dl"},
        {"cp a b && cat b", "dl"},
        {"mv d e && cat e/k", "dd"},
        {"mv d e && ls", "dl"},
        {"rsync -a d/ e/ && cat e/k", "dd"},
        {"npm test | tee out.log; tail out.log", "ddl"},
        {"mkdir -p x && ls x/y", "dl"},
    };
    check(table);
}

BOOST_AUTO_TEST_CASE(what_changes_the_shell_has_no_parts_that_could_pass) {
    const expected_parts table[] = {
        {"export X=y && ls", "-"}, {"set -x; ls", "-"},   {". ./e; ls", "-"},
        {"trap x EXIT; ls", "-"},  {"umask 0; ls", "dR"}, {"umask -S; ls", "ll"},
    };
    check(table);
}

BOOST_AUTO_TEST_CASE(one_command_or_a_text_that_is_not_plain_has_no_parts) {
    const expected_parts table[] = {
        {"npm test", "-"},           {"npm test &", "-"},
        {"(npm test); ls", "-"},     {"npm(){ x; }; npm test", "-"},
        {"npm test > out; ls", "-"},
    };
    check(table);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::command_parts_test
