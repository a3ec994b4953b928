#include <assent/adapters/control/json_rpc/codex_protocol.hpp>

#include "../lines/line_edits.hpp"
#include "../wire/envelope.hpp"
#include "codex_approvals.hpp"
#include "codex_words.hpp"
#include "object_members.hpp"
#include "shell_line.hpp"
#include "told_calls.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/frame_rewriting.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/standard_words.hpp>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace assent {
namespace {

using namespace codex_words;
using kind = line_meaning::kind;

using namespace standard_words;

// What is no standard tool.
constexpr std::string_view permissions_tool = "codex_permissions";
constexpr std::string_view mcp_tool_without_name = "codex_mcp_tool";

constexpr std::string_view rejection = "refused";

bool one_of(const auto& words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

bool mentions(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool asks_about_use(std::string_view method) {
    return method == method_command || method == method_change || method == method_permissions ||
           method == method_old_command || method == method_old_change;
}

bool old_form(std::string_view method) { return method == method_old_command || method == method_old_change; }

// Codex asks about a tool of an MCP server in the form in which such servers ask. Source: codex-acp 2.6.0.
bool asks_about_mcp(const json_rpc_message& message) {
    if (message.method != method_elicit) return false;
    const object_members members(message.params);
    return object_members(members.raw(key_meta)).text(key_approval_kind) == approval_of_mcp;
}

// The question that is about a tool of an MCP server; empty: none is.
std::string choice_about_mcp(const json_rpc_message& message) {
    const object_members params(message.params);
    const auto questions = params.raw(key_questions);
    if (!questions.starts_with('[')) return {};
    for (const auto element : elements_of(questions))
        if (auto id = object_members(element).text(key_id); id.starts_with(choice_about_mcp_begins))
            return id;
    return {};
}

// `{"answers":{"ID":{"answers":["Cancel"]}}}`
std::string choice_text(std::string_view id, std::string_view label) {
    std::string written = "{";
    envelope::append_key(written, key_answers, true);
    written += "{";
    envelope::append_key(written, id, true);
    written += "{";
    envelope::append_key(written, key_answers, true);
    return written + "[" + written_text(label) + "]}}}";
}

std::string action_text(std::string_view action) { return object_of({{key_action, action}}); }

// Nothing that is said there could hold for longer.
bool says_nothing(std::string_view raw) {
    json_scanner members;
    return raw.empty() || raw == "null" ||
           (raw.starts_with('{') && !members.scan(raw, json_scanner::duplicates::outermost) &&
            members.members().empty());
}

std::string decision_text(std::string_view decision) { return object_of({{key_decision, decision}}); }

// `{"decision":{"denied":{"rejection":"refused"}}}`
std::string old_denial() {
    std::string inner = "{";
    envelope::append_key(inner, old_decline, true);
    inner += object_of({{old_rejection, rejection}}) + "}";
    std::string written = "{";
    envelope::append_key(written, key_decision, true);
    return written + inner + "}";
}

std::string permissions_text(std::string_view permissions) {
    std::string written = "{";
    envelope::append_key(written, key_permissions, true);
    written += permissions;
    envelope::append_string_member(written, key_scope, scope_turn);
    return written + "}";
}

std::string text_in(const json_object& object, std::string_view key) {
    const auto* const value = object.if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

bool present(const json_object& object, std::string_view key) {
    const auto* const value = object.if_contains(key);
    return value != nullptr && !value->is_null();
}

// One change of a file: `{"path":..., "kind":{"type":...}, "diff":...}`.
struct file_change {
    std::string path, type, moved_to, text;
};

void add_change(agent_use& use, const file_change& change) {
    if (change.type == change_deletes) {
        use.add(std::string(delete_tool), json_object{{key_path, change.path}});
        return;
    }
    if (change.type == change_adds)
        use.add(std::string(write_tool),
                json_object{{field_file, change.path}, {field_content, change.text}});
    else
        use.add(std::string(edit_tool),
                json_object{{field_file, change.path}, {field_old, ""}, {field_new, change.text}});
    if (change.moved_to.empty()) return;
    use.add(std::string(delete_tool), json_object{{key_path, change.path}});
    use.add(std::string(write_tool),
            json_object{{field_file, change.moved_to}, {field_content, change.text}});
}

// A command that is a shell with a text is that text; Codex says so, too. Where the two disagree, a person
// has to look at what would really run.
void add_command(agent_use& use, const json_object& params) {
    const std::string outer = text_in(params, key_command);
    if (outer.empty()) {
        use.needs_human = true;
        return use.add(std::string(bash), json_object{});
    }
    const auto words = plain_words_of(outer);
    const auto inner = words ? text_for_shell(*words) : std::nullopt;
    const auto* const actions = params.if_contains(key_actions);
    const auto* const list = actions == nullptr ? nullptr : actions->if_array();
    bool agrees = true;
    if (inner && list != nullptr && list->size() == 1) {
        const auto* const only = list->front().if_object();
        agrees = only != nullptr && text_in(*only, key_command) == *inner;
    }
    // What Codex shows of a command that only looks is a shorter form of it.
    use.add(std::string(bash), json_object{{key_command, inner && agrees ? *inner : outer}});
    if (agrees) return;
    use.needs_human = true;
    use.add(std::string(bash), json_object{{key_command, *inner}});
}

// A shell may read what is typed.
void add_typed(agent_use& use, const json_object& params) {
    const auto words = plain_words_of(text_in(params, key_command));
    if (words && words->size() > 1 && words->front() == program_stdin)
        use.add(std::string(bash), json_object{{key_command, words->back()}});
}

// Most bytes of each text in it that go on record.
constexpr std::size_t max_told_bytes = 300;

// `{"review":{"status":"approved","rationale":...},"action":{"type":"command","command":...}}`
std::string judged_by_agent(const object_members& params) {
    const object_members review(params.raw(key_review)), action(params.raw(key_action));
    const std::string command = action.text(key_command), rationale = review.text(key_rationale);
    std::string said("the agent's own judge says `");
    said.append(beginning_of(review.text(key_status), max_told_bytes)).append("` of ");
    said.append(action.text(key_type)).append(" `").append(beginning_of(command, max_told_bytes));
    return said.append("`: ").append(beginning_of(rationale, max_told_bytes));
}

class codex_protocol final : public agent_protocol {
public:
    explicit codex_protocol(codex_options options) : options_(std::move(options)) {}

    [[nodiscard]] bool versioned() const noexcept override { return false; }
    [[nodiscard]] bool asks(std::string_view method) const noexcept override {
        return asks_about_use(method) || method == method_elicit;
    }
    [[nodiscard]] std::string denial(std::string_view method) const override {
        if (method == method_permissions) return permissions_text("{}");
        if (method == method_elicit) return action_text(decline);
        return old_form(method) ? old_denial() : decision_text(decline);
    }

    // A turn goes on behind the answer to the request that began it.
    [[nodiscard]] bool works() const noexcept override { return !turns_.empty(); }

    [[nodiscard]] line_meaning agent_said(const json_rpc_message& message, std::string_view line) override {
        using what = json_rpc_message::kind;
        if (message.what == what::response) turn_told(message.result);
        if (message.what == what::request && asks_about_use(message.method)) return asked(message, line);
        if (message.what == what::request && asks_about_mcp(message)) return asked_about_mcp(message, line);
        if (message.what == what::request && message.method == method_choice)
            if (const auto id = choice_about_mcp(message); !id.empty()) return choice_asked(message, id);
        if (message.what == what::request && message.method == method_tool) return client_runs(message);
        if (message.what != what::notification) return {};
        line_meaning meaning;
        const object_members params(message.params);
        if (message.method == method_resolved) {
            meaning.what = kind::withdrawn;
            meaning.id = params.raw(key_request);
        } else if (message.method == method_turn_started || message.method == method_turn_completed) {
            turn_told(message.params);
        } else if (message.method == method_judged) {
            meaning.on_record = judged_by_agent(params);
        } else if (message.flaw.empty()) {
            item_told(message.method, params);
        } else {
            item_unreadable(params);
        }
        return meaning;
    }

    [[nodiscard]] line_meaning client_said(const json_rpc_message& message, std::string_view line) override {
        line_meaning meaning;
        if (message.method == method_interrupt) {
            meaning.what = kind::cancels;
            meaning.conversation = object_members(message.params).text(key_thread);
        } else if (options_.closes) {
            const auto* const closed =
                std::ranges::find(closed_methods, message.method, &closed_method::method);
            if (closed == closed_methods.end()) return ask_about_all(message, line);
            return refusal(std::string(closed->why) + " (`--guard off` goes on without it)");
        }
        return meaning;
    }

    [[nodiscard]] client_answer read_answer(const agent_question& question,
                                            std::string_view result) const override {
        using enum client_answer::kind;
        const object_members answer(result);
        // What is answered has the form of the denial, whatever other members the client puts beside.
        const object_members denial(question.deny);
        if (!denial.raw(key_action).empty()) return elicited(answer);
        if (!denial.raw(key_answers).empty()) return chosen_answer(answer.raw(key_answers));
        if (!denial.raw(key_permissions).empty())
            return granted_permissions(answer, answer.raw(key_permissions));
        const auto raw = answer.raw(key_decision);
        std::string decision = answer.text(key_decision);
        if (raw.starts_with('{')) {
            json_scanner only;
            only.scan(raw, json_scanner::duplicates::outermost);
            if (only.members().size() == 1) decision = only.members().front().key;
        }
        if (decision == accept || decision == old_accept) return {.what = allow};
        if (decision == decline || decision == old_decline || decision == old_timed_out)
            return {.what = deny};
        if (decision == cancel_turn || decision == old_cancel) return {.what = cancel};
        if (one_of(lasting, decision)) return {.what = allow, .passes = !options_.closes};
        return {.what = invalid};
    }

private:
    // What is remembered may be said in either of the two other members.
    [[nodiscard]] client_answer elicited(const object_members& answer) const {
        using enum client_answer::kind;
        const std::string action = answer.text(key_action);
        if (action == decline) return {.what = deny};
        if (action == cancel_turn) return {.what = cancel};
        if (action != accept) return {.what = invalid};
        const bool plain = says_nothing(answer.raw(key_meta)) && says_nothing(answer.raw(key_content));
        return {.what = allow, .passes = plain || !options_.closes};
    }

    // One label for the one question that there is.
    [[nodiscard]] client_answer chosen_answer(std::string_view chosen) const {
        using enum client_answer::kind;
        json_scanner questions;
        if (!chosen.starts_with('{') || questions.scan(chosen, json_scanner::duplicates::outermost) ||
            questions.members().size() != 1)
            return {.what = invalid};
        const auto labels = object_members(questions.members().front().value).raw(key_answers);
        if (!labels.starts_with('[')) return {.what = invalid};
        const json_value said = parse_scanned(labels);
        const auto label_is = [&](std::string_view label) { return said == json_value(json_array{label}); };
        if (label_is(choice_allow)) return {.what = allow};
        if (label_is(choice_cancel)) return {.what = deny};
        if (std::ranges::any_of(lasting_choices, label_is))
            return {.what = allow, .passes = !options_.closes};
        return {.what = invalid};
    }

    // Nothing granted is a refusal.
    [[nodiscard]] client_answer granted_permissions(const object_members& answer,
                                                    std::string_view granted) const {
        using enum client_answer::kind;
        json_scanner members;
        if (!granted.starts_with('{') || members.scan(granted, json_scanner::duplicates::outermost))
            return {.what = invalid};
        if (members.members().empty()) return {.what = deny};
        const auto scope = answer.raw(key_scope);
        const bool lasts = !scope.empty() && answer.text(key_scope) != scope_turn;
        return {.what = allow, .passes = !lasts || !options_.closes};
    }

    // Replaces when Codex asks, and whom, wherever the client says it; everything else stays.
    line_meaning ask_about_all(const json_rpc_message& message, std::string_view line) {
        const std::string_view params = message.params;
        const bool always = one_of(policy_methods, message.method);
        // An array would be read as the members in their order.
        if (params.starts_with('[') || (always && !params.starts_with('{')))
            return refusal("`params`: expected object");
        line_edits edits(line);
        codex_approvals settings(edits);
        // Only an escape hides a letter of a name.
        if (mentions(params, "\\u") ||
            std::ranges::any_of(parts_of_asking_settings, [&](auto part) { return mentions(params, part); }))
            settings.look_at(params);
        if (!settings.flaw().empty()) return refusal(settings.flaw());
        if (always) add_settings(edits, params);
        line_meaning meaning;
        if (edits.empty()) return meaning;
        meaning.instead = edits.text();
        if (!std::exchange(noted_, true) || (settings.replaced() && !std::exchange(noted_replaced_, true)))
            meaning.notes.emplace_back(
                "Codex is told to ask the client about every command that is not known to be harmless "
                "(approval policy `untrusted`, reviewer `user`), whatever the client says");
        return meaning;
    }

    // Those that are not there.
    static void add_settings(line_edits& edits, std::string_view params) {
        const object_members members(params);
        std::string missing;
        for (const auto& each : asking_settings) {
            if (!each.always || !members.raw(each.key).empty()) continue;
            envelope::append_key(missing, each.key, missing.empty());
            missing += each.value;
        }
        if (missing.empty()) return;
        const bool alone = params.find_first_not_of(" \t\r\n", 1) == params.size() - 1;
        edits.replace(params.substr(1, 0), missing + (alone ? "" : ","));
    }

    // \param said  has a turn, or none
    void turn_told(std::string_view said) {
        const object_members turn(object_members(said).raw(key_turn));
        const std::string id = turn.text(key_id);
        if (id.empty()) return;
        turns_.erase(id);
        if (turn.text(key_status) != status_in_progress) return;
        if (turns_.size() >= max_kept_tool_calls) turns_.erase(turns_.begin());
        turns_.insert(id);
    }

    // ---- Items

    void item_told(std::string_view method, const object_members& params) {
        const std::string thread = params.text(key_thread);
        if (method == method_changed) {
            changes_told(call_key(thread, params.text(key_item)), params.raw(key_changes));
            return;
        }
        if (method != method_started && method != method_completed) return;
        const object_members item(params.raw(key_item_object));
        const std::string key = call_key(thread, item.text(key_id));
        if (method == method_completed) {
            changes_.forget(key);
            running_.forget(key);
        } else if (item.text(key_type) == type_mcp) {
            const auto raw = item.raw(key_arguments);
            json_value arguments = raw.starts_with('{') ? parse_scanned(raw) : json_value(json_object());
            const std::size_t bytes = key.size() + memory_bytes(arguments);
            running_.at(key) = {thread, item.text(key_server), item.text(key_tool),
                                std::move(arguments.get_object())};
            running_.measured(key, bytes);
        }
        if (method == method_started && item.text(key_type) == type_change)
            changes_told(key, item.raw(key_changes));
    }

    // What else it changes cannot be read: a question about it is for a person.
    void item_unreadable(const object_members& params) {
        std::string id = params.text(key_item);
        if (id.empty()) id = object_members(params.raw(key_item_object)).text(key_id);
        const auto key = call_key(params.text(key_thread), id);
        changes_.forget(key);
        running_.forget(key);
    }

    // Every file that was ever told of counts.
    void changes_told(const std::string& key, std::string_view raw) {
        if (!raw.starts_with('[')) return;
        auto& told = changes_.at(key);
        const json_value changes = parse_scanned(raw);
        for (const auto& each : changes.get_array()) {
            const auto* const change = each.if_object();
            if (change == nullptr) continue;
            const auto same = std::ranges::find_if(told, [&](const json_object& before) {
                return text_in(before, key_path) == text_in(*change, key_path);
            });
            if (same == told.end())
                told.push_back(*change);
            else
                *same = *change;
        }
        std::size_t bytes = key.size();
        for (const auto& each : told) bytes += memory_bytes(json_value(each));
        changes_.measured(key, bytes);
    }

    // ---- Questions

    line_meaning asked(const json_rpc_message& message, std::string_view line) const {
        line_meaning meaning;
        meaning.what = kind::question;
        auto& question = meaning.question.emplace();
        const bool old = old_form(message.method);
        const object_members members(message.params);
        question.conversation = members.text(old ? key_conversation : key_thread);
        question.deny = denial(message.method);
        question.cancelled = decision_text(old ? old_cancel : cancel_turn);
        question.allow = decision_text(old ? old_accept : accept);
        if (message.method == method_permissions) {
            question.cancelled = question.deny;
            const auto wanted = members.raw(key_permissions);
            question.allow = wanted.starts_with('{') ? permissions_text(wanted) : std::string();
        }
        if (const auto params = params_of(message, line, question.flaw))
            read_use(question, message.method, *params);
        return meaning;
    }

    // The parameters of a question. Nothing: what decides has a flaw.
    static std::optional<json_object> params_of(const json_rpc_message& message, std::string_view line,
                                                std::string& flaw) {
        flaw = flaw_of(message);
        if (flaw.empty()) return parse_scanned(message.params).get_object();
        line_edits edits(line);
        const object_members params(message.params);
        for (const auto key : {key_reason, key_message}) mend_words(edits, params.raw(key));
        if (message.method == method_elicit)
            drop_unread(edits, params.raw(key_meta), [](std::string_view key) {
                return key == key_approval_kind || key == key_tool_name || key == key_tool_params;
            });
        auto mended = sound_params(edits.text());
        if (mended) flaw.clear();
        return mended;
    }

    static std::string flaw_of(const json_rpc_message& message) {
        return !message.flaw.empty()              ? message.flaw
               : !message.params.starts_with('{') ? "`params`: expected object"
               : holds_nul(message.params)        ? "a string holds U+0000"
                                                  : "";
    }

    line_meaning asked_about_mcp(const json_rpc_message& message, std::string_view line) {
        line_meaning meaning;
        meaning.what = kind::question;
        auto& question = meaning.question.emplace();
        const object_members members(message.params);
        const object_members meta(members.raw(key_meta));
        question.conversation = members.text(key_thread);
        question.allow = action_text(accept);
        question.deny = denial(message.method);
        question.cancelled = action_text(cancel_turn);
        const auto params = params_of(message, line, question.flaw);
        if (!params) return meaning;
        if (const auto lasts = meta.raw(key_persist); options_.closes && !lasts.empty()) {
            line_edits edits(line);
            edits.replace(lasts, "[]");
            question.shown = edits.text();
        }
        agent_use use;
        add_mcp_question(use, question.conversation, *params);
        close_mcp_use(question, std::move(use));
        return meaning;
    }

    // \param id  of the question
    line_meaning choice_asked(const json_rpc_message& message, const std::string& id) const {
        line_meaning meaning;
        meaning.what = kind::question;
        auto& question = meaning.question.emplace();
        const object_members members(message.params);
        question.conversation = members.text(key_thread);
        question.allow = choice_text(id, choice_allow);
        question.deny = question.cancelled = choice_text(id, choice_cancel);
        question.flaw = flaw_of(message);
        if (!question.flaw.empty()) return meaning;
        agent_use use;
        const auto* const call = running_.find(call_key(question.conversation, members.text(key_item)));
        add_mcp_call(use, call == nullptr ? mcp_call() : *call);
        use.needs_human = use.needs_human || elements_of(members.raw(key_questions)).size() != 1;
        close_mcp_use(question, std::move(use));
        return meaning;
    }

    void close_mcp_use(agent_question& question, agent_use use) const {
        auto made = std::make_shared<agent_use>(std::move(use));
        made->asked_by = agent_program::codex;
        made->session = question.conversation;
        made->cwd = options_.cwd;
        if (auto closed = made->close(agent_program::codex); closed)
            question.use = std::move(made);
        else
            question.flaw = closed.error().message;
    }

    struct mcp_call {
        std::string thread{}, server{}, tool{};
        json_object arguments{};
        bool asked = false;
    };

    static void add_mcp_call(agent_use& use, const mcp_call& call) {
        const std::string name = "mcp__" + call.server + "__" + call.tool;
        const bool named = !call.server.empty() && !call.tool.empty() && valid_tool_name(name);
        use.needs_human = use.needs_human || !named;
        use.add(named ? name : std::string(mcp_tool_without_name), call.arguments);
    }

    // A server can ask in the same words while a tool of it runs. So it is Codex that asks where a call that
    // was not asked about yet is the one that the question names.
    void add_mcp_question(agent_use& use, const std::string& thread, const json_object& params) {
        const json_object& meta = params.at(key_meta).get_object();
        mcp_call named{thread, text_in(params, key_server_name), text_in(meta, key_tool_name)};
        const auto* const input = meta.if_contains(key_tool_params);
        const bool has_input = input != nullptr && input->is_object();
        if (has_input) named.arguments = input->get_object();
        const auto meant = running_.all([&](const mcp_call& each) {
            return !each.asked && each.thread == thread && each.server == named.server &&
                   (named.tool.empty() || each.tool == named.tool) &&
                   (!has_input || each.arguments == named.arguments);
        });
        const bool odd_input = present(meta, key_tool_params) && !has_input;
        const bool one = meant.size() == 1 || (!meant.empty() && has_input && !named.tool.empty());
        const bool known = one && !odd_input;
        if (known) meant.front()->asked = true;
        use.needs_human = !known;
        add_mcp_call(use, known ? *meant.front() : named);
    }

    line_meaning client_runs(const json_rpc_message& message) const {
        if (auto flaw = flaw_of(message); !flaw.empty()) return refusal(std::move(flaw));
        const json_value said = parse_scanned(message.params);
        const json_object& params = said.get_object();
        std::string tool = text_in(params, key_tool);
        if (!valid_tool_name(tool)) return refusal("`params.tool`: expected the name of a tool");
        const auto* const input = params.if_contains(key_arguments);
        auto use = std::make_shared<agent_use>();
        use->asked_by = agent_program::codex;
        use->session = text_in(params, key_thread);
        use->cwd = options_.cwd;
        use->use_id = text_in(params, key_call);
        use->add(std::move(tool), input == nullptr     ? json_object{}
                                  : input->is_object() ? input->get_object()
                                                       : json_object{{key_arguments, *input}});
        if (auto closed = use->close(agent_program::codex); !closed) return refusal(closed.error().message);
        line_meaning meaning;
        meaning.what = kind::act;
        meaning.conversation = text_in(params, key_thread);
        meaning.acts = std::move(use);
        return meaning;
    }

    void read_use(agent_question& question, std::string_view method, const json_object& params) const {
        auto use = std::make_shared<agent_use>();
        use->asked_by = agent_program::codex;
        use->session = question.conversation;
        use->cwd = text_in(params, key_cwd);
        if (use->cwd.empty()) use->cwd = options_.cwd;
        use->use_id = text_in(params, old_form(method) ? key_call : key_item);
        if (method == method_command) {
            use->needs_human = !understands_command(params);
            add_command(*use, params);
            if (text_in(params, key_kind) == kind_stdin) add_typed(*use, params);
        } else if (method == method_old_command) {
            add_old_command(*use, params);
        } else if (method == method_permissions) {
            use->needs_human = true;
            use->add(std::string(permissions_tool), params);
        } else {
            add_changes(*use, question.conversation, method, params);
        }
        if (auto closed = use->close(agent_program::codex); closed)
            question.use = std::move(use);
        else
            question.flaw = closed.error().message;
    }

    static bool understands_command(const json_object& params) {
        const std::string what = text_in(params, key_kind);
        return (what.empty() || what == kind_command) && std::ranges::all_of(params, [](const auto& member) {
                   return member.value().is_null() || one_of(understood_of_command, member.key());
               });
    }

    static void add_old_command(agent_use& use, const json_object& params) {
        std::vector<std::string> words;
        const auto* const value = params.if_contains(key_command);
        if (const auto* const list = value == nullptr ? nullptr : value->if_array())
            for (const auto& each : *list) {
                use.needs_human = use.needs_human || !each.is_string();
                if (each.is_string()) words.emplace_back(each.get_string());
            }
        if (words.empty()) {
            use.needs_human = true;
            return use.add(std::string(bash), json_object{});
        }
        const auto inner = text_for_shell(words);
        use.add(std::string(bash), json_object{{key_command, inner ? *inner : shell_line_of(words)}});
    }

    // Where nothing was told of the item, nobody knows which files.
    void add_changes(agent_use& use, const std::string& conversation, std::string_view method,
                     const json_object& params) const {
        use.needs_human = present(params, key_grant_root);
        if (method == method_old_change) {
            const auto* const value = params.if_contains(key_file_changes);
            if (const auto* const files = value == nullptr ? nullptr : value->if_object())
                for (const auto& member : *files)
                    if (const auto* const change = member.value().if_object())
                        add_change(use, {std::string(member.key()), text_in(*change, key_type),
                                         text_in(*change, key_move),
                                         text_in(*change, key_content) + text_in(*change, key_unified_diff)});
        } else if (const auto* const told = changes_.find(call_key(conversation, use.use_id))) {
            for (const auto& change : *told) {
                const auto* const how_value = change.if_contains(key_kind);
                const auto* const how = how_value == nullptr ? nullptr : how_value->if_object();
                if (how != nullptr)
                    add_change(use, {text_in(change, key_path), text_in(*how, key_type),
                                     text_in(*how, key_move), text_in(change, key_diff)});
                else
                    add_change(use, {text_in(change, key_path), {}, {}, text_in(change, key_diff)});
            }
        }
        if (!use.empty()) return;
        use.needs_human = true;
        use.add(std::string(edit_tool), json_object{});
    }

    codex_options options_;
    told_calls<std::vector<json_object>> changes_;
    told_calls<mcp_call> running_;
    std::set<std::string> turns_;  // that are not over, by their ids
    bool noted_ = false;
    bool noted_replaced_ = false;
};

}  // namespace

std::unique_ptr<agent_protocol> make_codex_protocol(codex_options options) {
    return std::make_unique<codex_protocol>(std::move(options));
}

}  // namespace assent
