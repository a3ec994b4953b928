#include "console_state.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/adapters/control/wire/rule_text.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/text/display_text.hpp>

#include <algorithm>
#include <utility>

namespace assent {

struct console::understood {
    std::optional<console_refusal> refused{};
    permission_result result{deny_result{}};
};

namespace {

using answer_kind = console_answer::kind;

constexpr std::string_view not_open = "this question is not open any more";

console_refusal refuse(std::string why) { return {.gone = false, .why = display_text(why)}; }

// Whether a pattern says anything about the text: not where it has wildcards and blanks alone.
bool says_something(const json_value& pattern) {
    return !pattern.is_string() || pattern.get_string().find_first_not_of("*? ") != json_string::npos;
}

// Whether a rule covers whatever the tool is called with. For tools that run commands or delete, that is so
// unless it says which command or path.
bool open_ended(const permission_rule& rule, const tool_definition* tool, bool harmful) {
    const json_object& fields = rule.input_pattern();
    if (harmful && tool != nullptr && !tool->main_field.empty()) {
        const auto* const main = fields.if_contains(tool->main_field);
        return main == nullptr || !main->is_string() || !says_something(*main);
    }
    return std::none_of(fields.begin(), fields.end(),
                        [](const auto& field) { return says_something(field.value()); });
}

// Whether a rule is more than an answer to one call may say.
std::optional<console_refusal> too_wide(const permission_rule& rule, const permission_question& asked,
                                        const judgement_basis& basis) {
    const auto* const tool = basis.definition(asked.tool_name);
    const bool harmful =
        tool != nullptr && (tool->kind == tool_kind::execute || tool->kind == tool_kind::remove);
    if (!open_ended(rule, tool, harmful)) return std::nullopt;
    if (rule.tool_pattern() != asked.tool_name)
        return refuse("a rule for every use of several tools says too much: name `" + asked.tool_name + "`");
    if (harmful) return refuse("a rule for every use of `" + asked.tool_name + "` says too much: say which");
    return std::nullopt;
}

bool keeps_rule(answer_kind what) {
    return what == answer_kind::always || what == answer_kind::for_time || what == answer_kind::for_uses;
}

bool offered(const console_offers& offers, answer_kind what) {
    switch (what) {
        case answer_kind::once:
        case answer_kind::deny:
        case answer_kind::deny_and_interrupt: return true;
        case answer_kind::trust: return offers.trust;
        case answer_kind::for_time:
        case answer_kind::for_uses: return offers.grants;
        case answer_kind::always: return offers.always;
        case answer_kind::edited: return offers.edit;
    }
    return false;
}

console_refusal not_offered(answer_kind what) {
    return refuse("`" + std::string(to_string(what)) + "` is not offered for this question");
}

// For the agent's session alone.
std::shared_ptr<const rule_condition> agents_session_of(const permission_question& asked) {
    return std::make_shared<const rule_condition>(
        rule_condition{.agent = asked.agent, .session = asked.session_id});
}

// The rule that a person has written, if it covers the call alone or together with the rules in force.
// \param calls  for which it holds where it is stored; null: it is not
boost::system::result<permission_rule, invalid_rule> proven_rule(
    const permission_question& asked, const permission_gate& gate, const console_answer& answer,
    std::string_view home, const std::shared_ptr<const rule_condition>& calls) {
    const auto basis = gate.basis();
    auto rule = parse_rule(answer.rule, rule_behavior::allow, rule_origin::answer, false, home);
    if (!rule) return rule;
    rule = basis->as_registered(*rule);
    if (!rule) return rule;
    if (const auto wide = too_wide(*rule, asked, *basis)) return invalid_rule{wide->why};
    const tool_call call = asked.call();
    const call_reading reading(call, basis->settings().switches);
    if (answer.what != answer_kind::always) {
        if (!proven(*rule, reading, *basis)) return invalid_rule{"this rule does not cover the call"};
        return rule;
    }
    std::vector<permission_update> updates{add_rules({*rule})};
    if (std::string why = keep_proven(updates, *gate.rules(), reading, *basis); !why.empty())
        return invalid_rule{std::move(why)};
    if (calls == nullptr) return rule;
    auto bound = rule->with_condition(calls);
    if (calls->folder.empty()) return bound;
    tool_call there = call;
    if (there.resolved_cwd.empty()) there.resolved_cwd = calls->leads.empty() ? calls->place : calls->leads;
    updates = {add_rules({bound})};
    if (!keep_proven(updates, *gate.rules(), call_reading(there, basis->settings().switches), *basis).empty())
        return invalid_rule{"a rule that is stored holds in the folder `" + asked.cwd +
                            "` alone, and this call works outside of it"};
    return bound;
}

std::optional<console_refusal> edit(const permission_question& asked, const permission_gate& gate,
                                    const std::string& text, allow_result& yes) {
    const auto line = one_line_object(text);
    if (!line) return refuse("the input is expected to be one JSON object, without keys that stand twice");
    auto input = parse_scanned(*line).get_object();
    if (input.empty() && asked.input->size() != 0) return refuse("the input is empty");
    const auto kept = make_input(input);
    const explanation said = gate.explain(asked.call_with(*kept));
    if (said.decided.denied()) return refuse("with this input the call is denied: " + said.decided.reason());
    yes.edited_input = std::move(input);
    return std::nullopt;
}

}  // namespace

console::understood console::understand(const open_entry& entry, const permission_gate& gate,
                                        const console_answer& answer) const {
    const permission_question& asked = *entry.shown->asked;
    if (!offered(entry.shown->offers, answer.what)) return {not_offered(answer.what)};
    if (answer.feedback.size() > limits_.max_feedback_bytes)
        return {refuse("the feedback is too long: at most " + std::to_string(limits_.max_feedback_bytes) +
                       " bytes")};
    if (answer.rule.size() > limits_.max_rule_bytes)
        return {refuse("the rule is too long: at most " + std::to_string(limits_.max_rule_bytes) + " bytes")};
    if (answer.input.size() > limits_.max_input_bytes)
        return {
            refuse("the input is too long: at most " + std::to_string(limits_.max_input_bytes) + " bytes")};
    if (answer.what == answer_kind::deny || answer.what == answer_kind::deny_and_interrupt)
        return {{},
                deny_result{.reason = answer.feedback,
                            .interrupt = answer.what == answer_kind::deny_and_interrupt,
                            .by = answer.by}};

    allow_result yes{.by = answer.by};
    yes.trust = answer.what == answer_kind::trust;
    if (answer.what == answer_kind::for_time) yes.grant = grant_terms::for_time(answer.time);
    if (answer.what == answer_kind::for_uses) yes.grant = grant_terms::for_uses(answer.uses);
    if (yes.grant)
        if (const auto flaw = yes.grant->flaw()) return {refuse(*flaw)};
    if (answer.what == answer_kind::edited)
        if (auto refused = edit(asked, gate, answer.input, yes)) return {std::move(refused)};
    // The tool's name alone stands for every use of it.
    const bool whole_tool = yes.grant && entry.shown->offers.whole_tool && answer.rule == asked.tool_name;
    if (keeps_rule(answer.what) && answer.rule.empty())
        return {refuse("a rule is needed: which calls are meant?")};
    const bool kept = entry.shown->offers.kept && !answer.session_only;
    if (answer.session_only && (answer.what != answer_kind::always || !entry.shown->offers.session))
        return {refuse("an answer for the session alone is not offered for this question")};
    if (keeps_rule(answer.what) && !whole_tool) {
        const auto calls = answer.session_only ? agents_session_of(asked)
                           : kept              ? folder_and_agent_of(asked, entry.session->look)
                                               : nullptr;
        if (kept && !calls)
            return {
                refuse("the folder leads elsewhere since the question was asked: allow this call alone, or "
                       "deny it")};
        auto rule = proven_rule(asked, gate, answer, home_, calls);
        if (!rule) return {refuse(rule.error().message)};
        if (yes.grant)
            yes.about = std::move(*rule);
        else
            yes.updates.push_back(add_rules(
                {std::move(*rule)}, answer.session_only ? update_destination::session
                                                        : gate.basis()->settings().always_destination));
    }
    return {{}, std::move(yes)};
}

std::optional<console_refusal> console::check_rule(std::uint64_t question, std::string_view rule,
                                                   console_answer::kind use, bool session_only) const {
    const auto entry = state_->find(question);
    const auto gate = entry && entry->session ? entry->session->gate() : nullptr;
    if (!gate) return console_refusal{true, std::string(not_open)};
    return understand(*entry, *gate, {.what = use, .rule = std::string(rule), .session_only = session_only})
        .refused;
}

std::optional<console_refusal> console::confirmed(const open_entry& entry, const console_answer& answer) {
    if (!offered(entry.shown->offers, answer.what)) return not_offered(answer.what);
    const bool allowed = answer.what == answer_kind::once;
    // Of several who answer at once, one ends it.
    if (!state_->ended(entry.shown->number,
                       (allowed ? "allowed by " : "denied by ") + display_text(answer.by)))
        return console_refusal{true, std::string(not_open)};
    entry.confirmed(allowed, answer.by);
    return std::nullopt;
}

std::optional<console_refusal> console::answer(std::uint64_t question, const console_answer& answer) {
    const auto entry = state_->find(question);
    if (entry && entry->confirmed) return confirmed(*entry, answer);
    const auto gate = entry ? entry->session->gate() : nullptr;
    if (!gate) return console_refusal{true, std::string(not_open)};
    understood read = understand(*entry, *gate, answer);
    if (read.refused) return read.refused;
    state_->answered_by(*entry, answer.by);
    if (!gate->answer(entry->shown->asked->id, std::move(read.result)))
        return console_refusal{true, std::string(not_open)};
    return std::nullopt;
}

// Why a question is not allowed together with others; nothing: it may be.
std::optional<console_refusal> console::alone(std::uint64_t question, const console_answer& answer) const {
    const auto entry = state_->find(question);
    const auto gate = entry && entry->session ? entry->session->gate() : nullptr;
    if (!gate) return console_refusal{true, std::string(not_open)};
    if (auto refused = understand(*entry, *gate, answer).refused) return refused;
    if (answer.rule == entry->shown->group_rule) return std::nullopt;
    return refuse(entry->shown->group_rule.empty() ? "this question is allowed alone, or not at all"
                                                   : "this rule is not the one that it offers with others");
}

// Whether what is answered to one question would allow another one that is open, too.
bool console::answers_too(const open_entry& one, const open_entry& other,
                          const console_answer& answer) const {
    const auto gate = one.session ? one.session->gate() : nullptr;
    if (!gate || !other.session || other.session->gate() != gate || other.shown->asked->once_only)
        return false;
    const auto read = understand(one, *gate, answer);
    const auto* const yes = read.refused ? nullptr : std::get_if<allow_result>(&read.result);
    if (yes == nullptr) return false;
    auto updates = yes->updates;
    tool_call call = other.shown->asked->call();
    if (call.resolved_cwd.empty()) call.resolved_cwd = call.cwd;
    const auto basis = gate->basis();
    return keep_proven(updates, *gate->rules(), call_reading(call, basis->settings().switches), *basis)
        .empty();
}

bool console::leaves_out_one(std::span<const std::uint64_t> questions, const console_answer& answer) const {
    const auto all = open();
    const auto is_meant = [&](const auto& one) { return std::ranges::count(questions, one->number) > 0; };
    const auto is_left_out = [&](const auto& one, const auto& meant) {
        if (alike(*one, *meant)) return true;
        const auto entry = state_->find(meant->number), other = state_->find(one->number);
        return entry && other && answers_too(*entry, *other, answer);
    };
    return std::ranges::any_of(all, [&](const auto& one) {
        return !is_meant(one) && std::ranges::any_of(all, [&](const auto& other) {
            return is_meant(other) && is_left_out(one, other);
        });
    });
}

std::vector<left_question> console::answer_together(std::span<const std::uint64_t> questions,
                                                    const console_answer& answer) {
    std::vector<left_question> left;
    if (questions.size() > limits_.max_together)
        return {{0, refuse("these are too many at once: at most " + std::to_string(limits_.max_together))}};
    const auto leave_all = [&](const console_refusal& why) {
        for (const auto number : questions) left.push_back({number, why});
        return left;
    };
    const bool allows = answer.what == answer_kind::always;
    if (!allows && answer.what != answer_kind::deny) return leave_all(not_offered(answer.what));
    if (allows && leaves_out_one(questions, answer))
        return leave_all(refuse("another open question would be allowed with these: look at it first"));
    std::vector<std::shared_ptr<open_entry>> meant;
    for (const auto number : questions) {
        if (auto refused = allows ? alone(number, answer) : std::nullopt)
            left.push_back({number, std::move(*refused)});
        else if (auto entry = state_->find(number))
            meant.push_back(std::move(entry));
        else
            left.push_back({number, {true, std::string(not_open)}});
    }
    for (const auto& entry : meant) {
        auto refused = this->answer(entry->shown->number, answer);
        // The rule that came with the answer to another one has allowed it by now.
        if (refused && !(allows && state_->was_allowed(*entry)))
            left.push_back({entry->shown->number, std::move(*refused)});
    }
    return left;
}

}  // namespace assent
