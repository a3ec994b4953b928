// Input: the bytes of a hook's connection to the gate that stays; the same bytes as what hooks of all agents
// are given, and as a patch.
//
// However the bytes are cut into reads, they are answered the same, in lines; nothing is allowed but what a
// rule of the host allows. A use that is read is calls of tools that rules can judge: each has the field that
// rules speak of, and a patch hides no file.

#include "invariant.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/adapters/control/hooks/hook_channel.hpp>
#include <assent/app/session/hook_session.hpp>
#include <assent/testing.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace {

using assent::fuzz::require;
using assent::testing::feed_style;

assent::rule_set::pointer make_rules() {
    return assent::rule_set::make({assent::permission_rule::make("Read", {}, assent::rule_behavior::allow,
                                                                 assent::rule_origin::host)
                                       .value()})
        .value();
}

std::string answers(std::string_view bytes, feed_style style) {
    static const auto rules = make_rules();
    const auto audit = std::make_shared<assent::testing::recording_audit_sink>();
    const auto time = std::make_shared<assent::testing::manual_clock>();
    assent::gate_options options;
    options.rules = rules;
    options.callback = assent::deny_all("no");
    const auto gate = std::make_shared<assent::permission_gate>(std::move(options), time, audit);
    assent::testing::fake_connection connection;
    const auto session = std::make_shared<assent::hook_session>(
        connection.make_transport(), gate, time, assent::hook_session_options{.asks_people = true});
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
        require(assent::read_hook_answer(assent::fuzz::take_line(sent)).has_value(), "and an answer");
    }
}

void check_part(const assent::tool_call& call) {
    std::string scratch;
    require(assent::valid_tool_name(call.tool_name), "each call is of a tool that can be one");
    const auto* const tool = assent::tool_registry::standard()->find(call.tool_name);
    const bool has_field =
        tool == nullptr || tool->main_field.empty() || call.own_name.empty() ||
        call.input.field(tool->main_field, scratch).what != assent::field_view::kind::absent ||
        call.own_name == "write_stdin" || call.own_name == "web_search";
    require(has_field, "a call that was said in other words has the field that rules speak of",
            call.tool_name, call.own_name);
}

void check_use(assent::agent_program agent, const assent::tool_call& said) {
    const auto use = assent::standard_use::of(agent, said);
    if (!use) return require(!use.error().message.empty(), "what has no standard form has a reason");
    require(!use->parts().empty() && use->parts().size() <= assent::max_calls_of_use, "a use is a few calls");
    require(std::ranges::any_of(use->parts(), [](const auto& part) { return !part.only_against; }),
            "something has to be allowed");
    for (const auto& part : use->parts()) check_part(part.call);
}

void check_text(std::string_view text) {
    for (std::size_t each = 0; each < assent::words_of<assent::agent_program>.size(); ++each) {
        const auto agent = static_cast<assent::agent_program>(each);
        assent::hook_text_reader reader;
        const auto said = reader.read(text, agent);
        if (!said) {
            require(!said.error().message.empty(), "what is refused has a reason");
            continue;
        }
        require(said->dialect->agent == agent, "a text is read as the agent's that was said");
        check_use(agent, said->call);
    }
}

// Whatever else stands in it, a line that begins a file is a call.
void check_patch(std::string_view text) {
    const auto input =
        assent::make_input({{"command", std::string(text).append("\n*** Update File: /etc/passwd\n+x\n")}});
    const assent::tool_call said{.tool_name = "apply_patch", .input = *input, .cwd = "/p"};
    const auto use = assent::standard_use::of(assent::agent_program::codex, said);
    if (!use) return;
    std::string scratch;
    const auto is_it = [&](const assent::standard_use::part& part) {
        return part.call.tool_name == "Edit" &&
               part.call.input.field("file_path", scratch).text == "/etc/passwd";
    };
    require(std::ranges::any_of(use->parts(), is_it), "no file of a patch is hidden");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = assent::fuzz::as_text(data, size);
    const auto whole = answers(bytes, feed_style::whole);
    check_lines(whole);
    require(whole == answers(bytes, feed_style::byte_by_byte), "cuts change nothing");
    check_text(bytes);
    check_patch(bytes);
    return 0;
}
