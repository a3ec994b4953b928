// Input: the bytes of a connection of an agent over MCP; the same bytes as the text of a hook.
//
// However the bytes are cut into reads, they are answered the same, in lines that are JSON objects; and
// nothing is allowed but what a rule of the host allows. A hook's text that is read has one meaning, also as
// a line.

#include "invariant.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/app/session/mcp_session.hpp>
#include <assent/testing.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace {

using assent::fuzz::require;
using assent::testing::feed_style;

// Short, so that the fuzzer finds what happens at the limit.
constexpr std::size_t max_line_bytes = 4096;

assent::rule_set::pointer make_rules() {
    return assent::rule_set::make({assent::permission_rule::make("Read", {}, assent::rule_behavior::allow,
                                                                 assent::rule_origin::host)
                                       .value()})
        .value();
}

std::string answers(std::string_view bytes, feed_style style) {
    static const auto rules = make_rules();
    const auto audit = std::make_shared<assent::testing::recording_audit_sink>();
    assent::gate_options options;
    options.rules = rules;
    options.callback = assent::deny_all("no");
    const auto gate = std::make_shared<assent::permission_gate>(
        std::move(options), std::make_shared<assent::testing::manual_clock>(), audit);
    assent::mcp_options settings;
    settings.channel.max_line_bytes = max_line_bytes;
    assent::testing::fake_connection connection;
    const auto session =
        std::make_shared<assent::mcp_session>(connection.make_transport(), gate, std::move(settings));
    session->start({}, {});
    connection.feed(bytes, style);
    connection.pump();
    connection.end();
    connection.pump();
    require(connection.finished(), "the end of the input ends the connection");
    for (const auto& event : audit->events(assent::audit_event::kind::decision))
        require(event.tool_name == "Read" || event.decision != assent::outcome::allow,
                "only what the host's rule covers is allowed", event.tool_name, bytes);
    return connection.sent();
}

void check_lines(std::string_view sent) {
    while (!sent.empty()) {
        require(sent.find('\n') != std::string_view::npos, "everything written is a line");
        const auto line = assent::fuzz::take_line(sent);
        assent::json_scanner scanner;
        require(line.starts_with('{') && !scanner.scan(line, assent::json_scanner::duplicates::everywhere),
                "every line written is a JSON object", line, {});
    }
}

void check_hook(std::string_view text) {
    assent::hook_text_reader reader;
    const auto said = reader.read(text);
    if (!said) {
        require(!said.error().message.empty(), "what is refused has a reason");
        return;
    }
    const auto& call = said->call;
    assent::json_scanner scanner;
    require(!scanner.scan(call.input.raw(), assent::json_scanner::duplicates::everywhere) &&
                scanner.kind() == assent::json_kind::object,
            "an input that was read is an object with one meaning");
    require(assent::valid_tool_name(call.tool_name), "a tool that was read can be one");
    require(call.from_hook, "it is marked as a hook's");
    const auto use = assent::standard_use::of(said->dialect->agent, call);
    if (!use) {
        require(!use.error().message.empty(), "what has no standard form has a reason");
        return;
    }
    require(!use->parts().empty(), "a use is one call at least");
    for (const auto& part : use->parts()) {
        require(assent::valid_tool_name(part.call.tool_name), "each call is of a tool that can be one");
        require(part.call.input.retain()->whole().size() <= call.input.size() + 3, "it makes up no fields");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = assent::fuzz::as_text(data, size);
    const auto whole = answers(bytes, feed_style::whole);
    check_lines(whole);
    check_lines(answers(bytes, feed_style::byte_by_byte));
    check_hook(bytes);
    return 0;
}
