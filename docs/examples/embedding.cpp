// An agent asks on standard input; this program answers on standard output.
#include <assent/async.hpp>

#include <boost/asio/io_context.hpp>

#include <csignal>
#include <memory>
#include <utility>

using namespace assent;

int main() {
    std::signal(SIGPIPE, SIG_IGN);  // a peer that is gone is an error of a write
    gate_options options;
    const auto npm = parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host);
    options.rules = rule_set::make({npm.value()}).value();
    options.callback = answer_with([](const permission_question& question) -> permission_result {
        if (question.tool_name == "Read") return allow_result{};
        return deny_result{.reason = "only npm, and reading"};
    });
    boost::asio::io_context context(1);
    const auto time = std::make_shared<system_clock>();
    const auto gate = std::make_shared<permission_gate>(options, time);
    auto connection = make_stdio_transport(context.get_executor());
    const auto session = std::make_shared<control_session>(std::move(connection), gate);
    async_session(context.get_executor(), session, time).async_run([](auto) {});
    context.run();
}
