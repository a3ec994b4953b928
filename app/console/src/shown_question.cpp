#include "console_state.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace assent {
namespace {

constexpr std::string_view ellipsis = "\u2026";

std::string why_again(const permission_question& asked) {
    std::string text;
    if (asked.grant_ended == grant_expiry::time_over) text = "the time of an earlier grant is over";
    if (asked.grant_ended == grant_expiry::uses_exhausted) text = "an earlier grant is used up";
    if (asked.grant_remaining.empty()) return text;
    return (text.empty() ? "" : text + "; ") + "a grant of this tool does not cover this call (" +
           asked.grant_remaining + ")";
}

// What a person may store about a call of this tool: the rule for exactly this call, or for the whole tool
// where its calls are not told apart.
std::string proposed_rule(const permission_question& asked, const judgement_basis& basis) {
    if (const auto exact = rule_for_call(basis.tools(), asked.call())) return exact->text();
    const auto* const tool = basis.definition(asked.tool_name);
    const std::string_view main = tool == nullptr ? main_field(asked.tool_name) : tool->main_field;
    return main.empty() && valid_tool_name(asked.tool_name) ? asked.tool_name : std::string();
}

// The one that says more than the very words: the same with other words behind it. Empty: there is none.
std::string wide_rule(const permission_question& asked, const std::string& proposed,
                      const judgement_basis& basis) {
    if (!is_plain(worst_of(asked.effects))) return {};
    const auto wide = wider_rule(asked.call(), basis);
    return wide && wide->text() != proposed ? wide->text() : std::string();
}

// That one, and what the agent suggests.
std::vector<std::string> wider_rules(const permission_question& asked, const std::string& proposed,
                                     const std::string& wide) {
    std::vector<std::string> texts;
    if (!wide.empty()) texts.push_back(wide);
    for (const auto& update : asked.suggestions) {
        if (update.what != permission_update::kind::add_rules || update.behavior != rule_behavior::allow ||
            update.rules.size() != 1)
            continue;
        std::string text = update.rules.front().text();
        if (text != proposed && std::find(texts.begin(), texts.end(), text) == texts.end())
            texts.push_back(std::move(text));
    }
    return texts;
}

console_offers offers_for(const permission_question& asked, bool input_fits) {
    if (asked.once_only) return {};
    return {.trust = asked.may_trust,
            .grants = true,
            .whole_tool = asked.grant_offered != offered_grant::none,
            .always = true,
            .session = !asked.session_id.empty(),
            .edit = input_fits};
}

// JSON text with line breaks and indentation; its values stay as they are written. What is longer than `most`
// bytes is left out: what comes is longer than that then. Precondition: the text is valid JSON.
std::string indented_json(std::string_view text, std::size_t most) {
    std::string out;
    std::size_t depth = 0;
    bool quoted = false;
    const auto line = [&] {
        out += '\n';
        out.append(2 * depth, ' ');
    };
    for (std::size_t i = 0; i < text.size() && out.size() <= most; ++i) {
        const char each = text[i];
        if (quoted) {
            out += each;
            if (each == '\\' && i + 1 < text.size()) out += text[++i];
            quoted = each != '"';
            continue;
        }
        if (each == ' ' || each == '\n' || each == '\r' || each == '\t') continue;
        const bool opens = each == '{' || each == '[';
        if (each == '}' || each == ']') {
            --depth;
            if (out.back() != '{' && out.back() != '[') line();
        } else if (!out.empty() && (out.back() == '{' || out.back() == '[')) {
            line();
        }
        out += each;
        if (opens) ++depth;
        if (each == ':') out += ' ';
        if (each == ',') line();
        quoted = each == '"';
    }
    return out;
}

// The input as JSON text: as it came, where it came as text.
std::string json_of(const kept_input& input) {
    if (!input.raw().empty()) return std::string(input.raw());
    std::string text;
    append_json(text, input.whole());
    return text;
}

// Small members that agents send beside what a call is about.
constexpr std::array<std::string_view, 4> small_members{"description", "timeout", "replace_all",
                                                        "run_in_background"};

bool is_small(std::string_view name, const json_value& value) {
    if (std::find(small_members.begin(), small_members.end(), name) == small_members.end()) return false;
    const auto* const text = value.if_string();
    return text != nullptr ? text->size() <= max_small_member_bytes : !value.is_structured();
}

std::string small_members_of(const json_object& input) {
    std::string text;
    for (const auto& [name, value] : input)
        if (is_small(name, value)) {
            text += (text.empty() ? "" : ", ") + std::string(name) + ": ";
            append_json(text, value);
        }
    return display_text(text);
}

// Whether the change that is shown says all of a member.
bool change_says(const json_object& input, std::string_view name) {
    const auto is_pair = [](const json_object& edit) {
        const auto* const before = edit.if_contains("old_string");
        const auto* const after = edit.if_contains("new_string");
        return before != nullptr && before->is_string() && after != nullptr && after->is_string();
    };
    if (name == "old_string" || name == "new_string") return is_pair(input);
    const auto* const edits = name == "edits" ? input.at(name).if_array() : nullptr;
    return edits != nullptr && std::all_of(edits->begin(), edits->end(), [&](const json_value& edit) {
               return edit.is_object() && edit.get_object().size() == 2 && is_pair(edit.get_object());
           });
}

// What is shown of texts of the input. Each of them tells of one member.
std::vector<std::string> shown_texts(const console_question& shown) {
    const permission_question& asked = *shown.asked;
    std::vector<std::string> texts;
    // What ends with the path stands for it: it has no line of its own then.
    if (!asked.operation.ends_with(asked.path) && !shown.headline.ends_with(asked.path))
        texts.push_back(asked.path);
    const auto colon = shown.headline.find(": ");
    if (colon != std::string::npos) texts.push_back(shown.headline.substr(colon + 2));
    if (shown.diff.empty() && !shown.beginning.cut) texts.push_back(shown.beginning.text);
    const std::string tool = display_text(asked.tool_name);
    std::erase_if(texts, [&](const std::string& text) { return text.empty() || text == tool; });
    return texts;
}

bool needs_input(const console_question& shown) {
    if (shown.diff.size() > max_diff_lines) return true;
    const json_object& input = shown.asked->input->whole();
    std::vector<std::string> texts = shown_texts(shown);
    for (const auto& [name, value] : input) {
        if (is_small(name, value) || (!shown.diff.empty() && change_says(input, name))) continue;
        if (!value.is_string()) return true;
        const std::string flat = display_text(value.get_string()), whole = display_lines(value.get_string());
        if (std::erase_if(texts, [&](const std::string& text) { return text == flat || text == whole; }) == 0)
            return true;
    }
    return false;
}

// "Execute command", where the command itself stands below it: where both show the same member.
std::string headline_of(const permission_question& asked) {
    const auto colon = asked.operation.find(": ");
    if (asked.preview.empty() || colon == std::string::npos) return asked.operation;
    std::string_view value = std::string_view(asked.operation).substr(colon + 2);
    const bool cut = value.ends_with(ellipsis);
    if (cut) value.remove_suffix(ellipsis.size());
    for (const auto& member : asked.input->whole()) {
        const auto* const text = member.value().if_string();
        if (text == nullptr) continue;
        const std::string flat = display_text(*text);
        const bool above = cut ? flat.starts_with(value) : flat == value;
        if (above && display_lines(*text).starts_with(asked.preview)) return asked.operation.substr(0, colon);
    }
    return asked.operation;
}

}  // namespace

std::shared_ptr<const rule_condition> folder_and_agent_of(const permission_question& asked,
                                                          const rule_condition::path_lookup& look) {
    rule_condition made{.agent = asked.agent, .folder = asked.cwd};
    if (made.agent.empty() || made.folder.empty() || made.find_flaw()) return nullptr;
    auto placed = std::make_shared<const rule_condition>(made.placed({}, look));
    // Where a link leads, nobody has seen.
    return placed->leads.empty() || placed->leads == placed->folder ? placed : nullptr;
}

console_question show_question(const std::shared_ptr<const permission_question>& asked,
                               const judgement_basis* basis) {
    console_question shown;
    shown.asked = asked;
    shown.tool = display_text(asked->tool_name);
    // The agent's own name stays visible.
    if (!asked->own_name.empty()) shown.tool += " (" + display_text(asked->own_name) + ")";
    shown.headline = headline_of(*asked);
    if (asked->title != asked->agent) shown.title = display_text(asked->title);
    shown.who = display_text(asked->agent);
    shown.session_id = display_text(beginning_of(asked->session_id, max_shown_session_bytes));
    shown.description = display_text(asked->description);
    shown.ask_reason = display_text(asked->ask_reason);
    shown.cwd = display_text(asked->cwd);
    shown.agent = display_text(asked->agent_id);
    shown.again = why_again(*asked);
    // Any other tool may do something else, whatever it is sent beside that.
    const auto* const tool = basis == nullptr ? nullptr : basis->definition(asked->tool_name);
    if (tool != nullptr && tool->kind == tool_kind::edit) shown.diff = diff_of(*asked->input);
    shown.beginning = {asked->preview, asked->preview_cut};
    if (asked->preview_cut) {
        std::string scratch;
        shown.beginning = preview_of(asked->call(), tool, scratch, max_shown_beginning);
    }
    const std::string json = indented_json(json_of(*asked->input), max_shown_input_bytes);
    shown.input_cut = json.size() > max_shown_input_bytes;
    shown.input_shown = display_lines(std::string_view(json).substr(0, max_shown_input_bytes));
    shown.small_members = small_members_of(asked->input->whole());
    shown.input_needed = needs_input(shown);
    if (!shown.input_cut) shown.input_json = json;
    shown.offers = offers_for(*asked, !shown.input_cut);
    if (shown.offers.always && basis != nullptr) {
        shown.rule = proposed_rule(*asked, *basis);
        const std::string wide = wide_rule(*asked, shown.rule, *basis);
        shown.other_rules = wider_rules(*asked, shown.rule, wide);
        if (shown.plain() && asked->warning.empty() && !shown.input_needed) shown.group_rule = wide;
    }
    return shown;
}

console_question show_confirmation(const confirmation& asked, time_point now) {
    auto made = std::make_shared<permission_question>();
    made->tool_name = "Assent";
    made->input = make_input(json_object());
    made->once_only = true;
    made->operation = display_text(asked.what);
    made->preview = display_lines(asked.means);
    made->cwd = asked.cwd;
    made->risk = risk_level::high;
    made->warning = "Allow it only if you want it yourself.";
    made->why = "it loosens what is decided, which only a person can allow";
    made->asked_because = decision_source::gate;
    made->asked_at = now;
    made->deadline = asked.deadline;
    console_question shown = show_question(made, nullptr);
    shown.who = shown.session_title = display_text(asked.asked_by);
    return shown;
}

}  // namespace assent
