#pragma once

#include <assent/adapters/control/hooks/hook_channel.hpp>
#include <assent/app/gate/log.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/gate/use_decision.hpp>
#include <assent/app/session/line_session.hpp>
#include <assent/app/session/peer_link.hpp>
#include <assent/app/session/peer_questions.hpp>
#include <assent/app/session/uses_allowed_once.hpp>
#include <assent/ports/clock.hpp>
#include <assent/ports/transport.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assent {

/// The time by which a hook is answered before its own runs out, so that it can say so to its agent.
inline constexpr duration hook_answer_margin = std::chrono::milliseconds(500);

struct hook_session_options {
    /// People are there to be asked: what is left open and what has to be asked becomes a question of the
    /// gate. Otherwise the hook is told so, and its agent decides as its own rules say.
    bool asks_people = false;
    /// The digest of all by which the gate decides now; a hook that wants something else is told so. Called
    /// before each use, with what the hook wants: a policy file that has changed is read here. Not set: all
    /// is well.
    std::function<std::string(std::string_view wanted)> terms{};
    std::string decides_by{};  ///< the same in words
    /// Why a policy that has changed does not decide, for people, who are told with each refusal; empty: it
    /// does. Not set: the same.
    std::function<std::string()> why_policy_stays{};
    /// What people have allowed, which all hooks of a gate share. Not set: an agent that tells of one use at
    /// two events has them asked twice.
    std::shared_ptr<uses_allowed_once> allowed_once{};
    /// Hears of what else whoever is at the other end wants, in words of the program: `pause 30m`. Answers
    /// once, at once or later, from any thread; with the returned pointer gone, the answer is not wanted any
    /// more. Not set: nothing else is done here.
    std::function<std::shared_ptr<void>(std::string_view wish, time_point deadline,
                                        std::function<void(use_answer)> answered)>
        wish{};
    log_callback log{};
};

/// The gate's side of what hooks ask: decides one use of a tool after the other with a gate that many hooks
/// share. A hook that goes away withdraws its question.
class hook_responder final : public line_role {
public:
    /// \param gate     decides; must not be null
    /// \param channel  must outlive this
    /// \param time     must not be null
    hook_responder(std::shared_ptr<permission_gate> gate, hook_channel& channel,
                   std::shared_ptr<const clock> time, hook_session_options options);
    ~hook_responder() override;

    heard next() override;
    void deliver() override { mail_->run(); }
    void record() override {}
    void end() override;
    void on_wake(std::function<void()> wake) override { mail_->on_wake(std::move(wake)); }
    [[nodiscard]] std::optional<time_point> next_deadline() const override;
    void tick() override;
    [[nodiscard]] bool busy() const override { return questions_.open() != 0; }

private:
    // The use that is being decided. The text is kept, because all else points into it.
    struct open_use {
        open_use(std::string said, time_point until) : text(std::move(said)), deadline(until) {}

        std::string text;
        time_point deadline;
        hook_text_reader reader{};
        std::optional<standard_use> use{};
        std::size_t part = 0;     // that is asked about
        answered_parts answered;  // by people
        std::string is{};         // for an agent that tells of it at another event, too
        hook_dialect::moment told{};
        bool allowed_before = false;  // by people, there
        bool snapshot_first = false;
        std::uint64_t wish = 0;  // its number; 0: it is a use
        std::shared_ptr<void> wishing;
    };

    [[nodiscard]] std::string begin(const hook_use_message& message);
    void look_for_other_event(const hook_text_reader::hook_use& said, std::string_view terms);
    void begin_wish(std::string_view wish);
    void go_on();
    void part_allowed(const std::string& reason);
    void settled(const permission_question& question, const settlement& outcome);
    void answer(const use_answer& said);
    [[nodiscard]] use_answer with_state_of_policy(use_answer said) const;
    void log(log_level level, std::string_view text) const;

    std::shared_ptr<permission_gate> gate_;
    hook_channel& channel_;
    std::shared_ptr<const clock> time_;
    hook_session_options options_;
    std::shared_ptr<mailbox> mail_;
    peer_questions questions_;
    std::unique_ptr<open_use> open_;
    std::uint64_t last_wish_ = 0;
    std::string scratch_;
};

/// A hook's connection to the gate that stays.
class hook_session final : public line_session {
public:
    hook_session(std::unique_ptr<transport> connection, std::shared_ptr<permission_gate> gate,
                 std::shared_ptr<const clock> time, hook_session_options options);

private:
    [[nodiscard]] line_channel& lines() noexcept override { return channel_; }
    [[nodiscard]] line_role& role() const noexcept override { return *role_; }

    hook_channel channel_;
    std::unique_ptr<hook_responder> role_;
};

}  // namespace assent
