#include <assent/adapters/control/hook_edit.hpp>
#include <assent/app/bridge.hpp>

#include <string>

// What upstream's own hooks answer, while a guard hook is there.
namespace assent {

// A hook of upstream's may put another input in the place of the one that the guard hook has looked at, and
// the agent would run it without a question. So it is judged like the first one. \return whether the answer
// passes; else another was given in its place
bool bridge::edit_passes(const response_message& response, const hooked_use& use) {
    hook_edit_reader reader;
    const auto edited = reader.read(use, response.payload);
    const auto denied = [&](std::string_view reason) {
        if (use.permission_request)
            agent_.success(response.request_id, hook_denial(reason));
        else
            agent_.guard(response.request_id, outcome::deny, reason);
        return false;
    };
    if (!edited) {
        const std::string why = "a hook's answer cannot be judged: " + edited.error().message;
        log(log_level::warn, why);
        if (gate_) gate_->record_protocol(response.request_id, why);
        return denied(why);
    }
    if (!*edited) return true;
    if (!gate_) return denied("nothing is there to judge a hook's input");
    tool_call call = **edited;
    if (call.cwd.empty()) call.cwd = options_.cwd;
    std::string scratch;
    const verdict decided = gate_->check(call, response.request_id, scratch);
    if (decided.denied()) return denied(decided.reason());
    // Where the agent asks in any case, its question is judged; where it was asking, upstream's hook has
    // answered.
    if (!decided.must_ask || reader.holds_back() || use.permission_request) return true;
    agent_.success(response.request_id, hook_question(call.input.raw(), decided.reason()));
    return false;
}

}  // namespace assent
