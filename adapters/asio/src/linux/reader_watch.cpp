#include "../reader_watch.hpp"

#include <utility>

namespace assent::detail {

void reader_watch::wait(look_callback look) {
    output_.async_wait(boost::asio::posix::stream_descriptor::wait_error, std::move(look));
}

// What closes the output ends the wait.
void reader_watch::stop() noexcept {}

}  // namespace assent::detail
