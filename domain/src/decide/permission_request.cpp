#include <assent/domain/decide/permission_request.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace assent {

std::size_t permission_question::memory_bytes() const {
    std::size_t sum = sizeof(permission_question) + input->size_bytes();
    for (const std::string* text :
         {&request_id,  &tool_name,  &own_name,   &cwd,     &resolved_cwd,   &tool_use_id,
          &agent_id,    &subagent,   &session_id, &agent,   &blocked_path,   &title,
          &description, &ask_reason, &why,        &concern, &cause,          &operation,
          &path,        &does,       &preview,    &warning, &grant_remaining})
        sum += text->size();
    for (const auto& each : commands) sum += sizeof each + each.text.size() + each.does.size();
    if (resolved)
        for (const auto& each : *resolved)
            sum += sizeof each + each.field.size() + (each.path ? each.path->size() : 0);
    for (const auto& update : suggestions) {
        sum += sizeof(permission_update) + assent::memory_bytes(update.wire);
        for (const auto& rule : update.rules) sum += rule.memory_bytes();
    }
    return sum;
}

risk_level told_risk(risk_level risk, const risk_factors& factors, const call_effects& effects) noexcept {
    if (risk != risk_level::high || factors.empty() || !is_plain(worst_of(effects))) return risk;
    risk_level told = risk_level::medium;
    for (const auto& factor : factors) told = std::max(told, factor->level);
    return told;
}

tool_call permission_question::call() const { return call_with(*input); }

tool_call permission_question::call_with(const tool_input& other) const {
    static const resolved_paths none_found;
    const resolved_paths* found = nullptr;
    if (resolved) found = &other == input.get() ? &*resolved : &none_found;
    return {
        .tool_name = tool_name,
        .input = other,
        .own_name = own_name,
        .cwd = cwd,
        .tool_use_id = tool_use_id,
        .agent_id = agent_id,
        .subagent = subagent,
        .tells_subagent = tells_subagent,
        .session_id = session_id,
        .agent = agent,
        .blocked_path = blocked_path,
        .title = title,
        .description = description,
        .ask_reason = ask_reason,
        .resolved = found,
        .resolved_cwd = resolved_cwd,
        .paths_ignore_case = paths_ignore_case,
        .needs_human = needs_human,
        .from_hook = from_hook,
        .suggestions = suggestions,
    };
}

permission_question make_question(const tool_call& call, std::string_view request_id) {
    permission_question question;
    question.request_id = request_id;
    question.tool_name = call.tool_name;
    question.own_name = call.own_name;
    question.input = call.input.retain();
    question.cwd = call.cwd;
    if (call.resolved != nullptr) question.resolved = *call.resolved;
    question.resolved_cwd = call.resolved_cwd;
    question.paths_ignore_case = call.paths_ignore_case;
    question.tool_use_id = call.tool_use_id;
    question.agent_id = call.agent_id;
    question.subagent = call.subagent;
    question.tells_subagent = call.tells_subagent;
    question.session_id = call.session_id;
    question.agent = call.agent;
    question.blocked_path = call.blocked_path;
    question.title = call.title;
    question.description = call.description;
    question.ask_reason = call.ask_reason;
    question.suggestions.assign(call.suggestions.begin(), call.suggestions.end());
    question.needs_human = call.needs_human;
    question.from_hook = call.from_hook;
    return question;
}

permission_request::permission_request(std::shared_ptr<const permission_question> question,
                                       std::weak_ptr<answer_sink> sink, std::stop_token stop) noexcept
    : question_(std::move(question)), sink_(std::move(sink)), stop_(std::move(stop)) {}

permission_request& permission_request::operator=(permission_request&& other) noexcept {
    // The handle that is overwritten is dropped: swap, and let `other` carry it to its end.
    permission_request taken(std::move(other));
    std::swap(question_, taken.question_);
    std::swap(sink_, taken.sink_);
    std::swap(stop_, taken.stop_);
    return *this;
}

permission_request::~permission_request() {
    if (const auto sink = take_sink()) sink->dropped(*question_);
}

const permission_question& permission_request::question() const {
    if (!question_) throw std::logic_error("permission_request: expected a question, but it was moved away");
    return *question_;
}

// Whatever happens from here on, the destructor has nothing left to drop.
std::shared_ptr<answer_sink> permission_request::take_sink() noexcept {
    return std::exchange(sink_, {}).lock();
}

bool permission_request::answer(permission_result result) && {
    const auto question = question_;  // the handle may end while it is answered
    const auto sink = take_sink();
    return sink && sink->answer(*question, std::move(result));
}

bool permission_request::allow() && { return std::move(*this).answer(allow_result{}); }

bool permission_request::allow(json_object edited_input) && {
    return std::move(*this).answer(allow_result{.edited_input = std::move(edited_input)});
}

bool permission_request::allow_with_suggestions() && {
    if (!question_) return false;
    return std::move(*this).answer(allow_result{.updates = question_->suggestions});
}

bool permission_request::deny(std::string reason) && {
    return std::move(*this).answer(deny_result{.reason = std::move(reason)});
}

bool permission_request::deny_and_interrupt(std::string reason) && {
    return std::move(*this).answer(deny_result{.reason = std::move(reason), .interrupt = true});
}

bool permission_request::fail(std::string why) && {
    const auto question = question_;
    const auto sink = take_sink();
    return sink && sink->failed(*question, std::move(why));
}

}  // namespace assent
