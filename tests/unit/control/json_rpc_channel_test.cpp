// Lines of JSON-RPC, as far as they concern everybody who speaks it.
#include <assent/adapters/control/json_rpc/json_rpc_channel.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>
#include <string_view>

namespace assent::json_rpc_channel_test {
namespace {

std::string describe(const json_rpc_message& message) {
    using enum json_rpc_message::kind;
    const std::string flaw = message.flaw.empty() ? "" : " (" + message.flaw + ")";
    switch (message.what) {
        case none: return "none";
        case other: return "other" + flaw;
        case request:
            return "request " + std::string(message.id) + " " + std::string(message.method) + " " +
                   std::string(message.params) + flaw;
        case notification:
            return "notification " + std::string(message.method) + " " + std::string(message.params) + flaw;
        case response:
            return "response " + std::string(message.id) + " " + std::string(message.result) + flaw;
        case refused: break;
    }
    return "refused " + std::string(message.id) + " " + std::string(message.method) + flaw +
           (message.fatal ? " FATAL" : "");
}

void feed(json_rpc_channel& channel, std::string_view bytes) {
    while (!bytes.empty()) {
        const auto space = channel.read_space();
        const auto count = std::min(space.size(), bytes.size());
        std::copy_n(bytes.data(), count, space.data());
        channel.arrived(count);
        bytes.remove_prefix(count);
    }
}

std::string meaning_of(std::string_view line, json_rpc_options options = {}) {
    json_rpc_channel channel(options);
    feed(channel, std::string(line) + "\n");
    return describe(channel.next());
}

std::string written(json_rpc_channel& channel) {
    const auto pieces = channel.take();
    std::string bytes = pieces.empty() ? std::string() : std::string(pieces.front());
    channel.sent();
    return bytes;
}

struct row {
    std::string_view line;
    std::string_view expected;
};

BOOST_AUTO_TEST_SUITE(json_rpc_channel_test)

BOOST_AUTO_TEST_CASE(a_line_is_a_request_a_notification_or_a_response) {
    const row rows[] = {
        {R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}})", R"(request 1 m {"a":1})"},
        {R"({"id":"x","method":"m\/n"})", R"(request "x" m/n )"},
        {R"({"id":"\u0078","method":"m"})", R"(request "x" m )"},
        {R"({"method":"m","params":[1]})", "notification m [1]"},
        {R"({"id":1,"result":{"a":1}})", R"(response 1 {"a":1})"},
        {R"({"id":1,"error":{"code":1}})", "response 1 "},
        {R"({"id":1})", "other"},
        {R"({})", "other"},
        {"", "other"},
        {"  ", "other"},
        {"words", "other"},
        {"12", "other"},
    };
    for (const auto& each : rows) BOOST_TEST(meaning_of(each.line) == each.expected);
}

BOOST_AUTO_TEST_CASE(what_readers_could_understand_differently_is_refused) {
    const row rows[] = {
        {R"({"id":1,"method":"a","method":"b"})", "refused 1  (duplicate key `method` at byte 21)"},
        {R"({"id":1,"id":2,"method":"b"})", "refused   (duplicate key `id` at byte 8)"},
        {R"({"id":1,"method":"b","params":{"x":1,"x":2}})", "refused 1 b (duplicate key `x` at byte 37)"},
        {R"({"id":1,"method":"b")", "refused 1 b (not JSON at byte 20)"},
        {R"({"id":1,"method":"b","result":1})", "refused 1 b (a request and an answer in one)"},
        {R"({"id":1,"result":1,"error":1})", "refused 1  (an answer with a result and an error)"},
        {R"({"id":null,"method":"b"})",
         "refused  b (`id`: expected a whole number or string of at most 256 bytes, got null)"},
        // Who answers `1` has been asked `1.0`: an answer that nobody would find.
        {R"({"id":1.0,"method":"b"})",
         "refused  b (`id`: expected a whole number or string of at most 256 bytes, got number)"},
        {R"({"id":1e0,"method":"b"})",
         "refused  b (`id`: expected a whole number or string of at most 256 bytes, got number)"},
        {R"({"id":-0,"method":"b"})",
         "refused  b (`id`: expected a whole number or string of at most 256 bytes, got number)"},
        {R"({"id":1,"method":2})", "refused 1  (`method`: expected string, got number)"},
        {"[]", "refused   (a batch; expected one message on each line) FATAL"},
        {R"( [{"id":1,"method":"b"}])", "refused   (a batch; expected one message on each line) FATAL"},
        {"\xEF\xBB\xBF{\"id\":1,\"method\":\"b\"}", "refused 1 b (a line with a byte-order mark in front)"},
        {"\xC2\xA0{\"id\":1,\"method\":\"b\"}",
         "refused 1 b (an object behind white space that is not JSON's)"},
        {"noise\r{\"id\":1}", "refused   (a line with a carriage return inside)"},
        {"noise\v{\"id\":1}", "refused   (an object behind a line end that is not LF)"},
    };
    for (const auto& each : rows) BOOST_TEST(meaning_of(each.line) == each.expected);
}

BOOST_AUTO_TEST_CASE(what_is_odd_inside_only_is_told_and_passes) {
    BOOST_TEST(meaning_of(R"({"id":1,"method":"b","params":{"x":1e999}})") ==
               R"(request 1 b {"x":1e999} (number out of range at byte 35))");
}

BOOST_AUTO_TEST_CASE(ids_have_a_limit) {
    const auto with_id = [](std::size_t bytes) {
        return meaning_of(R"({"id":")" + std::string(bytes, 'x') + R"(","method":"b"})");
    };
    BOOST_TEST(with_id(max_request_id_bytes).starts_with("request"));
    BOOST_TEST(with_id(max_request_id_bytes + 1).starts_with("refused"));
}

BOOST_AUTO_TEST_CASE(lines_have_a_limit_over_which_the_connection_cannot_go_on) {
    BOOST_TEST(meaning_of("0123456789", {.max_line_bytes = 10}) == "other");
    BOOST_TEST(meaning_of("0123456789a", {.max_line_bytes = 10}) ==
               "refused   (line longer than 10 bytes) FATAL");
}

BOOST_AUTO_TEST_CASE(a_line_passes_as_it_came) {
    json_rpc_channel from, to;
    feed(from, "{ \"id\":1.0,\"result\":0}\r\nlast");
    from.finish();
    static_cast<void>(from.next());
    to.pass_line_of(from);
    static_cast<void>(from.next());
    to.pass_line_of(from);
    BOOST_TEST(written(to) == "{ \"id\":1.0,\"result\":0}\r\nlast");
    to.result("7", "{}");  // what follows a line without an end does not join it
    BOOST_TEST(written(to) == "\n{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n");
}

BOOST_AUTO_TEST_CASE(what_is_written_has_the_version_where_the_protocol_has_it) {
    json_rpc_channel with, without({.versioned = false});
    for (auto* const each : {&with, &without}) {
        each->result("1", "{}");
        each->error("\"a\"", json_rpc_error::refused, "no\n");
        each->request("2", "m", R"({"a":1})");
    }
    BOOST_TEST(written(with) ==
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n"
               "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":-32000,\"message\":\"no\\n\"}}\n"
               "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"m\",\"params\":{\"a\":1}}\n");
    BOOST_TEST(written(without) ==
               "{\"id\":1,\"result\":{}}\n"
               "{\"id\":\"a\",\"error\":{\"code\":-32000,\"message\":\"no\\n\"}}\n"
               "{\"id\":2,\"method\":\"m\",\"params\":{\"a\":1}}\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assent::json_rpc_channel_test
