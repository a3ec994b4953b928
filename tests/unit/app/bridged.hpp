#pragma once

#include "bridge_ends.hpp"

#include <assent/app/bridge/bridge.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <utility>

// A bridge between two fake connections, and the lines that are said on either side.
namespace assent {

inline const std::string initialize =
    R"({"request_id":"i","type":"control_request","request":{"subtype":"initialize","hooks":null}})"
    "\n";
inline const std::string guarded_initialize =
    R"({"request_id":"i","type":"control_request","request":{"subtype":"initialize","hooks":)"
    R"({"PreToolUse":[{"hookCallbackIds":["assent_guard"],"onFailure":"block"}],)"
    R"("PostToolUse":[{"hookCallbackIds":["assent_guard"],"onFailure":"block"}],)"
    R"("PostToolUseFailure":[{"hookCallbackIds":["assent_guard"],"onFailure":"block"}]}}})"
    "\n";

inline std::string question(const std::string& id, const std::string& command = "ls") {
    return R"({"type":"control_request", "request_id":")" + id +
           R"(","request":{"subtype":"can_use_tool","tool_name":"Bash","tool_use_id":"t","input":{"command":")" +
           command + R"(","n":1.0}}})" + "\n";
}

inline std::string response(const std::string& id, const std::string& payload) {
    return R"({"type":"control_response", "response":{"subtype":"success","request_id":")" + id +
           R"(","response":)" + payload + "}}\n";
}

inline std::string allowed(const std::string& id, const std::string& command = "ls",
                           const std::string& more = {}) {
    return response(
        id, R"({"behavior":"allow","updatedInput":{"n":1,"command":")" + command + "\"}" + more + "}");
}

inline std::string denied_here(const std::string& id, const std::string& why) {
    return R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id +
           R"(","response":{"behavior":"deny","message":")" + why + R"("}}})" + "\n";
}

inline std::string cancel(const std::string& id) {
    return R"({"type":"control_cancel_request","request_id":")" + id + "\"}\n";
}

inline std::string hook_call(const std::string& id, const std::string& command) {
    return R"({"type":"control_request","request_id":")" + id +
           R"(","request":{"subtype":"hook_callback","callback_id":"assent_guard","input":{"hook_event_name":)"
           R"("PreToolUse","cwd":"/w","tool_name":"Bash","tool_input":{"command":")" +
           command + R"("},"tool_use_id":"t"},"tool_use_id":"t"}})" + "\n";
}

inline std::string hook_answer(const std::string& id, const std::string& decision, const std::string& why) {
    if (decision.empty())
        return R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id +
               R"(","response":{}}})" + "\n";
    return R"({"type":"control_response","response":{"subtype":"success","request_id":")" + id +
           R"(","response":{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":")" +
           decision + R"(","permissionDecisionReason":")" + why + R"("}}}})" + "\n";
}

struct bridged : bridge_ends<bridge> {
    explicit bridged(gate_options deciding = {}, bridge_options options = {}, bool initialized = true,
                     dialect_choice speaks = dialect_choice::nested) {
        options.link = std::make_shared<peer_link>();
        options.speaks = speaks;
        const bool guard = options.guard;
        deciding.callback = options.link->callback();
        gate = std::make_shared<permission_gate>(std::move(deciding), clock, audit);
        made = std::make_shared<bridge>(upstream.make_transport(), agent.make_transport(), gate,
                                        std::move(options));
        made->start({}, {});
        if (!initialized) return;
        say(initialize);
        BOOST_TEST(agent.take_sent() == (guard ? guarded_initialize : initialize));
    }
};

}  // namespace assent
