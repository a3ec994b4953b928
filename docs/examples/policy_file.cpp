#include <assent/adapters/files/filesystem_path_resolver.hpp>
#include <assent/adapters/files/git_repository_settings.hpp>
#include <assent/adapters/files/policy_file.hpp>
#include <assent/app/gate/ready_policy.hpp>
#include <assent/async.hpp>
#include <boost/asio/io_context.hpp>

#include <csignal>
#include <iostream>

using namespace assent;

int main(int argc, char** argv) try {  // its argument is a policy file
    std::signal(SIGPIPE, SIG_IGN);
    const std::string file = argc > 1 ? argv[1] : "policy.json";
    const char* const home = std::getenv("HOME");
    gate_options options{.callback = deny_all("only npm, and what the policy allows")};
    options.paths = std::make_shared<filesystem_path_resolver>();
    options.repositories = std::make_shared<git_repository_settings>();

    policy_additions own{.home = home != nullptr ? home : "", .paths = options.paths};
    policy read = load_policy(file, own.home);                     // its members may be changed here
    own.own_places = {std::filesystem::canonical(file).string()};  // to change it is asked about
    own.rules = {parse_rule("Bash(npm *)", rule_behavior::allow, rule_origin::host).value()};
    options.basis = make_ready(std::move(read), file, own).basis;

    boost::asio::io_context io(1);
    const auto time = std::make_shared<system_clock>();
    const auto gate = std::make_shared<permission_gate>(options, time);
    session_options wire;
    wire.responder.cwd = std::filesystem::current_path();
    wire.responder.log = [](const log_entry& entry) {  // of lines that are refused, too
        std::cerr << display_text(to_text(entry)) << '\n';
    };
    const auto session =
        std::make_shared<control_session>(make_stdio_transport(io.get_executor()), gate, wire);
    async_session(io.get_executor(), session, time).async_run([](auto) {});
    io.run();
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
