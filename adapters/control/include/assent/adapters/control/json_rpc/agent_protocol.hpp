#pragma once

#include <assent/adapters/control/json_rpc/json_rpc_channel.hpp>
#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/call/tool_input.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <boost/system/result.hpp>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Tool calls of which updates are kept until they are asked about or over, at most, and the memory of all of
/// them. Over either the oldest are forgotten: a question about one then counts for itself alone.
inline constexpr std::size_t max_kept_tool_calls = 4096;
inline constexpr std::size_t max_kept_tool_call_bytes = std::size_t{64} * 1024 * 1024;

/// A use of a tool that an agent has told of in several places, with all that it points to.
///
/// Thread-safety: none while it is made; then any thread may read it.
class agent_use {
public:
    /// Adds a call. \param tool  in the words of that agent
    void add(std::string tool, json_object input) { said_.push_back({std::move(tool), std::move(input)}); }
    /// The folder where all of its calls happen; empty: not known.
    std::string cwd{};
    /// The agent itself, whose words may be another's; nothing: not known. And its session; empty: the same.
    std::optional<agent_program> asked_by{};
    std::string session{};
    /// The agent's id for it, and what it shows people of it.
    std::string use_id{};
    std::string title{};
    /// It has to be looked at by a person: not all of it is understood.
    bool needs_human = false;

    [[nodiscard]] bool empty() const noexcept { return said_.empty(); }
    /// Says it in the words of the standard tools. Called once, when everything is there. A call that does
    /// not name what it works on has to be looked at by a person.
    [[nodiscard]] boost::system::result<void, invalid_use> close(agent_program agent);
    /// Precondition: `close` has succeeded
    [[nodiscard]] const standard_use& calls() const noexcept { return *calls_; }

private:
    struct said {
        std::string tool;
        json_object input;
        std::shared_ptr<const kept_input> kept{};
    };
    [[nodiscard]] boost::system::result<standard_use, invalid_use> read(const said& each, agent_program agent,
                                                                        bool human) const;

    std::deque<said> said_;
    std::optional<standard_use> calls_;
};

/// A question of an agent, as the bridge keeps it.
struct agent_question {
    /// Null: it could not be read, so it is denied.
    std::shared_ptr<const agent_use> use{};
    std::string flaw{};  ///< then: why
    /// The session or thread that it belongs to: what is interrupted together.
    std::string conversation{};
    // Answers: what stands in `result`, raw JSON.
    std::string allow{};  ///< empty: nobody here may allow it
    std::string deny{};
    std::string cancelled{};
    /// The frame as upstream is to see it; empty: as it came.
    std::string shown{};
    /// What upstream may choose from, where it is given a choice.
    struct offer {
        std::string id;
        bool allows = false;
    };
    std::vector<offer> offers{};
};

/// The answer of upstream to a question.
struct client_answer {
    enum class kind : unsigned char { allow, deny, cancel, invalid };
    kind what = kind::invalid;
    /// False: it says more than may be said, and the agent is told in our words.
    bool passes = true;
};

/// A request that we send to the agent ourselves, with the id that its answer will have, as JSON.
struct own_request {
    std::string id;
    std::string method;
    std::string params;  ///< raw JSON
};

/// What a line means to whoever stands between an agent and its client, and what has to be done.
struct line_meaning {
    enum class kind : unsigned char {
        passes,     ///< as it came, or as `instead`
        question,   ///< the agent asks whether it may use a tool
        act,        ///< the agent has the client do something that is a use of a tool: `acts`
        withdrawn,  ///< the agent does not want the answer to its request `id` any more
        cancels,    ///< passes; and all questions of `conversation` are over
        swallowed,  ///< the answer to a request of ours
        refused,    ///< does not pass: `why`. Whoever sent a request gets an error
        ends,       ///< the connection has to end: `why`
    };
    kind what = kind::passes;
    std::string instead{};
    std::optional<agent_question> question{};
    std::shared_ptr<const agent_use> acts{};
    std::string id{};
    /// The session or thread that it is about; empty: none, or it does not say.
    std::string conversation{};
    std::string why{};
    std::vector<own_request> requests{};
    std::vector<std::string> notes{};  ///< for whoever has started the agent, a line each
    std::string on_record{};           ///< what somebody else has decided; empty: nothing
};

/// What a protocol in JSON-RPC between an agent and its client says about the use of tools: from lines to
/// what they mean, with all that the lines before have said.
///
/// No I/O, no clock, no thread. Thread-safety: none; it belongs to one session.
class agent_protocol {
public:
    virtual ~agent_protocol() = default;

    /// True if frames have the member `jsonrpc`.
    [[nodiscard]] virtual bool versioned() const noexcept = 0;
    /// \param message  of any kind but `none`, `other` and those that are `refused` and no question
    /// \param line     its text
    [[nodiscard]] virtual line_meaning agent_said(const json_rpc_message& message, std::string_view line) = 0;
    [[nodiscard]] virtual line_meaning client_said(const json_rpc_message& message,
                                                   std::string_view line) = 0;
    /// True if a request of that name asks whether a tool may be used.
    [[nodiscard]] virtual bool asks(std::string_view method) const noexcept = 0;
    /// The answer that denies a question of that name which could not be read.
    [[nodiscard]] virtual std::string denial(std::string_view method) const = 0;
    /// Reads what upstream has answered. \param result  raw; empty: it was an error
    [[nodiscard]] virtual client_answer read_answer(const agent_question& question,
                                                    std::string_view result) const = 0;
    /// Tells upstream that a question is over. \return a frame; empty: this protocol has none
    [[nodiscard]] virtual std::string withdrawal(std::string_view /*id*/) const { return {}; }
    /// What the agent says of that session or thread waits for answers to our own requests.
    [[nodiscard]] virtual bool holds(std::string_view /*conversation*/) const { return false; }
    /// The agent works on something that its client has asked for in a request that is answered already.
    [[nodiscard]] virtual bool works() const noexcept { return false; }
};

}  // namespace assent
