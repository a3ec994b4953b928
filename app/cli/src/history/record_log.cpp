#include "record_log.hpp"

#include "../options/fail_closed.hpp"
#include "../options/options.hpp"
#include "record_walk.hpp"
#include "recorded_text.hpp"

#include <assent/domain/text/display_text.hpp>
#include <assent/domain/tools/agent_facts.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
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

}  // namespace assent::cli
