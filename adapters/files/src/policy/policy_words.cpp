#include "policy_words.hpp"

namespace assent::detail {

std::string one_of(std::span<const std::string_view> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
        text += words[i];
    }
    return text;
}

namespace {

constexpr std::string_view ask = "ask";

bool begins_with_ask(std::string_view word) noexcept {
    if (word.size() < ask.size()) return false;
    for (std::size_t i = 0; i < ask.size(); ++i)
        if (word[i] != ask[i] && word[i] != ask[i] - 'a' + 'A') return false;
    return true;
}

}  // namespace

std::string_view destination_word(update_destination destination) noexcept {
    switch (destination) {
        case update_destination::session: return "session";
        case update_destination::local_settings: return "localSettings";
        case update_destination::project_settings: return "projectSettings";
        case update_destination::user_settings: return "userSettings";
        case update_destination::cli_arg: return "cliArg";
    }
    return "?";
}

std::optional<update_destination> parse_destination(std::string_view word) noexcept {
    using enum update_destination;
    for (const auto each : {session, local_settings, project_settings, user_settings, cli_arg})
        if (destination_word(each) == word) return each;
    return std::nullopt;
}

std::optional<tool_decision> parse_tool_decision(std::string_view word) {
    if (const auto decision = parse_tool_default(word)) return tool_decision{*decision};
    if (!begins_with_ask(word)) return std::nullopt;
    const auto offers = parse_offered_grant(word);
    if (!offers || *offers == offered_grant::none) return std::nullopt;
    return tool_decision{tool_default::ask, offers};
}

}  // namespace assent::detail
