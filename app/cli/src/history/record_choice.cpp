#include "record_choice.hpp"

#include "../options/options.hpp"
#include "recorded_text.hpp"

#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>

#include <ctime>
#include <filesystem>

namespace assent::cli {
namespace {

// A day, or a minute of one, by the clock of this machine.
std::optional<wall_time> local_moment(const std::string& text) {
    for (const char* const form : {"%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%Y-%m-%d"}) {
        std::tm parts{};
        const char* const end = ::strptime(text.c_str(), form, &parts);
        if (end == nullptr || *end != '\0') continue;
        parts.tm_isdst = -1;  // not known
        const int day = parts.tm_mday;
        const auto seconds = std::mktime(&parts);
        // The 31st of a month that has 30.
        if (seconds == static_cast<std::time_t>(-1) || parts.tm_mday != day) return std::nullopt;
        return wall_time(std::chrono::seconds(seconds));
    }
    return std::nullopt;
}

wall_time beginning(const std::string& since, wall_time now) {
    if (const auto back = parse_duration(since))
        return now - std::chrono::floor<std::chrono::milliseconds>(*back);
    if (const auto moment = local_moment(since)) return *moment;
    throw usage_error(
        fmt::format("--since: expected a time back, such as 2h, or a day, such as 2026-11-27 or "
                    "'2026-11-27 14:00', got `{}`",
                    display_text(since)));
}

}  // namespace

chosen_events::chosen_events(const record_choice& choice, wall_time now) : choice_(choice) {
    if (!choice.since.empty()) since_ = beginning(choice.since, now);
    if (choice.today) since_ = local_moment(local_time(now, "%Y-%m-%d"));
    if (!choice.folder.empty()) {
        const auto whole = std::filesystem::absolute(choice.folder).lexically_normal();
        choice_.folder = (whole.has_filename() ? whole : whole.parent_path()).string();
    }
}

bool chosen_events::has(const recorded_event& event) const {
    if (since_ && event.time < *since_) return false;
    const bool of_decisions =
        choice_.denied || choice_.asked || !choice_.agent.empty() || !choice_.folder.empty();
    if (event.what != audit_event::kind::decision) return !of_decisions;
    return (!choice_.denied || event.decision == outcome::deny) && (!choice_.asked || was_asked(event)) &&
           (choice_.agent.empty() || event.agent == choice_.agent) && works_there(event.cwd);
}

bool chosen_events::has_call_of(const recorded_event& event) const {
    using kind = audit_event::kind;
    if (event.what == kind::decision) return has(event);
    const bool of_calls =
        event.what == kind::execution || event.what == kind::late_answer || event.what == kind::not_kept;
    return of_calls && !choice_.denied && !choice_.asked && (!since_ || event.time >= *since_) &&
           (choice_.agent.empty() || event.agent == choice_.agent) && works_there(event.cwd);
}

bool chosen_events::works_there(std::string_view cwd) const {
    const std::string& folder = choice_.folder;
    if (folder.empty() || cwd == folder) return true;
    return cwd.starts_with(folder) && (folder == "/" || cwd.substr(folder.size()).starts_with('/'));
}

}  // namespace assent::cli
