#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/decide/call_findings.hpp>
#include <assent/domain/decide/permission_service.hpp>
#include <assent/domain/decide/policy_examples.hpp>
#include <assent/domain/lint/policy_change.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/match/command_paths.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include <boost/test/unit_test.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace assent;

namespace conditions_test {
namespace {

constexpr std::string_view home = "/home/ann";

policy read(const std::string& where) {
    policy made = read_policy(R"json({"always_safe": true, "where": [)json" + where + "]}", "p").value();
    // In this home `link` leads to `/data/shop`.
    place_folders(made.rules, home, [](std::string_view path) -> std::optional<std::string> {
        if (path.starts_with("/home/ann/link")) return "/data/shop" + std::string(path.substr(14));
        if (path == "/home/ann/closed") return std::nullopt;
        return std::string(path);
    });
    return made;
}

// A call, and what is known of it.
struct asked {
    std::string command = "npm test";
    std::string cwd{};
    std::optional<std::string> leads{};  // somebody has looked where that leads; empty: in vain
    std::optional<std::string> link{};   // a word of the command that leads elsewhere
    std::string link_leads{};            // empty: nobody knows where to
    std::string agent{};
    std::string agent_id{};
    std::string subagent{};
    bool tells_subagent = false;
    std::string session{};
    bool ignores_case = false;
    std::string file{};          // not empty: it is read
    std::string folder_field{};  // not empty: `cwd` in the input
};

std::string decide(const policy& of, const asked& what) {
    const auto basis = judgement_basis::make(of).value();
    json_object fields;
    if (!what.file.empty())
        fields["file_path"] = what.file;
    else
        fields["command"] = what.command;
    if (!what.folder_field.empty()) fields["cwd"] = what.folder_field;
    const auto input = make_input(fields);
    tool_call call{.tool_name = what.file.empty() ? "Bash" : "Read", .input = *input, .cwd = what.cwd};
    call.agent = what.agent;
    call.agent_id = what.agent_id;
    call.subagent = what.subagent;
    call.tells_subagent = what.tells_subagent;
    call.session_id = what.session;
    call.paths_ignore_case = what.ignores_case;
    std::vector<resolved_path> resolved;
    if (!what.file.empty()) resolved.push_back({"file_path", what.file});
    if (!what.folder_field.empty()) resolved.push_back({"cwd", what.folder_field});
    command_paths paths;
    if (what.leads) {
        call.resolved = &resolved;
        call.resolved_cwd = *what.leads;
    }
    if (what.link) {
        paths.links.push_back(
            {*what.link, what.link_leads.empty() ? std::nullopt : std::optional(what.link_leads)});
        call.paths_of_commands = &paths;
    }
    std::string scratch;
    const auto found = examine(call, *basis->rules(), *basis, {}, scratch);
    return std::string(to_string(permission_service(basis).judge(call, found, time_point()).decision));
}

struct row {
    std::string_view what;
    asked call;
    std::string_view allow, ask, deny;  // what a set comes to that allows, asks about or denies `npm test`
};

// The same table for a rule of each behavior. `pass`: what an unconditional policy says, which asks.
void check_rows(const std::string& condition, const std::vector<row>& rows) {
    const auto of = [&](const std::string& list) {
        return read("{" + condition + ", \"" + list + R"json(": ["Bash(npm test)", "Read"]})json");
    };
    const auto allow = of("allow"), ask = of("ask"), deny = of("deny");
    for (const auto& each : rows) BOOST_TEST_CONTEXT(condition << ": " << each.what) {
            BOOST_TEST(decide(allow, each.call) == each.allow);
            BOOST_TEST(decide(ask, each.call) == each.ask);
            BOOST_TEST(decide(deny, each.call) == each.deny);
        }
}

}  // namespace
}  // namespace conditions_test

BOOST_AUTO_TEST_SUITE(conditions_test)

BOOST_AUTO_TEST_CASE(rules_of_a_folder_hold_for_calls_in_it_and_below_it_and_for_no_others) {
    const std::vector<row> rows{
        {"in it", {.cwd = "/home/ann/work/shop"}, "allow", "ask", "deny"},
        {"below it", {.cwd = "/home/ann/work/shop/a/b"}, "allow", "ask", "deny"},
        {"above it", {.cwd = "/home/ann/work"}, "ask", "ask", "ask"},
        {"beside it, with the same beginning", {.cwd = "/home/ann/work/shop2"}, "ask", "ask", "ask"},
        {"nobody knows where", {}, "ask", "ask", "deny"},
        {"a relative folder", {.cwd = "work/shop"}, "ask", "ask", "deny"},
        {"it goes up and comes back", {.cwd = "/tmp/x/../../home/ann/work/shop"}, "ask", "ask", "deny"},
        {"it goes up and away, and nobody has looked",
         {.cwd = "/home/ann/work/shop/../x"},
         "ask",
         "ask",
         "deny"},
        {"it goes up and away",
         {.cwd = "/home/ann/work/shop/../x", .leads = "/home/ann/work/x"},
         "ask",
         "ask",
         "ask"},
        {"it leads there", {.cwd = "/tmp/l", .leads = "/home/ann/work/shop"}, "allow", "ask", "deny"},
        {"it leads away", {.cwd = "/home/ann/work/shop/l", .leads = "/etc"}, "ask", "ask", "deny"},
        {"in vain looked at", {.cwd = "/home/ann/work/shop", .leads = ""}, "ask", "ask", "deny"},
        {"looked at, in it",
         {.cwd = "/home/ann/work/shop", .leads = "/home/ann/work/shop"},
         "allow",
         "ask",
         "deny"},
        {"looked at, elsewhere", {.cwd = "/srv", .leads = "/srv"}, "ask", "ask", "ask"},
        {"in other letters", {.cwd = "/home/ann/Work/Shop"}, "ask", "ask", "deny"},
        {"where letters count as the same",
         {.cwd = "/home/ann/Work/Shop", .ignores_case = true},
         "allow",
         "ask",
         "deny"},
        {"the root", {.cwd = "/"}, "ask", "ask", "ask"},
        {"reads a file elsewhere", {.cwd = "/home/ann/work/shop", .file = "/srv/x"}, "allow", "ask", "deny"},
        {"reads a file in it from elsewhere",
         {.cwd = "/srv", .file = "/home/ann/work/shop/x"},
         "ask",
         "ask",
         "ask"},
        {"the tool works below it",
         {.cwd = "/home/ann/work/shop", .folder_field = "/home/ann/work/shop/a"},
         "allow",
         "ask",
         "deny"},
        {"the tool works elsewhere",
         {.cwd = "/home/ann/work/shop", .folder_field = "/srv"},
         "ask",
         "ask",
         "deny"},
        {"the tool works in it",
         {.cwd = "/srv", .folder_field = "/home/ann/work/shop"},
         "ask",
         "ask",
         "deny"},
    };
    check_rows(R"json("folder": "~/work/shop")json", rows);
    check_rows(R"json("folder": "/home/ann/work/shop")json", rows);
}

BOOST_AUTO_TEST_CASE(each_command_has_to_work_in_the_folder_for_an_allow_rule_and_one_for_others) {
    const auto in = [](std::string command) {
        return asked{.command = std::move(command), .cwd = "/w/shop"};
    };
    const auto out = [](std::string command) { return asked{.command = std::move(command), .cwd = "/w"}; };
    check_rows(R"json("folder": "/w/shop")json",
               {
                   {"below", in("cd a && npm test"), "allow", "ask", "deny"},
                   {"by its whole name", in("cd /w/shop/a && npm test"), "allow", "ask", "deny"},
                   {"out of it", in("cd ../other && npm test"), "ask", "ask", "deny"},
                   {"to the root", in("cd / && npm test"), "ask", "ask", "deny"},
                   {"home", in("cd && npm test"), "ask", "ask", "deny"},
                   {"below the home", in("cd ~/x && npm test"), "ask", "ask", "deny"},
                   {"nobody knows where to", in("cd $X && npm test"), "ask", "ask", "deny"},
                   {"back", in("cd - && npm test"), "ask", "ask", "deny"},
                   {"into it", out("cd shop && npm test"), "ask", "ask", "deny"},
                   {"into it by its whole name", out("cd /w/shop && npm test"), "ask", "ask", "deny"},
                   {"into another one", out("cd x && npm test"), "ask", "ask", "ask"},
                   {"in another shell", out("(cd /w/shop && npm test)"), "ask", "ask", "deny"},
                   {"behind it", out("npm test; cd shop"), "ask", "ask", "deny"},
                   {"by a link out of it",
                    {.command = "cd l && npm test",
                     .cwd = "/w/shop",
                     .leads = "/w/shop",
                     .link = "l",
                     .link_leads = "/etc"},
                    "ask",
                    "ask",
                    "deny"},
                   {"by a link that nobody can follow",
                    {.command = "cd l && npm test", .cwd = "/w/shop", .leads = "/w/shop", .link = "l"},
                    "ask",
                    "ask",
                    "deny"},
                   {"by a link into it",
                    {.command = "cd l && npm test",
                     .cwd = "/w",
                     .leads = "/w",
                     .link = "l",
                     .link_leads = "/w/shop/a"},
                    "ask",
                    "ask",
                    "deny"},
               });
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_a_link_is_meant_by_both_its_names) {
    check_rows(
        R"json("folder": "~/link")json",
        {
            {"by its name", {.cwd = "/home/ann/link", .leads = "/data/shop"}, "allow", "ask", "deny"},
            {"where it leads", {.cwd = "/data/shop/a", .leads = "/data/shop/a"}, "allow", "ask", "deny"},
            {"nobody has looked", {.cwd = "/data/shop"}, "allow", "ask", "deny"},
            {"the link has changed", {.cwd = "/home/ann/link", .leads = "/etc"}, "ask", "ask", "deny"},
            {"elsewhere", {.cwd = "/data", .leads = "/data"}, "ask", "ask", "ask"},
        });
    check_rows(R"json("folder": "~/closed")json",
               {{"where nobody can look", {.cwd = "/srv", .leads = "/srv"}, "ask", "ask", "deny"}});
}

BOOST_AUTO_TEST_CASE(what_is_for_an_agent_a_sub_agent_or_a_session_holds_where_that_is_told) {
    check_rows(R"json("agent": "codex")json",
               {
                   {"it asks", {.agent = "codex"}, "allow", "ask", "deny"},
                   {"another asks", {.agent = "claude"}, "ask", "ask", "ask"},
                   {"nobody knows who", {}, "ask", "ask", "deny"},
                   {"in other letters", {.agent = "Codex"}, "ask", "ask", "deny"},
               });
    check_rows(
        R"json("subagent": "Explore")json",
        {
            {"it asks", {.agent = "claude", .agent_id = "a", .subagent = "Explore"}, "allow", "ask", "deny"},
            {"in other letters",
             {.agent = "claude", .agent_id = "a", .subagent = "explore"},
             "ask",
             "ask",
             "deny"},
            {"another one", {.agent = "claude", .agent_id = "a", .subagent = "Plan"}, "ask", "ask", "ask"},
            {"of no type", {.agent = "claude", .agent_id = "a"}, "ask", "ask", "deny"},
            {"the agent itself", {.agent = "claude", .tells_subagent = true}, "ask", "ask", "ask"},
            {"over a door that does not tell", {.agent = "claude"}, "ask", "ask", "deny"},
            {"an agent that never tells", {.agent = "gemini"}, "ask", "ask", "deny"},
            {"nobody knows who", {}, "ask", "ask", "deny"},
        });
    check_rows(R"json("session": "s1")json",
               {
                   {"this one", {.session = "s1"}, "allow", "ask", "deny"},
                   {"another one", {.session = "s2"}, "ask", "ask", "ask"},
                   {"the same in other letters", {.session = "S1"}, "ask", "ask", "ask"},
                   {"none is told", {}, "ask", "ask", "deny"},
               });
    check_rows(R"json("agent": "codex", "folder": "/w", "session": "s1")json",
               {
                   {"all hold", {.cwd = "/w", .agent = "codex", .session = "s1"}, "allow", "ask", "deny"},
                   {"one does not", {.cwd = "/w", .agent = "codex", .session = "s2"}, "ask", "ask", "ask"},
                   {"one is not told", {.cwd = "/w", .session = "s1"}, "ask", "ask", "deny"},
                   {"one is not told, and one does not", {.cwd = "/x", .session = "s1"}, "ask", "ask", "ask"},
               });
}

BOOST_AUTO_TEST_CASE(
    rules_about_paths_that_commands_touch_hold_where_the_call_works_and_not_where_the_path_lies) {
    const policy of =
        read(R"json({"folder": "/w/shop", "deny": ["Path(dist/**)", "Read(/srv/secret)"]})json");
    BOOST_TEST(decide(of, {.command = "cat dist/a", .cwd = "/w/shop"}) == "deny");
    BOOST_TEST(decide(of, {.command = "cat dist/a", .cwd = "/w/other"}) == "allow");
    BOOST_TEST(decide(of, {.command = "cat *", .cwd = "/w/other"}) == "allow");
    BOOST_TEST(decide(of, {.command = "cd /w/shop && cat dist/a", .cwd = "/w/other"}) == "deny");
    BOOST_TEST(decide(of, {.cwd = "/w/shop", .file = "/srv/secret"}) == "deny");
    BOOST_TEST(decide(of, {.cwd = "/w/other", .file = "/srv/secret"}) == "ask");
    BOOST_TEST(decide(of, {.command = "cat /w/shop/dist/a", .cwd = "/w/other"}) == "ask");
}

BOOST_AUTO_TEST_CASE(one_rule_for_two_folders_is_two_rules_and_the_same_twice_is_one) {
    const policy of =
        read(R"json({"folder": "/a", "allow": ["Bash(x)"]}, {"folder": "/b", "allow": ["Bash(x)"]},
                              {"folder": "/a", "allow": ["Bash(x)"]})json");
    const auto set = rule_set::make(of.rules).value();
    BOOST_TEST(set->size() == 2U);
    BOOST_TEST(decide(of, {.command = "x", .cwd = "/b"}) == "allow");
    BOOST_TEST(decide(of, {.command = "x", .cwd = "/c"}) == "ask");
    const auto found = lint(of.rules, *tool_registry::standard()).findings;
    BOOST_TEST_REQUIRE(found.size() == 1U);
    BOOST_TEST((found.front().what == lint_kind::duplicate));
}

BOOST_AUTO_TEST_CASE(a_rule_for_some_calls_never_makes_one_for_all_needless) {
    const auto needless = [](std::string_view rules, const std::string& where) {
        const policy made =
            read_policy(
                R"json({"rules": )json" + std::string(rules) + R"json(, "where": [)json" + where + "]}", "p")
                .value();
        return lint(made.rules, *tool_registry::standard()).findings.size();
    };
    BOOST_TEST(needless(R"json({"allow": ["Read(/a/b)"]})json",
                        R"json({"folder": "/w", "allow": ["Read(/a/**)"]})json") == 0U);
    BOOST_TEST(needless(R"json({"allow": ["Read(/a/**)"]})json",
                        R"json({"folder": "/w", "allow": ["Read(/a/b)"]})json") == 1U);
    BOOST_TEST(needless(R"json({"allow": ["Read(/a/b)"]})json",
                        R"json({"folder": "/w", "deny": ["Read(/a/**)"]})json") == 0U);
}

BOOST_AUTO_TEST_CASE(a_rule_that_holds_for_fewer_calls_than_before_is_told_as_a_change) {
    const auto changes = [](const std::string& before, const std::string& after) {
        const policy one = read(before), other = read(after);
        return loosened_by(one, *rule_set::make(one.rules).value(), other,
                           *rule_set::make(other.rules).value());
    };
    const std::vector<std::string> wider{"allowed from now on: Bash(x) for ~/b"};
    BOOST_TEST(changes(R"json({"folder": "~/a", "allow": ["Bash(x)"]})json",
                       R"json({"folder": "~/b", "allow": ["Bash(x)"]})json") == wider,
               boost::test_tools::per_element());
    const std::vector<std::string> fewer{"no longer denied: Bash(x) for ~/a, codex"};
    BOOST_TEST(changes(R"json({"folder": "~/a", "agent": "codex", "deny": ["Bash(x)"]})json",
                       R"json({"folder": "~/a", "agent": "claude", "deny": ["Bash(x)"]})json") == fewer,
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(sets_are_written_as_they_were_read) {
    const policy made = read(R"json({"folder": "~/a", "allow": ["Bash(x)"], "deny": ["Path(dist/**)"]},
                                {"agent": "codex", "subagent": "e", "session": "s", "ask": ["Bash", {"tool_pattern": "T", "input_pattern": {"n": 1}}]})json");
    const std::string text = to_policy_text(made);
    BOOST_TEST((read_policy(text, "p").value() == made));
    BOOST_TEST(text.find("\"folder\": \"~/a\"") != text.npos);
    BOOST_TEST(to_policy_text(read_policy(text, "p").value()) == text);
}

BOOST_AUTO_TEST_CASE(rules_for_paths_inside_hold_where_all_that_a_call_names_lies_in_its_folder) {
    const auto rule = [](std::string_view behavior) {
        return read(R"json({"inside": true, ")json" + std::string(behavior) +
                    R"json(": ["Bash", "Read"]})json");
    };
    const auto allow = rule("allow"), deny = rule("deny");
    constexpr std::string_view folder = "/srv/shop";
    // Deny rules hold in doubt, too.
    const struct {
        std::string_view command, allowed, denied;
    } rows[] = {
        {"touch a", "allow", "deny"},
        {"touch a/../b", "allow", "deny"},
        {"touch /srv/shop/a > /dev/null", "allow", "deny"},
        {"touch src/*.c", "allow", "deny"},
        {"rm a && cd src && rm b", "ask", "deny"},
        {"cd src && touch a", "ask", "deny"},
        {"cd src && cat a", "allow", "deny"},
        {"npm test", "allow", "deny"},
        {"touch /etc/passwd", "ask", "ask"},
        {"touch ../a", "ask", "ask"},
        {"touch /srv/shopping", "ask", "ask"},
        {"touch ~/a", "ask", "ask"},
        {"touch < /etc/passwd", "ask", "ask"},
        {"touch a > /tmp/x", "ask", "ask"},
        {"touch a; touch /etc/passwd", "ask", "ask"},
        {"touch /etc/*", "ask", "ask"},
        {"cd /tmp && touch a", "ask", "ask"},
        {"cd .. && touch a", "ask", "ask"},
        {"touch $X", "ask", "deny"},
        {"touch src/*/../../../x", "ask", "deny"},
        {"touch {a,../b}", "ask", "deny"},
        {"frob --to=/etc/x", "ask", "deny"},
        {"touch `x`", "ask", "deny"},
        {"cd && make", "ask", "deny"},
        {"popd; make", "ask", "deny"},
        {"make >& /tmp/x", "ask", "ask"},
        {"git clone /srv/other y", "ask", "deny"},
        {"git push file:///srv/other HEAD", "ask", "deny"},
        {"git push ../other HEAD", "ask", "deny"},
        {"git clone https://host.example/a/b", "allow", "deny"},
        {"cp --suffix=/x a b", "ask", "deny"},
        {"grep -R x .", "ask", "deny"},
        {"sed s/a/b/ x", "allow", "deny"},
    };
    for (const auto& row : rows) BOOST_TEST_CONTEXT(row.command) {
            const asked call{.command = std::string(row.command), .cwd = std::string(folder)};
            BOOST_TEST(decide(allow, call) == row.allowed);
            BOOST_TEST(decide(deny, call) == row.denied);
        }
    BOOST_TEST(decide(allow, {.cwd = std::string(folder), .file = "/srv/shop/a"}) == "allow");
    BOOST_TEST(decide(allow, {.cwd = std::string(folder), .file = "/srv/a"}) == "ask");
    const asked nowhere{.command = "touch a"};
    BOOST_TEST(decide(allow, nowhere) == "ask");
    BOOST_TEST(decide(deny, nowhere) == "deny");
    const asked link{
        .command = "touch l", .cwd = std::string(folder), .link = "l", .link_leads = "/srv/shop/a"};
    BOOST_TEST(decide(allow, link) == "allow");
    asked away = link;
    away.link_leads = "/etc/passwd";
    BOOST_TEST(decide(allow, away) == "ask");
    away.link_leads.clear();
    BOOST_TEST(decide(allow, away) == "ask");
    BOOST_TEST(decide(deny, away) == "deny");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_set_is_told_with_its_place) {
    struct {
        std::string_view set, error;
    } const rows[] = {
        {R"json({"allow": ["Bash(x)"]})json",
         "p:1: where[0]: expected `agent`, `subagent`, `folder`, `session` or `inside`, which say for which "
         "calls the "
         "rules are, "
         "got none; rules for all go to `rules`"},
        {R"json({"folder": "work", "allow": []})json",
         R"json(p:1: where[0].folder: expected an absolute folder, or one that begins with `~/`, got "work")json"},
        {R"json({"folder": "~", "allow": []})json",
         R"json(p:1: where[0].folder: expected an absolute folder, or one that begins with `~/`, got "~")json"},
        {R"json({"folder": "~/", "allow": []})json",
         R"json(p:1: where[0].folder: expected a folder behind `~/`, got "~/")json"},
        {R"json({"folder": "", "allow": []})json",
         R"json(p:1: where[0].folder: expected an absolute folder, or one that begins with `~/`, got "")json"},
        {R"json({"folder": "/a/../b", "allow": []})json",
         R"json(p:1: where[0].folder: expected a folder of one spelling; it has a `..` component, got "/a/../b")json"},
        {R"json({"folder": "/a/./b", "allow": []})json",
         R"json(p:1: where[0].folder: expected a folder in its shortest spelling, got "/a/./b")json"},
        {R"json({"folder": 7, "allow": []})json",
         "p:1: where[0].folder: expected an absolute folder, or one that begins with `~/`, got 7"},
        {R"json({"agent": "cladue", "allow": []})json",
         R"json(p:1: where[0].agent: expected claude, codex, gemini, copilot, qwen, opencode or cursor, got "cladue"; did you mean "claude"?)json"},
        {R"json({"subagent": "", "allow": []})json",
         R"json(p:1: where[0].subagent: expected the type of a sub-agent, such as "Explore", got "")json"},
        {R"json({"session": 1, "allow": []})json",
         "p:1: where[0].session: expected the id of a session, got 1"},
        {R"json({"folders": "/a", "allow": []})json",
         "p:1: where[0].folders: unknown key; did you mean `folder`?"},
        {R"json({"folder": "/a", "allow": "Bash"})json",
         R"json(p:1: where[0].allow: expected a list, got "Bash")json"},
        {R"json({"folder": "/a", "allow": ["Bash(x"]})json",
         "p:1: where[0].allow[0]: expected `)` at the end"},
        {"7", "p:1: where[0]: expected an object, got 7"},
    };
    for (const auto& each : rows) {
        const auto made = read_policy(R"json({"where": [)json" + std::string(each.set) + "]}", "p");
        BOOST_TEST_REQUIRE(!made.has_value(), each.set);
        BOOST_TEST(to_string(made.error()) == each.error);
    }
    BOOST_TEST(to_string(read_policy(R"json({"where": {}})json", "p").error()) ==
               "p:1: where: expected a list, got an object");
    policy in_code;
    in_code.rules.push_back(
        permission_rule::make("Bash", {}, rule_behavior::deny, rule_origin::host)
            .value()
            .with_condition(std::make_shared<rule_condition>(rule_condition{.agent = "x"})));
    BOOST_TEST(in_code.validate()->message ==
               "expected the name of an agent, such as `claude` as the agent that the rule is for");
}

BOOST_AUTO_TEST_CASE(without_a_home_a_folder_below_it_is_in_doubt) {
    policy made =
        read_policy(R"json({"where": [{"folder": "~/a", "allow": ["Bash(npm test)"]}]})json", "p").value();
    BOOST_TEST(decide(made, {.cwd = "/home/ann/a"}) == "ask");
    made = read_policy(R"json({"where": [{"folder": "~/a", "deny": ["Bash(npm test)"]}]})json", "p").value();
    BOOST_TEST(decide(made, {.cwd = "/srv"}) == "deny");
}

BOOST_AUTO_TEST_CASE(examples_say_who_asks) {
    const policy made =
        read_policy(
            R"json({"where": [{"agent": "claude", "subagent": "Explore", "session": "s", "allow": ["Bash(x)"]}],
        "examples": [{"tool": "Bash", "input": {"command": "x"}, "agent": "claude", "subagent": "Explore", "session": "s", "expect": "allow"},
                     {"tool": "Bash", "input": {"command": "x"}, "agent": "claude", "session": "s", "expect": "ask"}]})json",
            "p")
            .value();
    const auto basis = judgement_basis::make(made).value();
    BOOST_TEST(failed_examples(basis, *basis->rules()).empty());
    BOOST_TEST((read_policy(to_policy_text(made), "p").value() == made));
}

BOOST_AUTO_TEST_SUITE_END()
