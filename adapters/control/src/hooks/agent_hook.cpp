#include "../wire/envelope.hpp"
#include "../wire/nested_codec_words.hpp"

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <boost/assert.hpp>

#include <algorithm>
#include <vector>

namespace assent {

using envelope::found_kind;
using envelope::is_string;

namespace {

using form = hook_dialect::form;
using asking = hook_dialect::asking;

constexpr std::string_view key_event = nested_words::key_hook_event_name;
constexpr std::string_view key_parent = "parent_agent_id";  // Copilot's: its sub-agents have a session each
constexpr std::string_view key_mcp = "mcp_context";
constexpr std::string_view key_server = "server_name";
constexpr std::string_view key_mcp_tool = "tool_name";
constexpr std::string_view key_reason = "reason";
constexpr std::string_view key_permission = "permission";
constexpr std::string_view key_agent_message = "agent_message";

std::string events_of(std::optional<agent_program> agent) {
    std::string all;
    for (const auto& each : hook_dialects()) {
        const std::string word = envelope::quoted(each.event);
        if ((agent && each.agent != *agent) || all.find(word) != all.npos) continue;
        all.append(all.empty() ? "" : ", ").append(word);
    }
    return all;
}

}  // namespace

std::span<const hook_dialect> hook_dialects() {
    static const std::vector<hook_dialect> all = [] {
        std::vector<hook_dialect> rows;
        for (const auto* const agent : all_agent_facts())
            rows.insert(rows.end(), agent->hooks.begin(), agent->hooks.end());
        std::ranges::stable_sort(rows, {}, &hook_dialect::turn);
        return rows;
    }();
    return all;
}

boost::system::result<const hook_dialect*, decode_error> hook_text_reader::find_dialect(
    std::optional<agent_program> agent) {
    const json_member* named = nullptr;
    for (const auto& each : hook_dialects()) {
        if (agent && each.agent != *agent) continue;
        if (const auto* const event = each.event_key.empty() ? nullptr : members_.find(each.event_key)) {
            named = event;
            if (!is_string(event) || envelope::text_of(*event, texts_) != each.event) continue;
        } else if (!each.event_key.empty()) {
            continue;
        }
        // Whoever says which agent it is does not need the mark.
        if (agent && !each.event_key.empty()) return &each;
        if (each.mark.empty() || members_.find(each.mark) != nullptr) return &each;
    }
    return envelope::wrong(envelope::expected(key_event, "one of " + events_of(agent),
                                              is_string(named) ? "another event" : found_kind(named)));
}

boost::system::result<hook_text_reader::hook_use, decode_error> hook_text_reader::read(
    std::string_view text, std::optional<agent_program> agent) {
    texts_.clear();
    if (auto flaw = envelope::scan_object(members_, text, max_hook_text_bytes)) return std::move(*flaw);
    const auto found = find_dialect(agent);
    if (!found) return found.error();
    const hook_dialect& dialect = **found;
    const tool_use_keys keys{dialect.tool_key, dialect.input_key};
    if (auto flaw = dialect.tool.empty() ? use_.read(members_.members(), keys, {}, texts_)
                                         : use_.read_whole(text, members_, dialect.tool))
        return std::move(*flaw);
    tool_call call = use_.call();
    if (auto flaw = nested_payloads::read_ids(members_.members(), {}, call, texts_)) return std::move(*flaw);
    if (auto flaw = envelope::read_text(members_.members(), envelope::cwd, {}, call.cwd, texts_))
        return std::move(*flaw);
    if (auto flaw = envelope::read_text(members_.members(), dialect.session_key, {}, call.session_id, texts_))
        return std::move(*flaw);
    const auto key = facts_of(dialect.agent).subagent_key;
    call.tells_subagent = !key.empty();
    if (call.tells_subagent)
        if (auto flaw = envelope::read_text(members_.members(), key, {}, call.subagent, texts_))
            return std::move(*flaw);
    std::string_view parent;
    if (auto flaw = envelope::read_text(members_.members(), key_parent, {}, parent, texts_))
        return std::move(*flaw);
    if (call.tool_name == dialect.placeless_tool) call.cwd = {};
    call.from_hook = true;
    if (auto flaw = read_mcp_name(call)) return std::move(*flaw);
    return hook_use{&dialect, call, parent.empty() ? call.session_id : parent};
}

// What the name of an MCP tool does not tell: where that of its server ends.
std::optional<decode_error> hook_text_reader::read_mcp_name(tool_call& call) {
    const auto* const context = members_.find(key_mcp);
    if (context == nullptr || context->kind != json_kind::object) return std::nullopt;
    json_scanner inside;
    inside.scan(context->value, json_scanner::duplicates::outermost);
    const auto* const server = inside.find(key_server);
    const auto* const tool = inside.find(key_mcp_tool);
    if (!is_string(server) || !is_string(tool)) return std::nullopt;
    const auto& name = texts_.emplace_back(std::string("mcp__")
                                               .append(envelope::text_of(*server, texts_))
                                               .append("__")
                                               .append(envelope::text_of(*tool, texts_)));
    if (!valid_tool_name(name))
        return envelope::wrong(envelope::quoted(key_mcp) +
                               ": expected names of letters, digits, `_`, `.` or `-`");
    call.own_name = call.tool_name;
    call.tool_name = name;
    return std::nullopt;
}

namespace {

void append_nested_behavior(std::string& out, std::string_view event, outcome decision,
                            std::string_view reason) {
    out += '{';
    envelope::append_key(out, nested_words::key_hook_output, true);
    out += '{';
    envelope::append_string_member(out, nested_words::key_hook_event, event, true);
    envelope::append_key(out, nested_words::key_decision);
    nested_payloads::append_behavior(out, decision, reason);
    out += "}}";
}

// Two members, of which one says what and one says why.
void append_pair(std::string& out, std::string_view what, std::string_view decision, std::string_view why,
                 std::string_view reason) {
    out += '{';
    envelope::append_string_member(out, what, decision, true);
    envelope::append_string_member(out, why, reason);
    out += '}';
}

// The input that the tool is to have, in the output of the event: behind what stands there, or alone.
void append_changed_input(std::string& out, const hook_dialect& dialect, std::string_view input,
                          bool decided) {
    constexpr std::string_view ends = "}}";
    const bool has_output = decided && dialect.answers == form::nested;
    out.resize(out.size() - (has_output ? 2 : 1));
    if (!has_output) {
        envelope::append_key(out, nested_words::key_hook_output, !decided);
        out += '{';
        envelope::append_string_member(out, nested_words::key_hook_event, dialect.event, true);
    }
    envelope::append_key(out, dialect.changes.key);
    out.append(input).append(ends);
}

std::string reason_with_letters(outcome decision, std::string_view reason) {
    const auto letter = [](char byte) { return byte > ' ' && byte < '\x7f'; };
    if (std::ranges::any_of(reason, letter)) return std::string(reason);
    return std::string(to_string(decision)).append(" by assent: ").append(reason);
}

}  // namespace

hook_reply reply_to_hook(const hook_dialect& dialect, std::optional<outcome> decision,
                         std::string_view reason, std::string_view input) {
    BOOST_ASSERT(decision != outcome::ask || dialect.asks == asking::by_word);
    BOOST_ASSERT(decision != outcome::wall);
    BOOST_ASSERT(input.empty() || !dialect.changes.tool.empty());
    BOOST_ASSERT(input.empty() || decision || dialect.changes.stands_alone);
    hook_reply made;
    if (!decision) {
        made.out = "{}";
        if (!input.empty()) append_changed_input(made.out, dialect, input, false);
        return made;
    }
    // Codex takes a denial for nothing that has no reason, or one of blanks.
    const std::string spoken = reason_with_letters(*decision, reason);
    reason = spoken;
    switch (dialect.answers) {
        case form::nested: nested_payloads::append_hook_output(made.out, decision, reason); break;
        case form::decision:
            append_pair(made.out, nested_words::key_decision, to_string(*decision), key_reason, reason);
            break;
        case form::block:
            append_pair(made.out, nested_words::key_decision, nested_words::word_block, key_reason, reason);
            break;
        case form::flat:
            append_pair(made.out, nested_words::key_permission_decision, to_string(*decision),
                        nested_words::key_permission_reason, reason);
            break;
        case form::behavior: nested_payloads::append_behavior(made.out, *decision, reason); break;
        case form::nested_behavior: append_nested_behavior(made.out, dialect.event, *decision, reason); break;
        case form::permission:
            append_pair(made.out, key_permission, to_string(*decision), key_agent_message, reason);
            if (decision != outcome::deny) break;
            made.err = reason;
            made.status = refusing_status;
            break;
    }
    if (!input.empty()) append_changed_input(made.out, dialect, input, true);
    return made;
}

}  // namespace assent
