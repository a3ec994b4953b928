#include "program_filter.hpp"

#include "guarded_commands.hpp"
#include "guarded_program_table.hpp"
#include "risky_use_table.hpp"
#include "shell_words.hpp"
#include "word_list.hpp"
#include "wrapping_programs.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace assent::lenient {
namespace {

using namespace std::string_view_literals;

// Bit by bit, the lengths and the last letters of names with the same first letter, without regard to case.
struct ends_of_names {
    std::uint32_t lengths = 0;
    std::uint32_t lasts = 0;
};

// Letters have a bit each; all other bytes share one.
constexpr std::uint32_t bit_of(char last) noexcept {
    const char small = lower_case(last);
    return small >= 'a' && small <= 'z' ? std::uint32_t{1} << (small - 'a') : std::uint32_t{1} << 31U;
}
constexpr std::size_t place_of(char first) noexcept {
    return static_cast<unsigned char>(lower_case(first)) % 128U;
}

class name_table {
public:
    constexpr void add(std::string_view name) noexcept {
        auto& ends = by_first_[place_of(name.front())];
        ends.lengths |= std::uint32_t{1} << name.size();
        ends.lasts |= bit_of(name.back());
    }
    // No name is that long.
    [[nodiscard]] constexpr bool may_hold(std::string_view name) const noexcept {
        if (name.empty() || name.size() > max_program_bytes) return false;
        const auto& ends = by_first_[place_of(name.front())];
        return ((ends.lengths >> name.size()) & 1U) != 0 && (ends.lasts & bit_of(name.back())) != 0;
    }

private:
    std::array<ends_of_names, 128> by_first_{};
};

constexpr name_table known_names = [] {
    name_table table;
    const auto add = [&table](const auto& names) {
        for (const std::string_view name : names) table.add(name);
    };
    for (const auto& row : guarded::programs) table.add(row.name);
    for (const auto& row : risky::uses) table.add(row.program);
    for (const auto& each : risky::destroying_statements) {
        table.add(each.first);
        table.add(each.second);
    }
    add(risky::downloaders);
    add(risky::text_runners);
    add(risky::text_takers);
    add(reserved_words);
    add(wrappers);
    add(std::array{"git"sv, "sed"sv, "gsed"sv, "awk"sv, "gawk"sv, "mawk"sv, "nawk"sv});  // `guarded_use`
    add(std::array{"chmod"sv});                                                          // `risk_of_program`
    add(std::array{"crontab"sv, "cd"sv, "pushd"sv, "popd"sv, "chdir"sv});                // the guard
    return table;
}();

constexpr bool in_version(char byte) noexcept {
    return (byte >= '0' && byte <= '9') || byte == '.' || byte == '-';
}

}  // namespace

bool may_be_known(std::string_view word, text_marks found) noexcept {
    const auto name = (found & marks::slash) != 0 ? base_name(word) : word;
    if (name.empty()) return false;
    if (!in_version(name.back())) {
        if (known_names.may_hold(name)) return true;
    } else if (known_names.may_hold(name) || known_names.may_hold(unversioned(name))) {
        return true;
    }
    // `mkfs.ext4` counts as `mkfs`.
    return name.size() > 5 && lower_case(name.front()) == 'm' && name[4] == '.';
}

}  // namespace assent::lenient
