#pragma once

#include <assent/domain/call/json.hpp>
#include <assent/domain/memory/grant_table.hpp>
#include <assent/domain/rules/permission_rule.hpp>
#include <assent/domain/rules/permission_update.hpp>
#include <assent/domain/text/enum_words.hpp>
#include <assent/domain/text/time.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assent {

/// For how long an answer holds.
enum class remember : unsigned char {
    none,     ///< for this call
    session,  ///< until the conversation ends
    always,   ///< as `session`, and an update goes back to the peer, for it to keep
};

/// The answer "yes".
///
/// Questions that no stored answer could ever serve (`permission_question::once_only`) can be answered for
/// this call only: everything else in the answer is dropped, and the log says so.
struct allow_result {
    /// The input the tool shall run with instead. Nothing: the input as it came, byte for byte.
    /// It replaces the whole input; members that are left out are gone.
    std::optional<json_object> edited_input{};
    /// Changes of permission state that go with the answer: stored here as far as Assent
    /// understands them, and returned to the peer.
    std::vector<permission_update> updates{};
    /// Either all `updates` are kept, or none of them where one cannot be. False: those that can be.
    bool updates_together = false;
    /// Also allows later calls of the same tool; with `about`, only those that it covers.
    remember keep = remember::none;
    /// Narrows `keep` and `grant` to the calls that this allow rule covers. It has to cover the call that
    /// was asked about, otherwise nothing is kept or granted, and the log says so.
    std::optional<permission_rule> about{};
    /// The decision that is kept is over after this. Nothing: when the conversation ends.
    std::optional<duration> keep_for{};
    /// Trust this tool for the session. Has no effect where `permission_question::may_trust` is false.
    bool trust = false;
    /// Allow later calls for a time or a number of times; this call takes none of them.
    std::optional<grant_terms> grant{};
    std::string by{};  ///< who decided, for the record; empty: `user`
};

/// The answer "no".
struct deny_result {
    /// For the model and the human, and for the record. Empty: a stock text.
    std::string reason{};
    /// Stop the agent's whole turn, not only this tool. The flat dialect cannot say it.
    bool interrupt = false;
    /// Also denies later calls of the same tool; with `about`, only those that it covers.
    remember keep = remember::none;
    std::optional<permission_rule> about{};  ///< a deny rule
    std::optional<duration> keep_for{};
    std::string by{};  ///< who decided, for the record; empty: `user`
    /// For the model and the human alone: what the call does, as `permission_question::concern` says it.
    std::string concern{};
};

using permission_result = std::variant<allow_result, deny_result>;

[[nodiscard]] constexpr auto enum_words(remember) noexcept { return word_table("none", "session", "always"); }

}  // namespace assent
