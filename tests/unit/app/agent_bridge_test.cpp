// A bridge between an agent that speaks JSON-RPC and its client: what is decided, what passes, how it ends.
#include "agent_bridged.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace assent::agent_bridge_test {
namespace {

constexpr spoken both[] = {spoken::acp, spoken::codex};

// Qwen with a session `s` that begins in a mode in which it does not ask.
const std::string opens_automatic = R"({"id":0,"method":"initialize"})"
                                    "\n"
                                    R"({"id":1,"method":"session/new","params":{}})"
                                    "\n";
const std::string hello_of_qwen = R"({"id":0,"result":{"agentInfo":{"name":"qwen-code"}}})"
                                  "\n";
std::string session_in(const std::string& mode) {
    return R"({"id":1,"result":{"sessionId":"s","modes":{"currentModeId":")" + mode + "\"}}}\n";
}
const std::string sets_mode =
    R"({"jsonrpc":"2.0","id":"assent-1","method":"session/set_mode","params":{"sessionId":"s","modeId":"default"}})"
    "\n";
const std::string mode_is_set = R"({"id":"assent-1","result":{}})"
                                "\n";

BOOST_AUTO_TEST_SUITE(agent_bridge_test)

BOOST_AUTO_TEST_CASE(a_rule_answers_and_upstream_sees_nothing) {
    for (const auto words : both) {
        for (const auto style : {feed_style::whole, feed_style::byte_by_byte}) {
            const phrases in{words};
            agent_bridged between(words, deciding_by({"allow Bash(touch *)", "deny Bash(rm *)"}));
            between.style = style;
            between.ask(in.question("1", "touch a") + in.question("2", "rm a"));
            BOOST_TEST(between.agent.sent() == in.allowed("1") + in.denied("2"));
            BOOST_TEST(between.upstream.sent().empty());
            BOOST_TEST(between.decisions() == "allow Bash, deny Bash");
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_left_open_passes_and_upstreams_answer_passes_back) {
    for (const auto words : both) {
        for (const bool allows : {true, false}) {
            const phrases in{words};
            agent_bridged between(words);
            between.ask(in.question("1", "make"));
            BOOST_TEST(between.upstream.sent() == in.question("1", "make"));
            BOOST_TEST(between.made->forwarded() == 1U);
            std::string answer = allows ? in.allowed("1") : in.denied("1");
            answer.insert(1, " ");  // byte for byte
            between.say(answer);
            BOOST_TEST(between.agent.sent() == answer);
            BOOST_TEST(between.decisions() == (allows ? "allow Bash" : "deny Bash"));
            BOOST_TEST(between.made->forwarded() == 0U);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_question_that_a_rule_demands_passes_in_the_same_way) {
    const phrases in{spoken::acp};
    agent_bridged between(spoken::acp, deciding_by({"ask Bash(make *)", "allow Bash(make *)"}));
    between.ask(in.question("1", "make all"));
    BOOST_TEST(between.upstream.sent() == in.question("1", "make all"));
    between.say(in.allowed("1"));
    BOOST_TEST(between.agent.sent() == in.allowed("1"));
}

BOOST_AUTO_TEST_CASE(an_answer_that_was_not_offered_or_cannot_be_read_is_a_refusal) {
    for (const auto words : both) {
        const phrases in{words};
        const std::string broken = in.allowed("1").substr(0, in.allowed("1").size() - 2) + "\n";
        std::string twice = in.allowed("1");
        twice.insert(1, R"("result":1,)");
        const std::string error = R"({"id":1,"error":{"code":1,"message":"no"}})"
                                  "\n";
        for (const auto& answer :
             {in.unknown("1"), in.result("1", "7"), in.result("1", "{}"), broken, twice, error}) {
            agent_bridged between(words);
            between.ask(in.question("1", "make"));
            between.say(answer);
            BOOST_TEST(between.agent.sent() == in.denied("1"), answer);
            BOOST_TEST(between.decisions() == "deny Bash");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_deny_rule_that_holds_meanwhile_wins_over_upstreams_yes) {
    for (const auto words : both) {
        const phrases in{words};
        agent_bridged between(words);
        between.ask(in.question("1", "make"));
        between.gate->set_rules(rules({"deny Bash(make)"}));
        between.pump();
        BOOST_TEST(between.agent.sent() == in.denied("1"));
        between.say(in.allowed("1"));  // too late
        BOOST_TEST(between.agent.sent() == in.denied("1"));
    }
}

BOOST_AUTO_TEST_CASE(upstream_hears_that_a_question_is_over) {
    const phrases in{spoken::acp};
    agent_bridged between(spoken::acp);
    between.ask(in.question("1", "make"));
    static_cast<void>(between.upstream.take_sent());
    between.clock->advance(default_question_timeout);
    between.made->tick();
    between.pump();
    BOOST_TEST(between.agent.sent() == in.denied("1"));
    BOOST_TEST(between.upstream.take_sent() ==
               R"({"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}})"
               "\n");
}

BOOST_AUTO_TEST_CASE(several_questions_at_once_are_answered_in_any_order) {
    for (const auto words : both) {
        const phrases in{words};
        agent_bridged between(words, deciding_by({"allow Bash(ls)"}));
        between.ask(in.question("1", "make") + in.question("2", "ls") + in.question("3", "cc"));
        BOOST_TEST(between.upstream.sent() == in.question("1", "make") + in.question("3", "cc"));
        between.say(in.allowed("3") + in.denied("1"));
        BOOST_TEST(between.agent.sent() == in.allowed("2") + in.allowed("3") + in.denied("1"));
    }
}

BOOST_AUTO_TEST_CASE(over_the_limit_a_request_is_refused_and_no_other_is_forgotten) {
    const phrases in{spoken::acp};
    agent_bridged between(spoken::acp);
    const auto request = [](std::size_t id) {
        return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
               R"(,"method":"x/y"})"
               "\n";
    };
    std::string all;
    for (std::size_t id = 0; id < max_passed_requests; ++id) all += request(id);
    between.ask(all);
    BOOST_TEST((between.upstream.take_sent() == all));
    BOOST_TEST(between.agent.sent().empty());
    between.ask(request(max_passed_requests));
    BOOST_TEST(between.upstream.take_sent().empty());
    BOOST_TEST(between.agent.take_sent().find("too many requests are not answered yet") != std::string::npos);
    between.say(in.result("0", "7"));
    BOOST_TEST(between.agent.take_sent() == in.result("0", "7"));

    between.say(all);
    BOOST_TEST((between.agent.take_sent() == all));
    between.say(request(max_passed_requests));
    BOOST_TEST(between.agent.take_sent().empty());
    BOOST_TEST(between.upstream.take_sent().find("too many requests are not answered yet") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_id_that_is_still_open_is_not_used_again) {
    const phrases in{spoken::acp};
    agent_bridged between(spoken::acp);
    between.ask(in.question("1", "make") + in.question("1", "rm a"));
    BOOST_TEST(between.upstream.sent() == in.question("1", "make"));
    between.say(in.allowed("1") + in.allowed("1"));
    BOOST_TEST(between.agent.sent() == in.allowed("1"));
}

BOOST_AUTO_TEST_CASE(people_are_asked_where_upstream_is_not) {
    for (const auto words : both) {
        const phrases in{words};
        const auto box = std::make_shared<handle_box>();
        gate_options deciding;
        deciding.callback = keep_in(box);
        agent_bridged between(words, std::move(deciding), false);
        between.ask(in.question("1", "make") + in.question("2", "cc"));
        BOOST_TEST(between.upstream.sent().empty());
        BOOST_REQUIRE(box->handles.size() == 2U);
        // Nobody else may answer.
        between.say(in.allowed("1"));
        BOOST_TEST(between.agent.sent().empty());
        std::move(box->handles[0]).allow();
        std::move(box->handles[1]).deny();
        between.pump();
        BOOST_TEST(between.agent.sent() == in.allowed("1") + in.denied("2"));
    }
}

BOOST_AUTO_TEST_CASE(an_interrupt_withdraws_what_is_open) {
    for (const auto words : both) {
        for (const bool peer : {true, false}) {
            const phrases in{words};
            const auto box = std::make_shared<handle_box>();
            gate_options deciding;
            deciding.callback = keep_in(box);
            agent_bridged between(words, std::move(deciding), peer);
            between.ask(in.question("1", "make"));
            between.say(in.interrupt());
            BOOST_TEST(between.agent.sent() == in.interrupt() + in.cancelled("1"));
            BOOST_TEST(between.gate->open_questions() == 0U);
            between.say(in.allowed("1"));
            BOOST_TEST(between.agent.sent() == in.interrupt() + in.cancelled("1"));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_agent_withdraws_a_question) {
    const phrases in{spoken::acp};
    const std::string withdrawal = R"({"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}})"
                                   "\n";
    agent_bridged between(spoken::acp);
    between.ask(in.question("1", "make"));
    static_cast<void>(between.upstream.take_sent());
    between.ask(withdrawal);
    BOOST_TEST(between.upstream.take_sent() == withdrawal);
    BOOST_TEST(between.agent.take_sent() == in.cancelled("1"));
    between.ask(withdrawal);  // nobody's any more: upstream may know it
    BOOST_TEST(between.upstream.take_sent() == withdrawal);
    const auto box = std::make_shared<handle_box>();
    gate_options deciding;
    deciding.callback = keep_in(box);
    agent_bridged alone(spoken::acp, std::move(deciding), false);
    alone.ask(in.question("1", "make") + withdrawal);
    BOOST_TEST(alone.upstream.sent().empty());
    BOOST_TEST(alone.agent.sent() == in.cancelled("1"));
}

BOOST_AUTO_TEST_CASE(everything_else_passes_byte_for_byte_in_any_cut) {
    const std::string agent_says =
        "{ \"jsonrpc\":\"2.0\",\"method\":\"odd/notification\",\"params\":{\"n\":1.0,\"e\":1e999}}\r\n"
        "noise\n\n  \n12\n"
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"odd/request\"}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{\"a\":[]}}\n"
        "{}\nlast";
    const std::string client_says =
        "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"odd/request\", \"params\":7}\r\n"
        "{\"jsonrpc\":\"2.0\",\"method\":\"$/cancel_request\",\"params\":{\"requestId\":\"x\"}}\n"
        "noise\n"
        "{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":1,\"message\":\"no\"}}\n";
    for (const auto words : both) {
        for (std::size_t cut = 0; cut <= agent_says.size(); ++cut) {
            agent_bridged between(words);
            between.agent.feed_split(agent_says, cut);
            between.pump();
            between.upstream.feed_split(client_says, std::min(cut, client_says.size()));
            between.pump();
            between.agent.end();
            between.pump();
            BOOST_TEST(between.upstream.sent() == agent_says);
            BOOST_TEST(between.agent.sent() == client_says);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_nobody_has_asked_for_does_not_pass) {
    for (const auto words : both) {
        const phrases in{words};
        agent_bridged between(words);
        between.say(in.allowed("1"));
        between.ask(R"({"id":4,"method":"odd"})"
                    "\n");
        between.say(in.result("4", "1") + in.result("4", "2"));
        BOOST_TEST(between.agent.sent() == in.result("4", "1"));
    }
}

BOOST_AUTO_TEST_CASE(a_line_with_two_meanings_is_denied_and_does_not_pass) {
    for (const auto words : both) {
        const phrases in{words};
        std::string twice = in.question("1", "ls");
        twice.insert(twice.find("\"command\""), R"("command":"rm a",)");
        std::string hidden = in.question("1", "ls");
        hidden.insert(1, R"("method":"odd",)");
        agent_bridged between(words, deciding_by({"allow Bash"}));
        between.ask(twice);
        BOOST_TEST(between.agent.take_sent() ==
                   (words == spoken::codex ? in.denied("1") : in.cancelled("1")));
        between.ask(hidden + "\xEF\xBB\xBF" + in.question("2", "ls"));
        BOOST_TEST(between.upstream.sent().empty());
        BOOST_TEST(between.agent.sent().find("yes") == std::string::npos);
        BOOST_TEST(between.decisions().empty());
        between.say(hidden);
        BOOST_TEST(between.agent.sent().find("odd") == std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(a_batch_ends_the_connection) {
    for (const bool of_agent : {true, false}) {
        const phrases in{spoken::acp};
        agent_bridged between(spoken::acp);
        std::string question = in.question("1", "ls");
        question.pop_back();
        (of_agent ? between.agent : between.upstream).feed("[" + question + "]\n");
        between.pump();
        BOOST_TEST(between.made->gave_up());
        BOOST_TEST(between.reason.value_or("").find("a batch") != std::string::npos);
        BOOST_TEST(between.upstream.sent().empty());
    }
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_ends_the_connection) {
    line_bridge_options options;
    options.max_line_bytes = 100;
    for (const std::size_t bytes : {std::size_t{100}, std::size_t{101}}) {
        agent_bridged between(spoken::acp, {}, true, options);
        between.ask(std::string(bytes, 'x') + "\n");
        BOOST_TEST(between.made->gave_up() == (bytes > 100));
    }
}

BOOST_AUTO_TEST_CASE(the_end_of_the_agent_ends_what_is_open) {
    for (const auto words : both) {
        const phrases in{words};
        agent_bridged between(words);
        between.ask(in.question("1", "make"));
        between.agent.end();
        between.pump();
        BOOST_TEST(between.gate->open_questions() == 0U);
        BOOST_TEST(between.decisions() == "deny Bash");
        BOOST_TEST(between.upstream.closed());
    }
}

BOOST_AUTO_TEST_CASE(the_end_of_upstream_denies_what_is_open_and_what_comes) {
    for (const auto words : both) {
        const phrases in{words};
        agent_bridged between(words, deciding_by({"allow Bash(ls)"}));
        between.ask(in.question("1", "make"));
        between.upstream.end();
        between.pump();
        BOOST_TEST(between.agent.sent() == in.denied("1"));
        BOOST_TEST(between.agent.output_ended());
        BOOST_TEST(!between.agent.closed());
        between.upstream.break_with(boost::system::errc::make_error_code(boost::system::errc::broken_pipe));
        between.pump();
        BOOST_TEST(between.made->upstream_left());
        BOOST_TEST(between.agent.closed());
    }
}

// ---- An editor that has said everything

std::string prompt_of(spoken words) {
    return words == spoken::codex
               ? R"({"id":2,"method":"turn/start","params":{"threadId":"s","input":[]}})"
                 "\n"
               : R"({"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s"}})"
                 "\n";
}
// What the agent says when it begins to work on that, and when it is done.
std::string works(spoken words) {
    return words == spoken::codex ? R"({"id":2,"result":{"turn":{"id":"u","status":"inProgress"}}})"
                                    "\n"
                                  : "";
}
std::string is_done(spoken words) {
    return words == spoken::codex
               ? R"({"method":"turn/completed","params":{"threadId":"s","turn":{"id":"u","status":"completed"}}})"
                 "\n"
               : R"({"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}})"
                 "\n";
}

BOOST_AUTO_TEST_CASE(an_agent_at_work_is_still_answered_after_the_editor_has_said_everything) {
    for (const auto words : both) {
        const phrases in{words};
        agent_bridged between(words, deciding_by({"allow Bash(ls)"}), true, {}, false);
        between.say(prompt_of(words));
        between.ask(works(words));
        between.upstream.end();
        between.pump();
        BOOST_TEST(!between.agent.output_ended());
        static_cast<void>(between.agent.take_sent());
        static_cast<void>(between.upstream.take_sent());
        // By rules; and nobody can be asked.
        between.ask(in.question("5", "ls") + in.question("6", "make"));
        BOOST_TEST(between.agent.take_sent() == in.allowed("5") + in.denied("6"));
        BOOST_TEST(between.upstream.take_sent().empty());
        between.ask(is_done(words));
        BOOST_TEST(between.upstream.take_sent() == is_done(words));
        BOOST_TEST(between.agent.output_ended());
    }
}

BOOST_AUTO_TEST_CASE(what_the_editor_has_not_answered_is_refused_when_it_has_said_everything) {
    const std::string reads =
        R"({"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s","path":"/w/a"}})"
        "\n";
    const std::string refused =
        R"({"jsonrpc":"2.0","id":7,"error":{"code":-32000,"message":"nobody is there to answer"}})"
        "\n";
    for (const bool before : {true, false}) {
        agent_bridged between(spoken::acp, {}, true, {}, false);
        between.say(prompt_of(spoken::acp));
        if (before) between.ask(reads);
        between.upstream.end();
        between.pump();
        if (!before) between.ask(reads);
        BOOST_TEST(between.upstream.sent() == (before ? reads : ""));
        BOOST_TEST(between.agent.sent() == prompt_of(spoken::acp) + refused);
    }
}

BOOST_AUTO_TEST_CASE(people_are_still_asked_when_the_editor_has_said_everything) {
    const phrases in{spoken::acp};
    const auto box = std::make_shared<handle_box>();
    gate_options deciding;
    deciding.callback = keep_in(box);
    deciding.policy.question_timeout = 2 * agent_silence_limit;
    agent_bridged between(spoken::acp, std::move(deciding), false);
    between.ask(in.question("1", "make"));
    between.upstream.end();
    between.pump();
    between.wait(agent_silence_limit);
    BOOST_REQUIRE(!between.agent.output_ended());
    box->take().allow();
    between.pump();
    BOOST_TEST(between.agent.sent() == in.allowed("1"));
    BOOST_TEST(between.agent.output_ended());
}

BOOST_AUTO_TEST_CASE(an_agent_at_work_may_be_silent_for_so_long_after_the_editor_has_said_everything) {
    for (const auto words : both) {
        agent_bridged between(words, {}, true, {}, false);
        between.say(prompt_of(words));
        between.ask(works(words));
        between.upstream.end();
        between.pump();
        between.wait(agent_silence_limit - duration(1));
        BOOST_TEST(!between.agent.output_ended());
        between.ask("{\"method\":\"odd\"}\n");
        between.wait(agent_silence_limit - duration(1));
        BOOST_TEST(!between.agent.output_ended());
        between.wait(duration(1));
        BOOST_TEST(between.agent.output_ended());
        BOOST_TEST(!between.made->next_deadline().has_value());
        BOOST_TEST(!between.agent.closed());
    }
}

BOOST_AUTO_TEST_CASE(a_last_line_without_an_end_gets_one_where_the_agent_has_to_read_it) {
    std::string prompt = prompt_of(spoken::acp);
    prompt.pop_back();
    agent_bridged between(spoken::acp, {}, true, {}, false);
    between.say(prompt);
    between.upstream.end();
    between.pump();
    BOOST_TEST(between.agent.sent() == prompt + "\n");
    agent_bridged idle(spoken::acp);
    idle.say("last");
    idle.upstream.end();
    idle.pump();
    BOOST_TEST(idle.agent.sent() == "last");
    BOOST_TEST(idle.agent.output_ended());
}

// The answer that keeps the agent asking is still heard.
BOOST_AUTO_TEST_CASE(what_waits_for_a_mode_reaches_an_editor_that_has_said_everything) {
    agent_bridged between(spoken::acp);
    between.say(opens_automatic);
    between.ask(hello_of_qwen + session_in("yolo"));
    between.upstream.end();
    between.pump();
    BOOST_TEST(between.upstream.take_sent() == hello_of_qwen);
    BOOST_TEST(!between.agent.output_ended());
    between.ask(mode_is_set);
    BOOST_TEST(between.upstream.take_sent() == session_in("default"));
    BOOST_TEST(between.agent.output_ended());
}

BOOST_AUTO_TEST_CASE(an_answer_of_the_agent_with_two_meanings_is_an_error_to_the_editor) {
    agent_bridged between(spoken::acp, {}, true, {}, false);
    between.say(prompt_of(spoken::acp));
    between.ask(R"({"jsonrpc":"2.0","id":2,"result":{"a":1,"a":2}})"
                "\n");
    BOOST_TEST(between.upstream.sent().starts_with(
        R"({"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"the agent's answer is not valid: )"));
}

BOOST_AUTO_TEST_CASE(a_question_without_an_answer_for_this_call_alone_is_not_allowed_by_a_rule) {
    const std::string question =
        R"({"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"kind":"execute","rawInput":{"command":"ls"}},"options":[{"optionId":"a","kind":"allow_always"},{"optionId":"n","kind":"reject_once"}]}})"
        "\n";
    agent_bridged between(spoken::acp, deciding_by({"allow Bash(ls)"}));
    between.ask(question);
    BOOST_TEST(between.agent.sent() ==
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"outcome\":{\"outcome\":\"selected\",\"optionId\":"
               "\"n\"}}}\n");
}

BOOST_AUTO_TEST_CASE(what_would_hold_for_longer_is_taken_out_of_a_question) {
    const std::string front =
        R"({"jsonrpc":"2.0", "id":1,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"kind":"execute","rawInput":{"command":"ls"}},"options":[)";
    const std::string once = R"({"optionId":"y","kind":"allow_once", "n":1.0})";
    const std::string lasting = R"({"optionId":"a","kind":"allow_always"})";
    agent_bridged between(spoken::acp);
    between.ask(front + once + " , " + lasting + "]}}\n");
    BOOST_TEST(between.upstream.sent() == front + once + "]}}\n");
    agent_bridged open(spoken::acp, {}, true, {}, false);
    open.ask(front + once + " , " + lasting + "]}}\n");
    BOOST_TEST(open.upstream.sent() == front + once + " , " + lasting + "]}}\n");
}

BOOST_AUTO_TEST_CASE(an_answer_that_would_hold_for_longer_reaches_codex_as_a_plain_yes) {
    const phrases in{spoken::codex};
    agent_bridged between(spoken::codex);
    between.ask(in.question("1", "make"));
    between.say(in.result("1", R"({"decision":"acceptForSession"})"));
    BOOST_TEST(between.agent.sent() == in.allowed("1"));
}

// ---- Files

std::string change_of(const std::string& paths) {
    return R"({"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t","kind":"edit","locations":[)" +
           paths +
           R"(]},"options":[{"optionId":"yes","kind":"allow_once"},{"optionId":"no","kind":"reject_once"}]}})" +
           "\n";
}

BOOST_AUTO_TEST_CASE(every_file_of_a_change_has_to_be_allowed) {
    const phrases in{spoken::acp};
    const std::string two = change_of(R"({"path":"/w/a"},{"path":"/w/b"})");
    agent_bridged allowed(spoken::acp, deciding_by({"allow Edit(/w/*)"}));
    allowed.ask(two);
    BOOST_TEST(allowed.agent.sent() == in.allowed("1"));
    BOOST_TEST(allowed.decisions() == "allow Edit, allow Edit");
    agent_bridged half(spoken::acp, deciding_by({"allow Edit(/w/a)"}));
    half.ask(two);
    BOOST_TEST(half.upstream.sent() == two);
    agent_bridged denied(spoken::acp, deciding_by({"allow Edit(/w/*)", "deny Edit(/w/b)"}));
    denied.ask(two);
    BOOST_TEST(denied.agent.sent() == in.denied("1"));
}

BOOST_AUTO_TEST_CASE(upstream_is_asked_once_about_all_files_and_people_about_each) {
    const phrases in{spoken::acp};
    const std::string two = change_of(R"({"path":"/w/a"},{"path":"/w/b"})");
    agent_bridged peer(spoken::acp);
    peer.ask(two);
    peer.say(in.allowed("1"));
    BOOST_TEST(peer.upstream.sent() == two);
    BOOST_TEST(peer.agent.sent() == in.allowed("1"));
    BOOST_TEST(peer.decisions() == "allow Edit, allow Edit");
    for (const bool second : {true, false}) {
        const auto box = std::make_shared<handle_box>();
        gate_options deciding;
        deciding.callback = keep_in(box);
        agent_bridged people(spoken::acp, std::move(deciding), false);
        people.ask(two);
        BOOST_REQUIRE(box->handles.size() == 1U);
        box->take().allow();
        people.pump();
        BOOST_TEST(people.agent.sent().empty());
        BOOST_REQUIRE(box->handles.size() == 1U);
        if (second)
            box->take().allow();
        else
            box->take().deny();
        people.pump();
        BOOST_TEST(people.agent.sent() == (second ? in.allowed("1") : in.denied("1")));
    }
}

BOOST_AUTO_TEST_CASE(what_the_client_is_to_do_is_only_denied) {
    const auto request = [](const std::string& method, const std::string& params) {
        return R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":{"sessionId":"s",)" + params +
               "}}\n";
    };
    const std::string write = request("fs/write_text_file", R"("path":"/w/a","content":"x")");
    const std::string run = request("terminal/create", R"("command":"rm","args":["a"])");
    struct row {
        std::vector<std::string_view> rules;
        std::string line;
        bool passes;
    };
    const row rows[] = {
        {{}, write, true},
        {{"allow Write"}, write, true},
        {{"deny Write(/w/a)"}, write, false},
        {{"ask Write(/w/a)"}, write, false},
        {{}, run, true},
        {{"deny Bash(rm *)"}, run, false},
        {{}, request("fs/write_text_file", R"("path":7)"), false},
    };
    for (const auto& each : rows) {
        gate_options deciding;
        std::vector<permission_rule> made;
        for (const auto text : each.rules) made.push_back(rule(text));
        deciding.rules = rule_set::make(std::move(made)).value();
        agent_bridged between(spoken::acp, std::move(deciding));
        between.ask(each.line);
        BOOST_TEST(between.upstream.sent() == (each.passes ? each.line : ""), each.line);
        BOOST_TEST(
            between.agent.sent().starts_with(each.passes ? "" : R"({"jsonrpc":"2.0","id":7,"error":)"));
        const std::string answer = "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n";
        static_cast<void>(between.agent.take_sent());
        between.say(answer);
        BOOST_TEST(between.agent.take_sent() == (each.passes ? answer : ""));
    }
}

BOOST_AUTO_TEST_CASE(what_a_question_has_allowed_the_client_may_do) {
    const phrases in{spoken::acp};
    const std::string write =
        R"({"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"sessionId":"s","path":"/w/a","content":"x"}})"
        "\n";
    agent_bridged between(spoken::acp, deciding_by({"ask Write", "ask Edit"}));
    between.ask(change_of(R"({"path":"/w/a"})"));
    between.say(in.allowed("1"));
    static_cast<void>(between.upstream.take_sent());
    between.ask(write);
    BOOST_TEST(between.upstream.take_sent() == write);
    between.gate->set_rules(rules({"deny Write"}));
    between.ask(write);
    BOOST_TEST(between.upstream.take_sent().empty());
}

BOOST_AUTO_TEST_CASE(uses_that_were_allowed_are_kept_up_to_a_limit) {
    const phrases in{spoken::acp};
    const auto run = [](const std::string& command) {
        return R"({"jsonrpc":"2.0","id":"r","method":"terminal/create","params":{"sessionId":"s","command":")" +
               command + "\"}}\n";
    };
    agent_bridged between(spoken::acp);
    const auto allow = [&](std::size_t number) {
        const std::string id = std::to_string(number);
        between.ask(in.question(id, "make " + id));
        between.say(in.allowed(id));
    };
    for (std::size_t i = 0; i < max_allowed_uses; ++i) allow(i);
    between.gate->set_rules(rules({"ask Bash"}));
    static_cast<void>(between.upstream.take_sent());
    between.ask(run("make 0"));
    BOOST_TEST(between.upstream.take_sent() == run("make 0"));
    allow(max_allowed_uses);
    static_cast<void>(between.upstream.take_sent());
    between.ask(run("make 0"));
    BOOST_TEST(between.upstream.take_sent().empty());
    between.ask(run("make 1"));
    BOOST_TEST(between.upstream.take_sent() == run("make 1"));
}

// ---- Modes

BOOST_AUTO_TEST_CASE(what_the_agent_says_waits_until_it_is_in_a_mode_that_asks) {
    const phrases in{spoken::acp};
    agent_bridged between(spoken::acp, deciding_by({"allow Bash(ls)"}));
    const std::string requests =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/new\",\"params\":{\"cwd\":\"/w\"}}\n";
    const std::string hello =
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"agentInfo\":{\"name\":\"qwen-code\"}}}\n";
    const auto session = [](const std::string& mode) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"sessionId\":\"s\",\"modes\":{\"currentModeId\":"
               "\"" +
               mode + "\"}}}\n";
    };
    const std::string note =
        "{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s\"}}\n";
    between.say(requests);
    between.ask(hello + session("yolo") + note + in.question("6", "ls"));
    BOOST_TEST(between.upstream.take_sent() == hello);
    BOOST_TEST(between.agent.sent() ==
               requests +
                   "{\"jsonrpc\":\"2.0\",\"id\":\"assent-1\",\"method\":\"session/set_mode\",\"params\":"
                   "{\"sessionId\":\"s\",\"modeId\":\"default\"}}\n" +
                   in.allowed("6"));
    between.ask("{\"jsonrpc\":\"2.0\",\"id\":\"assent-1\",\"result\":{}}\n");
    BOOST_TEST(between.upstream.take_sent() == session("default") + note);
    static_cast<void>(between.agent.take_sent());
    between.say(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"session/set_mode\",\"params\":{\"sessionId\":\"s\","
        "\"modeId\":\"yolo\"}}\n");
    BOOST_TEST(between.agent.take_sent().empty());
    BOOST_TEST(between.upstream.sent().find("the agent would not ask") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_not_about_that_session_does_not_wait_for_it) {
    const std::string others[] = {
        R"({"method":"_auth/status_update","params":{}})"
        "\n",
        R"({"method":"session/update","params":{"sessionId":"t"}})"
        "\n",
        R"({"id":7,"method":"odd/request","params":{}})"
        "\n",
        "noise\n",
    };
    for (const auto& line : others) {
        agent_bridged between(spoken::acp);
        between.say(opens_automatic);
        between.ask(hello_of_qwen + session_in("yolo") + line);
        BOOST_TEST(between.upstream.take_sent() == hello_of_qwen + line);
        between.ask(mode_is_set);
        BOOST_TEST(between.upstream.take_sent() == session_in("default"));
    }
    // Of what the editor says, everything but a prompt passes.
    agent_bridged between(spoken::acp);
    const phrases in{spoken::acp};
    between.say(opens_automatic);
    between.ask(hello_of_qwen + session_in("yolo"));
    between.say(in.interrupt() + R"({"id":3,"method":"session/prompt","params":{"sessionId":"s"}})" + "\n");
    BOOST_TEST(between.agent.sent() == opens_automatic + sets_mode + in.interrupt());
    BOOST_TEST(between.upstream.sent().find("is being set to a mode in which it asks") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_agent_that_asks_the_editor_meanwhile_gets_its_answer) {
    const phrases in{spoken::acp};
    const std::string reads =
        R"({"jsonrpc":"2.0","id":5,"method":"fs/read_text_file","params":{"sessionId":"s","path":"/w/a"}})"
        "\n";
    for (const auto& asks : {in.question("5", "make"), reads}) {
        agent_bridged between(spoken::acp);
        between.say(opens_automatic);
        between.ask(hello_of_qwen + session_in("yolo") + asks);
        // The editor has to know of the session first.
        BOOST_TEST(between.upstream.take_sent() == hello_of_qwen + session_in("default") + asks);
        between.say(in.allowed("5"));
        BOOST_TEST(between.agent.sent() == opens_automatic + sets_mode + in.allowed("5"));
        const std::string more = R"({"method":"session/update","params":{"sessionId":"s"}})"
                                 "\n";
        between.ask(more + mode_is_set);
        BOOST_TEST(between.upstream.take_sent() == more);
    }
}

BOOST_AUTO_TEST_CASE(an_agent_has_so_long_for_the_answer_that_keeps_it_asking) {
    for (const bool late : {false, true}) {
        agent_bridged between(spoken::acp);
        between.say(opens_automatic);
        between.ask(hello_of_qwen + session_in("yolo"));
        BOOST_TEST((between.made->next_deadline() == between.clock->now() + own_request_limit));
        between.wait(own_request_limit - (late ? duration(0) : duration(1)));
        BOOST_TEST(between.made->gave_up() == late);
        between.ask(mode_is_set);
        BOOST_TEST(between.upstream.sent() == (late ? hello_of_qwen : hello_of_qwen + session_in("default")));
        BOOST_TEST(between.reason.value_or("") ==
                   (late
                        ? "the agent has not answered `session/set_mode` in 30s, so it cannot be kept asking "
                          "(`--guard off` goes on without it)"
                        : ""));
        if (!late) BOOST_TEST(!between.made->next_deadline().has_value());
    }
}

BOOST_AUTO_TEST_CASE(an_answer_that_cannot_be_read_for_an_editor_that_does_not_read_is_not_late) {
    agent_bridged between(spoken::acp, {}, true, {.pause_bytes = 1000});
    between.say(opens_automatic);
    between.ask(hello_of_qwen + session_in("yolo"));
    between.upstream.hold_sends(true);
    between.ask(R"({"method":"other","params":{"x":")" + std::string(1000, 'x') + "\"}}\n");
    between.ask(mode_is_set);
    BOOST_TEST(between.agent.waiting_bytes() == mode_is_set.size());
    for (int i = 0; i < 3; ++i) between.wait(own_request_limit);
    BOOST_TEST(!between.made->gave_up());
    between.upstream.hold_sends(false);
    between.pump();
    BOOST_TEST(!between.made->gave_up());
    BOOST_TEST(between.upstream.sent().ends_with(session_in("default")));
}

BOOST_AUTO_TEST_CASE(the_last_words_of_an_agent_do_not_wait) {
    agent_bridged between(spoken::acp);
    between.say(opens_automatic);
    between.ask(hello_of_qwen + session_in("yolo"));
    between.agent.end();
    between.pump();
    BOOST_TEST(between.upstream.sent() == hello_of_qwen + session_in("default"));
    BOOST_TEST(between.upstream.closed());
    BOOST_TEST(!between.made->gave_up());
}

BOOST_AUTO_TEST_CASE(an_agent_that_cannot_be_kept_asking_is_ended) {
    agent_bridged between(spoken::acp);
    between.say(opens_automatic);
    between.ask(hello_of_qwen + session_in("yolo") +
                R"({"id":"assent-1","error":{"code":1,"message":"no"}})" + "\n");
    BOOST_TEST(between.made->gave_up());
    BOOST_TEST(between.upstream.sent().find("yolo") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(so_much_may_wait_for_that_at_most) {
    line_bridge_options options;
    options.max_unsent_bytes = 1000;
    const std::string begins = R"({"method":"session/update","params":{"sessionId":"s","text":")";
    const std::size_t rest = session_in("default").size() + begins.size() + 4;
    for (const std::size_t waiting : {options.max_unsent_bytes, options.max_unsent_bytes + 1}) {
        agent_bridged between(spoken::acp, {}, true, options);
        between.say(opens_automatic);
        between.ask(hello_of_qwen + session_in("yolo") + begins + std::string(waiting - rest, 'x') +
                    "\"}}\n");
        BOOST_TEST(between.made->gave_up() == (waiting > options.max_unsent_bytes));
    }
}

BOOST_AUTO_TEST_CASE(what_an_agents_own_judge_decides_passes_and_goes_on_record) {
    const std::string judged =
        R"({"method":"item/autoApprovalReview/completed","params":{"threadId":"s","review":{"status":"denied",)"
        R"("rationale":"no"},"action":{"type":"command","command":"rm a"}}})"
        "\n";
    agent_bridged between(spoken::codex);
    between.ask(judged);
    BOOST_TEST(between.upstream.sent() == judged);
    const auto records = between.audit->events(audit_event::kind::protocol);
    BOOST_REQUIRE(records.size() == 1U);
    BOOST_TEST(records.front().reason == "the agent's own judge says `denied` of command `rm a`: no");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::agent_bridge_test
