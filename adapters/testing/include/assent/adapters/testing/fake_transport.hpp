#pragma once

#include <assent/ports/transport.hpp>

#include <boost/system/error_code.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assent::testing {

/// The way in which a connection cuts the bytes it is fed into reads.
enum class feed_style : unsigned char {
    whole,         ///< as much as there is room for
    byte_by_byte,  ///< every byte is a read of its own
};

/// The far end of a transport, in the hands of a test: bytes are fed in here, and what the
/// transport's user sends comes out here.
///
/// Give what `make_transport` returns to the code under test. The transport keeps the contract of
/// the port to the letter: it asks for room ahead of every read and pauses when there is none, it
/// completes a send only in `pump`, and nothing is called from inside a call of its user.
///
/// A user that breaks the contract (a second send in flight, a piece that changes before
/// `on_sent`, a send before `start`) gets a std::logic_error at that moment.
///
/// Thread-safety: none; one thread. Destroying the connection lets go of the transport's user.
class fake_connection {
public:
    fake_connection();
    ~fake_connection();
    fake_connection(const fake_connection&) = delete;
    fake_connection& operator=(const fake_connection&) = delete;

    /// The transport. \pre called once
    [[nodiscard]] std::unique_ptr<transport> make_transport();

    /// Hands bytes to the transport's user, at once as far as it is started and has room; the rest
    /// waits for `pump`.
    void feed(std::string_view bytes, feed_style style = feed_style::whole);
    /// Hands bytes over in two reads. \param first_bytes  size of the first one
    void feed_split(std::string_view bytes, std::size_t first_bytes);
    /// The peer sends nothing more: `on_end` comes when everything fed was taken.
    void end();
    /// The connection breaks: `on_closed` comes at the next `pump`, and nothing before it.
    void break_with(boost::system::error_code error);

    /// Does everything that is due: completes the send in flight, goes on reading after `resume`,
    /// reports the end and the close. Goes on until nothing is left to do.
    /// \return whether there was anything
    bool pump();
    /// While held, `pump` does not complete sends: the peer does not read.
    void hold_sends(bool held) noexcept;

    /// Lets a send fail: it ends in `on_closed` at the next `pump`. \param nth  1 is the next one
    void fail_send(std::size_t nth, boost::system::error_code error);

    /// All bytes whose send was completed.
    [[nodiscard]] const std::string& sent() const noexcept;
    /// The bytes completed since the last call.
    [[nodiscard]] std::string take_sent();
    /// Each completed send as one string.
    [[nodiscard]] const std::vector<std::string>& sends() const noexcept;

    [[nodiscard]] bool started() const noexcept;
    /// The user had no room when it was asked last, and has not called `resume` since.
    [[nodiscard]] bool paused() const noexcept;
    /// Bytes fed and not yet taken.
    [[nodiscard]] std::size_t waiting_bytes() const noexcept;
    /// `end_output` was called.
    [[nodiscard]] bool output_ended() const noexcept;
    /// `close` was called, or the transport destroyed.
    [[nodiscard]] bool closed() const noexcept;
    /// `on_closed` was delivered.
    [[nodiscard]] bool finished() const noexcept;

private:
    class wire;
    class fake_transport;
    std::shared_ptr<wire> wire_;
};

}  // namespace assent::testing
