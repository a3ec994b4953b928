// Input: one byte for the dialect and the size of the reads, then the bytes of a connection.
//
// However the bytes are cut into reads, they mean the same messages. A session answers them in lines that are
// JSON objects, no more than there were messages; cut or whole, the answers are the same, in any order,
// unless requests depend on each other; and nothing is allowed but what a rule of the host allows.

#include "invariant.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/testing.hpp>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using assent::control_channel;
using assent::fuzz::require;

// Short, so that the fuzzer finds what happens at the limit.
constexpr std::size_t max_line_bytes = 4096;

struct describe {
    std::ostringstream& out;

    void operator()(const assent::no_message&) const { out << "none"; }
    void operator()(const assent::can_use_tool_message& each) const {
        const auto& call = each.call;
        out << "ask " << each.request_id << ' ' << call.tool_name << ' ' << call.input.raw() << ' '
            << call.tool_use_id << ' ' << call.agent_id << ' ' << call.blocked_path << ' ' << call.title
            << ' ' << call.description << ' ' << call.ask_reason << ' ' << call.needs_human << call.from_hook;
    }
    void operator()(const assent::guard_hook_message& each) const {
        out << "guard " << each.request_id << ' ' << each.flaw;
        if (each.call) out << each.call->tool_name << ' ' << each.call->input.raw() << ' ' << each.call->cwd;
    }
    void operator()(const assent::set_mode_message& each) const {
        out << "mode " << each.request_id << ' ' << each.name << ' ' << each.mode;
    }
    void operator()(const assent::initialize_message& each) const {
        out << "initialize " << each.request_id << ' ' << each.request;
    }
    void operator()(const assent::interrupt_message& each) const { out << "interrupt " << each.request_id; }
    void operator()(const assent::other_request_message& each) const {
        out << "other " << each.request_id << ' ' << each.subtype << ' ' << each.request;
    }
    void operator()(const assent::cancel_message& each) const { out << "cancel " << each.request_id; }
    void operator()(const assent::response_message& each) const {
        out << "response " << each.request_id << ' ' << each.shape << ' ' << each.success << ' '
            << each.payload << ' ' << each.error << ' ' << each.error_code;
    }
    void operator()(const assent::keep_alive_message&) const { out << "keep_alive"; }
    void operator()(const assent::foreign_message& each) const {
        out << "foreign " << each.object << each.raw;
    }
    void operator()(const assent::refused_message& each) const {
        out << "refused " << each.request_id << ' ' << each.code << ' ' << each.text << ' ' << each.response
            << each.fatal;
    }
};

void describe_suggestions(std::ostringstream& out, const control_channel& channel,
                          const assent::can_use_tool_message& question) {
    const auto suggestions = channel.suggestions(question);
    if (!suggestions) {
        out << " refused " << suggestions.error().message;
        return;
    }
    for (const auto& update : *suggestions) {
        out << ' ' << update.what;
        for (const auto& rule : update.rules) out << ' ' << rule.key();
    }
}

std::vector<std::string> hear(assent::channel_options options, std::string_view bytes, std::size_t most) {
    control_channel channel(options);
    std::vector<std::string> heard;
    const auto listen = [&] {
        while (true) {
            const assent::control_message message = channel.next();
            if (std::holds_alternative<assent::no_message>(message)) return;
            std::ostringstream out;
            std::visit(describe{out}, message);
            if (const auto* question = std::get_if<assent::can_use_tool_message>(&message))
                describe_suggestions(out, channel, *question);
            heard.push_back(out.str());
        }
    };
    while (!bytes.empty()) {
        const auto space = channel.read_space();
        const std::size_t count = std::min({space.size(), bytes.size(), most});
        std::copy_n(bytes.data(), count, space.data());
        channel.arrived(count);
        bytes.remove_prefix(count);
        listen();
    }
    channel.finish();
    listen();
    return heard;
}

assent::judgement_basis::pointer make_basis() {
    assent::policy policy;
    policy.peer_may_set = assent::peer_mode::never;
    policy.rules.push_back(
        assent::permission_rule::make("Read", {}, assent::rule_behavior::allow, assent::rule_origin::host)
            .value());
    return assent::judgement_basis::make(std::move(policy)).value();
}

assent::testing::harness_options session_options(assent::dialect_choice speaks) {
    // Shared: making it anew for each session would be most of the work.
    static const auto basis = make_basis();
    assent::testing::harness_options options;
    options.session.channel.speaks = speaks;
    options.session.channel.max_line_bytes = max_line_bytes;
    options.gate.basis = basis;
    options.gate.callback = [](assent::permission_request request) { std::move(request).deny("no"); };
    return options;
}

std::vector<std::string> lines_of(std::string_view sent) {
    std::vector<std::string> lines;
    while (!sent.empty()) {
        require(sent.find('\n') != std::string_view::npos, "everything written is a line");
        const auto line = assent::fuzz::take_line(sent);
        assent::json_scanner scanner;
        require(line.starts_with('{') && !scanner.scan(line, assent::json_scanner::duplicates::everywhere),
                "every line written is a JSON object", line, {});
        lines.emplace_back(line);
    }
    std::ranges::sort(lines);
    return lines;
}

// Requests under different names that wait for nothing, on a connection that goes on: then it does not matter
// how far earlier ones are when the next is read.
bool independent(const std::vector<std::string>& heard) {
    std::set<std::string_view> names;
    for (const std::string_view each : heard) {
        const bool goes_on = each.starts_with("ask ") || each.starts_with("mode ") ||
                             each.starts_with("keep_alive") ||
                             (each.starts_with("refused ") && !each.ends_with("1"));
        const auto behind = std::min(each.find(' ') + 1, each.size());
        const auto name = each.substr(behind, each.find(' ', behind) - behind);
        if (!goes_on || !names.insert(name).second) return false;
    }
    return true;
}

std::vector<std::string> answers(assent::dialect_choice speaks, std::string_view bytes,
                                 assent::testing::feed_style style) {
    assent::testing::harness session(session_options(speaks));
    session.connection().feed(bytes, style);
    session.end();
    for (const auto& event : session.audit().events(assent::audit_event::kind::decision))
        require(event.tool_name == "Read" || event.decision != assent::outcome::allow,
                "only what the host's rule covers is allowed", event.tool_name, bytes);
    return lines_of(session.connection().sent());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    constexpr assent::dialect_choice choices[] = {
        assent::dialect_choice::automatic, assent::dialect_choice::flat, assent::dialect_choice::nested};
    const auto speaks = choices[data[0] % 3];
    const std::size_t piece = data[0] / 3 + 1U;
    const auto bytes = assent::fuzz::as_text(data + 1, size - 1);

    std::vector<std::string> heard;
    for (const auto reads : {assent::channel_reads::questions, assent::channel_reads::answers,
                             assent::channel_reads::everything}) {
        const assent::channel_options options{
            .speaks = speaks, .max_line_bytes = max_line_bytes, .reads = reads, .guard_hook = "g"};
        heard = hear(options, bytes, bytes.size());
        require(heard == hear(options, bytes, 1), "byte by byte it means the same");
        require(heard == hear(options, bytes, piece), "in pieces it means the same");
    }
    const auto whole = answers(speaks, bytes, assent::testing::feed_style::whole);
    const auto cut = answers(speaks, bytes, assent::testing::feed_style::byte_by_byte);
    require(std::max(whole.size(), cut.size()) <= heard.size(), "there are no more answers than messages");
    // Until a dialect is known, answers are written in both.
    const bool same = speaks == assent::dialect_choice::automatic || !independent(heard) || whole == cut;
    require(same, "byte by byte it is answered the same");
    return 0;
}
