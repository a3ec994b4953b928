#include "console_state.hpp"

#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/needed.hpp>

#include <algorithm>
#include <utility>

namespace assent {
namespace {

// How a question ended, for those who have it on their screen.
std::string words_for_end(const audit_event& event) {
    const verdict& decided = *event.decided;
    const std::string outcome = decided.walled()    ? "allowed behind a wall"
                                : decided.allowed() ? "allowed"
                                                    : "denied";
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
          &event.agent, &event.session_id, &event.cwd, &event.user_id, &event.conversation_id,
          &event.message_id, &event.rule, &event.by, &event.reason})
        shorten(*each);
    event.rules_too.resize(std::min(event.rules_too.size(), max_named_rules));
    for (auto& each : event.rules_too) shorten(each);
    return event;
}

const console_refusal session_gone{true, "this session is over"};

bool may_be_with_agent(const permission_rule& rule) {
    return rule.origin() == rule_origin::answer || rule.origin() == rule_origin::peer;
}

// What came with answers and suggestions can be taken back here, and people look for that first.
bool removable(const permission_rule& rule, bool kept) {
    return may_be_with_agent(rule) || (kept && rule.origin() == rule_origin::stored);
}

console_rule shown(const permission_rule& rule, bool kept) {
    return {.behavior = rule.behavior(),
            .text = display_text(rule.full_text()),
            .key = rule.key(),
            .origin = rule.origin(),
            .removable = removable(rule, kept),
            .agent_has_it = may_be_with_agent(rule)};
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

bool console::state::ended(std::uint64_t question, std::string how) {
    std::shared_ptr<open_entry> gone;
    {
        const std::lock_guard lock(mutex);
        const auto at = open.find(question);
        if (at == open.end()) return false;
        gone = std::move(at->second);
        open.erase(at);
        ends.emplace_back(question, how.empty() ? std::move(gone->how) : std::move(how));
        if (ends.size() > max_ends) ends.pop_front();
    }
    gone.reset();
    notify();
    return true;
}

void console::state::saw(const session_state& session, const audit_event& event, const console_limits& limits,
                         std::string operation) {
    auto shown = std::make_shared<console_decision>();
    shown->session = session.number;
    shown->session_title = session.title;
    shown->event = bounded(kept_copy(event));
    shown->operation = std::move(operation);
    auto input = event.input == nullptr ? nullptr : event.input->retain();
    std::string how = event.decided == nullptr ? std::string() : words_for_end(event);
    std::vector<kept_decision> let_go;
    {
        const std::lock_guard lock(mutex);
        if (event.question != question_id::none)
            for (auto& [number, entry] : open)
                if (entry->session.get() == &session && entry->shown->asked->id == event.question) {
                    entry->how = how;
                    entry->allowed = event.decided != nullptr && event.decided->runs();
                }
        shown->number = ++last_decision;
        if (event.decided != nullptr) {
            ++(event.decided->runs() ? tally.allowed : tally.denied);
            if (event.asked_because) ++tally.asked;
        }
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
    return std::shared_ptr<console>(
        new console(needed(std::move(time), "console", "a clock"), limits, std::move(home)));
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

std::shared_ptr<void> console::confirm(confirmation asked, on_confirmed answered) {
    auto shown = std::make_shared<console_question>(show_confirmation(asked, now()));
    auto entry = std::make_shared<open_entry>();
    entry->confirmed = std::move(answered);
    std::uint64_t number = 0;
    {
        const std::lock_guard lock(state_->mutex);
        number = shown->number = ++state_->last_question;
        entry->shown = std::move(shown);
        state_->open.emplace(number, std::move(entry));
    }
    std::shared_ptr<void> asking(nullptr, [weak = std::weak_ptr(state_), number](void*) {
        if (const auto all = weak.lock()) all->ended(number, "taken back by whoever wanted it");
    });
    state_->notify();
    return asking;
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

void console::remember(std::vector<console_decision> earlier) {
    {
        const std::lock_guard lock(state_->mutex);
        for (auto& each : earlier) {
            each.number = ++state_->last_decision;
            each.earlier = true;
            each.event = bounded(std::move(each.event));
            each.event.input.reset();
            state_->decisions.push_back({std::make_shared<const console_decision>(std::move(each)), {}, {}});
        }
        while (state_->decisions.size() > limits_.max_decisions) state_->decisions.pop_front();
    }
    state_->notify();
}

console_tally console::tally() const {
    const std::lock_guard lock(state_->mutex);
    return state_->tally;
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
    call.walls = found.shown->event.decision == outcome::wall;  // as whoever asked could make one
    return gate->explain(call);
}

std::shared_ptr<console::session_state> console::session_of(std::uint64_t session) const {
    const std::lock_guard lock(state_->mutex);
    for (const auto& each : state_->sessions)
        if (auto one = each.lock(); one && one->number == session) return one;
    return nullptr;
}

std::shared_ptr<permission_gate> console::gate_of(std::uint64_t session) const {
    const auto found = session_of(session);
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
        made.cwd = each->cwd;
        made.mode = gate->mode();
        made.pause = gate->paused();
        made.grants = gate->grants();
        made.remembered = gate->remembered();
        made.trusted = gate->trusted();
        made.limits = gate->rate_status();
        const auto rules = gate->rules();
        const bool kept = each->take_back != nullptr;
        const std::lock_guard lock(each->mutex);
        if (each->shown_from != rules) {
            std::vector<rule_pointer> found;
            for (const auto behavior : strictest_first) {
                auto some = rules->all(behavior);
                found.insert(found.end(), some.begin(), some.end());
            }
            std::stable_partition(found.begin(), found.end(),
                                  [&](const rule_pointer& rule) { return removable(*rule, kept); });
            each->more_rules = found.size() - std::min(found.size(), limits_.max_rules);
            found.resize(found.size() - each->more_rules);
            each->shown_rules.clear();
            for (const auto& rule : found) each->shown_rules.push_back(shown(*rule, kept));
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

std::optional<console_refusal> console::end_pause(std::uint64_t session, std::string_view by) {
    const auto gate = gate_of(session);
    if (!gate) return session_gone;
    if (!gate->end_pause(by)) return console_refusal{true, "the pause is over"};
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
    const auto found = session_of(session);
    const auto gate = found ? found->gate() : nullptr;
    if (!gate) return session_gone;
    if (!gate->remove_rule(key) && !(found->take_back && found->take_back(key)))
        return console_refusal{true, "there is no such rule that an answer brought"};
    state_->notify();
    return std::nullopt;
}

}  // namespace assent
