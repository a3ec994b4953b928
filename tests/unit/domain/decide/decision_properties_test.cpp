#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace assent::decision_properties_test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t seed = 20'240'611;
constexpr int situations = 1600;

class dice {
public:
    explicit dice(std::uint32_t from) : random_(from) {}
    std::size_t below(std::size_t end) { return random_() % end; }  // the same on every platform
    bool one_in(std::size_t n) { return below(n) == 0; }
    template <class Range>
    const auto& one_of(const Range& range) {
        return *std::next(std::begin(range), static_cast<std::ptrdiff_t>(below(std::size(range))));
    }

private:
    std::mt19937 random_;
};

constexpr std::string_view tools[] = {"Edit", "Edit", "Edit", "EDIT", "Other", "E*", "Ed?t", "*"};
constexpr std::string_view fields[] = {
    "{}",
    "{}",
    R"({"file_path":"/home/u/project/**"})",
    R"({"file_path":"/home/u/project/src/a.c"})",
    R"({"file_path":"/etc/**"})",
    R"({"command":"make *"})",
    R"({"command":"find . -delete"})",
    R"({"count":3})",
};
constexpr std::string_view inputs[] = {
    R"({"file_path":"/home/u/project/src/a.c","command":"make all"})",
    R"({"file_path":"/home/u/project/.git/config"})",
    R"({"file_path":"../a","count":3})",
    R"({"file_path":"/etc/passwd","command":"find . -delete"})",
    R"({"file_path":7,"command":"make all; rm x","count":3.0})",
    "{}",
};

permission_rule random_rule(dice& roll, rule_behavior behavior) {
    // One after the other: the order of arguments is the compiler's.
    const auto origin = roll.one_in(3) ? rule_origin::stored : rule_origin::host;
    const auto tool = roll.one_of(tools);
    const auto field = roll.one_of(fields);
    return make_rule(behavior, tool, field, origin);
}

constexpr rule_behavior behaviors[] = {rule_behavior::allow, rule_behavior::ask, rule_behavior::deny};
constexpr risk_level levels[] = {risk_level::low, risk_level::medium, risk_level::high, risk_level::critical};
constexpr safety_class safeties[] = {safety_class::always_safe, safety_class::confirm,
                                     safety_class::always_confirm};

situation random_situation(dice& roll) {
    situation at;
    for (const auto& each : triggers()) {
        // What ends a decision early hides the rest: rarely. A trusted tool that is denied is no policy.
        const std::size_t rare = each.step <= decision_step::rate_limit   ? 40
                                 : each.step <= decision_step::allow_mode ? 20
                                                                          : 10;
        if (roll.one_in(rare) && each.name != "trusted tool") each.set(at);
    }
    at.input = object(roll.one_of(inputs));
    at.settings.mode = roll.one_of(sample_modes);
    at.risk.level = roll.one_of(levels);
    at.risk.safety = roll.one_of(safeties);
    if (at.settings.tools.empty() && roll.one_in(6)) at.settings.trusted_tools = {"Edit"};
    for (std::size_t count = roll.one_in(2) ? roll.below(4) : 0; count > 0; --count) {
        const auto behavior = roll.one_of(behaviors);
        at.rules.push_back(random_rule(roll, behavior));
    }
    return at;
}

template <class Check>
void for_random_situations(Check check) {
    BOOST_TEST_MESSAGE("seed " << seed);
    dice roll(seed);
    for (int turn = 0; turn < situations; ++turn) {
        BOOST_TEST_CONTEXT("seed " << seed << ", situation " << turn) {
            const situation at = random_situation(roll);
            check(at, roll);
        }
    }
}

// Comparable text of a verdict.
std::string text_of(const verdict& said) {
    return std::string(to_string(said.decision)) + ' ' + std::string(to_string(said.source)) + ' ' +
           said.reason() + ' ' + std::string(to_string(said.risk)) + ' ' + said.by +
           (said.must_ask ? " must ask" : "") + (said.doubt ? " doubt" : "") +
           (said.retry_after ? " " + std::to_string(said.retry_after->count()) : "");
}

// Everything that a service holds.
std::string state_of(permission_service& service, time_point now) {
    std::string text{to_string(service.mode())};
    const auto limits = service.limits().status(now);
    text += ' ' + std::to_string(limits.minute.calls) + ' ' + std::to_string(limits.hour.calls);
    for (const auto& each : service.grants().list(now)) text += ' ' + each.key + each.remaining_text(now);
    for (const auto& each : service.remembered().list(now))
        text += ' ' + each.key + (each.approved ? "+" : "-") + each.by;
    for (const auto& each : service.remembered().trusted()) text += " trust " + each;
    return text;
}

// Deny is the least, then ask, then allow.
int reach(const verdict& decided) { return decided.denied() ? 0 : decided.asks() ? 1 : 2; }

BOOST_AUTO_TEST_SUITE(decision_properties_test)

BOOST_AUTO_TEST_CASE(random_situations_come_to_every_source_that_a_step_has) {
    std::map<decision_source, int> seen;
    for_random_situations([&](const situation& at, dice&) { ++seen[judge(at).source]; });
    for (const auto& each : triggers()) BOOST_TEST_CONTEXT(each.name) BOOST_TEST(seen[each.source] > 0);
    BOOST_TEST(seen[decision_source::undecided] > 0);
}

BOOST_AUTO_TEST_CASE(one_deny_rule_more_never_lets_more_through) {
    for_random_situations([](const situation& at, dice& roll) {
        situation more = at;
        more.rules.push_back(random_rule(roll, rule_behavior::deny));
        BOOST_TEST(reach(judge(more)) <= reach(judge(at)));
    });
}

BOOST_AUTO_TEST_CASE(a_deny_rule_that_surely_covers_a_call_denies_it_whatever_else_there_is) {
    for_random_situations([](const situation& at, dice&) {
        situation more = at;
        more.rules.push_back(make_rule(rule_behavior::deny, "Edit"));
        BOOST_TEST(judge(more).denied());
    });
}

BOOST_AUTO_TEST_CASE(one_ask_rule_more_never_lets_more_through) {
    for_random_situations([](const situation& at, dice& roll) {
        situation more = at;
        more.rules.push_back(random_rule(roll, rule_behavior::ask));
        BOOST_TEST(reach(judge(more)) <= reach(judge(at)));
    });
}

BOOST_AUTO_TEST_CASE(an_allow_rule_less_never_allows_more) {
    for_random_situations([](const situation& at, dice&) {
        const bool allowed = judge(at).allowed();
        for (std::size_t i = 0; i < at.rules.size(); ++i) {
            if (at.rules[i].behavior() != rule_behavior::allow) continue;
            situation less = at;
            less.rules.erase(less.rules.begin() + static_cast<std::ptrdiff_t>(i));
            if (!allowed) BOOST_TEST(!judge(less).allowed());
        }
    });
}

BOOST_AUTO_TEST_CASE(a_stricter_mode_never_lets_more_through) {
    for_random_situations([](const situation& at, dice&) {
        for (const auto from : sample_modes) {
            for (const auto to : sample_modes) {
                if (!peer_may_change(peer_mode::stricter, from, to)) continue;
                situation loose = at;
                situation strict = at;
                loose.settings.mode = from;
                strict.settings.mode = to;
                // Allow mode comes before what is stored and denies; stricter modes may still deny it.
                if (judge(strict).allowed()) BOOST_TEST(judge(loose).allowed(), from << " to " << to);
            }
        }
    });
}

BOOST_AUTO_TEST_CASE(the_same_call_in_the_same_state_is_decided_the_same_and_judging_changes_nothing) {
    for_random_situations([](const situation& at, dice&) {
        stage on(at);
        permission_service copy = on.service;
        const std::string before = state_of(on.service, on.now);
        const std::string first = text_of(on.judge());
        BOOST_TEST(text_of(on.judge()) == first);
        BOOST_TEST(text_of(copy.judge(on.call(), on.found, on.now)) == first);
        BOOST_TEST(text_of(judge(at)) == first);
        BOOST_TEST(state_of(on.service, on.now) == before);
    });
}

BOOST_AUTO_TEST_CASE(checking_decides_as_judging_does_and_takes_only_from_what_it_allows) {
    for_random_situations([](const situation& at, dice&) {
        stage on(at);
        const verdict judged = on.judge();
        const std::string before = state_of(on.service, on.now);
        const verdict checked = on.check();
        BOOST_TEST(checked.decision == judged.decision);
        BOOST_TEST(checked.source == judged.source);
        if (!checked.allowed()) BOOST_TEST(state_of(on.service, on.now) == before);
    });
}

BOOST_AUTO_TEST_CASE(an_explanation_says_what_is_decided_and_ends_with_the_step_that_did) {
    for_random_situations([](const situation& at, dice&) {
        stage on(at);
        explanation made;
        const verdict explained = on.judge(&made);
        BOOST_TEST(text_of(explained) == text_of(on.judge()));
        BOOST_TEST(text_of(made.decided) == text_of(explained));
        BOOST_REQUIRE(!made.steps.empty());
        BOOST_TEST(made.steps.back().result == step_result::decided);
        BOOST_TEST(made.steps.back().said == explained.reason());
        BOOST_TEST((made.steps.front().step == decision_step::well_formed));
        for (std::size_t i = 1; i < made.steps.size(); ++i) {
            const auto& last = made.steps[i - 1];
            BOOST_TEST((last.result != step_result::decided));
            if (last.result == step_result::demanded) {
                BOOST_TEST((i + 1 == made.steps.size()));
                BOOST_TEST((made.steps[i].step == decision_step::ask || explained.denied()));
            } else {
                BOOST_TEST(static_cast<int>(made.steps[i].step) == static_cast<int>(last.step) + 1);
            }
            BOOST_TEST(!last.looked_at.empty());
            BOOST_TEST(!last.said.empty());
        }
    });
}

BOOST_AUTO_TEST_CASE(no_sequence_of_calls_gets_past_a_limit) {
    BOOST_TEST_MESSAGE("seed " << seed);
    dice roll(seed);
    for (int turn = 0; turn < situations / 20; ++turn) {
        BOOST_TEST_CONTEXT("seed " << seed << ", sequence " << turn) {
            situation at;
            const std::size_t minute = roll.below(6);
            const std::size_t hour = 1 + roll.below(20);
            at.settings.limits = {.per_minute = minute, .per_hour = hour};
            stage on(at);
            std::deque<time_point> passed;
            for (int call = 0; call < 200; ++call) {
                on.now += std::chrono::seconds(roll.below(40));
                if (roll.one_in(20)) on.now += 30min;
                on.service.set_mode(roll.one_of(sample_modes));
                const auto within = [&](duration length) {
                    return static_cast<std::size_t>(std::count_if(
                        passed.begin(), passed.end(), [&](auto each) { return on.now - each < length; }));
                };
                const bool fits = within(1min) < minute && within(1h) < hour;
                const verdict decided = on.check();
                BOOST_TEST(decided.rate_limited() == !fits);
                if (decided.asks()) on.service.asked(on.call(), on.now);
                if (!decided.denied()) passed.push_back(on.now);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(no_sequence_of_calls_gets_more_out_of_a_grant_than_it_gives) {
    BOOST_TEST_MESSAGE("seed " << seed);
    dice roll(seed);
    for (int turn = 0; turn < situations / 20; ++turn) {
        BOOST_TEST_CONTEXT("seed " << seed << ", sequence " << turn) {
            stage on{situation()};
            std::size_t given = 0;
            std::size_t used = 0;
            time_point end = on.now;
            for (int call = 0; call < 200; ++call) {
                on.now += std::chrono::seconds(roll.below(10));
                on.service.set_mode(roll.one_of(sample_modes));
                if (roll.one_in(15)) {
                    given = 1 + roll.below(6);
                    used = 0;
                    end = on.now;
                    on.service.grants().give("Edit", grant_terms::for_uses(given), on.now, "ann");
                } else if (roll.one_in(15)) {
                    given = used = 0;
                    end = on.now + std::chrono::seconds(1 + roll.below(60));
                    on.service.grants().give("Edit", grant_terms::for_time(end - on.now), on.now, "ann");
                }
                const bool by_grant = on.check().source == decision_source::grant;
                if (by_grant && on.now >= end) BOOST_TEST(++used <= given);
                const auto mode = on.service.mode();
                if (mode == permission_mode::ask && !by_grant) BOOST_TEST((used == given && on.now >= end));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::decision_properties_test
