#pragma once

#include <assent/adapters/control/wire/control_channel.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/rules/permission_update.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::testing {

/// A question as a test puts it into an agent's mouth. Empty members are not sent.
struct agent_call {
    std::string tool_name;
    json_object input{};
    /// The input's exact bytes; used instead of `input` when it is not empty. Must be a JSON object.
    std::string raw_input{};
    std::vector<permission_update> suggestions{};
    std::string blocked_path{};
    // Nested dialect only:
    std::string tool_use_id{};
    std::string agent_id{};
    std::string title{};
    std::string description{};
    std::string ask_reason{};
    bool needs_human = false;
};

/// The reply to one request.
struct peer_reply {
    std::string request_id;
    bool answered = false;  ///< false: no answer yet, and nothing below means anything
    bool allowed = false;   ///< a valid "allow" for a question
    bool denied = false;    ///< a valid "deny" for a question
    std::string reason;     ///< of a deny
    bool interrupt = false;
    std::string input;                       ///< of an allow: what the tool shall run with, byte for byte
    std::vector<permission_update> updates;  ///< of an allow
    bool failed = false;                     ///< an error answer
    std::string error;
    std::string error_code;
    std::string payload;  ///< of a success: the raw answer
    dialect shape = dialect::nested;
};

/// A question that a peer was asked: what it read on the wire.
struct asked_question {
    std::string id;
    std::string tool_name;
    std::string input;  ///< raw JSON
    std::string tool_use_id;
    std::string agent_id;
    std::vector<permission_update> suggestions;
};

/// Plays one side, on bytes: the agent, which writes requests and reads the answers, or whoever is asked,
/// which reads questions and answers them.
///
/// It does not move bytes itself: `take` what it writes and bring it to the other side, and let it
/// `read` what comes back; the harness does that. Request ids are `req_1`, `req_2`, ...
///
/// Thread-safety: none.
class scripted_peer {
public:
    explicit scripted_peer(dialect speaks = dialect::nested);

    // Each writes one line, and returns the id of the request.

    std::string ask(const agent_call& call);
    /// The same under an id of the caller's choice.
    std::string ask(const agent_call& call, std::string_view id);
    std::string set_mode(permission_mode mode);
    /// A mode by its name on the wire, which need not exist.
    std::string set_mode(std::string_view name);
    std::string initialize();
    std::string interrupt();
    /// Any other request. \param members  raw JSON members after the subtype; may be empty
    std::string request(std::string_view subtype, std::string_view members = {});
    /// Withdraws a request.
    void cancel(std::string_view id);
    void keep_alive();
    /// A line as it is. \param text  without LF
    void line(std::string_view text);

    // Answers to questions that this side was asked, or to what it was not.

    /// \param input  raw JSON object to run with; empty: as in the question, where there was one
    void answer_allow(std::string_view id, std::string_view input = {},
                      std::span<const permission_update> updates = {});
    void answer_deny(std::string_view id, std::string_view reason, bool interrupt = false);
    void answer_error(std::string_view id, std::string_view text);

    /// The bytes written since the last call.
    [[nodiscard]] std::string take();

    /// Takes bytes of the other side, in any pieces.
    void read(std::string_view bytes);

    /// The first answer to a request; `answered` is false when there is none yet.
    [[nodiscard]] peer_reply reply(std::string_view id) const;
    /// The number of answers that a request got: more than one is a fault of the other side.
    [[nodiscard]] std::size_t replies_to(std::string_view id) const;
    /// All answers, in the order in which they came.
    [[nodiscard]] std::span<const peer_reply> replies() const noexcept { return replies_; }
    /// The questions this side was asked, in order.
    [[nodiscard]] std::span<const asked_question> asked() const noexcept { return asked_; }
    /// The ids that the other side has withdrawn, in order.
    [[nodiscard]] std::span<const std::string> withdrawn() const noexcept { return withdrawn_; }
    /// Lines of the other side that are none of these, without LF.
    [[nodiscard]] std::span<const std::string> other_lines() const noexcept { return other_lines_; }

private:
    std::string next_id();
    void read_lines();
    void note(const response_message& response);
    void note(const can_use_tool_message& question);

    control_channel channel_;
    std::size_t last_id_ = 0;
    std::vector<std::string> questions_;  // ids of can_use_tool requests
    std::vector<peer_reply> replies_;
    std::vector<asked_question> asked_;
    std::vector<std::string> withdrawn_;
    std::vector<std::string> other_lines_;
};

}  // namespace assent::testing
