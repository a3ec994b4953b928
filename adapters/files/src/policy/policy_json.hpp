#pragma once

#include <assent/adapters/control/json/json_scan.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/domain/call/json.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent::detail {

/// JSON without what people add to it, byte for byte in the same place.
struct bare_json {
    std::string text;
    std::optional<std::size_t> unclosed_comment{};  ///< where a comment begins that does not end
};

/// Puts blanks in the place of `//` and `/* */` comments, of a comma behind the last element of a list or an
/// object, and of the CR in CRLF. Inside strings nothing changes; line breaks stay. Whatever else is not JSON
/// is still not JSON afterwards.
[[nodiscard]] bare_json without_comments(std::string_view text);

/// A value in the file.
struct json_place {
    std::string path;      ///< its key path; empty: the outermost value
    std::string_view raw;  ///< its bytes, comments blanked
    json_kind kind = json_kind::null;
};

/// The JSON of a policy file: finds values with their key paths and lines, reads the plain ones, and collects
/// what is wrong with them. It knows no keys.
class policy_json {
public:
    using read_value = std::function<void(const json_place&)>;
    struct known_key {
        std::string_view name;
        read_value read;
    };

    /// \param text  has to outlive this object
    policy_json(std::string_view text, std::string_view name);

    /// The outermost object; nothing, and an error, when there is none that can be read.
    [[nodiscard]] std::optional<json_place> root();

    /// Reads the members of an object. Other keys than the known ones are errors. \return false: it is no
    /// object
    bool read_object(const json_place& at, std::span<const known_key> known);
    /// Reads the members of an object with keys of the user's. \return as above
    bool read_members(const json_place& at,
                      const std::function<void(std::string_view key, const json_place&)>& read);
    /// Reads the elements of a list.
    void read_list(const json_place& at, const read_value& read);

    // Each of these adds an error and returns nothing when the value is something else.
    [[nodiscard]] std::optional<bool> flag(const json_place& at);
    [[nodiscard]] std::optional<std::string> text(const json_place& at,
                                                  std::string_view expected = "a string");
    /// \param expected  says what numbers are good, for the message
    [[nodiscard]] std::optional<std::size_t> whole_number(const json_place& at, std::size_t least,
                                                          std::size_t most, std::string_view expected);
    /// Any JSON without duplicate keys.
    [[nodiscard]] std::optional<json_value> value(const json_place& at);
    /// One of the enum's words.
    template <worded Enum>
    [[nodiscard]] std::optional<Enum> word(const json_place& at) {
        return word(at, words_of<Enum>, &parse_word<Enum>);
    }
    /// A word that `parse` knows. \param words  the known ones, for the message
    template <class Value>
    [[nodiscard]] std::optional<Value> word(const json_place& at, std::span<const std::string_view> words,
                                            std::optional<Value> (*parse)(std::string_view)) {
        const auto written = quoted_word(at, words);
        if (!written) return std::nullopt;
        const auto parsed = parse(*written);
        if (!parsed) unknown_word(at, *written, words);
        return parsed;
    }

    /// The line on which a value begins, from 1.
    [[nodiscard]] std::size_t line_of(const json_place& at) const;

    /// The bytes of a value.
    [[nodiscard]] policy_bytes bytes_of(const json_place& at) const noexcept {
        return {offset_of(at.raw.data()), at.raw.size()};
    }

    void expected(const json_place& at, std::string_view what);
    void wrong(const json_place& at, std::string message);
    /// An error that belongs to a key path and not to a value; its line is that of the nearest value around
    /// it.
    void wrong(const std::string& where, std::string message);

    [[nodiscard]] bool good() const noexcept { return errors_.empty(); }
    /// In the order of lines.
    [[nodiscard]] std::vector<policy_error> take_errors();

private:
    [[nodiscard]] std::optional<std::string> quoted_word(const json_place& at,
                                                         std::span<const std::string_view> words);
    void unknown_word(const json_place& at, std::string_view word, std::span<const std::string_view> words);
    void unknown_key(const json_place& at, std::string_view key, std::span<const known_key> known);
    /// Where a key stands that is known elsewhere: `rules.allow`; empty: nowhere.
    [[nodiscard]] std::string_view place_of(std::string_view key) const;
    void add(std::size_t offset, std::string where, std::string message);
    void add(const json_fault& fault, const json_place& in);
    [[nodiscard]] bool readable();
    [[nodiscard]] json_place remember(std::string path, std::string_view raw, json_kind kind);
    [[nodiscard]] std::size_t offset_of(const char* place) const noexcept;
    [[nodiscard]] std::size_t line_at(std::size_t offset) const;

    std::string name_;
    std::string_view source_;  // as it came, at most one byte too long
    std::string text_;         // comments blanked; what is found points into it
    std::optional<std::size_t> unclosed_comment_;
    std::vector<std::size_t> line_ends_;
    std::map<std::string, std::size_t, std::less<>> places_;  // key path -> where its value begins
    std::vector<std::string> outer_keys_;
    std::vector<policy_error> errors_;
};

}  // namespace assent::detail
