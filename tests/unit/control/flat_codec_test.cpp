#include "codec_probe.hpp"

#include <array>

namespace assent::flat_codec_test {
namespace {

constexpr auto flat = dialect::flat;
using kind = permission_update::kind;

struct row {
    const char* name;
    std::string text;
    std::string expected;
};

BOOST_AUTO_TEST_CASE(flat_answers_are_written_as_the_design_shows_them) {
    control_channel channel(speaking(flat));
    channel.allow("r", R"({"command":"npm test"})", std::array{add_rules({rule("allow Bash(npm *)")})});
    channel.deny("r", "not\n\"today\" \xE2\x80\xA8", true);
    channel.success("r");
    channel.mode_set("r", permission_mode::deny);
    channel.error("r", control_error::invalid_mode, "no");
    BOOST_TEST(
        written(channel) ==
        R"({"type":"control_response","request_id":"r","result":{"type":"allow","input":{"command":"npm test"},)"
        R"("update":[{"rule":{"tool_pattern":"Bash","input_pattern":{"command":"npm *"}},"value":"always_allow"}]}})"
        "\n"
        R"({"type":"control_response","request_id":"r","result":{"type":"deny","reason":"not\n\"today\" \u2028"}})"
        "\n"
        R"({"type":"control_response","request_id":"r","result":{}})"
        "\n"
        R"({"type":"control_response","request_id":"r","result":{"mode":"deny"}})"
        "\n"
        R"({"type":"control_response","request_id":"r","error":{"code":"invalid_mode","message":"no"}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(flat_updates_say_what_the_dialect_can_say) {
    const auto bare = add_rules({rule("deny Bash")});
    BOOST_TEST(updates_written(flat, std::array{bare}) ==
               R"([{"rule":{"tool_pattern":"Bash"},"value":"always_deny"}])");
    const auto two =
        add_rules({rule("ask Bash"), rule(R"(ask {"tool_pattern":"X","input_pattern":{"n":1}})")});
    BOOST_TEST(updates_written(flat, std::array{two}) ==
               R"([{"rule":{"tool_pattern":"Bash"},"value":"always_ask"},)"
               R"({"rule":{"tool_pattern":"X","input_pattern":{"n":1}},"value":"always_ask"}])");
    const std::array unsayable{of_kind(kind::remove_rules, bare), of_kind(kind::replace_rules, bare),
                               set_mode(permission_mode::allow), permission_update{}};
    BOOST_TEST(updates_written(flat, unsayable).empty());
}

BOOST_AUTO_TEST_CASE(an_update_of_a_flat_peer_goes_back_as_it_came_and_one_of_a_nested_peer_is_converted) {
    permission_update own{.wire = {{"rule", {{"tool_pattern", "x y"}}}, {"value", "odd"}}};
    BOOST_TEST(updates_written(flat, std::array{own}) ==
               R"([{"rule":{"tool_pattern":"x y"},"value":"odd"}])");
    permission_update foreign = add_rules({rule("allow Bash")});
    foreign.wire = {{"type", "addRules"}};
    BOOST_TEST(updates_written(flat, std::array{foreign}) ==
               R"([{"rule":{"tool_pattern":"Bash"},"value":"always_allow"}])");
    BOOST_TEST(updates_written(flat, std::array{permission_update{.wire = {{"type", "setMode"}}}}).empty());
}

BOOST_AUTO_TEST_CASE(flat_suggestions_are_read) {
    const std::array rows{
        row{"allow",
            R"([{"rule":{"tool_pattern":"Bash","input_pattern":{"command":"npm *"}},"value":"always_allow"}])",
            "add_rules allow Bash(npm *) -> 0"},
        row{"deny and ask",
            R"([{"rule":{"tool_pattern":"A"},"value":"always_deny"},{"rule":{"tool_pattern":"B"},"value":"always_ask"}])",
            "add_rules deny A -> 0; add_rules ask B -> 0"},
        row{"null pattern", R"([{"rule":{"tool_pattern":"A","input_pattern":null},"value":"always_allow"}])",
            "opaque"},
        row{"misspelt key",
            R"([{"rule":{"tool_pattern":"A","inputPattern":{"x":"y"}},"value":"always_allow"}])", "opaque"},
        row{"unknown value is carried", R"([{"rule":{"tool_pattern":"A"},"value":"always_maybe"}])",
            "opaque"},
        row{"a rule that is none is carried", R"([{"rule":{"tool_pattern":""},"value":"always_allow"}])",
            "opaque"},
        row{"a rule without a tool is carried", R"([{"rule":{},"value":"always_allow"}])", "opaque"},
        row{"a tool of another type is carried", R"([{"rule":{"tool_pattern":7},"value":"always_allow"}])",
            "opaque"},
        row{"a pattern of another type is carried",
            R"([{"rule":{"tool_pattern":"A","input_pattern":[]},"value":"always_allow"}])", "opaque"},
        row{"empty", "[]", ""},
    };
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(suggestion_meaning(flat, row.text) == row.expected);
}

BOOST_AUTO_TEST_CASE(flat_answers_are_read) {
    const std::array rows{
        row{"allow", R"({"type":"allow","input":{ "n":1.0 }})", R"(allow { "n":1.0 })"},
        row{"allow without input", R"({"type":"allow"})", "allow "},
        row{"allow with updates",
            R"({"type":"allow","input":{},"update":[{"rule":{"tool_pattern":"A"},"value":"always_allow"}]})",
            "allow {} [add_rules allow A -> 0]"},
        row{"null updates", R"({"type":"allow","update":null})", "allow "},
        row{"deny", R"({"type":"d\u0065ny","reason":"n\u006f"})", "deny no"},
        row{"deny without reason", R"({"type":"deny"})", "deny "},
        row{"other type", R"({"type":"maybe"})", "error `result.type`: expected `allow` or `deny`"},
        row{"no type", "{}", "error `result.type`: expected `allow` or `deny`"},
        row{"type of another type", R"({"type":true})", "error `result.type`: expected `allow` or `deny`"},
        row{"input", R"({"type":"allow","input":"ls"})", "error `result.input`: expected object, got string"},
        row{"null input", R"({"type":"allow","input":null})",
            "error `result.input`: expected object, got null"},
        row{"reason", R"({"type":"deny","reason":7})", "error `result.reason`: expected string, got number"},
        row{"updates", R"({"type":"allow","update":{}})",
            "error `result.update`: expected array, got object"},
        row{"element", R"({"type":"allow","update":[7]})",
            "error `result.update[0]`: expected object, got number"},
        row{"element's rule", R"({"type":"allow","update":[{"value":"always_allow"}]})",
            "error `result.update[0].rule`: expected object, got nothing"},
        row{"element's value", R"({"type":"allow","update":[{"rule":{}}]})",
            "error `result.update[0].value`: expected string, got nothing"},
        row{"no object", "[]", "error `result`: expected object, got something else"},
        row{"nothing", "", "error `result`: expected object, got something else"},
    };
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(answer_meaning(flat, row.text) == row.expected);
}

BOOST_AUTO_TEST_CASE(the_asking_side_writes_flat_questions) {
    control_channel channel(speaking(flat));
    const auto input = make_input({{"command", "npm test"}});
    const std::array suggestions{add_rules({rule("allow Bash(npm *)")}),
                                 of_kind(kind::remove_rules, add_rules({rule("allow Bash")}))};
    channel.ask("q", {.tool_name = "Bash",
                      .input = *input,
                      .tool_use_id = "t",
                      .blocked_path = "/x",
                      .title = "T",
                      .suggestions = suggestions});
    channel.request_mode("m", permission_mode::ask);
    BOOST_TEST(
        written(channel) ==
        R"({"type":"control_request","request_id":"q","request":{"subtype":"can_use_tool","tool_name":"Bash",)"
        R"("input":{"command":"npm test"},"permission_suggestions":[{"rule":{"tool_pattern":"Bash",)"
        R"("input_pattern":{"command":"npm *"}},"value":"always_allow"}],"blocked_path":"/x"}})"
        "\n"
        R"({"type":"control_request","request_id":"m","request":{"subtype":"set_permission_mode","mode":"ask"}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(a_flat_rule_of_the_configuration_is_read_with_its_path_in_the_errors) {
    const auto read = [](const json_value& value, std::string_view path) {
        const auto made = rule_from_flat(value, rule_behavior::deny, rule_origin::command_line, path);
        return made ? made->text() : "error " + made.error().message;
    };
    BOOST_TEST(read({{"tool_pattern", "Bash"}}, "") == "Bash");
    BOOST_TEST(read({{"tool_pattern", 7}}, "rules[2]") ==
               "error `rules[2].tool_pattern`: expected string, got number");
    BOOST_TEST(read(json_object{}, "") == "error `tool_pattern`: expected string, got nothing");
    BOOST_TEST(read({{"tool_pattern", "A"}, {"input_pattern", true}}, "r") ==
               "error `r.input_pattern`: expected object, got boolean");
    BOOST_TEST(read("Bash", "rules[2]") == "error `rules[2]`: expected object, got string");
    BOOST_TEST(!behavior_from_flat(json_value(7)).has_value());
    BOOST_TEST((behavior_from_flat("always_ask") == rule_behavior::ask));
}

BOOST_AUTO_TEST_CASE(flat_modes_are_the_hosts_own) {
    const codec& codec = flat_codec();
    for (const auto mode : {permission_mode::ask, permission_mode::allow, permission_mode::deny})
        BOOST_TEST((codec.mode(codec.mode_name(mode)) == mode));
    BOOST_TEST(!codec.mode("default").has_value());
}

}  // namespace
}  // namespace assent::flat_codec_test
