#pragma once

#include "json_string.hpp"

#include <assent/adapters/control/json_scan.hpp>

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

}  // namespace assent::detail
