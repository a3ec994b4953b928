#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/control_channel.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <array>
#include <utility>

// What a peer asks for.
namespace assent {

using envelope::found_kind;
using envelope::is_string;
using envelope::quoted;

namespace {

// Subtypes that only peers of the nested dialect send.
constexpr std::array nested_subtypes{envelope::initialize, envelope::hook_callback};

// Of the objects on `request_path`.
constexpr std::size_t level_of_request = 1;
constexpr std::size_t level_of_input = 2;

}  // namespace

control_message control_channel::decode_request() {
    const json_members frame = frame_.members();
    const auto* id = frame.find(envelope::request_id);
    if (!is_string(id)) return refuse(envelope::expected(envelope::request_id, "string", found_kind(id)));
    const std::string_view id_text = text(*id);
    if (id_text.empty()) return refuse(envelope::expected(envelope::request_id, "an id", "an empty string"));
    if (id_text.size() > max_request_id_bytes)
        return refuse(envelope::expected(envelope::request_id,
                                         "at most " + std::to_string(max_request_id_bytes) + " bytes",
                                         std::to_string(id_text.size())));
    const auto* request = frame.find(envelope::request);
    if (request == nullptr || request->kind != json_kind::object)
        return refuse(envelope::expected(envelope::request, "object", found_kind(request)));
    request_ = frame_.members(level_of_request);
    const auto* subtype = request_.find(envelope::subtype);
    if (!is_string(subtype))
        return refuse(envelope::expected("request.subtype", "string", found_kind(subtype)));
    return decode_subtype(id_text, text(*subtype), request->value);
}

control_message control_channel::decode_subtype(std::string_view id, std::string_view subtype,
                                                std::string_view request) {
    if (subtype == envelope::can_use_tool) return decode_can_use_tool(id);
    if (subtype == envelope::set_permission_mode) return decode_set_mode(id);
    decide_by(subtype);
    if (calls_guard_hook()) return decode_guard_hook(id);
    if (subtype == envelope::initialize) return initialize_message{id, request};
    if (subtype == envelope::interrupt) return interrupt_message{id};
    return other_request_message{id, subtype, request};
}

void control_channel::decide_by(std::string_view subtype) noexcept {
    for (const auto each : nested_subtypes)
        if (subtype == each) decide(dialect::nested);
}

// Agents take an error answer to a hook for no objection. What may be the guard hook is denied as one;
// whatever else it was, such an answer is no permission either.
control_message control_channel::refused_request(refused_message refused) {
    if (options_.guard_hook.empty() || refused.request_id.empty()) return refused;
    const auto* request = frame_.find(envelope::request);
    const bool readable = request != nullptr && request->kind == json_kind::object && scan_request(*request);
    if (readable && !calls_guard_hook()) return refused;
    return guard_hook_message{.request_id = refused.request_id,
                              .flaw = std::move(refused.text),
                              .tool_use_id = readable ? hooked_use_id() : std::string_view()};
}

// Beside what the hook is told, or in it.
std::string_view control_channel::hooked_use_id() {
    if (const auto* id = request_.find(nested_words::key_tool_use_id); is_string(id)) return text(*id);
    const auto* about = request_.find(envelope::input);
    if (about == nullptr || about->kind != json_kind::object) return {};
    hook_.scan(about->value, json_scanner::duplicates::outermost);
    const auto* id = hook_.find(nested_words::key_tool_use_id);
    return is_string(id) ? text(*id) : std::string_view();
}

bool control_channel::calls_guard_hook() {
    if (options_.guard_hook.empty()) return false;
    const auto* subtype = request_.find(envelope::subtype);
    const auto* callback = request_.find(envelope::callback_id);
    return is_string(subtype) && text(*subtype) == envelope::hook_callback && is_string(callback) &&
           text(*callback) == options_.guard_hook;
}

control_message control_channel::decode_guard_hook(std::string_view id) {
    guard_hook_message message{.request_id = id, .tool_use_id = hooked_use_id()};
    const auto* about = request_.find(envelope::input);
    if (about == nullptr || about->kind != json_kind::object) {
        message.flaw = envelope::expected("request.input", "object", found_kind(about));
        return message;
    }
    hook_.scan(about->value, json_scanner::duplicates::outermost);
    if (auto flaw = use_.read(hook_.members(), envelope::tool_input, "request.input", texts_)) {
        message.flaw = std::move(flaw->message);
        return message;
    }
    tool_call call = use_.call();
    if (auto flaw = nested_codec().read_call(hook_.members(), call, texts_)) {
        message.flaw = std::move(flaw->message);
        return message;
    }
    if (const auto* cwd = hook_.find(envelope::cwd); is_string(cwd)) call.cwd = text(*cwd);
    call.from_hook = true;
    message.call.emplace(call);
    return message;
}

control_message control_channel::decode_can_use_tool(std::string_view id) {
    const tool_use_reader::scanned_input scanned{frame_.members(level_of_input),
                                                 frame_.value_count(level_of_input), frame_.holds_nul()};
    if (auto flaw = use_.read(request_, envelope::input, "request", texts_, scanned))
        return refuse(std::move(flaw->message), flaw->code);
    can_use_tool_message message{.request_id = id, .call = use_.call()};

    if (const auto* suggestions = request_.find(envelope::suggestions);
        suggestions != nullptr && suggestions->kind != json_kind::null) {
        if (suggestions->kind != json_kind::array)
            return refuse(
                envelope::expected("request.permission_suggestions", "array", found_kind(suggestions)));
        message.suggestions = suggestions->value;
        if (!decided_)
            if (const auto shape = dialect_of_suggestions(parse_scanned(suggestions->value).get_array()))
                decide(*shape);
    }
    if (!decided_ && nested_codec().claims_call(request_)) decide(dialect::nested);
    if (const auto* path = request_.find(envelope::blocked_path);
        path != nullptr && path->kind != json_kind::null) {
        if (!is_string(path))
            return refuse(envelope::expected("request.blocked_path", "string", found_kind(path)));
        message.call.blocked_path = text(*path);
    }
    // An undecided peer may be either; what the nested dialect adds is read whenever it is there.
    if (const auto error = nested_codec().read_call(request_, message.call, texts_))
        return refuse(error->message, error->code);
    return message;
}

boost::system::result<std::vector<permission_update>, decode_error> control_channel::suggestions(
    const can_use_tool_message& question) const {
    if (question.suggestions.empty()) return std::vector<permission_update>();
    return speaking().suggestions(parse_scanned(question.suggestions).get_array());
}

control_message control_channel::decode_set_mode(std::string_view id) {
    const auto* member = request_.find(envelope::mode);
    if (!is_string(member))
        return refuse(envelope::expected("request.mode", "one of " + std::string(speaking().mode_names()),
                                         found_kind(member)),
                      control_error::invalid_mode);
    const std::string_view name = text(*member);
    if (!decided_) {
        if (flat_codec().mode(name))
            decide(dialect::flat);
        else if (nested_codec().mode(name))
            decide(dialect::nested);
    }
    const auto mode = speaking().mode(name);
    if (!mode)
        return refuse("`request.mode`: expected one of " + std::string(speaking().mode_names()),
                      control_error::invalid_mode);
    return set_mode_message{id, name, *mode, speaking().exact_mode(name)};
}

}  // namespace assent
