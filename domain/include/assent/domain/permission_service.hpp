#pragma once

#include <assent/domain/permission_mode.hpp>
#include <assent/domain/permission_question.hpp>
#include <assent/domain/permission_result.hpp>
#include <assent/domain/rules/rule_set.hpp>
#include <assent/domain/tool_call.hpp>
#include <assent/domain/verdict.hpp>

#include <optional>
#include <vector>

namespace assent {

/// What came out of an answer: the decision, and what goes back to the peer with it.
struct settlement {
    verdict decided;
    /// The input the tool shall run with; nothing: as it came.
    std::optional<json_object> edited_input{};
    std::vector<permission_update> updates{};  ///< returned to the peer
    bool interrupt = false;
};

/// The decision itself: the ordered steps, and nothing else.
///
/// Pure in the sense that matters: it knows no clock, no thread, no text format and no user. What
/// the rules found is an argument, so that matching needs no lock.
///
/// The order of `check`:
/// 1. a call that is not well formed is denied
/// 2. deny mode denies
/// 3. deny rules deny; a deny rule that cannot be excluded demands an answer
/// 4. ask rules, and calls that the peer marks for a person, demand an answer
/// 5. allow mode allows
/// 6. allow rules allow
/// 7. everything else is asked
///
/// Thread-safety: none; the gate calls it under its lock.
class permission_service {
public:
    explicit permission_service(permission_mode mode = permission_mode::ask) noexcept : mode_(mode) {}

    [[nodiscard]] verdict check(const tool_call& call, const rule_findings& found) const;

    /// Applies an answer to a question. Deny mode and deny rules that hold by now come before the
    /// answer; a deny rule that merely cannot be excluded does not, because somebody has looked.
    /// \param found  what today's rules say about the question's call with the input that the
    ///               answer carries (the edited one, where it was edited)
    [[nodiscard]] settlement resolve(const permission_question& question, const rule_findings& found,
                                     permission_result answer) const;

    [[nodiscard]] permission_mode mode() const noexcept { return mode_; }
    void set_mode(permission_mode mode) noexcept { mode_ = mode; }

private:
    permission_mode mode_;
};

}  // namespace assent
