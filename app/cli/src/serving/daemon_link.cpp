#include "daemon_link.hpp"

#include "../files/user_file.hpp"
#include "../process/child_files.hpp"
#include "../process/own_program.hpp"
#include "../process/peer_program.hpp"
#include "page_links.hpp"

#include <assent/adapters/asio/descriptors.hpp>
#include <assent/adapters/asio/socket_listener.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>

namespace assent::cli {
namespace {

constexpr std::string_view own_variables = "ASSENT_";
constexpr std::string_view socket_name = "/daemon.sock";
// A daemon that was just started listens by then.
constexpr auto longest_start = std::chrono::seconds(5);
constexpr auto start_look = std::chrono::milliseconds(5);
// Bytes asked of the daemon at once; most answers are shorter.
constexpr std::size_t answer_read_bytes = 4096;
// An answer that needs no decision is there by then.
constexpr auto longest_trial = std::chrono::seconds(5);
// No decision has this digest.
constexpr std::string_view nobodys_terms = "?";

[[noreturn]] void fail(const std::string& path, std::string_view why) {
    throw std::runtime_error(fmt::format("daemon `{}`: {}", path, why));
}
[[noreturn]] void fail_with(const std::string& path, int number) {
    fail(path, std::system_category().message(number));
}

// Whoever else may write to it could answer in the daemon's place.
void require_own_socket(const std::string& path) {
    struct stat found {};
    if (::lstat(path.c_str(), &found) != 0) fail_with(path, errno);
    const bool own =
        S_ISSOCK(found.st_mode) && found.st_uid == ::geteuid() && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
    if (!own) fail(path, "expected a socket of this user alone");
}

// Neither connecting nor reading takes longer.
void limit_time(int socket, duration within) {
    using std::chrono::duration_cast;
    const auto seconds = duration_cast<std::chrono::seconds>(within);
    timeval limit{};
    limit.tv_sec = seconds.count();
    limit.tv_usec =
        std::max<suseconds_t>(1, duration_cast<std::chrono::microseconds>(within - seconds).count());
    for (const int each : {SO_RCVTIMEO, SO_SNDTIMEO})
        static_cast<void>(::setsockopt(socket, SOL_SOCKET, each, &limit, sizeof limit));
}

// Nothing: nobody listens there.
std::optional<detail::unique_descriptor> connect_to(const std::string& path, duration within) {
    detail::unique_descriptor made(detail::open_socket(AF_UNIX, true));
    if (made.get() < 0) fail_with(path, errno);
    limit_time(made.get(), within);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path) fail(path, "the path is too long for a socket");
    std::memcpy(address.sun_path, path.c_str(), path.size());
    while (::connect(made.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        if (errno == EINTR) continue;
        if (errno == ENOENT || errno == ECONNREFUSED) return std::nullopt;
        fail_with(path, errno);
    }
    require_own_socket(path);
    if (!trusted_peer(unix_peer(made.get()))) fail(path, "it is another user's");
    return made;
}

std::filesystem::path log_in(const std::filesystem::path& state) {
    return state.empty() ? state : state / "assent" / "daemon.log";
}

// A daemon decides without one, too.
detail::unique_descriptor open_log(const std::filesystem::path& path) {
    if (path.empty()) return detail::unique_descriptor(-1);
    try {
        make_folders(path.parent_path());
    } catch (const std::exception&) {
        return detail::unique_descriptor(-1);
    }
    constexpr int how = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    detail::unique_descriptor log(::open(path.c_str(), how, S_IRUSR | S_IWUSR));
    struct stat found {};
    if (log.get() < 0 || ::fstat(log.get(), &found) != 0 || !S_ISREG(found.st_mode) ||
        found.st_uid != ::geteuid() || ::fchmod(log.get(), S_IRUSR | S_IWUSR) != 0)
        return detail::unique_descriptor(-1);
    const bool too_large = static_cast<std::size_t>(found.st_size) > max_daemon_log_bytes;
    return too_large && ::ftruncate(log.get(), 0) != 0 ? detail::unique_descriptor(-1) : std::move(log);
}

// Pointers to them, as a program is started with.
std::vector<char*> pointers_to(std::vector<std::string>& words) {
    std::vector<char*> all;
    for (auto& each : words) all.push_back(each.data());
    all.push_back(nullptr);
    return all;
}

// What one agent's hook has in its environment is not for all others.
std::vector<std::string> variables_of_daemon(bool pinned) {
    std::vector<std::string> variables;
    for (char** each = environ; !pinned && *each != nullptr; ++each)
        if (!std::string_view(*each).starts_with(own_variables)) variables.emplace_back(*each);
    return variables;
}

// It outlives us, in a session of its own.
void start_daemon(const daemon_question& question) {
    const std::string& path = question.socket;
    std::vector<std::string> texts{own_program().string(), "daemon", "--socket", path};
    texts.insert(texts.end(), question.words.begin(), question.words.end());
    const std::string program = texts.front();
    auto words = pointers_to(texts);
    auto settings = variables_of_daemon(question.pinned);
    auto variables = pointers_to(settings);

    posix_spawn_file_actions_t files;
    ::posix_spawn_file_actions_init(&files);
    for (const int each : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::posix_spawn_file_actions_addopen(&files, each, "/dev/null", O_RDWR, 0);
    const detail::unique_descriptor log = open_log(log_in(question.state));
    if (log.get() >= 0) ::posix_spawn_file_actions_adddup2(&files, log.get(), STDERR_FILENO);
    ::posix_spawn_file_actions_addchdir_np(&files, "/");
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t all;
    ::sigfillset(&all);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    int error = close_all_but_standard(files);
    if (error == 0)
        error = ::posix_spawn(&child, program.c_str(), &files, &attributes, words.data(), variables.data());
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
    if (error != 0) fail(path, "it cannot be started: " + std::system_category().message(error));
}

detail::unique_descriptor connect_or_start(const daemon_question& question) {
    const std::string& path = question.socket;
    if (auto made = connect_to(path, question.within)) return std::move(*made);
    if (question.start == daemon_start::never)
        throw no_daemon(fmt::format("daemon `{}`: nobody listens there; `assent daemon` does", path));
    if (question.before_start) question.before_start();
    start_daemon(question);
    const auto give_up = std::chrono::steady_clock::now() + longest_start;
    while (std::chrono::steady_clock::now() < give_up) {
        std::this_thread::sleep_for(start_look);
        if (auto made = connect_to(path, question.within)) return std::move(*made);
    }
    const auto log = log_in(question.state);
    fail(path, fmt::format("it was started and does not listen; {} says why",
                           log.empty() ? "`assent daemon`" : log.string()));
}

void send_all(int to, std::string_view line, const std::string& path) {
    while (!line.empty()) {
        const auto bytes = ::write(to, line.data(), line.size());  // SIGPIPE is ignored, see main
        if (bytes < 0 && errno == EINTR) continue;
        // What it has said before it closed says more.
        if (bytes < 0 && (errno == EPIPE || errno == ECONNRESET)) return;
        if (bytes < 0) fail_with(path, errno);
        line.remove_prefix(static_cast<std::size_t>(bytes));
    }
}

std::string receive_line(peer_program& from, const std::string& path) {
    std::string line;
    std::array<char, answer_read_bytes> buffer;
    while (line.find('\n') == line.npos) {
        const auto bytes = from.read(buffer.data(), buffer.size());
        if (bytes < 0 && errno == EINTR) continue;
        if (bytes < 0 && errno == EAGAIN) fail(path, "it does not answer in time");
        if (bytes <= 0) fail(path, "it ended without an answer");
        line.append(buffer.data(), static_cast<std::size_t>(bytes));
        if (line.size() > max_hook_answer_bytes) fail(path, "its answer is too long");
    }
    line.resize(line.find('\n'));
    return line;
}

// ---- A daemon that decides by something else

constexpr std::string_view decides_by = "the daemon decides by `";
constexpr std::string_view not_by = "`, not by what this hook wants";

// Options, each with its value, of words as they are told.
std::vector<std::string> options_in(std::string_view words) {
    std::vector<std::string> options;
    while (!words.empty()) {
        const auto end = std::min(words.find(" --"), words.size());
        options.emplace_back(words.substr(0, end));
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return options;
}

// \return each option of the first that the second has not, in backticks; empty: there is none
std::string only_in(const std::vector<std::string>& these, const std::vector<std::string>& others) {
    std::vector<std::string> alone;
    for (const auto& each : these)
        if (std::ranges::find(others, each) == others.end()) alone.push_back(fmt::format("`{}`", each));
    return fmt::format("{}", fmt::join(alone, " "));
}

// Which words differ, and what mends it. \param told  by the daemon, which knows its own words alone
std::string how_they_differ(std::string_view told, const std::vector<std::string>& wanted) {
    const auto begin = told.find(decides_by);
    const auto end = told.find(not_by);
    if (wanted.empty() || begin == told.npos || end == told.npos) return std::string(told);
    const auto first = begin + decides_by.size();
    const auto daemon = options_in(told.substr(first, end - first));
    const auto hook = options_in(fmt::format("{}", fmt::join(wanted, " ")));
    const auto of_hook = only_in(hook, daemon), of_daemon = only_in(daemon, hook);
    const auto more = told.substr(end + not_by.size());
    if (of_hook.empty() && of_daemon.empty())
        return fmt::format("the daemon decides by another text of the policy than this hook has read{}",
                           more);
    std::vector<std::string> differ, mend;
    if (!of_hook.empty()) {
        differ.push_back(fmt::format("the hook alone has {}", of_hook));
        mend.push_back(fmt::format("with {}", of_hook));
    }
    if (!of_daemon.empty()) {
        differ.push_back(fmt::format("the daemon alone has {}", of_daemon));
        mend.push_back(fmt::format("without {}", of_daemon));
    }
    const bool record_alone =
        of_daemon.empty() && of_hook.starts_with("`--record ") && of_hook.find("` `") == of_hook.npos;
    return fmt::format(
        "the daemon decides by other words than this hook wants: {}; start `assent daemon` anew {}{}{}",
        fmt::join(differ, ", "), fmt::join(mend, " and "),
        record_alone ? ", or install the hook anew with `assent install --no-record`" : "", more);
}

// Says by what the daemon decides, or that it decides as is wanted.
daemon_question trial_question() {
    return {.socket = daemon_path(),
            .agent = agent_program::claude,
            .text = "{}",
            .within = longest_trial,
            .pinned = true,
            .trial = true};
}

}  // namespace

std::string daemon_path(const std::string& given) {
    return given.empty() ? runtime_folder().append(socket_name) : given;
}

std::vector<std::string> other_daemon_paths() {
    std::vector<std::string> paths{fmt::format("/run/user/{}/assent{}", ::geteuid(), socket_name),
                                   fmt::format("/tmp/assent-{}{}", ::geteuid(), socket_name)};
    std::error_code error;
    std::erase_if(paths, [&](const std::string& path) { return !std::filesystem::exists(path, error); });
    return paths;
}

use_answer ask_daemon(const daemon_question& question) {
    const std::string& path = question.socket;
    make_private_folder(std::filesystem::path(path).parent_path().string());
    const detail::unique_descriptor daemon = connect_or_start(question);
    peer_program peer(daemon.get());
    send_all(daemon.get(),
             hook_line(question.agent, question.text, question.within, question.terms, question.trial,
                       question.note, question.wish, question.walls),
             path);
    const std::string line = receive_line(peer, path);
    if (question.pinned)
        if (const auto why = peer.why_another("daemon"); !why.empty())
            throw other_daemon(fmt::format("daemon `{}`: {}", path, why));
    auto answer = read_hook_answer(line);
    if (!answer) fail(path, "its answer cannot be read: " + answer.error().message);
    if (answer->what == use_outcome::not_mine)
        throw other_daemon(
            fmt::format("daemon `{}`: {}", path, how_they_differ(answer->reason, question.words)));
    return std::move(*answer);
}

use_answer wish_of_daemon(const std::string& socket, std::string_view wish, duration within) {
    // The agent and the text are not looked at.
    return ask_daemon({.socket = daemon_path(socket),
                       .agent = agent_program::claude,
                       .text = "{}",
                       .within = within,
                       .pinned = true,
                       .wish = wish});
}

std::string try_daemon(const std::string& socket) {
    // It refuses before it looks at the use.
    auto question = trial_question();
    question.socket = daemon_path(socket);
    question.terms = nobodys_terms;
    try {
        static_cast<void>(ask_daemon(question));
    } catch (const other_daemon& other) {
        const std::string_view said = other.what();
        const auto begin = said.find(decides_by);
        if (begin == said.npos) throw;
        return std::string(said.substr(begin, said.find(not_by) + 1 - begin));
    }
    fail(question.socket, "what listens there is no `assent daemon`");
}

void try_daemon_for(const std::vector<std::string>& words, std::string terms) {
    auto question = trial_question();
    question.words = words;
    question.terms = std::move(terms);
    static_cast<void>(ask_daemon(question));
}

}  // namespace assent::cli
