#include "record_log.hpp"

#include "../files/counted.hpp"
#include "../options/fail_closed.hpp"
#include "../options/options.hpp"
#include "../options/typed_answers.hpp"
#include "record_walk.hpp"
#include "recorded_text.hpp"

#include <assent/adapters/files/audit_forgetting.hpp>
#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace assent::cli {
namespace {

// How often a record that is followed is looked at.
constexpr std::chrono::milliseconds follow_pause{250};
// What is printed at once, in bytes.
constexpr std::size_t printed_bytes = std::size_t{64} * 1024;

void print_to_reader(std::string& text) {
    print(text);
    text.clear();
}

// All that is there by now. \return how many lines that were
std::size_t show_what_is_there(record_walk& record, const chosen_events& chosen, bool json) {
    std::string text;
    std::size_t shown = 0;
    while (const auto entry = record.next()) {
        if (!chosen.has(entry->event)) continue;
        ++shown;
        if (json)
            text.append(entry->line).append("\n");
        else
            text += line_for_people(entry->event);
        if (text.size() >= printed_bytes) print_to_reader(text);
    }
    if (!text.empty()) print_to_reader(text);
    return shown;
}

// Agents of others may have any name.
std::string meant_agent(std::string_view name) {
    const auto known = words_of<agent_program>;
    const bool misspelled = !name.empty() && std::ranges::find(known, name) == known.end();
    return misspelled ? did_you_mean(name, known) : std::string();
}

// Until Ctrl-C.
void follow(record_walk& record, const chosen_events& chosen, bool json) {
    boost::asio::io_context io(1);
    boost::asio::signal_set end(io, SIGINT, SIGTERM);
    end.async_wait([&](auto, auto) { io.stop(); });
    boost::asio::steady_timer pause(io);
    const std::function<void()> look = [&] {
        static_cast<void>(show_what_is_there(record, chosen, json));
        pause.expires_after(follow_pause);
        pause.async_wait([&](const auto& error) {
            if (!error) look();
        });
    };
    look();
    io.run();
}

}  // namespace

int show_log(const log_options& options) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const chosen_events chosen(options.choice, now);
    record_walk record(record_path(options.file), "log", true);
    bool none = false;
    try {
        if (options.follow)
            follow(record, chosen, options.json);
        else
            none = show_what_is_there(record, chosen, options.json) == 0;
    } catch (const reader_is_gone&) {
    }
    record.finish();
    if (none)
        fmt::print(stderr, "assent: log: nothing of that is on record in {}{}{}\n",
                   display_text(record_path(options.file).string()), meant_agent(options.choice.agent),
                   options.choice.asked ? "; a question that waits for its answer is not there yet: "
                                          "`assent console` shows it"
                                        : "");
    return static_cast<int>(exit_code::ok);
}

namespace {

// What goes, and how much that was by now: also what became of a call whose decision goes.
class forgetting {
public:
    forgetting(const chosen_events& chosen, wall_time until) : chosen_(chosen), until_(until) {}

    bool takes(const recorded_event& event) {
        // Numbers of requests begin anew with each session: what they name may be another call.
        const auto& name = event.tool_use_id;
        const bool is_decision = event.what == audit_event::kind::decision;
        // What came after the question is not what somebody has said yes to.
        const bool chosen =
            event.time <= until_ && (chosen_.has_call_of(event) || (!is_decision && gone_.contains(name)));
        if (is_decision) note(event, name, chosen);
        return chosen;
    }
    [[nodiscard]] std::size_t decisions() const noexcept { return decisions_; }
    // "2 decisions from 2026-11-26 09:00:00 to 2026-11-27 10:00:00"
    [[nodiscard]] std::string text() const {
        return fmt::format("{} from {} to {}", counted(decisions_, "decision"), local_time(first_),
                           local_time(last_));
    }

private:
    void note(const recorded_event& decision, const std::string& name, bool chosen) {
        if (!chosen) gone_.erase(name);
        if (!chosen) return;
        if (!name.empty()) gone_.insert(name);
        if (decisions_++ == 0) first_ = last_ = decision.time;
        first_ = std::min(first_, decision.time);
        last_ = std::max(last_, decision.time);
    }

    const chosen_events& chosen_;
    wall_time until_;
    std::set<std::string> gone_;
    std::size_t decisions_ = 0;
    wall_time first_{}, last_{};
};

wall_time now_of_record() {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

}  // namespace

int forget_log(const log_options& options) {
    if (options.follow || options.json)
        throw usage_error("log: --forget: goes with neither --follow nor --json");
    const auto path = record_path(options.file);
    const auto shown = display_text(path.string());
    const auto now = now_of_record();
    const chosen_events chosen(options.choice, now);
    forgetting wanted(chosen, now);
    record_walk record(path, "log");
    while (const auto entry = record.next()) static_cast<void>(wanted.takes(entry->event));
    record.finish();
    if (wanted.decisions() == 0) {
        fmt::print(stderr, "assent: log: nothing of that is on record in {}\n", shown);
        return static_cast<int>(exit_code::ok);
    }
    if (::isatty(STDIN_FILENO) == 0)
        throw usage_error("log: --forget: expected a terminal, for a person has to say yes");
    print(fmt::format("{} of {} will be gone for good; a chain says from then on that it is a new one\n",
                      wanted.text(), shown));
    if (!said_yes("log")) {
        print("nothing was changed\n");
        return static_cast<int>(exit_code::ok);
    }
    forgetting done(chosen, now);
    forget_lines(
        path,
        [&](std::string_view line) {
            const auto event = read_json_line(line);
            return event && done.takes(*event);
        },
        [&] {
            const auto said = done.text() + " forgotten by a person in a terminal (assent log --forget)";
            return to_json_line({.what = audit_event::kind::change, .time = now_of_record(), .reason = said});
        });
    print(fmt::format("{} forgotten; that this was done stays on record\n", done.text()));
    return static_cast<int>(exit_code::ok);
}

}  // namespace assent::cli
