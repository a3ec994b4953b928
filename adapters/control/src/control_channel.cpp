#include "envelope.hpp"

#include <assent/adapters/control/control_channel.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace assent {
namespace {

constexpr std::string_view initialize = "initialize";
constexpr std::string_view interrupt = "interrupt";

// As much of a peer's text as a message repeats.
constexpr std::size_t max_quoted_bytes = 64;

// Subtypes that only peers of the nested dialect send.
constexpr std::array nested_subtypes{initialize, std::string_view("hook_callback")};

bool blank(std::string_view line) noexcept {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// What is left behind control characters and what Unicode calls white space.
std::string_view after_odd_space(std::string_view line) noexcept {
    static constexpr std::array<std::string_view, 11> wide{
        "\xC2\x85",     "\xC2\xA0",     "\xE1\x9A\x80", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
        "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF", "\xE2\x80\x8B", "\xE1\xA0\x8E"};
    while (!line.empty()) {
        const auto known =
            std::find_if(wide.begin(), wide.end(), [&](auto each) { return line.starts_with(each); });
        const bool en_quad_to_hair = line.size() > 2 && line.starts_with("\xE2\x80") &&
                                     static_cast<unsigned char>(line[2]) >= 0x80 &&
                                     static_cast<unsigned char>(line[2]) <= 0x8A;
        if (static_cast<unsigned char>(line.front()) <= ' ' || line.front() == '\x7F')
            line.remove_prefix(1);
        else if (known != wide.end())
            line.remove_prefix(known->size());
        else if (en_quad_to_hair)
            line.remove_prefix(3);
        else
            break;
    }
    return line;
}

std::string quoted(std::string_view text) { return "`" + std::string(text) + "`"; }

std::string_view found_kind(const json_member* member) noexcept {
    return member == nullptr ? std::string_view("nothing") : envelope::to_string(member->kind);
}

bool is_string(const json_member* member) noexcept {
    return member != nullptr && member->kind == json_kind::string;
}

}  // namespace

control_channel::control_channel(channel_options options)
    : options_(options), lines_(options.max_line_bytes) {
    if (options.speaks == dialect_choice::flat) decided_ = dialect::flat;
    if (options.speaks == dialect_choice::nested) decided_ = dialect::nested;
}

control_message control_channel::next() {
    while (true) {
        const auto line = lines_.next();
        raw_line_ = line.raw;
        line_terminated_ = line.terminated;
        texts_.clear();
        if (line.what == line_splitter::line::kind::none) return no_message{};
        if (line.what == line_splitter::line::kind::too_long) return too_long(line.text);
        if (blank(line.text)) {
            if (options_.questions_only) return foreign_message{.raw = raw_line_, .object = false};
            continue;
        }
        return decode(line.text);
    }
}

control_message control_channel::decode(std::string_view line) {
    const bool first = std::exchange(first_line_, false);
    const auto start = line.find_first_not_of(" \t");
    if (line[start] != '{') {
        frame_.scan({},
                    json_scanner::duplicates::outermost);  // forget the line before: its id is not this one's
        if (first && options_.first_line_must_be_object) {
            auto refused = refuse("the first line is not a JSON object");
            refused.fatal = true;
            return refused;
        }
        // A reader that splits lines at CR would find another frame behind it.
        if (line.find('\r') != std::string_view::npos) return refuse("a line with a carriage return inside");
        // Readers that strip more than blanks would find an object.
        if (after_odd_space(line).starts_with('{'))
            return refuse("an object behind white space that is not JSON's");
        return foreign_message{.raw = raw_line_, .object = false};
    }
    const json_fault& fault = frame_.scan(line, json_scanner::duplicates::outermost);
    if (fatal(fault.flaw)) {
        auto refused = refuse(fault);
        if (fault.key == envelope::request_id) refused.request_id = {};  // two ids are no id
        refused.fatal = first && options_.first_line_must_be_object && fault.flaw == json_flaw::syntax;
        return refused;
    }
    const auto* type = frame_.find(envelope::type);
    if (is_string(type)) return decode_frame(line, text(*type));
    // No frame of the protocol; but whoever sent a request waits for an answer.
    if (frame_.find(envelope::request) != nullptr && is_string(frame_.find(envelope::request_id)))
        return refuse(envelope::expected(envelope::type, "string", found_kind(type)));
    return foreign_message{.raw = raw_line_, .object = true};
}

control_message control_channel::decode_frame(std::string_view line, std::string_view type) {
    if (options_.questions_only && type == envelope::control_response) return foreign_response();
    if (options_.questions_only && passed_by(type)) return foreign_message{.raw = raw_line_, .object = true};
    if (type == envelope::keep_alive) return keep_alive_message{};
    const bool request = type == envelope::control_request;
    const bool response = type == envelope::control_response;
    const bool cancel = type == envelope::control_cancel_request;
    if (!request && !response && !cancel) return foreign_message{.raw = raw_line_, .object = true};
    if (const json_fault fault = frame_.scan(line, json_scanner::duplicates::everywhere)) {
        // Once more, so that an id behind the fault is found too.
        frame_.scan(line, json_scanner::duplicates::outermost);
        auto refused = refuse(fault);
        refused.response = response;
        return refused;
    }
    if (response) return decode_response();
    if (request) return decode_request();
    const auto* id = frame_.find(envelope::request_id);
    if (!is_string(id)) return refuse(envelope::expected(envelope::request_id, "string", found_kind(id)));
    decide(dialect::nested);
    return cancel_message{text(*id)};
}

// An agent repeats its open questions in the answer to `initialize`. They are decided here, so whoever
// drives the agent does not get them.
control_message control_channel::foreign_response() {
    std::optional<std::string_view> asked = nested_codec().asked_again(frame_.members());
    if (asked && asked->empty()) return refuse("duplicate key inside a control_response");
    if (asked) {
        const auto from = static_cast<std::size_t>(asked->data() - raw_line_.data());
        rewritten_.assign(raw_line_.substr(0, from))
            .append("[]")
            .append(raw_line_.substr(from + asked->size()));
        raw_line_ = rewritten_;
    }
    return foreign_message{.raw = raw_line_, .object = true};
}

// Surely neither a question nor a cancel. What such a frame holds inside is between its two ends.
bool control_channel::passed_by(std::string_view type) {
    if (type == envelope::control_cancel_request) return false;
    if (type != envelope::control_request) return true;
    const auto* request = frame_.find(envelope::request);
    if (request == nullptr || request->kind != json_kind::object) return false;
    if (fatal(request_.scan(request->value, json_scanner::duplicates::outermost).flaw)) return false;
    const auto* subtype = request_.find(envelope::subtype);
    return is_string(subtype) && text(*subtype) != envelope::can_use_tool;
}

control_message control_channel::decode_request() {
    const auto* id = frame_.find(envelope::request_id);
    if (!is_string(id)) return refuse(envelope::expected(envelope::request_id, "string", found_kind(id)));
    const std::string_view id_text = text(*id);
    if (id_text.empty()) return refuse(envelope::expected(envelope::request_id, "an id", "an empty string"));
    if (id_text.size() > max_request_id_bytes)
        return refuse(envelope::expected(envelope::request_id,
                                         "at most " + std::to_string(max_request_id_bytes) + " bytes",
                                         std::to_string(id_text.size())));
    const auto* request = frame_.find(envelope::request);
    if (request == nullptr || request->kind != json_kind::object)
        return refuse(envelope::expected(envelope::request, "object", found_kind(request)));
    request_.scan(request->value, json_scanner::duplicates::outermost);
    const auto* subtype = request_.find(envelope::subtype);
    if (!is_string(subtype))
        return refuse(envelope::expected("request.subtype", "string", found_kind(subtype)));
    return decode_subtype(id_text, text(*subtype), request->value);
}

control_message control_channel::decode_subtype(std::string_view id, std::string_view subtype,
                                                std::string_view request) {
    if (subtype == envelope::can_use_tool) return decode_can_use_tool(id);
    if (subtype == envelope::set_permission_mode) return decode_set_mode(id);
    for (const auto each : nested_subtypes)
        if (subtype == each) decide(dialect::nested);
    if (subtype == initialize) return initialize_message{id, request};
    if (subtype == interrupt) return interrupt_message{id};
    return other_request_message{id, subtype, request};
}

control_message control_channel::decode_can_use_tool(std::string_view id) {
    const auto* tool = request_.find(envelope::tool_name);
    if (!is_string(tool)) return refuse(envelope::expected("request.tool_name", "string", found_kind(tool)));
    const auto* input = request_.find(envelope::input);
    if (input == nullptr || input->kind != json_kind::object)
        return refuse(envelope::expected("request.input", "object", found_kind(input)));
    const std::string_view tool_text = text(*tool);
    if (!valid_tool_name(tool_text))
        return refuse("`request.tool_name`: expected 1 to 128 letters, digits, `_`, `.` or `-`");
    input_members_.scan(input->value, json_scanner::duplicates::outermost);
    if (holds_nul(input->value)) return refuse("`request.input`: a string holds U+0000");
    if (input_members_.members().size() > max_input_members)
        return refuse("`request.input`: more than " + std::to_string(max_input_members) + " members",
                      control_error::too_large);
    input_.emplace(input->value, input_members_.members());
    can_use_tool_message message{.request_id = id, .call = {.tool_name = tool_text, .input = *input_}};

    json_array list;
    if (const auto* suggestions = request_.find(envelope::suggestions);
        suggestions != nullptr && suggestions->kind != json_kind::null) {
        if (suggestions->kind != json_kind::array)
            return refuse(
                envelope::expected("request.permission_suggestions", "array", found_kind(suggestions)));
        list = parse_scanned(suggestions->value).get_array();
        if (const auto shape = dialect_of_suggestions(list)) decide(*shape);
    }
    if (nested_codec().claims_call(request_.members())) decide(dialect::nested);
    auto suggestions = speaking().suggestions(list);
    if (!suggestions) return refuse(suggestions.error().message, suggestions.error().code);
    suggestions_ = std::move(*suggestions);
    message.call.suggestions = suggestions_;
    if (const auto* path = request_.find(envelope::blocked_path);
        path != nullptr && path->kind != json_kind::null) {
        if (!is_string(path))
            return refuse(envelope::expected("request.blocked_path", "string", found_kind(path)));
        message.call.blocked_path = text(*path);
    }
    // An undecided peer may be either; what the nested dialect adds is read whenever it is there.
    if (const auto error = nested_codec().read_call(request_.members(), message.call, texts_))
        return refuse(error->message, error->code);
    return message;
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
    return set_mode_message{id, name, *mode};
}

control_message control_channel::decode_response() {
    const bool flat_first = decided_ == dialect::flat;
    const codec& first = flat_first ? flat_codec() : nested_codec();
    const codec& second = flat_first ? nested_codec() : flat_codec();
    for (const codec* each : {&first, &second}) {
        auto response = each->response(frame_.members(), texts_);
        if (!response) continue;
        decide(response->shape);
        return std::move(*response);
    }
    auto refused = refuse("a control_response without an id and a result");
    refused.response = true;
    return refused;
}

control_message control_channel::too_long(std::string_view prefix) {
    first_line_ = false;
    frame_.scan(prefix, json_scanner::duplicates::outermost);
    auto refused = refuse("line longer than " + std::to_string(options_.max_line_bytes) + " bytes",
                          control_error::too_large);
    // Without an id nobody can be told, and whoever sent it would wait for ever.
    refused.fatal = refused.request_id.empty();
    return refused;
}

refused_message control_channel::refuse(const json_fault& fault) const {
    std::string what(to_string(fault.flaw));
    if (fault.flaw == json_flaw::duplicate_key)
        what += " " + quoted(std::string_view(fault.key).substr(0, max_quoted_bytes));
    return refuse(what + " at byte " + std::to_string(fault.offset));
}

// The id is taken from what could be read. A frame that surely is no request gets no answer.
refused_message control_channel::refuse(std::string why, control_error code) const {
    refused_message refused{.code = code, .text = std::move(why)};
    std::string scratch;
    const auto* type = frame_.find(envelope::type);
    refused.response = type != nullptr &&
                       !(is_string(type) && string_text(type->value, scratch) == envelope::control_request);
    if (const auto* id = frame_.find(envelope::request_id); is_string(id) && !refused.response) {
        id_text_.clear();
        refused.request_id = string_text(id->value, id_text_);
    }
    return refused;
}

std::string_view control_channel::text(const json_member& member) {
    return envelope::text_of(member, texts_);
}

void control_channel::decide(dialect which) noexcept {
    if (!decided_) decided_ = which;
}

const codec& control_channel::speaking() const noexcept {
    return codec_for(decided_.value_or(dialect::nested));
}

boost::system::result<decoded_answer, decode_error> control_channel::answer(
    const response_message& response) const {
    return codec_for(response.shape).answer(response.payload);
}

}  // namespace assent
