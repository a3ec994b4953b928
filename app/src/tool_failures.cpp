#include "tool_failures.hpp"

#include <assent/domain/display_text.hpp>
#include <assent/domain/duration_text.hpp>
#include <assent/domain/tool_call.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assent::detail {
namespace {

constexpr std::size_t max_listed_tools = 64;

tool_result failure(tool_error_code code, std::string message, std::string model_message,
                    bool recoverable = true) {
    return {.error = tool_error{code, std::move(message), std::move(model_message), recoverable}};
}

// Names of tools come from the model.
std::string shown(std::string_view tool) {
    return valid_tool_name(tool) ? fmt::format("`{}`", tool) : "a tool whose name is not valid";
}

std::string_view first_characters(std::string_view text, std::size_t most) {
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (begins && most-- == 0) break;
    }
    return text.substr(0, at);
}

// A tool's own words. Escaping makes text longer, so it is cut before and after.
std::string own_words(std::string_view text) {
    const auto beginning =
        first_characters(text.substr(0, 4 * max_tool_error_characters), max_tool_error_characters);
    const std::string safe = display_text(beginning);
    std::string cut(first_characters(safe, max_tool_error_characters));
    if (cut.size() < safe.size() || beginning.size() < text.size()) cut += "...";
    return cut;
}

std::string when_again(const verdict& decided) {
    if (!decided.rate_limited()) return "Go on without it, or ask the user how to proceed.";
    if (!decided.retry_after) return "It cannot be used again.";
    return fmt::format("Try again in {}.", about(*decided.retry_after));
}

}  // namespace

tool_result unknown_tool(std::string_view tool, const std::vector<std::string>& available) {
    std::string names;
    const auto listed = std::min(available.size(), max_listed_tools);
    for (std::size_t i = 0; i < listed; ++i) names += (i == 0 ? "" : ", ") + available[i];
    if (listed < available.size()) names += fmt::format(" and {} more", available.size() - listed);
    if (names.empty()) names = "none";
    return failure(tool_error_code::unknown_tool, fmt::format("{} cannot be run here", shown(tool)),
                   fmt::format("There is no tool {} here. The tools are: {}.", shown(tool), names));
}

tool_result invalid_params(std::string_view tool, std::string_view flaw) {
    return failure(tool_error_code::invalid_params,
                   fmt::format("the input of {} is not valid: {}", shown(tool), flaw),
                   fmt::format("The input of {} is not valid: {}. Call it again with an input that is.",
                               shown(tool), flaw));
}

tool_result invalid_edit(std::string_view tool, std::string_view flaw) {
    return failure(
        tool_error_code::invalid_params,
        fmt::format("the edited input of {} is not valid: {}", shown(tool), flaw),
        fmt::format("The user allowed {} with another input, but that input is not valid: {}. The tool has "
                    "not run. Ask the user how to proceed.",
                    shown(tool), flaw));
}

tool_result not_allowed(std::string_view tool, const verdict& decided) {
    const std::string reason = decided.reason();
    tool_result result;
    switch (end_of(decided)) {
        case question_end::timed_out:
            result = failure(
                tool_error_code::timed_out, fmt::format("{} has not run: {}", shown(tool), reason),
                fmt::format("Nobody answered in time whether {} may run, so it has not. Go on without it, "
                            "or ask the user before trying again.",
                            shown(tool)));
            break;
        case question_end::cancelled:
            result = cancelled(tool, {});
            result.error->message = fmt::format("{} has not run: {}", shown(tool), reason);
            break;
        case question_end::approved:
        case question_end::denied:
            result = failure(tool_error_code::permission_denied,
                             fmt::format("{} may not run: {}", shown(tool), reason),
                             fmt::format("Permission to run {} was denied: {}. It has not run. {}",
                                         shown(tool), reason, when_again(decided)));
            break;
    }
    result.decided = decided;
    return result;
}

tool_result failed(std::string_view tool, std::string_view text) {
    const std::string words = text.empty() ? std::string("it did not say why") : own_words(text);
    return failure(
        tool_error_code::execution_error, fmt::format("{} failed: {}", shown(tool), words),
        fmt::format("{} ran and failed: {}. Correct the call, or try another way.", shown(tool), words));
}

tool_result cancelled(std::string_view tool, std::optional<verdict> decided) {
    auto result =
        failure(tool_error_code::cancelled, fmt::format("{} was cancelled", shown(tool)),
                fmt::format("The call of {} was cancelled. Do not repeat it unless the user asks for it.",
                            shown(tool)),
                false);
    result.decided = std::move(decided);
    return result;
}

}  // namespace assent::detail
