#include <assent/adapters/control/wire/frame_rewriting.hpp>

#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>

#include <algorithm>
#include <array>
#include <span>

namespace assent {
namespace {

using namespace nested_words;

constexpr std::string_view json_blanks = " \t\r\n";
constexpr std::string_view key_flat_updates = "update";

// Looks at the members of an object. \return false when two of them have one name
bool read(json_scanner& scanner, std::string_view object) {
    return !fatal(scanner.scan(object, json_scanner::duplicates::outermost).flaw);
}

// A member of an object; null: it has none, or two.
const json_member* descend(json_scanner& scanner, std::string_view object, std::string_view key) {
    return read(scanner, object) ? scanner.find(key) : nullptr;
}

// `line` with `part`, which lies in it, replaced.
std::string replaced(std::string_view line, std::string_view part, std::string_view by) {
    const auto from = static_cast<std::size_t>(part.data() - line.data());
    std::string text(line.substr(0, from));
    text.append(by).append(line.substr(from + part.size()));
    return text;
}

// `value`, an object or array in `line`, with something in front of what it holds.
std::string with_first(std::string_view line, std::string_view value, std::string_view first) {
    const auto open = value.find_first_of("{[") + 1;
    const auto next = value.find_first_not_of(json_blanks, open);
    const bool empty = next == value.size() - 1;
    return replaced(line, value.substr(open, 0), std::string(first) + (empty ? "" : ","));
}

std::string guard_matcher(std::string_view hook) {
    std::string text = "{";
    envelope::append_key(text, key_hook_callback_ids, true);
    text += '[';
    append_json_string(text, hook);
    text += ']';
    // An agent that gets no answer shall not take that for consent.
    envelope::append_string_member(text, key_on_failure, word_block);
    return text + "}";
}

std::string guard_event(std::string_view event, std::string_view hook) {
    std::string text;
    envelope::append_key(text, event, true);
    return text + "[" + guard_matcher(hook) + "]";
}

// Before a use, and at each end of one.
constexpr std::array guarded_events{word_before_use, words_after_use[0], words_after_use[1]};

std::span<const std::string_view> events_of(guard_hears of) {
    return std::span(guarded_events).first(of == guard_hears::uses ? 1 : guarded_events.size());
}

std::string guard_events(std::string_view hook, guard_hears of) {
    std::string text;
    for (const auto event : events_of(of))
        text.append(text.empty() ? "" : ",").append(guard_event(event, hook));
    return text;
}

// `hooks`, an object, with the guard hook first at this event.
std::optional<std::string> with_guard_at(const std::string& hooks, std::string_view event,
                                         std::string_view hook) {
    json_scanner members;
    if (!read(members, hooks)) return std::nullopt;
    const auto* const there = members.find(event);
    if (there == nullptr) return with_first(hooks, hooks, guard_event(event, hook));
    if (there->kind == json_kind::null) return replaced(hooks, there->value, "[" + guard_matcher(hook) + "]");
    if (there->kind != json_kind::array) return std::nullopt;
    return with_first(hooks, there->value, guard_matcher(hook));
}

std::string joined(const std::vector<std::string_view>& elements) {
    std::string text = "[";
    for (const auto each : elements) {
        if (text.size() > 1) text += ',';
        text += each;
    }
    return text + "]";
}

}  // namespace

std::string guard_hook_members(std::string_view hook, guard_hears of) {
    std::string text;
    envelope::append_key(text, key_hooks, true);
    return text + "{" + guard_events(hook, of) + "}";
}

std::optional<std::string> with_guard_hook(std::string_view line, std::string_view hook) {
    json_scanner frame;
    const auto* request = descend(frame, line, envelope::request);
    if (request == nullptr || request->kind != json_kind::object) return std::nullopt;
    const auto payload = payload_with_guard_hook(request->value, hook, guard_hears::uses_and_ends);
    if (!payload) return std::nullopt;
    return replaced(line, request->value, *payload);
}

std::optional<std::string> payload_with_guard_hook(std::string_view payload, std::string_view hook,
                                                   guard_hears of) {
    json_scanner members;
    if (!read(members, payload)) return std::nullopt;
    const auto* hooks = members.find(key_hooks);
    // A hook of the same name would get the calls of this one.
    if (hooks != nullptr && hooks->value.find(hook) != std::string_view::npos) return std::nullopt;
    if (hooks == nullptr) return with_first(payload, payload, guard_hook_members(hook, of));
    if (hooks->kind == json_kind::null)
        return replaced(payload, hooks->value, "{" + guard_events(hook, of) + "}");
    if (hooks->kind != json_kind::object) return std::nullopt;
    std::optional<std::string> guarded(hooks->value);
    // The last one is put in first: so they stand in their order where none was there.
    const auto events = events_of(of);
    for (auto event = events.rbegin(); guarded && event != events.rend(); ++event)
        guarded = with_guard_at(*guarded, *event, hook);
    if (!guarded) return std::nullopt;
    return replaced(payload, hooks->value, *guarded);
}

std::optional<std::string> with_questions(std::string_view line,
                                          const std::function<bool(std::string_view id)>& keep) {
    json_scanner frame, body_members, question;
    if (!read(frame, line)) return std::nullopt;
    const auto* body = frame.find(envelope::response);
    if (body == nullptr || body->kind != json_kind::object) return std::string(line);
    if (!read(body_members, body->value)) return std::nullopt;
    const auto* list = body_members.find(key_pending_questions);
    if (list == nullptr || list->kind == json_kind::null) return std::string(line);
    if (list->kind != json_kind::array) return std::nullopt;
    const auto all = elements_of(list->value);
    std::vector<std::string_view> kept;
    std::string scratch;
    for (const auto each : all) {
        const auto* id = descend(question, each, envelope::request_id);
        if (id != nullptr && id->kind == json_kind::string && keep(string_text(id->value, scratch)))
            kept.push_back(each);
    }
    return kept.size() == all.size() ? std::string(line) : replaced(line, list->value, joined(kept));
}

std::optional<std::string> with_updates(std::string_view line, const std::function<bool(std::size_t)>& keep) {
    json_scanner frame, body_members, payload_members;
    if (!read(frame, line)) return std::nullopt;
    const auto* const body = frame.find(envelope::response);
    const auto* payload = body == nullptr ? frame.find(envelope::result)
                                          : descend(body_members, body->value, envelope::response);
    if (payload == nullptr || payload->kind != json_kind::object || !read(payload_members, payload->value))
        return std::nullopt;
    const auto* list = payload_members.find(body == nullptr ? key_flat_updates : key_updated_permissions);
    if (list == nullptr || list->kind == json_kind::null) return std::string(line);
    if (list->kind != json_kind::array) return std::nullopt;
    const auto all = elements_of(list->value);
    std::vector<std::string_view> kept;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (keep(i)) kept.push_back(all[i]);
    return kept.size() == all.size() ? std::string(line) : replaced(line, list->value, joined(kept));
}

std::vector<std::string_view> elements_of(std::string_view array) {
    std::vector<std::string_view> elements;
    std::size_t depth = 0, from = 0;
    bool in_string = false;
    const auto end_element = [&](std::size_t at) {
        const auto text = array.substr(from, at - from);
        const auto first = text.find_first_not_of(json_blanks);
        if (first == std::string_view::npos) return;  // there is none
        elements.push_back(text.substr(first, text.find_last_not_of(json_blanks) + 1 - first));
    };
    for (std::size_t at = 0; at < array.size(); ++at) {
        const char each = array[at];
        if (in_string) {
            if (each == '\\') ++at;
            if (each == '"') in_string = false;
            continue;
        }
        if (each == '"') in_string = true;
        if (each == '[' || each == '{') {
            if (depth++ == 0) from = at + 1;
        } else if (each == ']' || each == '}') {
            if (--depth == 0) end_element(at);
        } else if (each == ',' && depth == 1) {
            end_element(at);
            from = at + 1;
        }
    }
    return elements;
}

}  // namespace assent
