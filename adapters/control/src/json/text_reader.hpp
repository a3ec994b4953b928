#pragma once

#include "json_string.hpp"

#include <assent/adapters/control/json/json_scan.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Tables with more entries than this are not kept for the next text: one text with 100 000 keys shall not
/// cost memory for the life of the connection. Ordinary frames have fewer than a hundred.
inline constexpr std::size_t kept_entries = 2048;

template <class Entry>
void clear_or_give_back(std::vector<Entry>& table) {
    table.clear();
    if (table.capacity() > kept_entries) std::vector<Entry>().swap(table);
}

/// Finds the keys that an object has twice, in all objects that are open at a time.
///
/// Objects with few keys cost a comparison of each with each, at once. In larger ones the keys are sorted
/// when the object ends, so that 100 000 keys cost n log n; no hashing, which could be made to collide.
///
/// The objects of a list mostly have the same keys in the same order. So each key is first compared with the
/// one that the object before had in this place: as long as all are the same, none is there twice.
class key_table {
public:
    struct entry {
        std::string_view key;
        const char* at = nullptr;     ///< its opening quote in the text
        std::size_t token_bytes = 0;  ///< of its quotes, what is between, and a colon; or `odd_token`
    };
    /// For a key that has an escape, or is long, or no colon right behind it.
    static constexpr std::size_t odd_token = static_cast<std::size_t>(-1);

    /// Precondition: fewer than `max_json_depth` objects are open.
    void open_object() noexcept {
        around_[open_count_++] = innermost_;
        innermost_ = {next_, 0};
        expected_end_ = next_ >= known_begin_ ? known_end_ : next_;
    }
    /// From here on an object is read whose keys are not added.
    void expect_nothing() noexcept { expected_end_ = next_; }
    /// Adds a key to the innermost object if it is the one that an object before had in this place, written
    /// the same way.
    /// Precondition: 16 bytes can be read.
    /// \return the place behind its colon; null when it is another key
    [[nodiscard]] const char* add_expected(const char* at) noexcept {
        if (next_ >= expected_end_) return nullptr;
        const std::size_t token_bytes = next_->token_bytes;
        if (!same_within_16(at, next_->at, token_bytes)) return nullptr;
        next_++->at = at;
        return at + token_bytes;
    }
    /// Adds a key to the innermost object.
    /// \return the entry when it is seen at once that the object has the key already; else null
    [[nodiscard]] const entry* add(const entry& added) {
        if (next_ == room_end_) grow();
        if (innermost_.marks == 0) mark_expected();
        *next_++ = added;
        const unsigned mark = mark_of_key(added.key);
        const bool maybe_known = (innermost_.marks >> mark & 1U) != 0;
        innermost_.marks |= std::uint64_t{1} << mark;
        return maybe_known ? find_repeated() : nullptr;
    }
    /// A bit for the mark of each key of the innermost object, into which `add` alone has put keys.
    [[nodiscard]] std::uint64_t marks() const noexcept { return innermost_.marks; }
    /// Ends the innermost object, unless it has a repeated key that `add` has not seen.
    /// \return the first such key, valid until the next call; null when there is none and the object is ended
    [[nodiscard]] const entry* close_object() {
        if (next_ - innermost_.first > few_keys)  // `add` has seen to the others
            if (const entry* const repeated = first_repeated({innermost_.first, next_})) return repeated;
        known_begin_ = innermost_.first;
        known_end_ = next_;
        next_ = innermost_.first;
        expected_end_ = next_;
        innermost_ = around_[--open_count_];
        return nullptr;
    }
    /// The repeated key that is first in the text, in any object that is still open.
    [[nodiscard]] const entry* close_all();

    void clear() noexcept;

private:
    // Up to here comparing each with each is cheaper than sorting.
    static constexpr std::ptrdiff_t few_keys = 16;

    struct object {
        entry* first = nullptr;
        // A bit for the mark of each key: most keys show by it that they are new. 0 as long as all were
        // expected.
        std::uint64_t marks = 0;
    };

    void mark_expected() noexcept {
        expected_end_ = next_;
        for (const entry* each = innermost_.first; each != next_; ++each)
            innermost_.marks |= std::uint64_t{1} << mark_of_key(each->key);
    }
    [[gnu::cold]] void grow();
    [[nodiscard]] const entry* find_repeated() const noexcept;
    static const entry* first_repeated(std::span<entry> keys);

    // Of the open objects, outermost first. INVARIANT: the pointers below point into it.
    std::vector<entry> entries_;
    entry* next_ = nullptr;
    entry* room_end_ = nullptr;
    // What an object before had, which is ended, is still there until it is written over.
    // INVARIANT: no key is twice in [known_begin_, known_end_), except that the keys of objects that are
    // open have been written over some from the front.
    entry* known_begin_ = nullptr;
    entry* known_end_ = nullptr;
    entry* expected_end_ = nullptr;  // behind the keys that the innermost object may have next
    object innermost_;
    std::array<object, max_json_depth> around_{};  // what was the innermost before it, outermost first
    std::size_t open_count_ = 0;
};

/// Room for keys that had to be unescaped, at addresses that stay.
class unescaped_keys {
public:
    /// \param text_bytes  length of the text; unescaped keys never need more
    void clear(std::size_t text_bytes) noexcept;
    /// Unescapes a key. The result is valid until `clear`.
    [[nodiscard]] std::string_view add(std::string_view body);

private:
    // INVARIANT: not reallocated between two `clear`, because keys point into it.
    std::unique_ptr<char[]> bytes_;
    std::size_t capacity_bytes_ = 0;
    std::size_t used_bytes_ = 0;
    std::size_t text_bytes_ = 0;
};

/// With fewer bytes than this left in the text, Boost.JSON 1.81 reads a number by another way, and the two
/// may differ in the last digit: `9885394.5185644826` alone and the same inside a longer text are two
/// doubles.
inline constexpr std::size_t boost_lookahead_bytes = 33;

struct number_token {
    const char* end = nullptr;  ///< behind the number, or where it stopped being one
    bool valid = false;         ///< the grammar of JSON holds
    bool finite = true;         ///< it is a finite number as a double
};

/// The place behind an integer of one to three digits with a comma or a closing bracket behind it: most
/// numbers are such, and any of them is valid and finite. Null when there is something else, which
/// `read_number` has to look at.
///
/// Asks digit by digit: where a number ends is guessed right most of the time, and what comes behind it can
/// begin before that is sure. Counting the digits without branches was slower.
/// Precondition: 5 bytes can be read.
[[nodiscard]] inline const char* skip_small_integer(const char* at) noexcept {
    const auto is_digit = [](char letter) { return static_cast<unsigned char>(letter - '0') <= 9; };
    if (*at == '-') ++at;
    if (!is_digit(*at)) return nullptr;
    const char* stop = at + 1;
    if (is_digit(*stop)) {
        if (*at == '0') return nullptr;
        ++stop;
        if (is_digit(*stop)) ++stop;
    }
    return *stop == ',' || *stop == '}' || *stop == ']' ? stop : nullptr;
}

/// Reads the number that begins at `at`.
[[nodiscard]] number_token read_number(const char* at, const char* end);

/// Reads one text from front to back, for `json_scanner`.
///
/// The functions that take a place in the text return the place behind what they have read; null after a
/// fatal flaw, which ends the scan. The place is handed on and not kept here, so that it stays in a register.
///
/// Nearly all keys and values are short, without escapes, and far enough from the end of the text that a
/// fixed number of bytes can be read at once. What reads such ones is inlined by force, asks for the end of
/// the text once for each, and leaves everything else, also white space, to the function of the same name
/// with `odd`.
class text_reader {
public:
    using duplicates = json_scanner::duplicates;

    const json_fault& scan(std::string_view text, duplicates where, std::span<const std::string_view> path);

    [[nodiscard]] json_kind kind() const noexcept { return kind_; }
    /// Each value has a comma or an opening bracket before it, but the outermost.
    [[nodiscard]] std::size_t value_count(std::size_t level) const noexcept {
        return 1 + (level == 0 ? commas_and_brackets_ : levels_[level].commas_and_brackets);
    }
    [[nodiscard]] bool holds_nul() const noexcept { return nul_; }
    [[nodiscard]] json_members members(std::size_t level) const noexcept {
        return {levels_[level].members, levels_[level].marks};
    }

private:
    void reset(std::string_view text, duplicates where, std::span<const std::string_view> path);
    [[nodiscard]] bool read_document();
    [[nodiscard]] const char* read_outermost(const char* at);
    [[nodiscard]] const char* read_object(const char* at, std::size_t level);
    [[nodiscard]] const char* read_member(const char* at, std::size_t level);
    [[nodiscard]] bool leads_on(std::string_view key, std::size_t level) const noexcept;
    [[nodiscard]] const char* leave_level(const char* at, std::size_t level);
    [[nodiscard]] const char* skip_container(const char* at);
    [[nodiscard]] const char* skip_scalar(const char* at, bool& plain);
    [[nodiscard]] const char* skip_key(const char* at, std::string_view* key);
    [[nodiscard]] const char* skip_odd_key(const char* at, std::string_view* key);
    [[nodiscard]] const char* skip_string(const char* at, bool& plain);
    [[nodiscard]] const char* skip_long_string(const char* at, bool& plain);
    [[nodiscard]] const char* skip_odd_string(const char* at);
    [[nodiscard]] const char* skip_number(const char* at);
    [[nodiscard]] const char* skip_odd_number(const char* at);
    template <std::size_t Size>
    [[nodiscard]] const char* skip_literal(const char* at, const char (&word)[Size]);
    [[nodiscard]] const char* skip_odd_space(const char* at);
    [[nodiscard]] const char* skip_space(const char* at) const noexcept;

    [[nodiscard]] const char* enter(const char* at, bool object);
    [[nodiscard]] const char* leave(const char* at, bool object);
    [[nodiscard]] bool inside_object() const noexcept {
        return depth_ <= max_json_depth ? around_[depth_ - 1] : deeper_.back() != 0;
    }
    [[nodiscard]] bool watches_keys() const noexcept { return depth_ <= watched_depth_; }
    [[nodiscard]] bool is_new(const key_table::entry& key);

    [[nodiscard]] const char* fail_at(const char* at);
    [[nodiscard]] const char* fail(json_flaw flaw, const char* at);
    [[nodiscard]] const char* fail(const key_table::entry& repeated);
    void end_at_first_fatal_flaw();
    void note(json_flaw flaw, const char* at) noexcept;

    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    const char* wide_end_ = nullptr;  // before it, `wide_bytes` can be read
    std::size_t watched_depth_ = 0;   // down to here, repeated keys are looked for
    std::span<const std::string_view> path_;

    std::size_t depth_ = 0;                      // how many containers are around the place
    std::array<bool, max_json_depth> around_{};  // of these, outermost first: whether it is an object
    std::vector<char> deeper_;                   // the same of those below
    key_table keys_;
    unescaped_keys unescaped_;

    // Of the outermost object, and of those that the path leads to.
    struct level_members {
        std::vector<json_member> members;
        std::uint64_t marks = json_members::any_marks;
        std::size_t commas_and_brackets = 0;  // the opening ones, in all of it
    };
    std::array<level_members, json_scanner::max_path_keys + 1> levels_;
    std::size_t levels_found_ = 0;

    json_kind kind_ = json_kind::null;
    std::size_t commas_and_brackets_ = 0;  // the opening ones
    bool nul_ = false;
    json_fault fault_;
};

}  // namespace assent::detail
