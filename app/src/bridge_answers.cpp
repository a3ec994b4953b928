#include <assent/adapters/control/frame_rewriting.hpp>
#include <assent/adapters/control/json_scan.hpp>
#include <assent/adapters/control/json_text.hpp>
#include <assent/app/bridge.hpp>

#include "bridge_parts.hpp"
#include "peer_answer.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

// Questions that upstream gets, and what becomes of its answers.
namespace assent {
namespace {

std::string_view literal_start(std::string_view pattern) {
    return pattern.substr(0, pattern.find_first_of("*?[\\"));
}

// Whether some tool may fit both patterns. Says rather yes than no.
bool may_overlap(std::string_view pattern, std::string_view other) {
    const auto start = literal_start(pattern), begin = literal_start(other);
    if (start.size() == pattern.size() && begin.size() == other.size()) return start == begin;
    return start.starts_with(begin) || begin.starts_with(start);
}

// A tool, and those that it does the same as.
std::set<std::string_view> group_of(const tool_registry& tools, const std::string& name) {
    std::set<std::string_view> group{name};
    for (const auto& kin : tools.find(name)->kin) group.insert(kin.tool);
    return group;
}

// Agents take over rules of one tool for others that do the same: one for Edit is one for Write, and for
// Read.
std::vector<std::string> kin_of(const std::vector<std::string>& held, const tool_registry& tools) {
    std::set<std::string_view> same;
    const auto names = tools.names();
    for (const auto& name : names)
        if (std::any_of(held.begin(), held.end(), [&](const auto& each) { return may_overlap(each, name); }))
            same.merge(group_of(tools, name));
    std::vector<std::string> kin;
    for (const auto& name : names) {
        const auto group = group_of(tools, name);
        if (std::any_of(group.begin(), group.end(), [&](auto each) { return same.contains(each); }))
            kin.push_back(name);
    }
    return kin;
}

// The tools that the gate denies or asks about, by name or as patterns.
std::vector<std::string> held_tools(const permission_gate& gate) {
    std::vector<std::string> held;
    const auto rules = gate.rules();
    for (const auto behavior : {rule_behavior::deny, rule_behavior::ask})
        for (const auto& rule : rules->all(behavior)) held.emplace_back(rule->tool_pattern());
    const policy& settings = gate.basis()->settings();
    held.insert(held.end(), settings.blocked_tools.begin(), settings.blocked_tools.end());
    // These hold for tools of any name.
    if (!settings.blocked_commands.empty() || !settings.disabled_categories.empty()) held.emplace_back("*");
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    // What an agent takes to be the same does not depend on what the host knows.
    std::vector<std::string> all = held;
    for (const auto* tools : {tool_registry::standard().get(), &gate.basis()->tools()}) {
        const auto kin = kin_of(held, *tools);
        all.insert(all.end(), kin.begin(), kin.end());
    }
    return all;
}

// An update with an allow rule for such a tool: an agent that stored it would stop asking.
bool passes_over(const permission_update& update, const std::vector<std::string>& held) {
    // A rule in it that has no meaning here may say anything.
    if (!update.why_opaque.empty()) return !held.empty();
    return std::any_of(update.rules.begin(), update.rules.end(), [&](const permission_rule& rule) {
        return rule.behavior() == rule_behavior::allow &&
               std::any_of(held.begin(), held.end(), [&](const std::string& pattern) {
                   return may_overlap(rule.tool_pattern(), pattern);
               });
    });
}

// What an answer allows beyond its question, the agent may not have taken: a mode that it was not started
// for, or a list with one update that it does not know. It asks again then, and must not be allowed here
// instead.
bool only_forbids(const permission_update& update) {
    return update.what == permission_update::kind::add_rules && update.behavior != rule_behavior::allow;
}

}  // namespace

void bridge::forward(permission_request request) {
    const permission_question& question = request.question();
    if (up_->closed || upstream_ended_) {
        // What a rule or the agent wants a person to look at is not waved through.
        if (options_.no_peer == without_peer::allow && !question.once_only)
            std::move(request).allow();
        else
            std::move(request).deny(nobody_answers);
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
    const auto unanswered = std::exchange(passed_requests_, {});
    if (agent_ended_ || down_->closed || !options_.time) return;
    for (const auto& [id, request] : unanswered) answer_for_nobody(id, request.subtype, nobody_answers);
}

void bridge::answered(const response_message& response) {
    const auto at = forwarded_.find(std::string(response.request_id));
    if (at == forwarded_.end()) {
        pass_answer(response);
        return;
    }
    const auto entry = std::move(at->second);
    forwarded_.erase(at);
    given_ = given_answer{.request_id = response.request_id,
                          .passes = !response.both_shapes && agent_.decided() == response.shape};
    answer_question(response, std::move(entry->request));
    responder_.deliver();
    given_.reset();
}

// To a request of the agent's that is no question of ours.
void bridge::pass_answer(const response_message& response) {
    const auto passed = passed_requests_.find(std::string(response.request_id));
    if (passed == passed_requests_.end()) {
        log(log_level::debug, "upstream's answer to `" + std::string(response.request_id) +
                                  "` does not pass: nobody has asked upstream");
        return;
    }
    if (response.both_shapes) {
        spoilt(response.request_id, "it says something in the words of both dialects");
        return;
    }
    if (response.shape != agent_.decided().value_or(response.shape)) {
        spoilt(response.request_id, "it is not in the dialect of the request");
        return;
    }
    const auto hook = std::move(passed->second.hook);
    passed_requests_.erase(passed);
    if (!hook || edit_passes(response, *hook)) pass_down(driver_.raw_line());
}

// Precondition: `given_` is this answer.
void bridge::answer_question(const response_message& response, permission_request request) {
    const auto not_valid = [&](std::string_view why) {
        given_.reset();  // the agent may read it in another way than we do
        std::move(request).fail("upstream's answer is not valid: " + std::string(why));
    };
    if (!response.success) {
        std::move(request).fail("upstream could not answer: " + response.error);
        return;
    }
    json_scanner scanner;
    if (const auto fault = scanner.scan(response.payload, json_scanner::duplicates::everywhere)) {
        not_valid(to_string(fault.flaw));
        return;
    }
    auto answer = driver_.answer(response);
    if (!answer) {
        not_valid(answer.error().message);
        return;
    }
    permission_result result = peer_answer(std::move(*answer), request.question());
    if (auto* const yes = std::get_if<allow_result>(&result)) {
        given_->allows = true;
        given_->updates = yes->updates;
        const auto held = yes->updates.empty() ? std::vector<std::string>() : held_tools(*gate_);
        for (const auto& update : yes->updates) given_->kept.push_back(!passes_over(update, held));
        std::erase_if(yes->updates, [](const permission_update& update) { return !only_forbids(update); });
    }
    // Too late where something else has settled it: then that holds, with the input that was asked about.
    if (!std::move(request).answer(std::move(result))) given_.reset();
}

// The answer of upstream passes as it is where the gate agrees with it, and the agent understands it.
bool bridge::write_answer(const permission_question& question, const settlement& outcome) {
    if (!given_ || given_->request_id != question.request_id) return false;
    if (outcome.decided.allowed() != given_->allows) return false;
    if (!given_->allows) {
        if (given_->passes) pass_down(driver_.raw_line());
        return given_->passes;
    }
    if (!given_->passes) {
        tell_allowed(question, outcome);
        return true;
    }
    const auto kept = [&](std::size_t at) { return at < given_->kept.size() && given_->kept[at]; };
    const auto text = with_updates(driver_.line_text(), kept);
    if (!text) return false;  // it is told in our words
    if (*text == driver_.line_text()) {
        pass_down(driver_.raw_line());
        return true;
    }
    rules_taken_out(question.request_id);
    pass_down(*text);
    return true;
}

// What upstream has said in words that the agent may not understand, in the agent's.
void bridge::tell_allowed(const permission_question& question, const settlement& outcome) {
    std::vector<permission_update> kept;
    for (std::size_t i = 0; i < given_->updates.size(); ++i)
        if (given_->kept[i]) kept.push_back(std::move(given_->updates[i]));
    if (kept.size() != given_->updates.size()) rules_taken_out(question.request_id);
    std::string edited;
    if (outcome.edited_input) append_json(edited, *outcome.edited_input);
    agent_.allow(question.request_id, outcome.edited_input ? edited : question.input->raw(), kept);
}

void bridge::rules_taken_out(std::string_view request_id) {
    const std::string_view why =
        "rules in upstream's answer that speak of what deny or ask rules hold for were taken out";
    log(log_level::warn, std::string(why));
    gate_->record_protocol(request_id, why);
}

// What was asked will get no other answer.
void bridge::unreadable(const refused_message& answer) {
    const auto at = forwarded_.find(std::string(answer.answers));
    if (at == forwarded_.end()) {
        spoilt(answer.answers, answer.text);
        return;
    }
    const auto entry = std::move(at->second);
    forwarded_.erase(at);
    permission_request request = std::move(entry->request);
    std::move(request).fail("upstream's answer is not valid: " + answer.text);
}

// The answer to another request does not pass, and the agent is told.
void bridge::spoilt(std::string_view id, std::string_view why) {
    const auto at = passed_requests_.find(std::string(id));
    if (at == passed_requests_.end()) return;
    const std::string subtype = std::move(at->second.subtype);
    passed_requests_.erase(at);
    answer_for_nobody(id, subtype, "the answer is not valid: " + std::string(why));
}

}  // namespace assent
