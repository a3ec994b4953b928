#include "json_keys.hpp"

#include "json_string.hpp"

#include <boost/assert.hpp>

#include <algorithm>

namespace assent::detail {
namespace {

constexpr std::size_t kept_unescaped_bytes = 65'536;

// By length first: most keys differ there already. The order does not matter, only that it is one.
bool before(const key_table::entry& left, const key_table::entry& right) noexcept {
    if (left.key.size() != right.key.size()) return left.key.size() < right.key.size();
    const int order = left.key.compare(right.key);
    return order != 0 ? order < 0 : left.offset < right.offset;
}

}  // namespace

// The repeated key that is first in the text. Sorts the keys.
const key_table::entry* key_table::first_repeated(std::span<key_table::entry> keys) {
    if (keys.size() <= few_keys) return nullptr;  // `add` has seen to it
    std::sort(keys.begin(), keys.end(), before);
    const key_table::entry* first = nullptr;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].key != keys[i - 1].key) continue;
        if (first == nullptr || keys[i].offset < first->offset) first = &keys[i];
    }
    return first;
}

// Whether the last key was there before. Among many keys that is only looked for at the end of their object.
const key_table::entry* key_table::find_repeated() const noexcept {
    const auto keys = std::span(entries_).subspan(innermost_.first);
    if (keys.size() > few_keys) return nullptr;
    const auto others = keys.first(keys.size() - 1);
    const bool repeated =
        std::ranges::any_of(others, [&](const entry& other) { return other.key == keys.back().key; });
    return repeated ? &keys.back() : nullptr;
}

const key_table::entry* key_table::close_all() {
    const entry* earliest = nullptr;
    std::size_t last = entries_.size();
    while (open_count_ > 0) {
        const entry* const repeated =
            first_repeated(std::span(entries_).subspan(innermost_.first, last - innermost_.first));
        if (repeated != nullptr && (earliest == nullptr || repeated->offset < earliest->offset))
            earliest = repeated;
        last = innermost_.first;
        innermost_ = around_[--open_count_];
    }
    return earliest;
}

void key_table::clear() {
    clear_or_give_back(entries_);
    innermost_ = {};
    open_count_ = 0;
}

void unescaped_keys::clear(std::size_t text_bytes) noexcept {
    if (capacity_bytes_ > kept_unescaped_bytes) {
        bytes_.reset();
        capacity_bytes_ = 0;
    }
    used_bytes_ = 0;
    text_bytes_ = text_bytes;
}

std::string_view unescaped_keys::add(std::string_view body) {
    if (capacity_bytes_ < text_bytes_) {
        BOOST_ASSERT(used_bytes_ == 0);
        bytes_ = std::make_unique_for_overwrite<char[]>(text_bytes_);
        capacity_bytes_ = text_bytes_;
    }
    BOOST_ASSERT(capacity_bytes_ - used_bytes_ >= body.size());
    char* const begin = bytes_.get() + used_bytes_;
    const std::size_t size = unescape(body, begin);
    used_bytes_ += size;
    return {begin, size};
}

}  // namespace assent::detail
