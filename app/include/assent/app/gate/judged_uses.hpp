#pragma once

#include <assent/domain/call/tool_call.hpp>
#include <assent/domain/tools/agent_tools.hpp>

#include <cstddef>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What ran is what was judged: uses of tools that were judged before they happened, compared with what an
/// agent tells of them afterwards.
namespace assent {

/// Uses whose end has not been told, at most; over it the oldest is forgotten. More are never under way.
inline constexpr std::size_t max_pending_uses = 1024;
/// Most bytes of a command, a path and the like that are shown of a use.
inline constexpr std::size_t max_shown_use_bytes = 300;

/// One use of a tool, as far as it is told apart from others.
struct told_use {
    std::string id{};  ///< the agent's; empty: it gives none
    /// The tool and its input by their meaning: the order of keys, blanks and how a number is written make no
    /// other use. Whoever keeps it may keep a digest of it.
    std::string is{};
    /// What stays where a person changes the rest in the agent's dialog: the files of an edit, the tool of a
    /// question. Empty: a change is never a person's, as of a command or code.
    std::string stays{};
    std::string shown{};  ///< for people, in one line
    friend bool operator==(const told_use&, const told_use&) = default;
};

/// \param said  in the agent's own words
/// \param use   the same in those of the standard tools; null: that cannot be said
[[nodiscard]] told_use told_use_of(const tool_call& said, const standard_use* use);

/// The comparison of what ran with what was judged.
enum class ran_as : unsigned char {
    judged,  ///< the same, or what was given in its place
    edited,  ///< a person may have changed it: the text of an edit, the answer to a question
    other,   ///< something else than what was judged under that id
    unjudged,
};

/// The end of a use, as far as it is known.
struct ended_use {
    ran_as how = ran_as::unjudged;
    std::optional<told_use> judged{};  ///< what it was compared with; nothing: there is none
};

/// The uses of one session that were judged, and whose end has not been told.
///
/// An agent without ids tells uses apart by nothing but what they are: then one that ran is looked for among
/// all of them.
///
/// Thread-safety: none.
class judged_uses {
public:
    void judged(told_use use);
    /// True: a use of this id is under way. Never of an empty one.
    [[nodiscard]] bool has(std::string_view id) const;
    /// Notes what we ourselves have given in the place of the input that was judged, or judged in a question.
    void given(const std::string& id, std::string is);
    /// Forgets the use.
    ended_use ended(const told_use& ran);

    [[nodiscard]] std::size_t size() const noexcept { return pending_.size(); }
    /// The oldest first.
    void each(const std::function<void(const told_use&)>& visit) const;

private:
    struct pending {
        told_use use;
        std::vector<std::string> given{};
        [[nodiscard]] bool is(const std::string& what) const;
    };
    std::list<pending> pending_;  // takes no memory while there is none
};

}  // namespace assent
