// An agent whose questions are answered by people, on a page of its own. The page is open until the agent
// leaves.
#include <assent/async.hpp>
#include <assent/console.hpp>

#include <boost/asio/io_context.hpp>

#include <iostream>
#include <memory>

int main() {
    boost::asio::io_context context(1);
    const auto time = std::make_shared<assent::system_clock>();

    auto desk = assent::console::make(time);
    auto seat = desk->open_session("my agent");
    auto gate = std::make_shared<assent::permission_gate>(assent::gate_options{.callback = seat->callback()},
                                                          time, seat->audit());
    seat->attach(gate);
    assent::web_console page(context.get_executor(), desk);
    std::cerr << "answer at " << page.new_link() << '\n';

    // Standard input and output carry the protocol.
    const assent::blocking_mode_guard input_mode(0), output_mode(1);
    auto session = std::make_shared<assent::control_session>(
        assent::make_stdio_transport(context.get_executor()), gate, assent::session_options{});
    assent::async_session driver(context.get_executor(), session, time);
    driver.async_run([&](boost::system::error_code) { page.close(); });
    context.run();
}
