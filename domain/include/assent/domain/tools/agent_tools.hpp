#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Agents that call the standard tools by names of their own.
enum class agent_program : unsigned char { claude, codex, gemini, copilot, qwen, opencode, cursor };

[[nodiscard]] constexpr auto enum_words(agent_program) noexcept {
    return word_table("claude", "codex", "gemini", "copilot", "qwen", "opencode", "cursor");
}

/// Why a use of a tool cannot be said in the words of the standard tools. `message` names the field, what was
/// expected and what was found.
struct invalid_use {
    std::string message;
};
/// \throws std::invalid_argument with the message
[[noreturn]] void throw_exception_from_error(const invalid_use& error, const boost::source_location& where);

/// Most files that one patch may change, and most meanings that the name of an MCP tool may have: each is a
/// call to be decided.
inline constexpr std::size_t max_calls_of_use = 64;

/// The standard tool that an agent calls by a name of its own: `run_shell_command` is `Bash`; empty: none is
/// called so.
[[nodiscard]] std::string_view standard_tool_called(std::string_view own_name) noexcept;
/// An agent has a tool of that name with such a field: `read` of opencode has `filePath`.
[[nodiscard]] bool has_own_field(std::string_view own_name, std::string_view field) noexcept;

/// One use of a tool by an agent, in the words of the standard tools: `run_shell_command` is `Bash`, and what
/// that agent calls `path` is `file_path`, so that the same rules, definitions and path rules hold for all
/// agents. A tool that is not known stays as it is.
///
/// Most uses are one call. A patch is one for each file that it changes, and all of them have to be allowed.
///
/// Names and fields: from what each agent (at the versions in docs/agents.md) tells its model of its tools,
/// and its hooks of their use. Thread-safety: none while it is made; then any thread may read it.
class standard_use {
public:
    /// One of the calls that the use is.
    struct part {
        tool_call call;
        /// What was really asked, beside what it does: the command that carries a patch. Denials and
        /// questions that rules demand count; that nothing speaks for it does not.
        bool only_against = false;
        /// Why `call.needs_human`, where that is not the agent's wish. It lives as long as the program.
        std::string_view needs_human_because{};
    };

    /// \param said  the use in the agent's own words. All that it points to has to live as long as this
    [[nodiscard]] static boost::system::result<standard_use, invalid_use> of(agent_program agent,
                                                                             const tool_call& said);

    /// Several uses that are asked about in one question: all their calls have to be allowed.
    /// \param uses  at least one
    [[nodiscard]] static boost::system::result<standard_use, invalid_use> all_of(
        std::vector<standard_use> uses);

    /// Says which agent asks, in the place of the one in whose words it was said, and in which session;
    /// empty: not known. The views have to live as long as this.
    void asked_by(std::string_view agent, std::string_view session);

    /// Each call of a standard tool has the field that this tool works on: what would be run, written or read
    /// is known.
    [[nodiscard]] bool names_what_it_does() const;

    /// At least one. Each has the agent's own name of the tool (`tool_call::own_name`) where that is another.
    [[nodiscard]] std::span<const part> parts() const noexcept { return parts_; }

    // A copy would point into what it was copied from.
    standard_use(standard_use&&) = default;
    standard_use& operator=(standard_use&&) = default;

private:
    class reader;
    standard_use() = default;

    std::vector<part> parts_;
    // The inputs, texts and uses that the parts point to.
    std::vector<std::shared_ptr<const tool_input>> inputs_;
    std::deque<std::string> texts_;
    std::vector<standard_use> joined_;
};

}  // namespace assent
