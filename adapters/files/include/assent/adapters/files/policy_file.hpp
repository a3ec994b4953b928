#pragma once

#include <assent/domain/decide/policy.hpp>

#include <boost/assert/source_location.hpp>
#include <boost/system/result.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Largest policy file, in bytes.
inline constexpr std::size_t max_policy_bytes = std::size_t{16} * 1024 * 1024;
/// Most mistakes that are told about one policy file.
inline constexpr std::size_t max_policy_errors = 100;

/// One mistake in a policy file.
struct policy_error {
    std::string file;      ///< the name that the reader was given
    std::size_t line = 0;  ///< counted from 1; 0: not known
    std::string where;     ///< key path, such as `tools.Bash.limits.per_minute`; empty: the file as a whole
    std::string message;   ///< what was expected and what was found
    friend bool operator==(const policy_error&, const policy_error&) = default;
};

/// `policy.json:12: limits.per_minute: expected a whole number from 0 to 100000 or null, got "30"`: one line,
/// safe to show.
[[nodiscard]] std::string to_string(const policy_error& error);
std::ostream& operator<<(std::ostream& out, const policy_error& error);

/// Called by `result<policy, policy_error>::value()` when there is no policy.
/// \throws std::runtime_error with the error's text
[[noreturn]] void throw_exception_from_error(const policy_error& error, const boost::source_location& where);

/// Reads a policy: JSON with `//` and `/* */` comments, and commas behind the last element of a list or an
/// object. docs/policy-file.md has all keys. What is left out is as in `policy::bare()`, except that no peer
/// may set the mode. The examples are read, not tried. Thread-safety: any thread.
/// \param name  of the file, for messages
/// \param home  what `~` in `Path(~/x)` stands for, absolute and clean; empty: such rules are mistakes
/// \return a policy that `validate()` has nothing against; or the first mistake, in the order of
/// lines
[[nodiscard]] boost::system::result<policy, policy_error> read_policy(std::string_view text,
                                                                      std::string_view name,
                                                                      std::string_view home = {});

/// Whose a policy is that lies over the user's own, and can only make it stricter.
enum class policy_layer : unsigned char {
    managed,  ///< for all who use this machine
    project,  ///< of the project that an agent works in, which anybody may have written
};

/// Reads such a policy: rules that ask and deny (`extends`, `rules`, `where`), and examples. All other keys
/// are mistakes. The rules have the layer's origin, but for those of packs, and the rest is as in
/// `policy::bare()`. Other parameters and errors as for `read_policy`.
[[nodiscard]] boost::system::result<policy, policy_error> read_stricter_policy(std::string_view text,
                                                                               std::string_view name,
                                                                               policy_layer whose,
                                                                               std::string_view home = {});

/// All mistakes in a policy, in the order of lines, at most `max_policy_errors`; none: `read_policy` reads
/// it. Where the text is not JSON, or its outermost object has a key twice, that is the only one; what
/// contradicts something else is looked for when every value is good in itself.
[[nodiscard]] std::vector<policy_error> policy_errors(std::string_view text, std::string_view name,
                                                      std::string_view home = {});

/// A place in a policy file.
struct policy_place {
    std::size_t line = 0;  ///< counted from 1
    std::string where;     ///< key path, such as `rules.allow[2]`
    friend bool operator==(const policy_place&, const policy_place&) = default;
};

/// Where a value begins in the text of a policy file, and how long it is, in bytes.
struct policy_bytes {
    std::size_t from = 0;
    std::size_t size = 0;
};

/// A tool, or a pattern for tools, that a policy names elsewhere than in a rule.
struct named_tool {
    std::string name;
    policy_place at;
    bool blocked = false;  ///< in `blocked_tools`, whose patterns cover as deny rules do
};

/// A policy file as whoever talks about it needs it.
struct policy_draft {
    policy read{};                           ///< complete when there are no errors
    std::vector<policy_place> rules{};       ///< where each of `read.rules` stands
    std::vector<policy_bytes> rule_bytes{};  ///< the text of each of `read.rules`
    /// The values of all members by their key paths, such as `rules.allow`.
    std::map<std::string, policy_bytes, std::less<>> members{};
    std::vector<named_tool> tools{};       ///< in `tools`, `trusted_tools` and `blocked_tools`
    std::vector<policy_place> examples{};  ///< where each of `read.examples` stands
    std::vector<policy_error> errors{};    ///< as `policy_errors` finds them
};

/// Reads a policy, with the places in the file.
/// \param allow_overbroad  such rules are no mistakes, whatever the file says: for `lint` to look at
[[nodiscard]] policy_draft read_policy_draft(std::string_view text, std::string_view name,
                                             bool allow_overbroad = false, std::string_view home = {});

/// The text of a policy file.
/// \throws std::runtime_error with the reason why there is nothing to read, as `load_policy`
[[nodiscard]] std::string policy_file_text(const std::filesystem::path& path);

/// A rule as a policy file has it: `"Bash(npm *)"`, or an object where that form cannot hold it.
[[nodiscard]] std::string to_policy_json(const permission_rule& rule);

/// Reads a policy file.
/// \param home  as for `read_policy`
/// \throws std::runtime_error with the text of the first mistake, or the reason why there is nothing to read:
/// it is larger than `max_policy_bytes`, or the system does not let it be read (a std::system_error)
[[nodiscard]] policy load_policy(const std::filesystem::path& path, std::string_view home = {});

/// JSON with blanks in the place of what a policy file may have beside it: comments, and a comma behind the
/// last element. Everything else stays where it is, and is as good or bad JSON as before.
[[nodiscard]] std::string without_json_comments(std::string_view text);

/// What stands as a comment behind a rule: where it came from, say. Empty: nothing.
using rule_remark = std::function<std::string(const permission_rule&)>;

/// A complete policy file with comments, which reads back to an equal policy.
/// Precondition: `validate()` has nothing against it, its times are whole milliseconds, its texts UTF-8.
[[nodiscard]] std::string to_policy_text(const policy& of, const rule_remark& remark = {});

}  // namespace assent
