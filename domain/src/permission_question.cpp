#include <assent/domain/permission_question.hpp>

namespace assent {

tool_call permission_question::call() const { return call_with(*input); }

tool_call permission_question::call_with(const tool_input& other) const {
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
        .needs_human = needs_human,
        .suggestions = suggestions,
    };
}

permission_question make_question(const tool_call& call, std::string_view request_id) {
    permission_question question;
    question.request_id = request_id;
    question.tool_name = call.tool_name;
    question.input = call.input.retain();
    question.cwd = call.cwd;
    question.tool_use_id = call.tool_use_id;
    question.agent_id = call.agent_id;
    question.blocked_path = call.blocked_path;
    question.title = call.title;
    question.description = call.description;
    question.ask_reason = call.ask_reason;
    question.suggestions.assign(call.suggestions.begin(), call.suggestions.end());
    question.needs_human = call.needs_human;
    return question;
}

}  // namespace assent
