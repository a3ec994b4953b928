#include "notifier.hpp"

#include "../process/child_files.hpp"

#include <assent/adapters/asio/child_end.hpp>

#include <fmt/format.h>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <deque>
#include <list>
#include <system_error>

namespace assent::cli {
namespace {

namespace asio = boost::asio;

using variable_list = std::vector<std::pair<std::string, std::string>>;

// Not in the middle of a character.
std::string cut(std::string text, std::size_t most) {
    if (text.size() <= most) return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
    text.resize(most);
    return text;
}

std::vector<std::string> environment_with(const variable_list& more) {
    std::vector<std::string> all;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string_view variable = *each;
        const auto name = variable.substr(0, variable.find('='));
        if (std::ranges::find(more, name, [](const auto& one) { return std::string_view(one.first); }) ==
            more.end())
            all.emplace_back(variable);
    }
    for (const auto& [name, value] : more) all.push_back(name + "=" + value);
    return all;
}

// In a group of its own, with nothing of ours open. \return its number, or 0: `error` says why
pid_t start_shell(const std::string& command, const variable_list& more, int& error) {
    std::vector<std::string> variables = environment_with(more);
    std::vector<char*> environment;
    for (auto& each : variables) environment.push_back(each.data());
    environment.push_back(nullptr);
    std::string shell = "/bin/sh", flag = "-c", text = command;
    std::array<char*, 4> words{shell.data(), flag.data(), text.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, ignored;
    ::sigemptyset(&none);
    ::sigemptyset(&ignored);
    ::sigaddset(&ignored, SIGPIPE);
    ::sigaddset(&ignored, SIGXFSZ);
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawnattr_init(&how);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    ::posix_spawnattr_setpgroup(&how, 0);
    ::posix_spawnattr_setsigmask(&how, &none);
    ::posix_spawnattr_setsigdefault(&how, &ignored);
    ::posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    error = close_all_but_standard(files);
    if (error == 0)
        error = ::posix_spawn(&child, shell.c_str(), &files, &how, words.data(), environment.data());
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&how);
    return error == 0 ? child : 0;
}

}  // namespace

class notifier::core : public std::enable_shared_from_this<core> {
public:
    core(const asio::any_io_executor& executor, std::string command, log_callback log, notifier_limits limits)
        : executor_(executor), command_(std::move(command)), log_(std::move(log)), limits_(limits) {}

    void notify(variable_list variables) {
        if (closed_) return;
        if (running_.size() >= limits_.max_running && waiting_.size() >= limits_.max_waiting) {
            say_once(dropped_, "more wait than are kept: some are not told of");
            return;
        }
        for (auto& each : variables) each.second = cut(std::move(each.second), limits_.max_value_bytes);
        waiting_.push_back(std::move(variables));
        start_some();
    }

    void close() {
        closed_ = true;
        waiting_.clear();
        for (auto& each : running_) {
            ::kill(-each.process, SIGKILL);
            // Killed, it ends at once.
            ::waitpid(each.process, nullptr, 0);
        }
        running_.clear();
    }

    [[nodiscard]] std::size_t running() const noexcept { return running_.size(); }
    [[nodiscard]] std::size_t waiting() const noexcept { return waiting_.size(); }

private:
    struct run {
        run(const asio::any_io_executor& executor, pid_t number, int descriptor)
            : process(number), end(executor, descriptor), limit(executor) {}
        pid_t process;
        asio::posix::stream_descriptor end;  // can be read when the process has ended
        asio::steady_timer limit;
        bool too_long = false;
        bool over = false;
    };
    using place = std::list<run>::iterator;

    void start_some() {
        while (!closed_ && running_.size() < limits_.max_running && !waiting_.empty()) {
            const variable_list next = std::move(waiting_.front());
            waiting_.pop_front();
            start(next);
        }
    }

    void start(const variable_list& variables) {
        int error = 0;
        const pid_t process = start_shell(command_, variables, error);
        if (process == 0) return failed(std::generic_category().message(error));
        const int descriptor = detail::watch_end(process);
        if (descriptor < 0) {
            // Nobody could end it in time.
            failed(std::generic_category().message(errno));
            ::kill(-process, SIGKILL);
            ::waitpid(process, nullptr, 0);
            return;
        }
        const auto at = running_.emplace(running_.end(), executor_, process, descriptor);
        watch(at);
        at->limit.expires_after(limits_.time_limit);
        at->limit.async_wait([self = shared_from_this(), at](boost::system::error_code stopped) {
            if (stopped || self->closed_ || at->over) return;
            at->too_long = true;
            ::kill(-at->process, SIGKILL);
        });
    }

    void watch(place at) {
        at->end.async_wait(asio::posix::stream_descriptor::wait_read,
                           [self = shared_from_this(), at](boost::system::error_code stopped) {
                               if (!stopped && !self->closed_) self->ended(at);
                           });
    }

    void ended(place at) {
        int status = 0;
        if (::waitpid(at->process, &status, WNOHANG) == 0) return watch(at);  // woken too early
        if (at->too_long)
            failed(fmt::format("it took more than {} ms, and was killed", limits_.time_limit.count()));
        else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            failed(WIFEXITED(status) ? fmt::format("it ended with status {}", WEXITSTATUS(status))
                                     : std::string("it was ended by a signal"));
        at->over = true;
        at->limit.cancel();
        finished_.splice(finished_.end(), running_, at);
        // The handler of its timer may have been about to run, and looks at it.
        asio::post(executor_, [self = shared_from_this(), at] { self->finished_.erase(at); });
        start_some();
    }

    void failed(std::string_view why) { say_once(failed_, why); }
    void say_once(bool& said, std::string_view what) {
        if (std::exchange(said, true) || !log_) return;
        log_({log_level::warn, fmt::format("--notify: {} (said once)", what)});
    }

    asio::any_io_executor executor_;
    std::string command_;
    log_callback log_;
    notifier_limits limits_;
    std::list<run> running_;
    std::list<run> finished_;
    std::deque<variable_list> waiting_;
    bool failed_ = false;
    bool dropped_ = false;
    bool closed_ = false;
};

notifier::notifier(const asio::any_io_executor& executor, std::string command, log_callback log,
                   notifier_limits limits)
    : core_(std::make_shared<core>(executor, std::move(command), std::move(log), limits)) {}

notifier::~notifier() { close(); }

void notifier::notify(variable_list variables) { core_->notify(std::move(variables)); }
void notifier::close() { core_->close(); }
std::size_t notifier::running() const noexcept { return core_->running(); }
std::size_t notifier::waiting() const noexcept { return core_->waiting(); }

}  // namespace assent::cli
