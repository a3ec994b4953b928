#pragma once

#include "../text/word_list.hpp"

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <boost/container/small_vector.hpp>

#include <array>
#include <cstddef>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assent {

/// How a field's pattern is compared with its value: the alternatives of `permission_rule::value_pattern`.
enum class compared_as : unsigned char { text, command, path, url, value };
[[nodiscard]] compared_as kind_of(const permission_rule::value_pattern& pattern) noexcept;

/// What each byte of a command line becomes in the form of `command_form`. U+0000, which no command has, is
/// left out, too.
using byte_forms = std::array<char, 256>;
inline constexpr char left_out = '\0';
[[nodiscard]] constexpr byte_forms command_bytes(bool ignore_case) noexcept {
    byte_forms forms{};
    for (std::size_t value = 0; value < forms.size(); ++value) {
        const char byte = static_cast<char>(value);
        forms[value] = ignore_case ? lower_case(byte) : byte;
    }
    for (const char byte : {'"', '\'', '\\'}) forms[static_cast<unsigned char>(byte)] = left_out;
    for (const char byte : {' ', '\t'}) forms[static_cast<unsigned char>(byte)] = '\n';
    return forms;
}
inline constexpr byte_forms bytes_as_written = command_bytes(false);
inline constexpr byte_forms bytes_in_lower_case = command_bytes(true);

/// Puts a command line into the form in which literals are looked for in it: each word ends with a line
/// break, and quotes and backslashes are left out. Blanks inside words count as ends of words: what is found
/// this way is compared properly afterwards.
class command_form {
public:
    explicit command_form(bool ignore_case) noexcept
        : forms_(ignore_case ? bytes_in_lower_case : bytes_as_written) {}
    /// A line break: it ends a word.
    [[nodiscard]] char of(char byte) const noexcept { return forms_[static_cast<unsigned char>(byte)]; }
    /// Writes the form of a text, and ends its last word.
    /// \param begin  where the form that is written to begins; \param to  where it goes on
    /// \return behind what was written: one byte more than the text at most
    char* put(std::string_view text, const char* begin, char* to) const noexcept {
        for (const char byte : text) {
            const char form = of(byte);
            // Most are letters of ASCII, which are beyond these two.
            if (form > '\n')
                *to++ = form;
            else if (form == '\n')
                to = end_word(begin, to);
            else if (form != left_out)
                *to++ = form;
        }
        return end_word(begin, to);
    }

private:
    static char* end_word(const char* begin, char* to) noexcept {
        if (to != begin && to[-1] != '\n') *to++ = '\n';
        return to;
    }

    const byte_forms& forms_;
};

/// Equal values have equal ones, as far as `compare` can prove it: numbers count by value, keys in any order.
[[nodiscard]] std::string value_text(const json_value& value);
/// It holds a number for which `compare` may prove nothing.
[[nodiscard]] bool may_be_unprovable(const json_value& value);

/// The texts in which the literals of patterns are looked for, for one field of a call.
///
/// They hold the literals of every pattern that surely covers the field. For a deny or ask rule, a pattern
/// whose literals they do not hold may still be in doubt, when `unsure()`.
class comparable_text {
public:
    /// \param lenient  for deny and ask rules
    /// \param command  allow: only this simple command of a shell text; otherwise the first one, and the text
    ///                 as it stands
    comparable_text(const field_reading& field, compared_as kind, bool lenient,
                    std::optional<std::size_t> command = std::nullopt);
    comparable_text(const comparable_text&) = delete;
    comparable_text& operator=(const comparable_text&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return pieces_.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept {
        const piece& at = pieces_[index];
        return at.direct.data() != nullptr ? at.direct : std::string_view(bytes_.data() + at.from, at.size);
    }
    [[nodiscard]] bool unsure() const noexcept { return unsure_; }
    /// A shell text that is known to be one simple command at most.
    [[nodiscard]] bool one_command() const noexcept { return one_command_; }

private:
    struct piece {
        std::string_view direct{};  // or in bytes_:
        std::size_t from = 0;
        std::size_t size = 0;
    };
    using buffer = boost::container::small_vector<char, 512>;

    void read_allowed_command(const field_reading& field, std::optional<std::size_t> command);
    void read_caught_command(const field_reading& field);
    void read_caught_path(const path_reading& path);
    void read_allowed_url(const url_reading& url);
    void read_caught_url(const url_reading& url);
    template <class Words>
    void add_words(const Words& words);
    // Room for so many bytes at most, into which `put(its begin)` writes one more text. \return its end
    template <class Put>
    void add_form(std::size_t most, const Put& put);
    void add_command(std::string_view text, bool ignore_case);
    void add_caught_text(std::string_view text);
    void add_run(std::span<const shell_runs::word> words, bool base_only);
    void add_lower(std::string_view text);
    // What stands in bytes_ from here on is one more text.
    void add_from(std::size_t from);

    boost::container::small_vector<piece, 8> pieces_;
    buffer bytes_;
    bool unsure_ = false;
    bool one_command_ = false;
};

/// The comparable texts of a call's fields, each made when it is first asked for.
class comparable_texts {
public:
    comparable_texts(const call_reading& call, bool lenient) noexcept : call_(&call), lenient_(lenient) {}
    /// Allow: of one simple command in a field's shell text; the other fields count as they are.
    comparable_texts(const call_reading& call, std::string_view field, std::size_t command) noexcept
        : call_(&call), command_field_(field), command_(command) {}
    comparable_texts(const comparable_texts&) = delete;
    comparable_texts& operator=(const comparable_texts&) = delete;

    /// \param field  has to outlive this
    [[nodiscard]] const comparable_text& of(std::string_view field, compared_as kind);
    /// False where only one simple command counts, and the field would hold others.
    [[nodiscard]] bool counts(std::string_view field, compared_as kind) const noexcept {
        return !command_ || kind != compared_as::command || field == command_field_;
    }

private:
    struct entry {
        entry(const field_reading& reading, compared_as as, bool lenient, std::optional<std::size_t> command)
            : field(reading.name()), kind(as), text(reading, as, lenient, command) {}
        std::string_view field;
        compared_as kind;
        comparable_text text;
    };

    const call_reading* call_;
    bool lenient_ = false;
    std::string_view command_field_;
    std::optional<std::size_t> command_;
    // A constructor of its own, so that the array is not cleared as a whole.
    struct slot {
        slot() noexcept {}
        std::optional<entry> made;
    };
    // Rules of one tool speak of few fields: these need no memory of their own.
    std::array<slot, 2> first_;
    std::optional<std::list<entry>> more_;
};

}  // namespace assent
