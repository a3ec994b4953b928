// Lines that must not be acted upon: what is said about them, and to whom.
#include "channel_probe.hpp"

#include <array>

namespace assent::control_channel_refusals_test {
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

std::string bad(std::string_view text) { return "refused r (invalid_request) " + std::string(text); }

BOOST_AUTO_TEST_CASE(every_member_of_a_question_that_is_wrong_is_named) {
    const std::string begin = R"("subtype":"can_use_tool",)";
    const std::array rows{
        row{"empty id", request(R"("subtype":"interrupt")", ""),
            "refused  (invalid_request) `request_id`: expected an id, got an empty string"},
        row{"no subtype", request(""), bad("`request.subtype`: expected string, got nothing")},
        row{"subtype", request(R"("subtype":null)"), bad("`request.subtype`: expected string, got null")},
        row{"no tool", request(begin + R"("input":{})"),
            bad("`request.tool_name`: expected string, got nothing")},
        row{"tool", request(begin + R"("tool_name":7,"input":{})"),
            bad("`request.tool_name`: expected string, got number")},
        row{"empty tool", request(begin + R"("tool_name":"","input":{})"),
            bad("`request.tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`")},
        row{"odd tool", request(begin + R"("tool_name":"Ba sh","input":{})"),
            bad("`request.tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`")},
        row{"no input", request(begin + R"("tool_name":"Bash")"),
            bad("`request.input`: expected object, got nothing")},
        row{"input", request(begin + R"("tool_name":"Bash","input":[])"),
            bad("`request.input`: expected object, got array")},
        row{"suggestions", question(R"(,"permission_suggestions":{})"),
            bad("`request.permission_suggestions`: expected array, got object")},
        row{"blocked path", question(R"(,"blocked_path":true)"),
            bad("`request.blocked_path`: expected string, got boolean")},
        row{"tool use id", question(R"(,"tool_use_id":1)"),
            bad("`request.tool_use_id`: expected string, got number")},
        row{"agent id", question(R"(,"agent_id":{})"),
            bad("`request.agent_id`: expected string, got object")},
        row{"reason type", question(R"(,"decision_reason_type":[])"),
            bad("`request.decision_reason_type`: expected string, got array")},
        row{"interaction", question(R"(,"requires_user_interaction":"yes")"),
            bad("`request.requires_user_interaction`: expected boolean, got string")},
        row{"nested suggestion", question(R"(,"permission_suggestions":[{"type":"x"},"y"])"),
            bad("`request.permission_suggestions[1]`: expected object, got string")},
        row{"nested suggestion's type", question(R"(,"permission_suggestions":[{"type":7}])"),
            bad("`request.permission_suggestions[0].type`: expected string, got number")},
        row{"suggestion of no dialect", question(R"(,"permission_suggestions":[{}])"),
            bad("`request.permission_suggestions[0].type`: expected string, got nothing")},
        row{"flat suggestion's rule",
            question(R"(,"permission_suggestions":[{"rule":[],"value":"always_allow"}])"),
            bad("`request.permission_suggestions[0].rule`: expected object, got array")},
        row{"flat suggestion's value",
            question(R"(,"permission_suggestions":[{"rule":{"tool_pattern":"x"},"value":1}])"),
            bad("`request.permission_suggestions[0].value`: expected string, got number")},
        row{"second flat suggestion",
            question(
                R"(,"permission_suggestions":[{"rule":{"tool_pattern":"x"},"value":"always_allow"},{}])"),
            bad("`request.permission_suggestions[1].rule`: expected object, got nothing")},
        row{"flat suggestion that is no object",
            question(
                R"(,"permission_suggestions":[{"rule":{"tool_pattern":"x"},"value":"always_allow"},[]])"),
            bad("`request.permission_suggestions[1]`: expected object, got array")},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(an_envelope_that_is_wrong_is_refused) {
    const std::string long_id(257, 'x');
    const std::array rows{
        row{"no id", R"({"type":"control_request","request":{}})",
            "refused  (invalid_request) `request_id`: expected string, got nothing"},
        row{"id", R"({"type":"control_request","request_id":7,"request":{}})",
            "refused  (invalid_request) `request_id`: expected string, got number"},
        row{"no request", R"({"type":"control_request","request_id":"r"})",
            bad("`request`: expected object, got nothing")},
        row{"request", R"({"type":"control_request","request_id":"r","request":[]})",
            bad("`request`: expected object, got array")},
        row{"no type", R"({"request_id":"r","request":{}})", bad("`type`: expected string, got nothing")},
        row{"type", R"({"type":1,"request_id":"r","request":{}})",
            "refused  (invalid_request) `type`: expected string, got number no-request"},
        row{"cancel without id", R"({"type":"control_cancel_request"})",
            "refused  (invalid_request) `request_id`: expected string, got nothing no-request"},
        row{"id too long", request(R"("subtype":"interrupt")", long_id),
            "refused " + long_id + " (invalid_request) `request_id`: expected at most 256 bytes, got 257"},
        row{"id as long as it may be", request(R"("subtype":"interrupt")", std::string(256, 'x')),
            "interrupt " + std::string(256, 'x')},
        row{"response without anything", R"({"type":"control_response"})",
            "refused  (invalid_request) a control_response without an id and a result no-request"},
        row{"nested response without id", R"({"type":"control_response","response":{"subtype":"success"}})",
            "refused  (invalid_request) a control_response without an id and a result no-request"},
        row{"nested response of an unknown kind",
            R"({"type":"control_response","response":{"subtype":"maybe","request_id":"q"}})",
            "refused  (invalid_request) a control_response without an id and a result no-request"},
        row{"flat response with result and error",
            R"({"type":"control_response","request_id":"q","result":{},"error":{}})",
            "refused  (invalid_request) a control_response without an id and a result no-request"},
        row{"flat response without id", R"({"type":"control_response","result":{}})",
            "refused  (invalid_request) a control_response without an id and a result no-request"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(text_that_can_be_read_in_two_ways_is_refused) {
    const std::array rows{
        row{"duplicate key on top", R"({"type":"control_request","request_id":"r","x":1,"x":2,"request":{}})",
            bad("duplicate key `x` at byte 49")},
        row{"two types", R"({"request_id":"r","type":"keep_alive","type":"control_request"})",
            "refused  (invalid_request) duplicate key `type` at byte 38 no-request"},
        row{"two types, one escaped", R"({"type":"keep_alive","t\u0079pe":"control_request"})",
            "refused  (invalid_request) duplicate key `type` at byte 21 no-request"},
        row{"two ids", R"({"type":"control_request","request_id":"r","request_id":"s","request":{}})",
            "refused  (invalid_request) duplicate key `request_id` at byte 43"},
        row{"duplicate key in a foreign frame", R"({"type":"assistant","a":1,"a":2})",
            "refused  (invalid_request) duplicate key `a` at byte 26 no-request"},
        row{"duplicate key in the request", request(R"("subtype":"interrupt","a":1,"\u0061":2)"),
            bad("duplicate key `a` at byte 82")},
        row{"duplicate key in the input",
            request(R"("subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls","command":"rm"})"),
            bad("duplicate key `command` at byte 122")},
        row{"duplicate key deep in the input",
            request(R"("subtype":"can_use_tool","tool_name":"Bash","input":{"a":[{"b":{"c":1,"c":2}}]})"),
            bad("duplicate key `c` at byte 124")},
        row{"an id twice, below the top",
            request(R"("subtype":"interrupt","x":{"request_id":1,"request_id":2})"),
            bad("duplicate key `request_id` at byte 96")},
        row{"duplicate key in an answer",
            R"({"type":"control_response","request_id":"q","result":{"type":"deny","type":"allow"}})",
            "refused  (invalid_request) duplicate key `type` at byte 68 no-request"},
        row{"lone carriage return", "{\"type\":\"control_request\",\"request_id\":\"r\",\r\"request\":{}}",
            bad("lone carriage return at byte 43")},
        row{"carriage return in text", "x\r{\"type\":\"keep_alive\"}",
            "refused  (invalid_request) a line with a carriage return inside"},
        row{"carriage return in front", "\r{\"type\":\"keep_alive\"}",
            "refused  (invalid_request) a line with a carriage return inside"},
        row{"byte order mark", "\xEF\xBB\xBF" + question(), bad("a line with a byte-order mark in front")},
        row{"two byte order marks", "\xEF\xBB\xBF\xEF\xBB\xBF" + question(),
            bad("a line with a byte-order mark in front")},
        row{"byte order mark and two ids",
            "\xEF\xBB\xBF"
            R"({"type":"control_request","request_id":"r","request_id":"s"})",
            "refused  (invalid_request) a line with a byte-order mark in front"},
        row{"byte order mark before another frame", "\xEF\xBB\xBF{\"type\":\"keep_alive\"}",
            "refused  (invalid_request) a line with a byte-order mark in front no-request"},
        row{"no-break space", "\u00a0" + question(), bad("an object behind white space that is not JSON's")},
        row{"not JSON", R"({"type":"control_request","request_id":"r","request":{oops}})",
            bad("syntax error at byte 54")},
        row{"cut off", R"({"type":"control_request","request_id":"r")", bad("syntax error at byte 42")},
        row{"trailing text", R"({"type":"control_request","request_id":"r"} x)",
            bad("syntax error at byte 44")},
        row{"broken foreign frame", R"({"type":"assistant","request_id":"r",)",
            "refused  (invalid_request) syntax error at byte 37 no-request"},
    };
    for (const auto& row : rows) {
        BOOST_TEST_CONTEXT(row.name) {
            const std::string heard = meaning(row.line);
            // The scanner's words are its own business; that it is refused, and for whom, is ours.
            BOOST_TEST(heard.substr(0, heard.find(") ")) == row.expected.substr(0, row.expected.find(") ")));
            BOOST_TEST(heard.ends_with("no-request") == row.expected.ends_with("no-request"));
            if (row.expected.find("duplicate key") != std::string::npos) BOOST_TEST(heard == row.expected);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_object_that_other_readers_find_behind_a_line_end_does_not_pass_as_text) {
    const std::string frame = question();
    for (const std::string line_end : {"\v", "\f", "\x1c", "\x1d", "\x1e", "\u0085", "\u2028", "\u2029"}) {
        for (const std::string& line :
             {"x" + line_end + frame, "[1] " + line_end + "\u00a0 " + line_end + "\t" + frame,
              "x" + line_end + "y" + line_end + "\xEF\xBB\xBF" + frame, "\xEF\xBB\xBFx" + line_end + frame}) {
            for (const auto reads :
                 {channel_reads::everything, channel_reads::questions, channel_reads::answers})
                BOOST_TEST_CONTEXT(line)
            BOOST_TEST(meaning(line, {.reads = reads}) ==
                       "refused  (invalid_request) an object behind a line end that is not LF");
        }
        BOOST_TEST(meaning("x" + line_end + "y " + frame) == "foreign x" + line_end + "y " + frame);
    }
    // However many there are, each byte is looked at a few times.
    std::string many;
    for (int i = 0; i < 1'000'000; ++i) many += "\f\v";
    BOOST_TEST((meaning("x" + many) == "foreign x" + many));
}

BOOST_AUTO_TEST_CASE(text_that_parsers_disagree_about_is_refused_in_requests) {
    std::string deep;
    for (int i = 0; i < 62; ++i) deep += '[';
    const std::string closed(62, ']');
    const auto with = [](const std::string& value) {
        return request(R"("subtype":"interrupt","x":)" + value);
    };
    BOOST_TEST(meaning(with(deep + closed)) == "interrupt r");
    BOOST_TEST(meaning(with("[" + deep + closed + "]")).starts_with("refused r (invalid_request) "));
    BOOST_TEST(meaning(with("1e999")).starts_with("refused r (invalid_request) "));
    BOOST_TEST(meaning(with("\"\xFF\"")).starts_with("refused r (invalid_request) "));
    BOOST_TEST(meaning(with(R"("\ud800")")).starts_with("refused r (invalid_request) "));
}

BOOST_AUTO_TEST_CASE(a_mode_that_does_not_exist_is_refused_with_the_names_of_those_that_do) {
    const std::string nested_names = "acceptEdits, auto, bypassPermissions, default, dontAsk, plan";
    for (const auto& [which, names] : {std::pair{dialect::flat, std::string("ask, allow, deny")},
                                       std::pair{dialect::nested, nested_names}}) {
        for (const char* value : {R"("yolo")", R"("")", R"("ASK")"}) {
            BOOST_TEST(meaning(request(R"("subtype":"set_permission_mode","mode":)" + std::string(value)),
                               speaking(which)) ==
                       "refused r (invalid_mode) `request.mode`: expected one of " + names);
        }
        for (const auto& [value, kind] : {std::pair{"7", "number"}, std::pair{"null", "null"}}) {
            BOOST_TEST(meaning(request(R"("subtype":"set_permission_mode","mode":)" + std::string(value)),
                               speaking(which)) ==
                       "refused r (invalid_mode) `request.mode`: expected one of " + names + ", got " + kind);
        }
        BOOST_TEST(meaning(request(R"("subtype":"set_permission_mode")"), speaking(which)) ==
                   "refused r (invalid_mode) `request.mode`: expected one of " + names + ", got nothing");
    }
}

BOOST_AUTO_TEST_CASE(a_line_of_the_longest_length_is_read_and_one_byte_more_is_not) {
    const std::string line = request(R"("subtype":"interrupt")");
    BOOST_TEST(meaning(line, {.max_line_bytes = line.size()}) == "interrupt r");
    BOOST_TEST(meaning(line, {.max_line_bytes = line.size() - 1}) ==
               "refused r (too_large) line longer than " + std::to_string(line.size() - 1) + " bytes");
}

BOOST_AUTO_TEST_CASE(an_input_has_as_many_members_as_the_limit_says) {
    const auto with_members = [](std::size_t count) {
        std::string members;
        for (std::size_t i = 0; i < count; ++i)
            members += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
        return request(R"("subtype":"can_use_tool","tool_name":"X","input":{)" + members + "}") + "\n";
    };
    control_channel channel;
    BOOST_TEST(hear(channel, with_members(max_input_members), 100'000).at(0).starts_with("ask r X"));
    BOOST_TEST(hear(channel, with_members(max_input_members + 1), 100'000).at(0) ==
               "refused r (too_large) `request.input`: more than " + std::to_string(max_input_members) +
                   " members");
}

BOOST_AUTO_TEST_CASE(a_line_too_long_is_fatal_when_nobody_can_be_told) {
    const channel_options options{.max_line_bytes = 60};
    const std::string text = "line longer than 60 bytes";
    const std::array rows{
        row{"no JSON", std::string(61, 'x'), "refused  (too_large) " + text + " FATAL"},
        row{"foreign", R"({"type":"assistant","request_id":"r","x":")" + std::string(61, 'x'),
            "refused  (too_large) " + text + " FATAL no-request"},
        row{"the id comes too late",
            R"({"type":"control_request","x":")" + std::string(70'000, 'x') + R"(","request_id":"r"})",
            "refused  (too_large) " + text + " FATAL"},
    };
    check(rows, options);
}

BOOST_AUTO_TEST_CASE(a_line_too_long_that_may_call_the_guard_hook_is_fatal_where_an_error_would_not_deny) {
    const std::string line = question() + std::string(200, ' ');
    for (const bool errors_deny : {false, true}) {
        const channel_options options{.max_line_bytes = 200, .guard_hook = "g", .errors_deny = errors_deny};
        BOOST_TEST(meaning(line, options).ends_with("FATAL") == !errors_deny);
    }
}

BOOST_AUTO_TEST_CASE(after_a_refused_line_the_next_one_is_read) {
    control_channel channel({.max_line_bytes = 100});
    const std::string bytes = "{\"type\":\"control_request\",\"request_id\":\"r\",\"x\":\"" +
                              std::string(200, 'x') +
                              "\"}\n{oops\n\xEF\xBB\xBF{}\n{\"type\":\"keep_alive\"}\n";
    const auto heard = hear(channel, bytes, 10);
    BOOST_TEST_REQUIRE(heard.size() == 4U);
    BOOST_TEST(heard[3] == "keep_alive");
}

BOOST_AUTO_TEST_CASE(the_id_of_an_earlier_line_is_never_used_for_a_later_one) {
    control_channel channel;
    const auto heard = hear(channel, question() + "\nx\ry\n", 10'000);
    BOOST_TEST_REQUIRE(heard.size() == 2U);
    BOOST_TEST(heard[1] == "refused  (invalid_request) a line with a carriage return inside");
}

BOOST_AUTO_TEST_CASE(a_connection_may_demand_that_its_first_line_is_an_object) {
    const channel_options options{.first_line_must_be_object = true};
    BOOST_TEST(meaning("GET / HTTP/1.1", options) ==
               "refused  (invalid_request) the first line is not a JSON object FATAL");
    BOOST_TEST(meaning("{oops", options).ends_with("FATAL"));
    BOOST_TEST(meaning("\xEF\xBB\xBF{}", options) ==
               "refused  (invalid_request) a line with a byte-order mark in front FATAL");
    BOOST_TEST(!meaning(R"({"type":"control_request","request_id":"r"})", options).ends_with("FATAL"));
    control_channel channel(options);
    const auto heard = hear(channel, "\n{\"type\":\"keep_alive\"}\nGET\n{oops\n", 100);
    BOOST_TEST_REQUIRE(heard.size() == 3U);
    BOOST_TEST(heard[1] == "foreign GET");
    BOOST_TEST(!heard[2].ends_with("FATAL"));
}

}  // namespace
}  // namespace assent::control_channel_refusals_test
