#include "envelope.hpp"

#include <assent/adapters/control/control_channel.hpp>
#include <assent/adapters/control/hook_edit.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace assent {

using envelope::found_kind;
using envelope::is_string;
using duplicates = json_scanner::duplicates;

namespace {

// Whose members are wanted of every request, beside the frame's own.
constexpr std::array request_path{envelope::request, envelope::input};

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

// Whether a reader that ends lines elsewhere too, as Python's `splitlines` does, would find an object.
bool object_behind_line_end(std::string_view line) noexcept {
    static constexpr std::array<std::string_view, 8> line_ends{
        "\v", "\f", "\x1C", "\x1D", "\x1E", "\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"};
    for (const auto line_end : line_ends) {
        std::string_view rest = line;
        for (auto at = rest.find(line_end); at != std::string_view::npos; at = rest.find(line_end)) {
            rest = after_odd_space(rest.substr(at));
            if (rest.starts_with('{')) return true;
        }
    }
    return false;
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
        line_text_ = line.text;
        line_terminated_ = line.terminated;
        texts_.clear();
        if (line.what == line_splitter::line::kind::none) return no_message{};
        if (line.what == line_splitter::line::kind::too_long) return too_long(line.text);
        if (blank(line.text)) {
            if (options_.reads != channel_reads::everything)
                return foreign_message{.raw = raw_line_, .object = false};
            continue;
        }
        return decode(line.text);
    }
}

control_message control_channel::decode(std::string_view line) {
    const bool first = std::exchange(first_line_, false);
    const auto start = line.find_first_not_of(" \t");
    if (line[start] != '{') return decode_text(line, first);
    // Nearly every line is read by this one pass. Only where something is wrong somewhere does it matter
    // where.
    const bool sound = options_.reads == channel_reads::everything &&
                       !frame_.scan(line, duplicates::everywhere, request_path);
    if (sound) return decode_object(line, true);
    const json_fault& fault = frame_.scan(line, duplicates::outermost);
    if (fatal(fault.flaw)) {
        auto refused = refuse_object(fault, envelope::fault_text(fault));
        refused.fatal = first && options_.first_line_must_be_object && fault.flaw == json_flaw::syntax;
        return refused;
    }
    return decode_object(line, false);
}

// A line that does not begin with an object.
control_message control_channel::decode_text(std::string_view line, bool first) {
    frame_.scan({}, duplicates::outermost);  // forget the line before: its id is not this one's
    const bool marked = line.starts_with(envelope::byte_order_mark);
    if (first && options_.first_line_must_be_object) {
        auto refused =
            refuse(std::string(marked ? envelope::marked_line : "the first line is not a JSON object"));
        refused.fatal = true;
        return refused;
    }
    // A reader that splits lines at CR would find another frame behind it.
    if (line.find('\r') != std::string_view::npos) return refuse("a line with a carriage return inside");
    // Readers that strip more than blanks would find an object.
    if (const auto object = after_odd_space(line); object.starts_with('{')) {
        const json_fault& fault = frame_.scan(object, duplicates::outermost);
        auto refused = refuse_object(
            fault,
            std::string(marked ? envelope::marked_line : "an object behind white space that is not JSON's"));
        if (refused.response) return refused;
        return refused_request(std::move(refused));
    }
    if (object_behind_line_end(line)) return refuse("an object behind a line end that is not LF");
    return foreign_message{.raw = raw_line_, .object = false};
}

control_message control_channel::decode_object(std::string_view line, bool sound) {
    const auto* type = frame_.members().find(envelope::type);
    if (is_string(type)) return decode_frame(line, text(*type), sound);
    // No frame of the protocol; but whoever sent a request waits for an answer.
    if (frame_.find(envelope::request) != nullptr && is_string(frame_.find(envelope::request_id)))
        return refuse(envelope::expected(envelope::type, "string", found_kind(type)));
    return foreign_object();
}

// \param sound  the line was scanned with `request_path`, and there is nothing wrong with it
control_message control_channel::decode_frame(std::string_view line, std::string_view type, bool sound) {
    if (options_.reads == channel_reads::questions && passed_by(type)) return passed_frame(type);
    if (options_.reads == channel_reads::answers) return decode_driver_frame(line, type);
    if (type == envelope::keep_alive) return keep_alive_message{};
    const bool request = type == envelope::control_request;
    const bool response = type == envelope::control_response;
    const bool cancel = type == envelope::control_cancel_request;
    if (!request && !response && !cancel) return foreign_object();
    if (!sound) {
        if (const json_fault fault = frame_.scan(line, duplicates::everywhere, request_path)) {
            // Once more, so that an id behind the fault is found too.
            frame_.scan(line, duplicates::outermost);
            auto refused = refuse(fault);
            if (request) return refused_request(std::move(refused));
            refused.response = response;
            if (response) refused.answers = answered_id();
            return refused;
        }
    }
    if (response) return decode_response();
    if (request) {
        if (options_.guard_hook.empty()) return decode_request();
        control_message message = decode_request();
        auto* const refused = std::get_if<refused_message>(&message);
        return refused == nullptr ? std::move(message) : refused_request(std::move(*refused));
    }
    const auto* id = frame_.find(envelope::request_id);
    if (!is_string(id)) return refuse(envelope::expected(envelope::request_id, "string", found_kind(id)));
    decide(dialect::nested);
    return cancel_message{text(*id)};
}

foreign_message control_channel::foreign_object() {
    foreign_message frame{.raw = raw_line_, .object = true};
    if (const auto* type = frame_.find(envelope::type); is_string(type)) frame.type = text(*type);
    if (const auto* subtype = frame_.find(envelope::subtype); is_string(subtype))
        frame.subtype = text(*subtype);
    return frame;
}

foreign_message control_channel::passed_frame(std::string_view type) {
    foreign_message passed = foreign_object();
    passed.response = type == envelope::control_response;
    const auto* id = frame_.find(envelope::request_id);
    if (type == envelope::control_request) {
        if (is_string(id)) passed.request_id = text(*id);
        if (const auto* subtype = request_.find(envelope::subtype)) passed.subtype = text(*subtype);
        decide_by(passed.subtype);
        if (!options_.guard_hook.empty()) passed.hook = read_hooked_use(request_);
    }
    if (passed.response) {
        if (const auto response = nested_codec().response(frame_.members(), texts_)) {
            decide(dialect::nested);
            passed.request_id = response->request_id;
            passed.failed = !response->success;
        } else if (is_string(id) &&
                   (frame_.find(envelope::result) != nullptr || frame_.find(envelope::error) != nullptr)) {
            decide(dialect::flat);
        }
    }
    return passed;
}

// What is said to an agent. Which answers matter is for the bridge to know; the others may hold anything.
control_message control_channel::decode_driver_frame(std::string_view line, std::string_view type) {
    if (type == envelope::control_response) return decode_response();
    if (type != envelope::control_request) return foreign_object();
    const auto* request = frame_.find(envelope::request);
    if (request == nullptr || request->kind != json_kind::object) return foreign_object();
    if (const json_fault& fault = request_scanner_.scan(request->value, duplicates::outermost);
        fatal(fault.flaw))
        return refuse(fault);
    const auto* subtype = request_scanner_.find(envelope::subtype);
    const auto* id = frame_.find(envelope::request_id);
    const std::string_view id_text = is_string(id) ? text(*id) : std::string_view();
    if (!envelope::says(subtype, envelope::initialize)) {
        foreign_message passed = foreign_object();
        passed.request_id = id_text;
        return passed;
    }
    if (const json_fault fault = hook_.scan(line, duplicates::everywhere); fatal(fault.flaw))
        return refuse(fault);
    return initialize_message{id_text, request->value};
}

// Surely neither a question nor a cancel. What such a frame holds inside is between its two ends.
bool control_channel::passed_by(std::string_view type) {
    if (type == envelope::control_cancel_request) return false;
    if (type != envelope::control_request) return true;
    const auto* request = frame_.find(envelope::request);
    if (request == nullptr || request->kind != json_kind::object) return false;
    if (!scan_request(*request)) return false;
    const auto* subtype = request_.find(envelope::subtype);
    return is_string(subtype) && text(*subtype) != envelope::can_use_tool && !calls_guard_hook();
}

// False when it cannot be read. Otherwise its members are known, whatever they hold inside.
bool control_channel::scan_request(const json_member& request) {
    const bool readable = !fatal(request_scanner_.scan(request.value, duplicates::outermost).flaw);
    request_ = request_scanner_.members();
    return readable;
}

control_message control_channel::decode_response() {
    const bool flat_first = decided_ == dialect::flat;
    const codec& first = flat_first ? flat_codec() : nested_codec();
    const codec& second = flat_first ? nested_codec() : flat_codec();
    const bool both = frame_.find(envelope::response) != nullptr &&
                      (frame_.find(envelope::result) != nullptr || frame_.find(envelope::error) != nullptr);
    for (const codec* each : {&first, &second}) {
        auto response = each->response(frame_.members(), texts_);
        if (!response) continue;
        if (both) {
            // Both halves are for the same request, and end it in the same way; or it is not an answer.
            const auto other = (each == &first ? second : first).response(frame_.members(), texts_);
            if (!other || other->request_id != response->request_id || other->success != response->success)
                break;
            response->both_shapes = true;
        }
        decide(response->shape);
        return std::move(*response);
    }
    auto refused =
        refuse(both ? "a control_response of two meanings" : "a control_response without an id and a result");
    refused.response = true;
    refused.answers = answered_id();
    return refused;
}

// Whom an answer that may not be read was for.
std::string_view control_channel::answered_id() {
    const auto id = nested_codec().answered_id(frame_.members(), texts_);
    return id.empty() ? flat_codec().answered_id(frame_.members(), texts_) : id;
}

control_message control_channel::too_long(std::string_view prefix) {
    first_line_ = false;
    frame_.scan(prefix, duplicates::outermost);
    auto refused = refuse("line longer than " + std::to_string(options_.max_line_bytes) + " bytes",
                          control_error::too_large);
    // Without an id nobody can be told, and whoever sent it would wait for ever. A hook would be told an
    // error, and let the use happen.
    refused.fatal = refused.request_id.empty() || !options_.guard_hook.empty();
    return refused;
}

refused_message control_channel::refuse(const json_fault& fault) const {
    return refuse(envelope::fault_text(fault));
}

// Of the line that was just scanned.
refused_message control_channel::refuse_object(const json_fault& fault, std::string why) {
    auto refused = refuse(std::move(why));
    if (fault.key == envelope::request_id) refused.request_id = {};  // two ids are no id
    if (refused.response) refused.answers = answered_id();
    return refused;
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

std::optional<std::string> control_channel::stock_answer(const other_request_message& message) const {
    json_scanner members;
    if (members.scan(message.request, duplicates::outermost)) return std::nullopt;
    return speaking().stock_answer(message.subtype, members.members());
}

boost::system::result<decoded_answer, decode_error> control_channel::answer(
    const response_message& response) const {
    return codec_for(response.shape).answer(response.payload);
}

}  // namespace assent
