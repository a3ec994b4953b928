#include <assent/adapters/control/json_rpc/json_rpc_channel.hpp>

#include "../wire/disguised_object.hpp"
#include "../wire/envelope.hpp"
#include "json_rpc_words.hpp"

#include <assent/adapters/control/json/json_text.hpp>

#include <utility>

namespace assent {

namespace {

// A number that has one spelling: who answers `1` has been asked `1.0`, and nobody would find the question.
bool is_whole(std::string_view number) {
    if (number.starts_with('-')) number.remove_prefix(1);
    return number == "0" ||
           (!number.starts_with('0') && number.find_first_not_of("0123456789") == number.npos);
}

}  // namespace

std::string_view json_rpc_words::id_of(const json_member* member, text_store& texts) {
    if (member == nullptr) return {};
    if (member->kind == json_kind::number && member->value.size() <= max_request_id_bytes &&
        member->value != "-0" && is_whole(member->value))
        return texts.emplace_back(member->value);
    if (!envelope::is_string(member)) return {};
    const auto text = envelope::text_of(*member, texts);
    if (text.size() > max_request_id_bytes) return {};
    std::string written;
    append_json_string(written, text);
    return texts.emplace_back(std::move(written));
}

std::string json_rpc_words::expected_id() {
    return "a whole number or string of at most " + std::to_string(max_request_id_bytes) + " bytes";
}

namespace {

void begin_frame(std::string& out, bool versioned) {
    out += '{';
    if (!versioned) return;
    envelope::append_string_member(out, json_rpc_words::key_jsonrpc, json_rpc_words::jsonrpc_version, true);
    out += ',';
}

void begin_answer(std::string& out, bool versioned, std::string_view id) {
    begin_frame(out, versioned);
    envelope::append_key(out, json_rpc_words::key_id, true);
    out += id.empty() ? std::string_view("null") : id;
}

}  // namespace

void json_rpc_words::append_result(std::string& out, bool versioned, std::string_view id,
                                   std::string_view value) {
    begin_answer(out, versioned, id);
    envelope::append_key(out, key_result);
    out.append(value).append("}");
}

void json_rpc_words::append_error(std::string& out, bool versioned, std::string_view id, json_rpc_error code,
                                  std::string_view text) {
    begin_answer(out, versioned, id);
    envelope::append_key(out, key_error);
    out += '{';
    envelope::append_key(out, key_code, true);
    out += std::to_string(static_cast<int>(code));
    envelope::append_string_member(out, key_message, text);
    out += "}}";
}

json_rpc_channel::json_rpc_channel(json_rpc_options options)
    : line_channel(options.max_line_bytes), options_(options) {}

json_rpc_message json_rpc_channel::next() {
    const auto line = next_line();
    raw_line_ = line.raw;
    line_text_ = line.text;
    line_terminated_ = line.terminated;
    texts_.clear();
    if (line.what == line_splitter::line::kind::none) return {};
    if (line.what == line_splitter::line::kind::too_long) {
        frame_.scan({}, json_scanner::duplicates::outermost);  // forget the line before
        return refuse("line longer than " + std::to_string(options_.max_line_bytes) + " bytes", true);
    }
    return decode(line.text);
}

json_rpc_message json_rpc_channel::decode(std::string_view line) {
    using enum json_rpc_message::kind;
    if (envelope::blank(line)) return {.what = other};
    const char first = line[line.find_first_not_of(" \t")];
    if (first == '{') {
        flaw_ = frame_.scan(line, json_scanner::duplicates::everywhere);
        return decode_frame();
    }
    frame_.scan({}, json_scanner::duplicates::outermost);  // forget the line before: its id is not this one's
    if (first == '[') return refuse("a batch; expected one message on each line", true);
    const disguised_object found = find_disguised_object(line);
    if (found.what.empty()) return {.what = other};
    if (!found.object.empty()) frame_.scan(found.object, json_scanner::duplicates::outermost);
    return refuse(std::string(found.what));
}

json_rpc_message json_rpc_channel::decode_frame() {
    using namespace json_rpc_words;
    using enum json_rpc_message::kind;
    if (flaw_ && fatal(flaw_.flaw)) {
        // Once more, so that an id behind the fault is found too. Two ids are no id.
        const json_fault outermost = frame_.scan(line_text_, json_scanner::duplicates::outermost);
        auto refused = refuse(envelope::fault_text(flaw_));
        if (outermost.key == key_id) refused.id = {};
        if (outermost.key == key_method) refused.method = {};
        return refused;
    }
    const auto* const id = frame_.find(key_id);
    const auto* const method = frame_.find(key_method);
    const auto* const result = frame_.find(key_result);
    const auto* const error = frame_.find(key_error);
    json_rpc_message message;
    message.id = id_of(id, texts_);
    if (id != nullptr && message.id.empty())
        return refuse(envelope::expected(key_id, expected_id(), envelope::found_kind(id)));
    if (method != nullptr && (result != nullptr || error != nullptr))
        return refuse("a request and an answer in one");
    if (flaw_) message.flaw = envelope::fault_text(flaw_);
    if (method != nullptr) {
        if (!envelope::is_string(method))
            return refuse(envelope::expected(key_method, "string", envelope::found_kind(method)));
        message.what = id == nullptr ? notification : request;
        message.method = envelope::text_of(*method, texts_);
        if (const auto* const params = frame_.find(key_params)) message.params = params->value;
        return message;
    }
    // Readers that look for one of the two first would disagree.
    if (result != nullptr && error != nullptr) return refuse("an answer with a result and an error");
    message.what = id != nullptr && (result != nullptr || error != nullptr) ? response : other;
    if (result != nullptr) message.result = result->value;
    return message;
}

// Of the line that was just scanned.
json_rpc_message json_rpc_channel::refuse(std::string why, bool fatal) {
    using namespace json_rpc_words;
    json_rpc_message refused{.what = json_rpc_message::kind::refused, .flaw = std::move(why), .fatal = fatal};
    refused.id = id_of(frame_.find(key_id), texts_);
    if (const auto* const method = frame_.find(key_method); envelope::is_string(method))
        refused.method = envelope::text_of(*method, texts_);
    return refused;
}

// A last line without an end would join what is written behind it, so it keeps none only where it passes.
void json_rpc_channel::pass_line_of(const json_rpc_channel& from) {
    if (from.line_terminated())
        pass(from.raw_line());
    else
        pass_unterminated(from.raw_line());
}

void json_rpc_channel::pass_line_of(const json_rpc_channel& from, std::string_view instead) {
    pass(instead == from.line_text() ? from.raw_line() : instead);
}

void json_rpc_channel::result(std::string_view id, std::string_view value) {
    end_cut_line();
    json_rpc_words::append_result(out(), options_.versioned, id, value);
    out() += line_end;
}

void json_rpc_channel::error(std::string_view id, json_rpc_error code, std::string_view text) {
    end_cut_line();
    json_rpc_words::append_error(out(), options_.versioned, id, code, text);
    out() += line_end;
}

void json_rpc_channel::request(std::string_view id, std::string_view method, std::string_view params) {
    using namespace json_rpc_words;
    end_cut_line();
    begin_frame(out(), options_.versioned);
    envelope::append_key(out(), key_id, true);
    out() += id;
    envelope::append_string_member(out(), key_method, method);
    envelope::append_key(out(), key_params);
    out().append(params).append("}").append(line_end);
}

}  // namespace assent
