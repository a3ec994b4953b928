// Input: what an agent says to a bridge, then a line of zeros, then what its client says.
//
// However the bytes are cut into reads, the same comes out; nothing is allowed but what a rule of the host
// allows or the client; and every line that comes out unasked is one that came in, as it was.

#include "invariant.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json_rpc/acp_protocol.hpp>
#include <assent/adapters/control/json_rpc/codex_protocol.hpp>
#include <assent/app/bridge/agent_bridge.hpp>
#include <assent/testing.hpp>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace {

using assent::fuzz::require;
using assent::testing::feed_style;

constexpr std::size_t max_line_bytes = 4096;
constexpr std::string_view client_begins = "\n0\n";

assent::rule_set::pointer make_rules() {
    return assent::rule_set::make({assent::permission_rule::make("Read", {}, assent::rule_behavior::allow,
                                                                 assent::rule_origin::host)
                                       .value()})
        .value();
}

struct outcome_of_both {
    std::string to_agent, to_client;
    friend bool operator==(const outcome_of_both&, const outcome_of_both&) = default;
};

outcome_of_both run(std::unique_ptr<assent::agent_protocol> protocol, std::string_view agent,
                    std::string_view client, feed_style style, bool asks_client) {
    static const auto rules = make_rules();
    const auto audit = std::make_shared<assent::testing::recording_audit_sink>();
    assent::line_bridge_options settings;
    settings.max_line_bytes = max_line_bytes;
    assent::gate_options options;
    options.rules = rules;
    if (asks_client) settings.link = std::make_shared<assent::peer_link>();
    options.callback = asks_client ? settings.link->callback() : assent::deny_all("no");
    const auto time = std::make_shared<assent::testing::manual_clock>();
    const auto gate = std::make_shared<assent::permission_gate>(std::move(options), time, audit);
    assent::testing::fake_connection upstream, downstream;
    const auto bridge =
        std::make_shared<assent::agent_bridge>(upstream.make_transport(), downstream.make_transport(), gate,
                                               std::move(protocol), time, std::move(settings));
    bridge->start({}, {});
    const auto pump = [&] {
        bridge->mail_arrived();
        for (bool any = true; any;) {
            any = upstream.pump();
            any = downstream.pump() || any;
            bridge->mail_arrived();
        }
    };
    downstream.feed(agent, style);
    pump();
    upstream.feed(client, style);
    pump();
    downstream.end();
    pump();
    require(upstream.closed() || bridge->gave_up(), "the end of the agent ends the connection");
    for (const auto& event : audit->events(assent::audit_event::kind::decision))
        require(asks_client || event.tool_name == "Read" || event.decision != assent::outcome::allow,
                "only what the host's rule covers is allowed", event.tool_name, agent);
    bridge->detach();
    return {downstream.sent(), upstream.sent()};
}

std::set<std::string, std::less<>> lines_of(std::string_view text) {
    std::set<std::string, std::less<>> lines;
    while (!text.empty()) lines.emplace(assent::fuzz::take_line(text));
    return lines;
}

// What passes is what came, or an object that was written or changed here.
void check_lines(std::string_view sent, std::string_view came) {
    const auto known = lines_of(came);
    while (!sent.empty()) {
        const auto line = assent::fuzz::take_line(sent);
        if (known.contains(line)) continue;
        assent::json_scanner scanner;
        require(!fatal(scanner.scan(line, assent::json_scanner::duplicates::everywhere).flaw) &&
                    scanner.kind() == assent::json_kind::object,
                "every line that did not come is an object with one meaning", line, came);
    }
}

void check(bool codex, std::string_view agent, std::string_view client) {
    const auto protocol = [&] {
        return codex ? assent::make_codex_protocol({.cwd = "/w"}) : assent::make_acp_protocol({.cwd = "/w"});
    };
    for (const bool asks_client : {false, true}) {
        const auto whole = run(protocol(), agent, client, feed_style::whole, asks_client);
        require(whole == run(protocol(), agent, client, feed_style::byte_by_byte, asks_client),
                "how bytes are cut does not matter", agent, client);
        check_lines(whole.to_client, agent);
        check_lines(whole.to_agent, client);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = assent::fuzz::as_text(data, size);
    const auto middle = bytes.find(client_begins);
    const auto agent = bytes.substr(0, middle == std::string_view::npos ? bytes.size() : middle + 1);
    const auto client =
        middle == std::string_view::npos ? std::string_view() : bytes.substr(middle + client_begins.size());
    check(false, agent, client);
    check(true, agent, client);
    return 0;
}
