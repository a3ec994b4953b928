#include "socket_server.hpp"
#include "stdio_run.hpp"

#include <assent/app/control_session.hpp>

#include <memory>
#include <utility>

namespace assent::cli {
namespace {

int serve_stdio(settings& with, const serve_options& given) {
    std::shared_ptr<control_session> served;
    const auto make = [&](std::unique_ptr<transport> connection) -> std::shared_ptr<session> {
        served = std::make_shared<control_session>(std::move(connection),
                                                   with.make_gate("standard input", given.cwd),
                                                   serve_session_options(with, given.cwd, false));
        return served;
    };
    return run_on_stdio(with, "assent serve", make, [&] { return served->end_reason(); });
}

}  // namespace

session_options serve_session_options(const settings& with, const std::string& cwd,
                                      bool untrusted_connection) {
    session_options options;
    options.channel.speaks = with.speaks;
    options.channel.first_line_must_be_object = untrusted_connection;
    if (with.max_line_bytes != 0) options.channel.max_line_bytes = with.max_line_bytes;
    options.responder.log = with.log;
    options.responder.cwd = cwd;
    return options;
}

int serve(settings& with, const serve_options& options) {
    require_clean(options.cwd);
    if (!options.unix_path.empty() || !options.tcp.empty()) return serve_sockets(with, options);
    if (!options.threads.empty())
        throw usage_error("--threads: expected --unix or --tcp: one agent is served by one thread");
    return serve_stdio(with, options);
}

}  // namespace assent::cli
