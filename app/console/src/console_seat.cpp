#include "console_state.hpp"

#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/operation_text.hpp>

#include <algorithm>
#include <utility>

namespace assent {
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

// Whether a person has allowed a call of this agent in this folder.
bool person_allowed(const console_decision& shown, const permission_question& asked, std::uint64_t session) {
    const kept_audit_event& event = shown.event;
    return shown.session == session && event.what == audit_event::kind::decision &&
           event.source == decision_source::callback && event.decision != outcome::deny &&
           event.tool_name == asked.tool_name && event.agent == asked.agent && event.cwd == asked.cwd;
}

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

void console::seat::keeps_answers(take_back how, rule_condition::path_lookup look) {
    state_->take_back = std::move(how);
    state_->look = std::move(look);
}

std::string console::seat::answered_by(const permission_question& question) const {
    state& all = *desk_->state_;
    const std::lock_guard lock(all.mutex);
    for (const auto& [number, entry] : all.open)
        if (entry->session == state_ && entry->shown->asked->id == question.id) return entry->by;
    return {};
}

void console::seat::add_to_end(const permission_question& question, std::string_view more) {
    state& all = *desk_->state_;
    const std::lock_guard lock(all.mutex);
    for (auto& [number, entry] : all.open)
        if (entry->session == state_ && entry->shown->asked->id == question.id)
            entry->how.append("; ").append(display_text(more));
}

void console::seat::attach(const std::shared_ptr<permission_gate>& gate) {
    {
        const std::lock_guard lock(state_->mutex);
        state_->attached = gate;
    }
    desk_->state_->notify();
}

std::size_t console::seat::allowed_before(const console_question& shown, const judgement_basis& basis) const {
    const permission_question& asked = *shown.asked;
    auto rule = parse_rule(shown.group_rule.empty() ? shown.rule : shown.group_rule, rule_behavior::allow,
                           rule_origin::answer, false, desk_->home_);
    if (rule) rule = basis.as_registered(*rule);
    if (!rule) return 0;
    std::vector<std::shared_ptr<const kept_input>> inputs;
    {
        const std::lock_guard lock(desk_->state_->mutex);
        for (const auto& each : desk_->state_->decisions)
            if (each.input && person_allowed(*each.shown, asked, state_->number))
                inputs.push_back(each.input);
    }
    return static_cast<std::size_t>(std::ranges::count_if(inputs, [&](const auto& input) {
        const tool_call call = asked.call_with(*input);
        return proven(*rule, call_reading(call, basis.settings().switches), basis);
    }));
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
    if (shown->who.empty()) shown->who = state_->title;
    if (basis && shown->offers.always) shown->allowed_before = allowed_before(*shown, *basis);
    shown->offers.kept =
        state_->take_back && shown->offers.always && folder_and_agent_of(*question, state_->look);
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

}  // namespace assent
