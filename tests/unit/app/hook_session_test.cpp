// What hooks ask the gate that stays, from their line to its answer.
#include "gate_probe.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/app/session/hook_session.hpp>

#include <boost/test/unit_test.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent::hook_session_test {
namespace {

using namespace std::chrono_literals;
using testing::fake_connection;
using testing::feed_style;
using testing::manual_clock;

std::string text_of(std::string_view command) {
    std::string text =
        R"({"session_id":"s","turn_id":"t","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Bash",)"
        R"("tool_input":)";
    append_json(text, json_object{{"command", command}});
    return text + "}";
}
std::string use_of(std::string_view command, duration within = 20s) {
    return hook_line(agent_program::codex, text_of(command), within);
}
std::string said(std::string_view outcome, std::string_view reason) {
    return R"({"outcome":")" + std::string(outcome) + R"(","reason":")" + std::string(reason) + "\"}\n";
}

// A gate, and a connection for each hook.
struct gate_that_stays {
    explicit gate_that_stays(rule_set::pointer given = {}, policy how = {}) {
        gate_options options;
        options.policy = std::move(how);
        options.rules = std::move(given);
        options.callback = keep_in(box);
        gate = std::make_shared<permission_gate>(std::move(options), time, sink);
    }
    std::shared_ptr<manual_clock> time = std::make_shared<manual_clock>();
    std::shared_ptr<testing::recording_audit_sink> sink = std::make_shared<testing::recording_audit_sink>();
    std::shared_ptr<handle_box> box = std::make_shared<handle_box>();
    std::shared_ptr<uses_allowed_once> allowed_once = std::make_shared<uses_allowed_once>();
    std::shared_ptr<permission_gate> gate;

    // What is wished for, as long as somebody waits for it.
    struct open_wish {
        std::string words;
        std::function<void(use_answer)> answer;
        std::weak_ptr<void> wanted;
    };
    std::vector<open_wish> wishes;
    std::string why_policy_stays;
    [[nodiscard]] auto taking_wishes() {
        return [this](std::string_view words, time_point, std::function<void(use_answer)> answer) {
            const auto wanted = std::make_shared<int>();
            wishes.push_back({std::string(words), std::move(answer), wanted});
            return std::shared_ptr<void>(wanted);
        };
    }
};

std::string wish_of(std::string_view words, duration within = 20s) {
    return hook_line(agent_program::claude, "{}", within, {}, false, {}, words);
}

struct hook {
    explicit hook(gate_that_stays& at, bool asks_people = true) {
        session = std::make_shared<hook_session>(
            connection.make_transport(), at.gate, at.time,
            hook_session_options{.asks_people = asks_people,
                                 .terms = [](std::string_view) { return std::string("digest"); },
                                 .decides_by = "--policy standard",
                                 .why_policy_stays = [&at] { return at.why_policy_stays; },
                                 .allowed_once = at.allowed_once,
                                 .wish = at.taking_wishes()});
        session->start({}, [this](boost::system::error_code, std::string_view why) { ended = why; });
        connection.pump();
    }
    ~hook() { session->detach(); }
    hook(const hook&) = delete;
    hook& operator=(const hook&) = delete;

    std::string say(std::string_view bytes, feed_style style = feed_style::whole) {
        connection.feed(bytes, style);
        return heard();
    }
    std::string heard() {
        session->mail_arrived();
        connection.pump();
        return connection.take_sent();
    }

    fake_connection connection;
    std::shared_ptr<hook_session> session;
    std::string ended = "no";
};

BOOST_AUTO_TEST_SUITE(hook_session_test)

BOOST_AUTO_TEST_CASE(what_rules_decide_is_answered_at_once_whole_and_byte_by_byte) {
    for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
        gate_that_stays at(rules({"allow Bash(npm *)", "deny Bash(rm *)"}));
        hook asking(at);
        BOOST_TEST(asking.say(use_of("npm test"), style) ==
                   said("allow", "allowed by rule `Bash(npm *)` (your policy)"));
        BOOST_TEST(asking.say(use_of("rm a"), style) ==
                   said("deny", "denied by rule `Bash(rm *)` (your policy)"));
    }
}

BOOST_AUTO_TEST_CASE(without_people_the_hook_hears_what_is_open_and_what_has_to_be_asked) {
    gate_that_stays at(rules({"ask Bash(git push *)"}));
    hook asking(at, false);
    BOOST_TEST(asking.say(use_of("make")) ==
               said("open", "`make` runs code of the project; no rule allows it"));
    BOOST_TEST(asking.say(use_of("git push x")) ==
               said("deny",
                    "`git push x` sends data to another machine and runs code of the project; an answer is "
                    "demanded by rule `Bash(git push *)` (your policy); this agent cannot ask you, and no "
                    "`assent daemon` does"));
    BOOST_TEST(at.box->handles.empty());
}

BOOST_AUTO_TEST_CASE(what_may_change_files_has_the_project_kept_first_where_the_policy_wants_that) {
    for (const bool wanted : {false, true}) {
        gate_that_stays at(rules({"allow Bash(ls)", "allow Bash(touch *)", "deny Bash(rm *)"}),
                           {.snapshot = wanted});
        hook asking(at);
        const auto first = [](const std::string& told) {
            return told.find(R"("snapshot_first":true)") != std::string::npos;
        };
        BOOST_TEST(!first(asking.say(use_of("ls"))));
        BOOST_TEST(!first(asking.say(use_of("rm a"))));
        BOOST_TEST(first(asking.say(use_of("touch a"))) == wanted);
        BOOST_TEST(asking.say(use_of("make")).empty());
        BOOST_TEST(std::move(at.box->handles.at(0)).allow());
        BOOST_TEST(first(asking.heard()) == wanted);
    }
}

BOOST_AUTO_TEST_CASE(people_answer_what_is_left_open) {
    gate_that_stays at;
    hook asking(at);
    BOOST_TEST(asking.say(use_of("make")).empty());
    BOOST_REQUIRE(at.box->handles.size() == 1U);
    BOOST_TEST(at.box->handles[0].question().tool_name == "Bash");
    BOOST_TEST(at.box->handles[0].question().title == "codex");
    BOOST_TEST(std::move(at.box->handles[0]).allow());
    BOOST_TEST(asking.heard().starts_with(R"({"outcome":"allow")"));

    at.box->handles.clear();
    BOOST_TEST(asking.say(use_of("make")).empty());
    BOOST_TEST(std::move(at.box->handles[0]).deny("not now"));
    BOOST_TEST(asking.heard().find("not now") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(silence_denies_before_the_time_of_the_hook_is_over) {
    gate_that_stays at;
    hook asking(at);
    BOOST_TEST(asking.say(use_of("make", 10s)).empty());
    // Whoever is asked sees that time, and not the longer one of the policy.
    BOOST_TEST((at.box->handles[0].question().deadline == at.time->now() + 10s - hook_answer_margin));
    BOOST_TEST((asking.session->next_deadline() == at.time->now() + 10s - hook_answer_margin));
    at.time->advance(10s - hook_answer_margin - 1ms);
    asking.session->tick();
    BOOST_TEST(asking.heard().empty());
    at.time->advance(1ms);
    asking.session->tick();
    BOOST_TEST(asking.heard() == said("deny", "nobody answered in time"));
    BOOST_TEST(at.gate->open_questions() == 0U);
    BOOST_TEST(!std::move(at.box->handles[0]).allow());
}

BOOST_AUTO_TEST_CASE(a_tool_that_asks_the_agents_user_itself_is_left_to_the_agent_unless_a_rule_asks) {
    const std::string text =
        R"({"session_id":"s","transcript_path":"/t","cwd":"/w","permission_mode":"default",)"
        R"("hook_event_name":"PreToolUse","tool_name":"AskUserQuestion","tool_input":{"questions":[]},)"
        R"("tool_use_id":"t"})";
    gate_that_stays at;
    hook asking(at);
    const auto heard = asking.say(hook_line(agent_program::claude, text, 20s));
    BOOST_TEST(heard.starts_with(R"({"outcome":"open")"), heard);
    BOOST_TEST(at.gate->open_questions() == 0U);

    gate_that_stays strict(rules({"ask AskUserQuestion"}));
    hook other(strict);
    BOOST_TEST(other.say(hook_line(agent_program::claude, text, 20s)).empty());
    BOOST_TEST(strict.gate->open_questions() == 1U);
}

BOOST_AUTO_TEST_CASE(of_ten_thousand_questions_that_nobody_answers_all_are_denied_in_time) {
    gate_that_stays at;
    const std::size_t open = gate_limits().max_open_questions;
    std::vector<std::unique_ptr<hook>> asking;
    std::size_t refused = 0;
    for (int each = 0; each < 10'000; ++each) {
        asking.push_back(std::make_unique<hook>(at));
        const auto answer = asking.back()->say(use_of("make", 10s));
        BOOST_REQUIRE(answer.empty() || answer.starts_with(R"({"outcome":"deny")"));
        if (!answer.empty()) ++refused;
    }
    BOOST_TEST(refused == asking.size() - open);
    BOOST_TEST(at.gate->open_questions() == open);

    at.time->advance(10s - hook_answer_margin);
    std::size_t denied = 0;
    for (const auto& each : asking) {
        each->session->tick();
        if (each->heard() == said("deny", "nobody answered in time")) ++denied;
    }
    BOOST_TEST(denied == open);
    BOOST_TEST(at.gate->open_questions() == 0U);
}

BOOST_AUTO_TEST_CASE(a_hook_that_is_gone_withdraws_its_question) {
    gate_that_stays at;
    hook asking(at);
    BOOST_TEST(asking.say(use_of("make")).empty());
    asking.connection.end();
    asking.connection.pump();
    BOOST_TEST(at.gate->open_questions() == 0U);
    BOOST_TEST(!std::move(at.box->handles[0]).allow());
}

BOOST_AUTO_TEST_CASE(grants_and_limits_are_shared_by_all_hooks) {
    gate_that_stays at;
    at.gate->give_grant("Bash", {.uses = 3});
    hook one(at, false), other(at, false);
    BOOST_TEST(one.say(use_of("make")) == said("allow", "allowed by a grant, 2 of 3 uses left"));
    BOOST_TEST(other.say(use_of("make")) == said("allow", "allowed by a grant, 1 of 3 uses left"));
    BOOST_TEST(one.say(use_of("make")) == said("allow", "allowed by a grant, 0 of 3 uses left"));
    BOOST_TEST(other.say(use_of("make")).starts_with(R"({"outcome":"open")"));

    policy limited;
    limited.mode = permission_mode::allow;
    limited.limits.per_minute = 2;
    gate_that_stays within({}, limited);
    hook first(within, false), second(within, false);
    BOOST_TEST(first.say(use_of("make")).starts_with(R"({"outcome":"allow")"));
    BOOST_TEST(second.say(use_of("make")).starts_with(R"({"outcome":"allow")"));
    BOOST_TEST(first.say(use_of("make")).starts_with(R"({"outcome":"deny")"));
}

std::string patch_of(std::string_view first, std::string_view second) {
    return "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: " + std::string(first) +
           "\n+x\n*** Add File: " + std::string(second) + "\n+y\n*** End Patch\nEOF\n";
}

BOOST_AUTO_TEST_CASE(all_files_of_a_patch_have_to_be_allowed) {
    gate_that_stays at(rules({"allow Write(/p/src/**)", "deny Write(/p/secret/**)"}));
    hook asking(at);
    BOOST_TEST(asking.say(use_of(patch_of("src/a", "src/b"))).starts_with(R"({"outcome":"allow")"));
    BOOST_TEST(asking.say(use_of(patch_of("src/a", "secret/b"))) ==
               said("deny", "denied by rule `Write(/p/secret/**)` (your policy)"));
    BOOST_TEST(at.box->handles.empty());

    // One is left open: that one is asked about.
    BOOST_TEST(asking.say(use_of(patch_of("src/a", "docs/b"))).empty());
    BOOST_REQUIRE(at.box->handles.size() == 1U);
    BOOST_TEST(std::move(at.box->handles[0]).allow());
    BOOST_TEST(asking.heard().starts_with(R"({"outcome":"allow")"));

    // Two are: one after the other.
    at.box->handles.clear();
    BOOST_TEST(asking.say(use_of(patch_of("docs/a", "docs/b"))).empty());
    BOOST_TEST(std::move(at.box->handles[0]).allow());
    BOOST_TEST(asking.heard().empty());
    BOOST_REQUIRE(at.box->handles.size() == 2U);
    BOOST_TEST(std::move(at.box->handles[1]).deny("no"));
    BOOST_TEST(asking.heard().starts_with(R"({"outcome":"deny")"));
}

BOOST_AUTO_TEST_CASE(rules_against_the_command_hold_for_its_patch) {
    gate_that_stays denied(rules({"allow Write", "deny Bash(apply_patch *)"}));
    hook asking(denied);
    BOOST_TEST(asking.say(use_of(patch_of("a", "b"))) ==
               said("deny", "denied by rule `Bash(apply_patch *)` (your policy)"));
    gate_that_stays asked(rules({"allow Write", "ask Bash"}));
    hook other(asked);
    BOOST_TEST(other.say(use_of(patch_of("a", "b"))).empty());
    BOOST_REQUIRE(asked.box->handles.size() == 1U);
    BOOST_TEST(asked.box->handles[0].question().tool_name == "Bash");
    BOOST_TEST(std::move(asked.box->handles[0]).allow());
    BOOST_TEST(other.heard().starts_with(R"({"outcome":"allow")"));
}

// One use, as an agent tells of it at one of its events.
std::string told_at(agent_program agent, std::string_view event, std::string_view command,
                    std::string_view session = "s") {
    const std::string marks = agent == agent_program::codex ? R"("turn_id":"t")"
                              : event == "PreToolUse"       ? R"("tool_call_id":"t")"
                                                            : R"("timestamp":"x")";
    const std::string tool = agent == agent_program::codex ? "Bash" : "run_shell_command";
    std::string text = "{" + marks + R"(,"session_id":")" + std::string(session) +
                       R"(","cwd":"/p","hook_event_name":")" + std::string(event) + R"(","tool_name":")" +
                       tool + R"(","tool_input":)";
    append_json(text, json_object{{"command", command}});
    return hook_line(agent, text + "}", 20s);
}

// Whether a person is asked about it. They allow it then.
bool asks(gate_that_stays& at, const std::string& use) {
    at.box->handles.clear();
    hook asking(at);
    const auto said = asking.say(use);
    if (at.box->handles.empty()) {
        BOOST_TEST(said.starts_with(R"({"outcome":"allow")"));
        return false;
    }
    BOOST_TEST(std::move(at.box->handles[0]).allow());
    BOOST_TEST(asking.heard().starts_with(R"({"outcome":"allow")"));
    return true;
}

BOOST_AUTO_TEST_CASE(of_a_use_that_an_agent_tells_at_two_events_a_person_is_asked_once) {
    using enum agent_program;
    struct row {
        agent_program agent;
        const char *first, *second;
    };
    for (const auto& [agent, first, second] :
         {row{codex, "PreToolUse", "PermissionRequest"}, row{qwen, "PermissionRequest", "PreToolUse"}})
        BOOST_TEST_CONTEXT(to_string(agent)) {
            gate_that_stays at(rules({"ask Bash(git push *)"}));
            for (const auto* const command : {"make", "git push x"}) {
                BOOST_TEST(asks(at, told_at(agent, first, command)));
                BOOST_TEST(!asks(at, told_at(agent, second, command)));
                BOOST_TEST(asks(at, told_at(agent, second, command)));  // it was used up
            }
            const auto events = at.sink->events(audit_event::kind::protocol);
            BOOST_REQUIRE(events.size() == 2U);
            BOOST_TEST(events.front().reason ==
                       "a person has allowed this use of Bash at another event of its agent, and is not "
                       "asked again");
        }
}

BOOST_AUTO_TEST_CASE(another_use_is_asked_about_at_the_second_event) {
    using enum agent_program;
    gate_that_stays at;
    BOOST_TEST(asks(at, told_at(codex, "PreToolUse", "make")));
    BOOST_TEST(asks(at, told_at(codex, "PreToolUse", "make")));  // the same event: another use
    BOOST_TEST(asks(at, told_at(codex, "PermissionRequest", "make all")));
    BOOST_TEST(asks(at, told_at(codex, "PermissionRequest", "make", "another session")));
    BOOST_TEST(asks(at, told_at(qwen, "PermissionRequest", "make")));
    at.time->advance(longest_between_events);
    BOOST_TEST(asks(at, told_at(codex, "PermissionRequest", "make")));  // too late
    BOOST_TEST(asks(at, told_at(codex, "PreToolUse", "make b")));
    at.time->advance(longest_between_events - 1ms);
    BOOST_TEST(!asks(at, told_at(codex, "PermissionRequest", "make b")));
}

BOOST_AUTO_TEST_CASE(what_was_allowed_at_one_event_is_denied_at_the_other_where_a_rule_says_so) {
    gate_that_stays at;
    BOOST_TEST(asks(at, told_at(agent_program::codex, "PreToolUse", "make")));
    BOOST_TEST(at.gate->set_policy(judgement_basis::make(policy()).value(), rules({"deny Bash(make)"})));
    hook asking(at);
    BOOST_TEST(asking.say(told_at(agent_program::codex, "PermissionRequest", "make"))
                   .starts_with(R"({"outcome":"deny")"));
}

BOOST_AUTO_TEST_CASE(over_the_limit_the_oldest_use_that_was_allowed_is_forgotten) {
    using enum hook_dialect::moment;
    uses_allowed_once kept;
    for (std::size_t each = 0; each <= max_uses_allowed_once; ++each)
        kept.keep(std::to_string(each), before, {});
    BOOST_TEST(!kept.take("0", question, {}));
    BOOST_TEST(kept.take("1", question, {}));
}

BOOST_AUTO_TEST_CASE(an_answer_that_changes_the_input_denies) {
    gate_that_stays at;
    hook asking(at);
    BOOST_TEST(asking.say(use_of("make")).empty());
    std::move(at.box->handles[0]).allow(json_object{{"command", "ls"}});
    BOOST_TEST(asking.heard() == said("deny", "the answer changes the input, which a hook cannot do"));
}

BOOST_AUTO_TEST_CASE(a_use_that_cannot_be_judged_is_denied) {
    gate_that_stays at(rules({"allow Bash"}));
    hook asking(at);
    const std::string text =
        R"({"hook_event_name":"PreToolUse","turn_id":"t","tool_name":"apply_patch","tool_input":{"command":"x"}})";
    BOOST_TEST(asking.say(hook_line(agent_program::codex, text, 1s)) ==
               said("deny", "`apply_patch`: expected lines such as `*** Update File: ...`"));
}

BOOST_AUTO_TEST_CASE(a_hook_that_wants_to_be_decided_for_by_something_else_is_told_so) {
    gate_that_stays at(rules({"allow Bash"}));
    hook asking(at);
    const auto by = [](std::string_view terms) {
        return hook_line(agent_program::codex, text_of("make"), 1s, terms);
    };
    BOOST_TEST(asking.say(by("another")) ==
               said("not_mine", "the daemon decides by `--policy standard`, not by what this hook wants"));
    BOOST_TEST(asking.say(by("digest")).starts_with(R"({"outcome":"allow")"));
}

BOOST_AUTO_TEST_CASE(who_is_refused_is_told_why_a_changed_policy_does_not_decide_and_nobody_else) {
    gate_that_stays at(rules({"allow Bash", "deny Bash(rm *)"}));
    at.why_policy_stays = "it waits";
    hook asking(at);
    BOOST_TEST(asking.say(use_of("rm x")) ==
               said("deny", "denied by rule `Bash(rm *)` (your policy); it waits"));
    BOOST_TEST(
        asking.say(hook_line(agent_program::codex, text_of("make"), 1s, "another")) ==
        said("not_mine", "the daemon decides by `--policy standard`, not by what this hook wants; it waits"));
    BOOST_TEST(asking.say(use_of("make")).find("it waits") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_note_is_put_on_record_and_decides_nothing) {
    gate_that_stays at;
    hook one(at);
    BOOST_TEST(one.say(hook_line(agent_program::codex, text_of("rm a"), 20s, {}, false, "a note")) ==
               said("open", "it is on record"));
    BOOST_TEST(at.sink->events(audit_event::kind::decision).empty());
    BOOST_REQUIRE(at.sink->events(audit_event::kind::protocol).size() == 1U);
    BOOST_TEST(at.sink->events(audit_event::kind::protocol).front().reason == "a note");
    hook other(at);
    BOOST_TEST(other.say(hook_line(agent_program::codex, text_of("rm a"), 20s, "another", false, "a note"))
                   .starts_with(R"({"outcome":"not_mine")"));
}

BOOST_AUTO_TEST_CASE(a_trial_asks_nobody_and_leaves_nothing_behind) {
    policy limited;
    limited.limits.per_minute = 1;
    gate_that_stays at(rules({"deny Bash(rm *)", "ask Bash(git push *)", "allow Bash(ls *)"}), limited);
    hook asking(at, true);
    const auto trial = [&](const std::string& command) {
        return asking.say(hook_line(agent_program::codex, text_of(command), 1s, {}, true));
    };
    for (int each = 0; each < 3; ++each) {
        BOOST_TEST(trial("ls a").starts_with(R"({"outcome":"allow")"));
        BOOST_TEST(trial("rm a").starts_with(R"({"outcome":"deny")"));
        BOOST_TEST(trial("make").starts_with(R"({"outcome":"open")"));
        BOOST_TEST(trial("git push x").starts_with(R"({"outcome":"demanded")"));
    }
    BOOST_TEST(at.gate->open_questions() == 0U);
    BOOST_TEST(at.sink->events().empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_ends_the_connection_without_an_answer) {
    const std::string lines[] = {
        "garbage\n",
        "{}\n",
        "[]\n",
        R"({"agent":"emacs","within_ms":1000,"use":{}})"
        "\n",
        R"({"agent":"codex","within_ms":0,"use":{}})"
        "\n",
        R"({"agent":"codex","within_ms":1000,"use":"text"})"
        "\n",
        R"({"agent":"codex","agent":"codex","within_ms":1000,"use":{}})"
        "\n",
        use_of("make") + use_of("make"),  // the second before the first is answered
    };
    for (const auto& line : lines) {
        BOOST_TEST_CONTEXT(line) {
            gate_that_stays at;
            hook asking(at);
            const auto sent = asking.say(line);
            BOOST_TEST(sent.find("allow") == std::string::npos);
            BOOST_TEST(asking.connection.finished());
            BOOST_TEST(at.sink->events(audit_event::kind::protocol).size() == 1U);
            BOOST_TEST(at.gate->open_questions() == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_use_that_cannot_be_read_is_denied_with_the_reason) {
    struct row {
        const char* use;
        const char* why;
    };
    for (const auto& [use, why] :
         {row{R"({"hook_event_name":"Stop"})",
              "`hook_event_name`: expected one of `PreToolUse`, `PostToolUse`, `PermissionRequest`, got "
              "another event"},
          row{R"({"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":7})",
              "`tool_input`: expected object, got number"}}) {
        BOOST_TEST_CONTEXT(use) {
            gate_that_stays at(rules({"allow Bash"}));
            hook asking(at);
            const auto sent =
                asking.say(R"({"agent":"codex","within_ms":1000,"use":)" + std::string(use) + "}\n");
            BOOST_TEST(sent == R"({"outcome":"deny","reason":")" + std::string(why) + "\"}\n");
            BOOST_TEST(at.sink->events(audit_event::kind::protocol).size() == 1U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_wish_is_answered_by_whoever_hears_it_and_decides_about_no_use) {
    gate_that_stays at(rules({"allow *"}));
    hook asking(at);
    BOOST_TEST(asking.say(wish_of("pause 30m")).empty());
    BOOST_REQUIRE(at.wishes.size() == 1U);
    BOOST_TEST(at.wishes[0].words == "pause 30m");
    BOOST_TEST(!at.wishes[0].wanted.expired());
    at.wishes[0].answer({use_outcome::allow, "done"});
    BOOST_TEST(asking.heard() == said("allow", "done"));
    BOOST_TEST(at.wishes[0].wanted.expired());
    // It is answered once, and what is asked next has an answer of its own.
    BOOST_TEST(asking.say(wish_of("pause 1h")).empty());
    at.wishes[0].answer({use_outcome::allow, "again"});
    BOOST_TEST(asking.heard().empty());
    at.wishes[1].answer({use_outcome::deny, "no"});
    BOOST_TEST(asking.heard() == said("deny", "no"));
    BOOST_TEST(at.sink->events(audit_event::kind::decision).empty());
}

BOOST_AUTO_TEST_CASE(a_wish_that_nobody_answers_is_denied_before_its_time_is_over) {
    gate_that_stays at;
    hook asking(at);
    BOOST_TEST(asking.say(wish_of("pause 30m", 10s)).empty());
    at.time->advance(10s - hook_answer_margin);
    asking.session->tick();
    BOOST_TEST(asking.heard() == said("deny", "nobody answered in time"));
    BOOST_TEST(at.wishes[0].wanted.expired());
    at.wishes[0].answer({use_outcome::allow, "late"});
    BOOST_TEST(asking.heard().empty());
}

BOOST_AUTO_TEST_CASE(whoever_goes_away_takes_the_wish_along) {
    gate_that_stays at;
    hook asking(at);
    BOOST_TEST(asking.say(wish_of("pause 30m")).empty());
    asking.connection.end();
    asking.connection.pump();
    BOOST_TEST(at.wishes[0].wanted.expired());
    at.wishes[0].answer({use_outcome::allow, "late"});
    BOOST_TEST(asking.heard().empty());
}

BOOST_AUTO_TEST_CASE(half_a_line_is_no_line) {
    gate_that_stays at(rules({"allow Bash"}));
    hook asking(at);
    auto line = use_of("make");
    line.pop_back();
    BOOST_TEST(asking.say(line).empty());
    asking.connection.end();
    asking.connection.pump();
    BOOST_TEST(asking.connection.take_sent().empty());
    BOOST_TEST(at.sink->events(audit_event::kind::decision).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::hook_session_test
