#include "known_programs.hpp"

#include "guarded_commands.hpp"
#include "guarded_program_table.hpp"
#include "risky_use_table.hpp"
#include "shell_words.hpp"
#include "word_list.hpp"
#include "wrapping_programs.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace assent::lenient {
namespace {

using namespace std::string_view_literals;
using script = known_program::script;

// More than there are names; a power of two.
constexpr std::size_t max_names = 512;

// Names by the length, the first and the last letter: most words are told from all names by these.
class name_filter {
public:
    constexpr void add(std::string_view name) noexcept {
        auto& ends = by_first_[place_of(name.front())];
        ends.lengths |= std::uint32_t{1} << name.size();
        ends.lasts |= bit_of(name.back());
    }
    [[nodiscard]] constexpr bool may_hold(std::string_view name) const noexcept {
        if (name.empty() || name.size() > max_program_bytes) return false;
        const auto& ends = by_first_[place_of(name.front())];
        return ((ends.lengths >> name.size()) & 1U) != 0 && (ends.lasts & bit_of(name.back())) != 0;
    }

private:
    struct ends_of_names {
        std::uint32_t lengths = 0;
        std::uint32_t lasts = 0;
    };
    // Letters have a bit each; all other bytes share one.
    static constexpr std::uint32_t bit_of(char last) noexcept {
        const char small = lower_case(last);
        return small >= 'a' && small <= 'z' ? std::uint32_t{1} << (small - 'a') : std::uint32_t{1} << 31U;
    }
    static constexpr std::size_t place_of(char first) noexcept {
        return static_cast<unsigned char>(lower_case(first)) % 128U;
    }

    std::array<ends_of_names, 128> by_first_{};
};

// All names by their hash.
class program_table {
public:
    constexpr known_program& at(std::string_view name) {
        std::size_t slot = slot_of(name);
        for (; slots_[slot] != 0; slot = (slot + 1) % slots_.size())
            if (rows_[slots_[slot] - 1].name == name) return rows_[slots_[slot] - 1];
        filter_.add(name);
        slots_[slot] = ++size_;  // beyond `max_names` this does not compile
        rows_[size_ - 1].name = name;
        return rows_[size_ - 1];
    }
    // Case does not count.
    [[nodiscard]] constexpr const known_program* find(std::string_view name) const noexcept {
        const auto same = [](char small, char given) { return small == lower_case(given); };
        for (std::size_t slot = slot_of(name); slots_[slot] != 0; slot = (slot + 1) % slots_.size())
            if (const known_program& row = rows_[slots_[slot] - 1];
                std::equal(row.name.begin(), row.name.end(), name.begin(), name.end(), same))
                return &row;
        return nullptr;
    }
    [[nodiscard]] constexpr bool may_hold(std::string_view name) const noexcept {
        return filter_.may_hold(name);
    }

private:
    static constexpr std::size_t slot_of(std::string_view name) noexcept {
        std::uint32_t sum = 0;
        for (const char byte : name) sum = sum * 31U + static_cast<unsigned char>(lower_case(byte));
        return (sum ^ (sum >> 10U)) % (2 * max_names);
    }

    std::array<std::uint16_t, 2 * max_names> slots_{};  // 0: free; otherwise behind the place in rows_
    std::array<known_program, max_names> rows_{};
    std::uint16_t size_ = 0;
    name_filter filter_{};
};

constexpr program_table known = [] {
    program_table table;
    const auto mark = [&table](const auto& names, auto known_program::*as, auto value) {
        for (const std::string_view name : names) table.at(name).*as = value;
    };
    for (const auto& row : guarded::programs) table.at(row.name).guarded = &row;
    for (std::size_t from = 0, end = 0; from < risky::uses.size(); from = end) {
        while (end < risky::uses.size() && risky::uses[end].program == risky::uses[from].program) ++end;
        table.at(risky::uses[from].program).uses = {&risky::uses[from], end - from};
    }
    for (const auto& each : risky::destroying_statements)
        mark(std::array{each.first, each.second}, &known_program::in_statement, true);
    mark(risky::downloaders, &known_program::downloads, true);
    mark(risky::text_runners, &known_program::runs_text, true);
    mark(risky::text_takers, &known_program::takes_text, true);
    mark(wrappers, &known_program::wraps, true);
    mark(reserved_words, &known_program::reserved, true);
    mark(std::array{"git"sv}, &known_program::reads, script::git);
    mark(std::array{"sed"sv, "gsed"sv}, &known_program::reads, script::sed);
    mark(std::array{"awk"sv, "gawk"sv, "mawk"sv, "nawk"sv}, &known_program::reads, script::awk);
    mark(std::array{"chmod"sv}, &known_program::changes_mode, true);
    mark(std::array{"cd"sv, "pushd"sv, "popd"sv, "chdir"sv}, &known_program::changes_directory, true);
    mark(std::array{"crontab"sv}, &known_program::schedules, true);
    return table;
}();

// `mkfs.ext4` is looked up as `mkfs`.
constexpr std::size_t file_system_maker_bytes = std::string_view("mkfs").size();

bool makes_file_system(std::string_view name) noexcept {
    constexpr std::string_view beginning = "mkfs.";
    return name.size() >= beginning.size() && name.size() <= max_program_bytes &&
           std::equal(beginning.begin(), beginning.end(), name.begin(),
                      [](char small, char given) { return small == lower_case(given); });
}

}  // namespace

const known_program* find_program(std::string_view word, text_marks found) noexcept {
    const auto base = (found & marks::slash) != 0 ? base_name(word) : word;
    if (base.empty()) return nullptr;
    const auto name = in_version(base.back()) ? unversioned(base) : base;
    if ((found & marks::dot) != 0 && makes_file_system(name))
        return known.find(name.substr(0, file_system_maker_bytes));
    return known.may_hold(name) ? known.find(name) : nullptr;
}

}  // namespace assent::lenient
