#pragma once

#include <assent/domain/call/json.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/tools/risk.hpp>
#include <assent/domain/tools/tool_fields.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// What happens to a tool's calls that nothing else has decided. In configuration also
/// `always` (allow), `never` (deny) and `prompt` (ask).
enum class tool_default : unsigned char { allow, ask, deny };

/// The kind of grant that a question about a tool offers: to allow it for a while, or a number of times.
enum class offered_grant : unsigned char { none, time, uses };

/// What a tool does, as far as judging it goes.
enum class tool_kind : unsigned char {
    other,     ///< nothing is known
    read,      ///< looks at files
    search,    ///< looks for files or in them
    edit,      ///< changes the contents of files
    remove,    ///< deletes files
    execute,   ///< runs commands
    fetch,     ///< reads from the network
    agent,     ///< starts another agent
    interact,  ///< talks to the user, or keeps the agent's own notes
};

/// Another tool that does the same with what is in a field: that tool's deny and ask rules hold for this one,
/// too. Its allow rules do not.
struct tool_kin {
    std::string tool{};   ///< such as `Bash`
    std::string field{};  ///< of this tool; empty: it is the same tool, and all its fields are named as there
    std::string as{};     ///< what the other tool calls the field
    /// The other tool's rules without patterns hold, too: who must not use that one must not use this one in
    /// its place. Otherwise those hold that have a pattern for the field.
    bool whole = false;
    /// The field's text is of a language that is not read here: it may run whatever a pattern names.
    bool unread = false;

    friend bool operator==(const tool_kin&, const tool_kin&) = default;
};

/// Everything that is known about a tool: for judging its calls, for prompts, and for the model.
struct tool_definition {
    std::string name;
    std::string description{};  ///< for the model
    /// JSON Schema of the input; an empty object accepts any. `pattern` and `patternProperties` are refused
    /// on registration: regular expressions over an agent's text can exhaust the stack.
    json_object parameters{};
    /// Fields whose kind is not what their name says, such as `{"script", field_kind::command}`.
    /// Also read from `x-permission-kind` in the schema. Rules of this very tool are compiled by them. Rules
    /// for several tools are compiled by the names of fields: over a field whose kind is another one, such an
    /// allow rule counts without wildcards only, and such a deny rule that does not cover the call may do so.
    std::vector<std::pair<std::string, field_kind>> field_kinds{};
    std::string main_field{};  ///< the field that `Tool(pattern)` speaks of; empty: none

    /// The tools whose deny and ask rules hold for this one, too.
    std::vector<tool_kin> kin{};

    tool_kind kind = tool_kind::other;
    risk_level risk = risk_level::high;
    /// The policy has set `risk`: that the tool runs commands is in it already. What a call shows still
    /// raises it.
    bool risk_from_policy = false;
    safety_class safety = safety_class::confirm;
    tool_default decision = tool_default::ask;
    /// False: the same as `decision == tool_default::allow`. The gate is asked all the same, so that deny
    /// rules, limits, the guard and the record hold for this tool too.
    bool permission_required = true;
    /// "Trust this tool for the session" may be offered and accepted.
    bool trustable = false;
    offered_grant offers = offered_grant::none;
    std::string category{};  ///< for `policy::disabled_categories`: `file`, `shell`, `network` ...

    /// The application or server behind the tool and its own name for the command, where they are known:
    /// decisions are then remembered for that pair, so that two tools of the same command share them.
    std::string application{};
    std::string command{};

    /// Checks what a schema cannot say. \return what is wrong; nothing when the input is good.
    /// An exception counts as "not valid".
    std::function<std::optional<std::string>(const json_object&)> validator{};

    /// What decisions about this tool are remembered under: `application:command`, or the name.
    [[nodiscard]] std::string decision_key() const;
};

[[nodiscard]] constexpr auto enum_words(tool_default) noexcept { return word_table("allow", "ask", "deny"); }
[[nodiscard]] constexpr auto enum_words(offered_grant) noexcept { return word_table("none", "time", "uses"); }
[[nodiscard]] constexpr auto enum_words(tool_kind) noexcept {
    return word_table("other", "read", "search", "edit", "remove", "execute", "fetch", "agent", "interact");
}
/// Permission names of configuration: `allow`/`always`/`always_allow`, `ask`/`prompt`, `deny`/`never`/
/// `always_deny`, in any case, with `-` or `_`.
[[nodiscard]] std::optional<tool_default> parse_tool_default(std::string_view name) noexcept;
/// `none`, `time` (also `ask-time`), `uses` (also `ask-iterations`, `ask-uses`), in any case, with `-` or
/// `_`.
[[nodiscard]] std::optional<offered_grant> parse_offered_grant(std::string_view name) noexcept;

}  // namespace assent
