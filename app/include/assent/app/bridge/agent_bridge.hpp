#pragma once

#include <assent/adapters/control/json_rpc/agent_protocol.hpp>
#include <assent/adapters/control/json_rpc/json_rpc_channel.hpp>
#include <assent/app/bridge/line_bridge.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/peer_questions.hpp>
#include <assent/ports/clock.hpp>
#include <assent/ports/transport.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Uses that were allowed in a question, and may be followed by a request to the client that does the same;
/// over it the oldest are forgotten, and such a request is judged for itself.
inline constexpr std::size_t max_allowed_uses = 1024;
/// An agent that has not answered a request of ours for this long cannot be kept asking: the connection ends.
/// Agents answer them at once, for they only set a mode. While upstream has us read nothing, no time passes.
inline constexpr duration own_request_limit = std::chrono::seconds(30);
/// An agent at work that has said nothing for this long after the end of upstream's output gets the end of
/// its input, too. Models and commands may be silent for minutes.
inline constexpr duration agent_silence_limit = std::chrono::minutes(10);

/// Stands between an agent that speaks JSON-RPC (downstream) and its client (upstream), such as an editor.
///
/// Every line passes unchanged and in order, except what is about permission, which the protocol finds:
///  - the agent's questions are decided here. All calls that one is have to be allowed. What the gate leaves
///    to upstream passes under the agent's own id, without answers that would hold for more than this call,
///    and only upstream's answer to such a question passes back; an answer that the gate does not agree with
///    is replaced;
///  - what the agent has the client do (files, terminals) is decided as the tool that it is. It is only
///    denied: by deny rules and modes, or where a person would have to look at it who has not allowed the
///    same already. What is left open passes, for the client sees it;
///  - what the protocol refuses does not pass, and whoever asked gets an error;
///  - what the agent says of a conversation waits while the protocol sets it to a mode in which it asks,
///  unless
///    it asks upstream something there. Everything else overtakes it.
/// A line that different readers could understand differently (duplicate keys, broken JSON in an object) does
/// not pass in either direction; a batch ends the connection.
///
/// When upstream ends its output, what it has not answered is denied, or an error, and so is what would have
/// to be asked of it from then on. The agent's input stays open for answers as long as it works on what
/// upstream has asked for, but for `agent_silence_limit`.
///
/// Thread-safety and lifetime: see `line_bridge`.
class agent_bridge final : public line_bridge {
public:
    /// \param gate      must not be null   \param protocol  must not be null
    /// \param time      must not be null
    agent_bridge(std::unique_ptr<transport> upstream, std::unique_ptr<transport> downstream,
                 std::shared_ptr<permission_gate> gate, std::unique_ptr<agent_protocol> protocol,
                 std::shared_ptr<const clock> time, line_bridge_options options = {});
    ~agent_bridge() override;

private:
    class open_use;  // a question that is not answered yet

    void upstream_read() override;
    void downstream_read() override;
    void upstream_finished() override;
    void upstream_gone() override;
    void forward(permission_request request) override;
    void deliver_answers() override {}
    void end_questions() override;
    void tick_questions() override;
    [[nodiscard]] std::optional<time_point> question_deadline() const override;
    [[nodiscard]] bool agent_may_ask() const override;

    void agent_said(const json_rpc_message& message);
    void unreadable_from_agent(const json_rpc_message& message);
    void act_on(const json_rpc_message& message, line_meaning& meaning);
    void ask(std::string_view id, agent_question question);
    void decide(open_use& use);
    void settled(const std::string& id, const settlement& outcome);
    void finish(const std::string& id, outcome decided, bool interrupted = false);
    void withdraw(const line_meaning& meaning);
    void interrupt(const std::string& conversation);
    void act_on_client(const json_rpc_message& message, const line_meaning& meaning);
    void allowed(const open_use& use);
    void pass_up(std::string_view text, const std::string& conversation = {});
    void pass_request_up(std::string_view id, std::string_view text, const std::string& conversation);
    void let_hear_of(const std::string& conversation);
    void release_held();
    void request_of_agent(const std::vector<own_request>& requests);

    void client_said(const json_rpc_message& message);
    void client_answered(const json_rpc_message& message);
    void tell_over(const std::string& id);
    void heard();

    std::shared_ptr<permission_gate> gate_;
    std::unique_ptr<agent_protocol> protocol_;
    std::shared_ptr<const clock> time_;
    json_rpc_channel driver_;  // reads upstream's lines; writes to it what the agent says
    json_rpc_channel agent_;   // reads the agent's lines; writes to it what upstream says, and our answers
    peer_questions questions_;
    std::map<std::string, std::unique_ptr<open_use>, std::less<>> open_;  // by their ids
    std::set<std::string, std::less<>> passed_;  // requests of the agent that upstream has to answer
    std::set<std::string, std::less<>> asked_;   // those of upstream that the agent has to answer
    struct awaited {
        std::string method;
        time_point until;
    };
    std::map<std::string, awaited, std::less<>> own_;  // and our own, by their ids
    time_point heard_at_{};  // the last word of the agent's, or to it, after the end of upstream
    // The answer of upstream that the gate is looking at, where it passes as it is.
    struct given_answer {
        std::string id;
        outcome says;
    };
    std::optional<given_answer> given_;
    std::set<std::string> allowed_uses_;
    std::deque<std::string> allowed_order_;
    // Lines for upstream that wait until the protocol lets them go, by their conversations.
    struct held_lines {
        std::string text;
        bool heard_of = false;  // upstream knows of it all the same: nothing waits any more
    };
    std::map<std::string, held_lines, std::less<>> held_;
    std::size_t held_bytes_ = 0;
    std::string scratch_;
};

}  // namespace assent
