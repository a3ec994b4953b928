#pragma once

#include "unit/app/gate_probe.hpp"

#include <assent/app/console/console.hpp>
#include <assent/app/console/terminal_prompt.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// Without the escape sequences for looks.
inline std::string plain(std::string_view line) {
    std::string text;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] != '\x1b') {
            text += line[at];
            continue;
        }
        while (at < line.size() && line[at] != 'm') ++at;
    }
    return text;
}

/// A person at a terminal: a console, one gate that asks there, and a prompt without a terminal.
struct terminal_probe {
    explicit terminal_probe(terminal_prompt_options options = {}, gate_options gated = {})
        : prompt(std::make_unique<terminal_prompt>(desk, options)) {
        gated.callback = seat->callback();
        gate = std::make_shared<permission_gate>(std::move(gated), time, seat->audit(sink));
        seat->attach(gate);
    }

    std::shared_ptr<ending> ask(const tool_call& call) {
        auto end = std::make_shared<ending>();
        gate->ask(call, "r" + std::to_string(++asked_), [end](const auto& question, settlement how) {
            ++end->times;
            end->question = question;
            end->how = std::move(how);
        });
        prompt->tick(time->now());
        return end;
    }
    std::shared_ptr<ending> ask(std::string_view tool, const json_object& input) {
        return ask(tool_call{.tool_name = tool, .input = *make_input(input), .cwd = "/w"});
    }
    /// Asks, and waits until keys count.
    std::shared_ptr<ending> ask_and_look(std::string_view tool, const json_object& input) {
        auto end = ask(tool, input);
        look();
        return end;
    }

    /// A frame reaches the screen.
    void draw() {
        static_cast<void>(lines());
        prompt->shown(prompt->question(), time->now());
    }
    void look() {
        draw();
        pass(looked_ ? key_repeat_guard : default_key_guard);
        looked_ = true;
    }
    void pass(duration some) {
        time->advance(some);
        prompt->tick(time->now());
    }
    /// What one read() of the terminal brings.
    void type(std::string_view bytes) { prompt->keys(bytes, time->now()); }
    /// Each byte as a key of its own.
    void keys(std::string_view bytes) {
        for (const char each : bytes) type(std::string_view(&each, 1));
    }
    /// The same, each when keys count.
    void slow_keys(std::string_view bytes) {
        for (const char each : bytes) {
            pass(default_key_guard);
            type(std::string_view(&each, 1));
        }
    }
    /// The escape key: a byte, and nothing behind it.
    void escape() {
        type("\x1b");
        pass(std::chrono::milliseconds(20));
    }

    [[nodiscard]] std::vector<std::string> lines() const { return prompt->frame(time->now()).lines; }
    [[nodiscard]] std::string screen() const {
        std::string all;
        for (const auto& each : lines()) all += plain(each) + "\n";
        return all;
    }
    [[nodiscard]] bool shows(std::string_view text) const { return screen().find(text) != std::string::npos; }

    std::shared_ptr<testing::manual_clock> time = std::make_shared<testing::manual_clock>();
    std::shared_ptr<testing::recording_audit_sink> sink = std::make_shared<testing::recording_audit_sink>();
    std::shared_ptr<console> desk = console::make(time);
    std::shared_ptr<console::seat> seat = desk->open_session("agent 1");
    std::shared_ptr<permission_gate> gate;
    std::unique_ptr<terminal_prompt> prompt;

private:
    int asked_ = 0;
    bool looked_ = false;  // a key may have been heard before
};

}  // namespace assent
