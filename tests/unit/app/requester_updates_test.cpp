// Updates in the answer of an agent's peer: all of them hold, or none, and the host hears which.
#include "gate_probe.hpp"

#include <assent/testing.hpp>

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::requester_updates_test {
namespace {

using testing::requester_harness;
using testing::requester_harness_options;

constexpr std::string_view bash_rule = R"({"toolName":"Bash","ruleContent":"npm *"})";

// An update of the wire: its type, the members behind it, and where it is to be kept.
std::string update(std::string_view type, std::string_view members, std::string_view to = "session") {
    return R"({"type":")" + std::string(type) + R"(",)" + std::string(members) + R"(,"destination":")" +
           std::string(to) + R"("})";
}
std::string rules_update(std::string_view type, std::string_view rule, std::string_view behavior = "allow",
                         std::string_view to = "session") {
    return update(type,
                  R"("rules":[)" + std::string(rule) + R"(],"behavior":")" + std::string(behavior) + '"', to);
}
std::string mode_update(std::string_view mode) {
    return update("setMode", R"("mode":")" + std::string(mode) + '"');
}
const std::string good = rules_update("addRules", bash_rule);

// What the host was told to persist.
struct heard_updates {
    std::vector<permission_update> updates;
    std::size_t times = 0;
};

requester_harness_options hearing(heard_updates& heard) {
    requester_harness_options made;
    made.gate.on_updates = [&heard](const permission_question&, std::span<const permission_update> updates) {
        heard.updates.assign(updates.begin(), updates.end());
        ++heard.times;
    };
    return made;
}

void answer(requester_harness& h, std::string_view updates, std::string_view behavior = "allow") {
    h.peer().line(R"({"type":"control_response","response":{"subtype":"success","request_id":")" +
                  h.peer().asked().back().id + R"(","response":{"behavior":")" + std::string(behavior) +
                  R"(","message":"no","updatedPermissions":)" + std::string(updates) + "}}}");
    h.pump();
}

std::string why_not_kept(requester_harness& h) {
    const auto events = h.audit().events(audit_event::kind::not_kept);
    return events.empty() ? std::string() : events.back().reason;
}
std::string why_not_read(requester_harness& h) {
    const auto events = h.audit().events(audit_event::kind::protocol);
    return events.empty() ? std::string() : events.back().reason;
}

BOOST_AUTO_TEST_SUITE(requester_updates_test)

BOOST_AUTO_TEST_CASE(one_update_that_agents_take_for_wrong_among_good_ones_and_none_is_kept) {
    const std::string at = "no update of the peer's answer is kept: `response.updatedPermissions[1]";
    const struct {
        std::string_view name;
        std::string bad;
        std::string why;
    } table[] = {
        {"no object", "7", at + "`: expected object, got number"},
        {"an unknown type", rules_update("dropRules", bash_rule),
         at + ".type`: expected addRules, replaceRules, removeRules, setMode, addDirectories or "
              "removeDirectories"},
        {"an unknown destination", rules_update("addRules", bash_rule, "allow", "project"),
         at + ".destination`: expected session, localSettings, projectSettings, userSettings or cliArg"},
        {"no destination", R"({"type":"setMode","mode":"plan"})",
         at + ".destination`: expected session, localSettings, projectSettings, userSettings or cliArg"},
        {"an unknown mode", mode_update("acceptedits"),
         at + ".mode`: expected one of acceptEdits, auto, bypassPermissions, default, dontAsk, plan"},
        {"an unknown behavior", rules_update("addRules", bash_rule, "maybe"),
         at + ".behavior`: expected allow, deny or ask"},
        {"a content that is null", rules_update("addRules", R"({"toolName":"Bash","ruleContent":null})"),
         at + ".rules.ruleContent`: expected string, got null"},
        {"a rule without a tool", rules_update("addRules", R"({"ruleContent":"x"})"),
         at + ".rules`: expected objects with a string `toolName`"},
        {"rules that are none", update("addRules", R"("rules":{},"behavior":"allow")"),
         at + ".rules`: expected array, got object"},
        {"directories that are none", update("addDirectories", R"("directories":["/x",1])"),
         at + ".directories`: expected an array of strings"},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            heard_updates heard;
            requester_harness h(hearing(heard));
            const auto use = h.ask("Bash", command("npm test"));
            answer(h, "[" + good + "," + row.bad + "]");
            BOOST_TEST(use->decided.allowed(), "the answer itself stands");
            BOOST_TEST(h.gate().rules()->size() == 0U);
            BOOST_TEST(h.gate().mode() == permission_mode::ask);
            BOOST_TEST(heard.times == 0U);
            BOOST_TEST(why_not_read(h) == row.why);
            BOOST_TEST(!h.ask("Bash", command("npm test"))->over, "it is asked again");
        }
    }
}

BOOST_AUTO_TEST_CASE(one_update_that_may_not_be_kept_here_among_good_ones_and_none_is_kept) {
    const std::string none = "; no update of the answer is kept";
    const struct {
        std::string_view name;
        std::string bad;
        std::string why;
    } table[] = {
        {"everything allowed", rules_update("addRules", R"({"toolName":"*"})"),
         "an allow rule covers every use of every tool"},
        {"a tool's name with a wildcard", rules_update("addRules", R"({"toolName":"B*"})"),
         "a rule has no meaning here: `B*`: "},
        {"a rule without a meaning here",
         rules_update("addRules", R"({"toolName":"Read","ruleContent":"src/**"})"),
         "a rule has no meaning here: `Read(src/**)`: "},
        {"a denial without a meaning here",
         rules_update("addRules", R"({"toolName":"Edit","ruleContent":"//x/[ab]"})", "deny"),
         "a rule has no meaning here: `Edit(//x/[ab])`: "},
        {"a mode without a counterpart", mode_update("auto"), "a mode has no meaning here"},
        {"two modes of which the second may not be set", mode_update("plan") + "," + mode_update("dontAsk"),
         "an answer may not set mode `dont_ask` here"},
        {"an allow rule about something else", rules_update("addRules", R"({"toolName":"WebFetch"})"),
         "rule `WebFetch` does not cover the call it was made for; it is not kept"},
    };
    for (const auto& row : table) {
        for (const bool first : {true, false}) {
            BOOST_TEST_CONTEXT(row.name << (first ? ", first" : ", last")) {
                heard_updates heard;
                auto options = hearing(heard);
                options.gate.policy.peer_may_set = peer_mode::stricter;
                requester_harness h(std::move(options));
                const auto use = h.ask("Bash", command("npm test"));
                answer(h, first ? "[" + row.bad + "," + good + "]" : "[" + good + "," + row.bad + "]");
                BOOST_TEST(use->decided.allowed());
                BOOST_TEST(h.gate().rules()->size() == 0U);
                BOOST_TEST(h.gate().mode() == permission_mode::ask);
                BOOST_TEST(heard.times == 0U);
                const std::string why = why_not_kept(h);
                BOOST_TEST(why.starts_with(row.why), why);
                BOOST_TEST(why.ends_with(none), why);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(of_a_mode_that_lets_more_through_and_may_not_be_set_the_rest_is_kept) {
    for (const auto limit : {peer_mode::never, peer_mode::stricter}) {
        for (const bool first : {true, false}) {
            BOOST_TEST_CONTEXT(static_cast<int>(limit) << (first ? ", first" : ", last")) {
                heard_updates heard;
                auto options = hearing(heard);
                options.gate.policy.peer_may_set = limit;
                requester_harness h(std::move(options));
                const auto use = h.ask("Bash", command("npm test"));
                const std::string bad = mode_update("acceptEdits");
                answer(h, first ? "[" + bad + "," + good + "]" : "[" + good + "," + bad + "]");
                BOOST_TEST(use->decided.allowed());
                BOOST_TEST(h.gate().rules()->size() == 1U);
                BOOST_TEST(h.gate().mode() == permission_mode::ask);
                BOOST_TEST(why_not_kept(h) == "an answer may not set mode `accept_edits` here");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_stricter_mode_that_may_not_be_set_is_meant_with_the_rest_and_none_is_kept) {
    heard_updates heard;
    auto options = hearing(heard);
    options.gate.policy.peer_may_set = peer_mode::never;
    requester_harness h(std::move(options));
    static_cast<void>(h.ask("Bash", command("npm test")));
    answer(h, "[" + good + "," + mode_update("plan") + "]");
    BOOST_TEST(h.gate().rules()->size() == 0U);
    BOOST_TEST(why_not_kept(h) == "an answer may not set mode `plan` here; no update of the answer is kept");
}

BOOST_AUTO_TEST_CASE(good_updates_hold_from_the_next_call_on_and_the_host_hears_where_to_keep_them) {
    const struct {
        std::string_view word;
        update_destination to;
    } table[] = {
        {"session", update_destination::session},
        {"localSettings", update_destination::local_settings},
        {"projectSettings", update_destination::project_settings},
        {"userSettings", update_destination::user_settings},
        {"cliArg", update_destination::cli_arg},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.word) {
            heard_updates heard;
            requester_harness h(hearing(heard));
            const auto use = h.ask("Bash", command("npm test"));
            const std::string directories =
                update("addDirectories", R"("directories":["/x"],"more":1)", row.word);
            answer(h, "[" + rules_update("addRules", bash_rule, "allow", row.word) + "," +
                          rules_update("addRules", R"({"toolName":"Bash","ruleContent":"rm *"})", "deny",
                                       row.word) +
                          "," + directories + "]");
            BOOST_TEST(use->decided.allowed());
            BOOST_TEST(h.ask("Bash", command("npm run x"))->decided.allowed());
            BOOST_TEST(h.ask("Bash", command("rm x"))->decided.denied());
            BOOST_TEST(h.peer().asked().size() == 1U);
            BOOST_TEST(heard.times == 1U);
            BOOST_REQUIRE(heard.updates.size() == 3U);
            for (const std::size_t i : {0U, 1U})
                BOOST_TEST((heard.updates[i].what == permission_update::kind::add_rules &&
                            heard.updates[i].destination == row.to));
            BOOST_TEST((heard.updates[2].what == permission_update::kind::opaque));
            BOOST_TEST(boost::json::serialize(heard.updates[2].wire) == directories);
            BOOST_TEST(why_not_kept(h).empty());
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_sets_each_mode_that_means_the_same_here) {
    const struct {
        std::string_view name;
        permission_mode mode;
    } table[] = {
        {"default", permission_mode::ask},
        {"manual", permission_mode::ask},
        {"acceptEdits", permission_mode::accept_edits},
        {"bypassPermissions", permission_mode::allow},
        {"plan", permission_mode::plan},
        {"dontAsk", permission_mode::dont_ask},
    };
    for (const auto& row : table) {
        BOOST_TEST_CONTEXT(row.name) {
            heard_updates heard;
            std::vector<permission_mode> told;
            auto options = hearing(heard);
            options.requester.on_mode = [&](permission_mode mode) { told.push_back(mode); };
            requester_harness h(std::move(options));
            (void)h.ask("Bash", command("npm test"));
            answer(h, "[" + mode_update(row.name) + "]");
            BOOST_TEST(h.gate().mode() == row.mode);
            BOOST_REQUIRE(heard.updates.size() == 1U);
            BOOST_TEST((heard.updates[0].what == permission_update::kind::set_mode));
            BOOST_TEST((heard.updates[0].mode == row.mode));
            BOOST_TEST((told == (row.mode == permission_mode::ask ? std::vector<permission_mode>()
                                                                  : std::vector{row.mode})));
        }
    }
}

BOOST_AUTO_TEST_CASE(rules_of_answers_are_replaced_and_removed_and_the_hosts_own_stay) {
    heard_updates heard;
    auto options = hearing(heard);
    options.gate.rules = rules({"deny Bash(rm *)", "ask Bash(git push)", "allow Read"});
    requester_harness h(std::move(options));
    const auto ask_and_answer = [&](std::string_view text, std::string_view updates) {
        (void)h.ask("Bash", command(text));
        answer(h, updates);
        return h.gate().rules()->size() - 3;
    };
    BOOST_TEST(ask_and_answer("npm test", "[" + good + "]") == 1U);
    const auto other = rules_update("replaceRules", R"({"toolName":"Bash","ruleContent":"make *"})");
    BOOST_TEST(ask_and_answer("make x", "[" + other + "]") == 1U);
    BOOST_TEST(!h.ask("Bash", command("npm test"))->over);
    answer(h, "[" + rules_update("removeRules", R"({"toolName":"Bash","ruleContent":"make *"})") + "," +
                  good + "]");
    BOOST_TEST(h.gate().rules()->size() == 4U);
    BOOST_TEST(!h.ask("Bash", command("make x"))->over);

    // Nothing that a peer says takes away what the host forbids or wants asked.
    answer(h, "[" + rules_update("removeRules", R"({"toolName":"Bash","ruleContent":"rm *"})", "deny") + "," +
                  rules_update("replaceRules", "", "ask") + "," + rules_update("replaceRules", "", "deny") +
                  "," + mode_update("bypassPermissions") + "]");
    BOOST_TEST(h.gate().mode() == permission_mode::allow);
    BOOST_TEST(h.ask("Bash", command("rm x"))->decided.denied());
    BOOST_TEST(!h.ask("Bash", command("git push"))->over);
}

BOOST_AUTO_TEST_CASE(the_suggestions_of_the_question_itself_may_come_back) {
    heard_updates heard;
    requester_harness h(hearing(heard));
    testing::agent_call call{.tool_name = "Bash", .input = command("npm test")};
    call.suggestions = {add_rules({rule("allow Bash(npm test)")}, update_destination::local_settings),
                        set_mode(permission_mode::accept_edits)};
    (void)h.ask(call);
    h.peer().answer_allow(h.peer().asked().back().id, {}, h.peer().asked().back().suggestions);
    h.pump();
    BOOST_TEST(h.gate().mode() == permission_mode::accept_edits);
    BOOST_TEST(h.gate().rules()->size() == 1U);
    BOOST_TEST(heard.updates.size() == 2U);
}

BOOST_AUTO_TEST_CASE(what_is_no_list_of_updates_and_what_comes_with_a_denial_is_ignored) {
    heard_updates heard;
    requester_harness h(hearing(heard));
    for (const std::string_view none : {"null", "7", "{}", "[]", "\"x\""}) {
        BOOST_TEST_CONTEXT(none) {
            const auto use = h.ask("Bash", command("npm test"));
            answer(h, none);
            BOOST_TEST(use->decided.allowed());
        }
    }
    const auto denied = h.ask("Bash", command("npm test"));
    answer(h, "[" + good + "]", "deny");
    BOOST_TEST(denied->decided.denied());
    BOOST_TEST(h.gate().rules()->size() == 0U);
    BOOST_TEST(heard.times == 0U);
}

BOOST_AUTO_TEST_CASE(an_answer_for_one_call_only_keeps_no_update_beside_its_rules) {
    heard_updates heard;
    auto options = hearing(heard);
    options.gate.rules = rules({"ask Bash(npm *)"});
    requester_harness h(std::move(options));
    const auto use = h.ask("Bash", command("npm test"));
    answer(h, "[" + mode_update("plan") + "," + good + "]");
    BOOST_TEST(use->decided.allowed());
    BOOST_TEST(h.gate().mode() == permission_mode::ask);
    BOOST_TEST(h.gate().rules()->size() == 1U);
    BOOST_TEST(heard.times == 0U);
    BOOST_TEST(why_not_kept(h) == "the question can be answered for this call only; no update is kept");
}

BOOST_AUTO_TEST_CASE(updates_up_to_the_limits_are_kept_and_one_more_keeps_none_or_denies) {
    for (const bool over : {false, true}) {
        BOOST_TEST_CONTEXT(over) {
            heard_updates heard;
            auto options = hearing(heard);
            options.gate.limits.max_updates = over ? 3 : 4;
            requester_harness h(std::move(options));
            const auto use = h.ask("Bash", command("npm test"));
            answer(h, "[" + good + "," + good + "]");
            BOOST_TEST(use->decided.allowed() == !over);
            BOOST_TEST(h.gate().rules()->size() == (over ? 0U : 1U));
        }
        BOOST_TEST_CONTEXT("bytes, " << over) {
            heard_updates heard;
            auto options = hearing(heard);
            const auto first = rule("allow Bash(npm *)").memory_bytes();
            const auto second = rule("deny Bash(curl *)").memory_bytes();
            options.gate.limits.max_loose_rule_bytes = first + second - (over ? 1U : 0U);
            requester_harness h(std::move(options));
            const auto use = h.ask("Bash", command("npm test"));
            answer(h, "[" + mode_update("plan") + "," + good + "," +
                          rules_update("addRules", R"({"toolName":"Bash","ruleContent":"curl *"})", "deny") +
                          "]");
            BOOST_TEST(use->decided.allowed());
            BOOST_TEST(h.gate().rules()->size() == (over ? 0U : 2U));
            BOOST_TEST(h.gate().mode() == (over ? permission_mode::ask : permission_mode::plan));
            BOOST_TEST(heard.times == (over ? 0U : 1U));
            BOOST_TEST(why_not_kept(h).empty() == !over);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rule_of_any_length_is_on_record_with_its_beginning) {
    for (const std::size_t length : {std::size_t{10}, std::size_t{5000}}) {
        heard_updates heard;
        requester_harness h(hearing(heard));
        (void)h.ask("Bash", command("npm test"));
        const std::string path(length, 'x');
        answer(h, "[" + rules_update("addRules", R"({"toolName":"Write","ruleContent":"/)" + path + R"("})") +
                      "]");
        const std::string why = why_not_kept(h);
        const std::string begins = "a rule has no meaning here: `Write(/x";
        BOOST_TEST(why.starts_with(begins), why);
        BOOST_TEST((why.find("...") != std::string::npos) == (length > 512));
        BOOST_TEST(why.size() < 600U);
    }
}

BOOST_AUTO_TEST_CASE(modes_in_a_list_are_set_one_after_the_other) {
    for (const bool stricter : {true, false}) {
        heard_updates heard;
        auto options = hearing(heard);
        options.gate.policy.mode = permission_mode::accept_edits;
        options.gate.policy.peer_may_set = peer_mode::stricter;
        requester_harness h(std::move(options));
        (void)h.ask("Bash", command("npm test"));
        answer(h, stricter ? "[" + mode_update("default") + "," + mode_update("plan") + "]"
                           : "[" + mode_update("plan") + "," + mode_update("default") + "]");
        BOOST_TEST(h.gate().mode() == (stricter ? permission_mode::plan : permission_mode::accept_edits));
        BOOST_TEST(heard.times == (stricter ? 1U : 0U));
    }
}

BOOST_AUTO_TEST_CASE(a_host_that_cannot_persist_does_not_undo_the_answer) {
    std::vector<std::string> logged;
    for (const bool known : {true, false}) {
        requester_harness_options options;
        options.gate.on_updates = [known](const permission_question&, std::span<const permission_update>) {
            if (known) throw std::runtime_error("disk full");
            throw 7;
        };
        options.gate.log = [&](const log_entry& entry) {
            if (entry.level == log_level::error) logged.emplace_back(entry.message);
        };
        requester_harness h(std::move(options));
        const auto use = h.ask("Bash", command("npm test"));
        answer(h, "[" + good + "]");
        BOOST_TEST(use->decided.allowed());
        BOOST_TEST(h.ask("Bash", command("npm test"))->decided.allowed());
    }
    const std::vector<std::string> expected{"updates could not be passed on: disk full",
                                            "updates could not be passed on"};
    BOOST_TEST(logged == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_question_that_is_open_is_settled_by_the_updates_of_another_ones_answer) {
    heard_updates heard;
    requester_harness h(hearing(heard));
    const auto other = h.ask("Bash", command("npm run x"));
    const auto use = h.ask("Bash", command("npm test"));
    answer(h, "[" + good + "]");
    BOOST_TEST(use->decided.allowed());
    BOOST_TEST(other->decided.allowed());
    BOOST_TEST(h.peer().withdrawn().size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::requester_updates_test
