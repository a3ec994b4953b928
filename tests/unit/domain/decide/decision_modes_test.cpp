#include <assent/domain/decide/permission_service.hpp>

#include "unit/domain/decide/decision_samples.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace assent::decision_modes_test {
namespace {

using mode = permission_mode;

verdict judge_in(mode in, situation at) {
    at.settings.mode = in;
    return judge(at);
}

BOOST_AUTO_TEST_SUITE(decision_modes_test)

BOOST_AUTO_TEST_CASE(in_each_mode_each_step_comes_to_what_is_written_down) {
    for (const auto& each : triggers()) {
        if (each.sets_mode()) continue;
        for (std::size_t column = 0; column < std::size(sample_modes); ++column) {
            BOOST_TEST_CONTEXT(each.name << " in mode " << sample_modes[column]) {
                situation at;
                each.set(at);
                const verdict decided = judge_in(sample_modes[column], at);
                BOOST_TEST(decided.decision == outcome_of(each.decided[column]));
                BOOST_TEST(!decided.reason().empty());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_nothing_decides_is_left_to_the_mode) {
    constexpr std::string_view decided = "kadakd";
    for (std::size_t column = 0; column < std::size(sample_modes); ++column)
        BOOST_TEST_CONTEXT(sample_modes[column])
    BOOST_TEST(judge_in(sample_modes[column], {}).decision == outcome_of(decided[column]));
}

BOOST_AUTO_TEST_CASE(what_would_be_asked_is_denied_by_dont_ask_and_says_why) {
    for (const auto& each : triggers()) {
        situation at;
        each.set(at);
        if (each.sets_mode() || !judge(at).asks()) continue;
        BOOST_TEST_CONTEXT(each.name) {
            const verdict decided = judge_in(mode::dont_ask, at);
            BOOST_TEST(decided.denied());
            BOOST_TEST(decided.source == decision_source::mode);
            BOOST_TEST(decided.must_ask);
            BOOST_TEST(decided.reason() ==
                       std::string(each.reason) + ", and permission mode `dont_ask` asks nobody");
        }
    }
    const verdict undecided = judge_in(mode::dont_ask, {});
    BOOST_TEST(undecided.source == decision_source::mode);
    BOOST_TEST(!undecided.must_ask);
    BOOST_TEST(undecided.reason() == "no rule allows it, and permission mode `dont_ask` asks nobody");
}

BOOST_AUTO_TEST_CASE(plan_takes_what_is_stored_or_set_only_for_calls_that_only_look) {
    for (const auto& each : triggers()) {
        if (each.step < decision_step::grant) continue;
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            const verdict decided = judge_in(mode::plan, at);
            const bool looks = each.name == "always safe";
            if (!looks && !judge(at).denied()) {
                BOOST_TEST(decided.source == decision_source::undecided);
                BOOST_TEST(!decided.must_ask);
            }
            at.risk.safety = safety_class::always_safe;
            BOOST_TEST(judge_in(mode::plan, at).source == each.source);
        }
    }
}

BOOST_AUTO_TEST_CASE(
    a_remembered_denial_counts_wherever_a_grant_would_and_only_modes_that_allow_come_before_it) {
    constexpr std::string_view decided = "dadadd";
    for (std::size_t column = 0; column < std::size(sample_modes); ++column) {
        BOOST_TEST_CONTEXT(sample_modes[column]) {
            situation at;
            for (const auto& each : triggers())
                if (each.name == "grant" || each.name == "remembered deny") each.set(at);
            const verdict said = judge_in(sample_modes[column], at);
            BOOST_TEST(said.decision == outcome_of(decided[column]));
            const bool by_mode = said.allowed() || sample_modes[column] == mode::deny;
            BOOST_TEST(said.source == (by_mode ? decision_source::mode : decision_source::remembered));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_call_that_plan_keeps_out_takes_no_use_of_its_grant) {
    situation at;
    at.settings.mode = mode::plan;
    at.before.emplace_back([](permission_service& service) {
        service.grants().give("Edit", grant_terms::for_uses(1), sample_now, "ann");
    });
    stage on(at);
    BOOST_TEST(on.check().asks());
    on.service.set_mode(mode::ask);
    BOOST_TEST(on.check().allowed());
}

BOOST_AUTO_TEST_CASE(accept_edits_allows_edits_of_clean_visible_paths_inside_the_working_directory) {
    const struct {
        std::string_view name;
        std::string_view path;
        std::string_view cwd;
        bool allowed;
    } table[] = {
        {"absolute", "/home/u/project/a.c", project, true},
        {"relative", "src/a.c", project, true},
        {"deep", "/home/u/project/a/b/c/d.c", project, true},
        {"outside", "/home/u/other/a.c", project, false},
        {"beside, with the same beginning", "/home/u/projects/a.c", project, false},
        {"hidden file", "/home/u/project/.env", project, false},
        {"hidden folder", "/home/u/project/.config/a", project, false},
        {"hidden folder, relative", ".git/config", project, false},
        {"leads out", "../a.c", project, false},
        {"leads out and back", "/home/u/project/../project/a.c", project, false},
        {"dot", "./a.c", project, false},
        {"doubled slash", "/home/u/project//a.c", project, false},
        {"home", "~/a.c", project, false},
        {"variable", "$HOME/a.c", project, false},
        {"empty", "", project, false},
        {"no working directory", "/home/u/project/a.c", "", false},
        {"relative without a working directory", "a.c", "", false},
        {"unclean working directory", "a.c", "/home/u/../u/project", false},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            situation at;
            at.cwd = row.cwd;
            at.input = {{"file_path", row.path}};
            const verdict decided = judge_in(mode::accept_edits, at);
            BOOST_TEST(decided.allowed() == row.allowed);
            BOOST_TEST(decided.denied() == false);
            BOOST_TEST((decided.source == decision_source::mode) == row.allowed);
        }
    }
}

BOOST_AUTO_TEST_CASE(accept_edits_asks_about_tools_that_do_not_edit_a_known_field) {
    const auto allows = [](void (*change)(situation&)) {
        situation at;
        change(at);
        return judge_in(mode::accept_edits, at).allowed();
    };
    BOOST_TEST(allows([](situation&) {}));
    for (const auto kind : {tool_kind::other, tool_kind::read, tool_kind::search, tool_kind::remove,
                            tool_kind::execute, tool_kind::fetch, tool_kind::agent, tool_kind::interact}) {
        situation at;
        at.tool.kind = kind;
        BOOST_TEST_CONTEXT(kind) { BOOST_TEST(judge_in(mode::accept_edits, at).asks()); }
    }
    BOOST_TEST(!allows([](situation& at) { at.called = "Unknown"; }));
    BOOST_TEST(!allows([](situation& at) { at.tool.main_field.clear(); }));
    BOOST_TEST(!allows([](situation& at) { at.tool.main_field = "path"; }));
    BOOST_TEST(!allows([](situation& at) { at.input = {{"file_path", 7}}; }));
    BOOST_TEST(!allows([](situation& at) { at.input = {{"file_path", json_array{"a.c"}}}; }));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_undone_passes_only_where_it_is_meant) {
    constexpr std::string_view passes[] = {"allow mode",       "accept_edits mode", "grant",
                                           "remembered allow", "loaded decision",   "allow rule",
                                           "stored allow rule"};
    for (const auto& each : triggers()) {
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            if (!judge(at).allowed() || each.name == "always safe") continue;
            at.risk.safety = safety_class::always_confirm;
            const bool meant = std::find(std::begin(passes), std::end(passes), each.name) != std::end(passes);
            BOOST_TEST(judge(at).decision == (meant ? outcome::allow : outcome::ask));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_undone_can_still_be_denied_wholesale) {
    for (const auto& each : triggers()) {
        if (each.name != "override deny" && each.name != "default deny") continue;
        BOOST_TEST_CONTEXT(each.name) {
            situation at;
            each.set(at);
            at.risk.safety = safety_class::always_confirm;
            BOOST_TEST(judge(at).denied());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_denial_wins_over_a_call_that_only_looks) {
    for (const auto& each : triggers()) {
        situation at;
        each.set(at);
        if (!judge(at).denied()) continue;
        BOOST_TEST_CONTEXT(each.name) {
            at.settings.allow_always_safe = true;
            at.risk = {.level = risk_level::low, .safety = safety_class::always_safe};
            BOOST_TEST(judge(at).denied());
            BOOST_TEST(judge(at).source == each.source);
        }
    }
}

BOOST_AUTO_TEST_CASE(calls_that_only_look_are_asked_unless_the_policy_allows_them) {
    situation at;
    at.risk = {.level = risk_level::low, .safety = safety_class::always_safe};
    BOOST_TEST(judge(at).asks());
    at.settings.allow_always_safe = true;
    BOOST_TEST(judge(at).allowed());
}

BOOST_AUTO_TEST_CASE(the_threshold_lets_pass_what_is_below_it_and_nothing_that_reaches_it) {
    const auto levels = {risk_level::low, risk_level::medium, risk_level::high, risk_level::critical};
    for (const auto threshold : levels) {
        for (const auto level : levels) {
            BOOST_TEST_CONTEXT(level << " with a threshold of " << threshold) {
                situation at;
                at.settings.ask_from_risk = threshold;
                at.risk.level = level;
                BOOST_TEST(judge(at).allowed() == (level < threshold));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_tool_that_the_policy_sets_to_ask_is_not_allowed_by_default_or_risk) {
    for (const std::string_view name : {"default allow", "always safe", "below the threshold"}) {
        for (const auto& each : triggers()) {
            if (each.name != name) continue;
            BOOST_TEST_CONTEXT(name) {
                situation at;
                each.set(at);
                at.settings.tools["Edit"].decision = tool_default::ask;
                BOOST_TEST(judge(at).asks());
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_default_that_allows_speaks_of_calls_that_are_as_harmless_as_the_tool) {
    situation at;
    at.settings.tool_defaults = true;
    at.tool.decision = tool_default::allow;
    at.risk.level = at.tool.risk = risk_level::medium;
    BOOST_TEST(judge(at).allowed());
    at.risk.level = risk_level::high;
    BOOST_TEST(judge(at).asks());
}

BOOST_AUTO_TEST_CASE(a_tool_that_needs_no_permission_is_allowed_where_defaults_decide) {
    situation at;
    at.tool.permission_required = false;
    BOOST_TEST(judge(at).asks());
    at.settings.tool_defaults = true;
    BOOST_TEST(judge(at).allowed());
    BOOST_TEST(judge(at).source == decision_source::tool_default);
}

BOOST_AUTO_TEST_CASE(trust_that_is_stored_counts_only_while_the_tool_may_be_trusted) {
    situation at;
    at.before.emplace_back([](permission_service& service) { service.remembered().trust("Edit"); });
    BOOST_TEST(judge(at).allowed());
    at.settings.tools["Edit"].trustable = false;
    BOOST_TEST(judge(at).asks());
    at.settings.tools["Edit"].trustable = true;
    at.tool.trustable = false;
    BOOST_TEST(judge(at).allowed());
    at.risk.safety = safety_class::always_confirm;
    BOOST_TEST(judge(at).asks());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::decision_modes_test
