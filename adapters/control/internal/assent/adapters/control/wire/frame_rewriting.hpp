#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Changes of single members of frames that pass through: everything else stays as it is, byte for byte. A
/// frame is the text of a line without a CR behind it.
namespace assent {

/// Of what the guard hook is told.
enum class guard_hears : unsigned char {
    uses,
    /// What has run, too: a line with a use's input and its output, which may be twice as long.
    uses_and_ends,
};

/// The members, behind the subtype, of an `initialize` request that registers the guard hook: for a peer that
/// sends none itself.
[[nodiscard]] std::string guard_hook_members(std::string_view hook,
                                             guard_hears of = guard_hears::uses_and_ends);

/// The payload of an `initialize` request, with the guard hook among its hooks.
/// \param payload  a valid JSON object \return nothing where its `hooks` are not what they should be
[[nodiscard]] std::optional<std::string> payload_with_guard_hook(std::string_view payload,
                                                                 std::string_view hook, guard_hears of);

/// An `initialize` request with the guard hook among its hooks: a hook that looks at every use of a tool
/// before it happens, and at what ran. \param line  a valid frame \return nothing where its `hooks` are not
/// what they should be
[[nodiscard]] std::optional<std::string> with_guard_hook(std::string_view line, std::string_view hook);

/// An answer to `initialize`, with those of its repeated questions that `keep` wants. Other answers stay as
/// they are. \param line  a valid frame \return nothing where it cannot be told what it repeats
[[nodiscard]] std::optional<std::string> with_questions(std::string_view line,
                                                        const std::function<bool(std::string_view id)>& keep);

/// The answer to a question, in either dialect, with those of its updates that `keep` wants, by their number.
/// \param line  a valid frame \return nothing where it cannot be told which updates it has
[[nodiscard]] std::optional<std::string> with_updates(std::string_view line,
                                                      const std::function<bool(std::size_t)>& keep);

/// The elements of an array, as they lie in the text. \param array  valid JSON, an array
[[nodiscard]] std::vector<std::string_view> elements_of(std::string_view array);

}  // namespace assent
