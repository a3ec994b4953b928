#include <assent/domain/permission_question.hpp>

namespace assent {

std::size_t permission_question::memory_bytes() const {
    std::size_t sum = sizeof(permission_question) + input->size_bytes();
    for (const std::string* text :
         {&request_id, &tool_name, &cwd, &resolved_cwd, &tool_use_id, &agent_id, &blocked_path, &title,
          &description, &ask_reason, &why, &operation, &path, &preview, &warning, &grant_remaining})
        sum += text->size();
    if (resolved)
        for (const auto& each : *resolved)
            sum += sizeof each + each.field.size() + (each.path ? each.path->size() : 0);
    for (const auto& update : suggestions) {
        sum += sizeof(permission_update) + assent::memory_bytes(update.wire);
        for (const auto& rule : update.rules) sum += rule.memory_bytes();
    }
    return sum;
}

tool_call permission_question::call() const { return call_with(*input); }

tool_call permission_question::call_with(const tool_input& other) const {
    static const resolved_paths none_found;
    const resolved_paths* found = nullptr;
    if (resolved) found = &other == input.get() ? &*resolved : &none_found;
    return {
        .tool_name = tool_name,
        .input = other,
        .cwd = cwd,
        .tool_use_id = tool_use_id,
        .agent_id = agent_id,
        .blocked_path = blocked_path,
        .title = title,
        .description = description,
        .ask_reason = ask_reason,
        .resolved = found,
        .resolved_cwd = resolved_cwd,
        .needs_human = needs_human,
        .from_hook = from_hook,
        .suggestions = suggestions,
    };
}

permission_question make_question(const tool_call& call, std::string_view request_id) {
    permission_question question;
    question.request_id = request_id;
    question.tool_name = call.tool_name;
    question.input = call.input.retain();
    question.cwd = call.cwd;
    if (call.resolved != nullptr) question.resolved = *call.resolved;
    question.resolved_cwd = call.resolved_cwd;
    question.tool_use_id = call.tool_use_id;
    question.agent_id = call.agent_id;
    question.blocked_path = call.blocked_path;
    question.title = call.title;
    question.description = call.description;
    question.ask_reason = call.ask_reason;
    question.suggestions.assign(call.suggestions.begin(), call.suggestions.end());
    question.needs_human = call.needs_human;
    question.from_hook = call.from_hook;
    return question;
}

}  // namespace assent
