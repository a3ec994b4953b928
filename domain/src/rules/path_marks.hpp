#pragma once

#include "../match/glob_overlap.hpp"
#include "../text/word_list.hpp"

#include <assent/domain/rules/permission_rule.hpp>

#include <boost/unordered/unordered_flat_set.hpp>

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace assent {

/// For each rule for paths (`Path(...)`), three letters in a row that each path which it covers has: most
/// words of a command are passed over by them.
class path_marks {
public:
    path_marks() = default;
    path_marks(const path_marks& other)
        : may_be_(other.may_be_), marks_(other.marks_), everything_(other.everything_) {}
    path_marks& operator=(const path_marks& other) {
        may_be_ = other.may_be_;
        marks_ = other.marks_;
        everything_ = other.everything_;
        own_ = false;
        return *this;
    }

    void add(const permission_rule& rule) {
        if (rule.tool_pattern() != path_rule_tool) return;
        bool marked = false;
        for (const auto& member : rule.input_pattern()) {
            if (!member.value().is_string()) continue;
            const std::string_view pattern = member.value().get_string();
            // Words of a command are compared as the shell would expand braces and variables.
            marked = marked || (pattern.find_first_of("{$[\\") == std::string_view::npos && add(pattern));
        }
        everything_ = everything_ || !marked;
    }

    [[nodiscard]] bool empty() const noexcept { return marks_ == nullptr && !everything_; }
    /// Whether a path, of which this is a part made of whole components, may be covered.
    [[nodiscard]] bool may_cover(std::string_view part) const noexcept {
        if (everything_ || part.size() > max_overlap_bytes) return true;
        mark last = 0;
        for (const char letter : part) {
            last = next(last, letter);
            if (may_be_[place_of(last)] && marks_->contains(last)) return true;
        }
        return false;
    }

private:
    using mark = std::uint32_t;
    using mark_set = boost::unordered_flat_set<mark>;
    static constexpr std::size_t letters = 3;

    // Of the last three letters, without regard to case: those before them have been shifted out.
    static mark next(mark last, char letter) noexcept {
        const auto byte = static_cast<unsigned char>(letter);
        return (last | static_cast<unsigned char>(lower_case_bytes[byte])) << 8U;
    }
    static std::size_t place_of(mark of) noexcept {
        static_assert(decltype(may_be_)().size() == 1U << 12U);
        return (of * 0x9E3779B1U) >> 20U;
    }

    // \return false: it has no such letters
    bool add(std::string_view pattern) {
        mark last = 0;
        std::size_t length = 0;
        for (const char letter : pattern) {
            const bool plain =
                letter != '/' && letter != '*' && letter != '?' && static_cast<unsigned char>(letter) < 0x80;
            last = next(last, letter);
            length = plain ? length + 1 : 0;
            if (length < letters) continue;
            keep(last);
            return true;
        }
        return false;
    }
    void keep(mark made) {
        if (marks_ != nullptr && marks_->contains(made)) return;
        if (!own_)
            marks_ = marks_ == nullptr ? std::make_shared<mark_set>() : std::make_shared<mark_set>(*marks_);
        own_ = true;
        marks_->insert(made);
        may_be_.set(place_of(made));
    }

    std::bitset<4096> may_be_;         // where some mark would be: most are told by this alone
    std::shared_ptr<mark_set> marks_;  // null: there are none
    bool own_ = false;                 // no copy of another's: it may be changed
    bool everything_ = false;
};

}  // namespace assent
