#include <assent/adapters/testing/scripted_peer.hpp>

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace assent::testing {
namespace {

channel_options fixed(dialect speaks) {
    return {.speaks = speaks == dialect::flat ? dialect_choice::flat : dialect_choice::nested};
}

tool_call call_with(const agent_call& call, const tool_input& input) {
    return {.tool_name = call.tool_name,
            .input = input,
            .tool_use_id = call.tool_use_id,
            .agent_id = call.agent_id,
            .blocked_path = call.blocked_path,
            .title = call.title,
            .description = call.description,
            .ask_reason = call.ask_reason,
            .needs_human = call.needs_human,
            .suggestions = call.suggestions};
}

}  // namespace

scripted_peer::scripted_peer(dialect speaks) : channel_(fixed(speaks)) {}

std::string scripted_peer::next_id() { return "req_" + std::to_string(++last_id_); }

std::string scripted_peer::ask(const agent_call& call) { return ask(call, next_id()); }

std::string scripted_peer::ask(const agent_call& call, std::string_view id) {
    questions_.emplace_back(id);
    if (call.raw_input.empty()) {
        channel_.ask(id, call_with(call, *make_input(call.input)));
        return std::string(id);
    }
    json_scanner scanner;
    if (scanner.scan(call.raw_input, json_scanner::duplicates::outermost) ||
        scanner.kind() != json_kind::object)
        throw std::invalid_argument("scripted_peer: raw_input is not a JSON object");
    const wire_input input(call.raw_input, scanner.members(), scanner.value_count());
    channel_.ask(id, call_with(call, input));
    return std::string(id);
}

std::string scripted_peer::set_mode(permission_mode mode) {
    const std::string id = next_id();
    channel_.request_mode(id, mode);
    return id;
}

std::string scripted_peer::set_mode(std::string_view name) {
    std::string members = "\"mode\":";
    append_json_string(members, name);
    return request("set_permission_mode", members);
}

std::string scripted_peer::initialize() { return request("initialize", "\"hooks\":null"); }
std::string scripted_peer::interrupt() { return request("interrupt"); }

std::string scripted_peer::request(std::string_view subtype, std::string_view members) {
    const std::string id = next_id();
    channel_.request(id, subtype, members);
    return id;
}

void scripted_peer::cancel(std::string_view id) { channel_.cancel(id); }
void scripted_peer::keep_alive() { channel_.keep_alive(); }
void scripted_peer::line(std::string_view text) { channel_.pass(text); }

void scripted_peer::answer_allow(std::string_view id, std::string_view input,
                                 std::span<const permission_update> updates) {
    const auto asked =
        std::find_if(asked_.begin(), asked_.end(), [&](const auto& each) { return each.id == id; });
    if (input.empty())
        input = asked == asked_.end() ? std::string_view("{}") : std::string_view(asked->input);
    channel_.allow(id, input, updates);
}

void scripted_peer::answer_deny(std::string_view id, std::string_view reason, bool interrupt) {
    channel_.deny(id, reason, interrupt);
}

void scripted_peer::answer_error(std::string_view id, std::string_view text) {
    channel_.error(id, control_error::permission_check_error, text);
}

std::string scripted_peer::take() {
    std::string bytes;
    for (const std::string_view piece : channel_.take()) bytes += piece;
    channel_.sent();
    return bytes;
}

void scripted_peer::read(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto space = channel_.read_space();
        const std::size_t count = std::min(space.size(), bytes.size());
        std::copy_n(bytes.data(), count, space.data());
        channel_.arrived(count);
        bytes.remove_prefix(count);
        read_lines();
    }
}

void scripted_peer::read_lines() {
    while (true) {
        const control_message message = channel_.next();
        if (std::holds_alternative<no_message>(message)) return;
        if (const auto* response = std::get_if<response_message>(&message))
            note(*response);
        else if (const auto* question = std::get_if<can_use_tool_message>(&message))
            note(*question);
        else if (const auto* cancel = std::get_if<cancel_message>(&message))
            withdrawn_.emplace_back(cancel->request_id);
        else
            other_lines_.emplace_back(channel_.raw_line());
    }
}

void scripted_peer::note(const can_use_tool_message& question) {
    const auto suggestions = channel_.suggestions(question);
    if (!suggestions) {
        other_lines_.emplace_back(channel_.raw_line());
        return;
    }
    asked_.push_back({std::string(question.request_id), std::string(question.call.tool_name),
                      std::string(question.call.input.raw()), std::string(question.call.tool_use_id),
                      std::string(question.call.agent_id), *suggestions});
}

void scripted_peer::note(const response_message& response) {
    peer_reply reply;
    reply.request_id = response.request_id;
    reply.answered = true;
    reply.shape = response.shape;
    reply.failed = !response.success;
    reply.error = response.error;
    reply.error_code = response.error_code;
    reply.payload = response.payload;
    const bool question =
        std::find(questions_.begin(), questions_.end(), reply.request_id) != questions_.end();
    if (response.success && question) {
        if (auto answer = channel_.answer(response)) {
            if (auto* yes = std::get_if<allow_result>(&answer->result)) {
                reply.allowed = true;
                reply.input = answer->input;
                reply.updates = std::move(yes->updates);
            } else if (auto* no = std::get_if<deny_result>(&answer->result)) {
                reply.denied = true;
                reply.reason = std::move(no->reason);
                reply.interrupt = no->interrupt;
            }
        }
    }
    replies_.push_back(std::move(reply));
}

peer_reply scripted_peer::reply(std::string_view id) const {
    for (const peer_reply& each : replies_)
        if (each.request_id == id) return each;
    peer_reply none;
    none.request_id = id;
    return none;
}

std::size_t scripted_peer::replies_to(std::string_view id) const {
    return static_cast<std::size_t>(std::count_if(
        replies_.begin(), replies_.end(), [&](const peer_reply& each) { return each.request_id == id; }));
}

}  // namespace assent::testing
