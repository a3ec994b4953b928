#include <assent/async.hpp>
#include <boost/asio/io_context.hpp>

using namespace assent;

int main() {  // an agent asks on standard input; the answers go to standard output
    gate_options options;
    options.policy.peer_may_set = peer_mode::never;  // the agent cannot switch the gate off
    const auto npm = parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host);
    options.policy.rules = {npm.value()};
    options.callback = answer_with([](const permission_question& question) -> permission_result {
        if (question.tool_name == "Read") return allow_result{};
        return deny_result{.reason = "only npm, and reading"};
    });
    boost::asio::io_context io(1);
    const auto time = std::make_shared<system_clock>();
    const auto gate = std::make_shared<permission_gate>(options, time);
    const auto session = std::make_shared<control_session>(make_stdio_transport(io.get_executor()), gate);
    async_session(io.get_executor(), session, time).async_run([](auto) {});
    io.run();
}
