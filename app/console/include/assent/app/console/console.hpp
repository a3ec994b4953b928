#pragma once

#include <assent/app/console/console_question.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/domain/decide/audit_event.hpp>
#include <assent/ports/audit_sink.hpp>
#include <assent/ports/clock.hpp>

#include <boost/system/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

struct console_limits {
    /// Decisions kept to be shown.
    std::size_t max_decisions = 200;
    /// Bytes of their inputs that are kept, so that a decision can be explained; over it the oldest are
    /// let go.
    std::size_t max_decision_bytes = std::size_t{16} * 1024 * 1024;
    /// Questions whose end is remembered, so that front-ends can say how it came.
    std::size_t max_ends = 256;
    /// Rules of one session that are shown; the rest is counted.
    std::size_t max_rules = 500;
    /// Longest rule, feedback and edited input that is taken, in bytes.
    std::size_t max_rule_bytes = 4096;
    std::size_t max_feedback_bytes = std::size_t{16} * 1024;
    std::size_t max_input_bytes = std::size_t{1024} * 1024;
    /// Questions that one answer is for.
    std::size_t max_together = 256;
};

/// Something that loosens, and that no gate decides about: it takes effect when a person says so here.
struct confirmation {
    std::string what{};                    ///< in a few words: "Pause the questions of all agents for 30m"
    std::string means{};                   ///< what follows from it, for people; may have several lines
    std::string asked_by{};                ///< who wants it
    std::string cwd{};                     ///< the folder in which whoever wants it is; empty: not known
    std::optional<time_point> deadline{};  ///< when whoever wants it no longer waits, to be shown
};
/// \param by  who has answered
using on_confirmed = std::function<void(bool allowed, const std::string& by)>;

/// Why an answer or a wish was not taken.
struct console_refusal {
    bool gone = false;  ///< it is not there any more: the question was answered, or its session is over
    std::string why;    ///< one sentence, safe to show
};

/// A question that was not answered together with others.
struct left_question {
    std::uint64_t number = 0;
    console_refusal refused;
};

/// A decision that was made, for people to look at.
struct console_decision {
    std::uint64_t number = 0;  ///< grows with each
    std::uint64_t session = 0;
    std::string session_title;
    kept_audit_event event;
    std::string operation;  ///< in words; safe to show
    bool earlier = false;   ///< it was made before this program was started
};

/// How many calls were decided, since the console is there.
struct console_tally {
    std::size_t allowed = 0;
    std::size_t denied = 0;
    std::size_t asked = 0;  ///< of both: somebody was asked about them
};

/// A rule as it is shown.
struct console_rule {
    rule_behavior behavior = rule_behavior::deny;
    std::string text;  ///< safe to show
    std::string key;   ///< `permission_rule::key`, for `remove_rule`
    rule_origin origin = rule_origin::host;
    /// It may be removed here: an answer or the agent brought it, or it is kept from an answer. Others are
    /// changed where they came from.
    bool removable = false;
    /// It was also given to the agent to store, or came from it: there it has to be removed, too.
    bool agent_has_it = false;
};

/// One session and all that holds in it, at one moment.
struct console_session {
    std::uint64_t number = 0;
    std::string title;
    std::string cwd;  ///< the agent's working directory; empty: not known
    permission_mode mode = permission_mode::ask;
    std::vector<grant> grants;
    std::vector<remembered_decision> remembered;
    std::vector<std::string> trusted;
    std::vector<console_rule> rules;
    std::size_t more_rules = 0;  ///< how many more there are
    std::optional<question_pause> pause{};
    rate_limit_status limits;
};

/// The place where the questions of all gates of a program wait for the people who answer them.
///
/// Each open question is here once, and gets exactly one answer: of several front-ends that show it the first
/// to answer counts, and the others see it go. It also goes when its gate settles it otherwise: by a new rule
/// or mode, by its deadline, or because the agent took it back.
///
///     auto desk = console::make(time);
///     auto seat = desk->open_session("agent 1");
///     gate_options options{.callback = seat->callback()};
///     auto gate = std::make_shared<permission_gate>(std::move(options), time, seat->audit(file));
///     seat->attach(gate);
///
/// Thread-safety: all members of all classes here, from any thread. No lock is held while a gate or a watcher
/// runs.
class console : public std::enable_shared_from_this<console> {
public:
    class seat;
    /// Something has changed: questions, decisions, or what holds in a session. May run on any thread, also
    /// inside other calls of the console; must not block or throw, and does no more than wake somebody up.
    using watcher = std::function<void()>;

    /// \param time  must not be null
    /// \param home  what `~` stands for in rules that people write; empty: such rules are refused
    [[nodiscard]] static std::shared_ptr<console> make(std::shared_ptr<const clock> time,
                                                       console_limits limits = {}, std::string home = {});
    ~console();
    console(const console&) = delete;
    console& operator=(const console&) = delete;

    /// A session that asks here. It is over when nobody has the returned pointer any more: neither the
    /// caller, nor a gate that has its callback.
    /// \param title  who asks, for people who have several; made safe to show here
    /// \param cwd    the agent's working directory, for explaining decisions; empty: not known
    [[nodiscard]] std::shared_ptr<seat> open_session(std::string_view title, std::string cwd = {});

    /// Asks people to confirm something. No rule, mode, grant or kept answer has a word in it: "allow once"
    /// and "deny" are all that may be said, and what is said is heard once. \param answered  runs on the
    /// thread of whoever answers \return with it gone, nobody is asked any more
    [[nodiscard]] std::shared_ptr<void> confirm(confirmation asked, on_confirmed answered);

    /// Hears of changes until the returned pointer is gone.
    [[nodiscard]] std::shared_ptr<void> watch(watcher changed);

    // ---- To be shown

    /// The open questions, the oldest first.
    [[nodiscard]] std::vector<std::shared_ptr<const console_question>> open() const;
    /// Why a question that was open is not any more, in a few words safe to show: `allowed once by web`.
    /// Known for the last `console_limits::max_ends` of them; empty: it is not known.
    [[nodiscard]] std::string how_it_ended(std::uint64_t question) const;
    /// The last decisions with a number above `after`, the oldest first.
    [[nodiscard]] std::vector<std::shared_ptr<const console_decision>> decisions(std::uint64_t after) const;
    [[nodiscard]] console_tally tally() const;
    /// The state of each session that has a gate.
    [[nodiscard]] std::vector<console_session> sessions() const;
    /// Shows what a record says of the time before this program was started. To be called before a session is
    /// open.
    void remember(std::vector<console_decision> earlier);
    /// What its session says now about a call that was decided. Nothing when the call is not kept any more.
    [[nodiscard]] std::optional<explanation> explain(std::uint64_t decision) const;
    /// The time that deadlines and grants are counted in.
    [[nodiscard]] time_point now() const noexcept { return time_->now(); }

    // ---- To be changed. Each returns why it was not done; nothing: it was.

    /// Answers a question. What the answer wants to be kept is proven first: a rule that does not cover the
    /// call, or grants that are not offered, are refused and leave the question open.
    std::optional<console_refusal> answer(std::uint64_t question, const console_answer& answer);
    /// Answers several: denies each, or allows each with "always" by the rule that all of them offer
    /// (`console_question::group_rule`). Each is judged as if it were answered alone. Nothing is allowed
    /// while one that is `alike` is open and not among them: nobody has looked at it. \return those that are
    /// not answered; of too many at once one without a number, for all
    std::vector<left_question> answer_together(std::span<const std::uint64_t> questions,
                                               const console_answer& answer);
    /// What `answer` says, without answering: what a front-end checks while a person is still writing.
    [[nodiscard]] std::optional<console_refusal> check_rule(std::uint64_t question, std::string_view rule,
                                                            console_answer::kind use,
                                                            bool session_only = false) const;
    std::optional<console_refusal> set_mode(std::uint64_t session, permission_mode mode);
    std::optional<console_refusal> end_pause(std::uint64_t session, std::string_view by);
    /// \param key  `grant::key`
    std::optional<console_refusal> revoke_grant(std::uint64_t session, std::string_view key);
    /// Forgets a remembered decision, or trust. \param key  `remembered_decision::key`, or the trusted tool
    std::optional<console_refusal> forget(std::uint64_t session, std::string_view key);
    /// \param key  `console_rule::key`
    std::optional<console_refusal> remove_rule(std::uint64_t session, std::string_view key);

private:
    struct state;
    struct open_entry;
    struct session_state;
    struct understood;
    console(std::shared_ptr<const clock> time, console_limits limits, std::string home);
    [[nodiscard]] std::shared_ptr<session_state> session_of(std::uint64_t session) const;
    [[nodiscard]] std::shared_ptr<permission_gate> gate_of(std::uint64_t session) const;
    std::optional<console_refusal> confirmed(const open_entry& entry, const console_answer& answer);
    [[nodiscard]] std::optional<console_refusal> alone(std::uint64_t question,
                                                       const console_answer& answer) const;
    [[nodiscard]] bool answers_too(const open_entry& one, const open_entry& other,
                                   const console_answer& answer) const;
    [[nodiscard]] bool leaves_out_one(std::span<const std::uint64_t> questions,
                                      const console_answer& answer) const;
    // Reads what a person has answered. \return the answer for the gate, or why it is refused
    [[nodiscard]] understood understand(const open_entry& entry, const permission_gate& gate,
                                        const console_answer& answer) const;

    std::shared_ptr<const clock> time_;
    console_limits limits_;
    std::string home_;
    std::shared_ptr<state> state_;
};

/// The place of one gate at a console.
class console::seat : public std::enable_shared_from_this<console::seat> {
public:
    ~seat();
    seat(const seat&) = delete;
    seat& operator=(const seat&) = delete;

    /// The callback of the gate: its questions wait here for an answer.
    [[nodiscard]] can_use_tool callback();
    /// The same where somebody else is asked, too: whoever answers first.
    [[nodiscard]] can_use_tool callback_beside(can_use_tool other);
    /// The sink of the gate: the console sees the decisions that `next` has accepted. \param next  may be
    /// null
    [[nodiscard]] std::shared_ptr<audit_sink> audit(std::shared_ptr<audit_sink> next = {});
    /// Takes back a rule that is kept. \param key  `permission_rule::key` \return false: there is no such
    /// rule
    using take_back = std::function<bool(std::string_view key)>;
    /// The host keeps what people allow with "always" (`gate_options::on_updates`): their rules are for the
    /// agent and the folder of the question alone, where both are known. To be said before `callback` is
    /// used. \param look  finds out where the folder leads; null: nobody looks
    void keeps_answers(take_back how, rule_condition::path_lookup look = {});
    /// Who answers a question, for whoever keeps the answer; empty: nobody at this console.
    [[nodiscard]] std::string answered_by(const permission_question& question) const;
    /// Says more of how a question has ended, behind what is said of it anyway. Before it is over.
    void add_to_end(const permission_question& question, std::string_view more);
    /// The gate that this is for. Questions that are answered before are lost, and so denied.
    void attach(const std::shared_ptr<permission_gate>& gate);

private:
    friend class console;
    seat(std::shared_ptr<console> desk, std::shared_ptr<session_state> made);
    [[nodiscard]] std::size_t allowed_before(const console_question& shown,
                                             const judgement_basis& basis) const;
    void show(const std::shared_ptr<const permission_question>& question, std::stop_token stop,
              std::optional<permission_request> handle);

    std::shared_ptr<console> desk_;
    std::shared_ptr<session_state> state_;
};

}  // namespace assent
