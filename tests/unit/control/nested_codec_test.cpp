#include "codec_probe.hpp"

#include <array>

namespace assent::nested_codec_test {
namespace {

constexpr auto nested = dialect::nested;
using kind = permission_update::kind;

struct row {
    const char* name;
    std::string text;
    std::string expected;
};

BOOST_AUTO_TEST_CASE(nested_answers_are_written_as_the_agents_read_them) {
    control_channel channel(speaking(nested));
    channel.allow("r", R"({ "n":1.0 })");
    channel.deny("r", "");
    channel.deny("r", "stop \xE2\x80\xA9 \xFF", true);
    channel.success("r");
    channel.mode_set("r", permission_mode::deny);
    channel.error("r", control_error::unsupported_request, "no");
    BOOST_TEST(
        written(channel) ==
        R"({"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"allow","updatedInput":{ "n":1.0 }}}})"
        "\n"
        R"({"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"deny","message":""}}})"
        "\n"
        R"({"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"deny","message":"stop \u2029 )"
        "\xEF\xBF\xBD"
        R"(","interrupt":true}}})"
        "\n"
        R"({"type":"control_response","response":{"subtype":"success","request_id":"r","response":{}}})"
        "\n"
        R"({"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"mode":"dontAsk"}}})"
        "\n"
        R"({"type":"control_response","response":{"subtype":"error","request_id":"r","error":"no","error_code":"unsupported_request"}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(nested_updates_are_written_whole_or_not_at_all) {
    const auto one = [](permission_update update) {
        return updates_written(nested, std::array{std::move(update)});
    };
    BOOST_TEST(
        one(add_rules({rule("allow Bash(npm *)"), rule("allow Read")}, update_destination::local_settings)) ==
        R"([{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm *"},{"toolName":"Read"}],)"
        R"("behavior":"allow","destination":"localSettings"}])");
    BOOST_TEST(
        one(of_kind(kind::replace_rules,
                    add_rules({rule("deny Bash")}, update_destination::user_settings))) ==
        R"([{"type":"replaceRules","rules":[{"toolName":"Bash"}],"behavior":"deny","destination":"userSettings"}])");
    BOOST_TEST(
        one(of_kind(kind::remove_rules,
                    add_rules({rule("ask Bash")}, update_destination::project_settings))) ==
        R"([{"type":"removeRules","rules":[{"toolName":"Bash"}],"behavior":"ask","destination":"projectSettings"}])");
    BOOST_TEST(one(set_mode(permission_mode::allow, update_destination::cli_arg)) ==
               R"([{"type":"setMode","mode":"bypassPermissions","destination":"cliArg"}])");
    // A path rule has no counterpart: the update as a whole is left out, rather than widened.
    BOOST_TEST(one(add_rules({rule("allow Bash"), rule("allow Read(/tmp/*)")})).empty());
    BOOST_TEST(one(add_rules({rule("allow Bash"), rule("deny Read")})).empty());  // two behaviors in one
    BOOST_TEST(one(permission_update{}).empty());
}

BOOST_AUTO_TEST_CASE(an_update_of_a_nested_peer_goes_back_as_it_came_and_one_of_a_flat_peer_is_converted) {
    permission_update own{.wire = {{"type", "addDirectories"}, {"directories", json_array{"/w"}}}};
    BOOST_TEST(updates_written(nested, std::array{own}) ==
               R"([{"type":"addDirectories","directories":["/w"]}])");
    permission_update foreign = add_rules({rule("allow Bash")});
    foreign.wire = {{"rule", {{"tool_pattern", "Bash"}}}, {"value", "always_allow"}};
    BOOST_TEST(
        updates_written(nested, std::array{foreign}) ==
        R"([{"type":"addRules","rules":[{"toolName":"Bash"}],"behavior":"allow","destination":"session"}])");
}

std::string update(std::string_view members) { return "[{" + std::string(members) + "}]"; }

BOOST_AUTO_TEST_CASE(nested_suggestions_are_read_as_far_as_they_have_a_meaning_here) {
    const std::string session = R"(,"destination":"session")";
    const std::array rows{
        row{"add",
            update(
                R"("type":"addRules","rules":[{"toolName":"Bash","ruleContent":"npm *"}],"behavior":"allow")" +
                session),
            "add_rules allow Bash(npm *) -> 0"},
        row{"replace, elsewhere",
            update(
                R"("type":"replaceRules","rules":[{"toolName":"A"},{"toolName":"B"}],"behavior":"deny","destination":"localSettings")"),
            "replace_rules deny A B -> 1"},
        row{"remove",
            update(R"("type":"removeRules","rules":[],"behavior":"ask","destination":"projectSettings")"),
            "remove_rules ask -> 2"},
        row{"mode default", update(R"("type":"setMode","mode":"default")" + session), "set_mode ask -> 0"},
        row{"mode bypass",
            update(R"("type":"setMode","mode":"bypassPermissions","destination":"userSettings")"),
            "set_mode allow -> 3"},
        row{"a mode that differs here", update(R"("type":"setMode","mode":"dontAsk")" + session), "opaque"},
        row{"a mode of the agent's own", update(R"("type":"setMode","mode":"acceptEdits")" + session),
            "opaque"},
        row{"a mode of another type", update(R"("type":"setMode","mode":7)" + session), "opaque"},
        row{"directories", update(R"("type":"addDirectories","directories":["/w"])" + session), "opaque"},
        row{"an unknown type", update(R"("type":"addWings")" + session), "opaque"},
        row{"an unknown destination",
            update(R"("type":"addRules","rules":[],"behavior":"allow","destination":"moon")"), "opaque"},
        row{"no destination", update(R"("type":"addRules","rules":[],"behavior":"allow")"), "opaque"},
        row{"an unknown behavior", update(R"("type":"addRules","rules":[],"behavior":"maybe")" + session),
            "opaque"},
        row{"no rules", update(R"("type":"addRules","behavior":"allow")" + session), "opaque"},
        row{"rules of another type", update(R"("type":"addRules","rules":{},"behavior":"allow")" + session),
            "opaque"},
        row{"a rule of another type",
            update(R"("type":"addRules","rules":["Bash"],"behavior":"allow")" + session), "opaque"},
        row{"a rule without a tool", update(R"("type":"addRules","rules":[{}],"behavior":"allow")" + session),
            "opaque"},
        row{"null content",
            update(
                R"("type":"addRules","rules":[{"toolName":"Bash","ruleContent":null}],"behavior":"allow")" +
                session),
            "opaque"},
        row{"a rule that has no meaning here",
            update(
                R"("type":"addRules","rules":[{"toolName":"Bash"},{"toolName":"Read","ruleContent":"tmp/**"}],"behavior":"allow")" +
                session),
            "opaque"},
        row{"empty", "[]", ""},
    };
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(suggestion_meaning(nested, row.text) == row.expected);
}

BOOST_AUTO_TEST_CASE(an_opaque_update_shows_the_rules_that_could_be_read) {
    const auto read = nested_codec().suggestions(
        parse_scanned(
            R"([{"type":"addRules","rules":[{"toolName":"*"},{"toolName":"Read","ruleContent":"x"}],)"
            R"("behavior":"allow","destination":"session"}])")
            .as_array());
    BOOST_TEST_REQUIRE(read.has_value());
    BOOST_TEST((read->at(0).what == kind::opaque));
    BOOST_TEST_REQUIRE(read->at(0).rules.size() == 1U);
    BOOST_TEST(read->at(0).rules[0].unconstrained());
    BOOST_TEST(read->at(0).why_opaque ==
               "`Read(x)`: it begins in the working directory, which is not known here");
}

BOOST_AUTO_TEST_CASE(nested_answers_are_read) {
    const std::array rows{
        row{"allow", R"({"behavior":"allow","updatedInput":{ "n":1.0 }})", R"(allow { "n":1.0 })"},
        row{"allow without input", R"({"behavior":"allow"})", "allow "},
        row{"an empty input means the original", R"({"behavior":"allow","updatedInput":{ }})", "allow "},
        row{"allow with updates",
            R"({"behavior":"allow","updatedInput":{"a":1},"updatedPermissions":[{"type":"setMode","mode":"default","destination":"session"}]})",
            R"(allow {"a":1} [set_mode ask -> 0])"},
        row{"updates that are no list are ignored", R"({"behavior":"allow","updatedPermissions":7})",
            "allow "},
        row{"a list with an element that is none is ignored",
            R"({"behavior":"allow","updatedPermissions":[7]})", "allow "},
        row{"deny", R"({"behavior":"deny","message":"n\u006f"})", "deny no"},
        row{"deny and interrupt", R"({"behavior":"deny","message":"","interrupt":true})", "deny  interrupt"},
        row{"deny without interrupt", R"({"behavior":"deny","message":"no","interrupt":false})", "deny no"},
        row{"other behavior", R"({"behavior":"maybe"})",
            "error `response.behavior`: expected `allow` or `deny`"},
        row{"no behavior", "{}", "error `response.behavior`: expected `allow` or `deny`"},
        row{"behavior of another type", R"({"behavior":1})",
            "error `response.behavior`: expected `allow` or `deny`"},
        row{"input", R"({"behavior":"allow","updatedInput":null})",
            "error `response.updatedInput`: expected object, got null"},
        row{"no message", R"({"behavior":"deny"})", "error `response.message`: expected string, got nothing"},
        row{"message", R"({"behavior":"deny","message":1})",
            "error `response.message`: expected string, got number"},
        row{"interrupt", R"({"behavior":"deny","message":"","interrupt":1})",
            "error `response.interrupt`: expected boolean, got number"},
        row{"no object", "7", "error `response.response`: expected object"},
        row{"nothing", "", "error `response.response`: expected object"},
    };
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(answer_meaning(nested, row.text) == row.expected);
}

BOOST_AUTO_TEST_CASE(the_asking_side_writes_nested_questions_without_null_members) {
    control_channel channel(speaking(nested));
    const auto input = make_input({{"command", "ls"}});
    const std::array suggestions{add_rules({rule("allow Bash(ls)")})};
    channel.ask("q", {.tool_name = "Bash", .input = *input});
    channel.ask("q", {.tool_name = "Bash",
                      .input = *input,
                      .tool_use_id = "t",
                      .agent_id = "a",
                      .blocked_path = "/x",
                      .title = "T",
                      .description = "D",
                      .ask_reason = "R",
                      .needs_human = true,
                      .suggestions = suggestions});
    const std::string bytes = written(channel);
    BOOST_TEST(
        bytes ==
        R"({"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"}}})"
        "\n"
        R"({"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"},)"
        R"("permission_suggestions":[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls"}],"behavior":"allow","destination":"session"}],)"
        R"("blocked_path":"/x","title":"T","description":"D","decision_reason":"R","tool_use_id":"t","agent_id":"a","requires_user_interaction":true}})"
        "\n");
    control_channel reader;
    const auto heard = hear(reader, bytes, 1000);
    BOOST_TEST_REQUIRE(heard.size() == 2U);
    BOOST_TEST(heard[1] ==
               R"(ask q Bash {"command":"ls"} tool_use_id=t agent=a path=/x title=T description=D reason=R)"
               R"( human [add_rules allow Bash(ls) -> 0])");
}

BOOST_AUTO_TEST_CASE(nested_modes_are_those_of_the_agents) {
    const codec& codec = nested_codec();
    for (const auto mode : {permission_mode::ask, permission_mode::allow, permission_mode::accept_edits,
                            permission_mode::plan, permission_mode::dont_ask})
        BOOST_TEST((codec.mode(codec.mode_name(mode)) == mode));
    for (const char* name : {"default", "manual", "auto"})
        BOOST_TEST((codec.mode(name) == permission_mode::ask));
    BOOST_TEST(codec.mode_name(permission_mode::deny) == "dontAsk");
    BOOST_TEST(!codec.mode("ask").has_value());
    BOOST_TEST(!codec.mode("Default").has_value());
}

}  // namespace
}  // namespace assent::nested_codec_test
