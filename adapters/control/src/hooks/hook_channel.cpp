#include <assent/adapters/control/hooks/hook_channel.hpp>

#include "../wire/envelope.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <utility>

namespace assent {
namespace {

using envelope::found_kind;
using envelope::is_string;

constexpr std::string_view key_agent = "agent";
constexpr std::string_view key_within = "within_ms";
constexpr std::string_view key_terms = "terms";
constexpr std::string_view key_trial = "trial";
constexpr std::string_view key_note = "note";
constexpr std::string_view key_wish = "wish";
constexpr std::string_view key_walls = "walls";
constexpr std::string_view key_use = "use";
constexpr std::string_view key_becomes = "outcome";
constexpr std::string_view key_because = "reason";
constexpr std::string_view key_snapshot = "snapshot_first";

hook_refused_message refused(std::string why) { return {std::move(why)}; }

void append_flag(std::string& out, std::string_view key, bool set) {
    if (!set) return;
    envelope::append_key(out, key);
    out += "true";
}

}  // namespace

std::string hook_line(agent_program agent, std::string_view text, duration within, std::string_view terms,
                      bool trial, std::string_view note, std::string_view wish, bool walls) {
    std::string line = "{";
    envelope::append_string_member(line, key_agent, to_string(agent), true);
    envelope::append_key(line, key_within);
    line += std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(within).count());
    if (!terms.empty()) envelope::append_string_member(line, key_terms, terms);
    append_flag(line, key_trial, trial);
    append_flag(line, key_walls, walls);
    if (!note.empty()) envelope::append_string_member(line, key_note, note);
    if (!wish.empty()) envelope::append_string_member(line, key_wish, wish);
    envelope::append_key(line, key_use);
    const auto begin = line.size();
    line += text;
    // In JSON they stand between values only, where a blank says the same.
    std::replace(line.begin() + static_cast<std::ptrdiff_t>(begin), line.end(), '\n', ' ');
    return line += "}\n";
}

boost::system::result<use_answer, decode_error> read_hook_answer(std::string_view line) {
    json_scanner members;
    text_store texts;
    if (const auto& fault = members.scan(line, json_scanner::duplicates::everywhere))
        return envelope::wrong(envelope::fault_text(fault));
    const auto* const what = members.find(key_becomes);
    const auto* const reason = members.find(key_because);
    const auto word = is_string(what) ? parse_word<use_outcome>(envelope::text_of(*what, texts))
                                      : std::optional<use_outcome>();
    if (!word) return envelope::wrong(envelope::expected(key_becomes, "an outcome", found_kind(what)));
    if (!is_string(reason) || envelope::text_of(*reason, texts).empty())
        return envelope::wrong(envelope::expected(key_because, "a reason", found_kind(reason)));
    const auto* const snapshot = members.find(key_snapshot);
    return use_answer{*word, std::string(envelope::text_of(*reason, texts)),
                      snapshot != nullptr && snapshot->value == "true"};
}

hook_message hook_channel::next() {
    const auto line = next_line();
    texts_.clear();
    using enum line_splitter::line::kind;
    if (line.what == none) return std::monostate();
    if (line.what == too_long)
        return refused("a line longer than " + std::to_string(max_hook_line_bytes) + " bytes");
    // Half of what was to be said says something else.
    if (!line.terminated) return refused("a line without its end");
    return decode(line.text);
}

hook_message hook_channel::decode(std::string_view line) {
    if (const auto& fault = members_.scan(line, json_scanner::duplicates::everywhere))
        return refused(envelope::fault_text(fault));
    const auto* const agent = members_.find(key_agent);
    const auto known = is_string(agent) ? parse_word<agent_program>(envelope::text_of(*agent, texts_))
                                        : std::optional<agent_program>();
    if (!known) return refused(envelope::expected(key_agent, "an agent", found_kind(agent)));
    const auto* const use = members_.find(key_use);
    if (use == nullptr || use->kind != json_kind::object)
        return refused(envelope::expected(key_use, "object", found_kind(use)));
    const auto* const within = members_.find(key_within);
    std::int64_t milliseconds = 0;
    if (within != nullptr && within->kind == json_kind::number) {
        const char* const end = within->value.data() + within->value.size();
        const auto read = std::from_chars(within->value.data(), end, milliseconds);
        if (read.ec != std::errc() || read.ptr != end) milliseconds = 0;
    }
    const std::chrono::milliseconds time(milliseconds);
    if (time <= duration::zero() || time > max_hook_time)
        return refused(envelope::expected(key_within, "a time up to 9 minutes", found_kind(within)));
    std::string_view terms;
    if (auto flaw = envelope::read_text(members_.members(), key_terms, {}, terms, texts_))
        return refused(std::move(flaw->message));
    hook_use_message said{*known, use->value, time, terms};
    for (const auto& [key, flag] : {std::pair(key_trial, &said.trial), std::pair(key_walls, &said.walls)}) {
        const auto* const found = members_.find(key);
        if (found != nullptr && found->kind != json_kind::boolean)
            return refused(envelope::expected(key, "true or false", found_kind(found)));
        *flag = found != nullptr && found->value == "true";
    }
    for (const auto& [key, text] : {std::pair(key_note, &said.note), std::pair(key_wish, &said.wish)})
        if (auto flaw = envelope::read_text(members_.members(), key, {}, *text, texts_))
            return refused(std::move(flaw->message));
    return said;
}

void hook_channel::answer(const use_answer& said) {
    out() += '{';
    envelope::append_string_member(out(), key_becomes, to_string(said.what), true);
    envelope::append_string_member(out(), key_because, said.reason);
    append_flag(out(), key_snapshot, said.snapshot_first);
    out() += "}\n";
}

}  // namespace assent
