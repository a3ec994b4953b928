#include <assent/adapters/testing/checked_transport.hpp>
#include <assent/adapters/testing/fake_transport.hpp>

#include <boost/test/unit_test.hpp>

#include <array>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace assent::testing::checked_transport_test {
namespace {

// A transport in the hands of a test: it says what it is told to say.
struct puppet : transport {
    void start(std::shared_ptr<handler> with) override {
        user = std::move(with);
        if (starting) starting(*user);
    }
    void send(std::span<const std::string_view>) override {
        if (sending) sending(*user);
    }
    void resume() override {}
    void end_output() override {}
    void close() noexcept override {}

    std::shared_ptr<handler> user;
    std::function<void(handler&)> starting, sending;
};

struct user_of_eight_bytes : transport::handler {
    std::span<char> read_space() override { return paused ? std::span<char>() : space; }
    void on_read(std::size_t) override {
        if (reading) reading();
    }
    void on_end() override {}
    void on_sent() override {}
    void on_closed(boost::system::error_code) override {}

    std::array<char, 8> space{};
    bool paused = false;
    std::function<void()> reading;
};

struct scene {
    scene() {
        auto made = std::make_unique<puppet>();
        yours = made.get();
        checked = std::make_unique<checked_transport>(
            std::move(made), [this](std::string_view breach) { breaches.emplace_back(breach); });
    }
    transport::handler& start() {
        checked->start(user);
        return *yours->user;
    }
    void send() {
        constexpr std::array<std::string_view, 1> piece{"x"};
        checked->send(piece);
    }

    puppet* yours = nullptr;
    std::shared_ptr<user_of_eight_bytes> user = std::make_shared<user_of_eight_bytes>();
    std::vector<std::string> breaches;
    std::unique_ptr<checked_transport> checked;
};

struct broken {
    const char* breach;
    std::function<void(scene&)> run;
};

const broken all_broken[] = {
    {"start: it was called before", [](scene& in) { in.start(), in.start(); }},
    {"send: start was not called", [](scene& in) { in.send(); }},
    {"resume: start was not called", [](scene& in) { in.checked->resume(); }},
    {"send: the one before is still in flight", [](scene& in) { in.start(), in.send(), in.send(); }},
    {"on_read: no space was asked for", [](scene& in) { in.start().on_read(1); }},
    {"on_read: no space was asked for",
     [](scene& in) {
         in.user->paused = true;
         auto& to = in.start();
         static_cast<void>(to.read_space());
         to.on_read(1);
     }},
    {"on_read: at least one byte was expected",
     [](scene& in) {
         auto& to = in.start();
         static_cast<void>(to.read_space());
         to.on_read(0);
     }},
    {"on_read: there was less space",
     [](scene& in) {
         auto& to = in.start();
         static_cast<void>(to.read_space());
         to.on_read(9);
     }},
    {"on_nothing: no space was asked for", [](scene& in) { in.start().on_nothing(); }},
    {"read_space: the space before was neither filled nor given back",
     [](scene& in) {
         auto& to = in.start();
         static_cast<void>(to.read_space());
         static_cast<void>(to.read_space());
     }},
    {"read_space: the space before was empty, and resume was not called",
     [](scene& in) {
         in.user->paused = true;
         auto& to = in.start();
         static_cast<void>(to.read_space());
         in.user->paused = false;
         static_cast<void>(to.read_space());
     }},
    {"on_sent: nothing but on_closed may come after close",
     [](scene& in) {
         auto& to = in.start();
         in.send();
         in.checked->close();
         to.on_sent();
     }},
    {"read_space: nothing but on_closed may come after close",
     [](scene& in) {
         auto& to = in.start();
         in.checked->close();
         static_cast<void>(to.read_space());
     }},
    {"on_read: nothing but on_closed may come after close",
     [](scene& in) {
         auto& to = in.start();
         static_cast<void>(to.read_space());
         in.checked->close();
         to.on_read(1);
     }},
    {"on_end: nothing but on_closed may come after close",
     [](scene& in) {
         auto& to = in.start();
         in.checked->close();
         to.on_end();
     }},
    {"read_space: nothing may be read after on_end",
     [](scene& in) {
         auto& to = in.start();
         to.on_end();
         static_cast<void>(to.read_space());
     }},
    {"on_end: it came before", [](scene& in) { in.start().on_end(), in.yours->user->on_end(); }},
    {"on_sent: no send is in flight", [](scene& in) { in.start().on_sent(); }},
    {"on_sent: it came from inside a call of the user",
     [](scene& in) {
         in.yours->sending = [](auto& to) { to.on_sent(); };
         in.start(), in.send();
     }},
    {"on_read: it came from inside a call of the user",
     [](scene& in) {
         in.yours->starting = [](auto& to) {
             static_cast<void>(to.read_space());
             to.on_read(1);
         };
         in.start();
     }},
    {"on_closed: nothing may come after on_closed",
     [](scene& in) { in.start().on_closed({}), in.yours->user->on_closed({}); }},
    {"resume: another call runs on another thread",
     [](scene& in) {
         in.user->reading = [&] { std::thread([&] { in.checked->resume(); }).join(); };
         auto& to = in.start();
         static_cast<void>(to.read_space());
         to.on_read(1);
     }},
};

BOOST_AUTO_TEST_CASE(what_a_transport_or_its_user_does_not_keep_is_told_once) {
    for (const auto& each : all_broken) {
        scene in;
        each.run(in);
        BOOST_TEST(in.breaches == std::vector<std::string>{each.breach}, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(it_stands_in_front_of_a_transport_and_has_somebody_to_tell) {
    BOOST_CHECK_THROW(checked_transport(nullptr, [](std::string_view) {}), std::invalid_argument);
    BOOST_CHECK_THROW(checked_transport(std::make_unique<puppet>(), {}), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_conversation_that_keeps_the_contract_is_told_nothing_of) {
    scene in;
    auto& to = in.start();
    BOOST_TEST(to.read_space().size() == 8U);
    to.on_read(8);
    in.send();
    BOOST_TEST(to.read_space().size() == 8U);
    to.on_nothing();
    to.on_sent();
    in.user->reading = [&] { in.send(); };  // from inside `on_read`
    static_cast<void>(to.read_space());
    to.on_read(1);
    to.on_sent();
    in.user->paused = true;
    BOOST_TEST(to.read_space().empty());
    in.user->paused = false;
    in.checked->resume();
    BOOST_TEST(to.read_space().size() == 8U);
    to.on_end();
    in.checked->end_output();
    in.send();
    in.checked->close();
    in.send();
    to.on_closed({});
    BOOST_TEST(in.breaches == std::vector<std::string>{}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_fake_transport_keeps_the_contract) {
    std::vector<std::string> breaches;
    fake_connection connection;
    checked_transport checked(connection.make_transport(),
                              [&](std::string_view breach) { breaches.emplace_back(breach); });
    const auto user = std::make_shared<user_of_eight_bytes>();
    checked.start(user);
    connection.feed("more than eight bytes", feed_style::byte_by_byte);
    constexpr std::array<std::string_view, 2> pieces{"a", "b"};
    checked.send(pieces);
    connection.pump();
    connection.end();
    connection.pump();
    checked.close();
    connection.pump();
    BOOST_TEST(connection.finished());
    BOOST_TEST(breaches == std::vector<std::string>{}, boost::test_tools::per_element());
}

}  // namespace
}  // namespace assent::testing::checked_transport_test
