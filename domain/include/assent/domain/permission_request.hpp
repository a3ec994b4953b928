#pragma once

#include <assent/domain/permission_question.hpp>
#include <assent/domain/permission_result.hpp>

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace assent {

/// Takes the answers to questions. The gate implements it; users see `permission_request` only.
class answer_sink {
public:
    virtual ~answer_sink() = default;
    /// \return false when the question is no longer open
    virtual bool answer(const permission_question& question, permission_result result) = 0;
    /// Whoever was to answer has failed: the call is denied, as a fault.
    virtual bool failed(const permission_question& question, std::string why) = 0;
    /// The handle was dropped without an answer.
    virtual void dropped(const permission_question& question) noexcept = 0;
};

/// An open question in the hands of whoever decides it.
///
/// Answer it once, now or later, from any thread. Dropping it unanswered denies the call: nothing
/// that is forgotten is allowed. When the gate is gone, answering does nothing.
///
/// The handle owns its copy of everything it shows. `stop()` is triggered when the question is
/// over for another reason (withdrawn by the peer, timed out, settled by a new rule, session
/// closed): stop asking then. A callback registered on that token may run on any thread and must
/// not block.
class permission_request {
public:
    permission_request(std::shared_ptr<const permission_question> question, std::weak_ptr<answer_sink> sink,
                       std::stop_token stop) noexcept;
    permission_request(permission_request&&) noexcept = default;
    permission_request& operator=(permission_request&& other) noexcept;
    permission_request(const permission_request&) = delete;
    permission_request& operator=(const permission_request&) = delete;
    ~permission_request();

    [[nodiscard]] const permission_question& question() const noexcept { return *question_; }
    /// The same, for those who show it for longer than the handle lives.
    [[nodiscard]] std::shared_ptr<const permission_question> share_question() const noexcept {
        return question_;
    }
    [[nodiscard]] const std::string& tool_name() const noexcept { return question_->tool_name; }
    /// The whole input, parsed when it is first asked for.
    [[nodiscard]] const json_object& input() const { return question_->input->whole(); }
    [[nodiscard]] std::stop_token stop() const noexcept { return stop_; }

    /// Gives the answer. `resolve` still has a word: a deny rule or deny mode that holds by now, or
    /// that the edited input runs into, turns an allow into a deny.
    /// \return false when it came too late, or the gate is gone; the answer then has no effect
    bool answer(permission_result result) &&;

    /// Allow this call, as it is.
    bool allow() &&;
    /// Allow it with another input.
    bool allow(json_object edited_input) &&;
    /// Allow it and accept every update the peer suggested.
    bool allow_with_suggestions() &&;
    bool deny(std::string reason = {}) &&;
    /// Deny it and stop the agent's turn.
    bool deny_and_interrupt(std::string reason = {}) &&;

    /// Whoever was to answer has failed: denies the call, on record as a fault.
    bool fail(std::string why) &&;

private:
    std::shared_ptr<const permission_question> question_;
    std::weak_ptr<answer_sink> sink_;
    std::stop_token stop_;
};

/// The user's callback. It is called when neither rules nor mode decide; it may answer before it
/// returns, or keep the handle and answer later. An exception that leaves it denies the call.
///
/// A lambda that is stored here cannot capture the handle itself (std::function copies); take the
/// handle as a parameter, and use the answer helpers to move the work to an executor.
using can_use_tool = std::function<void(permission_request)>;

}  // namespace assent
