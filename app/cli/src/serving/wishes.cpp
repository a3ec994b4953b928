#include "wishes.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <utility>

namespace assent::cli {

// What a person is asked to confirm, and what happens then.
struct wishes::loosening {
    std::string what;
    std::string_view means;
    std::function<use_answer(const std::string& by)> confirmed;
};

namespace {

constexpr std::string_view meaning_of_pause =
    "Until then it is allowed without a question what Assent would ask about, also what deletes or sends.\n"
    "What is denied stays denied. What may be about secrets, reaches beyond the project, is not known, or is "
    "about settings of agents and Assent itself is asked as before.";
constexpr std::string_view meaning_of_resume =
    "It was stopped because something else ran than what was judged, or because nobody can tell.\n"
    "Look at what ran before you let it go on: `assent session list`.";

use_answer nobody_to_ask() {
    return {use_outcome::open,
            "only a person can allow what loosens, on the page or in the terminal of the daemon, and this "
            "daemon asks nobody: start it with `assent daemon --on-ask web`, or edit the policy file"};
}

}  // namespace

std::shared_ptr<void> wishes::hear(std::string_view wish, pid_t asker, time_point deadline,
                                   const on_answered& answered) {
    if (wish.size() > max_wish_bytes) {
        answered({use_outcome::deny, fmt::format("expected at most {} bytes", max_wish_bytes)});
    } else if (wish == wish::look_at_pause) {
        answered(pause_left());
    } else if (wish == wish::state_of_policy) {
        answered(policy_state());
    } else if (wish == wish::end_pause) {
        const bool any = gate_->end_pause(describe_process(asker).words);
        answered({use_outcome::allow, any ? "questions are asked again" : "there is no pause"});
    } else if (wish.starts_with(wish::pause)) {
        const auto lasts = parse_duration(wish.substr(wish::pause.size()));
        if (lasts && *lasts > duration::zero() && *lasts <= max_pause)
            return ask(pause_for(*lasts), wish, asker, deadline, answered);
        answered({use_outcome::deny, fmt::format("expected a time up to {}", duration_text(max_pause))});
    } else if (wish.starts_with(wish::resume)) {
        // The session's file is the command's own to change.
        loosening wanted{fmt::format("Let the session {} go on", wish.substr(wish::resume.size())),
                         meaning_of_resume, [](const std::string&) {
                             return use_answer{use_outcome::allow, "confirmed"};
                         }};
        return ask(std::move(wanted), wish, asker, deadline, answered);
    } else {
        answered({use_outcome::deny, "this daemon does not know that wish"});
    }
    return {};
}

wishes::loosening wishes::pause_for(duration lasts) const {
    const auto begin = [gate = gate_, lasts](const std::string& by) {
        if (!gate->pause(lasts, by)) return use_answer{use_outcome::deny, std::string(unrecorded_reason)};
        return use_answer{use_outcome::allow,
                          fmt::format("questions are paused for {}; `assent pause end` ends that sooner",
                                      duration_text(lasts))};
    };
    return {fmt::format("Pause the questions of all agents for {}", duration_text(lasts)), meaning_of_pause,
            begin};
}

std::shared_ptr<void> wishes::ask(loosening wanted, std::string_view wish, pid_t asker, time_point deadline,
                                  const on_answered& answered) {
    if (!with_.desk || !people_()) {
        answered(nobody_to_ask());
        return {};
    }
    if (static_cast<std::size_t>(counted_.use_count()) > max_open_wishes) {
        answered({use_outcome::deny, fmt::format("{} other wishes wait for a person", max_open_wishes)});
        return {};
    }
    const auto from = describe_process(asker);
    const std::string told =
        fmt::format("`assent {}` of {} in `{}`", display_text(wish), from.words, from.folder);
    const auto heard = [gate = gate_, counted = counted_, told, confirmed = std::move(wanted.confirmed),
                        answered](bool allowed, const std::string& by) {
        const bool recorded =
            gate->record_change(fmt::format("{} was {} by {}", told, allowed ? "confirmed" : "denied", by));
        if (!allowed) return answered({use_outcome::deny, "a person has denied it"});
        answered(recorded ? confirmed(by) : use_answer{use_outcome::deny, std::string(unrecorded_reason)});
    };
    return with_.desk->confirm({.what = std::move(wanted.what),
                                .means = std::string(wanted.means),
                                .asked_by = from.words,
                                .cwd = from.folder,
                                .deadline = deadline},
                               heard);
}

use_answer wishes::pause_left() const {
    const auto pause = gate_->paused();
    if (!pause) return {use_outcome::open, "questions are asked"};
    return {use_outcome::allow, fmt::format("questions are paused for another {}, as {} has confirmed",
                                            about(pause->until - with_.time->now()), pause->by)};
}

use_answer wishes::policy_state() const {
    auto why = with_.why_policy_stays();
    if (why.empty()) return {use_outcome::open, "what the policy file says decides"};
    return {use_outcome::allow, std::move(why)};
}

}  // namespace assent::cli
