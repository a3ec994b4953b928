#pragma once

#include "envelope.hpp"

#include <assent/adapters/control/agent_protocol.hpp>
#include <assent/adapters/control/json_scan.hpp>
#include <assent/adapters/control/json_text.hpp>

#include <initializer_list>
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
