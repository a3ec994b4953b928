#include "daemon_command.hpp"
#include "../history/record_tail.hpp"
#include "../options/fail_closed.hpp"
#include "../serving/connections.hpp"
#include "../serving/daemon_link.hpp"
#include "../serving/front_ends.hpp"
#include "../serving/page_links.hpp"
#include "../serving/policy_reload.hpp"
#include "../serving/wishes.hpp"
#include "command.hpp"

#include <assent/app/session/hook_session.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

namespace assent::cli {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;

// Where a service manager leaves the sockets that it listens on, and how it says so. Source:
// sd_listen_fds(3).
constexpr int first_handed_over = 3;

// Whether one socket was handed over to this very process.
bool handed_over() {
    const char* const process = std::getenv("LISTEN_PID");
    const char* const count = std::getenv("LISTEN_FDS");
    if (process == nullptr || count == nullptr || std::to_string(::getpid()) != process) return false;
    if (std::string_view(count) != "1")
        throw std::runtime_error(fmt::format("LISTEN_FDS: expected 1, got `{}`", count));
    return true;
}

// One gate for the hooks of all agents: its grants, limits, answers and record last between their calls.
class hook_server {
public:
    hook_server(settings& with, const std::string& socket, std::vector<std::string> words)
        : with_(with),
          socket_(daemon_path(socket)),
          words_(std::move(words)),
          gate_(gate_of(with)),
          wishes_(with, gate_, [this] { return people_ && people_->present(); }),
          open_(with, [this](accepted_connection& connection, std::size_t) { return serve(connection); }),
          listener_(listen()),
          end_(context_, SIGINT, SIGTERM),
          hangup_(context_, with) {
        // Always said: whoever started us waits for it.
        fmt::print(stderr, "assent: daemon listening on {}\n", listener_.address());
        people_ = std::make_unique<front_ends>(context_, with, "assent daemon");
        if (people_->present()) {
            with.confirm_policy = confirming(with);
            with.confirm_added_answers(confirming_answers(with));
            with.projects().confirm = confirming_projects(with);
        }
    }

    void run() {
        end_.async_wait([this](boost::system::error_code error, int number) {
            if (error) return;
            if (number == SIGINT) people_->interrupted();
            people_->close();
            hangup_.stop();
            listener_.close();
            open_.close();
        });
        context_.run();
    }

private:
    static std::shared_ptr<permission_gate> gate_of(settings& with) {
        with.keep_answers();
        return with.make_gate("assent daemon");
    }

    static decltype(kept_answers::confirm) confirming_answers(const settings& with) {
        return [&with](std::string means, on_confirmed answered) {
            return with.desk->confirm({.what = "Let answers hold that this daemon was not given",
                                       .means = std::move(means),
                                       .asked_by = "the file of kept answers, which has changed"},
                                      std::move(answered));
        };
    }

    static decltype(project_policies::confirm) confirming_projects(const settings& with) {
        return [&with](const fs::path& file, std::string means, std::function<void(bool)> answered) {
            return with.desk->confirm(
                {.what = fmt::format("Let the policy of a project, {}, count as it is now, which says less",
                                     file.string()),
                 .means = std::move(means),
                 .asked_by = "that file, which has changed"},
                [answered = std::move(answered)](bool allowed, const std::string&) { answered(allowed); });
        };
    }

    static decltype(settings::confirm_policy) confirming(const settings& with) {
        return [&with](std::string means, on_confirmed answered) {
            return with.desk->confirm(
                {.what = fmt::format("Take over the policy {}, which lets more through than before",
                                     with.source().name()),
                 .means = std::move(means),
                 .asked_by = "the policy file, which has changed"},
                std::move(answered));
        };
    }

    socket_listener listen() {
        listen_options listening;
        listening.homes = {context_.get_executor()};
        listening.log = [this](std::string_view text) { with_.log_of_peers({log_level::warn, text}); };
        allow_descriptors(listening.max_connections + 2 * reserved_descriptors);
        make_private_folder(fs::path(socket_).parent_path().string());
        const auto executor = context_.get_executor();
        const auto take = [this](accepted_connection connection) { open_.take(std::move(connection)); };
        if (handed_over())
            return socket_listener::take_over_unix(executor, first_handed_over, socket_, take, listening);
        return socket_listener::listen_unix(executor, socket_, take, listening);
    }

    std::shared_ptr<line_session> serve(accepted_connection& connection) {
        return std::make_shared<hook_session>(
            std::move(connection.stream), gate_, with_.time,
            hook_session_options{
                .asks_people = with_.answers_asked,
                .terms =
                    [this](std::string_view wanted) {
                        const auto terms = [this] {
                            return digest_of(words_, with_.policy_text_answered_for());
                        };
                        with_.reload_if_changed(!wanted.empty() && wanted != terms());
                        with_.look_at_answers();
                        return terms();
                    },
                .decides_by = fmt::format("{}", fmt::join(words_, " ")),
                .why_policy_stays = [this] { return with_.why_policy_stays(); },
                .allowed_once = allowed_once_,
                .wish = [this, asker = connection.peer.process.value_or(peer_process()).pid](
                            std::string_view wish, time_point deadline,
                            const auto& answered) { return wishes_.hear(wish, asker, deadline, answered); },
                .log = with_.log_of_peers});
    }

    settings& with_;
    std::string socket_;
    std::vector<std::string> words_;  // by which it decides
    asio::io_context context_{1};
    std::shared_ptr<permission_gate> gate_;
    std::shared_ptr<uses_allowed_once> allowed_once_ = std::make_shared<uses_allowed_once>();
    wishes wishes_;
    connections open_;
    socket_listener listener_;
    asio::signal_set end_;
    reload_on_hangup hangup_;
    std::unique_ptr<front_ends> people_;  // after it is said where we listen
};

}  // namespace

void add_daemon_options(CLI::App& command, common_options& common) {
    add_decision_options(command, common);
    add_home_option(command, common);
    add_answer_options(command, common);
    command.get_option("--on-ask")
        ->description("What happens to calls that rules and mode leave open (default: left to the agents)");
}

namespace {

// Decides for the hooks of all agents of this user, until SIGINT or SIGTERM comes.
command_run declare_daemon(CLI::App& app) {
    const auto common = std::make_shared<common_options>();
    const auto socket = std::make_shared<std::string>();
    add_daemon_options(app, *common);
    app.add_option("--socket", *socket, "Where to listen (default: assent/daemon.sock in $XDG_RUNTIME_DIR)")
        ->type_name("PATH")
        ->group(group::transport)
        ->check(not_empty);
    app.footer(
        "Hooks reach it with `assent hook --daemon on`. Without --on-ask nobody is asked: what rules and "
        "mode leave open is left to the agents.");
    return [common, socket](const command_line&) {
        require_clean("--socket", *socket);
        settings with(*common, answers_from::people);
        show_record_tail(with.desk, common->record);
        auto words = decision_words(*common);
        // No hook wants that: what nobody decides is left to the agents, or to people.
        if (common->on_ask == "allow") words.insert(words.end(), {"--on-ask", common->on_ask});
        hook_server(with, *socket, std::move(words)).run();
        return static_cast<int>(exit_code::ok);
    };
}

}  // namespace

const command commands::daemon{
    "daemon", command_group::people,
    "Decide for all hooks of this user: grants, limits, answers and the record are shared", declare_daemon};

}  // namespace assent::cli
