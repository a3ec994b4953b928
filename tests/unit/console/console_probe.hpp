#pragma once

#include <assent/app/console/console.hpp>
#include <assent/testing.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// A console, and gates whose questions come to it.
struct console_probe {
    struct session {
        std::vector<settlement> ends;  // the gate adds to it until it is gone
        std::shared_ptr<console::seat> seat;
        std::shared_ptr<testing::recording_audit_sink> record =
            std::make_shared<testing::recording_audit_sink>();
        std::shared_ptr<permission_gate> gate;
    };

    std::shared_ptr<session> open(std::string_view title = "agent", gate_options options = {}) const {
        auto made = std::make_shared<session>();
        made->seat = desk->open_session(title, "/work");
        options.callback = made->seat->callback();
        made->gate =
            std::make_shared<permission_gate>(std::move(options), time, made->seat->audit(made->record));
        made->seat->attach(made->gate);
        return made;
    }

    /// Asks a question. \return its number at the console; 0 when it was settled at once
    std::uint64_t ask(session& with, std::string_view tool, json_object input,
                      std::string_view id = "r") const {
        const auto before = desk->open();
        const auto kept = make_input(std::move(input));
        tool_call call{.tool_name = tool, .input = *kept};
        call.cwd = "/work";
        with.gate->ask(call, id,
                       [&with](const auto&, settlement how) { with.ends.push_back(std::move(how)); });
        const auto after = desk->open();
        return after.size() > before.size() ? after.back()->number : 0;
    }

    std::shared_ptr<testing::manual_clock> time = std::make_shared<testing::manual_clock>();
    std::shared_ptr<console> desk = console::make(time, {}, "/home/ann");
};

inline json_object bash(std::string_view command) { return {{"command", command}}; }
inline json_object edit(std::string_view before, std::string_view after) {
    return {{"file_path", "/work/a.c"}, {"old_string", before}, {"new_string", after}};
}

}  // namespace assent
