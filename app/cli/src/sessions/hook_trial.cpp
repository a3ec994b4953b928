#include "hook_trial.hpp"

namespace assent::cli {
namespace {

// No JSON begins so.
constexpr std::string_view mark = "assent trial\n";

}  // namespace

std::string trial_text(std::string_view use) { return std::string(mark).append(use); }

std::optional<std::string_view> use_of_trial(std::string_view text) {
    if (!text.starts_with(mark)) return std::nullopt;
    return text.substr(mark.size());
}

std::string trial_answer(const use_answer& said) {
    hook_channel channel;
    channel.answer(said);
    std::string line(mark);
    for (const auto piece : channel.take()) line += piece;
    return line;
}

std::optional<use_answer> read_trial_answer(std::string_view out) {
    if (!out.starts_with(mark) || !out.ends_with('\n')) return std::nullopt;
    out.remove_prefix(mark.size());
    out.remove_suffix(1);
    auto said = read_hook_answer(out);
    return said ? std::optional(std::move(*said)) : std::nullopt;
}

}  // namespace assent::cli
