#include "hooked_session.hpp"

#include "../install/other_hooks.hpp"

#include <assent/adapters/files/sha256.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace assent::cli {
namespace {

// Longer ids are kept as a digest.
constexpr std::size_t max_kept_id_bytes = 128;

told_use for_file(told_use use) {
    if (use.id.size() > max_kept_id_bytes) use.id = detail::sha256_hex({use.id});
    use.is = detail::sha256_hex({use.is});
    if (!use.stays.empty()) use.stays = detail::sha256_hex({use.stays});
    return use;
}

// How records begin that are younger than the lifetime of a session: texts of times are in their order.
std::string youngest_to_ignore() {
    const auto then = std::chrono::system_clock::now() - session_lifetime;
    return fmt::format("{{\"time\":\"{:%Y-%m-%dT%H:%M:%S}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(then)));
}

std::string begins(const session_name& name) { return fmt::format("the session {} begins", name.key()); }

// As the program writes it: the event first, the reason as the text of its own member. In other records a
// quote within a text has a backslash before it, so that no input looks like this.
bool says_protocol(std::string_view line, std::string_view reason) {
    const auto event = std::min(line.find(R"("event":")"), line.size());
    return line.substr(event).starts_with(R"("event":"protocol")") &&
           line.find(fmt::format(R"("reason":"{}")", reason)) != line.npos;
}

// Nothing where it is no regular file: a FIFO would be waited for.
std::string end_of_file(const std::string& path) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return {};
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) return {};
    const auto size = static_cast<std::size_t>(file.tellg());
    std::string text(std::min(size, searched_record_bytes), '\0');
    file.seekg(static_cast<std::streamoff>(size - text.size()));
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    return text;
}

}  // namespace

hooked_session::hooked_session(session_terms terms, const hook_text_reader::hook_use& said,
                               const standard_use* use)
    : terms_(std::move(terms)),
      said_(said),
      use_(for_file(told_use_of(said.call, use))),
      name_{std::string(to_string(said.dialect->agent)), std::string(said.session)},
      file_(sessions_folder(terms_.state), name_) {
    if (file_.state().lifted) {
        terms_.put_on_record(fmt::format("a person has lifted the stop of the session {}", name_.key()));
        file_.lifting_recorded();
    }
    if (!file_.is_new() || terms_.record.empty()) return;
    if (known_to_record())
        file_.stop(
            fmt::format("this session is stopped: the record knows it, and the file with what was judged in "
                        "it is gone, so that nobody can say whether what ran is what was judged. {}",
                        how_to_go_on()));
    else
        terms_.put_on_record(begins(name_));
}

// An older one may have been forgotten. What another record says, such as an input, counts for nothing.
bool hooked_session::known_to_record() const {
    const std::string text = end_of_file(terms_.record), youngest = youngest_to_ignore();
    const auto wanted = begins(name_);
    std::string_view left = text;
    while (!left.empty()) {
        const auto line = left.substr(0, left.find('\n'));
        if (line > youngest && says_protocol(line, wanted)) return true;
        left.remove_prefix(std::min(line.size() + 1, left.size()));
    }
    return false;
}

bool hooked_session::going_to_run(const tool_call* changed) {
    told_use use = use_;
    if (changed != nullptr) use.is = for_file(told_use_of(*changed, nullptr)).is;
    return file_.judged(use);
}

std::string hooked_session::has_run() {
    const bool was_stopped = !stopped().empty();
    const auto until_judged = fmt::format(
        "this session is stopped: what ran was {}, which is not what was judged, and it has not been judged "
        "since. A person says that it goes on: assent session resume {}",
        use_.shown, display_text(name_.id));
    const auto end = file_.ended(use_, until_judged);
    // What ran before the first use that was judged here was judged by nobody, and nobody has changed it.
    if (end.how == ran_as::judged || was_stopped) return {};
    const bool began_before = end.how == ran_as::unjudged && file_.is_new();
    use_answer said;
    try {
        said = terms_.judge(*this);
    } catch (const std::exception& error) {
        said = {use_outcome::deny, error.what()};
    }
    const bool goes_on = end.how == ran_as::edited || said.what == use_outcome::allow || began_before;
    file_.judged_so(until_judged, goes_on ? std::string() : why_stopped(end, said));
    const std::string_view what =
        end.how == ran_as::unjudged ? "was not judged before it ran" : "was changed by another";
    const std::string_view then = end.how == ran_as::edited
                                      ? "the text of an edit, or an answer to a question"
                                  : began_before ? "it began before the session was known here"
                                  : goes_on      ? "what ran is allowed as it stands"
                                                 : "the session is stopped";
    terms_.put_on_record(
        fmt::format("a use of {} {} in the session {}: {}", said_.call.tool_name, what, name_.key(), then));
    return stopped();
}

std::string hooked_session::why_stopped(const ended_use& end, const use_answer& said) const {
    const auto would = said.what == use_outcome::deny ? "denied" : "asked about";
    const auto judged =
        end.judged ? fmt::format("Assent judged {}, and what ran was {}", end.judged->shown, use_.shown)
                   : fmt::format("{} ran, and was never judged", use_.shown);
    return fmt::format("this session is stopped: {}, which would have been {}: {}. {}", judged, would,
                       said.reason, how_to_go_on());
}

std::string hooked_session::how_to_go_on() const {
    const auto& facts = facts_of(said_.dialect->agent);
    std::vector<std::string> others;
    for (const auto& each : facts.hooks)
        if (facts.place && each.when == hook_dialect::moment::before && !each.seen_by_others)
            others = other_hooks(*facts.place, each.event, terms_.home, said_.call.cwd);
    const std::string named =
        others.empty()
            ? "No other hook was found that could have changed it; a person, or an option of the agent, may "
              "have."
            : fmt::format("What stands beside Assent's hook and may have changed it: {}.",
                          fmt::join(others, ", "));
    return fmt::format(
        "{} No use of this session runs until a person has looked, and says in a terminal: assent "
        "session resume {}",
        named, display_text(name_.id));
}

}  // namespace assent::cli
