// "Always allow" is kept only for what was asked about: the rule is tried on the very call before it is
// stored.
#include "gate_probe.hpp"

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace assent::gate_proof_test {
namespace {

// The peer wrote it: it goes back as it came.
permission_update as_suggested(permission_update update) {
    update.wire = json_object{{"type", "addRules"}};
    return update;
}

permission_result allowing(std::vector<permission_update> updates) {
    return allow_result{.updates = std::move(updates)};
}

std::string not_kept(const gate_probe& probe) {
    const auto events = probe.sink->events(audit_event::kind::not_kept);
    return events.empty() ? std::string() : events.back().reason;
}

BOOST_AUTO_TEST_CASE(
    a_rule_that_does_not_cover_the_call_is_neither_stored_nor_returned_and_the_call_is_allowed) {
    struct row {
        const char* asked;
        const char* rule;
        bool kept;
    };
    constexpr std::array rows{
        row{"npm test", "allow Bash(npm *)", true},
        row{"npm test", "allow Bash(npm test)", true},
        row{"npm test", "allow Bash", true},
        row{"npm test", "allow Bash(make *)", false},
        row{"npm test", "allow Bash(npm test *x)", false},
        row{"npm test", "allow Read", false},
        row{"npm test", "allow Read(/**)", false},
        row{"npm test > out", "allow Bash(npm *)", false},
        row{"npm test > out", "allow Bash(npm test > out)", true},
        row{"npm test", "deny Bash(curl *)", true},  // what forbids needs no proof
        row{"npm test", "ask Read", true},
    };
    for (const auto& row : rows) {
        for (const bool suggested : {false, true}) {
            BOOST_TEST_CONTEXT(row.asked << ": " << row.rule << (suggested ? ", suggested" : "")) {
                const gate_probe probe;
                auto update = add_rules({rule(row.rule)});
                if (suggested) update = as_suggested(std::move(update));
                const auto end = probe.ask("Bash", command(row.asked));
                BOOST_TEST(probe.box->take().answer(allowing({std::move(update)})));
                BOOST_TEST(end->how.decided.allowed());
                BOOST_TEST(end->how.updates.size() == (row.kept ? 1U : 0U));
                BOOST_TEST(probe.gate->rules()->size() == (row.kept ? 1U : 0U));
                BOOST_TEST(end->how.refused.empty() == row.kept);
                BOOST_TEST(not_kept(probe) == end->how.refused);
                if (!row.kept)
                    BOOST_TEST(end->how.refused ==
                               "rule `" + rule(row.rule).text() +
                                   "` does not cover the call it was made for; it is not kept");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(the_rules_of_an_answer_may_share_the_commands_of_a_shell_text) {
    struct row {
        const char* asked;
        std::vector<std::string_view> rules;
        std::size_t kept;
    };
    const std::array rows{
        row{"npm test && make all", {"allow Bash(npm *)", "allow Bash(make *)"}, 2U},
        row{"npm test && make all", {"allow Bash(npm *)", "allow Bash(make *)", "allow Bash(curl *)"}, 2U},
        row{"npm test && make all", {"allow Bash(npm *)"}, 0U},  // the call would be asked all the same
        row{"npm test && ls x", {"allow Bash(npm *)"}, 1U},      // the host's rule covers the rest
        row{"npm test && $X", {"allow Bash(npm *)"}, 0U},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.asked << ", " << row.rules.size() << " rules") {
            const gate_probe probe({.rules = rules({"allow Bash(ls *)"})});
            std::vector<permission_rule> offered;
            for (const auto text : row.rules) offered.push_back(rule(text));
            const auto end = probe.ask("Bash", command(row.asked));
            probe.box->take().answer(allowing({as_suggested(add_rules(offered))}));
            BOOST_TEST(end->how.decided.allowed());
            BOOST_TEST(probe.gate->rules()->size() == 1 + row.kept);
            BOOST_TEST(end->how.refused.empty() == (row.kept == offered.size()));
            BOOST_TEST(probe.check("Bash", command(row.asked)).allowed() == (row.kept > 0));
            // What is left of a suggestion is no longer what the peer wrote.
            if (row.kept > 0) {
                BOOST_TEST_REQUIRE(end->how.updates.size() == 1U);
                BOOST_TEST(end->how.updates[0].rules.size() == row.kept);
                BOOST_TEST(end->how.updates[0].wire.is_null() == (row.kept < offered.size()));
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(an_update_that_replaces_rules_is_left_out_as_a_whole) {
    const gate_probe probe;
    probe.ask("Bash", command("ls"));
    probe.box->take().answer(allowing({add_rules({rule("allow Bash(ls)")})}));
    permission_update replace = add_rules({rule("allow Bash(npm *)"), rule("allow Read")});
    replace.what = permission_update::kind::replace_rules;
    const auto end = probe.ask("Bash", command("npm test"));
    probe.box->take().answer(allowing({replace}));
    BOOST_TEST(end->how.updates.empty());
    BOOST_TEST(probe.check("Bash", command("ls")).allowed());
    BOOST_TEST(probe.check("Bash", command("npm test")).asks());
}

BOOST_AUTO_TEST_CASE(a_rule_has_to_cover_the_call_as_it_was_edited) {
    for (const bool covers : {true, false}) {
        BOOST_TEST_CONTEXT(covers) {
            const gate_probe probe;
            const auto end = probe.ask("Bash", command("npm test"));
            probe.box->take().answer(allow_result{.edited_input = command(covers ? "npm ci" : "make"),
                                                  .updates = {add_rules({rule("allow Bash(npm *)")})},
                                                  .keep = remember::session,
                                                  .about = rule("allow Bash(npm *)")});
            BOOST_TEST(end->how.decided.allowed());
            BOOST_TEST(end->how.updates.size() == (covers ? 1U : 0U));
            BOOST_TEST(probe.gate->remembered().size() == (covers ? 1U : 0U));
            BOOST_TEST(end->how.refused.empty() == covers);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_relative_path_is_proven_by_the_folder_of_the_call) {
    for (const char* cwd : {"/home/me/project", "/tmp", ""}) {
        BOOST_TEST_CONTEXT(cwd) {
            const gate_probe probe;
            const auto input = make_input({{"file_path", "src/a.c"}});
            const auto end = probe.ask({.tool_name = "Write", .input = *input, .cwd = cwd});
            probe.box->take().answer(
                allow_result{.keep = remember::always, .about = rule("allow Write(/home/me/project/**)")});
            const bool covers = std::string_view(cwd) == "/home/me/project";
            BOOST_TEST(end->how.decided.allowed());
            BOOST_TEST(end->how.updates.size() == (covers ? 1U : 0U));
            BOOST_TEST(probe.gate->remembered().size() == (covers ? 1U : 0U));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_exact_rule_for_a_call_is_kept_whatever_the_call_holds) {
    for (const char* text :
         {"npm test", "ls *.c", "echo a?b", R"(grep '\.c$' x)", "touch [ab]", "ls; rm x", "echo a:*"}) {
        BOOST_TEST_CONTEXT(text) {
            const gate_probe probe;
            const auto end = probe.ask("Bash", command(text));
            auto handle = probe.box->take();
            const auto exact = rule_for_call(handle.question().call());
            BOOST_TEST_REQUIRE(exact.has_value());
            std::move(handle).answer(allow_result{.keep = remember::session, .about = *exact});
            BOOST_TEST(end->how.refused.empty());
            BOOST_TEST(probe.check("Bash", command(text)).allowed());
            BOOST_TEST(!probe.check("Bash", command(std::string(text) + " x")).allowed());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_denied_call_has_nothing_that_was_not_kept) {
    const gate_probe probe;
    const auto end = probe.ask("Bash", command("npm test"));
    probe.gate->set_mode(permission_mode::ask);
    probe.box->take().answer(
        allow_result{.edited_input = json_object(), .updates = {add_rules({rule("allow Read")})}});
    BOOST_TEST(end->how.decided.denied());
    BOOST_TEST(end->how.refused.empty());
    BOOST_TEST(probe.sink->events(audit_event::kind::not_kept).empty());
}

}  // namespace
}  // namespace assent::gate_proof_test
