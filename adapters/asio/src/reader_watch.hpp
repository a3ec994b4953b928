#pragma once

#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <functional>
#include <optional>

namespace assent::detail {

/// Where Asio cannot tell that nobody reads any more it is looked so often (src/portable).
inline constexpr std::chrono::milliseconds reader_look_period{100};

/// Tells when it is worth a look whether a pipe or socket is still read: src/linux, src/portable.
class reader_watch {
public:
    using look_callback = std::function<void(boost::system::error_code)>;

    /// \param output  outlives this; the one who closes it calls `stop`
    explicit reader_watch(boost::asio::posix::stream_descriptor& output) : output_(output) {}

    /// Calls `look` once, on the executor of the output: with an error when it was stopped.
    void wait(look_callback look);
    void stop() noexcept;

private:
    boost::asio::posix::stream_descriptor& output_;
    std::optional<boost::asio::steady_timer> timer_;
};

}  // namespace assent::detail
