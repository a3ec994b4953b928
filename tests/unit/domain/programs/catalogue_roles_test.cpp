// One row says all: what a deny rule sees through, the guard, the risk and lint see, too. A new row is tested
// by being there.
#include "unit/domain/decide/guard_samples.hpp"
#include "unit/domain/rules/rule_samples.hpp"

#include <assent/domain/programs/program_use.hpp>
#include <programs/catalogue.hpp>

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace assent::programs::catalogue_roles_test {
namespace {

// Each name of a row that runs the program among its operands, with the words that come before that one.
std::vector<std::string> wrappers() {
    std::vector<std::string> commands;
    for (const auto& family : families())
        for (const auto& row : family.rows) {
            std::string before;
            bool runs = false;
            std::string_view operands = row.operands;
            while (!operands.empty() && !runs) {
                const auto token = operands.substr(0, operands.find(' '));
                operands.remove_prefix(std::min(token.size() + 1, operands.size()));
                runs = token == "program" || token == "either" || token == "shells" || token == "shell*";
                if (!runs && token != "assign") before += " x";
            }
            if (!runs) continue;
            for (const auto& name : names_of(row)) commands.push_back(name + before);
        }
    return commands;
}

rule_match caught(const std::string& command) {
    return match(make_rule(rule_behavior::deny, "Bash", R"({"command":"rm *"})"), "Bash",
                 json_object{{"command", command}});
}

BOOST_AUTO_TEST_SUITE(catalogue_roles_test)

BOOST_AUTO_TEST_CASE(what_runs_another_program_hides_it_from_nobody) {
    const auto all = wrappers();
    BOOST_TEST_MESSAGE(all.size() << " names that run others, 5 roles");
    BOOST_TEST(all.size() > 200);
    for (const auto& wrapper : all) BOOST_TEST_CONTEXT(wrapper) {
            BOOST_TEST((caught(wrapper + " rm z") != rule_match::no));
            BOOST_TEST((caught(wrapper + " ls") != rule_match::yes));
            BOOST_TEST(guarded_text("cd /e && " + wrapper + " git status") != "");
            BOOST_TEST(guarded_text(wrapper + " $X") != "");
            BOOST_TEST(guarded_text(wrapper + " sort -o f g") != "");
            BOOST_TEST(has_factor(of_command(wrapper + " rm z"), "destructive_command"));
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::programs::catalogue_roles_test
