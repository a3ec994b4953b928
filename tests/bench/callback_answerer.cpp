#include <assent/async.hpp>

#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <exception>
#include <iostream>
#include <memory>

// An answerer that asks its own callback each time, and a callback that reads all of the input: what a
// decision costs that rules cannot make.
namespace {

using namespace assent;

// How many values there are, at any depth.
std::size_t count_values(const boost::json::value& value) {
    std::size_t count = 1;
    if (const auto* object = value.if_object()) {
        for (const auto& member : *object) count += count_values(member.value());
    } else if (const auto* array = value.if_array()) {
        for (const auto& element : *array) count += count_values(element);
    }
    return count;
}

permission_result decide(const permission_question& question) {
    std::size_t values = 0;
    for (const auto& member : question.input->whole()) values += count_values(member.value());
    if (values == 0) return deny_result{.reason = "nothing to do"};
    return allow_result{};
}

}  // namespace

int main() {
    try {
        gate_options options;
        options.callback = answer_with(decide);
        boost::asio::io_context io(1);
        const auto time = std::make_shared<system_clock>();
        const auto gate = std::make_shared<permission_gate>(std::move(options), time);
        const blocking_mode_guard input_mode(0), output_mode(1);
        const auto session = std::make_shared<control_session>(make_stdio_transport(io.get_executor()), gate,
                                                               session_options{});
        async_session driver(io.get_executor(), session, time);
        driver.async_run([](auto) {});
        io.run();
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "assent_bench_callback: " << error.what() << '\n';
        return 1;
    }
}
