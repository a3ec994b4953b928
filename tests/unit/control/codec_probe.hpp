#pragma once

#include "channel_probe.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/decide/permission_result.hpp>

namespace assent {

/// `allow Bash(npm *)` as a rule.
inline permission_rule rule(std::string_view text) {
    const auto blank = text.find(' ');
    const auto word = text.substr(0, blank);
    const auto behavior = word == "deny"  ? rule_behavior::deny
                          : word == "ask" ? rule_behavior::ask
                                          : rule_behavior::allow;
    return parse_rule(text.substr(blank + 1), behavior, rule_origin::host).value();
}

/// What an answer to a question means on the asking side: one line of text.
inline std::string answer_meaning(dialect which, std::string_view payload) {
    control_channel channel(speaking(which));
    const auto answer =
        channel.answer({.request_id = "q", .shape = which, .success = true, .payload = payload});
    if (!answer) return "error " + answer.error().message;
    if (const auto* no = std::get_if<deny_result>(&answer->result))
        return "deny " + no->reason + (no->interrupt ? " interrupt" : "");
    const auto& yes = std::get<allow_result>(answer->result);
    std::string text = "allow " + std::string(answer->input);
    if (!yes.updates.empty()) text += " [" + describe(yes.updates) + "]";
    return text;
}

/// What the suggestions of a question mean, in a dialect.
inline std::string suggestion_meaning(dialect which, std::string_view list) {
    const auto read = codec_for(which).suggestions(parse_scanned(list).as_array());
    if (!read) return "error " + read.error().message;
    return describe(*read);
}

/// The updates of an allow, as they are written in a dialect; empty when none are.
inline std::string updates_written(dialect which, std::span<const permission_update> updates) {
    control_channel channel(speaking(which));
    channel.allow("r", "{}", updates);
    const std::string bytes = written(channel);
    const std::string_view key = which == dialect::flat ? R"(,"update":)" : R"(,"updatedPermissions":)";
    const auto at = bytes.find(key);
    if (at == std::string::npos) return {};
    const auto from = at + key.size();
    const std::size_t closing = which == dialect::flat ? 3 : 4;  // brackets and LF behind the list
    return bytes.substr(from, bytes.size() - from - closing);
}

inline permission_update of_kind(permission_update::kind kind, permission_update update) {
    update.what = kind;
    return update;
}

}  // namespace assent
