#include "json_keys.hpp"

#include "json_string.hpp"

#include <boost/assert.hpp>

#include <algorithm>
#include <iterator>

namespace assent::detail {
namespace {

constexpr std::size_t kept_unescaped_bytes = 65'536;
// What an ordinary request needs: each connection keeps them.
constexpr std::size_t first_entries = 16;

// By length first: most keys differ there already. The order does not matter, only that it is one.
bool before(const key_table::entry& left, const key_table::entry& right) noexcept {
    if (left.key.size() != right.key.size()) return left.key.size() < right.key.size();
    const int order = left.key.compare(right.key);
    return order != 0 ? order < 0 : left.at < right.at;
}

}  // namespace

// The repeated key that is first in the text. Sorts the keys.
const key_table::entry* key_table::first_repeated(std::span<key_table::entry> keys) {
    if (std::ssize(keys) <= few_keys) return nullptr;  // `add` has seen to it
    std::sort(keys.begin(), keys.end(), before);
    const key_table::entry* first = nullptr;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].key != keys[i - 1].key) continue;
        if (first == nullptr || keys[i].at < first->at) first = &keys[i];
    }
    return first;
}

// Whether the last key was there before. Among many keys that is only looked for at the end of their object.
const key_table::entry* key_table::find_repeated() const noexcept {
    const entry* const newest = next_ - 1;
    if (next_ - innermost_.first > few_keys) return nullptr;
    const bool repeated = std::any_of<const entry*>(
        innermost_.first, newest, [&](const entry& other) { return other.key == newest->key; });
    return repeated ? newest : nullptr;
}

const key_table::entry* key_table::close_all() {
    const entry* earliest = nullptr;
    while (open_count_ > 0) {
        const entry* const repeated = first_repeated({innermost_.first, next_});
        if (repeated != nullptr && (earliest == nullptr || repeated->at < earliest->at)) earliest = repeated;
        next_ = innermost_.first;
        innermost_ = around_[--open_count_];
    }
    return earliest;
}

void key_table::clear() noexcept {
    if (entries_.size() > kept_entries) std::vector<entry>().swap(entries_);
    next_ = entries_.data();
    room_end_ = next_ + entries_.size();
    innermost_ = {next_, 0};
    known_begin_ = known_end_ = expected_end_ = next_;
    open_count_ = 0;
}

void key_table::grow() {
    std::vector<entry> larger(std::max(2 * entries_.size(), first_entries));
    std::copy(entries_.begin(), entries_.end(), larger.begin());
    const auto moved = [&](entry*& place) { place = larger.data() + (place - entries_.data()); };
    for (object& each : std::span(around_).first(open_count_)) moved(each.first);
    for (entry** const place : {&innermost_.first, &next_, &known_begin_, &known_end_, &expected_end_})
        moved(*place);
    entries_.swap(larger);
    room_end_ = entries_.data() + entries_.size();
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
