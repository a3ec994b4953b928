// Rules for some calls alone, at each door: who asks, and where.
#include "program.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace where_test {
namespace {

using assent::test::run;
using assent::test::run_with_open_input;
using assent::test::surroundings;
using assent::test::temporary_folder;
using assent::test::write_file;
namespace fs = std::filesystem;

// A home with projects, and a policy of one set.
class bench {
public:
    bench() {
        for (const auto* const folder : {"shop/src", "other"}) fs::create_directories(at_.file(folder));
        fs::create_symlink(at_.file("shop"), at_.file("link"));
        fs::create_symlink(at_.file("other"), at_.file("shop/away"));
    }
    [[nodiscard]] std::string file(const std::string& name) const { return at_.file(name); }
    void set(const std::string& condition, const std::string& rules) const {
        write_file(at_.file("policy.json"),
                   R"({"always_safe": true, "where": [{)" + condition + ", " + rules + "}]}");
    }
    [[nodiscard]] auto says(std::vector<std::string> words, const std::string& text = {},
                            const std::string& folder = "other") const {
        words.insert(words.begin() + 1, {"--policy", at_.file("policy.json")});
        return run(words, text,
                   surroundings{.environment = {{"HOME", at_.path()}}, .folder = at_.file(folder)});
    }
    // By `assent check`, which works in that folder.
    [[nodiscard]] std::string checks(const std::string& folder, const std::string& command,
                                     std::vector<std::string> who = {}) const {
        who.insert(who.begin(), "check");
        who.push_back(command);
        const auto said = says(who, {}, folder).out;
        return said.substr(0, said.find(':'));
    }

private:
    temporary_folder at_;
};

BOOST_AUTO_TEST_SUITE(where_test)

BOOST_AUTO_TEST_CASE(a_folder_is_compared_with_where_calls_and_links_lead) {
    const bench at;
    struct {
        std::string folder, command, allow, deny;
    } const rows[] = {
        {"shop", "npm test", "allow", "deny"},
        {"shop/src", "npm test", "allow", "deny"},
        {"link", "npm test", "allow", "deny"},
        {"link/src", "npm test", "allow", "deny"},
        {"other", "npm test", "ask", "ask"},
        {"shop/away", "npm test", "ask", "ask"},
        {"shop", "cd src && npm test", "allow", "deny"},
        {"shop", "cd away && npm test", "ask", "deny"},
        {"shop", "cd ../other && npm test", "ask", "deny"},
        {"other", "cd ../shop && npm test", "ask", "deny"},
        {"other", "cd ../link/src && npm test", "ask", "deny"},
        {"other", "cd nowhere && npm test", "ask", "deny"},  // it may be made as a link by then
        {"other", "z shop && npm test", "ask", "deny"},
        {"other", "CDPATH=.. && cd shop && npm test", "ask", "deny"},
        {"shop", "ln -s ../other q && cd q && npm test", "ask", "deny"},
        {"shop", "set -P; cd away/.. && npm test", "ask", "deny"},
        {"other", "GIT_DIR=../shop/.git npm test", "ask", "deny"},
        {"other", "ls", "allow", "allow"},
    };
    for (const std::string said : {"~/shop", "~/link"})
        for (const auto& each : rows) BOOST_TEST_CONTEXT(said << " " << each.folder << ": " << each.command) {
                at.set("\"folder\": \"" + said + '"', R"r("allow": ["Bash(npm test)"])r");
                BOOST_TEST(at.checks(each.folder, each.command) == each.allow);
                at.set("\"folder\": \"" + said + '"', R"r("deny": ["Bash(npm test)"])r");
                BOOST_TEST(at.checks(each.folder, each.command) == each.deny);
            }
}

BOOST_AUTO_TEST_CASE(the_reason_names_the_folder_and_explain_says_why_a_rule_is_not_for_a_call) {
    const bench at;
    at.set(R"("folder": "~/shop")", R"r("allow": ["Bash(npm test)"])r");
    BOOST_TEST(at.says({"check", "npm test"}, {}, "shop").out ==
               "allow: allowed by rule `Bash(npm test)` for ~/shop (your policy)\n");
    const auto why = at.says({"check", "--explain", "npm test"});
    BOOST_TEST(why.out.find(
                   "Bash(npm test) for ~/shop  no: it is for ~/shop, and this is not known to be so here") !=
                   why.out.npos,
               why.out);
    BOOST_TEST(at.says({"check", "--agent", "cladue", "ls"}).err.find("did you mean `claude`?") !=
               std::string::npos);
    BOOST_TEST(at.says({"check", "--batch", "--session", "s"}).code == 2);
}

BOOST_AUTO_TEST_CASE(each_agents_hook_says_who_asks_and_in_which_session) {
    const bench at;
    std::ifstream file(ASSENT_TEST_DATA "/agents/subagent_hooks.ndjson");
    std::size_t read = 0;
    for (std::string line; std::getline(file, line); ++read) {
        const auto row = boost::json::parse(line).as_object();
        const std::string agent(row.at("agent").as_string());
        auto text = row.at("stdin").as_object();
        const auto* const key = text.contains("session_id") ? "session_id" : "sessionId";
        const std::string session(text.at(key).as_string());
        const auto denied = [&](const std::string& condition) {
            at.set(condition, R"("deny": ["Task"])");
            const auto said = at.says({"hook"}, boost::json::serialize(text));
            BOOST_TEST(said.code == 0, said.err);
            return said.out.find("deny") != said.out.npos;
        };
        BOOST_TEST_CONTEXT(agent) {
            BOOST_TEST(denied("\"agent\": \"" + agent + '"'));
            BOOST_TEST(!denied(R"("agent": "cursor")"));
            BOOST_TEST(denied("\"session\": \"" + session + '"'));
            BOOST_TEST(!denied(R"("session": "s2")"));
            BOOST_TEST(denied(R"("folder": "/proj")"));
            BOOST_TEST(!denied(R"("folder": "/srv")"));
            // Only Claude tells the type of a sub-agent; with the others it is in doubt.
            BOOST_TEST(denied(R"("subagent": "Explore")") == (agent != "claude"));
            if (agent != "claude") continue;
            text["agent_id"] = "a1";
            BOOST_TEST(denied(R"("subagent": "Explore")"));
            text["agent_type"] = "Explore";
            BOOST_TEST(denied(R"("subagent": "Explore")"));
            BOOST_TEST(!denied(R"("subagent": "Plan")"));
        }
    }
    BOOST_TEST(read == 6U);
}

BOOST_AUTO_TEST_CASE(agents_behind_a_bridge_are_known_by_name_and_session) {
    const bench at;
    const std::string acp =
        R"x({"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s9","toolCall":{"toolCallId":"t","kind":"execute","rawInput":{"command":"touch a"}},"options":[{"optionId":"y","kind":"allow_once"},{"optionId":"n","kind":"reject_once"}]}})x";
    const std::string codex =
        R"x({"method":"item/commandExecution/requestApproval","id":1,"params":{"threadId":"s9","turnId":"u","itemId":"i","command":"touch a"}})x";
    struct {
        std::string verb, agent, question, yes;
    } const doors[] = {{"acp", "opencode", acp, R"x("optionId":"y")x"},
                       {"codex", "codex", codex, R"x("decision":"accept")x"}};
    for (const auto& each : doors) BOOST_TEST_CONTEXT(each.verb) {
            const auto allowed = [&](const std::string& condition) {
                at.set(condition, R"x("allow": ["Bash(touch *)"])x");
                std::vector<std::string> words{each.verb, "--policy", at.file("policy.json"), "--on-ask",
                                               "deny"};
                if (each.verb == "acp") words.insert(words.end(), {"--agent", each.agent});
                words.insert(words.end(),
                             {"--", "sh", "-c",
                              "echo '" + each.question + "'; read one; printf 'got %s\\n' \"$one\""});
                const auto said = run_with_open_input(words);
                return said.out.find(each.yes) != said.out.npos;
            };
            BOOST_TEST(allowed("\"agent\": \"" + each.agent + '"'));
            BOOST_TEST(!allowed(R"x("agent": "claude")x"));
            BOOST_TEST(allowed(R"x("session": "s9")x"));
            BOOST_TEST(!allowed(R"x("session": "s8")x"));
            BOOST_TEST(!allowed(R"x("subagent": "Explore")x"));
        }
}

BOOST_AUTO_TEST_CASE(where_a_door_is_not_told_who_asks_deny_rules_hold_and_allow_rules_do_not) {
    const bench at;
    const std::string serve =
        R"({"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"npm test"},"tool_use_id":"t"}})"
        "\n";
    const std::string mcp =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"Bash","input":{"command":"npm test"},"tool_use_id":"t"}}})"
        "\n";
    struct {
        std::vector<std::string> door;
        std::string text;
    } const doors[] = {{{"serve"}, serve}, {{"mcp"}, mcp}};
    for (const auto& each : doors) BOOST_TEST_CONTEXT(each.door.front()) {
            const auto says = [&](const std::string& condition, const std::string& list,
                                  const std::string& folder = "shop") {
                at.set(condition, "\"" + list + R"r(": ["Bash(npm test)"])r");
                auto words = each.door;
                words.insert(words.end(), {"--cwd", at.file(folder)});
                const auto said = at.says(words, each.text, folder).out;
                if (said.find("Bash(npm test)` for ") == said.npos) return "other";
                return said.find("denied by rule") != said.npos ? "deny" : "allow";
            };
            for (const std::string condition :
                 {R"("agent": "claude")", R"("session": "s")", R"("subagent": "Explore")"}) {
                BOOST_TEST(says(condition, "deny") == "deny");
                BOOST_TEST(says(condition, "allow") == "other");
            }
            BOOST_TEST(says(R"("folder": "~/shop")", "deny") == "deny");
            BOOST_TEST(says(R"("folder": "~/shop")", "deny", "other") == "other");
        }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace where_test
