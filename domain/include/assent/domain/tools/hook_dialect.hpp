#pragma once

#include <assent/domain/text/time.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <chrono>
#include <string_view>

namespace assent {

/// One event of one agent at which it runs a hook: what the text says, and which answers hold. What each
/// agent does with each answer was tried with the real ones, but for Cursor; see docs/agents.md.
struct hook_dialect {
    /// How an answer is written.
    enum class form : unsigned char {
        nested,           ///< a decision with its reason, as the output of an event
        nested_behavior,  ///< a behavior with its message, the same
        decision,         ///< a decision and its reason
        flat,             ///< a permission decision and its reason
        behavior,         ///< a behavior and its message
        permission,       ///< a permission, and the status
        block,            ///< a decision to block and its reason: what has happened is told to the model
    };
    /// What the hook is told of.
    enum class moment : unsigned char {
        before,    ///< a use that is to come: what the hook says decides
        question,  ///< one about which a person would be asked; not each use comes here
        after,     ///< one that has happened: what ran may be something else than what was judged
    };
    /// What becomes of a question that has to be asked, and that the hook cannot ask itself.
    enum class asking : unsigned char {
        by_word,  ///< the agent asks a person when it is told to
        never,    ///< it would run the tool, or somebody else than a person may answer: denied
    };

    /// When the hook says allow for what is allowed here, to an agent that hears it.
    enum class allowing : unsigned char {
        on_request,
        /// Where no other hook stands at the event, which could change the input: the agent's own deny and
        /// ask rules, managed settings and plan mode hold all the same.
        alone,
        always,  ///< it is what the event is for
    };

    /// A member of an input, and the only value that it may have; empty: any.
    struct kept_member {
        std::string_view key{};
        std::string_view value{};
    };
    /// How an answer has a tool run with another command. It stands beside an allow, without which some
    /// agents run what was asked for; beside a question, too, where the hook `asks` by a word.
    struct changed_input {
        std::string_view tool{};  ///< each use of it is a shell of its own; empty: nothing can be changed
        std::string_view key{};   ///< in `hookSpecificOutput`: the whole input
        /// What may stand beside the command. What is `null` or `false` may, too; an input with more is one
        /// that nobody knows here, and stays as it is.
        kept_member beside[4]{};
        bool stands_alone =
            false;  ///< without an allow it holds as well, and leaves that to the agent's rules

        static constexpr std::string_view field = "command";
    };

    agent_program agent;
    std::string_view event;  ///< the agent's word for it
    moment when = moment::before;
    std::string_view event_key = "hook_event_name";  ///< the member that says it; empty: none does
    std::string_view mark{};  ///< a member that the texts of no other agent with this event have
    std::string_view tool_key = "tool_name";
    std::string_view input_key = "tool_input";
    std::string_view session_key = "session_id";
    std::string_view tool{};  ///< where no member names it: this is meant, and the text is its input
    /// A tool at which the text names the folder of the session, and not where the tool works.
    std::string_view placeless_tool{};
    form answers = form::nested;
    asking asks = asking::never;
    allowing says_allow = allowing::on_request;
    bool hears_allow = false;  ///< on allow the agent asks nobody
    /// How the hook has another command run than the one that was asked for.
    changed_input changes{};
    /// Status 2 refuses, and the model reads why. Otherwise a denial has to be an answer.
    bool hears_status = true;
    /// How long the agent waits by default; behind that the tool runs. By its documents and sources; where
    /// they do not say, a minute, which is the least of others'.
    duration time = std::chrono::seconds(60);
    /// What it sees, another event of the same agent sees, too: `assent install` leaves it out.
    bool seen_by_others = false;
    /// Events are tried in this order. Where texts of two could be the same, the first is meant.
    unsigned char turn = 0;
};

}  // namespace assent
