// What an embedder gives to a session, a bridge or a link: a part that is missing, or a folder that is none,
// is told of at once and by its name, and so is an object that nobody shares.
#include "gate_probe.hpp"

#include <assent/adapters/control/json_rpc/acp_protocol.hpp>
#include <assent/app/bridge/agent_bridge.hpp>
#include <assent/app/bridge/bridge.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/app/runner/tool_runner.hpp>
#include <assent/app/session/hook_session.hpp>
#include <assent/app/session/mcp_session.hpp>

#include <boost/test/unit_test.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace assent::given_parts_test {
namespace {

using testing::fake_connection;

// What somebody has who makes a session.
struct parts {
    fake_connection wire, other_wire;
    std::shared_ptr<testing::manual_clock> time = std::make_shared<testing::manual_clock>();
    std::shared_ptr<permission_gate> gate = std::make_shared<permission_gate>(gate_options{}, time);
    std::shared_ptr<peer_link> link = std::make_shared<peer_link>();
};

template <class Error>
std::string told(const std::function<void(parts&)>& make) {
    parts with;
    try {
        make(with);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

struct missing_part {
    const char* told;
    std::function<void(parts&)> make;
};

const missing_part all_missing[] = {
    {"permission_gate: expected a clock, got null", [](parts&) { permission_gate({}, nullptr); }},
    {"session: expected a transport, got null",
     [](parts& with) { std::make_shared<control_session>(nullptr, with.gate); }},
    {"session: expected a transport, got null",
     [](parts& with) {
         std::make_shared<control_session>(nullptr, with.gate, with.link, requester_options{});
     }},
    {"permission_requester: expected a gate, got null",
     [](parts& with) {
         std::make_shared<control_session>(with.wire.make_transport(), nullptr, with.link,
                                           requester_options{});
     }},
    {"permission_requester: expected a peer_link, got null",
     [](parts& with) {
         std::make_shared<control_session>(with.wire.make_transport(), with.gate, nullptr,
                                           requester_options{});
     }},
    {"mcp_responder: expected a gate, got null",
     [](parts& with) { std::make_shared<mcp_session>(with.wire.make_transport(), nullptr); }},
    {"hook_responder: expected a gate, got null",
     [](parts& with) {
         std::make_shared<hook_session>(with.wire.make_transport(), nullptr, with.time,
                                        hook_session_options{});
     }},
    {"hook_responder: expected a clock, got null",
     [](parts& with) {
         std::make_shared<hook_session>(with.wire.make_transport(), with.gate, nullptr,
                                        hook_session_options{});
     }},
    {"bridge: expected a transport upstream, got null",
     [](parts& with) { std::make_shared<bridge>(nullptr, with.wire.make_transport(), with.gate); }},
    {"bridge: expected a transport downstream, got null",
     [](parts& with) { std::make_shared<bridge>(with.wire.make_transport(), nullptr, with.gate); }},
    {"bridge: expected a gate, got null",
     [](parts& with) {
         std::make_shared<bridge>(with.wire.make_transport(), with.other_wire.make_transport(), nullptr);
     }},
    {"agent_bridge: expected a gate, got null",
     [](parts& with) {
         std::make_shared<agent_bridge>(with.wire.make_transport(), with.other_wire.make_transport(), nullptr,
                                        make_acp_protocol({}), with.time);
     }},
    {"agent_bridge: expected a protocol, got null",
     [](parts& with) {
         std::make_shared<agent_bridge>(with.wire.make_transport(), with.other_wire.make_transport(),
                                        with.gate, nullptr, with.time);
     }},
    {"agent_bridge: expected a clock, got null",
     [](parts& with) {
         std::make_shared<agent_bridge>(with.wire.make_transport(), with.other_wire.make_transport(),
                                        with.gate, make_acp_protocol({}), nullptr);
     }},
    {"tool_runner: expected a gate, got null",
     [](parts&) { tool_runner(nullptr, tool_registry::standard()); }},
    {"tool_runner: expected a registry, got null", [](parts& with) { tool_runner(with.gate, nullptr); }},
};

BOOST_AUTO_TEST_CASE(a_part_that_is_missing_is_named_where_it_was_to_be_given) {
    for (const auto& each : all_missing) BOOST_TEST(told<std::invalid_argument>(each.make) == each.told);
}

// What is said twice, or not where it counts, would be lost without a word.
struct lost_word {
    const char* told;
    std::function<void(gate_options&)> say;
};

BOOST_AUTO_TEST_CASE(what_would_be_lost_beside_a_policy_is_refused_and_the_message_says_where_it_belongs) {
    const auto kept = rule("deny Bash(npm publish *)");
    const auto basis = judgement_basis::make({.rules = {kept, rule("allow Bash(npm *)")}}).value();
    const auto mine = rules({"allow Bash(make *)"});
    const char* const lacking =
        "rules: the deny rule `Bash(npm publish *)` of the policy is missing; to add rules to a policy, use "
        "`policy::rules` or `policy_additions::rules`";
    const lost_word all[] = {
        {lacking, [&](auto& of) { of.basis = basis, of.rules = mine; }},
        {lacking, [&](auto& of) { of.basis = basis, of.rules = rule_set::empty(); }},
        {lacking, [&](auto& of) { of.policy.rules = {kept}, of.rules = mine; }},
        {"rules: the wall rule `Bash(make *)` of the policy is missing; to add rules to a policy, use "
         "`policy::rules` or `policy_additions::rules`",
         [&](auto& of) {
             of.policy.rules = {parse_rule("Bash(make *)", rule_behavior::wall, rule_origin::host).value()};
             of.rules = mine;
         }},
        {"policy: expected nothing beside `basis`: say it where that is made",
         [&](auto& of) { of.basis = basis, of.policy.rules = {rule("allow Bash(make *)")}; }},
        {"policy: expected nothing beside `basis`: say it where that is made",
         [&](auto& of) { of.basis = basis, of.policy.peer_may_set = peer_mode::never; }},
        {"tools: expected nothing beside `basis`: say it where that is made",
         [&](auto& of) { of.basis = basis, of.tools = std::make_shared<tool_registry>(); }},
        {"nothing", [&](auto& of) { of.basis = basis; }},
        {"nothing", [&](auto& of) { of.basis = basis, of.rules = basis->rules(); }},
        {"nothing", [&](auto& of) { of.basis = basis, of.tools = tool_registry::standard(); }},
        {"nothing",
         [&](auto& of) {
             of.basis = basis, of.rules = rules({"allow Bash(make *)", "deny Bash(npm publish *)"});
         }},
    };
    for (const auto& each : all)
        BOOST_TEST(told<std::invalid_argument>([&](parts& with) {
                       gate_options options;
                       each.say(options);
                       permission_gate(std::move(options), with.time);
                   }) == each.told);
}

BOOST_AUTO_TEST_CASE(the_basis_of_a_policy_made_ready_has_all_its_rules_and_those_of_the_host) {
    policy read{.rules = {rule("deny Bash(npm publish *)")}};
    const auto ready = make_ready(std::move(read), "policy.json", {.rules = {rule("allow Bash(npm *)")}});
    const gate_probe by_basis({.basis = ready.basis});
    const gate_probe by_both({.rules = ready.rules, .basis = ready.basis});
    for (const auto* const probe : {&by_basis, &by_both}) {
        BOOST_TEST(probe->check("Bash", command("npm publish now")).denied());
        BOOST_TEST(
            probe->gate->check({.tool_name = "Bash", .input = *make_input(command("npm test"))}).allowed());
    }
}

BOOST_AUTO_TEST_CASE(the_side_that_answers_needs_no_gate_and_denies_without_one) {
    testing::harness_options without_gate;
    without_gate.with_gate = false;
    testing::harness h(std::move(without_gate));
    BOOST_TEST(h.ask("Bash", command("ls")).denied);
}

BOOST_AUTO_TEST_CASE(what_nobody_shares_says_how_it_is_made_before_anything_is_started) {
    fake_connection wire;
    const std::function<void(parts&)> unshared[] = {
        [&](parts& with) {
            control_session session(wire.make_transport(), with.gate);
            session.start({}, {});
        },
        [&](parts& with) {
            bridge between(wire.make_transport(), with.wire.make_transport(), with.gate);
            between.start({}, {});
        },
        [](parts&) {
            peer_link link;
            static_cast<void>(link.callback());
        },
    };
    const char* const names[] = {"session", "bridge", "peer_link"};
    for (std::size_t i = 0; i < std::size(unshared); ++i)
        BOOST_TEST(told<std::logic_error>(unshared[i]) ==
                   std::string(names[i]) + ": make it with std::make_shared; others keep it alive");
    BOOST_TEST(!wire.started());
}

std::string told_of_folder(const std::string& cwd, const std::function<void(parts&, std::string)>& make) {
    return told<std::invalid_argument>([&](parts& with) { make(with, cwd); });
}

BOOST_AUTO_TEST_CASE(a_working_directory_is_an_absolute_path_or_not_known) {
    const std::function<void(parts&, std::string)> makers[] = {
        [](parts& with, std::string cwd) {
            session_options options;
            options.responder.cwd = std::move(cwd);
            std::make_shared<control_session>(with.wire.make_transport(), with.gate, std::move(options));
        },
        [](parts& with, std::string cwd) {
            std::make_shared<mcp_session>(with.wire.make_transport(), with.gate,
                                          mcp_options{.cwd = std::move(cwd)});
        },
        [](parts& with, std::string cwd) {
            std::make_shared<bridge>(with.wire.make_transport(), with.other_wire.make_transport(), with.gate,
                                     bridge_options{.cwd = std::move(cwd)});
        },
        [](parts& with, std::string cwd) {
            std::make_shared<agent_bridge>(with.wire.make_transport(), with.other_wire.make_transport(),
                                           with.gate, make_acp_protocol({}), with.time,
                                           line_bridge_options{.cwd = std::move(cwd)});
        },
    };
    for (const auto& make : makers) {
        for (const std::string good : {"", "/", "/srv/app", "/home/j\xc3\xbcrgen/my app"})
            BOOST_TEST(told_of_folder(good, make) == "nothing");
        for (const std::string bad :
             {".", "srv", "./srv", "~/srv", "/srv/", "//srv", "/srv//app", "/srv/./app", "/srv/../app"})
            BOOST_TEST(told_of_folder(bad, make) ==
                       "cwd: expected an absolute path without `.`, `..` and doubled `/`, got `" + bad + "`");
    }
}

}  // namespace
}  // namespace assent::given_parts_test
