#pragma once

#include "json_keys.hpp"

#include <assent/adapters/control/json_scan.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assent::detail {

/// Reads one text from front to back, for `json_scanner`.
///
/// The functions that take a place in the text return the place behind what they have read; null after a
/// fatal flaw, which ends the scan. The place is handed on and not kept here, so that it stays in a register.
///
/// Nearly all keys and values are short, without escapes, and far enough from the end of the text that a
/// fixed number of bytes can be read at once. What reads such ones is inlined by force, asks for the end of
/// the text once for each, and leaves everything else, also white space, to the function of the same name
/// with `odd`.
class text_reader {
public:
    using duplicates = json_scanner::duplicates;

    const json_fault& scan(std::string_view text, duplicates where, std::span<const std::string_view> path);

    [[nodiscard]] json_kind kind() const noexcept { return kind_; }
    /// Each value has a comma or an opening bracket before it, but the outermost.
    [[nodiscard]] std::size_t value_count(std::size_t level) const noexcept {
        return 1 + (level == 0 ? commas_and_brackets_ : levels_[level].commas_and_brackets);
    }
    [[nodiscard]] bool holds_nul() const noexcept { return nul_; }
    [[nodiscard]] json_members members(std::size_t level) const noexcept {
        return {levels_[level].members, levels_[level].marks};
    }

private:
    void reset(std::string_view text, duplicates where, std::span<const std::string_view> path);
    [[nodiscard]] bool read_document();
    [[nodiscard]] const char* read_outermost(const char* at);
    [[nodiscard]] const char* read_object(const char* at, std::size_t level);
    [[nodiscard]] const char* read_member(const char* at, std::size_t level);
    [[nodiscard]] bool leads_on(std::string_view key, std::size_t level) const noexcept;
    [[nodiscard]] const char* leave_level(const char* at, std::size_t level);
    [[nodiscard]] const char* skip_container(const char* at);
    [[nodiscard]] const char* skip_scalar(const char* at, bool& plain);
    [[nodiscard]] const char* skip_key(const char* at, std::string_view* key);
    [[nodiscard]] const char* skip_odd_key(const char* at, std::string_view* key);
    [[nodiscard]] const char* skip_string(const char* at, bool& plain);
    [[nodiscard]] const char* skip_long_string(const char* at, bool& plain);
    [[nodiscard]] const char* skip_odd_string(const char* at);
    [[nodiscard]] const char* skip_number(const char* at);
    [[nodiscard]] const char* skip_odd_number(const char* at);
    template <std::size_t Size>
    [[nodiscard]] const char* skip_literal(const char* at, const char (&word)[Size]);
    [[nodiscard]] const char* skip_odd_space(const char* at);
    [[nodiscard]] const char* skip_space(const char* at) const noexcept;

    [[nodiscard]] const char* enter(const char* at, bool object);
    [[nodiscard]] const char* leave(const char* at, bool object);
    [[nodiscard]] bool inside_object() const noexcept {
        return depth_ <= max_json_depth ? around_[depth_ - 1] : deeper_.back() != 0;
    }
    [[nodiscard]] bool watches_keys() const noexcept { return depth_ <= watched_depth_; }
    [[nodiscard]] bool is_new(const key_table::entry& key);

    [[nodiscard]] const char* fail_at(const char* at);
    [[nodiscard]] const char* fail(json_flaw flaw, const char* at);
    [[nodiscard]] const char* fail(const key_table::entry& repeated);
    void end_at_first_fatal_flaw();
    void note(json_flaw flaw, const char* at) noexcept;

    const char* begin_ = nullptr;
    const char* end_ = nullptr;
    const char* wide_end_ = nullptr;  // before it, `wide_bytes` can be read
    std::size_t watched_depth_ = 0;   // down to here, repeated keys are looked for
    std::span<const std::string_view> path_;

    std::size_t depth_ = 0;                      // how many containers are around the place
    std::array<bool, max_json_depth> around_{};  // of these, outermost first: whether it is an object
    std::vector<char> deeper_;                   // the same of those below
    key_table keys_;
    unescaped_keys unescaped_;

    // Of the outermost object, and of those that the path leads to.
    struct level_members {
        std::vector<json_member> members;
        std::uint64_t marks = json_members::any_marks;
        std::size_t commas_and_brackets = 0;  // the opening ones, in all of it
    };
    std::array<level_members, json_scanner::max_path_keys + 1> levels_;
    std::size_t levels_found_ = 0;

    json_kind kind_ = json_kind::null;
    std::size_t commas_and_brackets_ = 0;  // the opening ones
    bool nul_ = false;
    json_fault fault_;
};

}  // namespace assent::detail
