#include "notifier.hpp"

#include "../process/child_start.hpp"

#include <assent/adapters/asio/child_end.hpp>
#include <assent/domain/text/display_text.hpp>

#include <fmt/format.h>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <deque>
#include <list>
#include <system_error>

namespace assent::cli {
namespace {

namespace asio = boost::asio;

using variable_list = std::vector<std::pair<std::string, std::string>>;

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
        for (auto& each : variables)
            each.second.resize(beginning_of(each.second, limits_.max_value_bytes).size());
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
        pid_t process = 0;
        try {
            process = start_child({.words = {"/bin/sh", "-c", command_},
                                   .environment = environment_with(variables),
                                   .own_group = true});
        } catch (const std::system_error& error) {
            return failed(error.code().message());
        }
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
