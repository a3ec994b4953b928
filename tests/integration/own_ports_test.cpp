// A gate that an embedder makes decides as the program does with the same policy.
#include "program.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace own_ports_test {
namespace {

using assent::test::run;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;
namespace json = boost::json;

struct row {
    const char* decided;
    const char* tool;
    json::object input;
};

// What the callback of each example says of what is asked.
struct example {
    const char* program;
    const char* asked_of_callback;
};
constexpr example examples[] = {{ASSENT_OWN_PORTS, "only npm, and reading"},
                                {ASSENT_POLICY_FILE, "only npm, and what the policy allows"}};

constexpr const char* policy_text = R"json({
    "always_safe": true,
    "rules": {"allow": ["Write(~/shop/**)"], "deny": ["Bash(npm publish *)", "Path(~/.ssh/**)"]},
    "where": [{"folder": "~/shop", "allow": ["Bash(make *)"]}, {"folder": "~/other", "allow": ["Bash(tar *)"]}],
    "examples": [{"tool": "Bash", "input": {"command": "npm test"}, "expect": "ask"}]
})json";

// The answers to all questions, by their ids: `allow`, or `deny` and why.
std::map<std::string, std::string> answers_of(const std::string& lines) {
    std::map<std::string, std::string> found;
    for (std::size_t at = 0, end; (end = lines.find('\n', at)) != lines.npos; at = end + 1) {
        const auto line = json::parse(lines.substr(at, end - at));
        const auto& told = line.at("response");
        std::string said(told.at("response").at("behavior").as_string());
        if (const auto* const why = told.at("response").as_object().if_contains("message"))
            said.append(": ").append(why->as_string());
        found[std::string(told.at("request_id").as_string())] = said;
    }
    return found;
}

// A home with a project, and a link in it to what lies elsewhere.
struct home {
    home() {
        fs::create_directories(at.file("shop"));
        write_file(at.file(".ssh/id_rsa"), "secret");
        fs::create_symlink(at.file(".ssh/id_rsa"), at.file("shop/notes.txt"));
        write_file(policy, policy_text);
    }
    [[nodiscard]] surroundings around(const std::string& executable) const {
        return {.executable = executable, .environment = {{"HOME", at.path()}}, .folder = at.file("shop")};
    }

    temporary_folder at;
    std::string policy = at.file("shop/policy.json");
};

BOOST_AUTO_TEST_SUITE(own_ports_test)

BOOST_AUTO_TEST_CASE(a_program_of_ones_own_decides_as_serve_does_with_the_same_policy) {
    const home in;
    const std::vector<row> rows{
        {"allow", "Bash", {{"command", "npm test"}}},
        {"deny", "Bash", {{"command", "npm publish now"}}},
        {"allow", "Bash", {{"command", "ls -l"}}},
        {"allow", "Bash", {{"command", "git status"}}},
        {"deny", "Bash", {{"command", "cat notes.txt"}}},  // the link is followed
        {"deny", "Read", {{"file_path", in.at.file("shop/notes.txt")}}},
        {"allow", "Bash", {{"command", "make all"}}},  // the folder is this one
        {"ask", "Bash", {{"command", "tar xf a.tar"}}},
        {"allow", "Write", {{"file_path", in.at.file("shop/a.c")}, {"content", "x"}}},
        {"ask", "Write", {{"file_path", in.policy}, {"content", "{}"}}},  // what decides is not the agent's
        {"ask", "Bash", {{"command", "curl example.org"}}},
    };
    std::string questions;
    for (std::size_t i = 0; i < rows.size(); ++i)
        questions += json::serialize(json::object{{"type", "control_request"},
                                                  {"request_id", std::to_string(i)},
                                                  {"request",
                                                   {{"subtype", "can_use_tool"},
                                                    {"tool_name", rows[i].tool},
                                                    {"input", rows[i].input},
                                                    {"tool_use_id", "t"}}}}) +
                     "\n";
    const auto served = run(
        {"serve", "--stdio", "--allow", "Bash(npm *)", "--policy", in.policy, "--cwd", in.at.file("shop")},
        questions, in.around(ASSENT_PROGRAM));
    BOOST_TEST(served.code == 0);
    auto by_program = answers_of(served.out);
    for (const auto& each : examples) {
        const auto own = run({in.policy}, questions, in.around(each.program));
        BOOST_TEST(own.code == 0);
        auto by_own = answers_of(own.out);
        const std::string asked = std::string("deny: ") + each.asked_of_callback;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto id = std::to_string(i);
            BOOST_TEST_CONTEXT(json::serialize(rows[i].input)
                               << ": " << by_own[id] << "; " << by_program[id]) {
                const bool asks = std::string_view(rows[i].decided) == "ask";
                BOOST_TEST((by_own[id] == asked) == asks);
                BOOST_TEST(by_own[id].starts_with(asks ? "deny" : rows[i].decided));
                BOOST_TEST(by_program[id].starts_with(asks ? "deny" : rows[i].decided));
                if (!asks) BOOST_TEST(by_own[id] == by_program[id]);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_policy_whose_examples_fail_is_not_used_by_either) {
    const home in;
    write_file(in.policy,
               R"({"examples": [{"tool": "Bash", "input": {"command": "ls"}, "expect": "deny"}]})");
    const auto served = run({"serve", "--stdio", "--policy", in.policy}, {}, in.around(ASSENT_PROGRAM));
    BOOST_TEST(served.code == 2);
    BOOST_TEST(served.err.find("1 of 1 examples are decided otherwise") != std::string::npos, served.err);
    for (const auto& each : examples) {
        const auto own = run({in.policy}, {}, in.around(each.program));
        BOOST_TEST(own.code == 1);
        BOOST_TEST(own.err.find("1 of 1 examples are decided otherwise") != std::string::npos, own.err);
    }
}

BOOST_AUTO_TEST_CASE(a_policy_that_is_not_there_is_named_in_plain_words) {
    const home in;
    for (const auto& each : examples) {
        const auto own = run({in.at.file("none.json")}, {}, in.around(each.program));
        BOOST_TEST(own.code == 1);
        BOOST_TEST(own.err ==
                   "cannot read policy file `" + in.at.file("none.json") + "`: No such file or directory\n");
    }
}

BOOST_AUTO_TEST_CASE(a_line_that_is_refused_is_told_to_the_log) {
    const home in;
    const auto own = run({in.policy}, "{broken\n", in.around(ASSENT_POLICY_FILE));
    BOOST_TEST(own.err.starts_with("line refused: "), own.err);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace own_ports_test
