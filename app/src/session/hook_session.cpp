#include <assent/app/session/hook_session.hpp>

#include <assent/app/gate/judged_uses.hpp>
#include <assent/domain/text/needed.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assent {
namespace {

// One use is decided at a time; its number on the wire is not needed.
constexpr std::string_view only_id = "hook";

bool tells_twice(agent_program agent) {
    return std::ranges::any_of(hook_dialects(), [agent](const hook_dialect& each) {
        return each.agent == agent && each.when == hook_dialect::moment::question;
    });
}

}  // namespace

hook_session::hook_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                           std::shared_ptr<const clock> time, hook_session_options options)
    : line_session(std::move(connection), default_pause_bytes, default_max_unsent_bytes),
      role_(
          std::make_unique<hook_responder>(std::move(gate), channel_, std::move(time), std::move(options))) {}

hook_responder::hook_responder(std::shared_ptr<permission_gate> gate, hook_channel& channel,
                               std::shared_ptr<const clock> time, hook_session_options options)
    : gate_(needed(std::move(gate), "hook_responder", "a gate")),
      channel_(channel),
      time_(needed(std::move(time), "hook_responder", "a clock")),
      options_(std::move(options)),
      mail_(std::make_shared<mailbox>()),
      questions_(gate_, mail_,
                 [this](const std::string&, const permission_question& question, const settlement& outcome) {
                     settled(question, outcome);
                 }) {}

hook_responder::~hook_responder() {
    on_wake({});
    questions_.settle_all(decision_source::closed);
}

line_role::heard hook_responder::next() {
    const hook_message message = channel_.next();
    if (std::holds_alternative<std::monostate>(message)) return {};
    std::string why;
    if (const auto* const use = std::get_if<hook_use_message>(&message))
        why = open_ ? "a second use before the first was answered" : begin(*use);
    else
        why = std::get<hook_refused_message>(message).text;
    if (!why.empty()) {
        gate_->record_protocol({}, why);
        log(log_level::warn, "a hook's line is refused: " + why);
    }
    return {.message = true, .end_because = std::move(why)};
}

// \return why nothing could be decided; empty: it is, or will be
std::string hook_responder::begin(const hook_use_message& message) {
    const auto within = std::max<duration>(message.within - hook_answer_margin, duration::zero());
    open_ = std::make_unique<open_use>(std::string(message.text), time_->now() + within);
    const std::string terms = options_.terms ? options_.terms(message.terms) : std::string();
    if (!message.terms.empty() && message.terms != terms) {
        answer(with_state_of_policy({use_outcome::not_mine, "the daemon decides by `" + options_.decides_by +
                                                                "`, not by what this hook wants"}));
        return {};
    }
    if (!message.note.empty()) {
        gate_->record_protocol({}, message.note);
        answer({use_outcome::open, "it is on record"});
        return {};
    }
    if (!message.wish.empty()) {
        begin_wish(message.wish);
        return {};
    }
    const auto said = open_->reader.read(open_->text, message.agent);
    if (!said) {
        if (!message.trial) gate_->record_protocol({}, said.error().message);
        answer({use_outcome::deny, said.error().message});
        return {};
    }
    tool_call call = said->call;
    // Nobody asks this gate about it a second time.
    call.from_hook = false;
    // The agent is told what a person has answered.
    call.asking_is_in_vain = call.asking_is_in_vain && !options_.asks_people;
    call.nobody_to_ask = !options_.asks_people && said->dialect->asks != hook_dialect::asking::by_word;
    call.walls = message.walls;
    call.answer_until = open_->deadline;
    // Who asks, for people who have several agents.
    if (call.title.empty()) call.title = to_string(message.agent);
    auto use = standard_use::of(message.agent, call);
    if (!use) {
        if (!message.trial) gate_->record_protocol({}, use.error().message);
        answer({use_outcome::deny, use.error().message});
        return {};
    }
    if (message.trial) {
        answer(trial_of(*gate_, *use));
        return {};
    }
    open_->use.emplace(std::move(*use));
    look_for_other_event(*said, terms);
    go_on();
    return {};
}

void hook_responder::look_for_other_event(const hook_text_reader::hook_use& said, std::string_view terms) {
    if (!options_.allowed_once || !tells_twice(said.dialect->agent)) return;
    open_->told = said.dialect->when;
    // With their lengths, so that none runs into the next; by other words it is asked about again.
    const auto use = told_use_of(said.call, nullptr).is;
    for (const std::string_view part : {std::string_view(terms), to_string(said.dialect->agent), said.session,
                                        said.call.cwd, std::string_view(use)})
        open_->is += fmt::format("{}:{} ", part.size(), part);
    open_->allowed_before = options_.allowed_once->take(open_->is, open_->told, time_->now());
}

void hook_responder::begin_wish(std::string_view wish) {
    if (!options_.wish) return answer({use_outcome::open, "this gate takes no wishes"});
    open_->wish = ++last_wish_;
    open_->wishing = options_.wish(wish, open_->deadline,
                                   [this, mail = mail_, number = last_wish_](const use_answer& said) {
                                       mail->post([this, number, said] {
                                           if (open_ && open_->wish == number) answer(said);
                                       });
                                   });
}

void hook_responder::go_on() {
    const auto found = check(*gate_, *open_->use, {}, scratch_, open_->answered);
    const tool_call& call = open_->use->parts()[found.part].call;
    const auto* const definition = gate_->basis()->definition(call.tool_name);
    // The tool itself asks the agent's user.
    const bool asks_itself = definition != nullptr && definition->kind == tool_kind::interact;
    if (!found.decided.asks() || !options_.asks_people || (asks_itself && !found.decided.insists()))
        return answer(with_state_of_policy(answer_of(*gate_, found.decided)));
    open_->part = found.part;
    open_->snapshot_first = has_snapshot_first(*gate_, found.decided);
    if (!open_->allowed_before) return questions_.ask(only_id, call);
    gate_->record_protocol({}, "a person has allowed this use of " + std::string(call.tool_name) +
                                   " at another event of its agent, and is not asked again");
    part_allowed("a person has allowed it");
}

// By people.
void hook_responder::part_allowed(const std::string& reason) {
    open_->answered.set(open_->part);
    if (open_->use->parts().size() == 1) return answer({use_outcome::allow, reason, open_->snapshot_first});
    go_on();
}

void hook_responder::settled(const permission_question&, const settlement& outcome) {
    if (!open_) return;
    // By other rules than when it was asked.
    if (outcome.decided.walled()) return answer(answer_of(*gate_, outcome.decided));
    if (!outcome.decided.allowed())
        return answer(with_state_of_policy({use_outcome::deny, outcome.decided.reason()}));
    // A hook cannot put another input in the place of the one that it was asked about.
    if (outcome.edited_input)
        return answer({use_outcome::deny, "the answer changes the input, which a hook cannot do"});
    part_allowed(outcome.decided.reason());
}

// Whoever has changed the policy and is refused all the same would look for the cause in its rules.
use_answer hook_responder::with_state_of_policy(use_answer said) const {
    const auto why = options_.why_policy_stays ? options_.why_policy_stays() : std::string();
    const bool refuses =
        said.what != use_outcome::allow && said.what != use_outcome::open && said.what != use_outcome::wall;
    if (refuses && !why.empty()) said.reason += "; " + why;
    return said;
}

void hook_responder::answer(const use_answer& said) {
    const bool by_people = open_->answered.any() && !open_->allowed_before;
    if (said.what == use_outcome::allow && by_people && !open_->is.empty())
        options_.allowed_once->keep(std::move(open_->is), open_->told, time_->now());
    open_.reset();
    channel_.answer(said);
}

std::optional<time_point> hook_responder::next_deadline() const {
    const auto of_gate = gate_->next_deadline();
    if (!open_) return of_gate;
    return of_gate ? std::min(*of_gate, open_->deadline) : open_->deadline;
}

void hook_responder::tick() {
    gate_->tick();
    if (!open_ || time_->now() < open_->deadline) return;
    if (open_->wish != 0) return answer({use_outcome::deny, "nobody answered in time"});
    questions_.settle_all(decision_source::timeout);
}

void hook_responder::end() {
    if (open_ && open_->wish != 0) open_.reset();
    questions_.settle_all(decision_source::closed);
    mail_->run();
}

void hook_responder::log(log_level level, std::string_view text) const {
    if (options_.log) options_.log({level, text});
}

}  // namespace assent
