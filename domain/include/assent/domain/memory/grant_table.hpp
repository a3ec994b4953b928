#pragma once

#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/text/time.hpp>
#include <assent/domain/tools/tool_definition.hpp>

#include <boost/container/small_vector.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

inline constexpr duration default_grant_time = std::chrono::minutes(5);
inline constexpr std::size_t default_grant_uses = 10;
/// Longest time that one grant may last, and the most uses of one grant: anything longer is a rule.
inline constexpr duration max_grant_time = std::chrono::hours(24);
inline constexpr std::size_t max_grant_uses = 1'000'000;
/// Most grants at once in one gate, and most ends of grants that wait to be told.
inline constexpr std::size_t max_grants = 1024;

/// What decisions can be stored under: the key of a call's tool first, then the keys of the rules with
/// which narrower decisions were stored and that cover the call.
using call_keys = boost::container::small_vector<std::string_view, 4>;

/// What a grant gives: time or uses, exactly one of them.
struct grant_terms {
    std::optional<duration> time{};
    std::optional<std::size_t> uses{};

    [[nodiscard]] static grant_terms for_time(duration time = default_grant_time) { return {time, {}}; }
    [[nodiscard]] static grant_terms for_uses(std::size_t uses = default_grant_uses) { return {{}, uses}; }
    /// One line on what is wrong: not exactly one of them, not above zero, over the maximum. Nothing: valid.
    [[nodiscard]] std::optional<std::string> flaw() const;
};

/// Why a grant is over.
enum class grant_expiry : unsigned char { time_over, uses_exhausted };

/// A permission that ends by itself.
struct grant {
    std::string key;  ///< a tool's decision key, or the key of the rule it was given for
    grant_terms given;
    std::string by;  ///< who gave it
    time_point given_at{};
    std::optional<time_point> ends_at{};
    std::optional<std::size_t> uses_left{};

    /// Time that is left; nothing for a grant of uses. Never below zero.
    [[nodiscard]] std::optional<duration> time_left(time_point now) const noexcept;
    /// "4m 10s left" or "3 of 10 uses left".
    [[nodiscard]] std::string remaining_text(time_point now) const;
};

/// Grants by time or by uses. For each key the last one given counts.
///
/// A use is reserved when a call is allowed, before it runs: a call that fails or is cancelled has used it
/// up all the same, so that failing on purpose gains nothing. A time grant is over at exactly its end.
///
/// Memory is bounded by `max_grants`. Thread-safety: none; the gate calls it under its lock.
class grant_table {
public:
    /// Gives a grant, in the place of any that this key has.
    /// \return false, and nothing changes, when the terms are not valid or there are `max_grants` already
    bool give(std::string key, grant_terms terms, time_point now, std::string by);

    /// The live grant that covers a call with these keys, the earliest key first; null when there is none.
    [[nodiscard]] const grant* find(std::span<const std::string_view> keys, time_point now) const;
    /// Checks and reserves one use, in one step. \return the grant as it is after that; nothing when none is
    /// live
    std::optional<grant> take(std::span<const std::string_view> keys, time_point now);

    /// Why the last grant of one of these keys is over, until it was told: the first call says, the next does
    /// not. Where several of the keys had one, the one that ended last is told, and all of them count as
    /// told.
    std::optional<grant_expiry> tell_expiry(std::span<const std::string_view> keys, time_point now);

    /// Takes a grant away, and its end is not told. \return whether there was one, live or not yet cleaned
    /// away
    bool revoke(std::string_view key);
    /// Takes all away, and no end is told any more. \return how many there were
    std::size_t revoke_all();
    /// The live ones, by key.
    [[nodiscard]] std::vector<grant> list(time_point now) const;
    [[nodiscard]] std::size_t size(time_point now) const;
    /// Removes the grants whose time is over.
    void clean(time_point now);

private:
    using table = std::map<std::string, grant, std::less<>>;
    struct ending {
        grant_expiry why{};
        std::uint64_t number = 0;  ///< in the order in which they ended
    };
    void end(table::iterator at, grant_expiry why);

    table grants_;
    std::map<std::string, ending, std::less<>> ended_;
    std::uint64_t endings_ = 0;
};

[[nodiscard]] constexpr auto enum_words(grant_expiry) noexcept {
    return word_table("time_over", "uses_exhausted");
}

}  // namespace assent
