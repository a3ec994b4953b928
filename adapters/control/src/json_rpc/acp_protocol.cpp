#include <assent/adapters/control/json_rpc/acp_protocol.hpp>

#include "../lines/line_edits.hpp"
#include "../wire/envelope.hpp"
#include "acp_tool_call.hpp"
#include "acp_words.hpp"
#include "object_members.hpp"
#include "shell_line.hpp"
#include "told_calls.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/frame_rewriting.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>

namespace assent {
namespace {

using namespace acp_words;
using kind = line_meaning::kind;

// How our own requests begin: a client's must not.
constexpr std::string_view own_id_begins = "\"assent-";

constexpr std::string_view off_switch = " (`--guard off` goes on without it)";

// Where Claude's adapter takes settings from, in the parameters of a request that opens a session.
constexpr std::array path_of_claude_settings{key_meta, key_meta_claude, key_meta_claude_options,
                                             key_meta_claude_settings};

constexpr std::array opening_methods{method_new, method_load, method_resume, method_fork};

std::string outcome_text(std::string_view outcome, std::string_view option = {}) {
    const std::string inner = option.empty() ? object_of({{key_outcome, outcome}})
                                             : object_of({{key_outcome, outcome}, {key_option_id, option}});
    std::string written = "{";
    envelope::append_key(written, key_outcome, true);
    return written + inner + "}";
}

// What an agent says about a setting of a session: where it stands in the line, and what it is.
struct told_setting {
    std::string_view raw{};  // with its quotes; empty: nothing is said
    std::string value{};
};

// One of `configOptions`.
object_members option_called(std::string_view options, std::string_view id) {
    if (!options.starts_with('[')) return {};
    for (const auto element : elements_of(options))
        if (object_members option(element); option.text(key_id) == id) return option;
    return {};
}

told_setting option_in(std::string_view options, std::string_view id) {
    const object_members option = option_called(options, id);
    return {option.raw(key_current_value), option.text(key_current_value)};
}

// An agent of which this is true; null: none is known.
template <class Is>
const agent_facts* agent_where(const Is& is) {
    for (const auto* const agent : all_agent_facts())
        if (agent->acp && is(*agent->acp)) return agent;
    return nullptr;
}

// Whether it is the mode in which one of the agents that are known asks most.
bool asks_most_in(std::string_view mode) {
    return !mode.empty() && agent_where([mode](const acp_facts& acp) { return acp.asking_mode == mode; });
}

// Whether it has the name of a mode in which one of them does not ask.
bool asks_nobody_in(std::string_view mode) {
    return agent_where([mode](const acp_facts& acp) { return acp.modes_without_questions.has(mode); });
}

// The first of these modes that asks, by its name. \param key  under which each says that
std::string asking_mode_among(std::string_view modes, std::string_view key) {
    if (!modes.starts_with('[')) return {};
    for (const auto element : elements_of(modes))
        if (std::string mode = object_members(element).text(key); asks_most_in(mode)) return mode;
    return {};
}

// Of a session. \param result  of the request that opened it
std::string asking_mode_offered(std::string_view result) {
    const object_members members(result);
    auto mode = asking_mode_among(object_members(members.raw(key_modes)).raw(key_offered_modes), key_id);
    return !mode.empty()
               ? mode
               : asking_mode_among(
                     option_called(members.raw(key_options_of_session), option_mode).raw(key_offered_values),
                     key_value);
}

// Copilot does not ask at all then. \param option  `allow_all`
bool allows_all(const told_setting& option) {
    return !option.raw.empty() && option.value != word_off && option.raw != word_false;
}

// How a question that cannot be read may be refused, where its options can. Empty: that is not clear.
std::string refusing_option(std::string_view params) {
    const auto options = object_members(params).raw(key_options);
    if (!options.starts_with('[')) return {};
    std::string found;
    std::vector<std::string> ids;
    for (const auto element : elements_of(options)) {
        const object_members option(element);
        std::string id = option.text(key_option_id);
        // What is written with an escape may be no text.
        if (id.empty() || option.raw(key_option_id).find('\\') != std::string_view::npos ||
            std::ranges::find(ids, id) != ids.end())
            return {};
        if (option.text(key_kind) == kind_reject_once && found.empty()) found = id;
        ids.push_back(std::move(id));
    }
    return found;
}

// The modes and switches of a session, as they stand in the answer to the request that opened it.
struct told_settings {
    told_setting mode, mode_option, allow_all;

    explicit told_settings(std::string_view result) {
        const object_members members(result);
        const object_members modes(members.raw(key_modes));
        mode = {modes.raw(key_current_mode), modes.text(key_current_mode)};
        const auto options = members.raw(key_options_of_session);
        mode_option = option_in(options, option_mode);
        allow_all = option_in(options, option_allow_all);
    }
};

// The ways to answer that a question offers.
struct offered {
    std::string allow_once, reject_once, reject_always;
    std::vector<agent_question::offer> answers;
    bool readable = true;
    std::size_t allows = 0;  // ways to allow this one call
};

class acp_protocol final : public agent_protocol {
public:
    explicit acp_protocol(acp_options options) : options_(std::move(options)) {
        if (options_.agent) know(facts_of(*options_.agent));
    }

    [[nodiscard]] bool versioned() const noexcept override { return true; }
    [[nodiscard]] bool asks(std::string_view method) const noexcept override { return method == method_ask; }
    [[nodiscard]] std::string denial(std::string_view /*method*/) const override {
        return outcome_text(outcome_cancelled);
    }
    [[nodiscard]] bool holds(std::string_view conversation) const override {
        const auto at = sessions_.find(conversation);
        return at != sessions_.end() && at->second.pending != 0;
    }
    [[nodiscard]] std::string withdrawal(std::string_view id) const override {
        return R"({"jsonrpc":"2.0","method":")" + std::string(method_cancel_request) + R"(","params":{")" +
               std::string(key_request_id) + R"(":)" + std::string(id) + "}}";
    }

    [[nodiscard]] line_meaning agent_said(const json_rpc_message& message, std::string_view line) override {
        using what = json_rpc_message::kind;
        if (message.what == what::response) return answered(message, line);
        if (message.what == what::request) return agent_requests(message, line);
        return agent_notifies(message, line);
    }

    [[nodiscard]] line_meaning client_said(const json_rpc_message& message, std::string_view line) override {
        using what = json_rpc_message::kind;
        if (message.what == what::request) return client_requests(message, line);
        line_meaning meaning;
        if (message.what == what::notification && message.method == method_cancel) {
            meaning.what = kind::cancels;
            meaning.conversation = object_members(message.params).text(key_session);
        }
        return meaning;
    }

    [[nodiscard]] client_answer read_answer(const agent_question& question,
                                            std::string_view result) const override {
        const object_members answer(object_members(result).raw(key_outcome));
        const std::string outcome = answer.text(key_outcome);
        if (outcome == outcome_cancelled) return {.what = client_answer::kind::cancel};
        const std::string option = answer.text(key_option_id);
        const auto chosen = std::ranges::find(question.offers, option, &agent_question::offer::id);
        if (outcome != outcome_selected || chosen == question.offers.end())
            return {.what = client_answer::kind::invalid};
        return {.what = chosen->allows ? client_answer::kind::allow : client_answer::kind::deny};
    }

private:
    struct opened_session {
        std::string cwd;
        std::size_t pending = 0;    // requests of ours that have to succeed before it may work
        std::string asking_mode{};  // of an agent that is not known; empty: it offers none
        bool mode_is_option = false;
    };
    // A request of ours.
    struct own {
        std::string session;
        bool opens = false;  // the session may not work before
    };
    struct client_request {
        std::string method;
        std::string session;
        std::string cwd;
    };

    // ---- What the client says

    line_meaning client_requests(const json_rpc_message& message, std::string_view line) {
        if (message.id.starts_with(own_id_begins)) return refusal("ids that begin with `assent-` are taken");
        const object_members params(message.params);
        const std::string session = params.text(key_session);
        if (message.method == method_initialize) return remembered(message, {});
        if (std::ranges::find(opening_methods, message.method) != opening_methods.end()) {
            if (sessions_.size() >= max_acp_sessions || client_requests_.size() >= max_acp_sessions)
                return refusal("there are more than " + std::to_string(max_acp_sessions) + " sessions");
            auto meaning = remembered(message, {std::string(message.method), session, params.text(key_cwd)});
            if (hooks_claude()) add_hook(meaning, message.params, line);
            return meaning;
        }
        if (!options_.closes) return {};
        if (message.method == method_set_mode) return mode_chosen(params.text(key_mode));
        if (message.method == method_set_option) {
            if (client_requests_.size() >= max_acp_sessions) return refusal("too many requests are open");
            auto meaning = option_chosen(params);
            return meaning.what == kind::refused
                       ? meaning
                       : remembered(message, {.method = {}, .session = session, .cwd = {}});
        }
        if (message.method == method_prompt) {
            const auto at = sessions_.find(session);
            if (at == sessions_.end() && known_ != nullptr)
                return refusal("`params.sessionId`: expected a session that was opened on this connection");
            if (holds(session)) return refusal("the session is being set to a mode in which it asks");
        }
        return {};
    }

    void know(const agent_facts& agent) { known_ = agent.acp ? &*agent.acp : nullptr; }

    // As far as that is known.
    [[nodiscard]] bool asks_in(std::string_view mode) const {
        return known_ != nullptr ? known_->asks_in(mode) : !asks_nobody_in(mode);
    }

    [[nodiscard]] std::string asking_mode_of(const std::string& session) const {
        if (known_ != nullptr) return std::string(known_->asking_mode);
        const auto at = sessions_.find(session);
        return at == sessions_.end() ? std::string() : at->second.asking_mode;
    }

    static line_meaning cannot_ask(const std::string& mode) {
        line_meaning meaning;
        meaning.what = kind::ends;
        meaning.why =
            "in the mode " + envelope::quoted(mode) +
            " the agent would not ask, and it offers none in which it is known to (`--agent NAME` says "
            "which agent it is; `--guard off` goes on without it)";
        return meaning;
    }

    [[nodiscard]] bool hooks_claude() const {
        return options_.closes && !options_.claude_hook.empty() && known_ != nullptr &&
               !known_->unasked_behind_hook.empty();
    }

    // A hook that asks leads to a question, whatever the agent's mode and own rules say.
    void add_hook(line_meaning& meaning, std::string_view params, std::string_view line) const {
        std::string settings = R"({"hooks":{"PreToolUse":[{"hooks":[{"type":"command","onFailure":"block")";
        envelope::append_string_member(settings, key_command,
                                       shell_line_of(options_.claude_hook) + " || exit 2");
        settings += "}]}]}}";
        line_edits edits(line);
        if (insert_below(edits, params, path_of_claude_settings, settings))
            meaning.instead = edits.text();
        else
            meaning.notes.emplace_back(
                "the editor brings settings of its own for Claude: deny and ask rules do not hold for what "
                "Claude does not ask about");
    }

    line_meaning remembered(const json_rpc_message& message, client_request request) {
        if (request.method.empty()) request.method = message.method;
        client_requests_.insert_or_assign(std::string(message.id), std::move(request));
        return {};
    }

    line_meaning mode_chosen(const std::string& mode) const {
        if (asks_in(mode)) return {};
        return refusal("in the mode " + envelope::quoted(mode.substr(0, max_request_id_bytes)) +
                       " the agent would not ask" + std::string(off_switch));
    }

    line_meaning option_chosen(const object_members& params) const {
        const std::string option = params.text(key_option);
        if (option == option_mode) return mode_chosen(params.text(key_value));
        if (option == option_allow_all && params.text(key_value) != word_off)
            return refusal("with " + envelope::quoted(option_allow_all) + " the agent would not ask" +
                           std::string(off_switch));
        return {};
    }

    // ---- What the agent says

    line_meaning answered(const json_rpc_message& message, std::string_view line) {
        if (own_.contains(std::string(message.id))) return own_answered(message);
        const auto at = client_requests_.find(std::string(message.id));
        if (at == client_requests_.end()) return {};
        const client_request request = std::move(at->second);
        client_requests_.erase(at);
        if (message.result.empty()) return {};
        if (request.method == method_initialize) {
            initialized(message);
            return {};
        }
        if (request.method == method_set_option) {
            line_meaning meaning;
            meaning.conversation = request.session;
            options_told(meaning, object_members(message.result).raw(key_options_of_session), line);
            return meaning;
        }
        return opened(request, message, line);
    }

    void initialized(const json_rpc_message& message) {
        const object_members info(object_members(message.result).raw(key_agent_info));
        name_ = info.text(key_name).substr(0, max_request_id_bytes);
        const auto* const called = agent_where([this](const acp_facts& acp) { return acp.is_called(name_); });
        tried_ = called != nullptr && called->acp->name == name_;
        if (options_.agent || called == nullptr) return;
        options_.agent = called->program;
        know(*called);
    }

    // An agent that does not do what keeps it asking cannot be stood for.
    line_meaning own_answered(const json_rpc_message& message) {
        const own ours = std::move(own_.extract(std::string(message.id)).mapped());
        line_meaning meaning;
        meaning.what = kind::swallowed;
        if (message.result.empty()) {
            meaning.what = kind::ends;
            meaning.why = "the agent cannot be kept in a mode in which it asks" + std::string(off_switch);
        } else if (ours.opens) {
            if (const auto at = sessions_.find(ours.session); at != sessions_.end()) --at->second.pending;
        }
        return meaning;
    }

    line_meaning opened(const client_request& request, const json_rpc_message& message,
                        std::string_view line) {
        std::string id = object_members(message.result).text(key_session);
        if (id.empty()) id = request.session;
        if (id.empty()) return {};
        auto& opening = sessions_[id];
        opening.cwd = request.cwd.empty() ? options_.cwd : request.cwd;
        line_meaning meaning;
        meaning.conversation = id;
        if (!options_.closes) return meaning;
        note(meaning);
        if (known_ == nullptr) opening.asking_mode = asking_mode_offered(message.result);
        const told_settings told(message.result);
        line_edits edits(line);
        opening.mode_is_option = told.mode.raw.empty() && !told.mode_option.raw.empty();
        const std::string& current = opening.mode_is_option ? told.mode_option.value : told.mode.value;
        const bool option_asks = told.mode_option.raw.empty() || asks_in(told.mode_option.value);
        if (!asks_in(current) || !option_asks) {
            const std::string mode = asking_mode_of(id);
            if (mode.empty()) return cannot_ask(asks_in(current) ? told.mode_option.value : current);
            meaning.requests.push_back(ask_for_mode(id, mode, true));
            for (const auto* const each : {&told.mode, &told.mode_option})
                if (!each->raw.empty()) edits.replace(each->raw, written_text(mode));
        }
        if (allows_all(told.allow_all)) {
            // Copilot that was started so goes on not to ask then, whatever a session is set to.
            // Source: 1.0.102.
            meaning.what = kind::ends;
            meaning.why =
                "the agent begins by asking about nothing, and cannot be set back" + std::string(off_switch);
            return meaning;
        }
        if (!edits.empty()) meaning.instead = edits.text();
        return meaning;
    }

    void note(line_meaning& meaning) {
        if (std::exchange(noted_, true)) return;
        if (known_ != nullptr)
            // Older ones may take no settings there.
            meaning.notes.emplace_back(hooks_claude() && tried_ ? known_->unasked_behind_hook
                                                                : known_->unasked);
        else
            meaning.notes.push_back(why_not_known() + ": whether it asks is up to its own settings" +
                                    (options_.agent ? "" : " (`--agent NAME` says which agent it is)"));
    }

    [[nodiscard]] std::string why_not_known() const {
        if (options_.agent)
            return "the modes of " + std::string(to_string(*options_.agent)) + " are not known here";
        return name_.empty() ? "this agent does not say what it is"
                             : "this agent calls itself " + envelope::quoted(display_text(name_)) +
                                   ", which is not known here";
    }

    own_request ask_for_mode(const std::string& session, std::string_view mode, bool opens) {
        const auto at = sessions_.find(session);
        if (at != sessions_.end() && at->second.mode_is_option)
            return own_request_of(
                session, opens, method_set_option,
                object_of({{key_session, session}, {key_option, option_mode}, {key_value, mode}}));
        return own_request_of(session, opens, method_set_mode,
                              object_of({{key_session, session}, {key_mode, mode}}));
    }

    own_request ask_for_asking(const std::string& session) {
        return own_request_of(
            session, false, method_set_option,
            object_of({{key_session, session}, {key_option, option_allow_all}, {key_value, word_off}}));
    }

    own_request own_request_of(const std::string& session, bool opens, std::string_view method,
                               std::string params) {
        std::string id = std::string(own_id_begins) + std::to_string(++last_own_) + "\"";
        own_.emplace(id, own{session, opens});
        if (opens) ++sessions_[session].pending;
        return {std::move(id), std::string(method), std::move(params)};
    }

    line_meaning agent_requests(const json_rpc_message& message, std::string_view line) {
        if (message.method == method_ask) return asked(message, line);
        line_meaning meaning;
        meaning.conversation = object_members(message.params).text(key_session);
        if (message.method != method_read && message.method != method_write && message.method != method_run)
            return meaning;
        meaning.what = kind::act;
        const auto params = object_in(message, meaning.why);
        if (!params) return refusal(std::move(meaning.why));
        meaning.acts = acp_client_act(message.method, *params, options_.agent, meaning.conversation,
                                      cwd_of(meaning.conversation), meaning.why);
        if (!meaning.acts) return refusal(std::move(meaning.why));
        return meaning;
    }

    line_meaning agent_notifies(const json_rpc_message& message, std::string_view line) {
        line_meaning meaning;
        const object_members params(message.params);
        meaning.conversation = params.text(key_session);
        if (message.method == method_cancel_request) {
            meaning.what = kind::withdrawn;
            meaning.id = params.raw(key_request_id);
        } else if (message.method == method_qwen_mode) {
            mode_told(meaning, {params.raw(key_current_mode), params.text(key_current_mode)}, line);
        } else if (message.method == method_update) {
            updated(meaning, message, params, line);
        }
        return meaning;
    }

    void updated(line_meaning& meaning, const json_rpc_message& message, const object_members& params,
                 std::string_view line) {
        const object_members update(params.raw(key_update));
        const std::string what = update.text(key_update_kind);
        if (what == update_mode) {
            mode_told(meaning, {update.raw(key_current_mode), update.text(key_current_mode)}, line);
        } else if (what == update_options) {
            options_told(meaning, update.raw(key_options_of_session), line);
        } else if (what == update_call || what == update_of_call) {
            call_told(meaning.conversation, update, message, line);
        }
    }

    void mode_told(line_meaning& meaning, const told_setting& mode, std::string_view line) {
        line_edits edits(line);
        set_mode_back(meaning, edits, mode);
        if (!edits.empty()) meaning.instead = edits.text();
    }

    void options_told(line_meaning& meaning, std::string_view options, std::string_view line) {
        line_edits edits(line);
        const auto mode = option_in(options, option_mode);
        if (!mode.raw.empty()) set_mode_back(meaning, edits, mode);
        const auto all = option_in(options, option_allow_all);
        if (options_.closes && allows_all(all)) {
            meaning.requests.push_back(ask_for_asking(meaning.conversation));
            edits.replace(all.raw, written_text(word_off));
            meaning.notes.emplace_back("the agent has left off asking, and is set back");
        }
        if (!edits.empty()) meaning.instead = edits.text();
    }

    // The agent has changed its mode by itself: it is set back, and upstream is told the one it is set to.
    void set_mode_back(line_meaning& meaning, line_edits& edits, const told_setting& mode) {
        if (!options_.closes || asks_in(mode.value)) return;
        const std::string asking = asking_mode_of(meaning.conversation);
        if (asking.empty()) {
            meaning = cannot_ask(mode.value);
            return;
        }
        meaning.requests.push_back(ask_for_mode(meaning.conversation, asking, false));
        if (mode.raw.empty()) return;
        edits.replace(mode.raw, written_text(asking));
        meaning.notes.emplace_back("the agent has left the mode in which it asks, and is set back");
    }

    // ---- Tool calls

    void call_told(const std::string& session, const object_members& update, const json_rpc_message& message,
                   std::string_view line) {
        const std::string id = update.text(key_tool_call_id);
        const std::string status = update.text(key_status);
        const std::string key = call_key(session, id);
        if (status == status_completed || status == status_failed) {
            calls_.forget(key);
            return;
        }
        auto& told = calls_.at(key);
        if (const auto params = mended_params(message, line, key_update))
            told.add(params->at(key_update).get_object());
        else
            told.add_unreadable();
        calls_.measured(key, told.memory());
    }

    // Of what an agent tells of a call. Nothing: something that decides cannot be read, or in two ways.
    // \param call  where it stands; an object
    [[nodiscard]] std::optional<json_object> mended_params(const json_rpc_message& message,
                                                           std::string_view line,
                                                           std::string_view call) const {
        if (message.flaw.empty() && !holds_nul(message.params))
            return message.params.starts_with('{') ? std::optional(parse_scanned(message.params).get_object())
                                                   : std::nullopt;
        line_edits edits(line);
        drop_unread(edits, message.params, [&](std::string_view key) {
            return key == key_session || key == call || key == key_options;
        });
        const object_members params(message.params);
        mend_words_of_call(edits, params.raw(call), options_.agent);
        if (const auto offers = params.raw(key_options); offers.starts_with('['))
            for (const auto offer : elements_of(offers))
                drop_unread(edits, offer,
                            [](std::string_view key) { return key == key_option_id || key == key_kind; });
        return sound_params(edits.text());
    }

    [[nodiscard]] std::string cwd_of(const std::string& session) const {
        const auto at = sessions_.find(session);
        return at == sessions_.end() ? options_.cwd : at->second.cwd;
    }

    // ---- Questions

    // The parameters of a request that matters: they have one meaning.
    static std::optional<json_object> object_in(const json_rpc_message& message, std::string& why) {
        if (!message.flaw.empty())
            why = message.flaw;
        else if (!message.params.starts_with('{'))
            why = "`params`: expected object";
        else if (holds_nul(message.params))
            why = "a string holds U+0000";
        else
            return parse_scanned(message.params).get_object();
        return std::nullopt;
    }

    line_meaning asked(const json_rpc_message& message, std::string_view line) {
        line_meaning meaning;
        meaning.what = kind::question;
        auto& question = meaning.question.emplace();
        question.conversation = object_members(message.params).text(key_session);
        question.cancelled = question.deny = outcome_text(outcome_cancelled);
        auto params = mended_params(message, line, key_tool_call);
        if (!params) params = object_in(message, question.flaw);
        if (!params) {
            if (const auto option = refusing_option(message.params); !option.empty())
                question.deny = outcome_text(outcome_selected, option);
            return meaning;
        }
        const auto offers = read_offers(*params);
        if (!offers.readable) {
            question.flaw = "`params.options`: expected options with different ids";
            return meaning;
        }
        question.offers = offers.answers;
        // Several ways may differ in what they allow.
        if (offers.allows == 1) question.allow = outcome_text(outcome_selected, offers.allow_once);
        for (const auto* const each : {&offers.reject_always, &offers.reject_once})
            if (!each->empty()) question.deny = outcome_text(outcome_selected, *each);
        if (options_.closes) question.shown = without_lasting(message.params, line);
        read_use(question, *params);
        return meaning;
    }

    void read_use(agent_question& question, const json_object& params) const {
        const auto* const call = params.if_contains(key_tool_call);
        if (call == nullptr || !call->is_object()) {
            question.flaw = "`params.toolCall`: expected object";
            return;
        }
        const auto* const id_value = call->get_object().if_contains(key_tool_call_id);
        const std::string id = id_value != nullptr && id_value->is_string()
                                   ? std::string(id_value->get_string())
                                   : std::string();
        acp_tool_call told;
        if (const auto* const before = calls_.find(call_key(question.conversation, id))) told = *before;
        told.add(call->get_object());
        auto use = told.use(options_.agent, id, question.conversation, cwd_of(question.conversation));
        if (use)
            question.use = *use;
        else
            question.flaw = use.error().message;
    }

    [[nodiscard]] offered read_offers(const json_object& params) const {
        offered found;
        const auto* const options = params.if_contains(key_options);
        const auto* const all = options == nullptr ? nullptr : options->if_array();
        if (all == nullptr) return found;
        std::vector<std::string> ids;
        for (const auto& each : *all) {
            const auto* const option = each.if_object();
            const auto* const id = option == nullptr ? nullptr : option->if_contains(key_option_id);
            const auto* const does = option == nullptr ? nullptr : option->if_contains(key_kind);
            found.readable = id != nullptr && id->is_string() && does != nullptr && does->is_string();
            if (!found.readable) return found;
            const std::string name(id->get_string());
            const std::string_view said = does->get_string();
            found.readable = !name.empty() && std::ranges::find(ids, name) == ids.end();
            if (!found.readable) return found;
            ids.push_back(name);
            if (said == kind_allow_once && ++found.allows == 1) found.allow_once = name;
            if (said == kind_reject_once && found.reject_once.empty()) found.reject_once = name;
            if (said == kind_reject_always && found.reject_always.empty()) found.reject_always = name;
            const bool rejects = said == kind_reject_once || said == kind_reject_always;
            if (said == kind_allow_once || rejects || !options_.closes)
                found.answers.push_back({name, !rejects});
        }
        return found;
    }

    // The question without what would hold for more than this one call. \return empty: there is no such thing
    static std::string without_lasting(std::string_view params, std::string_view line) {
        const auto options = object_members(params).raw(key_options);
        if (!options.starts_with('[')) return {};
        const auto all = elements_of(options);
        std::string kept = "[";
        std::size_t count = 0;
        for (const auto element : all) {
            const std::string does = object_members(element).text(key_kind);
            if (does != kind_allow_once && does != kind_reject_once && does != kind_reject_always) continue;
            if (count++ != 0) kept += ',';
            kept += element;
        }
        if (count == all.size()) return {};
        line_edits edits(line);
        edits.replace(options, kept + "]");
        return edits.text();
    }

    acp_options options_;
    const acp_facts* known_ = nullptr;
    std::map<std::string, opened_session, std::less<>> sessions_;
    std::map<std::string, client_request> client_requests_;
    std::map<std::string, own> own_;
    std::uint64_t last_own_ = 0;
    std::string name_;    // as the agent says
    bool tried_ = false;  // it is one that docs/acp.md names
    bool noted_ = false;
    told_calls<acp_tool_call> calls_;
};

}  // namespace

std::unique_ptr<agent_protocol> make_acp_protocol(acp_options options) {
    return std::make_unique<acp_protocol>(std::move(options));
}

}  // namespace assent
