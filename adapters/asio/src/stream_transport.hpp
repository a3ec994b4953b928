#pragma once

#include "stream_core.hpp"

#include <assent/ports/transport.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace assent::detail {

/// The transport that users hold.
template <class Endpoint>
class stream_transport final : public transport {
public:
    /// `args` go to the endpoint's constructor, after the executor.
    template <class... Args>
    explicit stream_transport(const boost::asio::any_io_executor& executor, Args&&... args)
        : core_(std::make_shared<stream_core<Endpoint>>(executor, std::forward<Args>(args)...)) {}
    ~stream_transport() override { core_->abandon(); }
    stream_transport(const stream_transport&) = delete;
    stream_transport& operator=(const stream_transport&) = delete;

    void start(std::shared_ptr<handler> user) override { core_->start(std::move(user)); }
    void send(std::span<const std::string_view> pieces) override { core_->send(pieces); }
    void resume() override { core_->resume(); }
    void end_output() override { core_->end_output(); }
    void close() noexcept override { core_->close(); }

private:
    std::shared_ptr<stream_core<Endpoint>> core_;
};

}  // namespace assent::detail
