#pragma once

#include "bridge_ends.hpp"

#include <assent/adapters/control/json_rpc/acp_protocol.hpp>
#include <assent/adapters/control/json_rpc/codex_protocol.hpp>
#include <assent/app/bridge/agent_bridge.hpp>

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

// A bridge of an agent in JSON-RPC between two fake connections, and the lines that are said on either side.
namespace assent {

enum class spoken : unsigned char { acp, codex };

inline std::unique_ptr<agent_protocol> protocol_of(spoken words, bool closes = true) {
    if (words == spoken::codex) return make_codex_protocol({.closes = closes, .cwd = "/w"});
    return make_acp_protocol({.closes = closes, .cwd = "/w"});
}

/// A question about a command, and the answers to it, in the words of a protocol.
struct phrases {
    spoken words;

    [[nodiscard]] std::string question(const std::string& id, const std::string& command) const {
        if (words == spoken::codex)
            return R"({"method":"item/commandExecution/requestApproval", "id":)" + id +
                   R"(,"params":{"threadId":"s","turnId":"u","itemId":"i)" + id +
                   R"(","startedAtMs":1.0,"command":")" + command + R"(","cwd":"/w"}})" + "\n";
        return R"({"jsonrpc":"2.0", "id":)" + id +
               R"(,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t)" +
               id + R"(","kind":"execute","rawInput":{"command":")" + command +
               R"("},"n":1.0},"options":[{"optionId":"yes","kind":"allow_once"},{"optionId":"no","kind":"reject_once"}]}})" +
               "\n";
    }
    [[nodiscard]] std::string result(const std::string& id, const std::string& value) const {
        return (words == spoken::codex ? R"({"id":)" : R"({"jsonrpc":"2.0","id":)") + id + R"(,"result":)" +
               value + "}\n";
    }
    [[nodiscard]] std::string allowed(const std::string& id) const {
        return result(id, say("yes", "accept"));
    }
    [[nodiscard]] std::string denied(const std::string& id) const { return result(id, say("no", "decline")); }
    [[nodiscard]] std::string cancelled(const std::string& id) const {
        return result(id, words == spoken::codex ? R"({"decision":"cancel"})"
                                                 : R"({"outcome":{"outcome":"cancelled"}})");
    }
    /// One that was not offered.
    [[nodiscard]] std::string unknown(const std::string& id) const { return result(id, say("odd", "odd")); }
    [[nodiscard]] std::string interrupt() const {
        return words == spoken::codex
                   ? R"({"method":"turn/interrupt","id":9,"params":{"threadId":"s","turnId":"u"}})"
                     "\n"
                   : R"({"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s"}})"
                     "\n";
    }

private:
    [[nodiscard]] std::string say(const std::string& option, const std::string& decision) const {
        return words == spoken::codex ? R"({"decision":")" + decision + "\"}"
                                      : R"({"outcome":{"outcome":"selected","optionId":")" + option + "\"}}";
    }
};

struct agent_bridged : bridge_ends<agent_bridge> {
    explicit agent_bridged(spoken words, gate_options deciding = {}, bool asks_peer = true,
                           line_bridge_options options = {}, bool closes = true) {
        if (asks_peer) {
            options.link = std::make_shared<peer_link>();
            deciding.callback = options.link->callback();
        }
        gate = std::make_shared<permission_gate>(std::move(deciding), clock, audit);
        made = std::make_shared<agent_bridge>(upstream.make_transport(), agent.make_transport(), gate,
                                              protocol_of(words, closes), clock, std::move(options));
        made->start({},
                    [this](boost::system::error_code, std::string_view why) { reason = std::string(why); });
    }
    void wait(duration time) {
        clock->advance(time);
        if (const auto deadline = made->next_deadline(); deadline && *deadline <= clock->now()) made->tick();
        pump();
    }
    /// The decisions on record: `allow Bash`.
    [[nodiscard]] std::string decisions() const {
        std::string all;
        for (const auto& event : audit->events(audit_event::kind::decision))
            all += std::string(all.empty() ? "" : ", ") + std::string(to_string(event.decision)) + " " +
                   event.tool_name;
        return all;
    }
};

inline gate_options deciding_by(std::initializer_list<std::string_view> texts) {
    gate_options options;
    options.rules = rules(texts);
    return options;
}

}  // namespace assent
