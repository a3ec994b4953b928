#pragma once

#include <assent/app/bridge.hpp>

#include <functional>
#include <stop_token>
#include <utility>

namespace assent {

inline constexpr const char* nobody_answers = "nobody is there to answer";

// Hands a transport's events on to the bridge. The transport owns it, so it knows the bridge only
// as long as the bridge lives.
class bridge::side final : public transport::handler {
public:
    side(bridge& owner, transport& connection) : owner_(&owner), connection_(&connection) {}

    void leave() { owner_ = nullptr; }

    [[nodiscard]] std::span<char> read_space() override;
    void on_nothing() override;
    void on_read(std::size_t bytes) override;
    void on_end() override;
    void on_sent() override;
    void on_closed(boost::system::error_code error) override;

    void resume_if_paused() {
        if (std::exchange(paused, false) && !closed) connection_->resume();
    }

    bool closed = false;
    bool output_ended = false;
    bool paused = false;

private:
    bridge* owner_;
    transport* connection_;
};

// A question that upstream has. When it is settled here, the session's thread hears of it.
class bridge::open_question {
public:
    open_question(permission_request asked, std::function<void()> on_stop)
        : request(std::move(asked)), stop_(request.stop(), std::move(on_stop)) {}

    permission_request request;

private:
    std::stop_callback<std::function<void()>> stop_;
};

}  // namespace assent
