// What an answer does and does not do: in time, in order, on record, and for the calls it was meant for.
#include "gate_probe.hpp"

#include <boost/test/unit_test.hpp>

#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

namespace assent::gate_answers_test {
namespace {

using std::chrono::nanoseconds;

BOOST_AUTO_TEST_CASE(an_answer_after_the_deadline_is_late_although_nobody_has_looked_at_the_clock) {
    const std::array<permission_result, 2> answers{allow_result{.keep = remember::session},
                                                   deny_result{.keep = remember::session}};
    for (const bool late : {false, true}) {
        for (const auto& answer : answers) {
            BOOST_TEST_CONTEXT(late << ", " << answer.index()) {
                const gate_probe probe;
                const auto end = probe.ask("Bash", command("ls"));
                probe.time->advance(default_question_timeout - nanoseconds(late ? 0 : 1));
                BOOST_TEST(probe.box->take().answer(answer) == !late);
                BOOST_TEST(end->times == 1);
                BOOST_TEST((end->how.decided.source == decision_source::timeout) == late);
                BOOST_TEST(end->how.decided.allowed() == (!late && answer.index() == 0));
                const auto recorded = probe.sink->decision("r");
                BOOST_TEST_REQUIRE(recorded.has_value());
                BOOST_TEST((recorded->source == decision_source::timeout) == late);
                BOOST_TEST(probe.sink->events(audit_event::kind::late_answer).size() == (late ? 1U : 0U));
                BOOST_TEST(probe.gate->remembered().size() == (late ? 0U : 1U));
                BOOST_TEST(probe.gate->open_questions() == 0U);
            }
        }
    }
}

// While the first decision is being written, something else happens.
class interrupted_sink final : public audit_sink {
public:
    std::function<void()> meanwhile;

    boost::system::error_code record(const audit_event& event) override {
        if (event.what == audit_event::kind::decision && meanwhile) std::exchange(meanwhile, {})();
        return {};
    }
};

BOOST_AUTO_TEST_CASE(of_two_answers_about_a_tool_the_later_one_holds_although_it_was_recorded_first) {
    const permission_result yes = allow_result{.keep = remember::session};
    const permission_result granted = allow_result{.grant = grant_terms::for_uses(2)};
    const permission_result no = deny_result{.keep = remember::session};
    struct row {
        const char* name;
        permission_result first, second;
        bool allowed;
    };
    const std::array rows{
        row{"no after yes", yes, no, false},
        row{"no after a grant", granted, no, false},
        row{"yes after no", no, yes, true},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const auto box = std::make_shared<handle_box>();
            const auto sink = std::make_shared<interrupted_sink>();
            permission_gate gate({.callback = keep_in(box)}, std::make_shared<testing::manual_clock>(), sink);
            const auto input = make_input(command("ls"));
            const tool_call call{.tool_name = "Bash", .input = *input};
            gate.ask(call, "first", {});
            gate.ask(call, "second", {});
            auto first = box->take();
            auto second = box->take();
            sink->meanwhile = [&] { BOOST_TEST(std::move(second).answer(row.second)); };
            BOOST_TEST(std::move(first).answer(row.first));
            BOOST_TEST(!sink->meanwhile);
            std::string scratch;
            const verdict decided = gate.check(call, "next", scratch);
            BOOST_TEST(decided.allowed() == row.allowed);
            BOOST_TEST(decided.denied() == !row.allowed);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_comes_after_its_conversation_is_not_kept) {
    struct row {
        const char* name;
        std::function<void(permission_gate&)> change;
        bool kept;
    };
    const std::array rows{
        row{"nothing", [](auto&) {}, true},
        row{"end_conversation", [](auto& gate) { gate.end_conversation(); }, false},
        row{"the peer's initialize", [](auto& gate) { gate.begin_conversation_of_peer(); }, false},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const gate_probe probe;
            const auto end = probe.ask("Write", {{"file_path", "a"}});
            row.change(*probe.gate);
            BOOST_TEST(probe.box->take().answer(
                allow_result{.keep = remember::always, .trust = true, .grant = grant_terms::for_uses(2)}));
            BOOST_TEST(end->how.decided.allowed());
            BOOST_TEST(end->how.updates.size() == (row.kept ? 1U : 0U));
            BOOST_TEST(probe.gate->remembered().size() == (row.kept ? 1U : 0U));
            BOOST_TEST(probe.gate->trusted().size() == (row.kept ? 1U : 0U));
            BOOST_TEST(probe.gate->grants().size() == (row.kept ? 1U : 0U));
            BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).asks() == !row.kept);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_peer_that_begins_another_conversation_does_not_lose_its_denials) {
    const gate_probe probe;
    probe.gate->remember_decision("Bash", false);
    probe.gate->remember_decision("Read", true);
    BOOST_TEST(probe.gate->trust("Write"));
    BOOST_TEST(probe.gate->give_grant("Edit", grant_terms::for_uses(2)));
    probe.gate->begin_conversation_of_peer();
    BOOST_TEST(probe.check("Bash", command("ls")).denied());
    for (const char* tool : {"Read", "Write", "Edit"})
        BOOST_TEST(probe.check(tool, {{"file_path", "a"}}).asks(), tool);
    probe.gate->end_conversation();
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
}

BOOST_AUTO_TEST_CASE(
    a_peer_that_begins_another_conversation_does_not_lose_a_loaded_denial_of_a_trusted_tool) {
    const gate_probe probe;
    BOOST_TEST(probe.gate->trust("Write"));
    const stored_decision no{"Write", false, "ann", probe.time->wall(), {}};
    BOOST_TEST(probe.gate->load_decisions({&no, 1}) == 1U);
    BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).denied());
    probe.gate->begin_conversation_of_peer();
    BOOST_TEST(probe.gate->trusted().empty());
    BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).denied());
}

BOOST_AUTO_TEST_CASE(the_record_of_an_edited_call_has_what_was_allowed_and_says_that_it_was_edited) {
    const gate_probe probe;
    probe.ask("Bash", command("ls"), "edited");
    BOOST_TEST(probe.box->take().answer(allow_result{.edited_input = command("ls -l")}));
    probe.ask("Bash", command("ls"), "as it came");
    BOOST_TEST(probe.box->take().allow());
    const auto edited = probe.sink->decision("edited");
    BOOST_TEST_REQUIRE(edited.has_value());
    BOOST_TEST(edited->edited);
    BOOST_TEST((edited->input->whole() == command("ls -l")));
    const auto as_it_came = probe.sink->decision("as it came");
    BOOST_TEST_REQUIRE(as_it_came.has_value());
    BOOST_TEST(!as_it_came->edited);
    BOOST_TEST((as_it_came->input->whole() == command("ls")));
}

BOOST_AUTO_TEST_CASE(an_input_with_a_nul_is_refused_also_where_the_host_made_it_or_an_answer_edited_it) {
    using namespace std::string_view_literals;
    const json_object in_value{{"command", "ls\0; rm x"sv}};
    const json_object in_key{{"command", "ls"}, {"a\0b"sv, 1}};
    for (const auto& input : {in_value, in_key}) {
        const gate_probe probe({.policy = {.mode = permission_mode::allow}});
        const verdict decided = probe.check("Bash", input);
        BOOST_TEST(decided.denied());
        BOOST_TEST(decided.source == decision_source::malformed);
        BOOST_TEST(decided.reason().find("NUL") != std::string::npos);

        probe.gate->set_mode(permission_mode::ask);
        const auto end = probe.ask("Bash", command("ls"));
        BOOST_TEST(probe.box->take().answer(allow_result{.edited_input = input}));
        BOOST_TEST(end->how.decided.denied());
        BOOST_TEST(end->how.decided.source == decision_source::malformed);
        BOOST_TEST(!end->how.edited_input.has_value());
    }
}

BOOST_AUTO_TEST_CASE(a_rule_that_an_agent_has_planted_does_not_pass_the_guard) {
    constexpr auto deleting = "find . -delete";
    const std::array planted{add_rules({rule("allow Bash(find . -delete)")})};
    const gate_probe probe({.policy = {.mode = permission_mode::allow}});
    BOOST_TEST(probe.gate->accept_suggestions(planted).size() == 1U);
    probe.gate->set_mode(permission_mode::ask);
    BOOST_TEST_REQUIRE(probe.gate->rules()->size() == 1U);
    const verdict decided = probe.check("Bash", command(deleting));
    BOOST_TEST(decided.asks());
    BOOST_TEST(decided.source == decision_source::guard);
    // The same words from the host do.
    const gate_probe of_host({.rules = rules({"allow Bash(find . -delete)"})});
    BOOST_TEST(of_host.check("Bash", command(deleting)).allowed());
}

BOOST_AUTO_TEST_CASE(a_log_that_throws_costs_nobody_an_answer) {
    int lines = 0;
    gate_options options{.rules = rules({"allow Read"})};
    options.log = [&lines](const log_entry&) {
        ++lines;
        throw std::runtime_error("the disk is full");
    };
    const gate_probe probe(std::move(options));
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).allowed());
    const int checked = lines;
    BOOST_TEST(checked > 0);
    const auto end = probe.ask("Bash", command("ls"));
    // It is refused to keep this, which the log says too.
    BOOST_TEST(probe.box->take().answer(
        allow_result{.keep = remember::session, .about = rule("allow Bash(make *)"), .trust = true}));
    BOOST_TEST(end->times == 1);
    BOOST_TEST(end->how.decided.allowed());
    BOOST_TEST(lines > checked);
    const auto timed_out = probe.ask("Bash", command("ls"));
    probe.time->advance(default_question_timeout);
    probe.gate->tick();
    BOOST_TEST(timed_out->times == 1);
    probe.gate->end_conversation();
}

}  // namespace
}  // namespace assent::gate_answers_test
