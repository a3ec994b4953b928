#include <assent/app/testing/connected_peer.hpp>

#include <utility>

namespace assent::testing {

connected_peer::~connected_peer() { session_->detach(); }

void connected_peer::start(std::shared_ptr<control_session> session, session::finished on_finished) {
    session_ = std::move(session);
    session_->start([woken = woken_] { *woken = true; }, std::move(on_finished));
}

void connected_peer::end() {
    pump();
    connection_.end();
    pump();
}

void connected_peer::advance(duration by) {
    clock_->advance(by);
    session_->tick();
    pump();
}

void connected_peer::pump() {
    bool any = true;
    while (any) {
        const std::string said = peer_.take();
        connection_.feed(said, feeding_);
        const bool woken = woken_->exchange(false);
        if (woken) session_->mail_arrived();
        const bool delivered = connection_.pump();
        const std::string written = connection_.take_sent();
        peer_.read(written);
        any = !said.empty() || woken || delivered || !written.empty();
    }
}

}  // namespace assent::testing
