#include "../history/record_tail.hpp"
#include "../options/fail_closed.hpp"
#include "../process/resident_bytes.hpp"
#include "../serving/connections.hpp"
#include "../serving/front_ends.hpp"
#include "../serving/policy_reload.hpp"
#include "../serving/session_threads.hpp"
#include "command.hpp"

#include <assent/adapters/asio/socket_listener.hpp>
#include <assent/app/session/control_session.hpp>
#include <assent/domain/lint/rule_lint.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <boost/asio/signal_set.hpp>

#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace assent::cli {

namespace {

namespace asio = boost::asio;

// Most threads that sessions may be spread over.
constexpr std::size_t max_session_threads = 64;

constexpr double kib = 1024;

// With fewer, what the first one brings into memory for all of them would count for each.
constexpr std::size_t least_connections_to_divide_by = 64;

std::pair<std::string, std::uint16_t> host_and_port(const std::string& text) {
    const auto colon = text.rfind(':');
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    if (colon != std::string::npos) {
        const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, port);
        if (error == std::errc() && stop == end) {
            std::string host = text.substr(0, colon);
            if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
            return {host, port};
        }
    }
    throw usage_error(fmt::format("--tcp: expected HOST:PORT, where a port is 0 to 65535, got `{}`", text));
}

std::size_t thread_count(const std::string& text) {
    if (text.empty()) return 1;
    std::size_t count = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc() || stop != end || count == 0 || count > max_session_threads)
        throw usage_error(fmt::format("--threads: expected 1 to {}, got `{}`", max_session_threads, text));
    return count;
}

struct serve_options {
    bool stdio = false;
    std::string unix_path;
    std::string tcp;
    bool allow_remote = false;
    std::string cwd;      // the agents' working directory; empty: not known
    std::string threads;  // as typed; empty: one
    std::string title;    // of who asks, for people; empty: not known
};

// What a session starts from.
session_options serve_session_options(const settings& with, const std::string& cwd,
                                      bool untrusted_connection) {
    session_options options;
    options.channel.speaks = with.speaks;
    options.channel.first_line_must_be_object = untrusted_connection;
    if (with.max_line_bytes != 0) options.channel.max_line_bytes = with.max_line_bytes;
    options.responder.log = with.log_of_peers;
    options.responder.cwd = cwd;
    return options;
}

// Serves all connections to a Unix socket or TCP port, until SIGINT or SIGTERM comes. On SIGUSR1 it says how
// many there are, and what they take in memory.
class socket_server {
public:
    socket_server(settings& with, const serve_options& options)
        : with_(with),
          threads_(thread_count(options.threads)),
          open_(with, [this](accepted_connection& connection,
                             std::size_t number) { return serve_connection(connection, number); }),
          cwd_(options.cwd),
          listener_(listen(options)),
          usage_(threads_.first(), SIGUSR1),
          end_(threads_.first(), SIGINT, SIGTERM),
          hangup_(threads_.first(), with) {
        // Always said: whoever started us waits for it, and with port 0 it is how the port gets known.
        fmt::print(stderr, "assent: listening on {}{}\n", listener_.address(),
                   options.tcp.empty() || options.allow_remote ? "" : " (loopback only)");
        people_.emplace(threads_.first(), with, "assent serve");
    }

    void run() {
        without_connections_ = resident_bytes();
        tell_usage_when_asked();
        end_.async_wait([this](boost::system::error_code error, int number) {
            if (error) return;
            if (number == SIGINT) people_->interrupted();
            people_->close();
            hangup_.stop();
            usage_.cancel();
            listener_.close();
            open_.close();
        });
        threads_.run();
    }

private:
    socket_listener listen(const serve_options& options) {
        const auto accept = [this](accepted_connection connection) { open_.take(std::move(connection)); };
        listen_options listening;
        listening.allow_remote = options.allow_remote;
        listening.homes = threads_.executors();
        listening.log = [this](std::string_view text) { with_.log_of_peers({log_level::warn, text}); };
        allow_descriptors(listening.max_connections + 2 * reserved_descriptors);
        const auto executor = threads_.first().get_executor();
        if (!options.unix_path.empty())
            return socket_listener::listen_unix(executor, options.unix_path, accept, listening);
        const auto [host, port] = host_and_port(options.tcp);
        return socket_listener::listen_tcp(executor, host, port, accept, listening);
    }

    std::shared_ptr<line_session> serve_connection(accepted_connection& connection, std::size_t number) {
        return std::make_shared<control_session>(
            std::move(connection.stream),
            with_.make_gate(fmt::format("{}: {}", number, connection.peer.text), cwd_),
            serve_session_options(with_, cwd_, true));
    }

    void tell_usage_when_asked() {
        usage_.async_wait([this](boost::system::error_code error, int) {
            if (error) return;
            tell_usage();
            tell_usage_when_asked();
        });
    }

    void tell_usage() const {
        const std::size_t count = open_.count();
        const std::size_t now = resident_bytes();
        std::string each;
        if (count >= least_connections_to_divide_by && now > without_connections_)
            each = fmt::format(
                ", {:.1f} KiB for each connection",
                static_cast<double>(now - without_connections_) / kib / static_cast<double>(count));
        fmt::print(stderr, "assent: open connections: {}, threads: {}, in memory: {:.0f} KiB{}\n", count,
                   threads_.size(), static_cast<double>(now) / kib, each);
    }

    settings& with_;
    session_threads threads_;  // outlives all that works on them
    connections open_;
    std::string cwd_;
    socket_listener listener_;
    asio::signal_set usage_;
    asio::signal_set end_;
    reload_on_hangup hangup_;
    std::optional<front_ends> people_;  // after it is said where we listen
    std::size_t without_connections_ = 0;
};

int serve_stdio(settings& with, const serve_options& given) {
    std::shared_ptr<control_session> served;
    const auto make = [&](std::unique_ptr<transport> connection) -> std::shared_ptr<session> {
        auto options = serve_session_options(with, given.cwd, false);
        options.channel.guard_hook = assent_guard_hook;
        options.channel.errors_deny = true;
        options.responder.link = with.link;
        options.responder.on_foreign = [&with, told = false](std::string_view line) mutable {
            if (told || line.starts_with('{')) return;
            told = true;
            with.log({log_level::warn, "line refused: not JSON; an agent's requests are expected here"});
        };
        served = std::make_shared<control_session>(
            std::move(connection), with.make_gate(given.title.empty() ? "an agent" : given.title, given.cwd),
            std::move(options));
        return served;
    };
    return run_on_stdio(with, "assent serve", make, [&] { return served->end_reason(); });
}

// A name that is misspelt covers nothing.
void tell_unknown_tools(const settings& with) {
    for (const auto behavior : strictest_first)
        for (const auto& rule : with.rules().all(behavior)) {
            if (rule->origin() != rule_origin::command_line) continue;
            for (const auto& found : lint({*rule}, with.tools()).findings)
                if (found.what == lint_kind::unknown_tool)
                    with.log({log_level::warn, fmt::format("--{} `{}`: {}", to_string(behavior),
                                                           display_text(rule->text()), found.why)});
        }
}

int serve(settings& with, const serve_options& options) {
    require_working_directory(options.cwd);
    tell_unknown_tools(with);
    if (std::error_code error; !options.cwd.empty() && !std::filesystem::is_directory(options.cwd, error))
        with.log({log_level::warn, fmt::format("--cwd: there is no folder `{}`", display_text(options.cwd))});
    const bool on_sockets = !options.unix_path.empty() || !options.tcp.empty();
    if (on_sockets && with.link) throw usage_error("--on-ask: peer is for --stdio");
    if (on_sockets && !options.title.empty())
        throw usage_error("--title: expected --stdio: the others are told apart by their connection");
    if (!on_sockets && !options.threads.empty())
        throw usage_error("--threads: expected --unix or --tcp: one agent is served by one thread");
    if (!on_sockets) return serve_stdio(with, options);
    socket_server(with, options).run();
    return static_cast<int>(exit_code::ok);
}

void declare_transports(CLI::App& app, serve_options& into) {
    app.option_defaults()->group(group::transport);
    auto* const stdio = app.add_flag("--stdio", into.stdio, "On standard input and output (default)");
    auto* const unix_path =
        app.add_option("--unix", into.unix_path, "On a Unix socket at this path, for this user only")
            ->type_name("FILE");
    auto* const tcp =
        app.add_option("--tcp", into.tcp, "On a TCP port; loopback addresses only")->type_name("HOST:PORT");
    auto* const remote =
        app.add_flag("--allow-remote", into.allow_remote,
                     "Let --tcp listen on other addresses: no authentication, no encryption");
    app.add_option("--threads", into.threads,
                   fmt::format("Threads that the connections of --unix or --tcp are spread over, 1 to {} "
                               "(default: 1)",
                               max_session_threads))
        ->type_name("COUNT")
        ->check(not_empty);
    stdio->excludes(unix_path)->excludes(tcp);
    unix_path->excludes(tcp);
    remote->needs(tcp);
}

command_run declare_serve(CLI::App& app) {
    struct typed {
        common_options common;
        serve_options serving;
    };
    const auto given = std::make_shared<typed>();
    declare_transports(app, given->serving);
    app.footer("On SIGUSR1 --unix and --tcp say how many connections are open and what each takes.");
    add_pipe_option(app, given->common);
    add_decision_options(app, given->common);
    add_session_options(app, given->common, answers_from::asker);
    app.add_option("--title", given->serving.title,
                   "With --on-ask terminal or web: who asks, in words for people (default: an agent)")
        ->type_name("TEXT")
        ->check(not_empty);
    add_cwd_option(app, given->serving.cwd, ", an absolute path: what lies below it is inside");
    return [given](const command_line&) {
        settings with(given->common, answers_from::asker);
        show_record_tail(with.desk, given->common.record);
        with.require_project(given->serving.cwd);
        return serve(with, given->serving);
    };
}

}  // namespace

const command commands::serve{"serve", command_group::guard, "Answer permission requests", declare_serve};

}  // namespace assent::cli
