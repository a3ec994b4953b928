#include <assent/domain/tools/operation_text.hpp>

#include "../text/display_beginning.hpp"
#include "known_tools.hpp"
#include "registered_kinds.hpp"

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/tools/known_fields.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

namespace assent {
namespace {

constexpr std::string_view ellipsis = "\u2026";

using field_names = std::span<const std::string_view>;
// Where there is more than one, the first counts.
constexpr std::array<std::string_view, 3> written_fields{"content", "new_string", "new_source"};
constexpr std::array<std::string_view, 2> search_fields{"pattern", "query"};
constexpr std::array<std::string_view, 2> fetch_fields{"url", "query"};

std::string_view words_of_kind(tool_kind kind) noexcept {
    switch (kind) {
        case tool_kind::read: return "Read file";
        case tool_kind::search: return "Search for";
        case tool_kind::edit: return "Edit file";
        case tool_kind::remove: return "Delete file";
        case tool_kind::execute: return "Execute command";
        case tool_kind::fetch: return "Fetch";
        case tool_kind::agent: return "Start agent";
        case tool_kind::interact:
        case tool_kind::other: break;
    }
    return {};
}

// What is known about a tool, be it registered or known by its name only, and a call of it.
class described_call {
public:
    described_call(const tool_call& call, const tool_definition* definition, std::string& scratch)
        : call_(call), definition_(definition), scratch_(scratch) {
        const auto* const known = known_tool_named(call.tool_name);
        kind_ = definition != nullptr ? definition->kind
                : known != nullptr    ? known->judged.kind
                                      : tool_kind::other;
        const bool same_kind = known != nullptr && known->judged.kind == kind_;
        words_ = same_kind && !known->words.empty() ? known->words : words_of_kind(kind_);
    }

    [[nodiscard]] tool_kind kind() const noexcept { return kind_; }
    /// Empty: there are none for what this tool does.
    [[nodiscard]] std::string_view words() const noexcept { return words_; }

    // The texts below may lie in the scratch: each is valid until the next is asked for.

    /// The member's text; nothing where it is empty or no text.
    [[nodiscard]] std::optional<std::string_view> text(std::string_view field) const {
        const field_view found = call_.input.field(field, scratch_);
        if (found.what != field_view::kind::string || found.text.empty()) return std::nullopt;
        return found.text;
    }

    [[nodiscard]] std::optional<std::string_view> first_text(field_names fields) const {
        for (const std::string_view field : fields)
            if (const auto found = text(field)) return found;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string_view> main_text() const {
        const std::string_view field = main();
        return field.empty() ? std::nullopt : text(field);
    }

    [[nodiscard]] std::optional<std::string_view> path() const { return first_of_kind(field_kind::path); }
    [[nodiscard]] std::optional<std::string_view> command() const {
        return first_of_kind(field_kind::command);
    }

private:
    [[nodiscard]] std::string_view main() const noexcept {
        if (definition_ != nullptr && !definition_->main_field.empty()) return definition_->main_field;
        return main_field(call_.tool_name);
    }

    // The main field if it is of that kind, then the first in the input that is: of paths a file's first.
    [[nodiscard]] std::optional<std::string_view> first_of_kind(field_kind kind) const {
        if (const std::string_view field = main(); registered_kind(definition_, field) == kind) {
            if (const auto value = text(field)) return value;
        }
        for (const bool of_file : {true, false})
            for (std::size_t index = 0; index < call_.input.size(); ++index) {
                const std::string_view field = call_.input.name_at(index);
                if (registered_kind(definition_, field) != kind) continue;
                if ((role_of(field) == field_role::file) != of_file) continue;
                if (const auto value = text(field)) return value;
            }
        return std::nullopt;
    }

    const tool_call& call_;
    const tool_definition* definition_;
    std::string& scratch_;
    tool_kind kind_ = tool_kind::other;
    std::string_view words_;
};

std::string shown(std::string_view text, std::size_t most) {
    preview beginning = detail::display_beginning(text, most);
    if (beginning.cut) beginning.text += ellipsis;
    return std::move(beginning.text);
}

std::string shown_value(std::optional<std::string_view> text) {
    return text ? shown(*text, max_operation_characters) : std::string();
}

// Which agent, and what for.
std::string agent_value(const described_call& call) {
    std::string type = shown_value(call.text("subagent_type"));
    std::string task = shown_value(call.text("description"));
    if (type.empty()) return task;
    return task.empty() ? type : type + ", " + task;
}

// What the operation is about; empty where the call does not say.
std::string operation_value(const described_call& call) {
    switch (call.kind()) {
        case tool_kind::read:
        case tool_kind::edit:
        case tool_kind::remove: return shown_value(call.path());
        case tool_kind::execute: return shown_value(call.command());
        case tool_kind::agent:
            if (std::string value = agent_value(call); !value.empty()) return value;
            return shown_value(call.main_text());
        case tool_kind::search:
            if (const auto main = call.main_text()) return shown_value(main);
            return shown_value(call.first_text(search_fields));
        case tool_kind::fetch:
            if (const auto main = call.main_text()) return shown_value(main);
            return shown_value(call.first_text(fetch_fields));
        case tool_kind::interact:
        case tool_kind::other: break;
    }
    return {};
}

}  // namespace

std::string operation_of(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    const described_call described(call, definition, scratch);
    if (const std::string value = operation_value(described); !value.empty())
        return std::string(described.words()) + ": " + value;
    return "Use tool: " + shown(call.tool_name, max_operation_characters);
}

std::string path_of(const tool_call& call, const tool_definition* definition, std::string& scratch) {
    const auto path = described_call(call, definition, scratch).path();
    return path ? shown(*path, max_path_characters) : std::string();
}

preview preview_of(const tool_call& call, const tool_definition* definition, std::string& scratch,
                   std::size_t most) {
    const described_call described(call, definition, scratch);
    // A tool that edits may ignore a `command`; any other may run it, whatever else it is sent.
    std::optional<std::string_view> text;
    if (described.kind() != tool_kind::edit) text = described.command();
    if (!text) text = described.first_text(written_fields);
    if (!text) text = described.command();
    if (!text) return {};
    return detail::display_beginning_lines(*text, most);
}

}  // namespace assent
