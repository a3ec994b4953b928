#pragma once

#include <assent/adapters/control/hooks/agent_hook.hpp>
#include <assent/adapters/control/lines/line_channel.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/text/time.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

/// What hooks and the gate that stays say to each other: one line each way for each use of a tool. Both are
/// of one version; beside the program the packages for TypeScript and Python speak it.
namespace assent {

/// What becomes of a use of a tool.
enum class use_outcome : unsigned char {
    allow,
    deny,
    open,      ///< nothing decides
    demanded,  ///< a person has to be asked
    not_mine,  ///< this gate decides by something else than the hook wants
    wall,      ///< it may run behind a wall: said to hooks that can make one
};
[[nodiscard]] constexpr auto enum_words(use_outcome) noexcept {
    return word_table("allow", "deny", "open", "demanded", "not_mine", "wall");
}

struct use_answer {
    use_outcome what = use_outcome::deny;
    std::string reason;  ///< never empty
    /// It may change files, and the policy has the project kept before (`policy::snapshot`).
    bool snapshot_first = false;
};

/// Longest line of a hook, in bytes: the text that it was given, and what stands around it.
inline constexpr std::size_t max_hook_line_bytes = max_hook_text_bytes + std::size_t{4} * 1024;
/// Longest answer, in bytes.
inline constexpr std::size_t max_hook_answer_bytes = std::size_t{256} * 1024;
/// Longest time that a hook may give, as the longest `--timeout`.
inline constexpr duration max_hook_time = std::chrono::minutes(9);

// The hook's side.

/// \param text    a JSON object, as `hook_text_reader` has accepted it
/// \param within  in which time the answer has to be there
/// \param terms   the digest of all by which the hook wants to be decided for; empty: whatever the gate has
/// \param trial   nothing happens: nobody is asked, and nothing is counted or recorded
/// \param note    is put on record, and nothing else happens; empty: there is none
/// \param wish    what else the gate that stays shall do, in words of the program: `pause 30m`; nothing is
///                decided about the text then. Empty: nothing
/// \param walls   the hook can have the command run behind a wall
[[nodiscard]] std::string hook_line(agent_program agent, std::string_view text, duration within,
                                    std::string_view terms = {}, bool trial = false,
                                    std::string_view note = {}, std::string_view wish = {},
                                    bool walls = false);
/// Reads an answer without its line end.
[[nodiscard]] boost::system::result<use_answer, decode_error> read_hook_answer(std::string_view line);

// The gate's side. Views point into the channel, and are valid until its next call of `next` or `read_space`.

struct hook_use_message {
    agent_program agent;
    std::string_view text;
    duration within;
    std::string_view terms;   ///< empty: whatever they are
    bool trial = false;       ///< nothing is to happen
    std::string_view note{};  ///< is to be put on record, and nothing else
    std::string_view wish{};  ///< is to be done, and nothing else
    bool walls = false;       ///< the hook can have the command run behind a wall
};
/// A line that cannot be read. Nothing was asked: the connection has to be closed.
struct hook_refused_message {
    std::string text;
};
using hook_message = std::variant<std::monostate, hook_use_message, hook_refused_message>;

/// No I/O, no clock, no thread. Thread-safety: none; it belongs to one session.
class hook_channel : public line_channel {
public:
    hook_channel() : line_channel(max_hook_line_bytes) {}

    /// The next message; `std::monostate` when more bytes are needed.
    [[nodiscard]] hook_message next();
    void answer(const use_answer& said);

private:
    [[nodiscard]] hook_message decode(std::string_view line);

    json_scanner members_;
    text_store texts_;
};

}  // namespace assent
