#pragma once

#include <assent/ports/transport.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace assent::testing {

/// Stands between a transport of your own and its user, and tells a test where one of the two does not keep
/// what `transport` says:
///
///     auto checked = std::make_unique<checked_transport>(
///         std::make_unique<my_transport>(fd), [](std::string_view breach) { BOOST_ERROR(breach); });
///     auto session = std::make_shared<control_session>(std::move(checked), gate, wire);
///
/// It sees the order of calls, and from where they come: what is called twice, too early, after the end, from
/// inside another call or on two threads at once; and what is read without `resume` after an empty space.
/// Whether the bytes are right is for the test to say.
///
/// Thread-safety: that of the transport behind it.
class checked_transport final : public transport {
public:
    /// \param breach  what was not kept, such as "on_sent: no send is in flight". Called where it happens, on
    ///                its thread; must not throw.
    using report = std::function<void(std::string_view breach)>;

    /// \throws std::invalid_argument when one of them is null
    checked_transport(std::unique_ptr<transport> yours, report to);
    ~checked_transport() override;
    checked_transport(const checked_transport&) = delete;
    checked_transport& operator=(const checked_transport&) = delete;

    void start(std::shared_ptr<handler> user) override;
    void send(std::span<const std::string_view> pieces) override;
    void resume() override;
    void end_output() override;
    void close() noexcept override;

private:
    class contract;
    class checked_handler;

    std::shared_ptr<contract> contract_;
    std::unique_ptr<transport> yours_;
};

}  // namespace assent::testing
