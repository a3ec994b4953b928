#pragma once

#include <assent/adapters/control/json_scan.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
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
class key_table {
public:
    struct entry {
        std::string_view key;
        std::size_t offset = 0;
    };

    /// Precondition: fewer than `max_json_depth` objects are open.
    void open_object() noexcept {
        around_[open_count_++] = innermost_;
        innermost_ = {entries_.size(), 0};
    }
    /// Adds a key to the innermost object. `offset` is where it lies in the text.
    /// \return the entry when it is seen at once that the object has the key already; else null
    [[nodiscard]] const entry* add(std::string_view key, std::size_t offset) {
        entries_.push_back({key, offset});
        const std::uint64_t mark = mark_of(key);
        if ((std::exchange(innermost_.marks, innermost_.marks | mark) & mark) == 0) return nullptr;
        return find_repeated();
    }
    /// Ends the innermost object, unless it has a repeated key that `add` has not seen.
    /// \return the first such key, valid until the next call; null when there is none and the object is ended
    [[nodiscard]] const entry* close_object() {
        if (entries_.size() - innermost_.first > few_keys)  // `add` has seen to the others
            if (const entry* const repeated = first_repeated(std::span(entries_).subspan(innermost_.first)))
                return repeated;
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(innermost_.first), entries_.end());
        innermost_ = around_[--open_count_];
        return nullptr;
    }
    /// The repeated key that is first in the text, in any object that is still open.
    [[nodiscard]] const entry* close_all();

    void clear();

private:
    // Up to here comparing each with each is cheaper than sorting.
    static constexpr std::size_t few_keys = 16;

    struct object {
        std::size_t first = 0;    // of its entries
        std::uint64_t marks = 0;  // of all its keys
    };

    // One of 64 bits, the same for the same key: most keys of an object show by it that they are new.
    static std::uint64_t mark_of(std::string_view key) noexcept {
        const std::size_t last = key.empty() ? 0U : static_cast<unsigned char>(key.back());
        return std::uint64_t{1} << ((last + 7 * key.size()) % 64);
    }
    [[nodiscard]] const entry* find_repeated() const noexcept;
    static const entry* first_repeated(std::span<entry> keys);

    std::vector<entry> entries_;  // of the open objects, outermost first
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
