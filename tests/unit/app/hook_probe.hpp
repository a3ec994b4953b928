#pragma once

#include "gate_probe.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace assent {

// One use of a tool, as a hook and the question after it describe it.
struct use {
    std::string tool_name = "Bash";
    std::string id = "toolu_1";
    std::string agent_id = "agent";
    json_object input = command("make");
    std::string cwd{};
    bool needs_human = false;
};

inline verdict check(const gate_probe& probe, const use& of, bool from_hook) {
    const auto input = make_input(of.input);
    return probe.gate->check({.tool_name = of.tool_name,
                              .input = *input,
                              .cwd = of.cwd,
                              .tool_use_id = of.id,
                              .agent_id = of.agent_id,
                              .needs_human = of.needs_human,
                              .from_hook = from_hook},
                             from_hook ? "hook" : "question", probe.scratch);
}
inline verdict hook(const gate_probe& probe, const use& of = {}) { return check(probe, of, true); }
inline verdict question(const gate_probe& probe, const use& of = {}) { return check(probe, of, false); }
// A hook that waits for the answer of a person.
inline std::shared_ptr<ending> ask_hook(const gate_probe& probe, const use& of = {}) {
    const auto input = make_input(of.input);
    return probe.ask({.tool_name = of.tool_name,
                      .input = *input,
                      .cwd = of.cwd,
                      .tool_use_id = of.id,
                      .agent_id = of.agent_id,
                      .needs_human = of.needs_human,
                      .from_hook = true},
                     "hook");
}

// Counts calls, so that a test sees which of them were judged anew.
inline gate_options counting(permission_mode mode = permission_mode::ask) {
    return {.policy = {.mode = mode, .limits = {.per_minute = max_calls_per_window}}};
}
inline std::size_t counted(const gate_probe& probe) { return probe.gate->rate_status().minute.calls; }
inline std::size_t recorded(const gate_probe& probe) {
    return probe.sink->events(audit_event::kind::decision).size();
}

}  // namespace assent
