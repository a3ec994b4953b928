#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace assent::detail {

/// A quick first answer to whether a name is one of a fixed list: most names are told from all of the list by
/// their length, their first and their last letter.
class name_filter {
public:
    template <class Names>
    constexpr name_filter& add(const Names& names) noexcept {
        for (const std::string_view name : names) add_name(name);
        return *this;
    }
    constexpr name_filter& add(std::initializer_list<std::string_view> names) noexcept {
        return add<std::initializer_list<std::string_view>>(names);
    }
    /// \param name_of  the member of a table's row that is the name
    template <class Rows, class Name>
    constexpr name_filter& add(const Rows& rows, Name name_of) noexcept {
        for (const auto& row : rows) add_name(row.*name_of);
        return *this;
    }
    /// Adds what another one holds.
    constexpr name_filter& add(const name_filter& other) noexcept {
        for (std::size_t place = 0; place < by_first_.size(); ++place) {
            by_first_[place].lengths |= other.by_first_[place].lengths;
            by_first_[place].lasts |= other.by_first_[place].lasts;
        }
        return *this;
    }

    /// False: it is none of them.
    [[nodiscard]] constexpr bool may_hold(std::string_view name) const noexcept {
        if (name.empty()) return false;
        const ends& found = by_first_[place_of(name)];
        return (found.lengths & length_bit(name)) != 0 && (found.lasts & last_bit(name)) != 0;
    }

private:
    // Bit by bit: the lengths and the last letters of names with the same first letter.
    struct ends {
        std::uint32_t lengths = 0;
        std::uint32_t lasts = 0;
    };

    constexpr void add_name(std::string_view name) noexcept {
        if (name.empty()) return;
        by_first_[place_of(name)].lengths |= length_bit(name);
        by_first_[place_of(name)].lasts |= last_bit(name);
    }
    static constexpr std::size_t place_of(std::string_view name) noexcept {
        return static_cast<unsigned char>(name.front()) % 128;
    }
    static constexpr std::uint32_t length_bit(std::string_view name) noexcept {
        return std::uint32_t{1} << (name.size() % 32);
    }
    // All that are no small letters share one bit.
    static constexpr std::uint32_t last_bit(std::string_view name) noexcept {
        const char last = name.back();
        return last >= 'a' && last <= 'z' ? std::uint32_t{1} << (last - 'a') : std::uint32_t{1} << 31;
    }

    std::array<ends, 128> by_first_{};
};

}  // namespace assent::detail
