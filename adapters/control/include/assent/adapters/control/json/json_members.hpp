#pragma once

#include <assent/domain/text/enum_words.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace assent {

enum class json_kind : unsigned char { object, array, string, number, boolean, null };
[[nodiscard]] constexpr auto enum_words(json_kind) noexcept {
    return word_table("object", "array", "string", "number", "boolean", "null");
}

/// What a value is, by its first byte. Precondition: a valid value begins with it.
[[nodiscard]] constexpr json_kind kind_of_value(char first) noexcept {
    switch (first) {
        case '{': return json_kind::object;
        case '[': return json_kind::array;
        case '"': return json_kind::string;
        case 't':
        case 'f': return json_kind::boolean;
        case 'n': return json_kind::null;
        default: return json_kind::number;
    }
}

/// One member of an object, as it lies in the text.
struct json_member {
    std::string_view key;    ///< unescaped
    std::string_view value;  ///< the bytes of the value, exactly; strings with their quotes
    json_kind kind = json_kind::null;
    bool plain = false;  ///< a string that surely has no escape
};

/// One of 64 numbers, the same for the same key: two keys with different ones are different.
[[nodiscard]] constexpr unsigned mark_of_key(std::string_view key) noexcept {
    const unsigned last = key.empty() ? 0U : static_cast<unsigned char>(key.back());
    return (last + 7 * static_cast<unsigned>(key.size())) % 64;
}

/// The members of one object in a text, in order.
///
/// It knows the marks of all its keys: most members that a protocol has room for are not there, and to see
/// that takes no look at those that are.
class json_members {
public:
    static constexpr std::uint64_t any_marks = ~std::uint64_t{0};

    json_members() = default;
    /// \param marks  a bit for the mark of each key, or more
    // NOLINTNEXTLINE(google-explicit-constructor): members of which nothing more is known
    json_members(std::span<const json_member> all, std::uint64_t marks = any_marks) noexcept
        : all_(all), marks_(marks) {}

    [[nodiscard]] const json_member* begin() const noexcept { return all_.data(); }
    [[nodiscard]] const json_member* end() const noexcept { return all_.data() + all_.size(); }
    [[nodiscard]] std::size_t size() const noexcept { return all_.size(); }
    [[nodiscard]] bool empty() const noexcept { return all_.empty(); }
    [[nodiscard]] const json_member& operator[](std::size_t index) const noexcept { return all_[index]; }
    [[nodiscard]] const json_member& front() const noexcept { return all_.front(); }
    [[nodiscard]] const json_member& back() const noexcept { return all_.back(); }
    [[nodiscard]] std::uint64_t marks() const noexcept { return marks_; }

    /// The first member of that name; null when there is none.
    [[nodiscard]] const json_member* find(std::string_view key) const noexcept {
        return (marks_ >> mark_of_key(key) & 1U) == 0 ? nullptr : look_for(key);
    }

private:
    // A function of its own, so that what comes before it is no call.
    [[nodiscard, gnu::noinline]] const json_member* look_for(std::string_view key) const noexcept {
        for (const json_member& each : all_)
            if (each.key.size() == key.size() && std::memcmp(each.key.data(), key.data(), key.size()) == 0)
                return &each;
        return nullptr;
    }

    std::span<const json_member> all_;
    std::uint64_t marks_ = 0;
};

}  // namespace assent
