#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/control_message.hpp>
#include <assent/adapters/control/wire/tool_use_reader.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// Hooks of whoever drives an agent, which may put another input in the place of the one that the agent asks
/// them about. The guard hook has looked at the first one only.
namespace assent {

/// Most that is kept of the use that a hook was asked about, in bytes: names, ids and a working directory. A
/// bridge keeps `max_passed_requests` of them: 64 MiB.
inline constexpr std::size_t max_hooked_use_bytes = 1024;

/// What has to be known of a hook's call until its answer comes.
/// \param request  the members of its `request`
/// \return nothing when it is no call of a hook, or one at an event that leaves inputs as they are
[[nodiscard]] std::optional<hooked_use> read_hooked_use(json_members request);

/// Looks in a hook's answer for an input that takes the place of the first one.
///
/// A call that was found points into the reader, until the next `read`.
class hook_edit_reader {
public:
    /// \param payload  the hook's answer, raw JSON; may be empty
    /// \return the use with its new input, marked as a hook's; nothing where the input stays; an error where
    /// the
    ///         answer can be read in two ways, or the use with its new input cannot be read
    [[nodiscard]] boost::system::result<std::optional<tool_call>, decode_error> read(
        const hooked_use& use, std::string_view payload);

    /// The answer that was read does not let the use happen without a question.
    [[nodiscard]] bool holds_back() const noexcept { return holds_back_; }

private:
    [[nodiscard]] boost::system::result<std::string_view, decode_error> edited_input(
        std::string_view payload);

    json_scanner members_;
    tool_use_reader use_;
    std::string text_;
    text_store texts_;
    bool holds_back_ = false;
};

/// The answer that denies what a `PermissionRequest` hook was asked about, in the place of the hook's own.
[[nodiscard]] std::string hook_denial(std::string_view reason);
/// The answer of a `PreToolUse` hook that has the agent ask about a use with this input.
/// \param input  raw JSON object
[[nodiscard]] std::string hook_question(std::string_view input, std::string_view reason);

}  // namespace assent
