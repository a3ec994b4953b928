#include <assent/adapters/control/wire/control_channel.hpp>

#include "disguised_object.hpp"
#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/hook_edit.hpp>

#include <boost/assert.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace assent {

using envelope::found_kind;
using envelope::is_string;
using duplicates = json_scanner::duplicates;

namespace {

// Whose members are wanted of every request, beside the frame's own.
constexpr std::array request_path{envelope::request, envelope::input};

}  // namespace

control_channel::control_channel(channel_options options)
    : line_channel(options.max_line_bytes), options_(options) {
    if (options.speaks == dialect_choice::flat) decided_ = dialect::flat;
    if (options.speaks == dialect_choice::nested) decided_ = dialect::nested;
}

control_message control_channel::next() {
    while (true) {
        const auto line = next_line();
        raw_line_ = line.raw;
        line_text_ = line.text;
        line_terminated_ = line.terminated;
        texts_.clear();
        if (line.what == line_splitter::line::kind::none) return no_message{};
        if (line.what == line_splitter::line::kind::too_long) return too_long(line.text);
        if (envelope::blank(line.text)) {
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
    if (!sound) {
        const json_fault& fault = frame_.scan(line, duplicates::outermost);
        if (fatal(fault.flaw)) {
            auto refused = refuse_object(fault, envelope::fault_text(fault));
            refused.fatal = first && options_.first_line_must_be_object && fault.flaw == json_flaw::syntax;
            return refused;
        }
    }
    const auto* type = frame_.members().find(envelope::type);
    if (is_string(type)) return decode_frame(line, text(*type), sound);
    // No frame of the protocol; but whoever sent a request waits for an answer.
    if (frame_.find(envelope::request) != nullptr && is_string(frame_.find(envelope::request_id)))
        return refuse(envelope::expected(envelope::type, "string", found_kind(type)));
    return foreign_object();
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
    const disguised_object found = find_disguised_object(line);
    if (!found.object.empty()) {
        const json_fault& fault = frame_.scan(found.object, duplicates::outermost);
        auto refused = refuse_object(fault, std::string(found.what));
        if (refused.response) return refused;
        return refused_request(std::move(refused));
    }
    if (!found.what.empty()) return refuse(std::string(found.what));
    return foreign_message{.raw = raw_line_, .object = false};
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
    refused.fatal = refused.request_id.empty() || !(options_.guard_hook.empty() || options_.errors_deny);
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

// What a peer asks for.

namespace {

// Of the objects on `request_path`.
constexpr std::size_t level_of_request = 1;
constexpr std::size_t level_of_input = 2;

}  // namespace

// What is the same of every request.
struct control_channel::request_found {
    std::string_view id;
    std::string_view subtype;
    std::string_view raw;  // the `request` object; its members are in `request_`
};

// How a request is read, by its subtype. All others are for whoever is asked: `other_request_message`.
struct control_channel::request_row {
    std::string_view subtype;
    bool nested_only = false;  // only peers of the nested dialect send it
    control_message (*read)(control_channel& in, const request_found& found);

    static const request_row* find(std::string_view subtype) noexcept;
};

const control_channel::request_row* control_channel::request_row::find(std::string_view subtype) noexcept {
    static constexpr std::array rows{
        request_row{.subtype = envelope::can_use_tool,
                    .read = [](control_channel& in,
                               const request_found& found) { return in.decode_can_use_tool(found.id); }},
        request_row{.subtype = envelope::set_permission_mode,
                    .read = [](control_channel& in,
                               const request_found& found) { return in.decode_set_mode(found.id); }},
        request_row{.subtype = envelope::hook_callback,
                    .nested_only = true,
                    .read = [](control_channel& in, const request_found& found) -> control_message {
                        if (in.calls_guard_hook()) return in.decode_guard_hook(found.id);
                        return other_request_message{found.id, found.subtype, found.raw};
                    }},
        request_row{.subtype = envelope::initialize,
                    .nested_only = true,
                    .read = [](control_channel&, const request_found& found) -> control_message {
                        return initialize_message{found.id, found.raw};
                    }},
        request_row{.subtype = envelope::interrupt,
                    .read = [](control_channel&, const request_found& found) -> control_message {
                        return interrupt_message{found.id};
                    }},
    };
    const auto* const row = std::ranges::find(rows, subtype, &request_row::subtype);
    return row == rows.end() ? nullptr : row;
}

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
    const request_found found{id_text, text(*subtype), request->value};
    decide_by(found.subtype);
    const auto* const row = request_row::find(found.subtype);
    return row == nullptr ? other_request_message{found.id, found.subtype, found.raw}
                          : row->read(*this, found);
}

void control_channel::decide_by(std::string_view subtype) noexcept {
    if (const auto* const row = request_row::find(subtype); row != nullptr && row->nested_only)
        decide(dialect::nested);
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
                              .tool_use_id = readable ? hooked_use_id() : std::string_view(),
                              .after = readable && tells_of_end()};
}

// What the hook is told has happened already.
bool control_channel::tells_of_end() {
    const auto* about = request_.find(envelope::input);
    if (about == nullptr || about->kind != json_kind::object) return false;
    hook_.scan(about->value, json_scanner::duplicates::outermost);
    const auto* const event = hook_.find(nested_words::key_hook_event_name);
    return is_string(event) && std::ranges::find(nested_words::words_after_use, text(*event)) !=
                                   std::end(nested_words::words_after_use);
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
    guard_hook_message message{.request_id = id, .tool_use_id = hooked_use_id(), .after = tells_of_end()};
    const auto* about = request_.find(envelope::input);
    if (about == nullptr || about->kind != json_kind::object) {
        message.flaw = envelope::expected("request.input", "object", found_kind(about));
        return message;
    }
    hook_.scan(about->value, json_scanner::duplicates::outermost);
    if (auto flaw = use_.read(hook_.members(), {envelope::tool_name, envelope::tool_input}, "request.input",
                              texts_)) {
        message.flaw = std::move(flaw->message);
        return message;
    }
    tool_call call = use_.call();
    if (auto flaw = nested_codec().read_call(hook_.members(), "request.input", call, texts_)) {
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
    if (auto flaw = use_.read(request_, {envelope::tool_name, envelope::input}, "request", texts_, scanned))
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
    // An undecided peer may be either; what the nested dialect adds is read whenever it is there.
    if (const auto error = nested_codec().read_call(request_, envelope::request, message.call, texts_))
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

// The outgoing half of the channel: messages become lines.

namespace {

constexpr std::string_view opening_of_answer = R"({"type":"control_response")";

}  // namespace

// Until the dialect is known, an answer carries the members of both.
template <class Append>
written_answer control_channel::respond(Append append) {
    end_cut_line();
    const std::size_t begin = out().size();
    out() += opening_of_answer;
    if (decided_) {
        append(speaking());
    } else {
        append(flat_codec());
        append(nested_codec());
    }
    out().append("}").append(line_end);
    return {begin, out().size()};
}

written_answer control_channel::allow(std::string_view id, std::string_view input,
                                      std::span<const permission_update> updates) {
    return respond([&](const codec& in) {
        in.begin_allow(out(), id);
        if (goes_back_from_line(input))
            splice(input);
        else
            out() += input;
        in.end_allow(out(), updates);
    });
}

// It lies in the line of the last message, and not in a copy of it; and the line can be held until it is
// sent.
bool control_channel::goes_back_from_line(std::string_view input) const noexcept {
    const std::less_equal<const char*> not_behind;
    return input.size() >= spliced_input_bytes && can_splice() &&
           not_behind(raw_line_.data(), input.data()) &&
           not_behind(input.data() + input.size(), raw_line_.data() + raw_line_.size());
}

void control_channel::deny(std::string_view id, std::string_view reason, bool stop_turn) {
    respond([&](const codec& in) { in.append_deny(out(), id, reason, stop_turn); });
}

void control_channel::deny_instead(std::span<const written_answer> answers,
                                   std::span<const std::string_view> ids, std::string_view reason) {
    BOOST_ASSERT(answers.size() == ids.size());
    write_instead(answers, [&](std::size_t number) { deny(ids[number], reason); });
}

void control_channel::guard(std::string_view id, std::optional<outcome> decision, std::string_view reason) {
    respond([&](const codec& in) { in.append_guard(out(), id, decision, reason); });
}

void control_channel::success(std::string_view id, std::string_view payload) {
    respond([&](const codec& in) { in.append_success(out(), id, payload); });
}

void control_channel::initialized(std::string_view id, std::string_view payload,
                                  std::span<const open_ask> open) {
    std::string questions = "[";
    for (const auto& each : open) {
        if (questions.size() > 1) questions += ',';
        append_question(questions, each.id, each.call);
    }
    questions += ']';
    respond([&](const codec& in) { in.append_initialized(out(), id, payload, questions); });
}

void control_channel::mode_set(std::string_view id, permission_mode mode) {
    respond([&](const codec& in) { in.append_mode_set(out(), id, mode); });
}

void control_channel::error(std::string_view id, control_error code, std::string_view why) {
    respond([&](const codec& in) { in.append_error(out(), id, code, why); });
}

// The frame without its last two braces.
void control_channel::begin_request(std::string& out, std::string_view id, std::string_view subtype) {
    out += '{';
    envelope::append_string_member(out, envelope::type, envelope::control_request, true);
    envelope::append_string_member(out, envelope::request_id, id);
    envelope::append_key(out, envelope::request);
    out += '{';
    envelope::append_string_member(out, envelope::subtype, subtype, true);
}

void control_channel::append_question(std::string& out, std::string_view id, const tool_call& call) const {
    begin_request(out, id, envelope::can_use_tool);
    envelope::append_string_member(out, envelope::tool_name, call.tool_name);
    envelope::append_key(out, envelope::input);
    if (call.input.raw().empty())
        append_json(out, call.input.retain()->whole());
    else
        out += call.input.raw();
    speaking().append_call(out, call);
    out += "}}";
}

void control_channel::ask(std::string_view id, const tool_call& call) {
    end_cut_line();
    append_question(out(), id, call);
    out() += line_end;
}

void control_channel::request_mode(std::string_view id, permission_mode mode) {
    end_cut_line();
    begin_request(out(), id, envelope::set_permission_mode);
    envelope::append_string_member(out(), envelope::mode, speaking().mode_name(mode));
    out().append("}}").append(line_end);
}

void control_channel::request(std::string_view id, std::string_view subtype, std::string_view members) {
    end_cut_line();
    begin_request(out(), id, subtype);
    if (!members.empty()) out().append(",").append(members);
    out().append("}}").append(line_end);
}

void control_channel::cancel(std::string_view id) {
    end_cut_line();
    out() += '{';
    envelope::append_string_member(out(), envelope::type, envelope::control_cancel_request, true);
    envelope::append_string_member(out(), envelope::request_id, id);
    out().append("}").append(line_end);
}

void control_channel::keep_alive() {
    end_cut_line();
    out() += '{';
    envelope::append_string_member(out(), envelope::type, envelope::keep_alive, true);
    out().append("}").append(line_end);
}

}  // namespace assent
