#pragma once

#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/text/time.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// Most decisions remembered at once in one gate. Over it those that are over go first, then the oldest
/// approval, then the oldest denial: an approval never takes the place of a denial. Also the most tools
/// trusted at once; over it trusting one more changes nothing.
inline constexpr std::size_t max_remembered = 4096;
/// Longest key of a decision that is stored or loaded, in bytes.
inline constexpr std::size_t max_stored_key_bytes = 4096;

/// Now, on both time lines: the one that decides, and the one that people read and that outlives a process.
struct moment {
    time_point now{};
    wall_time wall{};
};

/// The origin of a remembered decision.
enum class memory_scope : unsigned char {
    session,     ///< made in this conversation; gone when it ends
    persistent,  ///< loaded by the host from what it had stored; stays when the conversation ends
};

/// A decision that was made once and holds for later calls.
struct remembered_decision {
    std::string key;  ///< a tool's decision key, or the key of the rule it was remembered for
    bool approved = false;
    std::string by;  ///< who decided
    memory_scope scope = memory_scope::session;
    wall_time decided_at{};
    time_point since{};
    std::optional<time_point> until{};
    std::optional<permission_rule> about{};  ///< the rule that narrows it; nothing: the whole tool

    [[nodiscard]] duration age(time_point now) const noexcept { return now - since; }
};

/// The same, for the host to store: civil time instead of this process's.
struct stored_decision {
    std::string key;
    bool approved = false;
    std::string by;
    wall_time decided_at{};
    std::optional<wall_time> expires_at{};
    std::optional<permission_rule> about{};
};

/// Decisions and session trust that later calls are answered from.
///
/// For each key the last decision counts. A decision is over at exactly its expiry. O(log n), except that to
/// remember one more than `max_remembered` looks at all of them. Thread-safety: none; the gate calls it under
/// its lock.
class remembered_decisions {
public:
    /// Remembers a decision in the place of any that this key has.
    /// \param lasts  nothing: until it is cleared; zero or less: it is over at once
    /// \param about  the rule that narrows it, where `key` is that rule's key
    void remember(std::string key, bool approved, std::string by, moment at,
                  std::optional<duration> lasts = {}, std::optional<permission_rule> about = {});
    /// The decision remembered for a call with these keys, the earliest key first; null when there is none. A
    /// denial under any key wins over an approval.
    [[nodiscard]] const remembered_decision* find(std::span<const std::string_view> keys,
                                                  time_point now) const;

    /// Trusts a tool for the session. That the tool may be trusted is for the caller to know.
    void trust(std::string key);
    [[nodiscard]] bool trusts(std::string_view key) const noexcept;
    [[nodiscard]] std::vector<std::string> trusted() const;

    /// Unexpired decisions, by key.
    [[nodiscard]] std::vector<remembered_decision> list(time_point now) const;
    [[nodiscard]] std::size_t count(time_point now) const;
    /// Forgets the decision, also one that is over, and the trust of one key. \return whether there was any
    bool clear(std::string_view key);
    /// Forgets everything, also what was loaded. \return how many decisions and trusts there were
    std::size_t clear_all();
    /// The conversation is over: forgets session decisions and all trust.
    /// \param keep_denials  leaves the denials of the session
    /// \return how many were forgotten
    std::size_t end_conversation(bool keep_denials = false);

    /// The decisions that the host may store: all unexpired ones, never trust.
    [[nodiscard]] std::vector<stored_decision> save(moment at) const;
    /// Takes over what the host has stored. An entry that is not valid (no key, a key over
    /// `max_stored_key_bytes`, an approval decided in the future, expired, expiring before it was decided, a
    /// rule that is not of the decision's kind) counts as missing. A denial decided in the future counts as
    /// decided now: the clock was set back, and what was denied stays denied. An entry with a rule has that
    /// rule's key, whatever it says. A key that has a decision of this session keeps that; of several
    /// entries with one key a denial counts before an approval, and then the last one. \return how many were
    /// taken
    std::size_t load(std::span<const stored_decision> entries, moment at);

private:
    void forget_excess(time_point now);

    std::map<std::string, remembered_decision, std::less<>> decisions_;
    std::set<std::string, std::less<>> trusted_;
};

[[nodiscard]] constexpr auto enum_words(memory_scope) noexcept { return word_table("session", "persistent"); }

}  // namespace assent
