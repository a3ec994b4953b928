// The rule that a question offers beside that for the very words.
#include <assent/domain/lint/rule_lint.hpp>

#include <assent/domain/call/json.hpp>
#include <assent/domain/call/tool_call.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace assent::wider_rule_test {
namespace {

BOOST_AUTO_TEST_SUITE(wider_rule_test)

std::string wider(std::string_view tool, json_object input, std::string_view folder = "/home/ann/shop") {
    const judgement_basis::pointer basis = judgement_basis::make(policy::standard()).value();
    const auto kept = make_input(std::move(input));
    const auto rule = wider_rule({.tool_name = tool, .input = *kept, .cwd = folder}, *basis);
    return rule ? rule->text() : "none";
}

BOOST_AUTO_TEST_CASE(what_says_what_is_done_stays_and_other_words_may_follow) {
    struct {
        std::string_view command, rule;
    } const rows[]{
        {"npm run test", "Bash(npm run test *)"}, {"npm run test -- --watch=false", "Bash(npm run test *)"},
        {"git add src", "Bash(git add *)"},       {"gh pr view 12", "Bash(gh pr view *)"},
        {"git log --oneline", "Bash(git log *)"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.command) {
            BOOST_TEST(wider("Bash", {{"command", row.command}}) == row.rule);
        }
}

BOOST_AUTO_TEST_CASE(there_is_none_where_each_word_has_to_be_seen) {
    for (const std::string_view command : {"make",
                                           "npm run -s test",
                                           "rm a",
                                           "git push",
                                           "git reset --hard",
                                           "curl https://x.org",
                                           "pip install x",
                                           "npm install",
                                           "cp a b",
                                           "mv a b",
                                           "python3 -c 'x'",
                                           "python3 x.py",
                                           "sudo ls",
                                           "ssh host ls",
                                           "env",
                                           "never-heard-of x",
                                           "npx never-heard-of x",
                                           "npm test && ls",
                                           "npm test > log",
                                           "X=1 npm test",
                                           "cd sub && make lint",
                                           "bash run.sh",
                                           "xargs ls",
                                           "find . -delete",
                                           "sed -i s/a/b/ x",
                                           "npx prisma migrate reset",
                                           "terraform apply",
                                           "docker run x",
                                           "$x",
                                           "git commit -m x"})
        BOOST_TEST_CONTEXT(command) { BOOST_TEST(wider("Bash", {{"command", command}}) == "none"); }
}

BOOST_AUTO_TEST_CASE(edits_are_those_of_the_working_directory) {
    const auto edit = [](std::string_view path) {
        return wider("Edit", {{"file_path", path}, {"old_string", "a"}, {"new_string", "b"}});
    };
    BOOST_TEST(edit("/home/ann/shop/src/a.c") == "Edit(/home/ann/shop/**)");
    BOOST_TEST(edit("src/a.c") == "Edit(/home/ann/shop/**)");
    for (const std::string_view path :
         {"/etc/x", "../x", "/home/ann/shop/../x", "/home/ann/shop", "/home/ann/shopx/a", "~/x"})
        BOOST_TEST_CONTEXT(path) { BOOST_TEST(edit(path) == "none"); }
    BOOST_TEST(wider("Read", {{"file_path", "/home/ann/shop/a"}}) == "none");
    BOOST_TEST(wider("Edit", {{"file_path", "/home/ann/a"}, {"old_string", "a"}, {"new_string", "b"}},
                     "/home/ann") == "none");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::wider_rule_test
