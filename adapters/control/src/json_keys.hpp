#pragma once

#include <assent/adapters/control/json_scan.hpp>

#include <array>
#include <cstddef>
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
class key_table {
public:
    struct entry {
        std::string_view key;
        std::size_t offset = 0;
    };

    /// Precondition: fewer than `max_json_depth` objects are open.
    void open_object() noexcept { first_entry_[open_count_++] = entries_.size(); }
    /// Adds a key to the innermost object. `offset` is where it lies in the text.
    /// \return the entry when it is seen at once that the object has the key already; else null
    [[nodiscard]] const entry* add(std::string_view key, std::size_t offset);
    /// Ends the innermost object, unless it has a repeated key that `add` has not seen.
    /// \return the first such key, valid until the next call; null when there is none and the object is ended
    [[nodiscard]] const entry* close_object();
    /// The repeated key that is first in the text, in any object that is still open.
    [[nodiscard]] const entry* close_all();

    void clear();

private:
    std::vector<entry> entries_;  // of the open objects, outermost first
    std::array<std::size_t, max_json_depth> first_entry_{};
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
