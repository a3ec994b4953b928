#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

// What passes through a bridge, and how much memory it takes: `assent_bridge_traffic [MIB]` (default 1024)
// sends frames of 10 KiB in both directions, and then stops reading on either side. It fails where the
// bridge's memory grows with what passes. `--rate bridge MIB` and `--rate cat MIB` print only what passes
// from the agent in MiB/s, through the bridge or through cat(1). This program plays the driver and, with
// `--speak` and `--listen`, the agent.
namespace {

using bench_clock = std::chrono::steady_clock;

constexpr std::size_t mib = std::size_t{1} << 20;
constexpr std::size_t frame_bytes = 10 * 1024;
constexpr std::size_t default_mib = 1024;
// The memory of the program itself, and some room for what is on its way.
constexpr std::size_t max_resident_kib = 64 * 1024;
// From the first sixteenth to the end.
constexpr std::size_t max_growth_kib = 4 * 1024;
// What a stopped reader may leave in pipes and in the bridge.
constexpr std::size_t max_held_bytes = 4 * mib;
constexpr auto standstill = std::chrono::milliseconds(500);

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

// Frames of one size, as many as fill it.
std::string many_frames() {
    const std::string_view front = R"({"type":"assistant","message":{"content":[{"type":"text","text":")";
    const std::string_view back = "\"}]}}\n";
    std::string frame(front);
    frame.append(frame_bytes - front.size() - back.size(), 'x').append(back);
    std::string all;
    for (int i = 0; i < 8; ++i) all += frame;
    return all;
}

std::size_t whole_frames(std::size_t bytes) { return bytes / frame_bytes * frame_bytes; }

std::size_t write_some(int fd, std::string_view text) {
    const auto bytes = ::write(fd, text.data(), text.size());
    if (bytes < 0 && errno != EAGAIN) fail("write");
    return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
}

std::size_t read_some(int fd) {
    static std::vector<char> space(256 * 1024);
    const auto bytes = ::read(fd, space.data(), space.size());
    if (bytes < 0) fail("read");
    return static_cast<std::size_t>(bytes);
}

// Cuts the text off where `left` ends.
std::string_view at_most(std::string_view text, std::size_t left) { return text.substr(0, left); }

void write_bytes(int fd, std::size_t left) {
    const std::string frames = many_frames();
    std::size_t at = 0;
    while (left != 0) {
        const auto bytes = write_some(fd, at_most(std::string_view(frames).substr(at), left));
        left -= bytes;
        at = (at + bytes) % frames.size();
    }
}

std::size_t read_to_end(int fd) {
    std::size_t all = 0;
    while (const std::size_t bytes = read_some(fd)) all += bytes;
    return all;
}

// A program with our ends of its standard input and output.
class running {
public:
    explicit running(std::vector<std::string> command) {
        int in[2];
        int out[2];
        if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) fail("pipe2");
        std::vector<char*> arguments;
        for (auto& each : command) arguments.push_back(each.data());
        arguments.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        errno = ::posix_spawnp(&pid_, arguments[0], &actions, nullptr, arguments.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        if (errno != 0) fail(command.front());
        ::close(in[0]);
        ::close(out[1]);
        in_ = in[1];
        out_ = out[0];
    }
    ~running() {
        end_input();
        if (out_ >= 0) ::close(out_);
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    running(const running&) = delete;
    running& operator=(const running&) = delete;

    void end_input() {
        if (in_ >= 0) ::close(in_);
        in_ = -1;
    }
    [[nodiscard]] int in() const { return in_; }
    [[nodiscard]] int out() const { return out_; }

    // The most so far, in KiB; 0: it has ended.
    [[nodiscard]] std::size_t peak_memory() const {
        constexpr std::string_view peak = "VmHWM:";
        std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
        for (std::string line; std::getline(status, line);)
            if (line.starts_with(peak)) return std::stoul(line.substr(peak.size() + 1));
        return 0;
    }

private:
    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
};

std::string own_path;  // of this program

// The bridge with a policy, so that it looks for questions and has its guard hook.
std::vector<std::string> bridged(std::vector<std::string> agent) {
    std::vector<std::string> all{ASSENT_PROGRAM, "bridge",       "--log-level", "error",
                                 "--deny",       "Bash(curl *)", "--",          own_path};
    all.insert(all.end(), agent.begin(), agent.end());
    return all;
}

// cat in the bridge's place.
std::vector<std::string> through_cat(const std::string& agent_and_cat, const std::string& bytes) {
    return {"sh", "-c", agent_and_cat, own_path, bytes};
}

struct measured {
    double mib_per_second = 0;
    std::size_t first_kib = 0;  // after a sixteenth
    std::size_t peak_kib = 0;
};

// What the program writes, up to its end.
measured listen_to(running& speaker, std::size_t bytes, bool is_bridge) {
    measured result;
    // Starting is not what is measured.
    std::size_t heard = read_some(speaker.out());
    const std::size_t at_first = heard;
    std::size_t next_look = bytes / 16;
    const auto start = bench_clock::now();
    while (heard < bytes) {
        const auto some = read_some(speaker.out());
        if (some == 0)
            throw std::runtime_error(fmt::format("only {} of {} bytes came through", heard, bytes));
        heard += some;
        if (!is_bridge || heard < next_look) continue;
        next_look += bytes / 16;
        // It may have ended when the last of what it wrote is heard.
        result.peak_kib = std::max(result.peak_kib, speaker.peak_memory());
        if (result.first_kib == 0) result.first_kib = result.peak_kib;
    }
    if (is_bridge && result.peak_kib == 0) throw std::runtime_error("no memory of the bridge was seen");
    result.mib_per_second = static_cast<double>(heard - at_first) / mib /
                            std::chrono::duration<double>(bench_clock::now() - start).count();
    if (read_some(speaker.out()) != 0) throw std::runtime_error("more came through than was sent");
    return result;
}

measured from_agent(std::size_t bytes, bool through_bridge) {
    const std::string count = std::to_string(bytes);
    running speaker(through_bridge ? bridged({"--speak", count})
                                   : through_cat(R"("$0" --speak "$1" | cat)", count));
    return listen_to(speaker, bytes, through_bridge);
}

measured to_agent(std::size_t bytes, bool through_bridge) {
    running listener(through_bridge ? bridged({"--listen"}) : through_cat(R"(cat | "$0" --listen)", ""));
    measured result;
    const auto start = bench_clock::now();
    const std::size_t first = whole_frames(bytes / 16);
    write_bytes(listener.in(), first);
    if (through_bridge) result.first_kib = listener.peak_memory();
    write_bytes(listener.in(), bytes - first);
    if (through_bridge) result.peak_kib = listener.peak_memory();
    listener.end_input();
    std::string said;
    for (char text[64];;) {
        const auto got = ::read(listener.out(), text, sizeof text);
        if (got <= 0) break;
        said.append(text, static_cast<std::size_t>(got));
    }
    result.mib_per_second =
        static_cast<double>(bytes) / mib / std::chrono::duration<double>(bench_clock::now() - start).count();
    // The guard hook is registered ahead of what we have said.
    const auto heard = said.empty() ? 0 : std::stoul(said);
    if (heard < bytes || heard > bytes + mib)
        throw std::runtime_error(fmt::format("the agent heard {} of {} bytes", heard, bytes));
    return result;
}

// Nobody reads what the agent says; then everything arrives all the same.
std::size_t with_paused_driver(std::size_t bytes) {
    running speaker(bridged({"--speak", std::to_string(bytes)}));
    // As long as the bridge reads, its memory or its counters move; they stand still when it has stopped.
    std::size_t held = 0;
    for (std::size_t before = 1; before != held;) {
        before = held;
        ::poll(nullptr, 0, static_cast<int>(standstill.count()));
        held = speaker.peak_memory();
    }
    static_cast<void>(listen_to(speaker, bytes, false));
    return held;
}

// The agent does not read: how much is taken from us before that stops.
std::pair<std::size_t, std::size_t> with_paused_agent() {
    running listener(bridged({"--deaf"}));
    ::fcntl(listener.in(), F_SETFL, O_NONBLOCK);
    const std::string frames = many_frames();
    std::size_t taken = 0;
    for (pollfd writable{listener.in(), POLLOUT, 0};
         ::poll(&writable, 1, static_cast<int>(standstill.count())) > 0 && taken < 64 * mib;)
        taken += write_some(listener.in(), std::string_view(frames).substr(taken % frames.size()));
    return {taken, listener.peak_memory()};
}

bool report(std::string_view direction, std::size_t bytes, const measured& cat, const measured& with) {
    const bool flat = with.peak_kib <= with.first_kib + max_growth_kib && with.peak_kib <= max_resident_kib;
    fmt::print(
        "{:<28} {:>5} MiB {:>7.0f} MiB/s {:>6.2f} of cat's, memory {:>6} KiB, {:>6} KiB at the end  "
        "{}\n",
        direction, (bytes + mib - 1) / mib, with.mib_per_second, with.mib_per_second / cat.mib_per_second,
        with.first_kib, with.peak_kib, flat ? "ok" : "FAIL");
    return flat;
}

int measure(std::size_t mebibytes) {
    const std::size_t bytes = whole_frames(mebibytes * mib);
    fmt::print("frames of {} bytes through `assent bridge` with a policy\n", frame_bytes);
    bool good = report("agent to driver", bytes, from_agent(bytes, false), from_agent(bytes, true));
    good = report("driver to agent", bytes, to_agent(bytes, false), to_agent(bytes, true)) && good;

    const std::size_t paused = with_paused_driver(whole_frames(bytes / 4));
    const bool bounded = paused <= max_resident_kib;
    fmt::print("{:<28} memory {} KiB while nothing is read  {}\n", "a driver that does not read", paused,
               bounded ? "ok" : "FAIL");
    const auto [taken, memory] = with_paused_agent();
    const bool stopped = taken <= max_held_bytes && memory <= max_resident_kib;
    fmt::print("{:<28} {} KiB taken, memory {} KiB  {}\n", "an agent that does not read", taken / 1024,
               memory, stopped ? "ok" : "FAIL");
    return good && bounded && stopped ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        own_path = argv[0];
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        if (arguments.empty()) return measure(default_mib);
        if (arguments[0] == "--speak") {
            write_bytes(STDOUT_FILENO, std::stoul(arguments.at(1)));
        } else if (arguments[0] == "--listen") {
            fmt::print("{}\n", read_to_end(STDIN_FILENO));
        } else if (arguments[0] == "--rate") {
            const std::size_t bytes = whole_frames(std::stoul(arguments.at(2)) * mib);
            fmt::print("{:.0f}\n", from_agent(bytes, arguments.at(1) == "bridge").mib_per_second);
        } else if (arguments[0] == "--deaf") {
            ::pause();
        } else {
            return measure(std::stoul(arguments[0]));
        }
        return EXIT_SUCCESS;
    } catch (const std::exception& error) {
        fmt::print(stderr, "assent_bridge_traffic: {}\n", error.what());
        return EXIT_FAILURE;
    }
}
