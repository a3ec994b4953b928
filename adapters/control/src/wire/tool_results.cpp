#include <assent/adapters/control/wire/tool_results.hpp>

#include "envelope.hpp"
#include "nested_codec_words.hpp"

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/frame_rewriting.hpp>

#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <array>
#include <optional>

namespace assent {
namespace {

using namespace nested_words;

constexpr std::string_view key_repeats = "isReplay";
constexpr std::string_view key_content = "content";
constexpr std::string_view word_tool_result = "tool_result";
constexpr std::string_view key_is_error = "is_error";
constexpr std::string_view key_notes = "tool_result_meta";
constexpr std::string_view key_note_id = "id";
constexpr std::string_view key_not_executed = "non_execution_kind";
constexpr std::string_view key_permission = "permission_decision";
constexpr std::string_view word_accept = "accept";

constexpr std::string_view word_denied = "permission_denied";
constexpr std::string_view word_hook = "hook";
// Most bytes of what an agent tells of its own decision that go on record.
constexpr std::size_t max_told_bytes = 300;

// What Claude Code tells of a use that it turned away, or cut off before it began. Older versions note
// nothing beside it, and no version does so in subagents.
constexpr std::array<std::string_view, 4> beginnings_of_no_use{
    "<tool_use_error>", "The user doesn't want to ", "[Tool call ", "[Request interrupted"};

bool is_true(const json_member* member) {
    return member != nullptr && member->kind == json_kind::boolean && member->value == "true";
}

// Looks at the members of an object. \return whether it is one, with one meaning
bool enter(json_scanner& scanner, const json_member* member) {
    return member != nullptr && member->kind == json_kind::object &&
           !fatal(scanner.scan(member->value, json_scanner::duplicates::outermost).flaw);
}

// What the agent notes beside a result, where no tool can write: whether the use has happened.
std::optional<bool> noted(const json_member* notes, std::string_view use) {
    if (notes == nullptr || notes->kind != json_kind::array) return std::nullopt;
    std::optional<bool> happened;
    json_scanner note, permission;
    for (const auto element : elements_of(notes->value)) {
        if (fatal(note.scan(element, json_scanner::duplicates::outermost).flaw)) return true;
        if (!envelope::says(note.find(key_note_id), use)) continue;
        if (enter(permission, note.find(key_permission)) &&
            envelope::says(permission.find(key_decision), word_accept))
            return true;
        if (envelope::is_string(note.find(key_not_executed))) happened = false;
    }
    return happened;
}

bool happened(const json_scanner& result, std::string_view use, const json_member* notes) {
    if (!is_true(result.find(key_is_error))) return true;
    if (const auto told = noted(notes, use)) return *told;
    const auto* content = result.find(key_content);
    if (!envelope::is_string(content)) return true;
    text_store texts;
    const std::string_view text = envelope::text_of(*content, texts);
    return std::none_of(beginnings_of_no_use.begin(), beginnings_of_no_use.end(),
                        [&](std::string_view beginning) { return text.starts_with(beginning); });
}

}  // namespace

std::string denied_by_agent(std::string_view frame) {
    json_scanner members;
    if (fatal(members.scan(frame, json_scanner::duplicates::outermost).flaw)) return {};
    text_store texts;
    const auto text = [&](std::string_view key) {
        const auto* const member = members.find(key);
        return envelope::is_string(member) ? beginning_of(envelope::text_of(*member, texts), max_told_bytes)
                                           : std::string_view();
    };
    const auto how = text(key_decision_reason_type);
    if (!envelope::says(members.find(envelope::subtype), word_denied) || how == word_hook) return {};
    std::string said("the agent itself has denied a use of ");
    said.append(text(envelope::tool_name)).append(" (").append(how).append("): ");
    return said.append(text(key_decision_reason));
}

boost::system::result<std::vector<std::string>, decode_error> uses_that_happened(std::string_view frame) {
    std::vector<std::string> uses;
    json_scanner members, message, block;
    if (const auto& fault = members.scan(frame, json_scanner::duplicates::outermost); fatal(fault.flaw))
        return envelope::wrong(envelope::fault_text(fault));
    const auto* said = members.find(key_message);
    if (said == nullptr || said->kind != json_kind::object || is_true(members.find(key_repeats))) return uses;
    if (!enter(message, said)) return envelope::wrong("its message can be read in two ways");
    const auto* content = message.find(key_content);
    if (content == nullptr || content->kind != json_kind::array) return uses;
    text_store texts;
    for (const auto element : elements_of(content->value)) {
        if (fatal(block.scan(element, json_scanner::duplicates::outermost).flaw))
            return envelope::wrong("its content can be read in two ways");
        if (!envelope::says(block.find(envelope::type), word_tool_result)) continue;
        const auto* use = block.find(key_tool_use_id);
        if (!envelope::is_string(use))
            return envelope::wrong(envelope::expected(key_tool_use_id, "string", envelope::found_kind(use)));
        const std::string_view id = envelope::text_of(*use, texts);
        if (happened(block, id, members.find(key_notes))) uses.emplace_back(id);
    }
    return uses;
}

}  // namespace assent
