#include <assent/app/bridge/bridge.hpp>

#include "../session/peer_answer.hpp"

#include <assent/adapters/control/hooks/agent_settings.hpp>
#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/frame_rewriting.hpp>
#include <assent/adapters/control/wire/hook_edit.hpp>
#include <assent/adapters/control/wire/tool_results.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/needed.hpp>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assent {

namespace {

line_bridge_options bounds_of(const bridge_options& options) {
    return {.max_line_bytes = options.max_line_bytes,
            .pause_bytes = options.pause_bytes,
            .max_unsent_bytes = options.max_unsent_bytes,
            .cwd = options.cwd,
            .link = options.link,
            .no_peer = options.no_peer,
            .log = options.log};
}

}  // namespace

bridge::bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
               std::shared_ptr<permission_gate> gate, bridge_options options)
    : line_bridge(std::move(upstream), std::move(downstream), driver_, agent_, bounds_of(options)),
      gate_(needed(std::move(gate), "bridge", "a gate")),
      options_(std::move(options)),
      driver_({.speaks = options_.speaks,
               .max_line_bytes = options_.max_line_bytes,
               .reads = channel_reads::answers}),
      agent_({.speaks = options_.speaks,
              .max_line_bytes = options_.max_line_bytes,
              .reads = channel_reads::questions,
              .guard_hook = options_.guard ? assent_guard_hook : ""}),
      responder_(
          gate_, agent_,
          {.cwd = options_.cwd,
           .log = options_.log,
           .write_answer = [this](const permission_question& question,
                                  const settlement& outcome) { return write_answer(question, outcome); },
           .on_stopped = [this](std::string_view why) { give_up(std::string(why)); }}) {}

bridge::~bridge() { let_go(); }

std::optional<time_point> bridge::question_deadline() const {
    return earlier(responder_.next_deadline(), agent_listens() ? turn_.deadline() : std::nullopt);
}

// It works on what upstream has said, and an answer may be needed.
bool bridge::agent_may_ask() const {
    return options_.time && !agent_ended() && turn_.running(options_.time->now());
}

void bridge::upstream_finished() {
    if (options_.time) turn_.driver_ended(options_.time->now());
}

// What is said on either side, and what becomes of it.

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
    while (!gave_up()) {
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
    while (!gave_up()) {
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
    if (gate_ && said != nullptr && said->type == "system")
        if (const auto denied = denied_by_agent(agent_.line_text()); !denied.empty())
            gate_->record_protocol({}, denied);
    if (options_.time && said != nullptr)
        turn_.agent_said(*said, options_.time->now());
    else if (options_.time)
        turn_.agent_asked(options_.time->now());
    if (const auto* question = std::get_if<can_use_tool_message>(&message)) {
        asking_ = question->request_id;
        responder_.on(message);
        mail()->run();  // where it goes upstream, it goes as the agent wrote it
        asking_ = {};
    } else if (const auto* call = std::get_if<guard_hook_message>(&message)) {
        if (guard_calls_.size() >= max_passed_requests) guard_calls_.clear();
        guard_calls_.emplace(call->request_id);
        if (!call->after) uses_.called(call->tool_use_id);
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
    const bool upstream_has_it = with_upstream().find(id) != nullptr;
    const bool ours = responder_.is_open(id);
    if (ours) responder_.on(control_message(message));
    with_upstream().take(id);  // its cancel passes as the agent wrote it
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
    if (upstream_ended() && options_.time) {
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
    if (gave_up()) return;
    if (!guard_request_.empty() && message.request_id == guard_request_) return;  // nobody upstream has asked
    const std::string_view text = agent_.line_text();
    const auto line = with_questions(
        text, [&](std::string_view id) { return with_upstream().find(std::string(id)) != nullptr; });
    if (line)
        pass_up(*line == text ? message.raw : *line);
    else
        log(log_level::warn,
            "an answer of the agent does not pass: it cannot be told which questions it repeats");
}

void bridge::pass_up(std::string_view line) {
    if (upstream_closed()) return;  // nobody reads it any more
    if (agent_.line_terminated())
        driver_.pass(line);
    else
        driver_.pass_unterminated(line);
}

// Questions that upstream gets, and what becomes of its answers.

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
        for (const auto& rule : rules->all(behavior)) held.push_back(rule->written_out_tools());
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
                   return may_overlap(rule.written_out_tools(), pattern);
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
    if (upstream_is_deaf()) return answer_for_upstream(std::move(request));
    const std::string id = request.question().request_id;
    if (id == asking_)
        pass_up(agent_.raw_line());
    else
        driver_.ask(id, request.question().call());
    with_upstream().add(id, std::move(request), [this, id] { settled_here(id); });
}

// Decided by a new rule, timed out, or closed: upstream need not answer any more.
void bridge::settled_here(const std::string& request_id) {
    if (with_upstream().take(request_id) && !upstream_closed()) driver_.cancel(request_id);
}

// What upstream has not answered, it will not answer any more.
void bridge::upstream_gone() {
    with_upstream().deny_all("upstream is gone");
    const auto unanswered = std::exchange(passed_requests_, {});
    if (agent_ended() || agent_closed() || !options_.time) return;
    for (const auto& [id, request] : unanswered) answer_for_nobody(id, request.subtype, nobody_answers);
}

void bridge::answered(const response_message& response) {
    const auto asked = with_upstream().take(std::string(response.request_id));
    if (!asked) {
        pass_answer(response);
        return;
    }
    given_ = given_answer{.request_id = response.request_id,
                          .passes = !response.both_shapes && agent_.decided() == response.shape};
    answer_question(response, std::move(asked->request));
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
    const auto asked = with_upstream().take(std::string(answer.answers));
    if (asked)
        std::move(asked->request).fail("upstream's answer is not valid: " + answer.text);
    else
        spoilt(answer.answers, answer.text);
}

// The answer to another request does not pass, and the agent is told.
void bridge::spoilt(std::string_view id, std::string_view why) {
    const auto at = passed_requests_.find(std::string(id));
    if (at == passed_requests_.end()) return;
    const std::string subtype = std::move(at->second.subtype);
    passed_requests_.erase(at);
    answer_for_nobody(id, subtype, "the answer is not valid: " + std::string(why));
}

// What upstream's own hooks answer, while a guard hook is there.

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
    responder_.given(call);
    if (!decided.insists() || reader.holds_back() || use.permission_request) return true;
    agent_.success(response.request_id, hook_question(call.input.raw(), decided.reason()));
    return false;
}

}  // namespace assent
