// What people are shown: the rule that is proposed, the change, the rules in force, and the last decisions.
#include "console_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

namespace assent::console_showing_test {
namespace {

using kind = console_answer::kind;

BOOST_AUTO_TEST_CASE(the_rule_that_is_proposed_covers_exactly_the_call) {
    struct proposal {
        std::string_view tool;
        json_object input;
        std::string_view rule;
    };
    const std::vector<proposal> all{
        {"Bash", bash("npm test"), "Bash(npm test)"},
        {"Bash", bash("ls *.c"), R"(Bash(ls \*.c))"},
        {"Write", {{"file_path", "/work/a"}, {"content", "x"}}, "Write(/work/a)"},
        {"mcp__db__find", {{"q", "x"}}, "mcp__db__find"},
    };
    const console_probe probe;
    for (const auto& each : all) {
        BOOST_TEST_CONTEXT(each.rule) {
            const auto agent = probe.open();
            const auto number = probe.ask(*agent, each.tool, each.input);
            BOOST_TEST_REQUIRE(number != 0U);
            const auto shown = probe.desk->open().back();
            BOOST_TEST(shown->rule == each.rule);
            BOOST_TEST(!probe.desk->check_rule(number, shown->rule, kind::always));
            BOOST_TEST(!probe.desk->answer(number, {.what = kind::always, .rule = shown->rule}));
            BOOST_TEST(probe.ask(*agent, each.tool, each.input) == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_change_is_shown_for_tools_that_edit_and_nothing_else_that_is_sent_beside_it) {
    const console_probe probe;
    const auto agent = probe.open();
    const auto diff_for = [&](std::string_view tool, json_object input) {
        probe.ask(*agent, tool, std::move(input));
        return probe.desk->open().back()->diff;
    };
    const auto shown = diff_for("Edit", edit("a\nb\nc", "a\nx\nc"));
    BOOST_TEST_REQUIRE(shown.size() == 4U);
    BOOST_TEST(shown[1].text == "b");
    BOOST_TEST((shown[1].what == diff_line::kind::removed));
    BOOST_TEST((shown[2].what == diff_line::kind::added));
    json_object disguised = edit("a", "b");
    disguised["command"] = "rm -rf x";
    BOOST_TEST(diff_for("Bash", disguised).empty());
    json_object written = edit("a", "b");
    written["content"] = "evil";
    BOOST_TEST(diff_for("Write", written).empty());
    BOOST_TEST(diff_for("mcp__shell__run", edit("a", "b")).empty());
    const std::string longest(max_diff_bytes / 2, 'x');
    BOOST_TEST(!diff_for("Edit", edit(longest, longest.substr(1) + "y")).empty());
    BOOST_TEST(diff_for("Edit", edit(longest, longest + "y")).empty());
    std::string many, others;
    for (int i = 0; i < 500; ++i) {
        many += std::to_string(i) + "\n";
        others += "x" + std::to_string(i) + "\n";
    }
    const auto cut = diff_for("Edit", edit(many, others));
    BOOST_TEST_REQUIRE(cut.size() == max_diff_lines + 1);
    BOOST_TEST(cut.back().text == "600 lines");
}

BOOST_AUTO_TEST_CASE(the_whole_input_is_needed_unless_each_member_is_shown_elsewhere) {
    const std::string longest(max_small_member_bytes, 'd');
    json_object all_of_them = edit("a", "b"), disguised = edit("a", "b"), half = edit("a", "b");
    all_of_them["replace_all"] = true;
    disguised["command"] = "b";
    half["edits"] = json_array{json_object{{"old_string", "c"}, {"new_string", "d"}, {"mode", 1}}};
    struct {
        std::string_view what, tool;
        json_object input;
        bool needed;
    } const cases[]{
        {"a command", "Bash", bash("make"), false},
        {"a command of two lines", "Bash", bash("make\nmake test"), false},
        {"a description", "Bash", {{"command", "make"}, {"description", longest}, {"timeout", 9}}, false},
        {"one that is too long", "Bash", {{"command", "make"}, {"description", longest + "d"}}, true},
        {"one that is no text", "Bash", {{"command", "make"}, {"timeout", json_array{1}}}, true},
        {"another member", "Bash", {{"command", "make"}, {"shell", "evil"}}, true},
        {"a path that is the end of the command", "Bash", {{"command", "cat a"}, {"path", "a"}}, true},
        {"a text to be written", "Write", {{"file_path", "/work/a"}, {"content", "x"}}, false},
        {"a path that is not whole",
         "Write",
         {{"file_path", std::string(5000, 'p')}, {"content", "x"}},
         true},
        {"a change", "Edit", edit("a", "b"), false},
        {"a change everywhere, which is told", "Edit", all_of_them, false},
        {"a command beside a change", "Edit", disguised, true},
        {"more of a change than the texts", "Edit", half, true},
        {"a task", "Task", {{"description", "d"}, {"prompt", "rm -rf ~"}, {"content", "l"}}, true},
        {"a mail", "mcp__mail__send", {{"content", "Hi"}, {"to", "all"}, {"attach", ".env"}}, true},
        {"the same text twice", "mcp__mail__send", {{"content", "x"}, {"to", "x"}}, true},
        {"a text that is called as the tool", "mcp__x__y", {{"to", "mcp__x__y"}}, true},
        {"a cell that goes",
         "NotebookEdit",
         {{"notebook_path", "/work/a.ipynb"}, {"new_source", "x"}, {"edit_mode", "delete"}},
         true},
        {"nothing", "mcp__x__y", {}, false},
    };
    const console_probe probe;
    for (const auto& each : cases) BOOST_TEST_CONTEXT(each.what) {
            const auto agent = probe.open();
            BOOST_TEST_REQUIRE(probe.ask(*agent, each.tool, each.input) != 0U);
            BOOST_TEST(probe.desk->open().back()->input_needed == each.needed);
        }
    const auto agent = probe.open();
    probe.ask(*agent, "Edit", all_of_them);
    BOOST_TEST(probe.desk->open().back()->small_members == "replace_all: true");
}

BOOST_AUTO_TEST_CASE(the_headline_leaves_out_only_what_stands_below_it) {
    struct {
        std::string_view tool;
        json_object input;
        std::string_view headline;
    } const cases[]{
        {"Bash", bash("make"), "Execute command"},
        {"Bash", bash("make\nmake test"), "Execute command"},
        {"Bash", bash(std::string(5000, 'x')), "Execute command"},
        {"WebFetch", {{"url", "https://evil"}, {"content", "\nhello"}}, "Fetch: https://evil"},
        {"WebFetch", {{"url", "https://evil"}, {"content", "https\nhello"}}, "Fetch: https://evil"},
        {"WebFetch", {{"url", "https://evil"}, {"content", "https://evil/more"}}, "Fetch: https://evil"},
        {"Write", {{"file_path", "/work/a"}, {"content", "/work/a"}}, "Write to file"},
    };
    const console_probe probe;
    for (const auto& each : cases) BOOST_TEST_CONTEXT(each.headline) {
            const auto agent = probe.open();
            BOOST_TEST_REQUIRE(probe.ask(*agent, each.tool, each.input) != 0U);
            BOOST_TEST(probe.desk->open().back()->headline == each.headline);
        }
}

BOOST_AUTO_TEST_CASE(what_peers_call_themselves_is_kept_up_to_a_bound) {
    const console_probe probe;
    const auto agent = probe.open();
    std::string scratch;
    const std::string name(100'000, 'n');
    agent->gate->check({.tool_name = name, .input = *make_input({}), .tool_use_id = name}, name, scratch);
    const auto kept = probe.desk->decisions(0).back();
    BOOST_TEST(kept->event.tool_name.size() == 512U + 3U);
    BOOST_TEST(kept->event.tool_use_id.size() == 512U + 3U);
    BOOST_TEST(kept->event.request_id.size() == 512U + 3U);
    BOOST_TEST(kept->operation.size() < 1024U);
}

BOOST_AUTO_TEST_CASE(a_rule_from_an_answer_can_be_taken_back_and_one_of_the_host_cannot) {
    const console_probe probe;
    gate_options options;
    options.policy.rules = {
        permission_rule::make("Read", {}, rule_behavior::allow, rule_origin::host).value()};
    const auto agent = probe.open("agent", std::move(options));
    probe.desk->answer(probe.ask(*agent, "Bash", bash("ls")), {.what = kind::always, .rule = "Bash(ls)"});
    const auto session = probe.desk->sessions().at(0);
    BOOST_TEST_REQUIRE(session.rules.size() == 2U);
    BOOST_TEST(session.rules[0].text == "Bash(ls)");
    BOOST_TEST(session.rules[0].removable);
    BOOST_TEST(session.rules[0].agent_has_it);
    BOOST_TEST(!session.rules[1].removable);
    BOOST_TEST(!probe.desk->remove_rule(session.number, session.rules[0].key));
    BOOST_TEST(probe.ask(*agent, "Bash", bash("ls")) != 0U);
    BOOST_TEST(probe.desk->remove_rule(session.number, session.rules[1].key)->gone);
    BOOST_TEST(agent->gate->rules()->size() == 1U);
}

BOOST_AUTO_TEST_CASE(decisions_are_kept_up_to_the_bound_and_can_be_explained) {
    const console_probe probe;
    gate_options options;
    options.policy.rules = {
        permission_rule::make("Read", {}, rule_behavior::allow, rule_origin::host).value()};
    const auto agent = probe.open("agent <1>", std::move(options));
    std::string scratch;
    for (int i = 0; i < 201; ++i)
        BOOST_TEST(
            agent->gate
                ->check({.tool_name = "Read", .input = *make_input({{"file_path", "/work/a"}})}, "r", scratch)
                .allowed());
    const auto kept = probe.desk->decisions(0);
    BOOST_TEST_REQUIRE(kept.size() == 200U);
    BOOST_TEST(kept.front()->number == 2U);
    BOOST_TEST(kept.back()->operation == "Read file: /work/a");
    BOOST_TEST(kept.back()->session_title == "agent <1>");
    BOOST_TEST(probe.desk->decisions(kept.back()->number).empty());
    const auto why = probe.desk->explain(kept.back()->number);
    BOOST_TEST_REQUIRE(why.has_value());
    BOOST_TEST(why->decided.allowed());
    BOOST_TEST(!probe.desk->explain(1).has_value());
    BOOST_TEST(agent->record->events().size() == 201U);
}

}  // namespace
}  // namespace assent::console_showing_test
