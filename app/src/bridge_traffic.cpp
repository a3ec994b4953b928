#include <assent/adapters/control/frame_rewriting.hpp>
#include <assent/adapters/control/json_scan.hpp>
#include <assent/app/bridge.hpp>

#include "bridge_parts.hpp"
#include "peer_answer.hpp"

#include <algorithm>
#include <utility>
#include <vector>

// What is said on either side, and what becomes of it.
namespace assent {
namespace {

constexpr std::string_view initialize_subtype = "initialize";
// Of the request that we send where upstream sends none. Ids of the two sides are apart, and those of
// upstream never look like this.
constexpr std::string_view own_initialize = "assent_initialize";

// An allow rule for a tool that the gate has deny or ask rules for: an agent that stored it would stop
// asking.
bool passes_over(const permission_update& update, const rule_set& rules) {
    const auto spoken_of = [&](const permission_rule& rule) {
        const auto tool = rule.tool_pattern();
        return rules.speaks_of(rule_behavior::deny, tool) || rules.speaks_of(rule_behavior::ask, tool);
    };
    const auto allows = [](const permission_rule& rule) { return rule.behavior() == rule_behavior::allow; };
    const bool any = rules.size(rule_behavior::deny) + rules.size(rule_behavior::ask) != 0;
    // A rule in it that has no meaning here may say anything.
    if (!update.why_opaque.empty()) return any;
    return std::any_of(update.rules.begin(), update.rules.end(),
                       [&](const auto& rule) { return allows(rule) && spoken_of(rule); });
}

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
    if (const auto* request = std::get_if<initialize_message>(&message)) {
        initialize(*request);
        return;
    }
    const auto* foreign = std::get_if<foreign_message>(&message);
    if (foreign != nullptr) turn_.driver_said(*foreign);
    if (options_.guard && !initialized_ && guard_request_.empty() && foreign != nullptr && foreign->object) {
        guard_request_ = own_initialize;
        agent_.request(guard_request_, initialize_subtype, guard_hook_members(agent_.guard_hook()));
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

// The question will get no other answer.
void bridge::unreadable(const refused_message& answer) {
    const auto at = forwarded_.find(std::string(answer.answers));
    if (at == forwarded_.end()) return;
    const auto entry = std::move(at->second);
    forwarded_.erase(at);
    permission_request request = std::move(entry->request);
    std::move(request).fail("upstream's answer is not valid: " + answer.text);
}

void bridge::initialize(const initialize_message& message) {
    initialized_ = true;
    if (!options_.guard) {
        pass_down(driver_.raw_line());
        return;
    }
    const std::string_view hook = agent_.guard_hook();
    const auto line = driver_.raw_line().find(hook) == std::string_view::npos
                          ? with_guard_hook(driver_.raw_line(), hook)
                          : std::nullopt;
    if (line) {
        pass_down(*line);
        return;
    }
    refuse(
        {.request_id = message.request_id,
         .text = "`request.hooks`: expected lists of hooks, none of them named `" + std::string(hook) + "`"},
        "upstream");
}

void bridge::answered(const response_message& response) {
    const auto at = forwarded_.find(std::string(response.request_id));
    if (at == forwarded_.end()) {
        const auto passed = passed_requests_.find(std::string(response.request_id));
        if (passed == passed_requests_.end()) {
            log(log_level::debug, "upstream's answer to `" + std::string(response.request_id) +
                                      "` does not pass: nobody has asked upstream");
            return;
        }
        const auto hook = std::move(passed->second);
        passed_requests_.erase(passed);
        if (!hook || edit_passes(response, *hook)) pass_down(driver_.raw_line());
        return;
    }
    const auto entry = std::move(at->second);
    forwarded_.erase(at);
    permission_request request = std::move(entry->request);
    if (!response.success) {
        given_ = given_answer{response.request_id, driver_.raw_line(), false};
        std::move(request).fail("upstream could not answer: " + response.error);
    } else if (json_scanner scanner;
               const auto fault = scanner.scan(response.payload, json_scanner::duplicates::everywhere)) {
        // The agent may read it in another way than we do.
        std::move(request).fail("upstream's answer is not valid: " + std::string(to_string(fault.flaw)));
    } else if (auto answer = driver_.answer(response); !answer) {
        std::move(request).fail("upstream's answer is not valid: " + answer.error().message);
    } else {
        permission_result result = peer_answer(std::move(*answer), request.question());
        given_ = given_answer{response.request_id, driver_.raw_line(), false};
        if (const auto* yes = std::get_if<allow_result>(&result)) {
            given_->allows = true;
            const auto rules = gate_->rules();
            for (const auto& update : yes->updates) given_->kept.push_back(!passes_over(update, *rules));
        }
        std::move(request).answer(std::move(result));
    }
    responder_.deliver();
    given_.reset();
}

// The answer of upstream passes as it is where the gate agrees with it.
bool bridge::write_answer(const permission_question& question, const settlement& outcome) {
    if (!given_ || given_->request_id != question.request_id) return false;
    if (outcome.decided.allowed() != given_->allows) return false;
    if (!given_->allows) {
        pass_down(given_->line);
        return true;
    }
    const auto kept = [&](std::size_t at) { return at < given_->kept.size() && given_->kept[at]; };
    const std::string line = with_updates(given_->line, kept);
    if (line != given_->line) {
        const std::string_view why =
            "rules in upstream's answer that speak of what deny or ask rules hold for were taken out";
        log(log_level::warn, std::string(why));
        gate_->record_protocol(question.request_id, why);
    }
    pass_down(line);
    return true;
}

void bridge::pass_down(std::string_view line) {
    if (driver_.line_terminated())
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
    if (said == nullptr)
        turn_.agent_asked();
    else if (options_.time)
        turn_.agent_said(*said, options_.time->now());
    if (const auto* question = std::get_if<can_use_tool_message>(&message)) {
        asking_ = question->request_id;
        responder_.on(message);
        mail_->run();  // where it goes upstream, it goes as the agent wrote it
        asking_ = {};
    } else if (std::holds_alternative<guard_hook_message>(message)) {
        responder_.on(message);
    } else if (const auto* withdrawn = std::get_if<cancel_message>(&message)) {
        const std::string id(withdrawn->request_id);
        const bool upstream_has_it = forwarded_.erase(id) != 0;
        const bool ours = responder_.is_open(id);
        if (ours) responder_.on(message);
        if (upstream_has_it || !ours) pass_up(agent_.raw_line());
    } else if (const auto* refused = std::get_if<refused_message>(&message)) {
        responder_.on(message);
        if (refused->fatal) give_up("the agent wrote a line that cannot be passed on: " + refused->text);
    } else if (said != nullptr) {
        pass_foreign(*said);
    } else {
        pass_up(agent_.raw_line());
    }
}

void bridge::pass_foreign(const foreign_message& message) {
    if (!message.response) {
        if (!message.request_id.empty() && message.request_id.size() <= max_request_id_bytes) {
            if (passed_requests_.size() >= max_passed_requests) passed_requests_.clear();
            passed_requests_.insert_or_assign(std::string(message.request_id), message.hook);
        }
        pass_up(message.raw);
        return;
    }
    if (!guard_request_.empty() && message.request_id == guard_request_) return;  // nobody upstream has asked
    const auto line = with_questions(
        message.raw, [&](std::string_view id) { return forwarded_.contains(std::string(id)); });
    if (line)
        pass_up(*line);
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

// ---- Questions for upstream

void bridge::forward(permission_request request) {
    const permission_question& question = request.question();
    if (up_->closed || upstream_ended_ || !initialized_) {
        // What a rule or the agent wants a person to look at is not waved through.
        if (options_.no_peer == without_peer::allow && !question.once_only)
            std::move(request).allow();
        else
            std::move(request).deny("nobody is there to answer");
        return;
    }
    const std::string id = question.request_id;
    if (id == asking_)
        pass_up(agent_.raw_line());
    else
        driver_.ask(id, question.call());
    forwarded_.insert_or_assign(id,
                                std::make_unique<open_question>(std::move(request), [this, mail = mail_, id] {
                                    mail->post([this, id] { settled_here(id); });
                                }));
}

// Decided by a new rule, timed out, or closed: upstream need not answer any more.
void bridge::settled_here(const std::string& request_id) {
    if (forwarded_.erase(request_id) != 0 && !up_->closed) driver_.cancel(request_id);
}

// What upstream has not answered, it will not answer any more.
void bridge::upstream_gone() {
    auto left = std::exchange(forwarded_, {});
    for (auto& [id, entry] : left) {
        permission_request request = std::move(entry->request);
        entry.reset();
        std::move(request).deny("upstream is gone");
    }
}

}  // namespace assent
