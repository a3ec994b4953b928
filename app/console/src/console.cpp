#include <assent/app/console/console.hpp>

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <stop_token>
#include <utility>

namespace assent {

/// One session: who asks, and the gate that decides.
struct console::session_state {
    session_state(std::uint64_t its_number, std::string its_title, std::string its_cwd)
        : number(its_number), title(std::move(its_title)), cwd(std::move(its_cwd)) {}

    const std::uint64_t number;
    const std::string title;
    const std::string cwd;

    [[nodiscard]] std::shared_ptr<permission_gate> gate() const {
        const std::lock_guard lock(mutex);
        return attached.lock();
    }

    mutable std::mutex mutex;
    std::weak_ptr<permission_gate> attached;
    // The rules as they were last shown, and the set that they were made from.
    rule_set::pointer shown_from;
    std::vector<console_rule> shown_rules;
    std::size_t more_rules = 0;
};

/// A question that waits.
struct console::open_entry {
    std::shared_ptr<const console_question> shown;
    std::shared_ptr<session_state> session;
    /// Kept so that the question stays open; nothing where somebody else holds it.
    std::optional<permission_request> handle;
    std::string how;  ///< it ended
    std::optional<std::stop_callback<std::function<void()>>> on_stop;
};

/// What all parts of a console share.
///
/// INVARIANT: nothing foreign runs under `mutex`: no gate, no watcher; and no entry is destroyed under it,
/// for that drops the handle of a question.
struct console::state {
    void notify();
    void ended(std::uint64_t question);
    void saw(const session_state& session, const audit_event& event, const console_limits& limits,
             std::string operation);
    [[nodiscard]] std::shared_ptr<open_entry> find(std::uint64_t question);

    struct kept_decision {
        std::shared_ptr<const console_decision> shown;
        std::weak_ptr<session_state> session;
        std::shared_ptr<const kept_input> input;
    };

    std::mutex mutex;
    std::uint64_t last_question = 0;
    std::uint64_t last_session = 0;
    std::uint64_t last_decision = 0;
    std::map<std::uint64_t, std::shared_ptr<open_entry>> open;
    std::deque<std::pair<std::uint64_t, std::string>> ends;
    std::size_t max_ends = 0;
    std::deque<kept_decision> decisions;
    std::size_t decision_bytes = 0;
    std::vector<std::weak_ptr<session_state>> sessions;
    std::vector<std::weak_ptr<watcher>> watchers;
};

/// The question as it is shown, but for its numbers.
[[nodiscard]] console_question show_question(const std::shared_ptr<const permission_question>& asked,
                                             const judgement_basis* basis);

/// JSON text with line breaks and indentation; its values stay as they are written.
/// \param text  valid JSON
/// \param most  bytes after which the rest is left out: what comes is longer than that then
[[nodiscard]] std::string indented_json(std::string_view text, std::size_t most);

/// The input as JSON text: as it came, where it came as text.
[[nodiscard]] std::string json_of(const kept_input& input);

// A question, made ready to be shown.

namespace {

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

std::vector<std::string> suggested_rules(const permission_question& asked, const std::string& proposed) {
    std::vector<std::string> texts;
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
            .edit = input_fits};
}

}  // namespace

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

std::string json_of(const kept_input& input) {
    if (!input.raw().empty()) return std::string(input.raw());
    std::string text;
    append_json(text, input.whole());
    return text;
}

console_question show_question(const std::shared_ptr<const permission_question>& asked,
                               const judgement_basis* basis) {
    console_question shown;
    shown.asked = asked;
    shown.tool = display_text(asked->tool_name);
    // The agent's own name stays visible.
    if (!asked->own_name.empty()) shown.tool += " (" + display_text(asked->own_name) + ")";
    shown.title = display_text(asked->title);
    shown.description = display_text(asked->description);
    shown.ask_reason = display_text(asked->ask_reason);
    shown.cwd = display_text(asked->cwd);
    shown.agent = display_text(asked->agent_id);
    shown.again = why_again(*asked);
    // Any other tool may do something else, whatever it is sent beside that.
    const auto* const tool = basis == nullptr ? nullptr : basis->definition(asked->tool_name);
    if (tool != nullptr && tool->kind == tool_kind::edit) shown.diff = diff_of(*asked->input);
    const std::string json = indented_json(json_of(*asked->input), max_shown_input_bytes);
    shown.input_cut = json.size() > max_shown_input_bytes;
    shown.input_shown = display_lines(std::string_view(json).substr(0, max_shown_input_bytes));
    if (!shown.input_cut) shown.input_json = json;
    shown.offers = offers_for(*asked, !shown.input_cut);
    if (shown.offers.always && basis != nullptr) {
        shown.rule = proposed_rule(*asked, *basis);
        shown.other_rules = suggested_rules(*asked, shown.rule);
    }
    return shown;
}

namespace {

// How a question ended, for those who have it on their screen.
std::string words_for_end(const audit_event& event) {
    const verdict& decided = *event.decided;
    const std::string outcome = decided.allowed() ? "allowed" : "denied";
    switch (decided.source) {
        case decision_source::callback:
            return decided.by.empty() ? outcome : outcome + " by " + display_text(decided.by);
        case decision_source::timeout: return "denied: nobody answered in time";
        case decision_source::cancelled: return "taken back by the agent";
        case decision_source::closed: return "denied: the session is over";
        default: return outcome + ": " + display_text(decided.reason());
    }
}

// Longest of the texts of a decision that are kept to be shown, in bytes: peers choose them.
constexpr std::size_t max_kept_text_bytes = 512;

void shorten(std::string& text) {
    if (text.size() <= max_kept_text_bytes) return;
    text.resize(beginning_of(text, max_kept_text_bytes).size());
    text += "\u2026";
    text.shrink_to_fit();
}

kept_audit_event bounded(kept_audit_event event) {
    for (std::string* const each :
         {&event.request_id, &event.tool_name, &event.own_name, &event.tool_use_id, &event.agent_id,
          &event.user_id, &event.conversation_id, &event.message_id, &event.rule, &event.by, &event.reason})
        shorten(*each);
    event.rules_too.resize(std::min(event.rules_too.size(), max_named_rules));
    for (auto& each : event.rules_too) shorten(each);
    return event;
}

}  // namespace

// ---- What the parts share

void console::state::notify() {
    std::vector<std::shared_ptr<watcher>> told;
    {
        const std::lock_guard lock(mutex);
        std::erase_if(watchers, [](const auto& each) { return each.expired(); });
        for (const auto& each : watchers)
            if (auto one = each.lock()) told.push_back(std::move(one));
    }
    for (const auto& each : told) {
        try {
            (*each)();
        } catch (...) {
            // It wakes up late, or not; others shall not miss it for that.
        }
    }
}

std::shared_ptr<console::open_entry> console::state::find(std::uint64_t question) {
    const std::lock_guard lock(mutex);
    const auto at = open.find(question);
    return at == open.end() ? nullptr : at->second;
}

void console::state::ended(std::uint64_t question) {
    std::shared_ptr<open_entry> gone;
    {
        const std::lock_guard lock(mutex);
        const auto at = open.find(question);
        if (at == open.end()) return;
        gone = std::move(at->second);
        open.erase(at);
        ends.emplace_back(question, std::move(gone->how));
        if (ends.size() > max_ends) ends.pop_front();
    }
    gone.reset();
    notify();
}

void console::state::saw(const session_state& session, const audit_event& event, const console_limits& limits,
                         std::string operation) {
    auto shown = std::make_shared<console_decision>();
    shown->session = session.number;
    shown->session_title = session.title;
    shown->event = bounded(keep(event));
    shown->operation = std::move(operation);
    auto input = event.input == nullptr ? nullptr : event.input->retain();
    std::string how = event.decided == nullptr ? std::string() : words_for_end(event);
    std::vector<kept_decision> let_go;
    {
        const std::lock_guard lock(mutex);
        if (event.question != question_id::none)
            for (auto& [number, entry] : open)
                if (entry->session.get() == &session && entry->shown->asked->id == event.question)
                    entry->how = how;
        shown->number = ++last_decision;
        std::weak_ptr<session_state> from;
        for (const auto& each : sessions)
            if (const auto one = each.lock(); one.get() == &session) from = each;
        if (input) decision_bytes += input->size_bytes();
        decisions.push_back({std::move(shown), std::move(from), std::move(input)});
        // The oldest inputs go first; what was decided about them stays to be seen.
        for (auto& each : decisions) {
            if (decision_bytes <= limits.max_decision_bytes) break;
            if (!each.input) continue;
            decision_bytes -= each.input->size_bytes();
            let_go.push_back({nullptr, {}, std::move(each.input)});
        }
        while (decisions.size() > limits.max_decisions) {
            if (decisions.front().input) decision_bytes -= decisions.front().input->size_bytes();
            let_go.push_back(std::move(decisions.front()));
            decisions.pop_front();
        }
    }
    notify();
}

// ---- The console

console::console(std::shared_ptr<const clock> time, console_limits limits, std::string home)
    : time_(std::move(time)), limits_(limits), home_(std::move(home)), state_(std::make_shared<state>()) {
    state_->max_ends = limits.max_ends;
}

console::~console() = default;

std::shared_ptr<console> console::make(std::shared_ptr<const clock> time, console_limits limits,
                                       std::string home) {
    return std::shared_ptr<console>(new console(std::move(time), limits, std::move(home)));
}

std::shared_ptr<console::seat> console::open_session(std::string_view title, std::string cwd) {
    std::shared_ptr<session_state> made;
    {
        const std::lock_guard lock(state_->mutex);
        made = std::make_shared<session_state>(++state_->last_session, display_text(title), std::move(cwd));
        state_->sessions.push_back(made);
    }
    return std::shared_ptr<seat>(new seat(shared_from_this(), std::move(made)));
}

std::shared_ptr<void> console::watch(watcher changed) {
    auto kept = std::make_shared<watcher>(std::move(changed));
    const std::lock_guard lock(state_->mutex);
    state_->watchers.push_back(kept);
    return kept;
}

std::vector<std::shared_ptr<const console_question>> console::open() const {
    std::vector<std::shared_ptr<const console_question>> all;
    const std::lock_guard lock(state_->mutex);
    all.reserve(state_->open.size());
    for (const auto& [number, entry] : state_->open) all.push_back(entry->shown);
    return all;
}

std::string console::how_it_ended(std::uint64_t question) const {
    const std::lock_guard lock(state_->mutex);
    for (const auto& [number, how] : state_->ends)
        if (number == question) return how;
    return {};
}

std::vector<std::shared_ptr<const console_decision>> console::decisions(std::uint64_t after) const {
    std::vector<std::shared_ptr<const console_decision>> all;
    const std::lock_guard lock(state_->mutex);
    for (const auto& each : state_->decisions)
        if (each.shown->number > after) all.push_back(each.shown);
    return all;
}

std::optional<explanation> console::explain(std::uint64_t decision) const {
    state::kept_decision found;
    {
        const std::lock_guard lock(state_->mutex);
        for (const auto& each : state_->decisions)
            if (each.shown->number == decision) found = each;
    }
    const auto from = found.session.lock();
    const auto gate = from ? from->gate() : nullptr;
    if (!gate || !found.input) return std::nullopt;
    tool_call call{.tool_name = found.shown->event.tool_name, .input = *found.input};
    call.cwd = from->cwd;
    call.agent_id = found.shown->event.agent_id;
    return gate->explain(call);
}

// What holds in the sessions, and what people change of it.

namespace {

const console_refusal session_gone{true, "this session is over"};

// What came with answers and suggestions can be taken back here, and people look for that first.
bool removable(const permission_rule& rule) {
    return rule.origin() == rule_origin::answer || rule.origin() == rule_origin::peer;
}

console_rule shown(const permission_rule& rule) {
    return {.behavior = rule.behavior(),
            .text = display_text(rule.text()),
            .key = rule.key(),
            .origin = rule.origin(),
            .removable = removable(rule),
            .agent_has_it = removable(rule)};
}

}  // namespace

std::shared_ptr<permission_gate> console::gate_of(std::uint64_t session) const {
    std::shared_ptr<session_state> found;
    {
        const std::lock_guard lock(state_->mutex);
        for (const auto& each : state_->sessions)
            if (auto one = each.lock(); one && one->number == session) found = std::move(one);
    }
    return found ? found->gate() : nullptr;
}

std::vector<console_session> console::sessions() const {
    std::vector<std::shared_ptr<session_state>> all;
    {
        const std::lock_guard lock(state_->mutex);
        for (const auto& each : state_->sessions)
            if (auto one = each.lock()) all.push_back(std::move(one));
    }
    std::vector<console_session> shown_sessions;
    for (const auto& each : all) {
        const auto gate = each->gate();
        if (!gate) continue;
        console_session made;
        made.number = each->number;
        made.title = each->title;
        made.mode = gate->mode();
        made.grants = gate->grants();
        made.remembered = gate->remembered();
        made.trusted = gate->trusted();
        made.limits = gate->rate_status();
        const auto rules = gate->rules();
        const std::lock_guard lock(each->mutex);
        if (each->shown_from != rules) {
            std::vector<rule_pointer> found;
            for (const auto behavior : {rule_behavior::deny, rule_behavior::ask, rule_behavior::allow}) {
                auto some = rules->all(behavior);
                found.insert(found.end(), some.begin(), some.end());
            }
            std::stable_partition(found.begin(), found.end(),
                                  [](const rule_pointer& rule) { return removable(*rule); });
            each->more_rules = found.size() - std::min(found.size(), limits_.max_rules);
            found.resize(found.size() - each->more_rules);
            each->shown_rules.clear();
            for (const auto& rule : found) each->shown_rules.push_back(shown(*rule));
            each->shown_from = rules;
        }
        made.rules = each->shown_rules;
        made.more_rules = each->more_rules;
        shown_sessions.push_back(std::move(made));
    }
    return shown_sessions;
}

std::optional<console_refusal> console::set_mode(std::uint64_t session, permission_mode mode) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    gate->set_mode(mode);
    state_->notify();
    return std::nullopt;
}

std::optional<console_refusal> console::revoke_grant(std::uint64_t session, std::string_view key) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    if (!gate->revoke_grant(key)) return console_refusal{true, "this grant is over"};
    state_->notify();
    return std::nullopt;
}

std::optional<console_refusal> console::forget(std::uint64_t session, std::string_view key) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    if (!gate->forget(key)) return console_refusal{true, "nothing is remembered about this"};
    state_->notify();
    return std::nullopt;
}

std::optional<console_refusal> console::remove_rule(std::uint64_t session, std::string_view key) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    if (!gate->remove_rule(key)) return console_refusal{true, "there is no such rule that an answer brought"};
    state_->notify();
    return std::nullopt;
}

// The place of one gate: its questions come in, its decisions are seen.

namespace {

class seen_by_console final : public audit_sink {
public:
    using see = std::function<void(const audit_event&)>;
    seen_by_console(std::shared_ptr<audit_sink> next, see saw)
        : next_(std::move(next)), saw_(std::move(saw)) {}

    boost::system::error_code record(const audit_event& event) override {
        if (next_)
            if (const auto error = next_->record(event)) return error;
        try {
            saw_(event);
        } catch (...) {
            // The record is kept; that nobody sees it here for want of memory changes no decision.
        }
        return {};
    }

private:
    std::shared_ptr<audit_sink> next_;
    see saw_;
};

std::string operation_text(const permission_gate* gate, const audit_event& event) {
    if (event.input == nullptr) return display_text(event.tool_name);
    const tool_call call{.tool_name = event.tool_name, .input = *event.input};
    const auto basis = gate == nullptr ? nullptr : gate->basis();
    std::string scratch;
    return operation_of(call, basis ? basis->definition(event.tool_name) : nullptr, scratch);
}

}  // namespace

console::seat::seat(std::shared_ptr<console> desk, std::shared_ptr<session_state> made)
    : desk_(std::move(desk)), state_(std::move(made)) {}

console::seat::~seat() {
    std::vector<std::shared_ptr<open_entry>> gone;
    {
        state& all = *desk_->state_;
        const std::lock_guard lock(all.mutex);
        for (auto at = all.open.begin(); at != all.open.end();) {
            if (at->second->session != state_) {
                ++at;
                continue;
            }
            gone.push_back(std::move(at->second));
            at = all.open.erase(at);
        }
        std::erase_if(all.sessions,
                      [&](const auto& each) { return each.expired() || each.lock() == state_; });
    }
    gone.clear();
    desk_->state_->notify();
}

can_use_tool console::seat::callback() {
    return [self = shared_from_this()](permission_request request) {
        auto question = request.share_question();
        auto stop = request.stop();
        self->show(question, std::move(stop), std::move(request));
    };
}

can_use_tool console::seat::callback_beside(can_use_tool other) {
    return [self = shared_from_this(), other = std::move(other)](permission_request request) {
        self->show(request.share_question(), request.stop(), std::nullopt);
        other(std::move(request));
    };
}

std::shared_ptr<audit_sink> console::seat::audit(std::shared_ptr<audit_sink> next) {
    return std::make_shared<seen_by_console>(
        std::move(next), [desk = desk_, from = state_](const audit_event& event) {
            const auto gate = from->gate();
            desk->state_->saw(*from, event, desk->limits_, operation_text(gate.get(), event));
        });
}

void console::seat::attach(const std::shared_ptr<permission_gate>& gate) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->attached = gate;
    }
    desk_->state_->notify();
}

void console::seat::show(const std::shared_ptr<const permission_question>& question, std::stop_token stop,
                         std::optional<permission_request> handle) {
    const auto gate = state_->gate();
    const auto basis = gate ? gate->basis() : nullptr;
    auto shown = std::make_shared<console_question>(show_question(question, basis.get()));
    auto entry = std::make_shared<open_entry>();
    entry->session = state_;
    entry->handle = std::move(handle);
    shown->session = state_->number;
    shown->session_title = state_->title;
    const auto all = desk_->state_;
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(all->mutex);
        number = shown->number = ++all->last_question;
        entry->shown = std::move(shown);
        all->open.emplace(number, entry);
    }
    // It may be over by now: then this ends it at once.
    try {
        entry->on_stop.emplace(std::move(stop), [weak = std::weak_ptr(all), number] {
            if (const auto locked = weak.lock()) locked->ended(number);
        });
    } catch (...) {
        all->ended(number);
        throw;
    }
    all->notify();
}

// What people answer: read, checked, and given to the gate.

namespace {

using answer_kind = console_answer::kind;

constexpr std::string_view not_open = "this question is not open any more";

console_refusal refuse(std::string why) { return {.gone = false, .why = display_text(why)}; }

// Whether a pattern says anything about the text: not where it has wildcards and blanks alone.
bool says_something(const json_value& pattern) {
    return !pattern.is_string() || pattern.get_string().find_first_not_of("*? ") != json_string::npos;
}

// Whether a rule covers whatever the tool is called with. For tools that run commands or delete, that is so
// unless it says which command or path.
bool open_ended(const permission_rule& rule, const tool_definition* tool, bool harmful) {
    const json_object& fields = rule.input_pattern();
    if (harmful && tool != nullptr && !tool->main_field.empty()) {
        const auto* const main = fields.if_contains(tool->main_field);
        return main == nullptr || !main->is_string() || !says_something(*main);
    }
    return std::none_of(fields.begin(), fields.end(),
                        [](const auto& field) { return says_something(field.value()); });
}

// Whether a rule is more than an answer to one call may say.
std::optional<console_refusal> too_wide(const permission_rule& rule, const permission_question& asked,
                                        const judgement_basis& basis) {
    const auto* const tool = basis.definition(asked.tool_name);
    const bool harmful =
        tool != nullptr && (tool->kind == tool_kind::execute || tool->kind == tool_kind::remove);
    if (!open_ended(rule, tool, harmful)) return std::nullopt;
    if (rule.tool_pattern() != asked.tool_name)
        return refuse("a rule for every use of several tools says too much: name `" + asked.tool_name + "`");
    if (harmful) return refuse("a rule for every use of `" + asked.tool_name + "` says too much: say which");
    return std::nullopt;
}

bool keeps_rule(answer_kind what) {
    return what == answer_kind::always || what == answer_kind::for_time || what == answer_kind::for_uses;
}

bool offered(const console_offers& offers, answer_kind what) {
    switch (what) {
        case answer_kind::once:
        case answer_kind::deny:
        case answer_kind::deny_and_interrupt: return true;
        case answer_kind::trust: return offers.trust;
        case answer_kind::for_time:
        case answer_kind::for_uses: return offers.grants;
        case answer_kind::always: return offers.always;
        case answer_kind::edited: return offers.edit;
    }
    return false;
}

}  // namespace

struct console::understood {
    std::optional<console_refusal> refused{};
    permission_result result{deny_result{}};
};

namespace {

// The rule that a person has written, if it covers the call alone or together with the rules in force.
boost::system::result<permission_rule, invalid_rule> proven_rule(const permission_question& asked,
                                                                 const permission_gate& gate,
                                                                 const console_answer& answer,
                                                                 std::string_view home) {
    const auto basis = gate.basis();
    auto rule = parse_rule(answer.rule, rule_behavior::allow, rule_origin::answer, false, home);
    if (!rule) return rule;
    rule = basis->as_registered(*rule);
    if (!rule) return rule;
    if (const auto wide = too_wide(*rule, asked, *basis)) return invalid_rule{wide->why};
    const tool_call call = asked.call();
    const call_reading reading(call, basis->settings().switches);
    if (answer.what != answer_kind::always) {
        if (!proven(*rule, reading, *basis)) return invalid_rule{"this rule does not cover the call"};
        return rule;
    }
    std::vector<permission_update> updates{add_rules({*rule})};
    if (std::string why = keep_proven(updates, *gate.rules(), reading, *basis); !why.empty())
        return invalid_rule{std::move(why)};
    return rule;
}

std::optional<console_refusal> edit(const permission_question& asked, const permission_gate& gate,
                                    const std::string& text, allow_result& yes) {
    const auto line = one_line_object(text);
    if (!line) return refuse("the input is expected to be one JSON object, without keys that stand twice");
    auto input = parse_scanned(*line).get_object();
    if (input.empty() && asked.input->size() != 0) return refuse("the input is empty");
    const auto kept = make_input(input);
    const explanation said = gate.explain(asked.call_with(*kept));
    if (said.decided.denied()) return refuse("with this input the call is denied: " + said.decided.reason());
    yes.edited_input = std::move(input);
    return std::nullopt;
}

}  // namespace

console::understood console::understand(const open_entry& entry, const permission_gate& gate,
                                        const console_answer& answer) const {
    const permission_question& asked = *entry.shown->asked;
    if (!offered(entry.shown->offers, answer.what))
        return {refuse("`" + std::string(to_string(answer.what)) + "` is not offered for this question")};
    if (answer.feedback.size() > limits_.max_feedback_bytes)
        return {refuse("the feedback is too long: at most " + std::to_string(limits_.max_feedback_bytes) +
                       " bytes")};
    if (answer.rule.size() > limits_.max_rule_bytes)
        return {refuse("the rule is too long: at most " + std::to_string(limits_.max_rule_bytes) + " bytes")};
    if (answer.input.size() > limits_.max_input_bytes)
        return {
            refuse("the input is too long: at most " + std::to_string(limits_.max_input_bytes) + " bytes")};
    if (answer.what == answer_kind::deny || answer.what == answer_kind::deny_and_interrupt)
        return {{},
                deny_result{.reason = answer.feedback,
                            .interrupt = answer.what == answer_kind::deny_and_interrupt,
                            .by = answer.by}};

    allow_result yes{.by = answer.by};
    yes.trust = answer.what == answer_kind::trust;
    if (answer.what == answer_kind::for_time) yes.grant = grant_terms::for_time(answer.time);
    if (answer.what == answer_kind::for_uses) yes.grant = grant_terms::for_uses(answer.uses);
    if (yes.grant)
        if (const auto flaw = yes.grant->flaw()) return {refuse(*flaw)};
    if (answer.what == answer_kind::edited)
        if (auto refused = edit(asked, gate, answer.input, yes)) return {std::move(refused)};
    // The tool's name alone stands for every use of it.
    const bool whole_tool = yes.grant && entry.shown->offers.whole_tool && answer.rule == asked.tool_name;
    if (keeps_rule(answer.what) && answer.rule.empty())
        return {refuse("a rule is needed: which calls are meant?")};
    if (keeps_rule(answer.what) && !whole_tool) {
        auto rule = proven_rule(asked, gate, answer, home_);
        if (!rule) return {refuse(rule.error().message)};
        if (yes.grant)
            yes.about = std::move(*rule);
        else
            yes.updates.push_back(add_rules({std::move(*rule)}, gate.basis()->settings().always_destination));
    }
    return {{}, std::move(yes)};
}

std::optional<console_refusal> console::check_rule(std::uint64_t question, std::string_view rule,
                                                   console_answer::kind use) const {
    const auto entry = state_->find(question);
    const auto gate = entry ? entry->session->gate() : nullptr;
    if (!gate) return console_refusal{true, std::string(not_open)};
    return understand(*entry, *gate, {.what = use, .rule = std::string(rule)}).refused;
}

std::optional<console_refusal> console::answer(std::uint64_t question, const console_answer& answer) {
    const auto entry = state_->find(question);
    const auto gate = entry ? entry->session->gate() : nullptr;
    if (!gate) return console_refusal{true, std::string(not_open)};
    understood read = understand(*entry, *gate, answer);
    if (read.refused) return read.refused;
    if (!gate->answer(entry->shown->asked->id, std::move(read.result)))
        return console_refusal{true, std::string(not_open)};
    return std::nullopt;
}

}  // namespace assent
