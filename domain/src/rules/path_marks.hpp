#pragma once

#include "../match/glob_overlap.hpp"
#include "../text/word_list.hpp"

#include <assent/domain/rules/permission_rule.hpp>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace assent {

/// For each rule for paths (`Path(...)`, `Change(...)`), three letters in a row that each path which it
/// covers has: most words of a command are passed over by them.
class path_marks {
public:
    void add(const permission_rule& rule) {
        if (!is_path_rule_tool(rule.tool_pattern())) return;
        changes_ = changes_ || rule.tool_pattern() == change_rule_tool;
        empty_ = false;
        persons_ = persons_ || rule.origin() != rule_origin::built_in;
        bool marked = false;
        for (const auto& member : rule.input_pattern()) {
            if (!member.value().is_string()) continue;
            const std::string_view pattern = member.value().get_string();
            // Words of a command are compared as the shell would expand braces and variables.
            marked = marked || (pattern.find_first_of("{$[\\") == std::string_view::npos && add(pattern));
        }
        everything_ = everything_ || !marked;
    }

    [[nodiscard]] bool empty() const noexcept { return empty_; }
    /// Somebody wrote one of them, or there may have been such a one.
    [[nodiscard]] bool persons() const noexcept { return persons_; }
    /// One of them is about changes alone.
    [[nodiscard]] bool changes() const noexcept { return changes_; }
    /// Whether a path, of which this is a part made of whole components, may be covered. Now and then true
    /// where it is not.
    [[nodiscard]] bool may_cover(std::string_view part) const noexcept {
        if (everything_ || part.size() > max_overlap_bytes) return true;
        std::uint32_t last = 0;
        for (const char letter : part) {
            last = next(last, letter);
            if (marks_[place_of(last)]) return true;
        }
        return false;
    }

private:
    static constexpr std::size_t letters = 3;
    static constexpr unsigned place_bits = 15;

    // Of the last three letters, without regard to case: those before them have been shifted out.
    static std::uint32_t next(std::uint32_t last, char letter) noexcept {
        const auto byte = static_cast<unsigned char>(letter);
        return (last | static_cast<unsigned char>(lower_case_bytes[byte])) << 8U;
    }
    static std::size_t place_of(std::uint32_t mark) noexcept {
        return (mark * 0x9E3779B1U) >> (32U - place_bits);
    }

    // \return false: it has no such letters
    bool add(std::string_view pattern) {
        std::uint32_t last = 0;
        std::size_t length = 0;
        for (const char letter : pattern) {
            const bool plain =
                letter != '/' && letter != '*' && letter != '?' && static_cast<unsigned char>(letter) < 0x80;
            last = next(last, letter);
            length = plain ? length + 1 : 0;
            if (length == letters) marks_.set(place_of(last));
            if (length == letters) return true;
        }
        return false;
    }

    std::bitset<std::size_t{1} << place_bits> marks_;
    bool everything_ = false;
    bool empty_ = true;
    bool persons_ = false;
    bool changes_ = false;
};

}  // namespace assent
