#pragma once

#include "../lines/line_edits.hpp"

#include <assent/adapters/control/json_rpc/agent_protocol.hpp>
#include <assent/domain/call/json.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// A tool call as an agent has told of it over ACP, in a question and in the updates before it: members that
/// come later replace those before.
class acp_tool_call {
public:
    /// Takes over what is there. \param members  of `update`, or of a question's `toolCall`
    void add(const json_object& members);
    /// More was told of it that cannot be read: nobody can say any more what it is.
    void add_unreadable() { unreadable_ = true; }

    /// What it is, in the words of that agent; where the agent names no tool, by its kind and what is there.
    ///
    /// Titles are not read, for they may be the model's words: but for Gemini, which says a command nowhere
    /// else and gives it whole (`run_shell_command__ID` is such a call), and opencode, whose first title of a
    /// call is the name of the tool.
    /// \param agent  nothing: not known \param session  its id \param cwd  of the session
    /// \return closed; or why it cannot be said
    [[nodiscard]] boost::system::result<std::shared_ptr<const agent_use>, invalid_use> use(
        std::optional<agent_program> agent, std::string_view id, std::string_view session,
        std::string_view cwd) const;

    /// Bytes of memory that it holds, roughly.
    [[nodiscard]] std::size_t memory() const;

private:
    std::string name_;
    std::string kind_;
    std::string title_;
    std::string first_title_;  // where the kind was `other`
    std::optional<json_object> input_;
    std::string said_folder_;  // of a command
    json_array content_;
    json_array locations_;
    bool told_ = false;
    bool is_of_server_ = false;
    bool odd_folder_ = false;  // two were told of at once, or one that is no text
    bool disagrees_ = false;   // two commands were told of
    bool unreadable_ = false;
};

/// Makes readable what decides nothing in what an agent tells of a call: words for people, which may be cut
/// in the middle of a character, and what nobody reads. What decides stays as it is. \param call  of the
/// line: `update`, or a question's `toolCall` \param agent  nothing: not known
void mend_words_of_call(line_edits& edits, std::string_view call, std::optional<agent_program> agent);

/// What the agent has the client do: `fs/read_text_file` and its like. Null: such a request is none of these,
/// or does not say what it does; `why` says so then.
/// \param params  of the request \param agent  nothing: not known \param session  its id
[[nodiscard]] std::shared_ptr<const agent_use> acp_client_act(std::string_view method,
                                                              const json_object& params,
                                                              std::optional<agent_program> agent,
                                                              std::string_view session, std::string_view cwd,
                                                              std::string& why);

}  // namespace assent
