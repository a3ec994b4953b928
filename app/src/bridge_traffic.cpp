#include <assent/adapters/control/agent_settings.hpp>
#include <assent/adapters/control/frame_rewriting.hpp>
#include <assent/adapters/control/tool_results.hpp>
#include <assent/app/bridge.hpp>

#include "bridge_parts.hpp"

#include <assent/domain/display_text.hpp>

#include <algorithm>
#include <utility>

// What is said on either side, and what becomes of it.
namespace assent {
namespace {

// Of the request that we send where upstream sends none. Ids of the two sides are apart, and those of
// upstream never look like this.
constexpr std::string_view own_initialize = "assent_initialize";

// Not what an SDK may say ahead of its own `initialize`: older agents take only the first one.
bool may_start_work(const foreign_message& frame) {
    return frame.object && frame.type != "control_request" && frame.type != "keep_alive" &&
           frame.type != "update_environment_variables";
}

constexpr std::string_view off_switch = " (`--guard off` goes on without it)";

}  // namespace

// ---- From upstream

void bridge::upstream_read() {
    while (reason_.empty()) {
        const control_message message = driver_.next();
        if (std::holds_alternative<no_message>(message)) break;
        upstream_said(message);
    }
    deliver();
    flush();
}

void bridge::upstream_said(const control_message& message) {
    if (const auto* refused = std::get_if<refused_message>(&message)) {
        unreadable(*refused);
        refuse(*refused, "upstream");
        return;
    }
    if (const auto* response = std::get_if<response_message>(&message)) {
        answered(*response);
        return;
    }
    const auto* const request = std::get_if<initialize_message>(&message);
    const auto* const foreign = std::get_if<foreign_message>(&message);
    const bool asks = request != nullptr || (foreign != nullptr && foreign->type == "control_request");
    if (options_.guard && asks && request_switches_hooks_off(driver_.line_text())) {
        refuse({.request_id = request != nullptr ? request->request_id : foreign->request_id,
                .text = "with `" + std::string(hookless_variable) +
                        "` the agent would not call the guard hook" + std::string(off_switch)},
               "upstream");
        return;
    }
    if (request != nullptr) {
        initialize(*request);
        return;
    }
    if (foreign != nullptr) {
        turn_.driver_said(*foreign);
        if (options_.guard && !initialized_ && guard_request_.empty() && may_start_work(*foreign)) {
            guard_request_ = own_initialize;
            agent_.request(guard_request_, initialize_subtype, guard_hook_members(agent_.guard_hook()));
            guarded_.emplace(guard_request_);
        }
    }
    pass_down(driver_.raw_line());
}

// A line that is not passed on. Whoever sent a request waits for an answer.
void bridge::refuse(const refused_message& refused, std::string_view who) {
    if (refused.fatal || refused.code == control_error::too_large) {
        give_up("a line of " + std::string(who) + " cannot be passed on: " + refused.text);
        return;
    }
    log(log_level::warn, "a line of " + std::string(who) + " does not pass: " + refused.text);
    if (gate_) gate_->record_protocol(refused.request_id.substr(0, max_request_id_bytes), refused.text);
    if (!refused.request_id.empty()) driver_.error(refused.request_id, refused.code, refused.text);
}

void bridge::initialize(const initialize_message& message) {
    if (!options_.guard) {
        initialized_ = true;
        pass_down(driver_.raw_line());
        return;
    }
    const std::string_view hook = agent_.guard_hook();
    if (const auto line = with_guard_hook(driver_.line_text(), hook)) {
        initialized_ = true;
        guarded_.emplace(message.request_id);
        pass_down(*line);
        return;
    }
    refuse(
        {.request_id = message.request_id,
         .text = "`request.hooks`: expected lists of hooks, none of them named `" + std::string(hook) + "`"},
        "upstream");
}

// What the agent says to an `initialize` with the guard hook in it. Once one has succeeded, the hook holds.
void bridge::guard_answered(const foreign_message& answer) {
    if (guarded_.erase(std::string(answer.request_id)) == 0) return;
    guard_holds_ = guard_holds_ || !answer.failed;
    if (guard_holds_ || !guarded_.empty()) return;
    const std::string why = "the agent refuses the guard hook, so deny and ask rules would not hold";
    if (gate_) gate_->record_protocol(answer.request_id.substr(0, max_request_id_bytes), why);
    give_up(why + std::string(off_switch));
}

// What has happened without a call of the guard hook shows that the hook is gone, whatever has switched it
// off. \return false: the bridge has given up
bool bridge::uses_were_guarded() {
    const auto happened = uses_that_happened(agent_.line_text());
    std::string why;
    if (!happened) {
        why = "it cannot be told which tools the agent has used: " + happened.error().message;
    } else {
        const auto unguarded = std::find_if(happened->begin(), happened->end(),
                                            [&](const std::string& use) { return !uses_.known(use); });
        if (unguarded == happened->end()) return true;
        why =
            "the agent has used a tool without calling the guard hook, so deny and ask rules do not hold: `" +
            display_text(unguarded->substr(0, max_request_id_bytes)) + "`";
    }
    if (gate_) gate_->record_protocol({}, why);
    give_up(why + std::string(off_switch));
    return false;
}

void bridge::pass_down(std::string_view line) {
    // A last line without an end would join our answers, or wait for the end of an input that stays open.
    if (driver_.line_terminated() || options_.time)
        agent_.pass(line);
    else
        agent_.pass_unterminated(line);
}

// ---- From the agent

void bridge::downstream_read() {
    while (reason_.empty()) {
        const control_message message = agent_.next();
        if (std::holds_alternative<no_message>(message)) break;
        decide(message);
    }
    deliver();
    flush();
    note_deadline();
}

void bridge::decide(const control_message& message) {
    const auto* const said = std::get_if<foreign_message>(&message);
    if (options_.time && said != nullptr)
        turn_.agent_said(*said, options_.time->now());
    else if (options_.time)
        turn_.agent_asked(options_.time->now());
    if (const auto* question = std::get_if<can_use_tool_message>(&message)) {
        asking_ = question->request_id;
        responder_.on(message);
        mail_->run();  // where it goes upstream, it goes as the agent wrote it
        asking_ = {};
    } else if (const auto* call = std::get_if<guard_hook_message>(&message)) {
        if (guard_calls_.size() >= max_passed_requests) guard_calls_.clear();
        guard_calls_.emplace(call->request_id);
        uses_.called(call->tool_use_id);
        responder_.on(message);
    } else if (const auto* cancel = std::get_if<cancel_message>(&message)) {
        withdrawn(*cancel);
    } else if (const auto* refused = std::get_if<refused_message>(&message)) {
        responder_.on(message);
        if (refused->fatal) give_up("the agent wrote a line that cannot be passed on: " + refused->text);
    } else if (said != nullptr) {
        pass_foreign(*said);
    } else {
        pass_up(agent_.raw_line());
    }
}

void bridge::withdrawn(const cancel_message& message) {
    const std::string id(message.request_id);
    if (guard_calls_.erase(id) != 0) return;  // upstream knows nothing of it
    const bool upstream_has_it = forwarded_.contains(id);
    const bool ours = responder_.is_open(id);
    if (ours) responder_.on(control_message(message));
    forwarded_.erase(id);  // its cancel passes as the agent wrote it
    passed_requests_.erase(id);
    if (upstream_has_it || !ours) pass_up(agent_.raw_line());
}

// A request that is not ours: upstream answers it.
void bridge::pass_request(const foreign_message& message) {
    if (message.request_id.size() > max_request_id_bytes) {
        agent_.error(message.request_id, control_error::invalid_request,
                     "`request_id`: expected at most " + std::to_string(max_request_id_bytes) + " bytes");
        return;
    }
    if (upstream_ended_ && options_.time) {
        answer_for_nobody(message.request_id, message.subtype, nobody_answers);
        return;
    }
    if (passed_requests_.size() >= max_passed_requests) passed_requests_.erase(passed_requests_.begin());
    passed_requests_.insert_or_assign(std::string(message.request_id),
                                      passed_request{std::string(message.subtype), message.hook});
    pass_up(message.raw);
}

// The agent must not wait for an answer that does not come. An error to a hook would be no objection to the
// use of a tool.
void bridge::answer_for_nobody(std::string_view id, std::string_view subtype, std::string_view why) {
    if (subtype == "hook_callback")
        agent_.guard(id, outcome::deny, why);
    else
        agent_.error(id, control_error::internal_error, why);
}

void bridge::pass_foreign(const foreign_message& message) {
    if (!message.response) {
        if (options_.guard && message.type == "user" && !uses_were_guarded()) return;
        if (message.type == "control_request")
            pass_request(message);
        else
            pass_up(message.raw);
        return;
    }
    guard_answered(message);
    if (!reason_.empty()) return;
    if (!guard_request_.empty() && message.request_id == guard_request_) return;  // nobody upstream has asked
    const std::string_view text = agent_.line_text();
    const auto line =
        with_questions(text, [&](std::string_view id) { return forwarded_.contains(std::string(id)); });
    if (line)
        pass_up(*line == text ? message.raw : *line);
    else
        log(log_level::warn,
            "an answer of the agent does not pass: it cannot be told which questions it repeats");
}

void bridge::pass_up(std::string_view line) {
    if (up_->closed) return;  // nobody reads it any more
    if (agent_.line_terminated())
        driver_.pass(line);
    else
        driver_.pass_unterminated(line);
}

}  // namespace assent
