// Which tools a registry takes, what it knows about them, and the tools that come with the library.
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/tools/tool_registry.hpp>

#include "unit/domain/rules/rule_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace assent::tool_registry_test {
namespace {

tool_definition tool(std::string name, std::string_view parameters = "{}") {
    tool_definition made;
    made.name = std::move(name);
    made.parameters = object(parameters);
    return made;
}

// Why a definition is refused; empty when it is not.
std::string refusal(tool_definition definition) {
    tool_registry tools;
    const auto added = tools.add(std::move(definition));
    BOOST_TEST(tools.size() == (added ? 1U : 0U));
    return added ? std::string() : added.error().message;
}

const tool_definition& standard(std::string_view name) {
    const auto* found = tool_registry::standard()->find(name);
    BOOST_TEST_REQUIRE(found != nullptr, name);
    return *found;
}

BOOST_AUTO_TEST_SUITE(tool_registry_test)

BOOST_AUTO_TEST_CASE(a_tool_is_found_by_its_exact_name_and_others_are_not) {
    tool_registry tools;
    BOOST_TEST(tools.find("x") == nullptr);
    BOOST_TEST(tools.add(tool("x")).has_value());
    BOOST_TEST_REQUIRE(tools.find("x") != nullptr);
    BOOST_TEST(tools.find("x")->name == "x");
    for (const auto* name : {"", "X", "xx", "x "}) BOOST_TEST(tools.find(name) == nullptr);
    BOOST_TEST(tool_registry::empty()->size() == 0U);
    BOOST_TEST(tool_registry::empty()->find("Bash") == nullptr);
}

BOOST_AUTO_TEST_CASE(names_and_schemas_come_in_the_order_in_which_tools_were_added) {
    tool_registry tools;
    const std::string_view schema = R"({"type":"object","properties":{"a":{"type":"string","format":"uri",
        "x-permission-kind":"url"}},"additionalProperties":false})";
    auto second = tool("a_second", schema);
    second.description = "Does things";
    BOOST_TEST(tools.add(tool("z_first")).has_value());
    BOOST_TEST(tools.add(second).has_value());
    const std::vector<std::string> expected{"z_first", "a_second"};
    BOOST_TEST(tools.names() == expected, boost::test_tools::per_element());
    // The schema leaves as it was given; only the type that model APIs insist on is added where it is
    // missing.
    const json_array schemas{
        json_object{
            {"name", "z_first"}, {"description", ""}, {"input_schema", object(R"({"type":"object"})")}},
        json_object{{"name", "a_second"}, {"description", "Does things"}, {"input_schema", object(schema)}}};
    BOOST_TEST((tools.schemas() == schemas));
}

BOOST_AUTO_TEST_CASE(a_name_is_taken_once_and_replaced_only_on_purpose) {
    tool_registry tools;
    BOOST_TEST(tools.add(tool("first")).has_value());
    BOOST_TEST(tools.add(tool("x")).has_value());
    const auto again = tools.add(tool("x"));
    BOOST_TEST_REQUIRE(again.has_error());
    BOOST_TEST(again.error().message == "name: expected a name that is not taken, got `x`");
    BOOST_CHECK_THROW(tools.add(tool("x")).value(), std::invalid_argument);

    auto other = tool("x", R"({"required":["a"]})");
    other.description = "new";
    BOOST_TEST(tools.put(other).has_value());
    BOOST_TEST(tools.put(tool("last")).has_value());
    BOOST_TEST(tools.size() == 3U);
    BOOST_TEST(tools.names()[1] == "x");
    BOOST_TEST(tools.find("x")->description == "new");
    BOOST_TEST(tools.validate("x", {}).has_value());

    // What cannot be accepted does not replace what is there.
    BOOST_TEST(tools.put(tool("x", R"({"type":"array"})")).has_error());
    BOOST_TEST(tools.find("x")->description == "new");
}

BOOST_AUTO_TEST_CASE(a_tool_with_a_long_name_is_found_after_it_was_replaced) {
    const std::string name(max_tool_name_bytes, 'n');
    tool_registry tools;
    BOOST_TEST(tools.add(tool(name)).has_value());
    for (int i = 0; i < 3; ++i) {
        BOOST_TEST(tools.put(tool(name)).has_value());
        BOOST_TEST_REQUIRE(tools.find(name) != nullptr);
        BOOST_TEST(tools.find(name)->name == name);
        BOOST_TEST(tools.add(tool(name)).has_error());
    }
    BOOST_TEST(tools.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_registry_can_be_moved_with_all_that_it_knows) {
    tool_registry tools;
    BOOST_TEST(tools.add(tool("x", R"({"required":["a"]})")).has_value());
    const auto* before = tools.find("x");
    const tool_registry moved = std::move(tools);
    BOOST_TEST(moved.find("x") == before);
    BOOST_TEST(moved.validate("x", {}).has_value());
}

BOOST_AUTO_TEST_CASE(a_registry_holds_its_limit_of_tools_and_not_one_more) {
    tool_registry tools;
    for (std::size_t i = 0; i < default_max_tools; ++i)
        BOOST_TEST_REQUIRE(tools.add(tool("t" + std::to_string(i))).has_value());
    BOOST_TEST(tools.add(tool("one_more")).has_error());
    BOOST_TEST(tools.put(tool("one_more")).has_error());
    BOOST_TEST(tools.put(tool("t0")).has_value());
    BOOST_TEST(tools.size() == default_max_tools);
}

BOOST_AUTO_TEST_CASE(a_tool_needs_a_name_that_a_call_can_have) {
    BOOST_TEST(refusal(tool(std::string(128, 'a'))).empty());
    BOOST_TEST(refusal(tool("mcp__server__do.it-now")).empty());
    for (const auto& name : {std::string(), std::string(129, 'a'), std::string("a b"), std::string("a/b"),
                             std::string("a\nb"), std::string("\xC3\xA9")})
        BOOST_TEST(refusal(tool(name)) ==
                   "name: expected 1 to 128 letters, digits, `_`, `.` or `-`, got something else");
}

BOOST_AUTO_TEST_CASE(levels_that_contradict_each_other_are_refused) {
    auto made = tool("x");
    made.safety = safety_class::always_confirm;
    BOOST_TEST(refusal(made).empty());
    made.trustable = true;
    BOOST_TEST(refusal(made) == "trustable: expected false for a tool that is always confirmed, got true");
    made.trustable = false;
    made.permission_required = false;
    BOOST_TEST(refusal(made) ==
               "permission_required: expected true for a tool that is always confirmed, got false");
    made.safety = safety_class::confirm;
    made.decision = tool_default::deny;
    BOOST_TEST(refusal(made) == "permission_required: expected true for a tool that is denied, got false");

    made = tool("x");
    made.application = "a:b";
    BOOST_TEST(refusal(made) == "application: expected a name without `:`, got one");
}

BOOST_AUTO_TEST_CASE(a_tool_that_needs_no_permission_is_allowed_by_default) {
    tool_registry tools;
    auto made = tool("x");
    made.permission_required = false;
    BOOST_TEST(tools.add(made).has_value());
    BOOST_TEST(tools.find("x")->decision == tool_default::allow);
}

BOOST_AUTO_TEST_CASE(fields_have_the_kind_that_is_registered_else_the_one_their_name_says) {
    tool_registry tools;
    auto made = tool("x", R"({"properties":{
        "script":{"x-permission-kind":"command"},"target":{"x-permission-kind":"path"},
        "host":{"x-permission-kind":"domain"},"link":{"x-permission-kind":"url"},
        "command":{"x-permission-kind":"text"},"path":{},"other":true,
        "x-permission-kind":{"type":"string"}}})");
    made.field_kinds = {{"where", field_kind::path}, {"script", field_kind::command}};
    BOOST_TEST_REQUIRE(tools.add(made).has_value());
    struct row {
        std::string_view field;
        field_kind kind;
    };
    constexpr std::array rows{
        row{"script", field_kind::command}, row{"target", field_kind::path},
        row{"host", field_kind::url},       row{"link", field_kind::url},
        row{"command", field_kind::text},   row{"path", field_kind::path},
        row{"where", field_kind::path},     row{"other", field_kind::text},
        row{"url", field_kind::url},        row{"x-permission-kind", field_kind::text},
    };
    for (const auto& [field, kind] : rows) BOOST_TEST((tools.kind_of("x", field) == kind), field);
    BOOST_TEST((tools.kind_of("unknown", "script") == field_kind::command));
    BOOST_TEST((tools.kind_of("unknown", "code") == field_kind::text));
    BOOST_TEST((tools.kind_of("unknown", "command") == field_kind::command));
}

BOOST_AUTO_TEST_CASE(kinds_that_are_unknown_contradictory_or_without_effect_are_refused) {
    struct row {
        std::string_view parameters;
        std::string_view where;
    };
    constexpr std::array rows{
        row{R"({"properties":{"a":{"x-permission-kind":"shell"}}})",
            "parameters.properties.a.x-permission-kind:"},
        row{R"({"properties":{"a":{"x-permission-kind":"Path"}}})",
            "parameters.properties.a.x-permission-kind:"},
        row{R"({"properties":{"a":{"x-permission-kind":1}}})", "parameters.properties.a.x-permission-kind:"},
        row{R"({"properties":{"where":{"x-permission-kind":"url"}}})",
            "parameters.properties.where.x-permission-kind:"},
        row{R"({"x-permission-kind":"path"})", "parameters.x-permission-kind:"},
        row{R"({"properties":{"a":{"properties":{"b":{"x-permission-kind":"path"}}}}})",
            "parameters.properties.a:"},
        row{R"({"properties":{"a":{"items":{"x-permission-kind":"path"}}}})", "parameters.properties.a:"},
        row{R"({"allOf":[{"properties":{"a":{"x-permission-kind":"path"}}}]})", "parameters.allOf:"},
    };
    for (const auto& [parameters, where] : rows) {
        auto made = tool("x", parameters);
        made.field_kinds = {{"where", field_kind::path}};
        BOOST_TEST(refusal(made).starts_with(where), refusal(made));
    }
    auto twice = tool("x");
    twice.field_kinds = {{"a", field_kind::path}, {"a", field_kind::path}};
    BOOST_TEST(refusal(twice).starts_with("field_kinds:"));
    twice.field_kinds = {{"", field_kind::path}};
    BOOST_TEST(refusal(twice).starts_with("field_kinds:"));
}

BOOST_AUTO_TEST_CASE(the_seven_file_operations_have_their_levels) {
    struct row {
        std::string_view name;
        tool_kind kind;
        tool_default decision;
        risk_level risk;
        safety_class safety;
        bool trustable;
        offered_grant offers;
    };
    using enum tool_kind;
    constexpr auto allow = tool_default::allow;
    constexpr auto ask = tool_default::ask;
    constexpr auto none = offered_grant::none;
    constexpr std::array rows{
        row{"read", read, allow, risk_level::low, safety_class::always_safe, false, none},
        row{"glob", search, allow, risk_level::low, safety_class::always_safe, false, none},
        row{"grep", search, allow, risk_level::low, safety_class::always_safe, false, none},
        row{"write", edit, ask, risk_level::medium, safety_class::confirm, true, offered_grant::time},
        row{"edit", edit, ask, risk_level::medium, safety_class::confirm, true, offered_grant::time},
        row{"delete", remove, ask, risk_level::high, safety_class::always_confirm, false, none},
        row{"bash", execute, ask, risk_level::high, safety_class::confirm, false, offered_grant::uses},
        row{"Read", read, allow, risk_level::low, safety_class::always_safe, false, none},
        row{"Edit", edit, ask, risk_level::medium, safety_class::confirm, true, offered_grant::time},
        row{"Bash", execute, ask, risk_level::high, safety_class::confirm, false, offered_grant::uses},
        row{"KillShell", execute, ask, risk_level::high, safety_class::confirm, false, none},
        row{"TodoWrite", interact, allow, risk_level::low, safety_class::always_safe, false, none},
        row{"WebFetch", fetch, ask, risk_level::medium, safety_class::confirm, true, none},
        row{"Task", agent, ask, risk_level::medium, safety_class::confirm, false, none},
        row{"AskUserQuestion", interact, ask, risk_level::medium, safety_class::always_confirm, false, none},
        row{"ExitPlanMode", interact, ask, risk_level::medium, safety_class::always_confirm, false, none},
        row{"SlashCommand", other, ask, risk_level::high, safety_class::confirm, false, none},
    };
    for (const auto& expected : rows) {
        const auto& found = standard(expected.name);
        BOOST_TEST_CONTEXT(expected.name) {
            BOOST_TEST(found.kind == expected.kind);
            BOOST_TEST(found.decision == expected.decision);
            BOOST_TEST(found.permission_required == (expected.decision != allow));
            BOOST_TEST((found.risk == expected.risk));
            BOOST_TEST((found.safety == expected.safety));
            BOOST_TEST(found.trustable == expected.trustable);
            BOOST_TEST(found.offers == expected.offers);
            BOOST_TEST(!found.description.empty());
        }
    }
    BOOST_TEST(standard("WebSearch").category == "network");
    BOOST_TEST(standard("bash").category == "shell");
    BOOST_TEST(standard("delete").category == "file");
}

BOOST_AUTO_TEST_CASE(nothing_that_runs_commands_or_deletes_can_ever_be_trusted) {
    for (const auto& name : tool_registry::standard()->names()) {
        const auto& found = standard(name);
        if (found.kind == tool_kind::execute || found.kind == tool_kind::remove)
            BOOST_TEST((!found.trustable && found.decision == tool_default::ask), name);
        if (found.decision == tool_default::allow)
            BOOST_TEST((found.safety == safety_class::always_safe && found.risk == risk_level::low), name);
    }
}

BOOST_AUTO_TEST_CASE(all_tools_of_claude_code_are_known_with_the_fields_that_rules_speak_of) {
    for (const auto* name : {"Read",
                             "Write",
                             "Edit",
                             "MultiEdit",
                             "NotebookEdit",
                             "NotebookRead",
                             "Glob",
                             "Grep",
                             "LS",
                             "LSP",
                             "Bash",
                             "BashOutput",
                             "Monitor",
                             "PowerShell",
                             "REPL",
                             "Eval",
                             "KillShell",
                             "KillBash",
                             "TaskStop",
                             "Artifact",
                             "EnterWorktree",
                             "Projects",
                             "SendUserFile",
                             "Workflow",
                             "WebFetch",
                             "WebSearch",
                             "Task",
                             "Agent",
                             "TodoWrite",
                             "TodoRead",
                             "ExitPlanMode",
                             "AskUserQuestion",
                             "Skill",
                             "SlashCommand",
                             "ListMcpResourcesTool",
                             "ReadMcpResourceTool"}) {
        const auto& found = standard(name);
        BOOST_TEST(found.main_field == main_field(name), name);
        BOOST_TEST(!found.parameters.contains("additionalProperties"), name);
    }
    BOOST_TEST(tool_registry::standard()->size() == 63U);
    // Their schemas are read when an input is first checked.
    for (const auto& name : tool_registry::standard()->names()) {
        const auto flaw = tool_registry::standard()->validate(name, {{"not_a_field", 1}});
        BOOST_TEST((!flaw || flaw->message.find("expected a JSON Schema") == std::string::npos), name);
    }
    BOOST_TEST(tool_registry::standard()->schemas().size() == 63U);
    for (const auto& name : tool_registry::standard()->names()) {
        const auto& found = standard(name);
        if (!found.main_field.empty())
            BOOST_TEST(found.parameters.at("properties").as_object().contains(found.main_field), name);
    }
    BOOST_TEST((tool_registry::standard()->kind_of("bash", "workingDirectory") == field_kind::path));
    BOOST_TEST((tool_registry::standard()->kind_of("SlashCommand", "command") == field_kind::text));
    BOOST_TEST((tool_registry::standard()->kind_of("Bash", "command") == field_kind::command));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::tool_registry_test
