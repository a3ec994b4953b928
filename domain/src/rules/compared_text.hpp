#pragma once

#include "../shell/shell_characters.hpp"

#include <assent/domain/rules/call_reading.hpp>
#include <assent/domain/rules/permission_rule.hpp>

#include <boost/container/small_vector.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <list>
#include <optional>
#include <string_view>

namespace assent {

/// How a field's pattern is compared with its value: the alternatives of `permission_rule::value_pattern`.
enum class compared_as : unsigned char { text, command, path, url, value };
[[nodiscard]] inline compared_as kind_of(const permission_rule::value_pattern& pattern) noexcept {
    return static_cast<compared_as>(pattern.index());
}

/// The texts of one field of a call under which rules are filed. A pattern that surely covers the field is
/// filed under one of them, if it is filed under a text at all.
///
/// Of commands, for allow: the words, with a line break behind each. For deny and ask: the names of all
/// programs that it may run, without folder. Of paths: each of their readings. Of URLs: the host. All but the
/// first, and plain texts, in lower case.
class compared_text {
public:
    /// \param lenient  for deny and ask rules
    /// \param command  allow: only this simple command of a shell text; otherwise the first one, and the text
    ///                 as it stands
    compared_text(const field_reading& field, compared_as kind, bool lenient,
                  std::optional<std::size_t> command = std::nullopt);
    compared_text(const compared_text&) = delete;
    compared_text& operator=(const compared_text&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return pieces_.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept {
        const piece& one = pieces_[index];
        return one.direct.data() != nullptr ? one.direct
                                            : std::string_view(bytes_.data() + one.from, one.size);
    }
    /// Deny and ask rules that are filed under other texts may be in doubt.
    [[nodiscard]] bool unsure() const noexcept { return unsure_; }
    /// A shell text that is known to be one simple command at most.
    [[nodiscard]] bool one_command() const noexcept { return one_command_; }

private:
    struct piece {
        std::string_view direct{};  // or in bytes_:
        std::size_t from = 0;
        std::size_t size = 0;
    };

    void read_allowed_command(const field_reading& field, std::optional<std::size_t> command);
    void read_caught_command(const field_reading& field);
    void read_caught_path(const path_reading& path);
    void read_url(const url_reading& url, bool lenient);
    void add_words(std::span<const std::string_view> words);
    void add_lower(std::string_view text);
    // The last text, where an earlier one is the same.
    void leave_out_again();
    // What stands in bytes_ from here on is one more text.
    void add_from(std::size_t from);

    boost::container::small_vector<piece, 8> pieces_;
    boost::container::small_vector<char, 512> bytes_;
    bool unsure_ = false;
    bool one_command_ = false;
};

/// Puts a word behind the others as texts of commands have it. Blanks inside count as ends of words: what is
/// found this way is compared properly afterwards.
template <class Text>
void add_word(Text& text, std::string_view word, bool ends = true) {
    const auto end = text.size();
    bool ended = end == 0 || text[end - 1] == '\n';
    text.resize(end + word.size() + 1);
    char* to = text.data() + end;
    const auto is_gap = [](char byte) { return detail::word_gaps.has(byte); };
    for (auto from = word.begin(); from != word.end();) {
        const auto gap = std::find_if(from, word.end(), is_gap);
        if (gap != from) ended = false;
        to = std::copy(from, gap, to);
        if (gap == word.end()) break;
        if (!ended) *to++ = '\n';
        ended = true;
        from = gap + 1;
    }
    if (ends && !ended) *to++ = '\n';
    text.resize(static_cast<std::size_t>(to - text.data()));
}

/// The compared texts of a call's fields, each made when it is first asked for.
class compared_texts {
public:
    compared_texts(const call_reading& call, bool lenient) noexcept : call_(&call), lenient_(lenient) {}
    /// Allow: of one simple command in a field's shell text; the other fields count as they are.
    compared_texts(const call_reading& call, std::string_view field, std::size_t command) noexcept
        : call_(&call), command_field_(field), command_(command) {}
    compared_texts(const compared_texts&) = delete;
    compared_texts& operator=(const compared_texts&) = delete;

    /// Null where the call has no such field, or where only one simple command counts, and the field would
    /// hold others.
    [[nodiscard]] const compared_text* find(std::string_view field, compared_as kind);

private:
    struct entry {
        entry(const field_reading& reading, compared_as as, bool lenient, std::optional<std::size_t> command)
            : field(reading.name()), kind(as), text(reading, as, lenient, command) {}
        std::string_view field;
        compared_as kind;
        compared_text text;
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
