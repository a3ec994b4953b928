// Lines in, messages out: what every kind of line means.
#include "channel_probe.hpp"

#include <array>

namespace assent::control_channel_test {
namespace {

struct row {
    const char* name;
    std::string line;
    std::string expected;
};

void check(std::span<const row> rows, const channel_options& options = {}) {
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(meaning(row.line, options) == row.expected);
}

BOOST_AUTO_TEST_CASE(requests_of_every_kind_are_read) {
    const std::array rows{
        row{"question", question(), R"(ask r Bash {"command":"ls"})"},
        row{"mode", request(R"("subtype":"set_permission_mode","mode":"plan")"), "mode r plan is plan"},
        row{"initialize", request(R"("subtype":"initialize","hooks":null)"),
            R"(initialize r {"subtype":"initialize","hooks":null})"},
        row{"interrupt", request(R"("subtype":"interrupt","cancel_queued":true)"), "interrupt r"},
        row{"unknown", request(R"("subtype":"mcp_message","message":{})"), "other r mcp_message"},
        row{"cancel", R"({"type":"control_cancel_request","request_id":"r"})", "cancel r"},
        row{"keep_alive", R"({"type":"keep_alive","startup_mark":1})", "keep_alive"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(keys_and_strings_are_compared_unescaped_and_in_any_order) {
    const std::array rows{
        row{"type last", R"({"request_id":"r","request":{"subtype":"interrupt"},"type":"control_request"})",
            "interrupt r"},
        row{"escaped keys and values",
            R"({"t\u0079pe":"control_re\u0071uest","request\u005fid":"\u0072","request":{"subt\u0079pe":"interr\u0075pt"}})",
            "interrupt r"},
        row{"escaped question",
            R"({"type":"control_request","request_id":"\"r\"","request":{"\u0073ubtype":"can_use_tool",)"
            R"("tool\u005fname":"B\u0061sh","inp\u0075t":{"comm\u0061nd":"l\u0073"},"titl\u0065":"\t"}})",
            "ask \"r\" Bash {\"comm\\u0061nd\":\"l\\u0073\"} title=\t"},
        row{"blanks", " \t{ \"type\" : \"keep_alive\" } \t", "keep_alive"},
        row{"carriage return at the end", "{\"type\":\"keep_alive\"}\r", "keep_alive"},
        row{"extra members everywhere",
            R"({"x":1,"type":"control_request","request_id":"r","request":{"subtype":"interrupt","y":[]},"z":{}})",
            "interrupt r"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(an_escaped_field_of_the_input_is_found_under_its_name) {
    control_channel channel;
    const std::string line =
        request(R"("subtype":"can_use_tool","tool_name":"Bash","input":{"comm\u0061nd":"rm \u002drf"})") +
        "\n";
    std::copy(line.begin(), line.end(), channel.read_space().begin());
    channel.arrived(line.size());
    const auto message = channel.next();
    const auto* ask = std::get_if<can_use_tool_message>(&message);
    BOOST_TEST_REQUIRE(ask != nullptr);
    std::string scratch;
    BOOST_TEST(ask->call.input.field("command", scratch).text == "rm -rf");
}

BOOST_AUTO_TEST_CASE(the_input_is_kept_byte_for_byte) {
    for (const char* input :
         {R"({})", R"({ "n" : 1.0 , "m":0.1})", R"({"n":12345678901234567890123})",
          R"({"a":"\u0041\/\ud83d\ude00"})", "{\"a\":\"\xE2\x80\xA8\"}", R"({"a":[[[1E5,-0]]],"":null})"}) {
        BOOST_TEST_CONTEXT(input) {
            const auto line =
                request(R"("subtype":"can_use_tool","tool_name":"Bash","input":)" + std::string(input));
            BOOST_TEST(meaning(line) == "ask r Bash " + std::string(input));
        }
    }
}

BOOST_AUTO_TEST_CASE(lines_that_are_no_control_frames_are_handed_over_untouched) {
    const std::array rows{
        row{"another frame", R"({"type":"assistant","message":{"a":1.0}})",
            R"(foreign object {"type":"assistant","message":{"a":1.0}})"},
        row{"no type", R"({"a":1})", R"(foreign object {"a":1})"},
        row{"type is no string", R"({"type":7})", R"(foreign object {"type":7})"},
        row{"request without type and id", R"({"request":{}})", R"(foreign object {"request":{}})"},
        row{"text", "Hello", "foreign Hello"},
        row{"array", "[1]", "foreign [1]"},
        row{"null", "null", "foreign null"},
        row{"carriage return is kept", "x\r", "foreign x\r"},
        row{"byte order mark before text", "\xEF\xBB\xBFx", "foreign \xEF\xBB\xBFx"},
        row{"form feed before text", "a\f b {}", "foreign a\f b {}"},
        row{"form feed in an array", "[1]\f[2]", "foreign [1]\f[2]"},
        row{"line separator in a string", "{\"type\":\"x\",\"t\":\"a\u2028{b\"}",
            "foreign object {\"type\":\"x\",\"t\":\"a\u2028{b\"}"},
        row{"number out of range", R"({"type":"x","n":1e999})", R"(foreign object {"type":"x","n":1e999})"},
        row{"duplicate keys below the top", R"({"type":"x","m":{"a":1,"a":2}})",
            R"(foreign object {"type":"x","m":{"a":1,"a":2}})"},
        row{"blank", "", ""},
        row{"blanks", " \t \r", ""},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(for_a_bridge_everything_but_questions_and_cancels_is_foreign) {
    const channel_options bridge{.reads = channel_reads::questions};
    const auto foreign = [](const std::string& line) { return "foreign object " + line; };
    const std::string odd_inside = request(R"("subtype":"mcp_message","m":{"a":1,"a":2},"n":1e999)");
    const std::string two_subtypes = request(R"("subtype":"mcp_message","subtype":"can_use_tool")");
    const std::array rows{
        row{"blank", " \t", "foreign  \t"},
        row{"question", question(), R"(ask r Bash {"command":"ls"})"},
        row{"cancel", R"({"type":"control_cancel_request","request_id":"r"})", "cancel r"},
        row{"keep_alive", R"({"type":"keep_alive"})", foreign(R"({"type":"keep_alive"})")},
        row{"mode", request(R"("subtype":"set_permission_mode","mode":7)"),
            foreign(request(R"("subtype":"set_permission_mode","mode":7)"))},
        row{"odd inside", odd_inside, foreign(odd_inside)},
        row{"answer", R"({"type":"control_response","x":{"a":1,"a":2}})",
            foreign(R"({"type":"control_response","x":{"a":1,"a":2}})")},
    };
    check(rows, bridge);
    BOOST_TEST(meaning(two_subtypes, bridge).starts_with("refused r"));
    BOOST_TEST(meaning(request(""), bridge).starts_with("refused r"));
    BOOST_TEST(meaning(R"({"type":"keep_alive","type":"control_request"})", bridge).starts_with("refused "));
}

BOOST_AUTO_TEST_CASE(of_what_is_said_to_an_agent_a_bridge_reads_answers_and_initialize) {
    const channel_options bridge{.reads = channel_reads::answers};
    const auto foreign = [](const std::string& line) { return "foreign object " + line; };
    const std::string answer =
        R"({"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"a":1,"a":2}}})";
    const std::string user = R"({"type":"user","message":{"a":1,"a":2}})";
    const std::string mode = request(R"("subtype":"set_permission_mode","mode":"plan")");
    const std::string cancel = R"({"type":"control_cancel_request","request_id":"r"})";
    const std::array rows{
        row{"user", user, foreign(user)},
        row{"mode", mode, foreign(mode)},
        row{"question", question(), foreign(question())},
        row{"cancel", cancel, foreign(cancel)},
        row{"blank", " \t", "foreign  \t"},
        row{"initialize", request(R"("subtype":"initialize","hooks":null)"),
            R"(initialize r {"subtype":"initialize","hooks":null})"},
        row{"escaped initialize", request(R"("s\u0075btype":"initi\u0061lize")"),
            R"(initialize r {"s\u0075btype":"initi\u0061lize"})"},
    };
    check(rows, bridge);
    BOOST_TEST(meaning(answer, bridge).starts_with("response r "));
    for (const auto& line :
         {std::string(R"({"type":"user","type":"control_response"})"),
          std::string(R"({"type":"control_response","response":{"request_id":"a","request_id":"b"}})"),
          std::string(R"({"type":"control_response","response":[]})"),
          request(R"("subtype":"x","subtype":"initialize")"),
          request(R"("subtype":"initialize","hooks":{"a":1,"a":2})")})
        BOOST_TEST(meaning(line, bridge).starts_with("refused "), line);
}

BOOST_AUTO_TEST_CASE(calls_of_the_guard_hook_are_read_and_what_may_be_one_is_never_only_an_error) {
    const auto call = [](const std::string& id, const std::string& input) {
        return request(R"("subtype":"hook_callback","callback_id":")" + id + R"(","input":)" + input);
    };
    const std::string use =
        R"({"session_id":"s","cwd":"/w","hook_event_name":"PreToolUse","tool_name":"Bash",)"
        R"("tool_input":{"command":"ls"},"tool_use_id":"t"})";
    for (const auto reads : {channel_reads::everything, channel_reads::questions}) {
        const channel_options guarded{.reads = reads, .guard_hook = "g"};
        BOOST_TEST(meaning(call("g", use), guarded) == R"(guard r Bash {"command":"ls"} tool_use_id=t hook)");
        BOOST_TEST(meaning(call("\\u0067", use), guarded).starts_with("guard r Bash"));
        // Others are somebody else's.
        BOOST_TEST(!meaning(call("h", use), guarded).starts_with("guard"));
        BOOST_TEST(!meaning(call("g", use), {.reads = reads}).starts_with("guard"));
        const std::array rows{
            row{"no input", call("g", "7"), "guard r `request.input`: expected object, got number"},
            row{"no tool", call("g", R"({"tool_input":{}})"),
                "guard r `request.input.tool_name`: expected string, got nothing"},
            row{"input of the tool", call("g", R"({"tool_name":"Bash","tool_input":[]})"),
                "guard r `request.input.tool_input`: expected object, got array"},
            row{"duplicate keys inside",
                call("g", R"({"tool_name":"Bash","tool_input":{"command":"ls","command":"rm"}})"), ""},
            row{"two ids of a callback",
                request(R"("subtype":"hook_callback","callback_id":"h","callback_id":"g")"), ""},
            row{"two subtypes", request(R"("subtype":"x","subtype":"hook_callback","callback_id":"g")"), ""},
            row{"no request", R"({"type":"control_request","request_id":"r","request":[]})", ""},
        };
        for (const auto& row : rows) {
            BOOST_TEST_CONTEXT(row.name) {
                const auto found = meaning(row.line, guarded);
                BOOST_TEST(found.starts_with("guard r "), found);
                if (!row.expected.empty()) BOOST_TEST(found == row.expected);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(everything_a_nested_question_may_carry_is_read) {
    BOOST_TEST(
        meaning(
            question(R"(,"display_name":"Bash","tool_use_id":"toolu_1","agent_id":"a","blocked_path":"/w/x",)"
                     R"("title":"T","description":"D","decision_reason":"R","decision_reason_type":"other",)"
                     R"("requires_user_interaction":false,"mcp_server":{"name":"m"},"provenance":7)")) ==
        R"(ask r Bash {"command":"ls"} tool_use_id=toolu_1 agent=a path=/w/x title=T description=D reason=R)");
}

BOOST_AUTO_TEST_CASE(null_counts_as_absent_and_display_text_of_another_type_is_ignored) {
    BOOST_TEST(
        meaning(question(R"(,"tool_use_id":null,"agent_id":null,"blocked_path":null,)"
                         R"("permission_suggestions":null,"requires_user_interaction":null,)"
                         R"("decision_reason_type":null,"title":7,"description":[],"decision_reason":{})")) ==
        R"(ask r Bash {"command":"ls"})");
}

BOOST_AUTO_TEST_CASE(marks_that_demand_a_person_are_seen) {
    const std::array rows{
        row{"interaction", question(R"(,"requires_user_interaction":true)"),
            R"(ask r Bash {"command":"ls"} human)"},
        row{"safety check", question(R"(,"decision_reason_type":"safetyCheck")"),
            R"(ask r Bash {"command":"ls"} human)"},
        row{"the agent's ask rule", question(R"(,"decision_reason_type":"r\u0075le")"),
            R"(ask r Bash {"command":"ls"} human)"},
        row{"a mode", question(R"(,"decision_reason_type":"mode")"), R"(ask r Bash {"command":"ls"})"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(several_lines_and_a_last_one_without_its_end_are_read) {
    for (const std::size_t most : {1U, 7U, 10'000U}) {
        control_channel channel;
        const auto heard =
            hear(channel, question() + "\n\n" + question() + "\r\nx\n{\"type\":\"keep_alive\"}", most);
        BOOST_TEST(heard.size() == 3U);
        channel.finish();
        BOOST_TEST(describe(channel.next()) == "keep_alive");
        BOOST_TEST(!channel.line_terminated());
        BOOST_TEST(channel.raw_line() == R"({"type":"keep_alive"})");
        BOOST_TEST(describe(channel.next()) == "none");
    }
}

BOOST_AUTO_TEST_CASE(responses_of_both_shapes_are_read) {
    const std::array rows{
        row{"nested success",
            R"({"type":"control_response","response":{"subtype":"success","request_id":"q","response":{"a":1.0}}})",
            R"(response q nested success {"a":1.0})"},
        row{"nested without payload",
            R"({"type":"control_response","response":{"subtype":"success","request_id":"q"}})",
            "response q nested success "},
        row{"nested error",
            R"({"type":"control_response","response":{"subtype":"error","request_id":"q","error":"b\u0061d","error_code":"c"}})",
            "response q nested error bad (c)"},
        row{"nested error without texts",
            R"({"type":"control_response","response":{"subtype":"error","request_id":"q","error":7}})",
            "response q nested error  ()"},
        row{"flat success", R"({"type":"control_response","request_id":"q","result":{"a":1.0}})",
            R"(response q flat success {"a":1.0})"},
        row{"flat error",
            R"({"type":"control_response","request_id":"q","error":{"code":"c","message":"bad"}})",
            "response q flat error bad (c)"},
        row{"flat error without texts", R"({"type":"control_response","request_id":"q","error":{"code":7}})",
            "response q flat error  ()"},
        row{"flat error that is no object", R"({"type":"control_response","request_id":"q","error":"bad"})",
            "response q flat error  ()"},
        row{"polyglot",
            R"({"type":"control_response","request_id":"q","result":{},"response":{"subtype":"success","request_id":"q","response":{}}})",
            "response q nested success {}"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_polyglot_answer_is_read_in_the_dialect_that_is_decided) {
    BOOST_TEST(
        meaning(
            R"({"type":"control_response","request_id":"q","result":{"a":1},"response":{"subtype":"success","request_id":"q"}})",
            speaking(dialect::flat)) == R"(response q flat success {"a":1})");
}

}  // namespace
}  // namespace assent::control_channel_test
