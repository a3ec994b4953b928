#pragma once

#include <assent/domain/call/json.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

class kept_input;

/// One member of a tool's input, as a rule sees it.
struct field_view {
    enum class kind : unsigned char {
        absent,  ///< the input has no member of that name
        string,  ///< a string; `text` holds it, unescaped
        other,   ///< a number, boolean, null, array or object
    };
    kind what = kind::absent;
    std::string_view text;
};

/// The input that a tool is to be called with: a JSON object, borrowed for the length of one check.
///
/// It is borrowed because a line on the wire is judged where it lies in the read buffer. Whoever
/// wants to keep it past the check calls `retain()`, which makes the copy visible.
///
/// Lifetime: valid during the call it was passed to. Thread-safety: reading is const and has no
/// hidden cache, so any number of threads may read one input.
class tool_input {
public:
    virtual ~tool_input() = default;

    /// Looks up one member by its unescaped name.
    /// \param scratch  room for the text where it has to be unescaped; the result's `text` may
    ///                 point into it, and is valid until `scratch` changes
    [[nodiscard]] virtual field_view field(std::string_view name, std::string& scratch) const = 0;

    /// The member as a value, for comparing with a pattern that is not a string.
    /// Nothing when the input has no such member.
    [[nodiscard]] virtual std::optional<json_value> value_of(std::string_view name) const = 0;

    /// The number of members.
    [[nodiscard]] virtual std::size_t size() const noexcept = 0;
    /// The unescaped name of a member, from 0 in the order in which they were written. The view is valid as
    /// long as the input.
    [[nodiscard]] virtual std::string_view name_at(std::size_t index) const noexcept = 0;

    /// The bytes as the peer wrote them; empty when the input was made from values in process.
    [[nodiscard]] virtual std::string_view raw() const noexcept = 0;

    /// A copy that owns what it needs and may be kept.
    [[nodiscard]] virtual std::shared_ptr<const kept_input> retain() const = 0;

protected:
    tool_input() = default;
    tool_input(const tool_input&) = default;
    tool_input& operator=(const tool_input&) = default;
};

/// An input that owns its data: what an open question holds.
///
/// Thread-safety: any thread, any number of them.
class kept_input : public tool_input {
public:
    /// The whole input as a JSON object. The reference lives as long as this object.
    [[nodiscard]] virtual const json_object& whole() const = 0;

    /// Bytes of memory this input counts for, against the bound on open questions.
    [[nodiscard]] virtual std::size_t size_bytes() const noexcept = 0;
};

/// An input made of JSON values in process: edited inputs, and calls that never were on a wire.
[[nodiscard]] std::shared_ptr<const kept_input> make_input(json_object value);

}  // namespace assent
