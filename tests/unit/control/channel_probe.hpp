#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>
#include <assent/domain/rules/permission_update.hpp>

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

// Tools for tests of the channel: what a line means, as one line of text.

inline std::string describe(const permission_update& update) {
    std::ostringstream out;
    out << update.what;
    if (update.what == permission_update::kind::opaque) return out.str();
    if (update.what == permission_update::kind::set_mode)
        out << ' ' << update.mode;
    else
        out << ' ' << update.behavior;
    for (const auto& rule : update.rules) out << ' ' << rule.text();
    out << " -> " << static_cast<int>(update.destination);
    return out.str();
}

inline std::string describe(std::span<const permission_update> updates) {
    std::string text;
    for (const auto& update : updates) text += (text.empty() ? "" : "; ") + describe(update);
    return text;
}

inline std::string describe(const tool_call& call) {
    std::string text = std::string(call.tool_name) + " " + std::string(call.input.raw());
    const auto member = [&](std::string_view name, std::string_view value) {
        if (!value.empty()) text.append(" ").append(name).append("=").append(value);
    };
    member("tool_use_id", call.tool_use_id);
    member("agent", call.agent_id);
    member("path", call.blocked_path);
    member("title", call.title);
    member("description", call.description);
    member("reason", call.ask_reason);
    if (call.needs_human) text += " human";
    if (call.from_hook) text += " hook";
    if (!call.suggestions.empty()) text += " [" + describe(call.suggestions) + "]";
    return text;
}

struct message_describer {
    std::string operator()(const no_message&) const { return "none"; }
    std::string operator()(const can_use_tool_message& each) const {
        return "ask " + std::string(each.request_id) + " " + describe(each.call);
    }
    std::string operator()(const guard_hook_message& each) const {
        return "guard " + std::string(each.request_id) + " " + (each.call ? describe(*each.call) : each.flaw);
    }
    std::string operator()(const set_mode_message& each) const {
        std::ostringstream out;
        out << "mode " << each.request_id << ' ' << each.name << " is " << each.mode;
        return out.str();
    }
    std::string operator()(const initialize_message& each) const {
        return "initialize " + std::string(each.request_id) + " " + std::string(each.request);
    }
    std::string operator()(const interrupt_message& each) const {
        return "interrupt " + std::string(each.request_id);
    }
    std::string operator()(const other_request_message& each) const {
        return "other " + std::string(each.request_id) + " " + std::string(each.subtype);
    }
    std::string operator()(const cancel_message& each) const {
        return "cancel " + std::string(each.request_id);
    }
    std::string operator()(const response_message& each) const {
        std::ostringstream out;
        out << "response " << each.request_id << ' ' << each.shape;
        if (each.success)
            out << " success " << each.payload;
        else
            out << " error " << each.error << " (" << each.error_code << ")";
        return out.str();
    }
    std::string operator()(const keep_alive_message&) const { return "keep_alive"; }
    std::string operator()(const foreign_message& each) const {
        return (each.object ? "foreign object " : "foreign ") + std::string(each.raw);
    }
    std::string operator()(const refused_message& each) const {
        std::ostringstream out;
        out << "refused " << each.request_id << " (" << each.code << ") " << each.text;
        if (each.fatal) out << " FATAL";
        if (each.response) out << " no-request";
        return out.str();
    }
};

inline std::string describe(const control_message& message) {
    return std::visit(message_describer(), message);
}

/// The same with what a question suggests; or the error that it gets, when that cannot be read.
inline std::string describe(const control_channel& channel, const control_message& message) {
    const auto* const question = std::get_if<can_use_tool_message>(&message);
    if (question == nullptr) return describe(message);
    const auto suggestions = channel.suggestions(*question);
    if (!suggestions)
        return describe(refused_message{.request_id = question->request_id,
                                        .code = suggestions.error().code,
                                        .text = suggestions.error().message});
    can_use_tool_message whole = *question;
    whole.call.suggestions = *suggestions;
    return describe(control_message(whole));
}

/// Feeds bytes in pieces of at most `most` bytes, and returns what was heard.
inline std::vector<std::string> hear(control_channel& channel, std::string_view bytes, std::size_t most) {
    std::vector<std::string> heard;
    while (!bytes.empty()) {
        const auto space = channel.read_space();
        const std::size_t count = std::min({space.size(), bytes.size(), most});
        std::copy_n(bytes.data(), count, space.data());
        channel.arrived(count);
        bytes.remove_prefix(count);
        while (true) {
            const control_message message = channel.next();
            if (std::holds_alternative<no_message>(message)) break;
            heard.push_back(describe(channel, message));
        }
    }
    return heard;
}

/// What one line means on a new connection; the same whole and byte by byte.
inline std::string meaning(std::string_view line, const channel_options& options = {}) {
    const std::string bytes = std::string(line) + "\n";
    control_channel whole(options);
    control_channel pieces(options);
    const auto heard = hear(whole, bytes, bytes.size());
    BOOST_TEST(heard == hear(pieces, bytes, 1), boost::test_tools::per_element());
    BOOST_TEST((whole.decided() == pieces.decided()));
    std::string text;
    for (const auto& each : heard) text += (text.empty() ? "" : " | ") + each;
    return text;
}

inline channel_options speaking(dialect which) {
    return {.speaks = which == dialect::flat ? dialect_choice::flat : dialect_choice::nested};
}

/// Everything a channel has written, and marks it as sent.
inline std::string written(control_channel& channel) {
    std::string bytes;
    for (const std::string_view piece : channel.take()) bytes += piece;
    channel.sent();
    return bytes;
}

/// A control request with these raw members in its `request`.
inline std::string request(std::string_view members, std::string_view id = "r") {
    return R"({"type":"control_request","request_id":")" + std::string(id) + R"(","request":{)" +
           std::string(members) + "}}";
}

/// A can_use_tool request for Bash with these raw members behind its input, such as `,"title":"x"`.
inline std::string question(std::string_view members = {}) {
    return request(R"("subtype":"can_use_tool","tool_name":"Bash","input":{"command":"ls"})" +
                   std::string(members));
}

}  // namespace assent
