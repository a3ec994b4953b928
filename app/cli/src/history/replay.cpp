#include "replay.hpp"

#include "../files/counted.hpp"
#include "judged_alone.hpp"
#include "recorded_text.hpp"

#include <assent/adapters/control/json/json_text.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/text/masked_text.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace assent::cli {
namespace {

constexpr std::string_view many_reasons = "for other reasons";

constexpr decision_source of_no_policy[] = {decision_source::rate_limit, decision_source::limit,
                                            decision_source::fault};
// They answer, or have answered beforehand; or nobody has.
constexpr decision_source of_people[] = {
    decision_source::grant,    decision_source::remembered, decision_source::persistent,
    decision_source::trust,    decision_source::pause,      decision_source::undecided,
    decision_source::callback, decision_source::timeout,    decision_source::cancelled,
    decision_source::closed,
};

// How much is let through.
int looseness(outcome decided) {
    switch (decided) {
        case outcome::deny: return 0;
        case outcome::ask: return 1;
        case outcome::wall: return 2;
        case outcome::allow: return 3;
    }
    return 0;
}

// Of some text of it a part is not on record.
bool is_cut(const json_value& value) {
    if (const auto* const text = value.if_string())
        return text->find(redacted_text) != text->npos || text->ends_with("\u2026");
    const auto any = [](const auto& all, const auto& of) { return std::ranges::any_of(all, of); };
    if (const auto* const all = value.if_array()) return any(*all, is_cut);
    if (const auto* const all = value.if_object())
        return any(*all, [](const auto& member) { return is_cut(member.value()); });
    return false;
}

}  // namespace

bool is_masked(const recorded_event& event) { return event.input && is_cut(event.input->whole()); }

namespace {

tool_call asked_anew(const recorded_event& event) {
    tool_call call = call_of(event);
    call.needs_human = event.asked_because == decision_source::peer;
    call.walls = true;  // as if one could be made: what runs behind it is not asked about
    if (const auto agent = parse_word<agent_program>(event.agent))
        call.fresh_shell = facts_of(*agent).fresh_shell;
    return call;
}

}  // namespace

std::optional<outcome> decided_by_policy(const recorded_event& event) noexcept {
    const auto is_one_of = [&](const auto& sources) {
        return std::ranges::find(sources, event.source) != std::end(sources);
    };
    if (is_one_of(of_no_policy)) return std::nullopt;
    return is_one_of(of_people) ? outcome::ask : event.decision;
}

void replay::add(const recorded_event& event) {
    if (event.what != audit_event::kind::decision) return;
    const auto before = decided_by_policy(event);
    if (!before) {
        ++no_policy_;
    } else if (!event.input) {
        ++(event.has_digest ? only_digests_ : without_input_);
    } else {
        ++decided_;
        if (is_masked(event)) ++masked_;
        const auto now = judged_alone(by_, asked_anew(event), paths_, repositories_).decided;
        if (now.decision != *before) note(event, *before, now);
    }
}

void replay::note(const recorded_event& event, outcome before, const verdict& now) {
    const int more = looseness(now.decision) - looseness(before);
    ++otherwise_;
    if (more > 0) ++looser_;
    change key{-more, before, now.decision, now.cause()};
    if (changes_.size() >= max_shown_changes && !changes_.contains(key)) std::get<3>(key) = many_reasons;
    auto& here = changes_[key];
    if (here.count++ > 0) return;
    here.example = asked_words(event);
    append_json(here.line, json_object{{"time", local_time(event.time)},
                                       {"agent", event.agent},
                                       {"folder", event.cwd},
                                       {"tool", event.tool_name},
                                       {"input", event.input->whole()},
                                       {"reason_before", event.reason}});
}

std::string replay::text() const {
    std::string text =
        fmt::format("{} decided anew: {} as before, {} looser, {} stricter\n", counted(decided_, "call"),
                    decided_ - otherwise_, looser_, otherwise_ - looser_);
    std::map<std::tuple<int, outcome, outcome>, std::size_t> sums;
    for (const auto& [key, here] : changes_)
        sums[{std::get<0>(key), std::get<1>(key), std::get<2>(key)}] += here.count;
    for (const auto& [sum, count] : sums) {
        text +=
            fmt::format("{} -> {}: {}\n", to_string(std::get<1>(sum)), to_string(std::get<2>(sum)), count);
        for (const auto& [key, here] : changes_)
            if (std::tuple(std::get<0>(key), std::get<1>(key), std::get<2>(key)) == sum)
                text += fmt::format("{:>8}  {}\n          such as: {}\n", here.count,
                                    display_text(std::get<3>(key)), here.example);
    }
    const auto left = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count > 0) text += fmt::format("{} {}\n", counted(count, "call"), count == 1 ? one : many);
    };
    left(only_digests_, "has only a digest, and was not decided", "have only a digest, and were not decided");
    left(without_input_, "has no input on record, and was not decided",
         "have no input on record, and were not decided");
    left(no_policy_, "met a limit or a failure, and was not decided",
         "met a limit or a failure, and were not decided");
    left(untold_, "has no result that says whether it ran, and was not decided",
         "have no result that says whether they ran, and were not decided");
    left(masked_, "is masked or cut on record: it was decided as it stands there",
         "are masked or cut on record: they were decided as they stand there");
    return text;
}

std::string replay::json() const {
    std::string text = fmt::format(R"({{"decided":{},"looser":{},"stricter":{},"changes":[)", decided_,
                                   looser_, otherwise_ - looser_);
    std::string_view between;
    for (const auto& [key, here] : changes_) {
        text += fmt::format(R"({}{{"before":"{}","now":"{}","count":{},"why":)", between,
                            to_string(std::get<1>(key)), to_string(std::get<2>(key)), here.count);
        append_json_string(text, std::get<3>(key));
        text += R"(,"example":)" + here.line + "}";
        between = ",";
    }
    return text +
           fmt::format(R"(],"only_digest":{},"without_input":{},"no_policy":{},"masked":{},"untold":{}}})"
                       "\n",
                       only_digests_, without_input_, no_policy_, masked_, untold_);
}

}  // namespace assent::cli
