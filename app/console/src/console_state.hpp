#pragma once

#include <assent/app/console/console.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assent {

/// One session: who asks, and the gate that decides.
struct console::session_state {
    session_state(std::uint64_t its_number, std::string its_title, std::string its_cwd)
        : number(its_number), title(std::move(its_title)), cwd(std::move(its_cwd)) {}

    const std::uint64_t number;
    const std::string title;
    const std::string cwd;

    [[nodiscard]] std::shared_ptr<permission_gate> gate() const {
        const std::lock_guard lock(mutex);
        return attached.lock();
    }

    seat::take_back take_back{};         // null: the host keeps no answers
    rule_condition::path_lookup look{};  // null: nobody looks where folders lead

    mutable std::mutex mutex;
    std::weak_ptr<permission_gate> attached;
    // The rules as they were last shown, and the set that they were made from.
    rule_set::pointer shown_from;
    std::vector<console_rule> shown_rules;
    std::size_t more_rules = 0;
};

/// A question that waits.
struct console::open_entry {
    std::shared_ptr<const console_question> shown;
    std::shared_ptr<session_state> session;
    /// Kept so that the question stays open; nothing where somebody else holds it.
    std::optional<permission_request> handle;
    on_confirmed confirmed;  ///< set: it is no gate's, and of no session
    std::string how;         ///< it ended
    std::string by;          ///< who has answered last
    bool allowed = false;    ///< it ended so
    std::optional<std::stop_callback<std::function<void()>>> on_stop;
};

/// What all parts of a console share.
///
/// INVARIANT: nothing foreign runs under `mutex`: no gate, no watcher; and no entry is destroyed under it,
/// for that drops the handle of a question.
struct console::state {
    void notify();
    /// \param how  it ended; empty: as it was said before \return false: it was over already
    bool ended(std::uint64_t question, std::string how = {});
    void saw(const session_state& session, const audit_event& event, const console_limits& limits,
             std::string operation);
    void answered_by(open_entry& entry, std::string_view by) {
        const std::lock_guard lock(mutex);
        entry.by = by;
    }
    [[nodiscard]] bool was_allowed(const open_entry& entry) {
        const std::lock_guard lock(mutex);
        return entry.allowed;
    }
    [[nodiscard]] std::shared_ptr<open_entry> find(std::uint64_t question);

    struct kept_decision {
        std::shared_ptr<const console_decision> shown;
        std::weak_ptr<session_state> session;
        std::shared_ptr<const kept_input> input;
    };

    std::mutex mutex;
    std::uint64_t last_question = 0;
    std::uint64_t last_session = 0;
    std::uint64_t last_decision = 0;
    std::map<std::uint64_t, std::shared_ptr<open_entry>> open;
    std::deque<std::pair<std::uint64_t, std::string>> ends;
    std::size_t max_ends = 0;
    std::deque<kept_decision> decisions;
    std::size_t decision_bytes = 0;
    console_tally tally;
    std::vector<std::weak_ptr<session_state>> sessions;
    std::vector<std::weak_ptr<watcher>> watchers;
};

/// The calls for which a rule holds that is kept from an answer: those of the agent in the folder. Null: one
/// of both is not known, or a link is on the way to the folder.
[[nodiscard]] std::shared_ptr<const rule_condition> folder_and_agent_of(
    const permission_question& asked, const rule_condition::path_lookup& look);

/// The question as it is shown, but for its numbers.
[[nodiscard]] console_question show_question(const std::shared_ptr<const permission_question>& asked,
                                             const judgement_basis* basis);
[[nodiscard]] console_question show_confirmation(const confirmation& asked, time_point now);

}  // namespace assent
