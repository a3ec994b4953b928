#include "json_keys.hpp"

#include "json_string.hpp"

#include <boost/assert.hpp>

#include <algorithm>

namespace assent::detail {
namespace {

// Up to here comparing each with each is cheaper than sorting.
constexpr std::size_t few_keys = 16;

constexpr std::size_t kept_unescaped_bytes = 65'536;

// By length first: most keys differ there already. The order does not matter, only that it is one.
bool before(const key_table::entry& left, const key_table::entry& right) noexcept {
    if (left.key.size() != right.key.size()) return left.key.size() < right.key.size();
    const int order = left.key.compare(right.key);
    return order != 0 ? order < 0 : left.offset < right.offset;
}

// Most keys of one length differ in the last letter, which saves the call.
bool same(std::string_view left, std::string_view right) noexcept {
    if (left.size() != right.size()) return false;
    return left.empty() || (left.back() == right.back() && left == right);
}

// The repeated key that is first in the text. Sorts the keys.
const key_table::entry* first_repeated(std::span<key_table::entry> keys) {
    if (keys.size() <= few_keys) return nullptr;  // `add` has seen to it
    std::sort(keys.begin(), keys.end(), before);
    const key_table::entry* first = nullptr;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].key != keys[i - 1].key) continue;
        if (first == nullptr || keys[i].offset < first->offset) first = &keys[i];
    }
    return first;
}

}  // namespace

const key_table::entry* key_table::add(std::string_view key, std::size_t offset) {
    const std::size_t first = first_entry_[open_count_ - 1];
    const std::size_t count = entries_.size() - first;
    entries_.push_back({key, offset});
    if (count >= few_keys) return nullptr;
    const auto others = std::span(entries_).subspan(first, count);
    const bool repeated =
        std::ranges::any_of(others, [key](const entry& other) { return same(other.key, key); });
    return repeated ? &entries_.back() : nullptr;
}

const key_table::entry* key_table::close_object() {
    BOOST_ASSERT(open_count_ > 0);
    const std::size_t first = first_entry_[open_count_ - 1];
    const entry* const repeated = first_repeated(std::span(entries_).subspan(first));
    if (repeated != nullptr) return repeated;
    entries_.resize(first);
    --open_count_;
    return nullptr;
}

const key_table::entry* key_table::close_all() {
    const entry* earliest = nullptr;
    std::size_t last = entries_.size();
    while (open_count_ > 0) {
        const std::size_t first = first_entry_[--open_count_];
        const entry* const repeated = first_repeated(std::span(entries_).subspan(first, last - first));
        if (repeated != nullptr && (earliest == nullptr || repeated->offset < earliest->offset))
            earliest = repeated;
        last = first;
    }
    return earliest;
}

void key_table::clear() {
    clear_or_give_back(entries_);
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
