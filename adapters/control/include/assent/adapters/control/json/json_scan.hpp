#pragma once

#include <assent/adapters/control/json/json_members.hpp>
#include <assent/domain/text/enum_words.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// Deepest nesting of a control request, in levels. Boost.JSON's own default is 32; agents' tool
/// inputs go deeper.
inline constexpr std::size_t max_json_depth = 64;

/// What is wrong with a text.
enum class json_flaw : unsigned char {
    none,
    // The text is not JSON, or peers may read it as several things. Nothing may be made of it.
    syntax,           ///< not JSON: also trailing text, comments, raw control characters
    carriage_return,  ///< a lone CR outside a string: some line readers split there
    duplicate_key,    ///< compared after unescaping, so `"\u0061"` and `"a"` are the same key
    // JSON that some parsers accept and others refuse or change. Refused in control frames.
    invalid_utf8,
    lone_surrogate,       ///< half a `\uD800` pair
    number_out_of_range,  ///< would become infinite as a double, or not-a-number (`0e400` in Boost.JSON)
    too_deep,             ///< deeper than `max_json_depth`
};

[[nodiscard]] constexpr auto enum_words(json_flaw) noexcept {
    return word_table("no flaw", "not JSON", "carriage return outside a string", "duplicate key",
                      "invalid UTF-8", "lone surrogate", "number out of range", "nested too deep");
}

/// True for flaws after which the text has no single meaning (`syntax`, `carriage_return`,
/// `duplicate_key`).
[[nodiscard]] bool fatal(json_flaw flaw) noexcept;

struct json_fault {
    json_flaw flaw = json_flaw::none;
    std::size_t offset = 0;  ///< byte in the text
    std::string key;         ///< for duplicate_key: which
    [[nodiscard]] explicit operator bool() const noexcept { return flaw != json_flaw::none; }
};

/// Validates one JSON text and tells where the members of its outermost object lie.
///
/// It exists because Boost.JSON cannot say where a value lies in the text, and an input that was
/// not edited must go back byte for byte; nor does Boost.JSON notice duplicate keys or numbers out
/// of range. It accepts exactly what Boost.JSON accepts, minus the flaws above. It knows no wire
/// keys. Iterative: depth costs memory, not stack.
///
/// One scanner is reused for many texts; the results point into the text and into the scanner, and
/// are valid until the next `scan`.
class json_scanner {
public:
    enum class duplicates : unsigned char {
        outermost,  ///< look for duplicate keys in the outermost object only
        /// In every object down to `max_json_depth` levels; below, the text is `too_deep` in any case.
        everywhere,
    };

    json_scanner();
    ~json_scanner();
    json_scanner(json_scanner&&) noexcept;
    json_scanner& operator=(json_scanner&&) noexcept;

    /// Most keys of a path.
    static constexpr std::size_t max_path_keys = 2;

    /// Scans `text`, which is one value with optional white space around it.
    /// \param path  leads to objects inside whose members are wanted too, found in the same pass: the first
    /// key is
    ///              one of the outermost object's, the second one of that object's. Where a key is there
    ///              twice, the first object counts. Has to outlive the scan only
    /// \return the first fatal flaw; else the first other flaw; else none.
    ///         After a fatal flaw `members()` holds the members that were complete before it, and the levels
    ///         below hold none.
    const json_fault& scan(std::string_view text, duplicates where,
                           std::span<const std::string_view> path = {});

    /// Kind of the outermost value, as far as it could be seen; null for a text without one.
    [[nodiscard]] json_kind kind() const noexcept;
    /// The members of the outermost object, in order. Empty when it is not an object.
    /// \param level  1: of the object that the path's first key leads to, 2: the second; empty where there is
    /// none
    [[nodiscard]] json_members members(std::size_t level = 0) const noexcept;
    /// At least how many values the text has, at any depth. Precondition: it had no fatal flaw.
    /// \param level  as for `members`: of that object, itself included
    [[nodiscard]] std::size_t value_count(std::size_t level = 0) const noexcept;
    /// Some string of the text, or a key, holds an escaped U+0000.
    [[nodiscard]] bool holds_nul() const noexcept;
    /// The outermost object's member of that name; null when there is none.
    [[nodiscard]] const json_member* find(std::string_view key) const noexcept;

private:
    class machine;
    std::unique_ptr<machine> machine_;
};

}  // namespace assent
