#include "web_message.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/version.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>

namespace assent::web_message {
namespace {

std::string text_of(const json_object& message) {
    std::string text;
    append_json(text, message);
    return text;
}

std::int64_t milliseconds(time_point at) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch()).count();
}

json_value milliseconds(const std::optional<time_point>& at) {
    return at ? json_value(milliseconds(*at)) : json_value(nullptr);
}

template <class Texts>
json_array array_of(const Texts& texts) {
    json_array all;
    for (const auto& each : texts) all.emplace_back(std::string_view(each));
    return all;
}

std::string_view name_of(diff_line::kind what) {
    switch (what) {
        case diff_line::kind::same: return "same";
        case diff_line::kind::removed: return "removed";
        case diff_line::kind::added: return "added";
        case diff_line::kind::gap: return "gap";
    }
    return "same";
}

// In a word and in words, and how it is to be seen: as what is lost, what wants a look, or neither.
json_object effect_json(call_effect effect) {
    return {{"name", to_string(effect)},
            {"words", in_words(effect)},
            {"tone", is_loss(effect)    ? "loss"
                     : is_plain(effect) ? "plain"
                                        : "care"}};
}

json_object command_json(const told_command& each) {
    json_object made = effect_json(each.effect);
    made["text"] = each.text;
    made["does"] = each.does;
    return made;
}

json_value count_or_null(const std::optional<std::size_t>& count) {
    return count ? json_value(*count) : json_value(nullptr);
}

json_object window_json(const window_status& window) {
    return {{"calls", window.calls}, {"limit", count_or_null(window.limit)}};
}

std::string given_text(const grant_terms& terms) {
    if (terms.time) return about(*terms.time);
    return terms.uses ? std::to_string(*terms.uses) + " uses" : std::string();
}

json_value pause_json(const std::optional<question_pause>& pause) {
    if (!pause) return nullptr;
    return json_object{{"until", milliseconds(pause->until)}, {"by", display_text(pause->by)}};
}

json_object session_json(const console_session& each) {
    json_array grants, remembered, rules;
    for (const auto& one : each.grants)
        grants.push_back({{"key", one.key},
                          {"given", given_text(one.given)},
                          {"by", display_text(one.by)},
                          {"ends_at", milliseconds(one.ends_at)},
                          {"uses_left", count_or_null(one.uses_left)}});
    for (const auto& one : each.remembered)
        remembered.push_back({{"key", one.key}, {"approved", one.approved}, {"by", display_text(one.by)}});
    for (const auto& one : each.rules)
        rules.push_back({{"behavior", to_string(one.behavior)},
                         {"text", one.text},
                         {"key", one.key},
                         {"origin", to_string(one.origin)},
                         {"removable", one.removable},
                         {"agent_has_it", one.agent_has_it}});
    return {{"number", each.number},
            {"title", each.title},
            {"cwd", display_text(each.cwd)},
            {"mode", to_string(each.mode)},
            {"pause", pause_json(each.pause)},
            {"grants", std::move(grants)},
            {"remembered", std::move(remembered)},
            {"trusted", array_of(each.trusted)},
            {"rules", std::move(rules)},
            {"more_rules", each.more_rules},
            {"limits", json_object{{"minute", window_json(each.limits.minute)},
                                   {"hour", window_json(each.limits.hour)}}}};
}

json_object decision_json(const console_decision& each) {
    const kept_audit_event& event = each.event;
    json_object made{
        {"number", each.number},
        {"session", each.session},
        {"who", event.agent.empty() ? each.session_title : display_text(event.agent)},
        {"cwd", display_text(event.cwd)},
        {"kind", to_string(event.what)},
        {"time", fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(event.time)))},
        {"reason", display_text(event.reason)},
        {"tool", display_text(event.tool_name)},
        {"operation", each.operation},
        {"earlier", each.earlier}};
    if (event.what != audit_event::kind::decision) return made;
    made["outcome"] = to_string(event.decision);
    made["source"] = to_string(event.source);
    made["rule"] = display_text(event.rule);
    made["origin"] = event.origin ? to_string(*event.origin) : std::string_view();
    made["by"] = display_text(event.by);
    made["risk"] = to_string(event.risk);
    made["latency_ms"] = std::chrono::duration_cast<std::chrono::milliseconds>(event.latency).count();
    made["edited"] = event.edited;
    made["explainable"] = !each.earlier;
    return made;
}

std::string_view match_name(const considered_rule& each) {
    return each.shared ? std::string_view("part") : to_string(each.match);
}

json_object explanation_json(const explanation& why) {
    json_array steps, rules;
    for (const auto& each : why.steps)
        steps.push_back({{"step", to_string(each.step)},
                         {"result", to_string(each.result)},
                         {"looked_at", display_text(each.looked_at)},
                         {"said", display_text(each.said)}});
    for (const auto& each : why.rules)
        rules.push_back({{"behavior", to_string(each.rule->behavior())},
                         {"rule", display_text(each.rule->full_text())},
                         {"origin", to_string(each.rule->origin())},
                         {"match", match_name(each)},
                         {"why", display_text(each.why)}});
    return {{"decided", json_object{{"outcome", to_string(why.decided.decision)},
                                    {"reason", display_text(why.decided.reason())}}},
            {"steps", std::move(steps)},
            {"rules", std::move(rules)},
            {"other_rules", why.other_rules}};
}

// ---- What pages send

std::string string_in(const json_object& message, std::string_view key) {
    const auto* const found = message.if_contains(key);
    return found != nullptr && found->is_string() ? std::string(found->get_string()) : std::string();
}

std::uint64_t number_in(const json_object& message, std::string_view key) {
    const auto* const found = message.if_contains(key);
    if (found == nullptr || !found->is_int64() || found->get_int64() < 0) return 0;
    return static_cast<std::uint64_t>(found->get_int64());
}

std::string reply(std::uint64_t id, const std::optional<console_refusal>& refused, json_object more = {}) {
    more["type"] = "reply";
    more["id"] = id;
    more["ok"] = !refused;
    if (refused) {
        more["gone"] = refused->gone;
        more["why"] = refused->why;
    }
    return text_of(more);
}

console_refusal unknown(std::string_view what, const std::string& found) {
    return {false, fmt::format("{} is not known: `{}`", what, display_text(found))};
}

// Nothing: it is of no known kind.
std::optional<console_answer> answer_in(const json_object& message, std::string_view by) {
    const auto kind = parse_word<console_answer::kind>(string_in(message, "what"));
    if (!kind) return std::nullopt;
    console_answer given{.what = *kind, .by = std::string(by)};
    given.feedback = string_in(message, "feedback");
    given.rule = string_in(message, "rule");
    const auto* const session_only = message.if_contains("session_only");
    given.session_only = session_only != nullptr && session_only->is_bool() && session_only->get_bool();
    given.input = string_in(message, "input");
    // More than a grant may last in any case; as nanoseconds it might not fit.
    const auto most = static_cast<std::uint64_t>(
        std::chrono::seconds(2 * max_grant_time / std::chrono::seconds(1)).count());
    given.time = std::chrono::seconds(std::min(number_in(message, "seconds"), most));
    given.uses = number_in(message, "uses");
    return given;
}

std::optional<console_refusal> take_answer(console& desk, const json_object& message, std::string_view by) {
    const auto given = answer_in(message, by);
    if (!given) return unknown("the answer", string_in(message, "what"));
    return desk.answer(number_in(message, "question"), *given);
}

// What was not answered of several questions, each with the reason.
std::string take_answers(console& desk, const json_object& message, std::uint64_t id, std::string_view by) {
    const auto given = answer_in(message, by);
    if (!given) return reply(id, unknown("the answer", string_in(message, "what")));
    const auto* const named = message.if_contains("questions");
    if (named == nullptr || !named->is_array())
        return reply(id, console_refusal{false, "the questions are expected to be a list of numbers"});
    std::vector<std::uint64_t> numbers;
    for (const auto& each : named->get_array())
        numbers.push_back(
            each.is_int64() && each.get_int64() > 0 ? static_cast<std::uint64_t>(each.get_int64()) : 0);
    const auto left = desk.answer_together(numbers, *given);
    if (left.empty()) return reply(id, std::nullopt);
    json_array told;
    for (const auto& each : left)
        told.push_back({{"number", each.number}, {"gone", each.refused.gone}, {"why", each.refused.why}});
    return reply(id,
                 console_refusal{false, fmt::format("{} of {} not answered: {}",
                                                    left.front().number == 0 ? numbers.size() : left.size(),
                                                    numbers.size(), left.front().refused.why)},
                 {{"left", std::move(told)}});
}

std::optional<console_refusal> take_rule(const console& desk, const json_object& message) {
    const std::string what = string_in(message, "what");
    const auto kind = parse_word<console_answer::kind>(what);
    if (!kind) return unknown("the answer", what);
    return desk.check_rule(number_in(message, "question"), string_in(message, "rule"), *kind);
}

std::optional<console_refusal> take_mode(console& desk, const json_object& message) {
    const std::string name = string_in(message, "mode");
    const auto mode = parse_word<permission_mode>(name);
    if (!mode) return unknown("the mode", name);
    return desk.set_mode(number_in(message, "session"), *mode);
}

}  // namespace

std::string hello(const console& desk, std::string_view program, std::string_view policy) {
    return text_of({{"type", "hello"},
                    {"now", milliseconds(desk.now())},
                    {"version", version},
                    {"program", program},
                    {"policy", display_text(policy)}});
}

std::string clock(const console& desk) {
    return text_of({{"type", "clock"}, {"now", milliseconds(desk.now())}});
}

std::string question(const console_question& shown) {
    const permission_question& asked = *shown.asked;
    json_array diff, factors, commands;
    for (const auto& each : shown.diff) diff.push_back({{"kind", name_of(each.what)}, {"text", each.text}});
    for (const auto& each : asked.factors) factors.emplace_back(display_text(each->text));
    for (const auto& each : asked.commands) commands.push_back(command_json(each));
    const call_effect worst = worst_of(asked.effects);
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(asked.grant_time).count();
    json_object made{{"number", shown.number},
                     {"session", shown.session},
                     {"who", shown.who},
                     {"session_id", shown.session_id},
                     {"tool", shown.tool},
                     {"headline", shown.headline},
                     {"title", shown.title},
                     {"description", shown.description},
                     {"ask_reason", shown.ask_reason},
                     {"cwd", shown.cwd},
                     {"agent", shown.agent},
                     {"again", shown.again},
                     {"why", display_text(asked.why)},
                     {"operation", asked.operation},
                     {"does", asked.does},
                     // Of what is to be confirmed there is no call that does anything.
                     {"effect", shown.session == 0 ? json_value(nullptr) : json_value(effect_json(worst))},
                     {"commands", std::move(commands)},
                     {"plain", shown.plain()},
                     {"confirm", shown.needs_confirmation()},
                     {"path", asked.path},
                     {"preview", shown.beginning.text},
                     {"preview_cut", shown.beginning.cut},
                     {"diff", std::move(diff)},
                     {"small_members", shown.small_members},
                     {"input_shown", shown.input_shown},
                     {"input_cut", shown.input_cut},
                     {"input_needed", shown.input_needed},
                     {"cannot_be_seen", shown.cannot_be_seen()},
                     {"input_json", shown.input_json},
                     {"risk", to_string(asked.told_risk())},
                     {"factors", std::move(factors)},
                     {"warning", asked.warning},
                     {"once_only", asked.once_only},
                     {"grant_remaining", asked.grant_remaining},
                     {"preferred_grant", to_string(asked.grant_offered)},
                     {"grant_seconds", seconds},
                     {"grant_uses", asked.grant_uses},
                     {"rule", shown.rule},
                     {"other_rules", array_of(shown.other_rules)},
                     {"group_rule", shown.group_rule},
                     {"allowed_before", shown.allowed_before},
                     {"asked_at", milliseconds(asked.asked_at)},
                     {"deadline", milliseconds(asked.deadline)}};
    made["offers"] = json_object{{"trust", shown.offers.trust},
                                 {"grants", shown.offers.grants},
                                 {"whole_tool", shown.offers.whole_tool},
                                 {"always", shown.offers.always},
                                 {"kept", shown.offers.kept},
                                 {"session", shown.offers.session},
                                 {"edit", shown.offers.edit}};
    return text_of({{"type", "question"}, {"question", std::move(made)}});
}

std::string gone(std::uint64_t question, std::string_view how) {
    return text_of({{"type", "gone"}, {"number", question}, {"how", how}});
}

std::string decisions(const std::vector<std::shared_ptr<const console_decision>>& all,
                      const console_tally& tally) {
    json_array made;
    for (const auto& each : all) made.push_back(decision_json(*each));
    return text_of(
        {{"type", "decisions"},
         {"decisions", std::move(made)},
         {"tally",
          json_object{{"allowed", tally.allowed}, {"denied", tally.denied}, {"asked", tally.asked}}}});
}

std::string sessions(const std::vector<console_session>& all) {
    json_array made;
    for (const auto& each : all) made.push_back(session_json(each));
    return text_of({{"type", "sessions"}, {"sessions", std::move(made)}});
}

std::string key_in(std::string_view message) {
    const auto line = one_line_object(message);
    if (!line) return {};
    const json_object said = parse_scanned(*line).get_object();
    return string_in(said, "type") == "enter" ? string_in(said, "key") : std::string();
}

std::string answer_page(console& desk, std::string_view message, std::string_view by) {
    const auto line = one_line_object(message);
    if (!line) return {};
    const json_object wish = parse_scanned(*line).get_object();
    const std::string type = string_in(wish, "type");
    const std::uint64_t id = number_in(wish, "id");
    if (type == "answer") return reply(id, take_answer(desk, wish, by));
    if (type == "answer_together") return take_answers(desk, wish, id, by);
    if (type == "check_rule") return reply(id, take_rule(desk, wish));
    if (type == "set_mode") return reply(id, take_mode(desk, wish));
    const std::uint64_t session = number_in(wish, "session");
    const std::string key = string_in(wish, "key");
    if (type == "end_pause") return reply(id, desk.end_pause(session, by));
    if (type == "revoke_grant") return reply(id, desk.revoke_grant(session, key));
    if (type == "forget") return reply(id, desk.forget(session, key));
    if (type == "remove_rule") return reply(id, desk.remove_rule(session, key));
    if (type != "explain") return {};
    const auto why = desk.explain(number_in(wish, "decision"));
    if (!why) return reply(id, console_refusal{true, "what this call was is not kept any more"});
    return reply(id, std::nullopt, explanation_json(*why));
}

}  // namespace assent::web_message
