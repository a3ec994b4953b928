#pragma once

#include <assent/domain/match/glob.hpp>
#include <assent/domain/match/path_reading.hpp>
#include <assent/domain/match/rule_match.hpp>
#include <assent/domain/shell/rule_switches.hpp>

#include <boost/system/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// What shells and tools put something else in place of at the beginning of a path: `~/x`, `$HOME`, `%TEMP%`.
/// A pattern that begins so would meet no path, so it is refused; behind a `\` they are letters of a name.
inline constexpr std::string_view path_signs_expanded_elsewhere = "~$%";

/// A pattern for a file path.
///
/// `*`, `?` and sets (`[ab]`, `[!ab]`) do not cross `/`; `**` as a whole component stands for any number of
/// directories, and is refused beside anything else. A final `/**` does not cover the directory itself for
/// allow, and does for deny. A lone `*` covers any text. Nothing is expanded: a pattern that begins with `~`,
/// `$` or `%` is refused.
///
/// Allow: the path must be absolute and clean, and wildcards do not cover components that start
/// with a dot unless the pattern writes the dot; where the path was resolved, what it leads to must be
/// covered too. Deny: the path as written, its normal form and what it leads to are all tried, `*` covers
/// deeper levels too, a final `/` means `/**`, and a path that may be another spelling of a covered one is
/// doubtful. The pattern itself is text: it is not resolved.
///
/// The case of letters counts, unless the reading says otherwise. Then it counts for neither; an allow
/// pattern with a set such as `[!a]`, of which it cannot be told what it leaves out, covers nothing.
///
/// Immutable; any thread may use it.
class path_pattern {
public:
    [[nodiscard]] static boost::system::result<path_pattern, invalid_rule> make(std::string_view pattern,
                                                                                rule_behavior behavior);

    [[nodiscard]] bool allows(const path_reading& path, const rule_switches& switches = {}) const;
    [[nodiscard]] rule_match catches(const path_reading& path) const;

    /// Why `allows` says no, one clause for people: "component 3, `.git`, is hidden", "it leads to
    /// `/etc/passwd`, which is not covered". Empty when it says yes.
    [[nodiscard]] std::string why_not(const path_reading& path, const rule_switches& switches = {}) const;

    [[nodiscard]] const glob& whole() const noexcept { return whole_; }

private:
    // What only deny and ask patterns need.
    struct wider {
        glob directory;                           // `/a/*` of `/a/*/**`, when `covers_directory`
        std::vector<sequence_element> behind;     // of that what is behind `front()`: `**` may be no folder
        std::vector<sequence_element> below_any;  // a relative pattern, below any directory
        glob whole_below_any;                     // the same as one text, behind `/` or `.../`
        bool covers_directory = false;
    };

    // The literal components that it begins with, as they stand in a path: `/src` of `/src/*.c`.
    [[nodiscard]] std::string_view front() const noexcept {
        return whole_.literal_front().substr(0, front_bytes_);
    }
    // What is left of a path behind them; nothing: it does not begin with them.
    template <class Same>
    [[nodiscard]] bool behind_front(std::string_view& path, Same same) const;
    [[nodiscard]] bool covers_clean(std::string_view path, const rule_switches& switches,
                                    bool ignore_case) const;
    [[nodiscard]] bool crossing_covers(std::string_view path, const rule_switches& switches,
                                       bool ignore_case) const;
    [[nodiscard]] bool catches_spelling(std::string_view path, bool ignore_case) const;
    [[nodiscard]] rule_match catches_relative(std::string_view normal, std::string_view cwd,
                                              bool ignore_case) const;
    [[nodiscard]] bool may_be_in_other_letters(std::string_view path) const;
    [[nodiscard]] bool may_end_in_other_letters(std::string_view last) const;
    [[nodiscard]] std::string why_uncovered(std::string_view path, bool ignore_case) const;

    glob whole_;
    std::vector<sequence_element> behind_;  // the components behind `front()`
    std::shared_ptr<const wider> wider_;
    std::uint32_t front_bytes_ = 0;
    bool absolute_ = false;
    bool excludes_ = false;  // it may have a set of what is not covered, such as `[!a]`
};

}  // namespace assent
