// One use of a tool that is several calls: decided in one step, all of it or nothing.
#include "gate_probe.hpp"

#include <assent/app/gate/use_decision.hpp>

#include <boost/test/unit_test.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace assent::use_decision_test {
namespace {

// A patch that adds two files.
class patch_of_two {
public:
    patch_of_two(std::string_view first, std::string_view second)
        : input_(make_input(
              json_object{{"input", "*** Add File: " + std::string(first) +
                                        "\n+x\n*** Add File: " + std::string(second) + "\n+y\n"}})) {}
    use_decision check(const gate_probe& probe) const {
        const tool_call said{.tool_name = "apply_patch", .input = *input_, .cwd = "/p"};
        const auto use = standard_use::of(agent_program::codex, said).value();
        return assent::check(*probe.gate, use, "r", probe.scratch);
    }

private:
    std::shared_ptr<const kept_input> input_;
};

std::size_t uses_left(const gate_probe& probe) {
    const auto grants = probe.gate->grants();
    return grants.empty() ? 0 : grants.front().uses_left.value();
}
std::size_t recorded(const gate_probe& probe) {
    return probe.sink->events(audit_event::kind::decision).size();
}

gate_options with(rule_set::pointer given, policy how = {}) {
    gate_options options;
    options.policy = std::move(how);
    options.rules = std::move(given);
    return options;
}

BOOST_AUTO_TEST_SUITE(use_decision_test)

BOOST_AUTO_TEST_CASE(a_grant_serves_all_calls_of_a_use_or_keeps_its_uses) {
    const struct {
        std::string_view second;
        std::size_t uses;
        outcome expected;
        std::size_t left;
        std::size_t records;
    } table[] = {
        {"docs/b", 3, outcome::allow, 1, 2},  {"docs/b", 2, outcome::allow, 0, 2},
        {"docs/b", 1, outcome::ask, 1, 0},    {"secret/b", 1, outcome::deny, 1, 1},
        {"secret/b", 2, outcome::deny, 2, 1},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.second << ", " << row.uses) {
            const gate_probe probe(with(rules({"deny Write(/p/secret/**)"})));
            BOOST_REQUIRE(probe.gate->give_grant("Write", grant_terms::for_uses(row.uses)));
            BOOST_TEST((patch_of_two("docs/a", row.second).check(probe).decided.decision == row.expected));
            BOOST_TEST(uses_left(probe) == row.left);
            BOOST_TEST(recorded(probe) == row.records);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_use_over_a_limit_counts_for_nothing) {
    policy limited;
    limited.mode = permission_mode::allow;
    limited.limits.per_minute = 3;
    const gate_probe probe(with({}, limited));
    const patch_of_two patch("a", "b");
    BOOST_TEST(patch.check(probe).decided.allowed());
    BOOST_TEST(probe.gate->rate_status().minute.calls == 2U);
    BOOST_TEST(patch.check(probe).decided.rate_limited());
    BOOST_TEST(probe.gate->rate_status().minute.calls == 2U);
}

// Calls back each time that it is asked where a path leads: whatever else happens meanwhile.
class meanwhile final : public path_resolver {
public:
    explicit meanwhile(std::function<void()> happens) : happens_(std::move(happens)) {}
    boost::system::result<std::string> resolve(std::string_view path) override {
        happens_();
        return std::string(path);
    }

private:
    std::function<void()> happens_;
};

BOOST_AUTO_TEST_CASE(what_allows_one_call_while_the_use_is_looked_at_does_not_allow_the_others) {
    for (int when = 1; when <= 4; ++when) {
        BOOST_TEST_CONTEXT("at look " << when) {
            permission_gate* gate = nullptr;
            int looks = 0;
            gate_options options = with({});
            options.paths = std::make_shared<meanwhile>([&] {
                if (++looks == when) gate->give_grant("Write", grant_terms::for_uses(1));
            });
            const gate_probe probe(std::move(options));
            gate = probe.gate.get();
            BOOST_TEST(patch_of_two("a", "b").check(probe).decided.asks());
            BOOST_TEST(recorded(probe) == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(rules_that_come_while_a_use_is_looked_at_hold_for_all_of_it) {
    for (int when = 1; when <= 4; ++when) {
        BOOST_TEST_CONTEXT("at look " << when) {
            permission_gate* gate = nullptr;
            int looks = 0;
            gate_options options = with(rules({"allow Write"}));
            options.paths = std::make_shared<meanwhile>([&] {
                if (++looks == when) gate->set_rules(rules({"allow Write", "deny Write(/p/a)"}));
            });
            const gate_probe probe(std::move(options));
            gate = probe.gate.get();
            const auto found = patch_of_two("a", "b").check(probe);
            // Behind the last look it is decided.
            BOOST_TEST((found.decided.denied() || looks < when));
        }
    }
}

BOOST_AUTO_TEST_CASE(why_a_person_has_to_look_is_said) {
    const auto input = make_input(command("true; apply_patch < x"));
    const tool_call said{.tool_name = "Bash", .input = *input, .cwd = "/p"};
    const auto use = standard_use::of(agent_program::codex, said).value();
    const gate_probe probe(with(rules({"allow Bash"})));
    const auto found = check(*probe.gate, use, "r", probe.scratch);
    BOOST_TEST(found.decided.must_ask);
    BOOST_TEST(found.decided.reason() ==
               "it runs `apply_patch` in another way than as a patch, which is `apply_patch <<'EOF'`, alone "
               "or behind "
               "`cd DIR &&`, without comments");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::use_decision_test
