#include "console_state.hpp"

#include <assent/domain/display_text.hpp>

#include <algorithm>

namespace assent {
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
    std::size_t end = max_kept_text_bytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text.resize(end);
    text += "\u2026";
    text.shrink_to_fit();
}

kept_audit_event bounded(kept_audit_event event) {
    for (std::string* const each :
         {&event.request_id, &event.tool_name, &event.tool_use_id, &event.agent_id, &event.user_id,
          &event.conversation_id, &event.message_id, &event.rule, &event.by, &event.reason})
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
        if (event.decided != nullptr && event.asked_because && !event.request_id.empty())
            for (auto& [number, entry] : open)
                if (entry->session.get() == &session && entry->shown->asked->request_id == event.request_id)
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

}  // namespace assent
