// What the pages of the documentation show in pieces, each where it does what the page says.
#define BOOST_TEST_MODULE pieces
#include <assent/adapters/files/audit_line.hpp>
#include <assent/testing.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <queue>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace assent;

namespace {

// A harness whose gate has these options.
testing::harness harness_with(gate_options options) {
    return testing::harness(testing::harness_options{.gate = std::move(options)});
}

}  // namespace

// ---- writing-a-callback.md
// ----------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(the_simplest_form) {
    gate_options options;
    options.callback = answer_with([](const permission_question& question) -> permission_result {
        if (question.tool_name == "Read") return allow_result{};
        return deny_result{.reason = "reading only"};
    });
    auto h = harness_with(std::move(options));
    BOOST_TEST(h.ask("Read", {{"file_path", "/a"}}).allowed);
    BOOST_TEST(h.ask("Bash", {{"command", "ls"}}).reason == "reading only");
}

BOOST_AUTO_TEST_CASE(a_question_is_kept_and_answered_later) {
    std::queue<permission_request> queue;
    gate_options options;
    options.callback = [&queue](permission_request request) { queue.push(std::move(request)); };
    auto h = harness_with(std::move(options));
    const auto asked = h.ask("Bash", {{"command", "ls"}});
    BOOST_TEST(!asked.answered);
    auto& request = queue.front();
    // later, on another thread
    std::move(request).deny("not now");
    h.pump();
    BOOST_TEST(h.reply(asked.request_id).reason == "not now");
}

BOOST_AUTO_TEST_CASE(answers_that_hold_longer) {
    const permission_result answers[] = {
        allow_result{.keep = remember::session},  // this tool, until the conversation ends
        allow_result{.keep = remember::always},   // and the peer is asked to keep it
        allow_result{.grant = grant_terms::for_time(std::chrono::minutes(5))},  // or for_uses(10)
        allow_result{.trust = true},                                            // where may_trust is true
        deny_result{.reason = "not here", .keep = remember::session},
    };
    for (const auto& answer : answers) {
        testing::harness h(answer_with([&](const permission_question&) { return answer; }));
        BOOST_TEST(h.ask("Grep", {{"pattern", "x"}}).answered);
    }
}

BOOST_AUTO_TEST_CASE(an_answer_holds_for_what_a_rule_covers) {
    int asked = 0;
    testing::harness h(answer_with([&](const permission_question& question) -> permission_result {
        ++asked;
        const auto rule =
            rule_for_call(question.call());  // of another field than the main one: (question.call(), "path")
        if (rule) return allow_result{.keep = remember::always, .about = *rule};
        return deny_result{};
    }));
    BOOST_TEST(h.ask("Bash", {{"command", "npm test"}}).allowed);
    BOOST_TEST(h.ask("Bash", {{"command", "npm test"}}).allowed);
    BOOST_TEST(asked == 1);
    BOOST_TEST(h.ask("Bash", {{"command", "npm start"}}).allowed);
    BOOST_TEST(asked == 2);
}

BOOST_AUTO_TEST_CASE(an_answer_brings_a_rule) {
    testing::harness h(answer_with([](const permission_question&) -> permission_result {
        auto rule =
            permission_rule::make("Bash", {{"command", "npm *"}}, rule_behavior::allow, rule_origin::answer);
        return allow_result{.updates = {add_rules({rule.value()})}};
    }));
    BOOST_TEST(h.ask("Bash", {{"command", "npm test"}}).updates.size() == 1U);
}

// ---- testing-your-callback.md, embedding-in-a-cli.md
// ---------------------------------------------------------

BOOST_AUTO_TEST_CASE(silence_is_a_denial) {
    // A question that nobody answers is denied after five minutes.
    std::optional<permission_request> kept;
    testing::harness h([&](permission_request request) { kept = std::move(request); });
    auto reply = h.ask("Bash", {{"command", "ls"}});
    BOOST_TEST(!reply.answered);
    h.advance(std::chrono::minutes(5));
    reply = h.reply(reply.request_id);
    BOOST_TEST(reply.denied);
    BOOST_TEST(reply.reason == "nobody answered in time");
}

BOOST_AUTO_TEST_CASE(what_is_on_record_can_be_shown) {
    testing::harness h(deny_all("not now"));
    h.ask("Bash", {{"command", "ls"}});
    for (const auto& each : h.audit().events())
        BOOST_TEST_MESSAGE(each.tool_name << ": " << to_string(each.decision) << ", " << each.reason);
    const auto kept = h.audit().events().front();
    BOOST_TEST(kept.reason == "not now");
}

BOOST_AUTO_TEST_CASE(a_record_of_ones_own_needs_no_other_library) {
    struct lines final : audit_sink {
        boost::system::error_code record(const audit_event& event) override {
            return all.push_back(to_json_line(event)), boost::system::error_code();
        }
        std::vector<std::string> all;
    };
    const auto record = std::make_shared<lines>();
    permission_gate gate({}, std::make_shared<testing::manual_clock>(), record);
    const auto input = make_input({{"command", "ls"}});
    const verdict decided = gate.check({.tool_name = "not a tool", .input = *input});
    BOOST_TEST(decided.denied());
    BOOST_TEST(record->all.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_transport_of_ones_own_is_checked) {
    testing::fake_connection wire;
    auto yours = wire.make_transport();
    auto checked = std::make_unique<testing::checked_transport>(
        std::move(yours), [](std::string_view breach) { BOOST_ERROR(breach); });
    const auto gate = std::make_shared<permission_gate>(gate_options{.callback = deny_all("not now")},
                                                        std::make_shared<testing::manual_clock>());
    const auto session = std::make_shared<control_session>(std::move(checked), gate);
    session->start({}, {});
    wire.feed(R"({"type":"control_request","request_id":"1","request":{"subtype":"can_use_tool",)"
              R"("tool_name":"Bash","input":{"command":"ls"},"tool_use_id":"t"}})"
              "\n");
    wire.end();
    wire.pump();
    BOOST_TEST(wire.sent().find("not now") != std::string::npos);
    BOOST_TEST(wire.finished());
}

BOOST_AUTO_TEST_CASE(the_asking_side) {
    testing::requester_harness h;
    const auto use = h.ask("Bash", {{"command", "ls"}});  // the gate leaves it open: the peer is asked
    h.peer().answer_allow(h.peer().asked().back().id);
    h.pump();
    BOOST_TEST(use->decided.allowed());
}

BOOST_AUTO_TEST_CASE(a_call_that_is_checked_without_asking) {
    gate_options options;
    options.policy.rules = {parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value()};
    const auto gate =
        std::make_shared<permission_gate>(std::move(options), std::make_shared<testing::manual_clock>());
    const auto input = make_input({{"command", "npm test"}});
    const verdict decided = gate->check({.tool_name = "Bash", .input = *input});
    BOOST_TEST(decided.allowed());
}

BOOST_AUTO_TEST_CASE(tools_that_are_functions) {
    gate_options options;
    options.policy.rules = {parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value()};
    options.callback = [](permission_request request) { std::move(request).deny_and_interrupt("stop here"); };
    const auto gate =
        std::make_shared<permission_gate>(std::move(options), std::make_shared<testing::manual_clock>());
    std::vector<model_text> said;
    bool stopped = false;
    const auto say = [&](const model_text& text) { said.push_back(text); };
    const auto stop = [&] { stopped = true; };

    tool_runner runner(gate, tool_registry::standard());
    runner.add_executor("Bash", [](const json_object& input, const execution_context&, std::stop_token) {
        return json_value("ran " + std::string(input.at("command").as_string()));
    });
    const auto use = [&](json_value arguments) {
        runner.run("Bash", arguments, {.project_root = "/srv/app"}, [&](const tool_result& result) {
            if (result.interrupt) stop();  // the turn is to end
            say(to_model_text(result));
        });
    };
    use({{"command", "npm test"}});
    BOOST_TEST(said.back().content == "ran npm test");
    BOOST_TEST(!stopped);
    use({{"command", "rm x"}});
    BOOST_TEST(said.back().is_error);
    BOOST_TEST(stopped);
}

BOOST_AUTO_TEST_CASE(a_prompt_beside_the_peer) {
    struct prompt_of_your_own {
        question_id shown = question_id::none;
        std::stop_token over;
        void show(const permission_question& question, std::stop_token stop) {
            shown = question.id;
            over = std::move(stop);
        }
    };
    const auto prompt = std::make_shared<prompt_of_your_own>();
    const auto link = std::make_shared<peer_link>();
    std::optional<permission_request> at_peer;
    link->connect([&](permission_request request) { at_peer = std::move(request); });
    gate_options options;
    options.callback = [peer = link->callback(), prompt](permission_request request) {
        prompt->show(request.question(), request.stop());  // stop: take it away again
        peer(std::move(request));
    };
    auto h = harness_with(std::move(options));
    const auto asked = h.ask("Bash", {{"command", "ls"}});
    auto* gate = &h.gate();
    const auto id = prompt->shown;
    // later, on any thread: what the person at the prompt says. False: the peer was first.
    gate->answer(id, allow_result{.by = "terminal"});  // id: permission_question::id
    h.pump();
    BOOST_TEST(h.reply(asked.request_id).allowed);
    BOOST_TEST(prompt->over.stop_requested());
}

// ---- state-and-persistence.md
// -------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(rules_of_answers_are_stored_and_loaded) {
    std::vector<std::pair<std::string, json_object>> file;
    const auto store = [&](std::string_view tool, json_object input) {
        file.emplace_back(tool, std::move(input));
    };
    const auto stored_rules = [&] { return file; };
    testing::harness h(answer_with([](const permission_question& question) -> permission_result {
        return allow_result{.updates = {add_rules({rule_for_call(question.call()).value()})}};
    }));
    BOOST_TEST(h.ask("Bash", {{"command", "npm test"}}).allowed);
    auto* gate = &h.gate();

    const auto rules = gate->rules();  // keeps the set alive while it is read
    for (const auto& rule : rules->all(rule_behavior::allow))
        if (rule->origin() == rule_origin::answer) store(rule->tool_pattern(), rule->input_pattern());
    BOOST_TEST(file.size() == 1U);

    gate_options with_policy{.callback = deny_all("not stored")};
    with_policy.policy.rules = {
        parse_rule("Bash(npm publish *)", rule_behavior::deny, rule_origin::host).value()};
    auto next = harness_with(std::move(with_policy));
    gate = &next.gate();
    std::vector<permission_rule> loaded;
    for (const auto& [tool_pattern, input_pattern] : stored_rules())
        if (auto rule =
                permission_rule::make(tool_pattern, input_pattern, rule_behavior::allow, rule_origin::stored))
            loaded.push_back(std::move(*rule));  // one that is not valid counts as missing
    gate->set_rules(gate->rules()->apply(add_rules(std::move(loaded)), rule_origin::stored).value());
    BOOST_TEST(next.ask("Bash", {{"command", "npm test"}}).allowed);
    BOOST_TEST(next.ask("Bash", {{"command", "npm test -- --deep"}}).denied);
    BOOST_TEST((gate->rules()->all(rule_behavior::allow).front()->origin() == rule_origin::stored));
    BOOST_TEST(gate->rules()->size(rule_behavior::deny) == 1U);
    BOOST_TEST(next.ask("Bash", {{"command", "npm start"}}).denied);
}

BOOST_AUTO_TEST_CASE(decisions_are_stored_and_loaded) {
    std::vector<stored_decision> file;
    std::vector<std::string> rules;
    const auto store = [&](const std::string& key, bool approved, const std::string& by, wall_time decided_at,
                           std::optional<wall_time> expires_at) {
        file.push_back({key, approved, by, decided_at, expires_at, {}});
    };
    const auto store_rule = [&](const std::string& key, std::string_view, const json_object&, rule_behavior) {
        rules.push_back(key);
    };
    const auto stored_decisions = [&] { return file; };
    testing::harness h(answer_with([](const permission_question&) -> permission_result {
        return allow_result{.keep = remember::always};
    }));
    BOOST_TEST(h.ask("Grep", {{"pattern", "x"}}).allowed);
    auto* gate = &h.gate();

    for (const stored_decision& each : gate->save_decisions()) {  // never trust, never grants
        store(each.key, each.approved, each.by, each.decided_at, each.expires_at);
        if (each.about)  // narrowed to a rule; without it the decision would hold for no call
            store_rule(each.key, each.about->tool_pattern(), each.about->input_pattern(),
                       each.about->behavior());
    }
    BOOST_TEST(file.size() == 1U);
    BOOST_TEST(rules.empty());

    testing::harness next(deny_all("not stored"));
    gate = &next.gate();
    gate->load_decisions(stored_decisions());  // entries that are not valid count as missing
    BOOST_TEST(next.ask("Grep", {{"pattern", "y"}}).allowed);
}
