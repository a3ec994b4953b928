// Lines of JSON-RPC in, messages and answers out.
#include "channel_probe.hpp"

#include <assent/adapters/control/mcp/mcp_channel.hpp>

#include <array>

namespace assent::mcp_channel_test {
namespace {

struct mcp_describer {
    std::string operator()(const no_message&) const { return "none"; }
    std::string operator()(const mcp_call_message& each) const {
        return "call " + std::string(each.id) + " " + describe(each.call);
    }
    std::string operator()(const mcp_cancel_message& each) const { return "cancel " + std::string(each.id); }
    std::string operator()(const mcp_refused_message& each) const {
        return "refused " + std::string(each.id) + (each.id.empty() ? "" : " ") + each.text +
               (each.fatal ? " FATAL" : "");
    }
};

std::string everything_written(mcp_channel& channel) {
    const auto pieces = channel.take();
    std::string bytes = pieces.empty() ? std::string() : std::string(pieces.front());
    channel.sent();
    return bytes;
}

// What comes of some bytes: the messages, then what was written by itself.
std::string outcome_of(std::string_view bytes, std::size_t most, const mcp_channel_options& options,
                       bool ended) {
    mcp_channel channel(options);
    std::string text;
    const auto drain = [&] {
        while (true) {
            const mcp_message message = channel.next();
            if (std::holds_alternative<no_message>(message)) return;
            text += std::visit(mcp_describer(), message) + "\n";
        }
    };
    while (!bytes.empty()) {
        const auto space = channel.read_space();
        const std::size_t count = std::min({space.size(), bytes.size(), most});
        std::copy_n(bytes.data(), count, space.data());
        channel.arrived(count);
        bytes.remove_prefix(count);
        drain();
    }
    if (ended) channel.finish();
    drain();
    return text + everything_written(channel);
}

// The same whole and byte by byte.
std::string outcome_of(const std::string& bytes, mcp_channel_options options = {}, bool ended = false) {
    options.server_version = "1.2.3";
    const auto whole = outcome_of(bytes, bytes.size(), options, ended);
    BOOST_TEST(whole == outcome_of(bytes, 1, options, ended));
    return whole;
}

std::string request(std::string_view method, std::string_view params = {}, std::string_view id = "7") {
    std::string text =
        R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) + "\"";
    if (!params.empty()) text.append(R"(,"params":)").append(params);
    return text + "}";
}

std::string call(std::string_view arguments, std::string_view id = "7") {
    return request("tools/call", R"({"name":"approve","arguments":)" + std::string(arguments) + "}", id);
}

std::string result(std::string_view value, std::string_view id = "7") {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":)" + std::string(value) + "}\n";
}

std::string error(int code, std::string_view message, std::string_view id = "7") {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"error":{"code":)" + std::to_string(code) +
           R"(,"message":")" + std::string(message) + "\"}}\n";
}

std::string denied(std::string_view why, std::string_view id = "7") {
    return result(R"({"content":[{"type":"text","text":"{\"behavior\":\"deny\",\"message\":\")" +
                      std::string(why) + R"(\"}"}]})",
                  id);
}

struct row {
    const char* name;
    std::string line;
    std::string expected;
};

void check(std::span<const row> rows) {
    for (const auto& row : rows)
        BOOST_TEST_CONTEXT(row.name) BOOST_TEST(outcome_of(row.line + "\n") == row.expected);
}

BOOST_AUTO_TEST_SUITE(mcp_channel_test)

std::string hello(std::string_view version) {
    return R"({"protocolVersion":")" + std::string(version) +
           R"(","capabilities":{"tools":{}},"serverInfo":{"name":"assent","version":"1.2.3"}})";
}

BOOST_AUTO_TEST_CASE(a_client_is_met_in_its_own_revision_where_that_is_known) {
    for (const char* known : {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"})
        BOOST_TEST(outcome_of(request("initialize", R"({"protocolVersion":")" + std::string(known) + "\"}") +
                              "\n") == result(hello(known)));
    for (const char* unknown : {"2099-01-01", "", "x"})
        BOOST_TEST(
            outcome_of(request("initialize", R"({"protocolVersion":")" + std::string(unknown) + "\"}") +
                       "\n") == result(hello("2025-11-25")));
    const std::string why = "`params.protocolVersion`: expected string, got ";
    BOOST_TEST(outcome_of(request("initialize") + "\n") ==
               "refused 7 " + why + "nothing\n" + error(-32602, why + "nothing"));
    BOOST_TEST(outcome_of(request("initialize", R"({"protocolVersion":1})") + "\n") ==
               "refused 7 " + why + "number\n" + error(-32602, why + "number"));
}

BOOST_AUTO_TEST_CASE(housekeeping_is_answered_by_itself) {
    const std::array rows{
        row{"ping", request("ping"), result("{}")},
        row{"ping with params", request("ping", R"({"_meta":{}})", R"("a")"), result("{}", R"("a")")},
        row{"initialized", R"({"jsonrpc":"2.0","method":"notifications/initialized"})", ""},
        row{"another notification", R"({"jsonrpc":"2.0","method":"notifications/x","params":{"a":1,"a":2}})",
            "refused duplicate key `a` at byte 60\n"},
        row{"a call that nobody waits for",
            R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"X","input":{}}}})",
            ""},
        row{"an answer", R"({"jsonrpc":"2.0","id":1,"result":{}})", ""},
        row{"an error", R"({"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}})", ""},
        row{"unknown method", request("server/discover"), error(-32601, "unknown method `server/discover`")},
        row{"method of another case", request("Ping"), error(-32601, "unknown method `Ping`")},
        row{"blank", " \t ", ""},
    };
    check(rows);
    const auto tools = outcome_of(request("tools/list") + "\n");
    BOOST_TEST(tools.starts_with(R"({"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"approve",)"));
    BOOST_TEST(tools.find(R"("required":["tool_name","input"])") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_call_of_the_tool_is_a_question) {
    const std::array rows{
        row{"what an agent sends",
            R"({"method":"tools/call","params":{"name":"approve","arguments":{"tool_name":"Bash","input":{"command":"ls", "x":1.0},)"
            R"("tool_use_id":"t1"},"_meta":{"progressToken":2}},"jsonrpc":"2.0","id":2})",
            "call 2 Bash {\"command\":\"ls\", \"x\":1.0} tool_use_id=t1\n"},
        row{"the least", call(R"({"tool_name":"X","input":{}})"), "call 7 X {}\n"},
        row{"an id that is a text", call(R"({"tool_name":"X","input":{}})", R"("\u0061\n")"),
            "call \"a\\n\" X {}\n"},
        row{"escaped keys",
            R"({"jsonr\u0070c":"2.0","\u0069d":1,"method":"tools\/call","params":{"n\u0061me":"approve","arguments":{"tool\u005fname":"X","inp\u0075t":{}}}})",
            "call 1 X {}\n"},
        row{"null counts as absent", call(R"({"tool_name":"X","input":{},"tool_use_id":null})"),
            "call 7 X {}\n"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_use_that_cannot_be_judged_is_denied_and_not_an_error) {
    const auto refused = [](std::string_view written, std::string_view raw) {
        return "refused 7 " + std::string(raw) + "\n" + denied(written);
    };
    const auto same = [&](std::string_view why) { return refused(why, why); };
    const std::array rows{
        row{"no arguments", request("tools/call", R"({"name":"approve"})"),
            same("`params.arguments`: expected object, got nothing")},
        row{"arguments of another type", call("[]"), same("`params.arguments`: expected object, got array")},
        row{"no tool", call(R"({"input":{}})"),
            same("`params.arguments.tool_name`: expected string, got nothing")},
        row{"no input", call(R"({"tool_name":"X"})"),
            same("`params.arguments.input`: expected object, got nothing")},
        row{"a tool that cannot be one", call(R"({"tool_name":"a b","input":{}})"),
            same("`params.arguments.tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`")},
        row{"use", call(R"({"tool_name":"X","input":{},"tool_use_id":3})"),
            same("`params.arguments.tool_use_id`: expected string, got number")},
        row{"a key twice", call(R"({"tool_name":"X","input":{"a":1,"a":2}})"),
            same("duplicate key `a` at byte 117")},
        row{"half a pair", call(R"({"tool_name":"X","input":{"a":"\ud800"}})"),
            same("lone surrogate at byte 116")},
        row{"U+0000", call(R"({"tool_name":"X","input":{"a":"\u0000"}})"),
            same("`params.arguments.input`: a string holds U+0000")},
    };
    check(rows);
    std::string deep =
        R"({"tool_name":"X","input":{"a":)" + std::string(80, '[') + std::string(80, ']') + "}}";
    BOOST_TEST(outcome_of(call(deep) + "\n").starts_with("refused 7 nested too deep"));
}

BOOST_AUTO_TEST_CASE(what_is_no_request_gets_the_error_that_json_rpc_has_for_it) {
    const auto refused = [](int code, std::string_view why, std::string_view id = "null") {
        return "refused " + std::string(id == "null" ? "" : id) + (id == "null" ? "" : " ") +
               std::string(why) + "\n" + error(code, why, id);
    };
    const std::array rows{
        row{"text", "Hello", refused(-32700, "not JSON at byte 0")},
        row{"a byte-order mark", "\xEF\xBB\xBF" + request("ping"),
            refused(-32700, "a line with a byte-order mark in front", "7")},
        row{"a byte-order mark before text", "\xEF\xBB\xBFx",
            refused(-32700, "a line with a byte-order mark in front")},
        row{"a byte-order mark and two ids",
            "\xEF\xBB\xBF"
            R"({"id":1,"id":2})",
            refused(-32700, "a line with a byte-order mark in front")},
        row{"cut off", R"({"jsonrpc":"2.0","id":7,"method":"ping")",
            refused(-32700, "not JSON at byte 39", "7")},
        row{"a batch", "[" + request("ping") + "]",
            refused(-32600, "a batch; expected one message on each line")},
        row{"a number", "42", refused(-32600, "expected an object")},
        row{"no version", R"({"id":7,"method":"ping"})",
            refused(-32600, "`jsonrpc`: expected `2.0`, got nothing", "7")},
        row{"another version", R"({"jsonrpc":"1.0","id":7,"method":"ping"})",
            refused(-32600, "`jsonrpc`: expected `2.0`, got string", "7")},
        row{"no method", R"({"jsonrpc":"2.0","id":7})",
            refused(-32600, "`method`: expected string, got nothing", "7")},
        row{"method of another type", R"({"jsonrpc":"2.0","id":7,"method":1})",
            refused(-32600, "`method`: expected string, got number", "7")},
        row{"an id that is null", request("ping", {}, "null"),
            refused(-32600, "`id`: expected a whole number or string of at most 256 bytes, got null")},
        row{"an id that is an object", request("ping", {}, "{}"),
            refused(-32600, "`id`: expected a whole number or string of at most 256 bytes, got object")},
        row{"two ids", R"({"jsonrpc":"2.0","id":1,"id":2,"method":"ping"})",
            refused(-32600, "duplicate key `id` at byte 24")},
        row{"two methods", R"({"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/list"})",
            refused(-32600, "duplicate key `method` at byte 40", "7")},
        row{"another tool", request("tools/call", R"({"name":"Approve","arguments":{}})"),
            refused(-32602, "`params.name`: expected `approve`, got the name of another tool", "7")},
        row{"no tool", request("tools/call", "{}"),
            refused(-32602, "`params.name`: expected `approve`, got nothing", "7")},
        row{"no params", request("tools/call"),
            refused(-32602, "`params`: expected an object without a key twice, got nothing", "7")},
        row{"two names", request("tools/call", R"({"name":"approve","name":"x"})"),
            refused(-32602, "`params`: expected an object without a key twice, got object", "7")},
        row{"a key twice inside", request("ping", R"({"a":{"b":1,"b":2}})"),
            refused(-32600, "duplicate key `b` at byte 61", "7")},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(an_id_may_be_as_long_as_the_limit_and_no_longer) {
    const std::string longest = "\"" + std::string(max_request_id_bytes, 'x') + "\"";
    BOOST_TEST(outcome_of(request("ping", {}, longest) + "\n") == result("{}", longest));
    const std::string longer = "\"" + std::string(max_request_id_bytes + 1, 'x') + "\"";
    BOOST_TEST(outcome_of(request("ping", {}, longer) + "\n")
                   .starts_with("refused `id`: expected a whole number or string of at most 256 bytes"));
}

BOOST_AUTO_TEST_CASE(a_request_is_withdrawn_by_its_id_however_it_is_spelt) {
    const auto cancel = [](std::string_view params) {
        return R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":)" + std::string(params) + "}";
    };
    const std::array rows{
        row{"number", cancel(R"({"requestId":7,"reason":"x"})"), "cancel 7\n"},
        row{"text", cancel(R"({"requestId":"\u0061"})"), "cancel \"a\"\n"},
        row{"no id", cancel("{}"), ""},
        row{"no params", R"({"jsonrpc":"2.0","method":"notifications/cancelled"})", ""},
        row{"two ids", cancel(R"({"requestId":1,"requestId":2})"),
            "refused duplicate key `requestId` at byte 76\n"},
    };
    check(rows);
}

BOOST_AUTO_TEST_CASE(a_line_over_the_limit_gets_an_error_or_ends_the_connection) {
    const mcp_channel_options options{.max_line_bytes = 63};
    const std::string fits = request("ping", R"({"a":"zzzzz"})");
    BOOST_TEST(fits.size() == 63U);
    BOOST_TEST(outcome_of(fits + "\n", options) == result("{}"));
    const std::string why = "line longer than 63 bytes";
    BOOST_TEST(outcome_of(request("ping", R"({"a":"zzzzzz"})") + "\n", options) ==
               "refused 7 " + why + "\n" + error(-32600, why));
    BOOST_TEST(outcome_of(R"({"method":"ping","params":{"a":"zzzzzzzzzzzzzzzzzz"},"jsonrpc":"2.0","id":7})"
                          "\n",
                          options) == "refused " + why + " FATAL\n");
}

BOOST_AUTO_TEST_CASE(a_last_line_without_its_end_is_read) {
    BOOST_TEST(outcome_of(request("ping"), {}, true) == result("{}"));
    BOOST_TEST(outcome_of(request("ping"), {}, false).empty());
}

BOOST_AUTO_TEST_CASE(a_decision_is_a_text_that_holds_the_input_byte_for_byte) {
    mcp_channel channel;
    channel.allow("1", "{\"a\": \"\\u0041\\n\xE2\x80\xA8\", \"n\":1.0}");
    channel.deny(R"("x")", "because \"so\"");
    channel.deny("2", "stop", true);
    BOOST_TEST(
        everything_written(channel) ==
        R"({"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"behavior\":\"allow\",\"updatedInput\":{\"a\": \"\\u0041\\n\u2028\", \"n\":1.0}}"}]}})"
        "\n"
        R"({"jsonrpc":"2.0","id":"x","result":{"content":[{"type":"text","text":"{\"behavior\":\"deny\",\"message\":\"because \\\"so\\\"\"}"}]}})"
        "\n"
        R"({"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"{\"behavior\":\"deny\",\"message\":\"stop\",\"interrupt\":true}"}]}})"
        "\n");
}

BOOST_AUTO_TEST_CASE(what_is_being_sent_stays_until_it_is_sent) {
    mcp_channel channel;
    channel.allow("1", "{}");
    const std::string first(channel.take().front());
    channel.allow("2", "{}");
    BOOST_TEST(channel.take().empty());
    BOOST_TEST(channel.unsent_bytes() == 2 * first.size());
    channel.sent();
    BOOST_TEST(channel.take().front().size() == first.size());
    channel.sent();
    BOOST_TEST(channel.unsent_bytes() == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::mcp_channel_test
