// A policy at the gate: refused, replaced, and what it limits.
#include "gate_probe.hpp"

#include <assent/app/session/control_session.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace assent::gate_policy_test {
namespace {

using std::chrono::minutes;
using std::chrono::nanoseconds;
using std::chrono::seconds;

judgement_basis::pointer basis(policy settings) { return judgement_basis::make(std::move(settings)).value(); }

BOOST_AUTO_TEST_CASE(a_gate_without_a_clock_and_a_session_without_a_transport_are_refused) {
    BOOST_CHECK_THROW(permission_gate({}, nullptr), std::invalid_argument);
    BOOST_CHECK_THROW(control_session(nullptr, nullptr), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_policy_that_is_not_valid_is_refused_by_the_name_of_its_member) {
    struct row {
        const char* where;
        policy settings;
    };
    const std::array rows{
        row{"limits.per_minute", {.limits = {.per_minute = max_calls_per_window + 1}}},
        row{"tools.Bash.limits.per_hour",
            {.tools = {{"Bash", {.limits = rate_limits{.per_hour = max_calls_per_window + 1}}}}}},
        row{"blocked_tools[1]", {.blocked_tools = {"Bash", ""}}},
        row{"trusted_tools[0]", {.trusted_tools = {"Ba sh"}}},
        row{"grants.time", {.grant_time = duration::zero()}},
        row{"grants.uses", {.grant_uses = max_grant_uses + 1}},
        row{"questions.timeout", {.question_timeout = nanoseconds(-1)}},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.where) {
            const auto names_it = [&](const std::invalid_argument& error) {
                const std::string what = error.what();
                return what.find(std::string("policy: `") + row.where + "`: ") == 0 &&
                       what.find('\n') == std::string::npos;
            };
            BOOST_CHECK_EXCEPTION(
                permission_gate({.policy = row.settings}, std::make_shared<testing::manual_clock>()),
                std::invalid_argument, names_it);
        }
    }
    BOOST_CHECK_NO_THROW(permission_gate({.policy = {.limits = {.per_minute = max_calls_per_window}}},
                                         std::make_shared<testing::manual_clock>()));
}

BOOST_AUTO_TEST_CASE(another_policy_replaces_the_hosts_rules_and_keeps_what_was_learned) {
    const gate_probe probe({.policy = {.rules = {rule("allow Bash(npm *)")}}});
    probe.ask("Bash", command("make all"));
    probe.box->take().answer(allow_result{.updates = {add_rules({rule("allow Bash(make *)")})}});
    probe.gate->remember_decision("Read", true);
    BOOST_TEST(probe.gate->trust("Edit"));
    BOOST_TEST(probe.gate->give_grant("Write", grant_terms::for_uses(2)));

    BOOST_TEST(probe.gate->set_policy(basis({.rules = {rule("allow Bash(git status)")}})));
    BOOST_TEST(probe.check("Bash", command("npm test")).asks());
    BOOST_TEST(probe.check("Bash", command("git status")).source == decision_source::rule);
    BOOST_TEST(probe.check("Bash", command("make all")).source == decision_source::rule);
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).source == decision_source::remembered);
    BOOST_TEST(probe.check("Edit", {{"file_path", "a"}}).source == decision_source::trust);
    BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).source == decision_source::grant);
    BOOST_TEST(probe.gate->grants().at(0).uses_left.value() == 1U);
    BOOST_TEST(probe.gate->rules()->size() == 2U);

    // Rules that are given beside the policy take the place of its own, but none of them may be lost that
    // denies or asks.
    const judgement_basis::pointer strict = basis({.rules = {rule("deny Bash(git *)")}});
    BOOST_TEST(!probe.gate->set_policy(strict, rules({"deny Bash(npm *)"})));
    BOOST_TEST(!probe.gate->set_policy(strict, rule_set::empty()));
    BOOST_TEST(probe.gate->set_policy(strict, rules({"deny Bash(npm *)", "deny Bash(git *)"})));
    BOOST_TEST(
        probe.gate->set_policy(basis({.rules = {rule("allow Bash(npm *)")}}), rules({"deny Bash(npm *)"})));
    BOOST_TEST(probe.check("Bash", command("npm test")).denied());
    BOOST_TEST(probe.check("Bash", command("git status")).asks());
}

BOOST_AUTO_TEST_CASE(another_policy_sets_the_mode_only_where_its_mode_is_another) {
    using enum permission_mode;
    struct row {
        permission_mode before, set, after, expected;
    };
    constexpr std::array rows{
        row{ask, ask, ask, ask},    row{ask, ask, deny, deny}, row{ask, allow, ask, allow},
        row{ask, deny, plan, plan}, row{plan, ask, plan, ask}, row{allow, deny, allow, deny},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.before << ", " << row.set << ", " << row.after) {
            const gate_probe probe({.policy = {.mode = row.before}});
            probe.gate->set_mode(row.set);
            BOOST_TEST(probe.gate->set_policy(basis({.mode = row.after})));
            BOOST_TEST(probe.gate->mode() == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_mode_that_a_peer_has_set_goes_back_when_a_new_policy_would_not_permit_it) {
    using enum permission_mode;
    struct row {
        permission_mode set;
        peer_mode limit;
        permission_mode by_peer, by_host;  // what the mode is then
    };
    constexpr std::array rows{
        row{allow, peer_mode::any, allow, allow}, row{allow, peer_mode::stricter, ask, allow},
        row{allow, peer_mode::never, ask, allow}, row{deny, peer_mode::stricter, deny, deny},
        row{deny, peer_mode::never, ask, deny},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.set << ", " << to_string(row.limit)) {
            const gate_probe of_peer;
            BOOST_TEST(of_peer.gate->set_mode_for_peer(row.set));
            BOOST_TEST(of_peer.gate->set_policy(basis({.peer_may_set = row.limit})));
            BOOST_TEST(of_peer.gate->mode() == row.by_peer);
            // The host's own word is not the policy's to take back.
            const gate_probe of_host;
            of_host.gate->set_mode(row.set);
            BOOST_TEST(of_host.gate->set_policy(basis({.peer_may_set = row.limit})));
            BOOST_TEST(of_host.gate->mode() == row.by_host);
        }
    }
}

BOOST_AUTO_TEST_CASE(another_policy_settles_the_open_questions_that_it_decides) {
    policy next{.blocked_commands = {"rm *"}};
    next.tools["Write"].decision = tool_default::allow;
    const gate_probe probe;
    const auto allowed = probe.ask("Write", {{"file_path", "a"}});
    const auto denied = probe.ask("Bash", command("rm x"));
    const auto open = probe.ask("Bash", command("ls"));
    BOOST_TEST(probe.gate->set_policy(basis(next)));
    BOOST_TEST(allowed->how.decided.allowed());
    BOOST_TEST(allowed->how.decided.source == decision_source::tool_override);
    BOOST_TEST(denied->how.decided.denied());
    BOOST_TEST(denied->how.decided.source == decision_source::blocked_list);
    BOOST_TEST(open->open());
    BOOST_TEST(probe.gate->open_questions() == 1U);
}

BOOST_AUTO_TEST_CASE(
    with_the_usual_limits_thirty_calls_a_minute_pass_and_the_next_is_told_when_to_come_back) {
    for (const auto mode : {permission_mode::ask, permission_mode::allow}) {
        BOOST_TEST_CONTEXT(mode) {
            const gate_probe probe(
                {.policy = {.mode = mode, .limits = default_rate_limits()}, .rules = rules({"allow Bash"})});
            for (int i = 0; i < 30; ++i) BOOST_TEST(probe.check("Bash", command("ls")).allowed());
            probe.time->advance(seconds(20));
            const verdict over = probe.check("Bash", command("ls"));
            BOOST_TEST(over.denied());
            BOOST_TEST(over.rate_limited());
            BOOST_TEST((over.retry_after == seconds(40)));
            probe.time->advance(seconds(40) - nanoseconds(1));
            BOOST_TEST(probe.check("Bash", command("ls")).rate_limited());
            probe.time->advance(nanoseconds(1));
            BOOST_TEST(probe.check("Bash", command("ls")).allowed());
        }
    }
}

// One record where the limit begins to deny, and one with the number of those that follow.
BOOST_AUTO_TEST_CASE(denials_over_a_limit_are_counted_in_the_record_and_all_else_stands_there_by_itself) {
    using enum audit_event::kind;
    gate_options options{.policy = {.mode = permission_mode::allow}};
    options.policy.tools["Bash"].limits = rate_limits{.per_hour = 1};
    gate_probe probe(std::move(options));
    const auto spam = [&](int times) {
        for (; times > 0; --times) BOOST_TEST(probe.check("Bash", command("ls")).rate_limited());
    };
    const auto counted = [&] {
        std::vector<std::size_t> numbers;
        for (const auto& each : probe.sink->events(refusals)) numbers.push_back(each.refused);
        return numbers;
    };
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    spam(50);
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).allowed());
    BOOST_TEST(probe.sink->events(decision).size() == 3U);  // allowed, the first denial, allowed
    BOOST_TEST(probe.sink->events(decision)[1].source == decision_source::rate_limit);
    BOOST_TEST(counted().empty());
    probe.time->advance(refusals_told_every - nanoseconds(1));
    spam(1);
    BOOST_TEST(counted().empty());
    probe.time->advance(nanoseconds(1));
    spam(1);  // told, and the next time begins
    BOOST_TEST(probe.sink->events(decision).size() == 4U);
    BOOST_TEST((counted() == std::vector<std::size_t>{50}));
    spam(7);
    probe.time->advance(refusals_told_every);
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).allowed());
    BOOST_TEST((counted() == std::vector<std::size_t>{50, 7}));
    spam(3);
    probe.gate.reset();  // nothing is forgotten at the end
    BOOST_TEST((counted() == std::vector<std::size_t>{50, 7, 2}));
}

BOOST_AUTO_TEST_CASE(over_a_limit_that_asks_each_question_is_on_record) {
    const gate_probe probe(
        {.policy = {.mode = permission_mode::allow, .limits = {.per_hour = 1}, .on_limit = over_limit::ask}});
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    for (int i = 0; i < 3; ++i) {
        BOOST_TEST(probe.check("Bash", command("ls")).asks());
        const auto end = probe.ask("Bash", command("ls"));
        BOOST_TEST(end->open());
        BOOST_TEST(probe.box->take().allow());
        BOOST_TEST(end->how.decided.allowed());
    }
    BOOST_TEST(probe.sink->events(audit_event::kind::decision).size() == 4U);
    BOOST_TEST(probe.gate->rate_status().hour.calls == 1U);
}

BOOST_AUTO_TEST_CASE(a_loop_that_somebody_has_allowed_may_go_on_for_as_long_again) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow, .loop = 2}});
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 2; ++i) BOOST_TEST(probe.check("Bash", command("ls")).allowed());
        BOOST_TEST(probe.check("Bash", command("ls")).asks());
        const auto denied = probe.ask("Bash", command("ls"));
        BOOST_TEST(probe.box->take().deny());
        BOOST_TEST(denied->how.decided.denied());
        BOOST_TEST(probe.check("Bash", command("ls")).asks());
        const auto allowed = probe.ask("Bash", command("ls"));
        BOOST_TEST(probe.box->handles.at(0).question().cause ==
                   "the agent has made this same call 2 times in a row");
        BOOST_TEST(probe.box->take().allow());
        BOOST_TEST(allowed->how.decided.allowed());
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_is_asked_about_counts_once) {
    const gate_probe probe({.policy = {.limits = {.per_minute = 2}}});
    for (std::size_t asked = 1; asked <= 2; ++asked) {
        BOOST_TEST(probe.check("Bash", command("ls")).asks());
        BOOST_TEST(probe.gate->rate_status().minute.calls == asked - 1);
        BOOST_TEST(probe.ask("Bash", command("ls"))->open());
        BOOST_TEST(probe.gate->rate_status().minute.calls == asked);
    }
    // Over the limit, also while questions are open; those are answered all the same.
    BOOST_TEST(probe.check("Bash", command("ls")).rate_limited());
    const auto refused = probe.ask("Bash", command("ls"));
    BOOST_TEST(refused->how.decided.rate_limited());
    BOOST_TEST(refused->how.decided.retry_after.has_value());
    BOOST_TEST(probe.box->handles.size() == 2U);
    BOOST_TEST(probe.box->take().allow());
    probe.gate->remember_decision("Bash", true);  // settles the other one
    BOOST_TEST(probe.gate->open_questions() == 0U);
    BOOST_TEST(probe.gate->rate_status().minute.calls == 2U);
}

BOOST_AUTO_TEST_CASE(a_call_that_is_denied_does_not_count) {
    const gate_probe probe(
        {.policy = {.limits = {.per_minute = 1}}, .rules = rules({"deny Bash(rm *)", "allow Bash"})});
    for (int i = 0; i < 5; ++i)
        BOOST_TEST(probe.check("Bash", command("rm x")).source == decision_source::rule);
    BOOST_TEST(probe.check("Ba sh", {}).source == decision_source::malformed);
    BOOST_TEST(probe.gate->rate_status().minute.calls == 0U);
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    BOOST_TEST(probe.check("Bash", command("ls")).rate_limited());
    BOOST_TEST(probe.gate->rate_status().minute.calls == 1U);
}

BOOST_AUTO_TEST_CASE(a_question_that_cannot_be_put_does_not_count) {
    auto time = std::make_shared<testing::manual_clock>();
    permission_gate gate({.policy = {.limits = {.per_minute = 5}}}, time);
    gate.ask({.tool_name = "Bash", .input = *make_input({})}, "r", {});
    BOOST_TEST(gate.rate_status().minute.calls == 0U);
}

BOOST_AUTO_TEST_CASE(a_tool_may_have_limits_of_its_own) {
    gate_options options{.policy = {.mode = permission_mode::allow, .limits = {.per_minute = 10}}};
    options.policy.tools["Bash"].limits = rate_limits{.per_minute = 1};
    const gate_probe probe(std::move(options));
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    BOOST_TEST(probe.check("Bash", command("ls")).rate_limited());
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).allowed());
    BOOST_TEST(probe.gate->rate_status().minute.calls == 2U);
    BOOST_TEST_REQUIRE(probe.gate->rate_status("Bash").has_value());
    BOOST_TEST(probe.gate->rate_status("Bash")->minute.calls == 1U);
    BOOST_TEST(!probe.gate->rate_status("Read").has_value());
}

BOOST_AUTO_TEST_CASE(the_status_of_the_limits_counts_what_passed_until_it_is_reset) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow, .limits = default_rate_limits()}});
    for (int i = 0; i < 24; ++i) BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    const rate_limit_status status = probe.gate->rate_status();
    BOOST_TEST(status.minute.calls == 24U);
    BOOST_TEST(status.minute.remaining().value() == 6U);
    BOOST_TEST(status.minute.near());
    BOOST_TEST(status.hour.calls == 24U);
    BOOST_TEST(!status.hour.near());
    probe.time->advance(minutes(1));
    BOOST_TEST(probe.gate->rate_status().minute.calls == 0U);
    BOOST_TEST(probe.gate->rate_status().hour.calls == 24U);
    for (int i = 0; i < 30; ++i) probe.check("Bash", command("ls"));
    BOOST_TEST(probe.check("Bash", command("ls")).rate_limited());
    probe.gate->reset_limits();
    BOOST_TEST(probe.gate->rate_status().hour.calls == 0U);
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
}

BOOST_AUTO_TEST_CASE(no_policy_at_all_is_not_put_in_force) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow}});
    const auto before = probe.gate->basis();
    BOOST_TEST(!probe.gate->set_policy(nullptr));
    BOOST_TEST(!probe.gate->set_policy(nullptr, rules({"deny Bash"})));
    BOOST_TEST((probe.gate->basis() == before));
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
}

BOOST_AUTO_TEST_CASE(another_policy_counts_anew_only_where_its_limits_are_others) {
    const gate_probe probe({.policy = {.mode = permission_mode::allow, .limits = {.per_minute = 5}}});
    probe.check("Bash", command("ls"));
    BOOST_TEST(probe.gate->set_policy(
        basis({.mode = permission_mode::allow, .limits = {.per_minute = 5}, .blocked_tools = {"Read"}})));
    BOOST_TEST(probe.gate->rate_status().minute.calls == 1U);
    BOOST_TEST(probe.gate->set_policy(basis({.mode = permission_mode::allow, .limits = {.per_minute = 6}})));
    BOOST_TEST(probe.gate->rate_status().minute.calls == 0U);
    BOOST_TEST(probe.gate->rate_status().minute.limit.value() == 6U);
}

// A decision of this conversation, one that was loaded, trust, a grant that is live and one that is used up.
void remember_everything(permission_gate& gate, const testing::manual_clock& time) {
    const stored_decision stored{.key = "Read", .approved = true, .by = "alice", .decided_at = time.wall()};
    BOOST_TEST(gate.load_decisions({&stored, 1}) == 1U);
    gate.remember_decision("Bash", true);
    BOOST_TEST(gate.trust("Edit"));
    BOOST_TEST(gate.give_grant("Write", grant_terms::for_uses(5)));
    BOOST_TEST(gate.give_grant("Shell", grant_terms::for_uses(1)));
    std::string scratch;
    BOOST_TEST(gate.check({.tool_name = "Shell", .input = *make_input({})}, "r", scratch).allowed());
}

BOOST_AUTO_TEST_CASE(the_end_of_a_conversation_forgets_all_but_what_was_loaded) {
    const gate_probe probe;
    remember_everything(*probe.gate, *probe.time);
    probe.gate->end_conversation();
    BOOST_TEST(probe.check("Read", {{"file_path", "a"}}).source == decision_source::persistent);
    BOOST_TEST(probe.check("Bash", command("ls")).asks());
    BOOST_TEST(probe.check("Edit", {{"file_path", "a"}}).asks());
    BOOST_TEST(probe.check("Write", {{"file_path", "a"}}).asks());
    BOOST_TEST(probe.gate->remembered().size() == 1U);
    BOOST_TEST(probe.gate->trusted().empty());
    BOOST_TEST(probe.gate->grants().empty());
}

BOOST_AUTO_TEST_CASE(the_end_of_a_conversations_grants_is_not_told_in_the_next) {
    const gate_probe probe;
    remember_everything(*probe.gate, *probe.time);
    probe.gate->end_conversation();
    probe.ask("Shell", {});
    BOOST_TEST(!probe.box->handles.at(0).question().grant_ended.has_value());
}

BOOST_AUTO_TEST_CASE(an_agent_that_initializes_begins_another_conversation) {
    testing::harness h(deny_all());
    remember_everything(h.gate(), h.time());
    h.gate().remember_decision("Glob", false);
    BOOST_TEST(h.ask("Bash", command("ls")).allowed);
    const auto id = h.peer().initialize();
    h.pump();
    BOOST_TEST(h.reply(id).answered);
    BOOST_TEST(!h.reply(id).failed);
    BOOST_TEST(h.ask("Bash", command("ls")).denied);
    BOOST_TEST(h.ask("Read", {{"file_path", "a"}}).allowed);
    BOOST_TEST(h.gate().grants().empty());
    BOOST_TEST(h.gate().trusted().empty());
    // It cannot talk itself out of a denial.
    BOOST_TEST(h.gate().forget("Glob"));
}

struct heard {
    log_level level;
    std::string text;
};

// Whether one line of that level has all the parts.
bool has_line(const std::vector<heard>& lines, log_level level,
              std::initializer_list<std::string_view> parts) {
    return std::any_of(lines.begin(), lines.end(), [&](const heard& line) {
        return line.level == level && std::all_of(parts.begin(), parts.end(), [&](std::string_view part) {
                   return line.text.find(part) != std::string::npos;
               });
    });
}

BOOST_AUTO_TEST_CASE(the_log_hears_of_what_is_limited_remembered_refused_and_cleared_and_of_no_content) {
    std::vector<heard> lines;
    const gate_probe probe({.policy = {.limits = {.per_minute = 3}}, .log = [&](const log_entry& entry) {
                                lines.push_back({entry.level, to_text(entry)});
                            }});
    const json_object secret{{"path", "s3cret/a.c"}, {"content", "s3cret"}, {"command", "s3cret"}};
    probe.ask("delete", secret);
    probe.box->take().answer(allow_result{.keep = remember::session, .trust = true});
    BOOST_TEST(
        has_line(lines, log_level::debug, {"kept", "key=delete", "outcome=allow", "remember=session"}));
    BOOST_TEST(
        has_line(lines, log_level::warn, {"this tool cannot be trusted for a session", "tool=delete"}));
    BOOST_TEST(probe.check("delete", secret).allowed());
    BOOST_TEST(
        has_line(lines, log_level::debug, {"answered from memory", "tool=delete", "source=remembered"}));

    probe.ask("Write", secret);
    probe.box->take().answer(allow_result{.grant = grant_terms::for_uses(0)});
    BOOST_TEST(has_line(lines, log_level::warn, {"not kept: grant uses", "key=Write"}));
    BOOST_TEST(probe.check("Write", secret).rate_limited());
    BOOST_TEST(has_line(lines, log_level::warn, {"rate limit exceeded", "tool=Write"}));

    probe.gate->forget("delete");
    BOOST_TEST(has_line(lines, log_level::debug, {"forgotten", "key=delete"}));
    probe.gate->forget_all();
    BOOST_TEST(has_line(lines, log_level::debug, {"all decisions forgotten"}));
    probe.gate->give_grant("Write", grant_terms::for_uses(1));
    probe.gate->revoke_grant("Write");
    BOOST_TEST(has_line(lines, log_level::debug, {"grant revoked", "key=Write"}));
    probe.gate->end_conversation();
    BOOST_TEST(has_line(lines, log_level::debug, {"conversation is over"}));
    BOOST_TEST(probe.gate->set_policy(basis({})));
    BOOST_TEST(has_line(lines, log_level::info, {"another policy is in force"}));
    for (const auto& line : lines) BOOST_TEST(line.text.find("s3cret") == std::string::npos, line.text);
}

}  // namespace
}  // namespace assent::gate_policy_test
