#pragma once

#include "../lines/line_edits.hpp"
#include "../wire/envelope.hpp"
#include "json_rpc_words.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/json_rpc/agent_protocol.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// Small tools for reading and writing what protocols in JSON-RPC say.
namespace assent {

/// The members of an object in a line, where each has one meaning. Of anything else: none.
class object_members {
public:
    object_members() = default;
    explicit object_members(std::string_view raw) { enter(raw); }

    bool enter(std::string_view raw) {
        known_ = raw.starts_with('{') && !fatal(scanner_.scan(raw, json_scanner::duplicates::outermost).flaw);
        return known_;
    }
    /// Empty: there is none.
    [[nodiscard]] std::string_view raw(std::string_view key) const {
        const auto* const member = known_ ? scanner_.find(key) : nullptr;
        return member == nullptr ? std::string_view() : member->value;
    }
    /// Empty: there is none, or it is no text.
    [[nodiscard]] std::string text(std::string_view key) const {
        const auto* const member = known_ ? scanner_.find(key) : nullptr;
        if (!envelope::is_string(member)) return {};
        std::string scratch;
        return std::string(string_text(member->value, scratch));
    }

private:
    json_scanner scanner_;
    bool known_ = false;
};

[[nodiscard]] inline std::string written_text(std::string_view text) {
    std::string written;
    append_json_string(written, text);
    return written;
}

/// An object of texts.
[[nodiscard]] inline std::string object_of(
    std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
    std::string written = "{";
    for (const auto& [key, text] : members)
        envelope::append_string_member(written, key, text, written.size() == 1);
    return written + "}";
}

/// Puts a member into an object of a line, below others that are made where they are not there.
/// \param object  of the line \param path  at least one key \return false: something stands there already
[[nodiscard]] inline bool insert_below(line_edits& edits, std::string_view object,
                                       std::span<const std::string_view> path, std::string_view value) {
    json_scanner members;
    if (!object.starts_with('{') || fatal(members.scan(object, json_scanner::duplicates::outermost).flaw))
        return false;
    const auto* const there = members.find(path.front());
    if (there != nullptr && there->kind == json_kind::object && path.size() > 1)
        return insert_below(edits, there->value, path.subspan(1), value);
    if (there != nullptr && there->kind != json_kind::null) return false;
    std::string made(value);
    for (auto inner = path.subspan(1); !inner.empty(); inner = inner.first(inner.size() - 1)) {
        std::string around = "{";
        envelope::append_key(around, inner.back(), true);
        made = around + made + "}";
    }
    if (there != nullptr) {
        edits.replace(there->value, std::move(made));
        return true;
    }
    std::string member;
    envelope::append_key(member, path.front(), true);
    edits.replace(object.substr(1, 0), member + made + (members.members().empty() ? "" : ","));
    return true;
}

/// Puts `null` in the place of members that nobody reads: they may have any flaw.
/// \param object  of the line
template <class Reads>
void drop_unread(line_edits& edits, std::string_view object, const Reads& reads) {
    json_scanner members;
    if (!object.starts_with('{') || fatal(members.scan(object, json_scanner::duplicates::outermost).flaw))
        return;
    for (const auto& member : members.members())
        if (!reads(member.key)) edits.replace(member.value, "null");
}

/// Makes a text readable that is only for people: half a character, where it was cut, becomes U+FFFD.
/// \param raw  of the line; empty: there is none
inline void mend_words(line_edits& edits, std::string_view raw) {
    if (!raw.starts_with('"')) return;
    std::string scratch;
    std::string text(string_text(raw, scratch));
    std::erase(text, '\0');
    edits.replace(raw, written_text(text));
}

/// The parameters of a frame. Nothing: they are no object, or something in the line has a flaw.
[[nodiscard]] inline std::optional<json_object> sound_params(std::string_view line) {
    json_scanner frame;
    if (frame.scan(line, json_scanner::duplicates::everywhere)) return std::nullopt;
    const auto* const params = frame.find(json_rpc_words::key_params);
    if (params == nullptr || params->kind != json_kind::object || holds_nul(params->value))
        return std::nullopt;
    return parse_scanned(params->value).get_object();
}

/// The line does not pass.
[[nodiscard]] inline line_meaning refusal(std::string why) {
    line_meaning meaning;
    meaning.what = line_meaning::kind::refused;
    meaning.why = std::move(why);
    return meaning;
}

/// What a tool call is kept under. \param conversation  a session or thread
[[nodiscard]] inline std::string call_key(std::string_view conversation, std::string_view id) {
    return std::string(conversation).append("\n").append(id);
}

}  // namespace assent
