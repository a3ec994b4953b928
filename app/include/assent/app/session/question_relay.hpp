#pragma once

#include <assent/app/session/peer_link.hpp>
#include <assent/domain/decide/permission_request.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

namespace assent {

/// A question that a peer has.
struct relayed_question {
    explicit relayed_question(permission_request asked) : request(std::move(asked)) {}

    permission_request request;
    std::string wire_id{};  ///< what the peer knows it by, where that is another id
    std::optional<std::stop_callback<std::function<void()>>> settled_here{};
};

/// Questions that a gate leaves to a peer. Each comes through a link, to the session's thread; while the peer
/// has it, it stands here, until the peer has answered it, has withdrawn it, or the gate has settled it
/// otherwise.
///
/// Thread-safety: the session's thread. Lifetime: `disconnect`, and run the mail no more, before what the
/// functions use is gone.
template <class Id>
class question_relay {
public:
    /// \param link  may be null: no question comes
    question_relay(std::shared_ptr<peer_link> link, std::shared_ptr<mailbox> mail)
        : link_(std::move(link)), mail_(std::move(mail)) {}

    /// Questions go to `ask` from now on.
    void connect(const std::function<void(permission_request)>& ask) {
        if (!link_) return;
        link_->connect([mail = mail_, ask](permission_request request) {
            // std::function copies; the handle cannot be copied.
            mail->post([ask, asked = std::make_shared<permission_request>(std::move(request))] {
                ask(std::move(*asked));
            });
        });
    }
    void disconnect() {
        if (link_) link_->connect({});
    }

    /// The peer has it. \param settled_here  runs when the gate has settled it otherwise, and it may be taken
    /// back
    relayed_question& add(const Id& id, permission_request request, std::function<void()> settled_here = {}) {
        auto& place = with_peer_[id];
        place = std::make_unique<relayed_question>(std::move(request));
        if (settled_here)
            place->settled_here.emplace(place->request.stop(),
                                        [mail = mail_, tell = std::move(settled_here)] { mail->post(tell); });
        return *place;
    }
    /// Null: the peer has none of that id.
    relayed_question* find(const Id& id) const {
        const auto at = with_peer_.find(id);
        return at == with_peer_.end() ? nullptr : at->second.get();
    }
    /// The peer has it no more. Null: it has none of that id.
    std::unique_ptr<relayed_question> take(const Id& id) {
        const auto at = with_peer_.find(id);
        if (at == with_peer_.end()) return nullptr;
        auto taken = std::move(at->second);
        with_peer_.erase(at);
        taken->settled_here.reset();
        return taken;
    }
    /// The peer will not answer any more: all are denied.
    void deny_all(const std::string& why) {
        for (auto& [id, asked] : std::exchange(with_peer_, {})) {
            asked->settled_here.reset();
            std::move(asked->request).deny(why);
        }
    }

    [[nodiscard]] const auto& all() const noexcept { return with_peer_; }

private:
    std::shared_ptr<peer_link> link_;
    std::shared_ptr<mailbox> mail_;
    std::map<Id, std::unique_ptr<relayed_question>> with_peer_;
};

}  // namespace assent
