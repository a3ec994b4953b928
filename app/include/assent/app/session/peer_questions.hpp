#pragma once

#include <assent/adapters/control/lines/line_channel.hpp>
#include <assent/app/gate/permission_gate.hpp>
#include <assent/app/session/peer_link.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent {

/// The questions of a peer that wait for what the gate makes of them, by their ids on the wire.
///
/// Thread-safety: the session's thread. Answers come through the mailbox, from any.
class peer_questions {
public:
    /// Writes an answer. \param id  of the question on the wire; it is not open any more
    using on_settled =
        std::function<void(const std::string& id, const permission_question&, const settlement&)>;

    /// \param gate  may be null where nothing is asked
    /// \param mail  brings answers home; run on the session's thread, and not any more once this is gone
    peer_questions(std::shared_ptr<permission_gate> gate, std::shared_ptr<mailbox> mail, on_settled settled);

    /// Asks the gate. The answer may come, and even be delivered, before this returns. Precondition: no
    /// question of that id is open.
    void ask(std::string_view id, const tool_call& call);
    /// The peer withdraws a question: it gets no answer. \return false when none of that id is open
    bool withdraw(std::string_view id);
    /// Has all of them denied; the answers are in the mailbox.
    void settle_all(decision_source why);

    [[nodiscard]] bool is_open(std::string_view id) const { return open_.contains(id); }
    [[nodiscard]] std::size_t open() const noexcept { return open_.size(); }

private:
    struct question {
        std::uint64_t serial;  // its id on the wire may be used again
        question_id id;        // none as long as the gate is still asking
    };
    void settled(const std::string& id, std::uint64_t serial, const permission_question& asked,
                 const settlement& outcome);

    std::shared_ptr<permission_gate> gate_;
    std::shared_ptr<mailbox> mail_;
    on_settled settled_;
    std::map<std::string, question, std::less<>> open_;
    std::uint64_t last_serial_ = 0;
};

/// Allows that were written before their records were accepted: they become denials where those are not.
///
/// Thread-safety: the session's thread.
class unrecorded_allows {
public:
    void add(written_answer place, std::string_view id);
    /// Their records are accepted, or the answers say no from now on.
    template <class Channel>
    void end(bool recorded, Channel& channel) {
        if (!recorded && !places_.empty()) channel.deny_instead(places_, ids(), unrecorded_reason);
        places_.clear();
        id_ends_.clear();
        ids_.clear();
    }

private:
    [[nodiscard]] std::vector<std::string_view> ids() const;

    std::vector<written_answer> places_;
    std::string ids_;  // one behind the other, so that none of them costs an allocation
    std::vector<std::size_t> id_ends_;
};

}  // namespace assent
