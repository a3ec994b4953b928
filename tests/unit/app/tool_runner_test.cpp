// From a model's call to what goes back to the model, and that nothing runs past the gate.
#include "runner_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <limits>
#include <stdexcept>

namespace assent::tool_runner_test {
namespace {

gate_options allowing() { return {.rules = rules({"allow Bash(npm *)", "deny Bash(rm *)"})}; }

BOOST_AUTO_TEST_SUITE(tool_runner_test)

BOOST_AUTO_TEST_CASE(without_a_gate_or_a_registry_there_is_no_runner) {
    const gate_probe probe;
    const std::shared_ptr<permission_gate> gate(probe.gate.get(), [](permission_gate*) {});
    BOOST_CHECK_THROW(tool_runner(nullptr, tool_registry::standard()), std::invalid_argument);
    BOOST_CHECK_THROW(tool_runner(gate, nullptr), std::invalid_argument);
    BOOST_CHECK_NO_THROW(tool_runner(gate, tool_registry::empty()));
}

BOOST_AUTO_TEST_CASE(only_registered_tools_get_one_executor) {
    const runner_probe probe;
    const tool_executor nothing = [](const auto&, const auto&, const auto&) { return json_value(); };
    BOOST_CHECK_THROW(probe.runner->add_executor("Unknown", nothing), std::invalid_argument);
    BOOST_CHECK_THROW(probe.runner->add_executor("bash ", nothing), std::invalid_argument);
    BOOST_CHECK_THROW(probe.runner->add_executor("Bash", nothing), std::invalid_argument);
    BOOST_CHECK_THROW(probe.runner->add_executor("Write", {}), std::invalid_argument);
    BOOST_CHECK_NO_THROW(probe.runner->add_executor("Write", nothing));
}

BOOST_AUTO_TEST_CASE(an_allowed_call_runs_with_its_input_and_context_and_is_on_record) {
    runner_probe probe(allowing());
    probe.execute = [&](const auto&, const auto&, const auto&) {
        probe.time->advance(std::chrono::milliseconds(7));
        return json_value("done");
    };
    const execution_context context{"/project", "user", "talk", "message", "toolu_1", "agent"};
    const auto end = probe.run("Bash", command("npm test"), context);
    BOOST_TEST(end->code() == "success");
    BOOST_TEST(end->times == 1);
    BOOST_TEST((end->result.output == json_value("done")));
    BOOST_TEST((end->result.decided && end->result.decided->source == decision_source::rule));
    BOOST_TEST_REQUIRE(probe.ran.size() == 1U);
    BOOST_TEST((probe.ran[0] == command("npm test")));
    BOOST_TEST(probe.seen.project_root == "/project");
    BOOST_TEST(probe.seen.user_id == "user");
    BOOST_TEST((probe.seen.run == end->id && end->id != run_id::none));

    const auto records = probe.sink->events();
    BOOST_TEST_REQUIRE(records.size() == 2U);
    BOOST_TEST((records[0].what == audit_event::kind::decision));
    const auto& record = records[1];
    BOOST_TEST((record.what == audit_event::kind::execution));
    BOOST_TEST(record.succeeded);
    BOOST_TEST(record.reason == "");
    BOOST_TEST(record.request_id == records[0].request_id);
    BOOST_TEST(record.tool_name == "Bash");
    BOOST_TEST(record.tool_use_id == "toolu_1");
    BOOST_TEST(record.agent_id == "agent");
    BOOST_TEST(record.user_id == "user");
    BOOST_TEST(record.conversation_id == "talk");
    BOOST_TEST(record.message_id == "message");
    BOOST_TEST((record.latency == std::chrono::milliseconds(7)));
}

BOOST_AUTO_TEST_CASE(the_project_root_is_where_relative_paths_are_read_from) {
    runner_probe probe({.rules = rules({"allow Write(/project/**)"})});
    int writes = 0;
    probe.runner->add_executor("Write",
                               [&](const auto&, const auto&, const auto&) { return json_value(++writes); });
    const json_object input{{"file_path", "src/a.c"}, {"content", ""}};
    BOOST_TEST(probe.run("Write", input, {.project_root = "/project"})->code() == "success");
    BOOST_TEST(probe.run("Write", input, {.project_root = "/elsewhere"})->code() == "open");
    BOOST_TEST(probe.run("Write", input)->code() == "open");
    BOOST_TEST(writes == 1);
}

BOOST_AUTO_TEST_CASE(a_denied_call_never_runs) {
    runner_probe probe(allowing());
    const auto end = probe.run_command("rm -rf secret");
    BOOST_TEST(end->code() == "permission_denied");
    BOOST_TEST(end->times == 1);
    BOOST_TEST(end->result.error->recoverable);
    BOOST_TEST(end->result.error->message == "`Bash` may not run: denied by rule `Bash(rm *)` (your policy)");
    BOOST_TEST(end->result.error->model_message.find("has not run") != std::string::npos);
    BOOST_TEST(probe.ran.empty());
    BOOST_TEST(probe.executions().empty());
    BOOST_TEST(probe.sink->events().size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_tool_that_cannot_run_here_is_named_with_those_that_can) {
    runner_probe probe(allowing());
    for (const auto* name : {"Nothing", "Read", "bash"}) {
        const auto end = probe.run(name, {});
        BOOST_TEST(end->code() == "unknown_tool", name);
        BOOST_TEST(end->result.error->model_message ==
                   "There is no tool `" + std::string(name) + "` here. The tools are: Bash.");
    }
    for (const auto* name : {"", "a\nb", "\x1b[2J"})
        BOOST_TEST(probe.run(name, {})->result.error->message ==
                   "a tool whose name is not valid cannot be run here");
    BOOST_TEST(probe.sink->attempts() == 0U);
    BOOST_TEST(probe.box->handles.empty());
}

BOOST_AUTO_TEST_CASE(an_input_that_does_not_fit_reaches_neither_gate_nor_user_nor_tool) {
    json_value deep = json_array{};
    for (int i = 0; i < 20'000; ++i) deep = json_array({std::move(deep)});
    const std::array inputs{
        json_value(json_object{}),
        json_value(json_object{{"command", 1}}),
        json_value(json_object{{"command", nullptr}}),
        json_value(json_object{{"command", std::string("secret\0", 7)}}),
        json_value(json_object{{"command", "secret"}, {"timeout", "secret"}}),
        json_value(json_object{{"command", "secret"}, {"more", std::numeric_limits<double>::infinity()}}),
        json_value(json_object{{"command", "secret"}, {"more", deep}}),
        json_value(json_array{"secret"}),
        json_value("secret"),
        json_value(7),
        json_value(true),
    };
    runner_probe probe({.policy = {.mode = permission_mode::allow}});
    for (const auto& input : inputs) {
        const auto end = probe.run("Bash", input);
        BOOST_TEST(end->code() == "invalid_params");
        BOOST_TEST(end->times == 1);
        BOOST_TEST(!end->result.decided.has_value());
        BOOST_TEST(end->result.error->message.starts_with("the input of `Bash` is not valid: parameters"));
        for (const auto& text : {end->result.error->message, end->result.error->model_message})
            BOOST_TEST((text.find("secret") == std::string::npos && text.find('\n') == std::string::npos),
                       text);
    }
    BOOST_TEST(probe.ran.empty());
    BOOST_TEST(probe.sink->attempts() == 0U);
    BOOST_TEST(probe.box->handles.empty());
}

BOOST_AUTO_TEST_CASE(no_arguments_count_as_an_empty_object) {
    runner_probe probe({.policy = {.mode = permission_mode::allow}});
    json_object got{{"not", "called"}};
    probe.runner->add_executor("TodoRead", [&](const json_object& input, const auto&, const auto&) {
        got = input;
        return json_value();
    });
    BOOST_TEST(probe.run("TodoRead", nullptr)->code() == "success");
    BOOST_TEST(got.empty());
}

BOOST_AUTO_TEST_CASE(a_tool_that_needs_no_permission_goes_through_the_gate_like_any_other) {
    tool_registry known;
    tool_definition look{.name = "look"};
    look.permission_required = false;
    known.add(std::move(look)).value();
    const auto tools = std::make_shared<const tool_registry>(std::move(known));
    for (const bool blocked : {false, true}) {
        const auto sink = std::make_shared<testing::recording_audit_sink>();
        gate_options options{.policy = {.tool_defaults = true}, .tools = tools};
        if (blocked) options.rules = rules({"deny look"});
        const auto gate = std::make_shared<permission_gate>(std::move(options),
                                                            std::make_shared<testing::manual_clock>(), sink);
        tool_runner runner(gate, tools);
        int runs = 0;
        runner.add_executor("look",
                            [&](const auto&, const auto&, const auto&) { return json_value(++runs); });
        std::string code;
        runner.run("look", {}, {}, [&](const tool_result& result) {
            code = result.success ? "success" : to_string(result.error->code);
        });
        BOOST_TEST(code == (blocked ? "permission_denied" : "success"));
        BOOST_TEST(runs == (blocked ? 0 : 1));
        BOOST_TEST(sink->events(audit_event::kind::decision).size() == 1U);
    }
}

BOOST_AUTO_TEST_CASE(a_tool_that_fails_is_reported_in_its_own_words_made_safe_and_recorded_once) {
    runner_probe probe(allowing());
    struct row {
        std::string thrown;
        std::string words;
    };
    const std::string most(max_tool_error_characters, 'x');
    const row rows[]{
        {"no such file", "no such file"},
        {"two\nlines \x1b[2J", "two\\nlines \\x1b[2J"},
        {"", "it did not say why"},
        {most, most},
        {most + "y", most + "..."},
        {std::string(50'000, '\n'),
         [] {
             std::string cut;
             for (std::size_t i = 0; i < max_tool_error_characters / 2; ++i) cut += "\\n";
             return cut + "...";
         }()},
    };
    for (const auto& each : rows) {
        probe.execute = [&](const auto&, const auto&, const auto&) -> json_value {
            throw std::runtime_error(each.thrown);
        };
        const auto end = probe.run_command("npm test");
        BOOST_TEST(end->code() == "execution_error");
        BOOST_TEST(end->times == 1);
        BOOST_TEST(end->result.error->message == "`Bash` failed: " + each.words);
        BOOST_TEST(end->result.error->recoverable);
        BOOST_TEST((end->result.decided && end->result.decided->allowed()));
        const auto records = probe.executions();
        BOOST_TEST(!records.back().succeeded);
        BOOST_TEST(records.back().reason == end->result.error->message);
    }
    BOOST_TEST(probe.executions().size() == std::size(rows));
}

BOOST_AUTO_TEST_CASE(whatever_leaves_a_tool_is_a_failure_and_goes_no_further) {
    runner_probe probe(allowing());
    json_value deep = json_array{};
    for (std::size_t i = 0; i < max_output_depth; ++i) deep = json_array({std::move(deep)});
    const json_value deepest = deep.get_array()[0];
    const tool_executor wrong[]{
        [](const auto&, const auto&, const auto&) -> json_value { throw 1; },
        [](const auto&, const auto&, const auto&) -> json_value {
            return json_object{{"a", std::numeric_limits<double>::quiet_NaN()}};
        },
        [&](const auto&, const auto&, const auto&) -> json_value { return deep; },
    };
    for (const auto& each : wrong) {
        probe.execute = each;
        const auto end = probe.run_command("npm test");
        BOOST_TEST(end->code() == "execution_error");
        BOOST_TEST(end->result.output.is_null());
        BOOST_TEST(!probe.executions().back().succeeded);
    }
    probe.execute = [&](const auto&, const auto&, const auto&) { return deepest; };
    BOOST_TEST(probe.run_command("npm test")->code() == "success");
    BOOST_TEST(probe.executions().size() == 4U);

    // The same for what leaves `done`.
    BOOST_CHECK_NO_THROW(probe.runner->run("Bash", command("npm test"), {}, [](const auto&) { throw 1; }));
    BOOST_CHECK_NO_THROW(probe.runner->run("Bash", command("npm test"), {}, {}));
    BOOST_TEST(probe.runner->open_runs() == 0U);
}

BOOST_AUTO_TEST_CASE(a_run_that_fails_or_is_cancelled_has_used_its_grant_up) {
    runner_probe probe;
    BOOST_TEST_REQUIRE(probe.gate->give_grant("Bash", grant_terms::for_uses(2), "alice"));
    probe.execute = [](const auto&, const auto&, const auto&) -> json_value {
        throw std::runtime_error("x");
    };
    BOOST_TEST(probe.run_command("ls")->code() == "execution_error");
    probe.execute = [&](const auto&, const execution_context& context, const auto&) -> json_value {
        probe.runner->cancel(context.run);
        throw std::runtime_error("stopped");
    };
    BOOST_TEST(probe.run_command("ls")->code() == "cancelled");
    BOOST_TEST(probe.ran.size() == 2U);
    BOOST_TEST(probe.run_command("ls")->open());  // it is asked about
    BOOST_TEST(probe.box->handles.size() == 1U);
    BOOST_TEST(probe.ran.size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_call_over_the_rate_limit_says_when_to_try_again) {
    runner_probe probe({.policy = {.limits = {.per_minute = 1}}, .rules = rules({"allow Bash"})});
    BOOST_TEST(probe.run_command("ls")->code() == "success");
    const auto end = probe.run_command("ls");
    BOOST_TEST(end->code() == "permission_denied");
    BOOST_TEST_REQUIRE((end->result.decided && end->result.decided->rate_limited()));
    BOOST_TEST(end->result.error->model_message.ends_with("Try again in 1m."),
               end->result.error->model_message);
}

BOOST_AUTO_TEST_CASE(a_call_whose_decision_is_not_on_record_does_not_run) {
    runner_probe probe(allowing());
    probe.sink->fail_from();
    BOOST_TEST(probe.run_command("npm test")->code() == "permission_denied");
    BOOST_TEST(probe.ran.empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::tool_runner_test
