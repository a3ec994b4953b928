#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/control/wire/codec.hpp>
#include <assent/adapters/control/wire/wire_input.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace assent {

/// Most members that one tool input may have on its outermost level. Real ones have ten or so; each
/// rule looks its fields up in them.
inline constexpr std::size_t max_input_members = 1024;

/// Under which keys a tool and its input stand.
struct tool_use_keys {
    std::string_view tool;
    std::string_view input;
};

/// Reads a tool and its input, wherever a text has them: a request, a hook's call, a call of a tool that
/// decides.
///
/// What it has read points into the text, into the store given and into the reader, until the next `read`.
class tool_use_reader {
public:
    /// What a scan of the text around it has found out about the input.
    struct scanned_input {
        json_members members;
        std::size_t values = 0;    ///< see `json_scanner::value_count`
        bool may_hold_nul = true;  ///< false: no string of that text holds U+0000
    };

    /// Reads the members of these keys.
    /// \param members  of an object in which no key is there twice, at any depth
    /// \param path     where the object stands, for messages; empty: it is the whole text
    /// \param scanned  nothing: the input is scanned here
    /// \return what is wrong with them; nothing when nothing is
    [[nodiscard]] std::optional<decode_error> read(json_members members, tool_use_keys keys,
                                                   std::string_view path, text_store& texts,
                                                   const std::optional<scanned_input>& scanned = {});
    /// The same, where the object itself is the input of a tool that it does not name.
    /// \param text  which `members` has accepted
    [[nodiscard]] std::optional<decode_error> read_whole(std::string_view text, const json_scanner& members,
                                                         std::string_view tool);
    /// What was read. Precondition: the last `read` has returned nothing.
    [[nodiscard]] tool_call call() const noexcept { return {.tool_name = tool_name_, .input = *input_}; }

private:
    json_scanner input_members_;
    std::string_view tool_name_;
    std::optional<wire_input> input_;
};

}  // namespace assent
